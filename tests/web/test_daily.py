"""The deal of the day, from the start page to the ranking."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import until
from tests.web.watching import expect_fault, faults_everywhere

PROOF = {"X-Requested-With": "whistlestop"}


def resigned(page: Page, table: str) -> None:
    """Give the game up, and wait until the bots have ended it."""
    begun = page.request.post(f"/api/tables/{table}/resign", headers=PROOF)
    assert begun.ok
    path = f"/api/tables/{table}"
    until(page, lambda: page.request.get(path).json()["table"]["state"] == "over")


def test_one_attempt_from_the_start_page_to_the_ranking(open_page: OpenPage) -> None:
    page = open_page(width=390, height=844)
    page.goto("/")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Your name").press("Tab")
    card = page.get_by_role("region", name="Deal of the day")
    card.get_by_role("button", name="Play").click()
    page.wait_for_url(re.compile("/t/day-"))
    table = page.url.rpartition("/")[2]
    # Nothing in the table's menu would change the conditions.
    page.locator(".menu > summary").click()
    expect(page.locator(".menu-table")).to_be_visible()
    expect(page.locator(".seats-and-table, .invite, .standin-rule")).to_have_count(0)
    page.goto("/")
    card.get_by_role("button", name="Continue the game").click()
    page.wait_for_url(f"**/t/{table}")
    resigned(page, table)
    page.goto(f"/t/{table}")
    finale = page.locator(".finale")
    expect(finale.get_by_role("button", name="Share the result")).to_be_visible()
    expect(finale.get_by_role("button", name="Rematch")).to_have_count(0)
    finale.get_by_role("link", name="Deal of the day: ranking").click()
    expect(page).to_have_url(re.compile(r"/daily\?day="))
    mine = page.locator(".standings tr.mine")
    expect(mine).to_contain_text("Ada")
    expect(mine).to_contain_text("resigned")
    for span in ("Week", "Month"):
        page.get_by_role("button", name=span).press("Enter")
        expect(page.get_by_role("columnheader", name="Points")).to_be_visible()
        expect(mine).to_contain_text("Ada")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390


def test_games_of_today_are_hidden_and_past_days_can_be_played(open_page: OpenPage) -> None:
    first = open_page()
    first.goto("/daily")
    first.get_by_role("button", name="Play", exact=True).click()
    first.wait_for_url(re.compile("/t/day-"))
    other = open_page(locale="de-DE")
    expect_fault(other, "403")
    other.goto(first.url)
    expect(other.get_by_role("heading", level=1)).to_contain_text("Partie des Tages")
    other.get_by_role("link", name="Partie des Tages: Rangliste").click()
    past = other.locator(".daily-calendar li button").first
    expect(past).to_be_visible()
    expect(other.locator(".daily-spans")).to_be_visible()
    assert faults_everywhere(other) == []
    past.click()
    other.wait_for_url(re.compile("/t/day-"))
    expect(other.locator(".board-sheet > svg")).to_be_visible()
