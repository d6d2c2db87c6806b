"""How far a lesson's game has followed the lesson, computed from the moves of the game."""

from __future__ import annotations

from dataclasses import dataclass

from whistlestop.play.lessons import LessonError, lesson
from whistlestop.server.table.table import Table


@dataclass(frozen=True, slots=True)
class Guide:
    """How far a game has followed its lesson: the next step, and the next move."""

    step: int
    """The step to do next, counted from 0; the number of steps if all have been done."""
    due: tuple[int, str] | None
    """The seat and the action of the next move that the lesson asks for.

    The action is text in the notation of records.

    None if all moves of the lesson have been made. The learner then plays on freely.
    """


def guide_of(table: Table) -> Guide | None:
    """Return how far a table's game has followed its lesson.

    Returns:
        None if the table has no lesson or no game, or if the game differs from the lesson. The game
        differs, for example, after a bot took the learner's seat and moved, or after an update of
        the program that changed the lesson or the deal.
    """
    if table.lesson is None or table.game is None:
        return None
    try:
        taught = lesson(table.lesson)
    except (KeyError, LessonError):
        return None
    made = table.game.length
    if made < len(taught.before):
        # Moves that the lesson makes in advance were taken back.
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
