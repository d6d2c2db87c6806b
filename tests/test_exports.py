"""What the documentation names can be imported from the package itself."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import get_args

import whistlestop
from whistlestop import actions, errors

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PUBLIC = {
    name
    for module in (actions, errors)
    for name, value in vars(module).items()
    if inspect.isclass(value) and value.__module__ == module.__name__
}
"""Every class that users of the package meet by name: its actions and its errors."""


def imported(text: str) -> set[str]:
    """The names that the Python examples of a page import from the package."""
    found: set[str] = set()
    for line in re.findall(r"^(?:>>> )?(from whistlestop import .+)$", text, re.MULTILINE):
        (statement,) = ast.parse(line).body
        assert isinstance(statement, ast.ImportFrom)
        found |= {alias.name for alias in statement.names}
    return found


def test_what_the_pages_name_is_exported() -> None:
    named: set[str] = set()
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        named |= imported(text) | ({*re.findall(r"\b[A-Z][A-Za-z]+\b", text)} & PUBLIC)
    assert {"Game", "PaySurcharge", "MalformedAction", "read_record"} <= named
    modules = {"drawing"}
    assert named - modules - {*whistlestop.__all__} == set()


def test_every_action_and_every_error_is_exported() -> None:
    assert {kind.__name__ for kind in get_args(actions.Action)} <= PUBLIC
    assert PUBLIC - {*whistlestop.__all__} == set()


def test_every_export_can_be_had() -> None:
    for name in whistlestop.__all__:
        assert getattr(whistlestop, name) is not None
    assert {*whistlestop.__all__} <= {*dir(whistlestop)}
