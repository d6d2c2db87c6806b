"""Lessons: guided first games, and introductions to each board. Each lesson is one TOML file.

A lesson has a seed, moves that are made in advance, and steps. A step shows a text, points at a
part of the page, and may ask for one action. The texts of steps are in `language/lessons/`.
`docs/lessons.md` explains every key.
"""

from whistlestop.play.lessons.lesson import (
    LEARNER,
    Lesson,
    LessonError,
    Step,
    lesson,
    lesson_names,
    lessons_in,
)
from whistlestop.play.lessons.rehearsal import rehearse

__all__ = [
    "LEARNER",
    "Lesson",
    "LessonError",
    "Step",
    "lesson",
    "lesson_names",
    "lessons_in",
    "rehearse",
]
