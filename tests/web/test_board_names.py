"""The board has its names in the reader's language, and nothing covers them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, start_game
from tests.web.test_language import CODES, catalogue, places, printed
from whistlestop.drawing import lettering
from whistlestop.drawing.layout.layout import TOKEN, Box, Label, Layout, label_box, layout_of
from whistlestop.drawing.layout.overlaps import overlaps
from whistlestop.editions.load import load
from whistlestop.editions.model import Edition

LINES = """() => {
  const lines = (of) => of.map((line) => {
    const wide = line.getComputedTextLength();
    return {
      words: line.textContent,
      left: Number(line.getAttribute("x")) - wide / 2,
      right: Number(line.getAttribute("x")) + wide / 2,
      base: Number(line.getAttribute("y")),
      size: parseFloat(getComputedStyle(line).fontSize),
      squeezed: line.hasAttribute("textLength"),
    };
  });
  const board = document.querySelector(".board-sheet svg");
  const names = [...board.querySelectorAll(".city")].map((city) => [
    city.id.slice("city-".length),
    lines([...city.querySelectorAll(":scope > text:not([class])")]),
  ]);
  const countries = lines([...board.querySelectorAll(".country")]);
  return {cities: Object.fromEntries(names), countries};
}"""

FRAMES = """async () => {
  for (let seen = 0; seen < 3; seen += 1) await new Promise(requestAnimationFrame);
}"""
"""Wait for three animation frames, so that changes are drawn."""

Line = dict[str, Any]

LARGE: dict[str, Any] = {"width": 1900, "height": 1500}
"""A window so large that no name on any board has to be enlarged."""


def words(lines: Iterable[Line]) -> str:
    return " ".join(line["words"] for line in lines).replace("- ", "-")


def names_of(edition: Edition, shown: dict[str, Any]) -> dict[str, str]:
    """Return the shown name of every place, by its code. Countries are in capitals."""
    found = {code: words(lines) for code, lines in shown["cities"].items()}
    for country, line in zip(edition.countries, shown["countries"], strict=True):
        found[country.code] = line["words"]
    return found


def expected_names(edition: Edition, code: str) -> dict[str, str]:
    names = printed(edition.name) | places(code).get(edition.name, {})
    for country in edition.countries:
        names[country.code] = names[country.code].upper()
    return names


def board_in(page: Page, edition: Edition, code: str) -> dict[str, Any]:
    """Switch the page to a language. Return the names on the board, when they have changed."""
    page.locator(".menu > summary").click()
    page.locator(".menu select:has(option[lang])").select_option(code)
    page.keyboard.press("Escape")
    expected = expected_names(edition, code)
    for _ in range(SETTLE // 50):
        shown: dict[str, Any] = page.evaluate(LINES)
        if names_of(edition, shown) == expected:
            return shown
        page.evaluate(FRAMES)
    shown = page.evaluate(LINES)
    assert names_of(edition, shown) == expected
    return shown


def open_board(page: Page, edition: str) -> Edition:
    start_game(page, edition)
    page.locator(".board-sheet svg").wait_for(timeout=SETTLE)
    return load(edition)


def box(lines: list[Line]) -> Box:
    left, right = min(line["left"] for line in lines), max(line["right"] for line in lines)
    top = min(line["base"] - line["size"] * lettering.CAP for line in lines)
    bottom = max(line["base"] + line["size"] * 0.22 for line in lines)
    return Box((left + right) / 2, (top + bottom) / 2, right - left, bottom - top)


def relabelled(edition: Edition, shown: dict[str, Any]) -> Layout:
    """Return the layout of the board with its names at the positions that the page has chosen."""
    layout = layout_of(edition)
    labels: list[Label] = []
    for number, (city, label) in enumerate(zip(edition.cities, layout.labels, strict=True)):
        lines = shown["cities"][city.code]
        now = box(lines)
        if city.merchandise:
            # The token stays where it is, before the name.
            wide, high = label_box(edition, number, len(label.lines), layout.label_size)
            left = label.box.x - wide / 2
            assert now.left > left + TOKEN - 2, city.name
            right = max(left + TOKEN, now.left + now.width)
            now = Box((left + right) / 2, now.y, right - left, min(high, now.height))
        labels.append(Label(tuple(line["words"] for line in lines), now))
    countries = tuple(Label((line["words"],), box([line])) for line in shown["countries"])
    return replace(layout, labels=tuple(labels), countries=countries)


def test_names_on_the_board_follow_the_language(open_page: OpenPage) -> None:
    page = open_page(**LARGE, locale="en-GB")
    edition = open_board(page, "germany")
    german = board_in(page, edition, "de")
    italian = board_in(page, edition, "it")
    assert words(italian["cities"]["MUN"]) == "Monaco di Baviera"
    assert words(italian["cities"]["KON"]) == "Costanza"
    # Back again, everything is as it was printed.
    assert board_in(page, edition, "de") == german
    assert not any(line["squeezed"] for lines in german["cities"].values() for line in lines)
    # A language speaks on after the board was left and opened again.
    board_in(page, edition, "it")
    for checked in (True, False):
        page.locator(".menu > summary").click()
        page.locator(".menu label", has_text="testo").locator("input").set_checked(checked)
        page.keyboard.press("Escape")
    page.locator(".board-sheet svg").wait_for(timeout=SETTLE)
    assert board_in(page, edition, "it") == italian


TITLE = """() => {
  const title = document.querySelector(".board-sheet .title");
  const text = title.querySelector("text.local-title");
  const outlines = getComputedStyle(title.querySelector(".outlined")).display !== "none";
  const box = title.querySelector(".cartouche").getBBox();
  const { x, width } = (text ?? title).getBBox();
  const beside = [x - box.x, box.x + box.width - x - width];
  return {words: text?.textContent ?? "", outlines, beside};
}"""


def title_in(page: Page, edition: Edition, code: str) -> None:
    """Check that the title is in the language, and in the middle of its cartouche."""
    local = str(catalogue(code)[f"edition_title.{edition.name}"])
    title: dict[str, Any] = {}
    for _ in range(SETTLE // 50):
        title = page.evaluate(TITLE)
        if title["words"] == ("" if local == edition.title else local):
            break
        page.evaluate(FRAMES)
    assert title["words"] == ("" if local == edition.title else local)
    assert title["outlines"] == (local == edition.title)
    if title["words"]:
        expect(page.locator(".board-sheet .local-title")).to_be_visible()
        left, right = (float(space) for space in title["beside"])
        assert left > 10
        assert abs(left - right) < 2


@pytest.mark.parametrize(
    "name", ["usa", "germany", "europe", "switzerland", "india", "nordic", "london", "newyork"]
)
def test_names_and_title_in_every_language(open_page: OpenPage, name: str) -> None:
    """In every language no name covers anything, and the title is translated."""
    page = open_page(**LARGE)
    edition = open_board(page, name)
    shown: dict[str, dict[str, Any]] = {}
    for code in CODES:
        shown[code] = board_in(page, edition, code)
        title_in(page, edition, code)
        assert [str(one) for one in overlaps(edition, relabelled(edition, shown[code]))] == [], code
        for lines in shown[code]["cities"].values():
            for line in lines:
                assert line["size"] > 0.75 * layout_of(edition).label_size, line["words"]
    if name == "switzerland":
        a_long_name_is_squeezed(shown["de"], shown["fr"])
    if name == "usa":
        all_is_as_printed(edition, shown["it"])


def a_long_name_is_squeezed(german: dict[str, Any], french: dict[str, Any]) -> None:
    """Check that a long name is narrowed to fit into the space beside its city."""
    before, after = box(german["cities"]["BRI"]), box(french["cities"]["BRI"])
    assert after.width < 1.2 * before.width
    assert after.left + after.width <= before.left + before.width + 0.1, "it stays off its city"


def all_is_as_printed(edition: Edition, italian: dict[str, Any]) -> None:
    """Check that names without a translation are exactly where they are printed."""
    layout = layout_of(edition)
    for city, label in zip(edition.cities, layout.labels, strict=True):
        lines = italian["cities"][city.code]
        assert tuple(line["words"] for line in lines) == label.lines
        assert abs(box(lines).x - label.box.x) < 1
        assert abs(box(lines).width - label.box.width) < 2


@pytest.mark.parametrize("name", ["germany", "london"])
def test_the_small_picture_of_a_board_has_no_words(
    open_page: OpenPage, server: str, name: str
) -> None:
    page = open_page()
    page.set_content(page.request.get(f"{server}/drawings/{name}/thumbnail.svg").text())
    seen: list[str] = page.locator("text, .outlined, .cartouche").evaluate_all(
        """all => all
          .filter((one) => one.getBoundingClientRect().width)
          .map((one) => one.textContent)"""
    )
    # The numbers of districts are all there is to read.
    assert bool(seen) == (name == "london")
    assert all(words.isdecimal() for words in seen)


LETTERS_THAT_COME_LATE = """
  document.fonts.load = () => new Promise((come) => {
    const gone = () => {
      if (!document.querySelector(".board-sheet > svg")) come([]);
    };
    new MutationObserver(gone).observe(document, { childList: true, subtree: true });
  });"""
"""A script that lets fonts load only when the board is removed."""


def test_a_board_that_is_left_before_its_letters_are_there(open_page: OpenPage) -> None:
    """If the board is removed while its fonts are loading, no error occurs."""
    page = open_page()
    page.add_init_script(LETTERS_THAT_COME_LATE)
    start_game(page, "usa")
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    page.locator(".menu > summary").click()
    page.locator(".menu").get_by_label("Table as text").check()
    expect(page.locator(".board-sheet")).to_have_count(0)
    expect(page.locator("#text-routes")).to_be_visible()
