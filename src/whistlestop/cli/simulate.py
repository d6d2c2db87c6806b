"""`whistlestop simulate`: let bots play many games, and sum them up."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import contextmanager, redirect_stdout
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from whistlestop.bots.registry import bot_names
from whistlestop.cli.arena import Where
from whistlestop.cli.boards import complete_edition, edition_named
from whistlestop.cli.failures import Failure
from whistlestop.cli.tables import Figures, console_of_figures, show

if TYPE_CHECKING:
    from collections.abc import Generator

    from rich.console import Console

    from whistlestop.arena.simulate import Series, Simulation
    from whistlestop.editions.model import Edition


_BUILT_IN: Final = ", ".join(bot_names())


def simulate(
    edition: Annotated[
        str,
        typer.Argument(
            help="An edition's name, or the path of an edition file.",
            autocompletion=complete_edition,
        ),
    ],
    players: Annotated[
        int | None,
        typer.Option(
            min=1, help="The number of players.", show_default="one for each bot, at least 2"
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="The number of games to play.")] = 100,
    bots: Annotated[
        str,
        typer.Option(
            help=f"Bots, separated by commas: built-in ones by name ({_BUILT_IN}), your "
            "own as ./my_bot.py:Name. If there are fewer bots than players, the last one also "
            "takes the remaining seats."
        ),
    ] = "planner,random",
    seed: Annotated[int, typer.Option(min=0, help="The seed. Equal seeds repeat the games.")] = 0,
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
            help="Where the games are played: local = on this machine; ray = on a cluster."
        ),
    ] = Where.LOCAL,
    think: Annotated[str, typer.Option(help="Time for a decision: 5ms, 100ms, 1s.")] = "1s",
    records: Annotated[
        Path | None, typer.Option(help="Keep every game as a record in this folder.")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(help="Write a row for every seat of every game into this file.")
    ] = None,
    dataset: Annotated[
        Path | None,
        typer.Option(
            help="Write a row for every decision into this Parquet file (needs PyArrow). Run "
            "the command again to continue after an interrupt."
        ),
    ] = None,
    positions: Annotated[
        bool,
        typer.Option("--positions", help="Add what each seat saw to the dataset, as text."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Let bots play many games, and sum up the results.

    Ctrl-C ends the series. The complete games are then summed up.
    """
    from rich.console import Console

    from whistlestop.arena.processes import EngineError
    from whistlestop.arena.simulate import simulate as play_series
    from whistlestop.arena.spreadsheet import write_csv
    from whistlestop.arena.tournament.contestants import read_seconds
    from whistlestop.bots.registry import BotError
    from whistlestop.cli.progress import compile_players, compile_rules

    if positions and dataset is None:
        raise Failure("--positions adds to a dataset. Name its file with --dataset.")
    names = [name.strip() for name in bots.split(",") if name.strip()]
    try:
        loaded = edition_named(edition)
        seconds = read_seconds(think)
        notes = Console(stderr=True)
        compile_rules(notes)
        compile_players(notes, names)
        # What bots print goes to standard error, apart from the results.
        with (
            redirect_stdout(sys.stderr),
            _progress(games, notes) as (on_begin, on_progress),
        ):
            simulation = play_series(
                loaded,
                names,
                players=max(2, len(names)) if players is None else players,
                games=games,
                seed=seed,
                jobs=jobs,
                cluster=engine is Where.RAY,
                seconds=seconds,
                records=records,
                dataset=dataset,
                positions=positions,
                on_progress=on_progress,
                on_begin=on_begin,
            )
        if csv is not None:
            write_csv(csv, simulation)
    except (BotError, EngineError, ValueError, OSError) as error:
        raise Failure(str(error)) from error
    if as_json:
        typer.echo(json.dumps(_document(simulation), indent=2))
    else:
        _print(simulation, loaded)
    if simulation.interrupted:
        raise typer.Exit(130)


@contextmanager
def _progress(
    games: int, notes: Console
) -> Generator[tuple[Callable[[Series], None], Callable[[int], None] | None]]:
    """Show the progress of a series. Yield two functions to call during the series.

    The first function takes the series before it begins. It compiles what the series needs and
    starts a progress bar. The second function takes the number of finished games and updates the
    bar. Without a terminal, there is no bar, and None is yielded in place of the second function.
    """
    from rich.progress import Progress

    from whistlestop.cli.progress import compile_series

    if not sys.stderr.isatty():
        yield lambda series: compile_series(notes, series), None
        return
    progress = Progress(console=notes, transient=True)
    task = progress.add_task("Playing", total=games)

    def begin(series: Series) -> None:
        compile_series(notes, series)
        progress.start()

    try:
        yield begin, lambda done: progress.update(task, completed=done)
    finally:
        progress.stop()


def _document(simulation: Simulation) -> dict[str, Any]:
    document = asdict(simulation) | {"games_a_second": simulation.games_a_second}
    # The option --csv writes the results of every game.
    del document["results"]
    return document


def _print(simulation: Simulation, edition: Edition) -> None:
    console = console_of_figures()
    summary = simulation.summary
    if summary is None:
        console.print("Interrupted before the first game ended.")
        return
    show(console, _figures(simulation, edition))
    each = summary.turns.mean / len(summary.entrants)
    console.print(
        f"{summary.turns.mean:.1f} turns a game, {each:.1f} for each player; "
        f"{simulation.games_a_second:.1f} games a second; seed {simulation.seed}"
    )
    if simulation.interrupted:
        console.print(f"Interrupted after {summary.games} of {simulation.asked} games.")


def _figures(simulation: Simulation, edition: Edition) -> Figures:
    summary = simulation.summary
    assert summary is not None, "there is something to show"
    bonuses = _bonuses(edition)
    return Figures(
        title=f"{edition.title}: {summary.games} games",
        words=("Bot",),
        numbers=("Won", "95 %", "Score", "Tickets", *bonuses),
        rows=[
            (
                entrant.name,
                f"{entrant.wins.value:.1%}",
                f"{entrant.wins.low:.0%}–{entrant.wins.high:.0%}",
                f"{entrant.score.mean:.1f} ± {entrant.score.sd:.1f}",
                f"{entrant.completed:.1f} of {entrant.tickets:.1f}",
                *(f"{getattr(entrant, field):{form}}" for field, form in bonuses.values()),
            )
            for entrant in summary.entrants
        ],
    )


def _bonuses(edition: Edition) -> dict[str, tuple[str, str]]:
    """Return the columns for the bonuses of an edition.

    Returns:
        For each heading, the attribute of `Entrant` that has the column's values, and the format
        specification of these values, such as `.0%`.
    """
    found: dict[str, tuple[str, str]] = {}
    if edition.longest_path_bonus:
        found["Longest path"] = ("longest_path", ".0%")
    if edition.most_tickets_bonus:
        found["Most tickets"] = ("most_tickets", ".0%")
    if edition.districts:
        found["Districts"] = ("districts", ".1f")
    if edition.doubly_joined:
        found["Doubly joined"] = ("doubly_joined", ".1f")
    return found
