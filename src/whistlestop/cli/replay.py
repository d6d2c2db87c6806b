"""`whistlestop replay`: verify records, and show any moment of a game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from whistlestop.bots.registry import bot_names
from whistlestop.cli import saving
from whistlestop.cli.failures import Failure
from whistlestop.cli.play import LANGUAGE, language_wanted
from whistlestop.cli.progress import compile_players, compile_rules
from whistlestop.language import Language

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from whistlestop.play.game import Game
    from whistlestop.play.record import RecordError

# The engine is imported late, so that `--help` and completion are fast.


def replay(
    file: Annotated[Path | None, typer.Argument(help="A record. '-' reads standard input.")] = None,
    at: Annotated[
        int | None, typer.Option(min=0, help="Stop after this turn. 0 = after the deal.")
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option("--as", min=1, help="Show what this seat sees.", show_default="everything"),
    ] = None,
    position: Annotated[
        bool, typer.Option("--position", help="Print the position as JSON and nothing else.")
    ] = False,
    log: Annotated[
        bool, typer.Option("--log", help="Also print everything that happened.")
    ] = False,
    why: Annotated[
        bool, typer.Option("--why", help="Let a bot explain the move at which the replay stops.")
    ] = False,
    edition: Annotated[
        str | None, typer.Option(help="The edition's file, if the edition is not built in.")
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option(
            help="Verify all *.record files in this folder and the folders in it, instead of "
            "one record."
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="The number of processes for --check.")] = 1,
    spoken: Annotated[str | None, LANGUAGE] = None,
) -> None:
    """Verify a record move by move, and print the position and the score sheet."""
    from rich.console import Console

    from whistlestop.cli.session import print_line
    from whistlestop.play.position import write_position

    if (file is None) == (check is None):
        raise Failure("give one record to replay, or --check with a folder of records")
    tongue = language_wanted(spoken)
    compile_rules(Console(stderr=True))
    if check is not None:
        _check(check, edition, jobs)
        return
    assert file is not None
    text = saving.read_standard_input() if str(file) == "-" else saving.read(file)
    game, damage = _read(file, text, at, edition)
    if seat is not None and seat > len(game.seats):
        raise Failure(f"there is no seat {seat}: {len(game.seats)} play")
    viewer = None if seat is None else seat - 1
    if position:
        print(write_position(game) if viewer is None else write_position(game, viewer), end="")
    else:
        _show(game, viewer, log, tongue)
        if why:
            print_line(Console(highlight=False), _motive(game, text, edition, tongue))
    if damage is not None:
        raise Failure(f"{file}, {damage}\n(what precedes it is shown above)", status=1)


def _read(
    file: Path, text: str, at: int | None, edition: str | None
) -> tuple[Game, RecordError | None]:
    """Replay a record up to a turn.

    Args:
        file: the file of the record, for error messages.
        text: the record.
        at: the last turn to replay. None replays the whole record.
        edition: the path of the edition's file, if the edition is not built in.

    Returns:
        The game and the error. If the record has no fault up to the turn, the error is None.
        Otherwise the game ends before the fault.

    Raises:
        Failure: the record is so damaged that there is no game to return.
    """
    from whistlestop.play.record import Reader, RecordError

    reader = Reader(text, edition)
    try:
        return (reader.game() if at is None else reader.until(at)), None
    except RecordError as error:
        if error.game is None:
            raise Failure(f"{file}, {error}", status=1) from error
        return error.game, error


def _show(game: Game, viewer: int | None, log: bool, spoken: Language) -> None:
    from rich.console import Console

    from whistlestop.cli.screens import Screens
    from whistlestop.cli.session import print_line
    from whistlestop.cli.telling import tell
    from whistlestop.seen.view import REFEREE

    console = Console(highlight=False)

    def say(line: Text | Table | str) -> None:
        print_line(console, line)

    if log:
        for event in game.events:
            seen = event if viewer is None else event.seen_by(viewer)
            sentence = tell(seen, game.seats, game.index, spoken)
            if sentence is not None:
                say(sentence)
    view = game.view(viewer)
    screens = Screens(view, game.seats, spoken)
    for line in screens.table((), columns=console.is_terminal):
        say(line)
    if viewer is None and not game.over:
        for line in Screens(game.view(REFEREE), game.seats, spoken).hands():
            say(line)
    if game.over:
        for line in screens.score_sheet(game.score_sheet()):
            say(line)


def _motive(game: Game, text: str, edition: str | None, spoken: Language) -> str:
    """Return a sentence with the reason for which a bot made the last move of a game.

    If no built-in bot made the move, or there is no move, the sentence says so.

    Args:
        game: the game after the move.
        text: the record of the game, whose headers name the bots.
        edition: the path of the edition's file, if the edition is not built in.
        spoken: the language of the sentence.
    """
    from rich.console import Console

    from whistlestop.bots.motives import motive_of
    from whistlestop.play.notation import said
    from whistlestop.play.record import Reader

    last = game.last
    bots = Reader(text, edition).headers().bots
    name = "" if last is None or not bots else bots[last.seat]
    # A record may come from anyone and name a file to run, so only built-in bots are asked.
    if last is None or name not in bot_names():
        return spoken.say("terminal.why_no_bot")
    compile_players(Console(stderr=True), [name])
    before = game.copy()
    before.undo()
    view, legal = before.view(last.seat), before.legal_actions(last.seat)
    motive = motive_of(view, last.action, legal, name, last.seat)
    return spoken.say(
        "terminal.why_said",
        name=game.seats[last.seat],
        action=said(last.action, game.index, spoken.code),
        words=motive.said(spoken.code, game.seats),
    )


def _verify(file: Path, edition: str | None) -> str | None:
    """Replay the record in a file. Return its error as a sentence, or None if there is no error."""
    from whistlestop.play.record import Reader, RecordError

    try:
        Reader(saving.read(file), edition).game()
    except RecordError as error:
        return f"{file}, {error}"
    except Failure as failure:
        return str(failure)
    return None


def _check(folder: Path, edition: str | None, jobs: int) -> None:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    if not folder.is_dir():
        raise Failure(f"{folder} is no folder")
    files = sorted(folder.rglob("*.record"))
    if not files:
        raise Failure(f"there are no *.record files below {folder}")
    faults: list[str] = []
    columns = (
        TextColumn("verifying"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("verifying", total=len(files))
        for fault in _verified(files, edition, jobs):
            progress.advance(task)
            if fault is not None:
                faults.append(fault)
    for fault in faults:
        print(fault)
    good = len(files) - len(faults)
    print(f"{good} of {len(files)} records are sound.")
    if faults:
        raise typer.Exit(1)


def _verified(files: list[Path], edition: str | None, jobs: int) -> Iterator[str | None]:
    if jobs == 1:
        yield from (_verify(file, edition) for file in files)
        return
    from whistlestop.arena.processes import shared_out

    with shared_out(jobs, partial(_verify, edition=edition), files) as futures:
        yield from (future.result() for future in futures)
