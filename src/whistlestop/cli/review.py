"""`whistlestop review`: judge the decisions of recorded games, and tell luck from skill."""

from __future__ import annotations

import os
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
import typer

from whistlestop.cli import saving
from whistlestop.cli.arena import Where
from whistlestop.cli.boards import edition_named
from whistlestop.cli.failures import Failure
from whistlestop.cli.progress import bar, compile_players, compile_rules
from whistlestop.cli.tables import console_of_figures

if TYPE_CHECKING:
    from rich.console import Console

    from whistlestop.analysis.review import ReviewedMove
    from whistlestop.arena.reviews import Order, Task
    from whistlestop.editions.model import Edition
    from whistlestop.play.game import Game
    from whistlestop.play.record import Reader

_NO_MOVES: Final = "the record has no moves, so there is nothing to review"

# The engine is imported late, so that `--help` and completion are fast.


def review(
    file: Annotated[
        Path,
        typer.Argument(
            help="A record, or a folder with *.record files. '-' reads a record from standard "
            "input."
        ),
    ],
    playouts: Annotated[
        int,
        typer.Option(
            min=1,
            max=1_000_000,
            help="The number of playouts with which a better action is looked for.",
        ),
    ] = 200,
    worlds: Annotated[
        int,
        typer.Option(
            min=100,
            max=1_000_000,
            help="The maximum number of worlds in which the loss of a decision is measured.",
        ),
    ] = 1600,
    luck: Annotated[
        int,
        typer.Option(
            min=0,
            max=1_000_000,
            help="The number of worlds in which each position is played to tell luck from "
            "skill. 0 = do not tell luck from skill.",
        ),
    ] = 100,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the imagined worlds.")] = 0,
    moves: Annotated[bool, typer.Option("--moves", help="Also print every decision.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    edition: Annotated[
        str | None, typer.Option(help="The edition's file, if the edition is not built in.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="With a folder of records: write the reviews into this folder as JSON. Run the "
            "command again to continue after an interrupt."
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="The number of processes for a folder, or of threads for one record. It does "
            "not change the results.",
            show_default="all",
        ),
    ] = None,
    engine: Annotated[
        Where,
        typer.Option(
            help="Where a folder of records is reviewed: local = on this machine; ray = on a "
            "cluster."
        ),
    ] = Where.LOCAL,
) -> None:
    """Judge the decisions of recorded games, and tell luck from skill.

    Each decision is judged from what its player knew. It is called an inaccuracy, a mistake or a
    blunder if it lost at least 5, 10 or 15 % of a win, and if chance cannot explain this loss.
    """
    from rich.console import Console

    from whistlestop.analysis.review import USUAL, Effort
    from whistlestop.arena.reviews import Order

    notes = Console(stderr=True)
    if luck == 1:
        raise Failure("--luck is 0 or at least 2: one world has no error to tell")
    effort = Effort(playouts, min(USUAL.least_worlds, worlds), worlds, luck)
    order = Order(effort, seed, None if edition is None else edition_named(edition))
    if file.is_dir():
        if moves:
            raise Failure("--moves prints the decisions of one record, and not of a folder")
        _review_folder(file, order, out, jobs, engine, as_json, notes)
        return
    if out is not None or engine is Where.RAY:
        option = "--out" if out is not None else "--engine ray"
        raise Failure(f"{option} needs a folder of records, and {file} is none")
    _review_one(file, order, jobs or os.cpu_count() or 1, as_json, moves, notes)


def _review_one(
    file: Path, order: Order, threads: int, as_json: bool, every: bool, notes: Console
) -> None:
    from whistlestop.analysis.document import document
    from whistlestop.analysis.review import reviewed_moves, summed_up
    from whistlestop.arena.reviews import bots_of
    from whistlestop.cli.review_report import print_review
    from whistlestop.judge.continuation import LINE

    text = saving.read_standard_input() if str(file) == "-" else saving.read(file)
    compile_rules(notes)
    reader, game = _game(file, text, order.edition)
    if not game.length:
        raise Failure(f"{file}: {_NO_MOVES}")
    compile_players(notes, ["planner"])
    found: list[ReviewedMove] = []
    interrupted = False
    effort = replace(order.effort, threads=threads)
    line = LINE if as_json else 0
    with bar(notes, "moves reviewed", game.length) as advance:
        try:
            for move in reviewed_moves(game, effort, seed=order.seed, line=line):
                found.append(move)
                advance(1)
        except KeyboardInterrupt:
            interrupted = True
    if not found:
        raise Failure("interrupted before a move was reviewed", status=130)
    summary = summed_up(game, found)
    if as_json:
        written = document(summary, order.effort, order.seed, bots_of(reader))
        print(msgspec.json.encode(written).decode())
    else:
        print_review(console_of_figures(), summary, bots_of(reader), every)
    if interrupted:
        notes.print(f"Interrupted: {len(found)} of {game.length} moves are reviewed.")
        raise typer.Exit(130)


def _game(file: Path, text: str, edition: Edition | None) -> tuple[Reader, Game]:
    """Read a record to its end. Return its reader and its game.

    Args:
        file: the path of the record, for error messages.
        text: the record.
        edition: the edition of the record, if it is not built in.

    Raises:
        Failure: the record has a fault.
    """
    from whistlestop.play.record import Reader, RecordError

    reader = Reader(text, edition)
    try:
        return reader, reader.game()
    except RecordError as error:
        raise Failure(f"{file}, {error}", status=1) from error


def _review_folder(
    folder: Path,
    order: Order,
    out: Path | None,
    jobs: int | None,
    engine: Where,
    as_json: bool,
    notes: Console,
) -> None:
    from whistlestop.arena.processes import EngineError
    from whistlestop.arena.reviews import SUFFIX, local, on_ray, read_review, totals
    from whistlestop.cli.review_report import print_totals

    if out is None:
        raise Failure("name a folder for the reviews with --out, such as --out reviews")
    compile_rules(notes)
    compile_players(notes, ["planner"])
    faults: list[str] = []
    tasks, done = _tasks(folder, order, out, faults)
    if not tasks and not done and not faults:
        raise Failure(f"there are no *.record files below {folder}")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(f"cannot write to the folder {out}: {error.strerror or error}") from error
    interrupted = False
    try:
        results = (
            on_ray(order, jobs, tasks)
            if engine is Where.RAY
            else local(order, jobs or os.cpu_count() or 1, tasks)
        )
        with bar(notes, "games reviewed", len(tasks)) as advance:
            try:
                for name, text in results:
                    saving.write(out / f"{name}{SUFFIX}", text.decode())
                    done.append(name)
                    advance(1)
            except KeyboardInterrupt:
                interrupted = True
    except EngineError as error:
        raise Failure(str(error)) from error
    found = [one for name in sorted(done) if (one := read_review(out / f"{name}{SUFFIX}"))]
    summed = totals(found)
    if as_json:
        print(msgspec.json.encode([asdict(total) for total in summed]).decode())
    elif summed:
        print_totals(console_of_figures(), summed)
    for fault in faults:
        notes.print(fault, markup=False, highlight=False)
    if interrupted:
        notes.print("Interrupted. Run the command again to review the remaining games.")
        raise typer.Exit(130)
    if faults:
        raise typer.Exit(1)


def _tasks(
    folder: Path, order: Order, out: Path, faults: list[str]
) -> tuple[list[Task], list[str]]:
    """Find the records that are still to be reviewed.

    Args:
        folder: the folder of the records.
        order: the settings of the reviews. A review with other settings does not count as done.
        out: the folder of the reviews.
        faults: receives a sentence for each record that cannot be reviewed.

    Returns:
        The records to review, and the names of those that are reviewed already.
    """
    from whistlestop.arena.reviews import SUFFIX, Task, bots_of, matches, read_review

    tasks: list[Task] = []
    done: list[str] = []
    for file in sorted(folder.rglob("*.record")):
        name = file.relative_to(folder).with_suffix("").as_posix()
        try:
            text = saving.read(file)
            reader, game = _game(file, text, order.edition)
        except Failure as failure:
            faults.append(str(failure))
            continue
        if not game.length:
            faults.append(f"{file}: {_NO_MOVES}")
            continue
        found = read_review(out / f"{name}{SUFFIX}")
        if found is not None and matches(found, game, bots_of(reader), order):
            done.append(name)
        else:
            tasks.append(Task(name, text))
    return tasks, done
