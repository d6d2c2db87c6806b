"""A game by keyboard: the focus is never lost, and shortcuts press the things on the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import OWN_MOVES, SETTLE, first_turn, start_game


def test_the_focus_stays_in_the_game(open_page: OpenPage) -> None:
    """The focus stays on the table through all kinds of moves, made with Enter only."""
    page = open_page()
    first_turn(page)
    deck = page.locator('[data-place="deck"]')
    while not page.locator('.moves [data-opens="routes"]').count():
        draw_two(page)
        # Ready for the next turn.
        expect(deck).to_be_focused()
    page.locator('.moves [data-opens="routes"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".route-list .choice").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator('.moves [data-opens="routes"]')).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".payments .choice").first).to_be_focused()
    before = version(page)
    page.keyboard.press("Enter")
    moved_on(page, before)
    expect(page.locator(".turn")).to_be_focused()
    page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    page.keyboard.press("t")
    expect(page.locator(".tray .choice").first).to_be_focused()
    page.keyboard.press("Enter")
    ticket = page.locator(".offer .ticket-button").first
    ticket.wait_for(timeout=SETTLE)
    expect(ticket).to_be_focused()
    page.keyboard.press("Enter")
    before = version(page)
    page.locator(".tray .main").press("Enter")
    moved_on(page, before)
    expect(page.locator(".turn")).to_be_focused()


def draw_two(page: Page) -> None:
    page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    page.locator('[data-place="deck"]').focus()
    for _ in range(2):
        before = version(page)
        page.keyboard.press("Enter")
        moved_on(page, before)
    page.locator(OWN_MOVES).wait_for(timeout=SETTLE)


def version(page: Page) -> str | None:
    return page.locator("[data-version]").get_attribute("data-version")


def moved_on(page: Page, before: str | None) -> None:
    page.wait_for_function(
        "before => document.querySelector('[data-version]').dataset.version !== before",
        arg=before,
        timeout=SETTLE,
    )


def test_keys_press_what_lies_on_the_table(open_page: OpenPage) -> None:
    page = open_page(locale="de-DE")
    first_turn(page)
    page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    slot = page.locator('[data-place="slot-1"]')
    expect(slot).to_have_attribute("aria-keyshortcuts", "2")
    expect(slot).to_have_attribute("title", f"{slot.get_attribute('aria-label')} (2)")
    # Nothing happens while somebody types, or lists the keys.
    page.keyboard.press("?")
    sheet = page.locator("dialog.keys-dialog")
    expect(sheet).to_contain_text("Fahrkarten ziehen")
    before = version(page)
    page.keyboard.press("0")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert version(page) == before
    # One card for a key, however long it is held.
    page.keyboard.down("0")
    moved_on(page, before)
    before = version(page)
    page.keyboard.down("0")
    expect(page.locator(".sentence")).to_contain_text("zweite")
    page.keyboard.up("0")
    assert version(page) == before
    page.keyboard.press("0")
    moved_on(page, before)
    # Whoever does not want them switches them off where they are listed.
    page.keyboard.press("?")
    sheet.get_by_role("switch").click()
    page.keyboard.press("Escape")
    expect(page.locator("[aria-keyshortcuts]")).to_have_count(0)
    page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    before = version(page)
    page.keyboard.press("0")
    page.keyboard.press("?")
    expect(sheet).to_be_hidden()
    assert version(page) == before


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_high_contrast_marks_whose_turn_it_is_and_what_is_on(
    open_page: OpenPage, theme: str
) -> None:
    page = open_page(forced_colors="active", color_scheme=theme)
    start_game(page, "usa")
    page.locator(".offer").wait_for(timeout=SETTLE)
    outlines: list[list[str]] = page.evaluate(
        """() => [".player.deciding", ".player:not(.deciding)"].map((one) =>
          [...document.querySelectorAll(one)].map((at) => getComputedStyle(at).outlineStyle))"""
    )
    assert "solid" in outlines[0]
    assert "solid" not in outlines[1]
    page.locator(".menu > summary").click()
    switch = page.get_by_role("switch", name="Sounds")
    # Both with the pointer and the focus on it.
    pictures: set[bytes] = set()
    for _ in range(2):
        switch.click()
        pictures.add(switch.screenshot())
    assert len(pictures) == 2, "on and off are different pictures"
