"""The choice of other tickets on the start page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, start_game
from tests.web.watching import accessibility_faults


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (360, 640)])
def test_a_game_with_other_tickets(open_page: OpenPage, width: int, height: int) -> None:
    """V-11"""
    page = open_page(width=width, height=height)
    page.goto("/")
    tickets = page.get_by_role("group", name="Tickets")
    base = tickets.get_by_role("button", name="Base game 30 tickets")
    expect(base).to_have_attribute("aria-pressed", "true", timeout=SETTLE)
    expect(page.locator(".ticket-choice")).to_contain_text("10 points for the longest path")
    chosen = tickets.get_by_role("button", name="Big Cities 35 tickets")
    chosen.click()
    expect(chosen).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".ticket-choice")).to_contain_text("you get 4 tickets and keep at least 2")
    expect(page.locator(".ticket-choice")).to_contain_text("no bonus")
    expect(page.get_by_role("link", name="Rules of USA Big Cities")).to_have_attribute(
        "href", "/rules/usa-big-cities"
    )
    assert accessibility_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # A board without variants offers no choice.
    page.get_by_role("radio", name="London").check(force=True)
    expect(page.locator(".ticket-choice")).to_have_count(0)
    page.get_by_role("radio", name="USA").check(force=True)
    expect(base).to_have_attribute("aria-pressed", "true")
    chosen.click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".offer .ticket-button, .offer [data-ticket]")).to_have_count(
        4, timeout=SETTLE
    )
    expect(page.get_by_role("heading", level=1)).to_have_text("USA Big Cities")


def test_the_tickets_of_the_last_table_are_chosen_again(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    page.locator('[data-variant="1910"]').click(timeout=SETTLE)
    page.get_by_role("button", name="Start the game").click()
    page.locator(".offer").wait_for(timeout=SETTLE)
    page.goto("/")
    expect(page.locator('[data-variant="1910"]')).to_have_attribute(
        "aria-pressed", "true", timeout=SETTLE
    )
    expect(page.get_by_role("radio", name="USA")).to_be_checked()


def test_the_rules_of_a_variant(open_page: OpenPage) -> None:
    """V-10"""
    page = open_page(locale="de-DE")
    page.goto("/rules/usa-1910")
    expect(page.get_by_role("main")).to_contain_text("insgesamt 35", timeout=SETTLE)
    expect(page.get_by_role("link", name="Erstes Spiel: USA (")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (360, 640)])
def test_a_set_with_too_many_tickets_of_a_stack_cannot_be_kept(
    open_page: OpenPage, width: int, height: int
) -> None:
    """V-22"""
    page = open_page(width=width, height=height)
    start_game(page, "europe-mega", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    tickets = page.locator(".offer .ticket-button")
    expect(tickets).to_have_count(7, timeout=SETTLE)
    keep = page.locator(".tray button.main")
    for at in (0, 5, 6):
        expect(keep).to_have_text(re.compile("more"))
        tickets.nth(at).click()
    expect(keep).to_be_disabled()
    expect(keep).to_have_text("At most 1 of the stack “long”.")
    assert accessibility_faults(page) == []
    tickets.nth(6).click()
    for at in (1, 2, 3, 4):
        tickets.nth(at).click()
    expect(keep).to_have_text("Keep these 6 tickets")
    keep.click()
    expect(page.locator(".log")).to_contain_text("chosen tickets", timeout=SETTLE)
