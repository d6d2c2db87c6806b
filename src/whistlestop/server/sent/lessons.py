"""Lessons as the page gets them, without the moves of the other player."""

from __future__ import annotations

from typing import Any

from whistlestop.play.lessons import Lesson, Step


def title_data(taught: Lesson) -> dict[str, Any]:
    """Return what lists show of a lesson. The page's catalogues have its title."""
    return {
        "name": taught.name,
        "edition": taught.edition.name,
        "kind": taught.kind,
        "minutes": taught.minutes,
    }


def lesson_data(taught: Lesson) -> dict[str, Any]:
    """Return a lesson with its steps as JSON data."""
    return {**title_data(taught), "steps": [_step(step) for step in taught.steps]}


def _step(step: Step) -> dict[str, Any]:
    return {
        "text": step.text,
        "expect": step.expect,
        "point": step.point,
        "values": step.values,
    }
