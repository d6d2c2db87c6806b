"""How far the guided part of a lesson's game is: worked out from the moves, and kept nowhere."""

from __future__ import annotations

from dataclasses import dataclass

from whistlestop.lessons import LessonError, lesson
from whistlestop.server.table.table import Table


@dataclass(frozen=True, slots=True)
class Guide:
    """The lesson's word in a game that follows it."""

    step: int
    """The step whose action is due; the number of steps once all has been done."""
    due: tuple[int, str] | None
    """Seat and words of the lesson's next move; None = the players do as they like."""


def guide_of(table: Table) -> Guide | None:
    """The guide of a table; None if it has no lesson, or its game has left the lesson's way.

    It leaves it when a bot takes the learner's seat, and after an update of the program that
    brought another lesson of the same name, or deals otherwise.
    """
    if table.lesson is None or table.game is None:
        return None
    try:
        taught = lesson(table.lesson)
    except (KeyError, LessonError):
        return None
    made = table.game.length
    if made < len(taught.before):
        # Moves made in advance were taken back.
        return None
    dealt_so = table.luck is not None and table.luck.seed == taught.seed
    moves = [(move.seat, str(move.action)) for move in table.game.moves]
    if not dealt_so or moves[: len(taught.moves)] != [*taught.moves[:made]]:
        return None
    if made >= len(taught.moves):
        return Guide(len(taught.steps), None)
    seat, words = taught.moves[made]
    if words not in table.game.choices(seat):
        return None
    return Guide(taught.step_at(made), (seat, words))
