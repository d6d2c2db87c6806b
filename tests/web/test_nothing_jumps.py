"""Board, display, hand and deck stay where they are through a whole turn, whatever is said."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.fitting import LETTERS_ARE_LATE, everywhere
from tests.web.playing import AT_HAND, SETTLE, Clicker
from tests.web.staging import Stage, rehearse
from tests.web.test_at_hand import update
from tests.web.watching import expect_fault
from whistlestop import ClaimRoute

PARTS = """() => Object.fromEntries(
  [".board-frame", ".supply", '[data-place="slot-0"]', '[data-place="deck"]', ".hand", ".players"]
    .map((part) => {
      const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
      return [part, [x, y, width, height].map(Math.round).join(" ")];
    }),
)"""


def boxes(page: Page) -> list[str]:
    """Where the parts of the table are."""
    # A card below the pointer is raised.
    page.mouse.move(2, 2)
    page.evaluate("() => scrollTo(0, 0)")
    found: dict[str, str] = page.evaluate(PARTS)
    return [f"{part}: {box}" for part, box in found.items()]


def draw(page: Page) -> None:
    """Draw from the deck and wait until that has come."""
    mark = Clicker(page).mark()
    page.locator(f'[data-place="deck"]{AT_HAND}').click()
    expect(page.locator("[data-version]")).not_to_have_attribute("data-version", mark or "")


def whole_turn(first: Page, second: Page) -> Iterator[tuple[str, Page]]:
    """Everything that can be said to two people in a turn of drawing."""
    first.locator(".moves").wait_for(timeout=SETTLE)
    second.locator(".turn-area:not(.mine)").wait_for(timeout=SETTLE)
    yield "turn", first
    yield "another's turn", second
    draw(first)
    yield "second card", first
    yield "another's second card", second
    expect_fault(first, "422")
    first.locator('.slot[aria-disabled="true"]').first.click(force=True)
    first.locator(".problem").wait_for(timeout=SETTLE)
    yield "refusal", first
    first.locator(".problem .close").click()
    first.locator(".menu > summary").click()
    table, known = first.url.rpartition("/")[2], update(first)
    asked = first.request.post(
        f"/api/tables/{table}/take-back",
        headers={"X-Requested-With": "whistlestop"},
        data={"ask": True, "version": known["version"]},
    )
    assert asked.ok, asked.text()
    first.keyboard.press("Escape")
    for page in (first, second):
        page.locator(".take-back-asked").wait_for(timeout=SETTLE)
    yield "request", first
    yield "request of another", second
    second.locator(".take-back-answers button").last.click()
    for page in (first, second):
        expect(page.locator(".take-back-asked")).to_have_count(0, timeout=SETTLE)
    draw(first)
    second.locator(".moves").wait_for(timeout=SETTLE)
    yield "turn", second
    yield "another's turn", first


def test_nothing_jumps(open_page: OpenPage, stage: Stage) -> None:
    first, second = (open_page(base_url=stage.url, width=390, height=844) for _ in range(2))
    table = stage.set_up(
        first, rehearse("usa", lambda _, move: isinstance(move.action, ClaimRoute)), second
    )
    for page in (first, second):
        page.add_init_script(LETTERS_ARE_LATE)
        page.goto(f"/t/{table}")
    known: dict[Page, dict[str, list[str]]] = {}
    jumps: list[str] = []
    for moment, page in whole_turn(first, second):
        found = everywhere(page, boxes)
        before = known.setdefault(page, found)
        jumps += [
            f"{moment}, {where}: {old} → {new}"
            for where, now in found.items()
            for old, new in zip(before[where], now, strict=True)
            if old != new
        ]
    assert not jumps, "\n".join(jumps)
