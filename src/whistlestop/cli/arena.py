"""`whistlestop arena`: tournaments between bots, with intervals."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import contextmanager, redirect_stdout
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from whistlestop.bots.registry import bot_names
from whistlestop.cli.boards import edition_named
from whistlestop.cli.failures import Failure
from whistlestop.cli.tables import Figures, console_of_figures, show

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from rich.console import Console

    from whistlestop.arena.tournament.engines import Engine
    from whistlestop.arena.tournament.matchups import Tournament
    from whistlestop.arena.tournament.running import Progress, Run
    from whistlestop.arena.tournament.standings import Results, Standing
    from whistlestop.arena.tournament.standings import Table as Standings
    from whistlestop.arena.tournament.stopping import Enough
    from whistlestop.editions.model import Edition


_BUILT_IN: Final = ", ".join(bot_names())


class Where(StrEnum):
    """A place where games can be played: this machine, or a Ray cluster."""

    LOCAL = "local"
    RAY = "ray"


def arena(
    bots: Annotated[
        str,
        typer.Option(
            help=f"Bots, separated by commas: built-in ones by name ({_BUILT_IN}), your "
            "own as ./my_bot.py:Name. To give a bot a time or a number of playouts of its own, "
            "add it to the name: champion@100ms, ./my_bot.py:Name@500playouts."
        ),
    ],
    editions: Annotated[
        str, typer.Option(help="Editions or edition files, separated by commas.")
    ] = "usa",
    players: Annotated[
        str, typer.Option(help="Numbers of players in a game, separated by commas.")
    ] = "2",
    games: Annotated[
        int,
        typer.Option(
            min=1,
            max=10_000_000,
            help="The maximum number of games in a matchup, rounded up to whole deals.",
        ),
    ] = 200,
    seed: Annotated[
        int, typer.Option(min=0, help="The seed. Equal seeds repeat a tournament.")
    ] = 0,
    gauntlet: Annotated[
        bool,
        typer.Option("--gauntlet", help="Play only matchups with the bot that is named first."),
    ] = False,
    think: Annotated[
        str, typer.Option(help="Time for a decision: 5ms, 100ms, 1s. It is enforced.")
    ] = "1s",
    playouts: Annotated[
        int | None,
        typer.Option(
            min=1, help="Playouts for a decision, instead of a time. For bots that search."
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            help="End a matchup when half of the width of every confidence interval is at most "
            "this: 2%."
        ),
    ] = None,
    at_least: Annotated[
        str | None,
        typer.Option(
            help="End a matchup when the confidence interval of the first bot's share of wins "
            "lies above or below this share: 60%."
        ),
    ] = None,
    luck: Annotated[
        int,
        typer.Option(
            min=0,
            max=100_000,
            help="Measure luck in every game in this number of worlds, and subtract it, so that "
            "fewer games are needed. 100 worlds are enough. 0 = do not measure luck.",
        ),
    ] = 0,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="The number of processes. It does not change the results.",
            show_default="all",
        ),
    ] = None,
    engine: Annotated[
        Where,
        typer.Option(
            help="Where the games are played: local = on this machine; ray = on a cluster "
            "(RAY_ADDRESS)."
        ),
    ] = Where.LOCAL,
    out: Annotated[
        Path | None,
        typer.Option(
            help="A folder for records, results and a report. Run the command again to continue an "
            "interrupted tournament."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Let bots play each other on the same deals from every seat.

    Ctrl-C ends the tournament. The results of all complete deals are then printed.
    """
    from rich.console import Console

    from whistlestop.arena.processes import EngineError
    from whistlestop.arena.simulate import check_numbers
    from whistlestop.arena.tournament import cluster
    from whistlestop.arena.tournament.contestants import read_contestants, read_seconds
    from whistlestop.arena.tournament.engines import local
    from whistlestop.arena.tournament.folder import FolderError
    from whistlestop.arena.tournament.matchups import tournament
    from whistlestop.arena.tournament.standings import results
    from whistlestop.arena.tournament.stopping import Enough
    from whistlestop.bots.registry import BotError
    from whistlestop.cli.progress import compile_players, compile_rules

    notes = Console(stderr=True)
    try:
        check_numbers(games, jobs, seed)
        enough = Enough(
            games,
            None if until is None else _share("--until", until),
            None if at_least is None else _share("--at-least", at_least),
        )
        loaded = [edition_named(name) for name in _listed(editions)]
        numbers = [_number(text) for text in _listed(players)]
        compile_rules(notes)
        # What users' bots print goes to standard error, apart from the results.
        with redirect_stdout(sys.stderr):
            named = read_contestants(_listed(bots), read_seconds(think), playouts)
            compile_players(notes, [one.bot for one in named])
            planned = tournament(named, loaded, numbers, seed, gauntlet=gauntlet, luck_worlds=luck)
            if not planned.matchups:
                raise ValueError(
                    "nothing is to be played: name bots, editions and numbers of players"
                )
            on_ray = engine is Where.RAY
            place = cluster.on_ray(jobs) if on_ray else local(jobs or os.cpu_count() or 1)
            run = _played(planned, enough, place, out)
    except (BotError, FolderError, EngineError, ValueError) as error:
        raise Failure(str(error)) from error
    summed_up = results(planned, run.outcomes)
    if as_json:
        typer.echo(json.dumps(_document(planned, run, summed_up), indent=2))
    else:
        _print(console_of_figures(), planned, summed_up)
        if run.interrupted:
            print("Interrupted: what is complete counts.", file=sys.stderr)
    if run.interrupted:
        raise typer.Exit(130)


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _number(text: str) -> int:
    if not (text.isdecimal() and len(text) < 3):
        raise ValueError(f"--players: {text!r} is no number of players; write 2 or 2,3,4")
    return int(text)


def _share(option: str, text: str) -> float:
    """Return a text such as `2%` or `0.02` as a share between 0 and 1.

    Args:
        option: the name of the option, for the error message.
        text: the text that the user typed.

    Raises:
        ValueError: the text is not a share above 0 and below 1.
    """
    try:
        value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        value = -1.0
    if not 0 < value < 1:
        raise ValueError(f"{option}: {text!r} is no share between 0 and 1; write 2% or 0.02")
    return value


def _played(planned: Tournament, enough: Enough, engine: Engine, out: Path | None) -> Run:
    """Play a tournament and return its results.

    Args:
        planned: the tournament.
        enough: the rule that decides when a matchup ends.
        engine: the processes or the cluster that play the games.
        out: the folder for the games, the report and the results. None writes nothing.
    """
    from whistlestop.arena.tournament.columns import write_parquet
    from whistlestop.arena.tournament.folder import opened
    from whistlestop.arena.tournament.report import write_report
    from whistlestop.arena.tournament.running import play
    from whistlestop.arena.tournament.standings import results

    if out is None:
        with _progress() as on_progress:
            return play(planned, enough, engine, None, on_progress)
    with opened(out, planned) as folder:
        with _progress() as on_progress:
            run = play(planned, enough, engine, folder, on_progress)
        if not run.outcomes:
            return run
        summed_up = results(planned, run.outcomes)
        complete = not run.interrupted
        write_report(out / "report.html", planned, summed_up, run.outcomes, complete=complete)
        try:
            write_parquet(out / "results.parquet", planned, run.outcomes)
        except ModuleNotFoundError:
            print(
                "There is no results.parquet: it takes PyArrow (pip install 'whistlestop[arena]').",
                file=sys.stderr,
            )
        return run


@contextmanager
def _progress() -> Generator[Callable[[Progress], None] | None]:
    """Show a progress bar on the terminal. Yield the function that updates the bar.

    Without a terminal, show no bar and yield None.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        # The players are compiled when they are first needed, which takes some time.
        task = bar.add_task("Getting the bots ready", total=None)

        def show(now: Progress) -> None:
            bar.update(task, description="Playing", completed=now.games, total=now.expected)

        yield show


def _document(planned: Tournament, run: Run, summed_up: Results) -> dict[str, Any]:
    return {
        "bots": [one.name for one in planned.contestants],
        "seed": planned.seed,
        "interrupted": run.interrupted,
        **asdict(summed_up),
    }


def _print(console: Console, planned: Tournament, summed_up: Results) -> None:
    if not summed_up.overall:
        console.print("No deal is complete.")
    editions = {edition.name: edition for edition, _ in planned.settings}
    for table in summed_up.overall:
        show(console, _standings(table, editions[table.edition].title))
        if any(one.less_luck for one in table.standings):
            show(console, _less_luck(table))
        within = [
            one
            for one in summed_up.matchups
            if (one.edition, one.players) == (table.edition, table.players)
        ]
        if len(within) > 1:
            show(console, _matchups(within))
        show(console, _play(table, editions[table.edition]))
    for line in _warnings(summed_up):
        console.print(line, markup=False, style="bold")


def _standings(table: Standings, title: str) -> Figures:
    from whistlestop.arena.tournament.figures import number, signed

    rated = {one.name: one for one in table.ratings}
    rating = ("Rating",) if rated else ()
    rows: list[tuple[str, ...]] = []
    for one in table.standings:
        points = (signed(rated[one.name].value),) if rated else ()
        score = number(one.score.mean, 1)
        rows.append((one.name, str(one.games), *_outcome(one), score, *points))
    return Figures(
        title=f"{title}, {table.players} players: {table.games} games",
        words=("Bot",),
        numbers=("Games", "Won", "95 %", "Margin", "Score", *rating),
        rows=rows,
        caption=f"Fair share {table.fair_share:.1%}; 95 % intervals over {table.deals} deals.",
    )


def _less_luck(table: Standings) -> Figures:
    """Return the contents of the table `With luck subtracted`, with a row for each bot.

    Args:
        table: the results of one edition and number of players, in which luck was measured.
    """
    from whistlestop.arena.tournament.figures import LESS_LUCK, LESS_LUCK_NOTE, less_luck

    return Figures(
        title="With luck subtracted",
        title_style="italic",
        words=("Bot",),
        numbers=LESS_LUCK,
        rows=[
            (one.name, *less_luck(one.less_luck))
            for one in table.standings
            if one.less_luck is not None
        ],
        caption=LESS_LUCK_NOTE,
    )


def _play(table: Standings, edition: Edition) -> Figures:
    """Return the contents of the table `A game on average`, with a row for each bot.

    The columns are, per game: completed tickets, failed tickets, the length in spaces of the bot's
    longest path, the share of games in which the bot got the bonus for that path, and decisions.
    The last column is the time of one decision in seconds or milliseconds. The two columns about
    paths are left out if the edition has no such bonus.

    Args:
        table: the results of all matchups of one edition and number of players.
        edition: the edition of the games.
    """
    from whistlestop.arena.tournament.figures import time

    paths = ("Path", "Longest") if edition.longest_path_bonus else ()
    rows: list[tuple[str, ...]] = []
    for one in table.standings:
        of_paths = (f"{one.path:.1f}", f"{one.longest_path:.0%}") if paths else ()
        rows.append(
            (
                one.name,
                f"{one.completed:.1f}",
                f"{one.failed_tickets:.1f}",
                *of_paths,
                f"{one.decisions:.0f}",
                time(one.seconds),
            )
        )
    return Figures(
        title="A game on average",
        title_style="italic",
        words=("Bot",),
        numbers=("Tickets", "Failed", *paths, "Decisions", "Time for one"),
        rows=rows,
        caption=f"{table.turns.mean / table.players:.1f} turns for each player.",
    )


def _outcome(one: Standing) -> tuple[str, str, str]:
    from whistlestop.arena.tournament.figures import interval, margin

    return f"{one.wins.value:.1%}", interval(one.wins), margin(one)


def _matchups(tables: list[Standings]) -> Figures:
    rows: list[tuple[str, ...]] = []
    groups: list[int] = []
    for table in tables:
        for number, one in enumerate(table.standings):
            others = [other.name for other in table.standings if other is not one]
            games = str(table.games) if number == 0 else ""
            rows.append((one.name, ", ".join(others), games, *_outcome(one)))
        groups.append(len(rows) - 1)
    return Figures(
        title="Matchups",
        title_style="italic",
        words=("Bot", "against"),
        numbers=("Games", "Won", "95 %", "Margin"),
        rows=rows,
        groups=tuple(groups),
    )


def _warnings(summed_up: Results) -> Iterator[str]:
    from whistlestop.arena.tournament.figures import lost_moves

    for table in summed_up.overall:
        for one in table.standings:
            if one.late or one.failed:
                yield f"{table.edition}, {table.players} players: {one.name} {lost_moves(one)}"
