"""The three choices of opponents on the start page."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE


def test_one_choice_fills_all_seats(open_page: OpenPage) -> None:
    page = open_page(width=390, height=844)
    page.goto("/")
    bots, here, link = (
        page.get_by_role("button", name=name)
        for name in ("Against bots", "Together at this device", "With friends by link")
    )
    expect(bots).to_have_attribute("aria-pressed", "true", timeout=SETTLE)
    here.click()
    expect(page.get_by_label("Name of the player in seat 2")).to_be_visible()
    page.get_by_label("Name of the player in seat 2").fill("Ben")
    page.get_by_role("button", name="Add a seat").click()
    # A bot sits there now: no choice says it all.
    for one in (bots, here, link):
        expect(one).to_have_attribute("aria-pressed", "false")
    here.click()
    expect(page.get_by_label("Name of the player in seat 2")).to_have_value("Ben")
    expect(page.get_by_label("Name of the player in seat 3")).to_have_value("")
    link.click()
    expect(page.get_by_label("Seat 3", exact=True)).to_have_value("open")
    expect(page.locator(".start-now .main")).to_have_text("Open the table")
    bots.click()
    expect(page.locator(".start-now .main")).to_have_text("Start the game")
