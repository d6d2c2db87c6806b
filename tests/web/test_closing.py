"""Closing a table in the browser, and other changes that the host can make."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, start_game
from tests.web.seats_and_table import FRIENDS, host_and_guest, open_panel, table_of
from tests.web.staging import Stage, browsing
from tests.web.watching import accessibility_faults
from whistlestop.server.hosting import absence_times


def test_the_host_sees_to_clock_and_seats_and_ends_the_game(
    open_page: OpenPage, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = host_and_guest(open_page, stage)
    open_panel(host)
    host.get_by_label("Time to think").select_option("minutes 30")
    expect(host.locator(".log")).to_contain_text("Every clock gets 10 minutes more.")
    host.get_by_role("button", name="Close the table").click()
    assert accessibility_faults(host) == []
    host.get_by_role("button", name="Yes, ask the others").click()
    asked = guest.get_by_role("group", name="Close the table")
    asked.get_by_role("button", name="Play on").click()
    expect(host.locator(".log")).to_contain_text("The game goes on.")
    # Whoever has gone makes room for a bot, but nobody who is there.
    monkeypatch.setattr(absence_times, "AWAY", 0.0)
    guest.goto("about:blank")
    host.get_by_role("button", name="Give the seat to a bot for good").click()
    host.get_by_label("Which bot").select_option("beginner")
    host.get_by_role("button", name=re.compile("takes the seat")).click()
    expect(host.locator(".seat-rows li").nth(1)).not_to_contain_text("Player 2")
    host.get_by_role("button", name="Close the table").click()
    host.get_by_role("button", name="Yes, close it for everybody").click()
    expect(host.get_by_role("heading", name="This table has been closed")).to_be_visible()
    expect(host.locator("main")).to_contain_text("The game ended without a result.")
    host.get_by_role("link", name="Start page", exact=True).click()
    expect(host.locator(".tables").filter(has_text="closed").first).to_be_visible()


def test_a_waiting_table_closes_by_keyboard_for_those_who_wait(
    open_page: OpenPage, stage: Stage
) -> None:
    host, guest = (open_page(base_url=stage.url, width=390, height=844) for _ in range(2))
    start_game(host, "london", [*FRIENDS, {"kind": "open"}])
    browsing(guest, stage.url).posted(f"/api/tables/{table_of(host)}/join")
    guest.goto(f"/t/{table_of(host)}")
    guest.locator(".waiting").wait_for(timeout=SETTLE)
    host.locator(".waiting .seats-and-table > summary").focus()
    host.keyboard.press("Enter")
    close = host.locator(".waiting").get_by_role("button", name="Close the table")
    close.focus()
    host.keyboard.press("Enter")
    host.keyboard.press("Tab")
    host.keyboard.press("Enter")
    for page in (host, guest):
        expect(page.get_by_role("heading", name="This table has been closed")).to_be_visible()
        expect(page.locator("main")).to_contain_text("The game had not begun.")
    assert accessibility_faults(guest) == []
