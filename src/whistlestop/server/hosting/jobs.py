"""The tasks of worker processes: checking files from users, arranging boards, and bots' decisions.

Tasks and answers are sent as JSON. A process in which a user's file was read can send nothing but
text, and the server checks that text when it arrives.
"""

from __future__ import annotations

from typing import Final, cast

import msgspec
from msgspec import Struct

from whistlestop.analysis.puzzles.puzzle import USUAL, Puzzle, Thoroughness
from whistlestop.editions.load import EditionError, all_names, is_built_in, loads
from whistlestop.editions.model import Edition
from whistlestop.server.errors import CodedFault, EditionValues, Values, values_sent

OWN_FILE: Final = "edition.toml"
"""The name that error messages give to the file of a user's own edition."""


# Tasks ----------------------------------------------------------------------------------------


class CheckEdition(Struct, tag="check_edition", frozen=True):
    """The task to check the file of an edition for errors."""

    text: str


class ReplayRecord(Struct, tag="replay_record", frozen=True):
    """The task to replay a record."""

    record: str
    edition_text: str | None
    """The file of the record's edition; None = a built-in edition."""


class ArrangeBoard(Struct, tag="arrange_board", frozen=True):
    """The task to arrange the board of an edition."""

    edition: Edition


class Decide(Struct, tag="decide", frozen=True):
    """The task to make a bot's decision from a policy, without search."""

    bot: str
    """The name of a bot that can decide by a policy."""
    seed: int
    position: str
    """What the bot's seat sees, as a position text."""
    edition: Edition | None
    """The edition; None = a built-in one, which the position names."""


class ConfirmPuzzle(Struct, tag="confirm_puzzle", frozen=True):
    """The task to find out whether a decision of a game is a puzzle."""

    record: str
    """The record of a game on a built-in board, at least up to the decision."""
    move: int
    """The number of moves before the decision."""
    choice: str
    """The best action of the first search, in the words of the notation."""
    how: Thoroughness = USUAL
    """How much work is done, and how much better than others the best action must be."""


Task = CheckEdition | ReplayRecord | ArrangeBoard | Decide | ConfirmPuzzle

SECONDS: Final[dict[type[Task], float]] = {
    CheckEdition: 10,
    ReplayRecord: 60,
    ArrangeBoard: 300,
    Decide: 60,
    ConfirmPuzzle: 120,
}
"""The maximum computing time for each kind of task, in seconds."""

UNHURRIED: Final[frozenset[type[Task]]] = frozenset((ConfirmPuzzle,))
"""The kinds of tasks for which nobody waits. Together, they leave one of several workers free."""


class Order(Struct, frozen=True):
    """A task with its limits, as the server sends it to a worker."""

    task: Task
    seconds: int
    """The maximum computing time, in seconds."""
    megabytes: int
    """The maximum memory, in megabytes of 2**20 bytes, besides what the worker uses before the
    task."""


# Answers --------------------------------------------------------------------------------------


class Ready(Struct, tag="ready", frozen=True):
    """The first message of a worker: it is ready for a task."""


class GoodEdition(Struct, tag="good_edition", frozen=True):
    """The answer that an edition's file has no errors."""


class BadEdition(Struct, tag="bad_edition", frozen=True):
    """The answer that an edition's file has errors."""

    faults: list[str]
    """The errors as English sentences."""
    coded: list[CodedFault]
    """The errors with their codes and values, in the order of `faults`."""
    more: bool
    """Whether there are further errors that are not listed."""


class BadRecord(Struct, tag="bad_record", frozen=True):
    """The answer that a record has an error, or that its edition is not available."""

    line: int
    column: int
    reason: str
    fault: str
    values: Values
    edition: str | None = None
    """The name of the edition whose file is missing; None = the edition is available."""
    board: str | None = None
    """The name of the edition, if it is built in and the game had begun before the error; otherwise
    None."""
    seats: list[str] = []
    """The players' names, if `board` is not None; otherwise empty."""


class ReplayedMove(Struct, array_like=True, frozen=True):
    """A move of a record: the seat, the action, and its random outcomes."""

    seat: int
    action: str
    outcomes: list[str]


class Replayed(Struct, tag="replayed", frozen=True):
    """The answer with a record that was verified from its first line to its last."""

    edition: str
    """The name of the edition."""
    seats: list[str]
    bots: list[str]
    """The name of each seat's bot, empty for a person. The list is empty if the record names no
    bots."""
    starter: int | None
    """The seat that begins; None = drawn by lot."""
    dealt: list[str]
    moves: list[ReplayedMove]


class Arranged(Struct, tag="arranged", frozen=True):
    """The answer with the layout of a board, as the text of a layout file."""

    layout: str


class Decided(Struct, tag="decided", frozen=True):
    """The answer with the action that a bot has decided on, in the words of the notation."""

    action: str


class Confirmed(Struct, tag="confirmed", frozen=True):
    """The answer whether a decision is a puzzle."""

    puzzle: Puzzle | None
    """The puzzle; None = the decision is none."""


class OutOfMemory(Struct, tag="out_of_memory", frozen=True):
    """The answer that the task needs more memory than its limit."""


class Failed(Struct, tag="failed", frozen=True):
    """The answer that the task failed because of an error in the program."""

    trace: str


_Done = GoodEdition | BadEdition | BadRecord | Replayed | Arranged | Decided | Confirmed
Answer = Ready | _Done | OutOfMemory | Failed

to_order: Final = msgspec.json.Decoder(Order).decode
to_answer: Final = msgspec.json.Decoder[Answer](Answer).decode
encode: Final = msgspec.json.encode


# Carrying out tasks ---------------------------------------------------------------------------


def prepare(task: Task) -> None:
    """Load and compile what a task needs, before the limits of the task apply."""
    match task:
        case CheckEdition():
            pass
        case ReplayRecord():
            from whistlestop.play.game import Game

            game = Game.new("usa", 2, seed=0)
            game.play(game.legal_actions(0)[0], 0)
        case ArrangeBoard():
            from whistlestop.drawing.layout.arrange import prepare

            prepare()
        case Decide():
            pass
        case ConfirmPuzzle():
            from whistlestop.bots import compilation

            compilation.load()


def do(task: Task) -> Answer:
    """Do a task, and return its answer. Errors in a user's file are answers, not exceptions."""
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
            from whistlestop.play.position import read_view

            view = read_view(task.position, edition=task.edition)
            return Decided(str(policy_bot(task.bot, task.seed).decide(view)))
        case ConfirmPuzzle():
            from whistlestop.analysis.puzzles.finding import puzzle_at
            from whistlestop.play.record import read_record

            game = read_record(task.record)
            return Confirmed(puzzle_at(game, task.move, task.choice, 0, task.how))


def _check(task: CheckEdition) -> GoodEdition | BadEdition:
    try:
        loads(task.text, OWN_FILE)
    except EditionError as error:
        return bad_edition(error)
    return GoodEdition()


def bad_edition(error: EditionError) -> BadEdition:
    """Return the errors of an edition's file as an answer."""
    coded = [
        CodedFault(fault.line, fault.place, fault.code, cast(EditionValues, fault.values or {}))
        for fault in error.told
    ]
    return BadEdition([*error.faults], coded, error.more)


def _replay(task: ReplayRecord) -> Replayed | BadRecord | BadEdition:
    from whistlestop.play.record import Reader, RecordError

    edition: Edition | None = None
    if task.edition_text is not None:
        try:
            edition = loads(task.edition_text, OWN_FILE)
        except EditionError as error:
            return bad_edition(error)
    try:
        headers = Reader(task.record).headers()
        # Only built-in names are allowed. Any other name could make the reader open a file.
        if edition is None and headers.edition not in all_names():
            return _of_another(task.record, headers.edition)
        game = Reader(task.record, edition).game()
    except RecordError as error:
        begun = error.game
        known = edition is None and begun is not None and is_built_in(begun.edition)
        return BadRecord(
            error.line,
            error.column,
            error.reason,
            error.code,
            values_sent(error.values),
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
    """Return the answer that a record cannot be read without the file of its edition.

    Args:
        record: the text of the record, whose edition is not built in.
        edition: the name of the edition, as the record gives it.
    """
    lines = record.removeprefix("\ufeff").splitlines()
    line = next(at for at, words in enumerate(lines, 1) if words.startswith("edition:"))
    reason = "The server does not have this edition; send its file with the record."
    return BadRecord(line, 1, reason, "own_edition", {}, edition=edition[:64])
