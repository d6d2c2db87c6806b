"""Checks that controls are fully visible: not cut off, and not covered by another one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from tests.web.playing import SETTLE

SIZES = [(390, 844), (360, 640), (844, 390), (1280, 720), (1440, 900)]
LANGUAGES = ("en", "de", "fr", "it", "nl")

LETTERS_ARE_LATE = "document.fonts.load = () => new Promise(() => {})"
"""A script that keeps fonts from loading. So the board places no names, which would take time."""

SPEAK = """async (code) => {
  const menu = document.querySelector(".menu select:has(option[lang])");
  if (document.documentElement.lang === code) return;
  menu.value = code;
  menu.dispatchEvent(new Event("change", { bubbles: true }));
}"""

WITHOUT_MAP = """(hidden) => {
  const sheet = new CSSStyleSheet();
  if (hidden) sheet.replaceSync(".board-sheet > svg > * { display: none }");
  document.adoptedStyleSheets = [sheet];
}"""

FRAMES = "() => new Promise((come) => requestAnimationFrame(() => requestAnimationFrame(come)))"

FAULTS = (Path(__file__).parent / "fitting.js").read_text(encoding="utf-8")


def speak(page: Page, code: str) -> None:
    """Switch a page to a language by its select box, without opening the menu."""
    page.evaluate(SPEAK, code)
    page.wait_for_function(
        "code => document.documentElement.lang === code", arg=code, timeout=SETTLE
    )


def faults_of_controls(page: Page) -> list[str]:
    """Return the faults of the visible controls: those that are cut off or covered."""
    found: list[str] = page.evaluate(FAULTS)
    return found


def everywhere(page: Page, check: Callable[[Page], list[str]]) -> dict[str, list[str]]:
    """Return what a check of parts beside the map finds in every language in every window."""
    found: dict[str, list[str]] = {}
    before = page.viewport_size
    # Painting the map again in every window costs as much as all the rest of the page. The map's
    # frame keeps its size.
    page.evaluate(WITHOUT_MAP, True)
    # Sizes within languages: to write everything anew costs a page more than to shift it.
    for code in LANGUAGES:
        speak(page, code)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(FRAMES)
            if faults := check(page):
                found[f"{width}x{height} {code}"] = faults
    assert before is not None
    page.set_viewport_size(before)
    page.evaluate(WITHOUT_MAP, False)
    return found
