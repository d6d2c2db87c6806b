"""`whistlestop calibrate`: compare the judge's predicted chances with the results of games."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import contextmanager, redirect_stdout
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from whistlestop.cli.boards import complete_edition, edition_named
from whistlestop.cli.failures import Failure
from whistlestop.cli.tables import Figures, console_of_figures, show

if TYPE_CHECKING:
    from collections.abc import Generator

    from rich.console import Console

    from whistlestop.arena.calibration.measures import Report, Scores
    from whistlestop.arena.calibration.positions import Judged, Study


def calibrate(
    edition: Annotated[
        str,
        typer.Option(
            help="An edition's name, or the path of an edition file.",
            autocompletion=complete_edition,
        ),
    ] = "usa",
    players: Annotated[
        int, typer.Option(min=2, help="The number of players. The bot takes all seats.")
    ] = 2,
    bot: Annotated[
        str, typer.Option(help="The bot that plays the games: planner, ./my_bot.py:Name.")
    ] = "planner",
    games: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="The number of games to play.")
    ] = 300,
    positions: Annotated[
        int,
        typer.Option(
            min=1, max=1000, help="The number of positions to judge in each game, at random turns."
        ),
    ] = 3,
    playouts: Annotated[
        int,
        typer.Option(
            min=1, max=1_000_000, help="The number of playouts with which a position is judged."
        ),
    ] = 200,
    horizon: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=1000,
            help="The turns after which a neural network estimates the end of a world. 0 = play "
            "every world to the end, as reviews do.",
            show_default="the usual number of the board",
        ),
    ] = None,
    think: Annotated[str, typer.Option(help="Time that the bot has for a decision.")] = "100ms",
    seed: Annotated[
        int, typer.Option(min=0, help="The seed of the deals, the bot and the judge.")
    ] = 0,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="The number of processes. It does not change the results.",
            show_default="all",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Compare the chances that the judge predicts with the results of games.

    A bot plays games against itself. At random turns, the judge predicts the deciding seat's chance
    to win from what that seat knows. All intervals are 95 % confidence intervals over games.

    Ctrl-C ends the games and measures those that are finished.
    """
    from rich.console import Console

    from whistlestop.arena.calibration.measures import measured
    from whistlestop.arena.calibration.positions import Study
    from whistlestop.arena.calibration.running import judged_games
    from whistlestop.arena.processes import EngineError
    from whistlestop.arena.simulate import check_numbers
    from whistlestop.arena.tournament.contestants import read_contestants, read_seconds
    from whistlestop.bots.registry import BotError
    from whistlestop.cli.progress import compile_players, compile_rules
    from whistlestop.editions.arguments import checked_players

    notes = Console(stderr=True)
    judged: list[Judged] = []
    interrupted = False
    try:
        check_numbers(games, jobs, seed)
        board = edition_named(edition)
        checked_players(board, players)
        compile_rules(notes)
        # What a user's bot prints goes to standard error, apart from the results.
        with redirect_stdout(sys.stderr):
            if "," in bot:
                raise ValueError(f"one bot plays all seats, so --bot takes one name, not {bot!r}")
            (contestant,) = read_contestants([bot], read_seconds(think))
            contestant.factory()(0)  # A wrong name is refused before anything is compiled.
            compile_players(notes, ["planner"])
            study = Study(board, players, contestant, playouts, positions, seed, horizon)
            with _progress(games) as on_game:
                try:
                    for found in judged_games(study, games, jobs or os.cpu_count() or 1):
                        judged += found
                        on_game()
                except KeyboardInterrupt:
                    interrupted = True
    except (BotError, EngineError, ValueError, OSError) as error:
        raise Failure(str(error)) from error
    if not judged:
        raise Failure("interrupted before a game was finished: nothing is measured", status=130)
    judged.sort(key=lambda one: (one.game, one.turn))
    report = measured(judged, players, seed)
    if as_json:
        typer.echo(json.dumps(_document(study, report), indent=2))
    else:
        _print(console_of_figures(), study, report)
    if interrupted:
        raise typer.Exit(130)


@contextmanager
def _progress(games: int) -> Generator[Callable[[], None]]:
    """Show a progress bar on the terminal. Yield a function to call after each finished game.

    Without a terminal, show no bar. The function then does nothing.

    Args:
        games: the total number of games.
    """
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Games played and judged", total=games)
        yield lambda: bar.advance(task)


def _document(study: Study, report: Report) -> dict[str, Any]:
    return {
        "edition": study.edition.name,
        "players": study.players,
        "bot": study.bot.name,
        "playouts": study.playouts,
        "horizon": study.horizon,
        "seed": study.seed,
        **asdict(report),
    }


def _print(console: Console, study: Study, report: Report) -> None:
    from whistlestop.arena.calibration.measures import CLOSE
    from whistlestop.arena.tournament.figures import interval

    board = f"{study.edition.title}, {study.players} players, {study.playouts:,} playouts"
    show(
        console,
        Figures(
            title=f"{board}: {report.positions:,} positions of {report.games:,} games",
            words=("Measure",),
            numbers=("Value", "95 %", "If perfect"),
            rows=[
                (
                    "predicted chance",
                    f"{report.said.value:.1%}",
                    interval(report.said),
                    "share won",
                ),
                (
                    "share won",
                    f"{report.happened.value:.1%}",
                    interval(report.happened),
                    "predicted chance",
                ),
                *(
                    []
                    if report.consistency is None
                    else [
                        (
                            "sum of all seats' chances",
                            f"{report.consistency.value:.1%}",
                            interval(report.consistency),
                            "100 %",
                        )
                    ]
                ),
                (
                    "calibration error",
                    f"{report.judge.calibration_error:.3f}",
                    "",
                    f"{report.perfect_error:.3f}",
                ),
                ("two seeds agree within errors", f"{report.covered:.1%}", "", "95 %"),
                ("same choice with two seeds", f"{report.same_choice:.1%}", "", "100 %"),
                (
                    f"same choice, or at most {CLOSE:.0%} apart",
                    f"{report.good_choice:.1%}",
                    "",
                    "100 %",
                ),
            ],
        ),
    )
    show(
        console,
        Figures(
            title="Scores (lower is better)",
            title_style="italic",
            words=("Forecast",),
            numbers=("Brier", "Logarithmic", "Calibration error"),
            rows=[
                _scores("the judge", report.judge),
                _scores("score, pieces, cards, tickets, progress", report.simple),
                _scores("always the fair share", report.always_fair),
            ],
        ),
    )
    show(
        console,
        Figures(
            title="Predicted chances and won games",
            title_style="italic",
            words=("Chance",),
            numbers=("Positions", "Predicted", "Won", "95 %"),
            rows=[
                (
                    f"{one.low:.0%} to {one.high:.0%}",
                    f"{one.positions:,}",
                    f"{one.said.value:.1%}",
                    f"{one.happened.value:.1%}",
                    interval(one.happened),
                )
                for one in report.bins
            ],
        ),
    )


def _scores(name: str, scores: Scores) -> tuple[str, str, str, str]:
    return (
        name,
        f"{scores.brier:.3f}",
        f"{scores.logarithmic:.3f}",
        f"{scores.calibration_error:.3f}",
    )
