"""Lessons as the page gets them, without the moves of the other player."""

from __future__ import annotations

from msgspec import Struct

from whistlestop.play import lessons
from whistlestop.play.lessons.lesson import LessonKind


class LessonTitle(Struct, frozen=True):
    """What lists show of a lesson. The page's catalogues have its title."""

    name: str
    """The name of the lesson, which addresses contain."""
    edition: str
    """The name of the edition that is played."""
    kind: LessonKind
    """What the lesson is for."""
    minutes: int
    """About how many minutes the lesson takes."""


class LessonStep(Struct, frozen=True):
    """A step of a lesson."""

    text: str
    """With the lesson's name, the key of the text in the language catalogues."""
    expect: str | None
    """The only action that is accepted, in the words of the notation; null = there is only
    something to read."""
    point: tuple[str, ...]
    """Parts of the page, or things: `hand`, `route DEN-OMA`."""
    values: dict[str, int | str]
    """The values that fill the placeholders of the text: numbers, or things."""


class Lesson(LessonTitle, frozen=True):
    """A lesson with its steps."""

    steps: tuple[LessonStep, ...]
    """The steps, in order."""


def title_sent(taught: lessons.Lesson) -> LessonTitle:
    """Return what lists show of a lesson."""
    return LessonTitle(taught.name, taught.edition.name, taught.kind, taught.minutes)


def lesson_sent(taught: lessons.Lesson) -> Lesson:
    """Return a lesson with its steps."""
    steps = tuple(
        LessonStep(step.text, step.expect, step.point, step.values) for step in taught.steps
    )
    return Lesson(taught.name, taught.edition.name, taught.kind, taught.minutes, steps)
