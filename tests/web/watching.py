"""Invisible faults of a page: errors, code that its policy refuses, and accessibility faults."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import ConsoleMessage, Error, Page

AXE = Path(__file__).parent / "vendor" / "axe.min.js"


_WATCHED: WeakKeyDictionary[Page, Watched] = WeakKeyDictionary()


class Watched:
    """A page whose errors and warnings are collected."""

    def __init__(self, page: Page) -> None:
        self.faults: list[str] = []
        self.expected: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", self._failed)
        _WATCHED[page] = self

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text}")

    def _failed(self, error: Error) -> None:
        self.faults.append(f"uncaught: {error}")

    def check(self) -> None:
        """Check that the page had no faults except expected ones."""
        faults = [
            fault for fault in self.faults if not any(part in fault for part in self.expected)
        ]
        assert faults == [], faults


def expect_fault(page: Page, part: str) -> None:
    """Expect faults whose message contains a text."""
    _WATCHED[page].expected.append(part)


_LIGHT_ALONE = {"runOnly": ["color-contrast"]}
"""The rules of axe whose results depend on the theme."""

WITHOUT_MAP = {"include": [["html"]], "exclude": [[".board-sheet svg"]]}
"""The page without its map, which is large and has the same faults in every window."""


def accessibility_faults(
    page: Page, where: dict[str, Any] | None = None, rules: dict[str, Any] | None = None
) -> list[str]:
    """What axe finds, in one line each.

    Args:
        page: the page.
        where: a part of it; None = all.
        rules: some of axe's rules; None = all.
    """
    if not page.evaluate("() => 'axe' in window"):
        # By the debugger: the page's own policy lets no foreign script in.
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate(
        "([where, rules]) => axe.run(where ?? document, {resultTypes: ['violations'], ...rules})",
        [where, rules],
    )
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


def faults_everywhere(page: Page, *, board: bool = True) -> list[str]:
    """What axe finds by day and by night, in a window as it is and in one of a phone.

    Args:
        page: the page.
        board: whether on the map, too; as long as that stays as it is, once is enough.
    """
    before = page.viewport_size
    assert before is not None
    found: list[str] = []
    where = None if board else WITHOUT_MAP
    themes = [False, True]
    for width, height in ((before["width"], before["height"]), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        # Every change of theme styles the whole page again: one is saved by going back and forth.
        for dark in themes:
            page.emulate_media(color_scheme="dark" if dark else "light")
            faults = accessibility_faults(page, where, _LIGHT_ALONE if dark else None)
            found += [f"{'dark' if dark else 'light'}, {width}: {fault}" for fault in faults]
        where = WITHOUT_MAP
        themes.reverse()
    page.set_viewport_size(before)
    page.emulate_media(color_scheme=None)
    return found
