"""Check that the moves of a lesson can be played."""

from __future__ import annotations

from whistlestop.errors import ActionError
from whistlestop.play.game import Game
from whistlestop.play.lessons.lesson import LEARNER, SEATS, Lesson, LessonError


def rehearse(lesson: Lesson, steps: int | None = None) -> Game:
    """Play the moves of a lesson on the engine, and return the game.

    Args:
        lesson: the lesson.
        steps: how many of the lesson's steps to play. The default is all.

    Raises:
        LessonError: a move is not legal, or is not in the notation of records, or the learner has
            nothing to decide after the last move although the game is not over.
    """
    game = Game.new(lesson.edition, SEATS, seed=lesson.seed, starter=LEARNER)
    for number, (seat, words) in enumerate(lesson.before, start=1):
        _play(game, seat, words, f"{lesson.name}, move {number} before")
    for number, step in enumerate(lesson.steps[:steps], start=1):
        where = f"{lesson.name}, step {number} ({step.text})"
        if step.expect is None:
            continue
        _play(game, LEARNER, step.expect, where)
        for words in step.reply:
            _play(game, 1 - LEARNER, words, f"{where}, reply")
    if not game.over and LEARNER not in game.deciding:
        raise LessonError(f"{lesson.name}: in the end it is not the learner's turn")
    return game


def _play(game: Game, seat: int, words: str, where: str) -> None:
    """Play a move. Raise `LessonError` if it is illegal or not in the notation of records.

    The error message begins with `where`.
    """
    if words not in game.choices(seat):
        try:
            game.copy().play(words, seat)
        except ActionError as error:
            raise LessonError(f"{where}: {words!r} is not possible: {error}") from error
        raise LessonError(f"{where}: records write {words!r} otherwise")
    game.play(game.choices(seat)[words], seat)
