"""Each ticket on offer has a colour and a letter of its own, the same on card and map."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, start_game
from tests.web.watching import accessibility_faults

MARKS = """() => [...document.querySelectorAll('.board-sheet .offer-mark')].map((group) => ({
  letters: [...group.querySelectorAll('text')].map((text) => text.textContent),
  faint: group.classList.contains('faint'),
  colours: [...group.querySelectorAll('.offer-ring')].map((one) => getComputedStyle(one).stroke),
  rings: [...group.querySelectorAll('.offer-ring')].map((one) =>
    ['cx', 'cy', 'r'].map((name) => Number(one.getAttribute(name)))),
  discs: [...group.querySelectorAll('.offer-disc')].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2, width];
  }),
}))"""


def marks(page: Page) -> list[dict[str, Any]]:
    """Return the marks on the map for the tickets on offer."""
    page.locator(".board-sheet .offer-disc").first.wait_for(timeout=SETTLE)
    return page.evaluate(MARKS)


def cards(page: Page) -> list[dict[str, str]]:
    """Return the letter and the colours of each ticket's card."""
    return page.locator(".offer .ticket-button").evaluate_all(
        """(buttons) => buttons.map((button) => {
          const letter = button.querySelector('.offer-letter');
          return {
            letter: letter.textContent,
            colour: getComputedStyle(letter).backgroundColor,
            map: getComputedStyle(button.querySelector('.ticket-mark')).fill,
          };
        })"""
    )


@pytest.mark.parametrize(
    ("edition", "width", "height"), [("switzerland", 1280, 720), ("usa", 390, 844)]
)
def test_a_ticket_on_offer_has_one_colour_and_letter_everywhere(
    open_page: OpenPage, edition: str, width: int, height: int
) -> None:
    page = open_page(width=width, height=height)
    start_game(page, edition)
    page.emulate_media(color_scheme="light")
    by_day = check_offer(page)
    page.emulate_media(color_scheme="dark")
    assert by_day.isdisjoint(check_offer(page)), "the dark page has colours of its own"


def check_offer(page: Page) -> set[str]:
    """Check that cards and marks on the map agree and are legible. Return the tickets' colours."""
    shown, drawn = cards_when_there(page), marks(page)
    assert len(drawn) == len(shown) >= 3
    for at, (card, mark) in enumerate(zip(shown, drawn, strict=True)):
        assert card["letter"] == "ABCDE"[at]
        assert set(mark["letters"]) == {card["letter"]}
        assert set(mark["colours"]) == {card["colour"]} == {card["map"]}
        # A letter for a city or a country; rings round all the border points of a country.
        assert len(mark["rings"]) >= len(mark["letters"]) >= 2
        assert not mark["faint"]
    assert len({card["colour"] for card in shown}) == len(shown)
    # No ring lies on another, and every letter can be read.
    rings = [tuple(ring) for mark in drawn for ring in mark["rings"]]
    assert len(set(rings)) == len(rings)
    assert all(disc[2] >= 16 for mark in drawn for disc in mark["discs"])
    assert accessibility_faults(page) == []
    return {card["colour"] for card in shown}


def cards_when_there(page: Page) -> list[dict[str, str]]:
    """Wait for the tickets on offer. Return the letter and the colours of each card."""
    page.locator(".offer .ticket-button").first.wait_for(timeout=SETTLE)
    return cards(page)


def test_a_ticket_that_is_pointed_at_or_kept_stands_out(open_page: OpenPage) -> None:
    page = open_page()
    start_game(page, "usa")
    cards_when_there(page)
    discs = [disc for mark in marks(page) for disc in mark["discs"]]
    for (ax, ay, wide), (bx, by, _) in combinations(discs, 2):
        assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 >= 0.7 * wide, "letters hide one another"
    buttons = page.locator(".offer .ticket-button")
    groups = page.locator(".board-sheet .offer-mark")
    expect(groups).to_have_count(3, timeout=SETTLE)
    page.mouse.move(2, 2)
    expect(page.locator(".offer-mark.faint")).to_have_count(0)
    buttons.nth(1).hover()
    expect(page.locator(".offer-mark.faint")).to_have_count(2)
    expect(page.locator(".offer-mark:not(.faint)")).to_contain_text("B")
    buttons.nth(0).click()
    buttons.nth(2).click()
    page.mouse.move(2, 2)
    buttons.nth(2).blur()
    expect(page.locator(".offer-mark.faint")).to_have_count(1)
    expect(page.locator(".offer-mark.faint")).to_contain_text("B")
    # Nothing is left of them when the choice is made.
    page.locator(".tray .main").click()
    expect(groups).to_have_count(0, timeout=SETTLE)
