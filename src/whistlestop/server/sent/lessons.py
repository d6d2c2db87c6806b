"""Lessons as the page gets them, without the moves of the other player."""

from __future__ import annotations

from msgspec import Struct

from whistlestop.play import lessons
from whistlestop.play.lessons.lesson import LessonKind


class LessonTitle(Struct, frozen=True):
    """A lesson in a list, without its steps. The page's language catalogues have its title."""

    name: str
    """The name of the lesson. The path of the lesson's page is `/learn/NAME`."""
    edition: str
    """The name of the edition that is played."""
    kind: LessonKind
    """`first_game` = a whole game for beginners; `board` = an introduction to a board."""
    minutes: int
    """About how many minutes the lesson takes."""


class LessonStep(Struct, frozen=True):
    """A step of a lesson."""

    text: str
    """The second part of the key of the step's text in the page's language catalogues. The first
    part is the lesson's name: `NAME.TEXT`."""
    expect: str | None
    """The only action that the step accepts, in the words of the notation; null = the step is only
    read."""
    point: tuple[str, ...]
    """What the page points at: a part of the page, such as `hand`, or a kind of thing and its code,
    such as `route DEN-OMA`."""
    values: dict[str, int | str]
    """The values for the placeholders of the step's text, by name: a number, or a kind of thing and
    its code, such as `route DEN-OMA`."""


class Lesson(LessonTitle, frozen=True):
    """A lesson with its steps."""

    steps: tuple[LessonStep, ...]
    """The steps of the lesson, the first step first."""


def title_sent(taught: lessons.Lesson) -> LessonTitle:
    """Return a lesson without its steps, for lists."""
    return LessonTitle(taught.name, taught.edition.name, taught.kind, taught.minutes)


def lesson_sent(taught: lessons.Lesson) -> Lesson:
    """Return a lesson with its steps."""
    steps = tuple(
        LessonStep(step.text, step.expect, step.point, step.values) for step in taught.steps
    )
    return Lesson(taught.name, taught.edition.name, taught.kind, taught.minutes, steps)
