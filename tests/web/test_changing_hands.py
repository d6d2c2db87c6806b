"""Giving seats to other people, in the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, start_game
from tests.web.seats_and_table import FRIENDS, host_and_guest, open_panel, table_of
from tests.web.staging import Stage, browsing
from tests.web.watching import accessibility_faults, expect_fault
from whistlestop.server.hosting import absence_times


def test_a_seat_is_handed_over_by_a_link(open_page: OpenPage, stage: Stage) -> None:
    host, guest = host_and_guest(open_page, stage)
    open_panel(guest)
    guest.get_by_role("button", name="Hand over my seat").click()
    guest.get_by_role("button", name="Make a link: whoever opens it takes my seat").click()
    link = guest.get_by_label("Link to this seat, for one person").input_value()
    assert accessibility_faults(guest) == []
    friend = open_page(base_url=stage.url, width=390, height=844)
    friend.goto(link)
    friend.get_by_role("button", name="Take the seat").wait_for(timeout=SETTLE)
    assert accessibility_faults(friend) == []
    friend.get_by_label("Your name").last.fill("Zoe")
    friend.get_by_role("button", name="Take the seat").click()
    friend.locator(".own .hand").wait_for(timeout=SETTLE)
    assert "#" not in friend.url
    # Whoever gave it away looks on, and everybody is told.
    expect(guest.locator(".former")).to_be_visible(timeout=SETTLE)
    expect(guest.locator(".own")).to_have_count(0)
    expect(host.locator(".log")).to_contain_text("Zoe takes over Player 2’s seat.")
    # The link is used up.
    late = open_page(base_url=stage.url)
    late.goto(link)
    expect_fault(late, "409")
    late.get_by_role("button", name="Take the seat").click()
    expect(late.get_by_role("alert")).to_contain_text("has been used already")


def test_a_seat_passes_on_by_consent_and_comes_back(
    open_page: OpenPage, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absence_times, "AWAY", 0.0)
    host = open_page(base_url=stage.url)
    start_game(host, "usa", [*FRIENDS, {"kind": "open"}])
    owner, other = (open_page(base_url=stage.url, width=390, height=844) for _ in range(2))
    for page in (owner, other):
        browsing(page, stage.url).posted(f"/api/tables/{table_of(host)}/join")
    other.goto(f"/t/{table_of(host)}")
    for page in (host, other):
        page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    open_panel(host)
    row = host.locator(".seat-rows li").nth(1)
    row.get_by_role("button", name="Open for a friend").click()
    row.get_by_role("button", name="Yes, ask the others").click()
    asked = other.get_by_role("group", name="Seats and table")
    expect(asked).to_contain_text("would like to let another person have Player 2’s seat")
    assert accessibility_faults(other) == []
    # The owner looks in, and is told.
    owner.goto(f"/t/{table_of(host)}")
    keep = owner.get_by_role("button", name="I am back: keep my seat")
    keep.wait_for(timeout=SETTLE)
    assert accessibility_faults(owner) == []
    owner.goto("about:blank")
    asked.get_by_role("button", name="Agree").click()
    panel = host.locator(".table-matter")
    expect(panel).to_contain_text("Everybody agrees.")
    host.keyboard.press("Escape")
    expect(host.locator(".seat-rows")).not_to_be_visible()
    expect(host.locator(".players, .side").first).to_be_visible()
    panel.get_by_role("button", name="Make a link to this seat").click()
    link = panel.get_by_label("Link to this seat, for one person").input_value()
    assert accessibility_faults(host) == []
    friend = open_page(base_url=stage.url)
    friend.goto(link)
    friend.get_by_role("button", name="Take the seat").click()
    friend.locator(".own .hand").wait_for(timeout=SETTLE)
    owner.goto(f"/t/{table_of(host)}")
    expect(owner.locator(".own")).to_have_count(0)
    back = owner.get_by_role("button", name="Take my seat back")
    back.wait_for(timeout=SETTLE)
    assert accessibility_faults(owner) == []
    back.click()
    owner.locator(".own .hand").wait_for(timeout=SETTLE)
    expect(friend.locator(".former")).to_be_visible(timeout=SETTLE)
    expect(host.locator(".log")).to_contain_text("is back and takes the seat back from")
