"""Lessons: guided first games, and what is new on each board; each of them is one TOML file.

A lesson is a game from a fixed seed, moves that were made in advance, and steps: a step says
something, points at a place on the page, and may ask for one action. What a step says is in
`language/lessons/`; `docs/lessons.md` explains every key.
"""

from whistlestop.lessons.lesson import (
    LEARNER,
    Lesson,
    LessonError,
    Step,
    lesson,
    lesson_names,
    lessons_in,
)
from whistlestop.lessons.rehearsal import rehearse

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
