"""What workers do: read the files that strangers send, arrange the boards in them, and decide.

A task goes to a worker process as JSON, and so does the answer back: nothing that comes from a
process in which a stranger's file was read is more than text, and the server checks it on arrival.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from whistlestop.editions.load import EditionError, loads, names
from whistlestop.editions.model import Edition

OWN_FILE: Final = "edition.toml"
"""What faults call the file of an own edition."""


# Tasks ----------------------------------------------------------------------------------------


class CheckEdition(Struct, tag="check_edition", frozen=True):
    """Look for faults in the file of an edition."""

    text: str


class ReplayRecord(Struct, tag="replay_record", frozen=True):
    """Replay a record, of a built-in edition or of one whose file came with it."""

    record: str
    edition_text: str | None


class ArrangeBoard(Struct, tag="arrange_board", frozen=True):
    """Arrange the board of an edition."""

    edition: Edition


class Decide(Struct, tag="decide", frozen=True):
    """Decide as a bot does, at once."""

    bot: str
    """The name of a bot that decides by a policy."""
    seed: int
    position: str
    """What its seat sees, as the text of a position."""
    edition: Edition | None
    """The edition, if it is none of the built-in ones."""


Task = CheckEdition | ReplayRecord | ArrangeBoard | Decide

SECONDS: Final[dict[type[Task], float]] = {
    CheckEdition: 10,
    ReplayRecord: 60,
    ArrangeBoard: 300,
    Decide: 60,
}
"""Computing time that each task may take at most."""


class Order(Struct, frozen=True):
    """A task with its limits, as it is sent to a worker."""

    task: Task
    seconds: int
    """Computing time that it may take."""
    megabytes: int
    """Memory that it may take besides what the worker takes without it."""


# Answers --------------------------------------------------------------------------------------


class Ready(Struct, tag="ready", frozen=True):
    """The worker waits for its first task."""


class GoodEdition(Struct, tag="good_edition", frozen=True):
    """The file of an edition has no faults."""


class ToldFault(Struct, frozen=True):
    """One fault of an edition's file, for other languages."""

    line: int | None
    place: str
    code: str
    values: dict[str, Any]


class BadEdition(Struct, tag="bad_edition", frozen=True):
    """The file of an edition has faults."""

    faults: list[str]
    told: list[ToldFault]
    more: bool
    """Whether there are further faults."""


class BadRecord(Struct, tag="bad_record", frozen=True):
    """A record is damaged, or of an edition that is not at hand."""

    line: int
    column: int
    reason: str
    fault: str
    values: dict[str, Any]
    edition: str | None = None
    """The name of the edition whose file is missing."""
    board: str | None = None
    """The built-in edition of the game, if it had begun."""
    seats: list[str] = []
    """The players' names in that game."""


class ReplayedMove(Struct, array_like=True, frozen=True):
    """A move of a record."""

    seat: int
    action: str
    outcomes: list[str]


class Replayed(Struct, tag="replayed", frozen=True):
    """A record that was verified from its first line to its last."""

    edition: str
    """The name of the edition."""
    seats: list[str]
    bots: list[str]
    """For every seat the name of its bot, or nothing for a person; empty if the record has none."""
    starter: int | None
    """The seat that begins, or null: drawn by lot."""
    dealt: list[str]
    moves: list[ReplayedMove]


class Arranged(Struct, tag="arranged", frozen=True):
    """The layout of a board, as the text of a layout file."""

    layout: str


class Decided(Struct, tag="decided", frozen=True):
    """The action that was decided on, in words."""

    action: str


class OutOfMemory(Struct, tag="out_of_memory", frozen=True):
    """The task takes more memory than it may."""


class Failed(Struct, tag="failed", frozen=True):
    """The task met a fault of the program."""

    trace: str


_Done = GoodEdition | BadEdition | BadRecord | Replayed | Arranged | Decided
Answer = Ready | _Done | OutOfMemory | Failed

to_order: Final = msgspec.json.Decoder(Order).decode
to_answer: Final = msgspec.json.Decoder[Answer](Answer).decode
encode: Final = msgspec.json.encode


# Doing them -----------------------------------------------------------------------------------


def prepare(task: Task) -> None:
    """Load what a task needs, and compile it if need be; the limits of the task come after that."""
    match task:
        case CheckEdition():
            pass
        case ReplayRecord():
            from whistlestop.game import Game

            game = Game.new("usa", 2, seed=0)
            game.play(game.legal_actions(0)[0], 0)
        case ArrangeBoard():
            from whistlestop.drawing.layout.arrange import prepare

            prepare()
        case Decide():
            pass


def do(task: Task) -> Answer:
    """Do a task; what can be wrong with a stranger's file is an answer like others."""
    match task:
        case CheckEdition():
            return _check(task)
        case ReplayRecord():
            return _replay(task)
        case ArrangeBoard():
            from whistlestop.drawing.layout.layout import layout_of, write

            return Arranged(write(task.edition, layout_of(task.edition)))
        case Decide():
            from whistlestop.bots.registry import policy_bot
            from whistlestop.position import read_view

            view = read_view(task.position, edition=task.edition)
            return Decided(str(policy_bot(task.bot, task.seed).decide(view)))


def _check(task: CheckEdition) -> GoodEdition | BadEdition:
    try:
        loads(task.text, OWN_FILE)
    except EditionError as error:
        return bad_edition(error)
    return GoodEdition()


def bad_edition(error: EditionError) -> BadEdition:
    """The faults of an edition's file."""
    told = [ToldFault(one.line, one.place, one.code, dict(one.values or {})) for one in error.told]
    return BadEdition([*error.faults], told, error.more)


def _replay(task: ReplayRecord) -> Replayed | BadRecord | BadEdition:
    from whistlestop.record import Reader, RecordError

    edition: Edition | None = None
    if task.edition_text is not None:
        try:
            edition = loads(task.edition_text, OWN_FILE)
        except EditionError as error:
            return bad_edition(error)
    try:
        headers = Reader(task.record).headers()
        # Built-in editions only: elsewhere a name may also be a file to read.
        if edition is None and headers.edition not in names():
            return _of_another(task.record, headers.edition)
        game = Reader(task.record, edition).game()
    except RecordError as error:
        begun = error.game
        known = edition is None and begun is not None and begun.edition.name in names()
        return BadRecord(
            error.line,
            error.column,
            error.reason,
            error.code,
            dict(error.values),
            board=begun.edition.name if begun is not None and known else None,
            seats=[*begun.seats] if begun is not None and known else [],
        )
    return Replayed(
        edition=game.edition.name,
        seats=[*game.seats],
        bots=[*headers.bots],
        starter=None if game.starter_drawn else game.starter,
        dealt=[chance.word for chance in game.dealt],
        moves=[
            ReplayedMove(move.seat, str(move.action), [chance.word for chance in move.outcomes])
            for move in game.moves
        ],
    )


def _of_another(record: str, edition: str) -> BadRecord:
    """The record is of an edition whose file did not come with it."""
    lines = record.removeprefix("\ufeff").splitlines()
    line = next(at for at, words in enumerate(lines, 1) if words.startswith("edition:"))
    reason = "The server does not have this edition; send its file with the record."
    return BadRecord(line, 1, reason, "own_edition", {}, edition=edition[:64])
