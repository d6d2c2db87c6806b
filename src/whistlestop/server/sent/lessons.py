"""Lessons as the page gets them: never what the other player is going to do."""

from __future__ import annotations

from typing import Any

from whistlestop.lessons import Lesson, Step


def title_data(taught: Lesson) -> dict[str, Any]:
    """What lists show of a lesson; its title is in the catalogues."""
    return {
        "name": taught.name,
        "edition": taught.edition.name,
        "kind": taught.kind,
        "minutes": taught.minutes,
    }


def lesson_data(taught: Lesson) -> dict[str, Any]:
    """A lesson with its steps."""
    return {**title_data(taught), "steps": [_step(step) for step in taught.steps]}


def _step(step: Step) -> dict[str, Any]:
    return {
        "text": step.text,
        "expect": step.expect,
        "point": step.point,
        "values": step.values,
    }
