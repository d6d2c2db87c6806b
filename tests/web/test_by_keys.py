"""Using the map by keyboard."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, first_turn


def test_routes_are_reached_opened_and_left_by_keys(open_page: OpenPage) -> None:
    page = open_page(width=1280, height=720)
    first_turn(page, "usa")
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    frame = page.locator(".board-frame")
    frame.focus()
    pointed = page.locator(".board-sheet [data-route].highlighted")
    seen: set[str | None] = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
        expect(pointed).to_have_count(1)
        seen.add(pointed.get_attribute("data-route"))
    assert len(seen) > 1
    told = page.locator(".board-pane [role=status]")
    expect(told).to_contain_text("space")
    page.keyboard.press("Enter")
    tray = page.locator(".tray")
    expect(tray.locator("h2")).to_contain_text("–", timeout=SETTLE)
    expect(tray.locator(":focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(tray).to_have_count(0)
    expect(frame).to_be_focused()
    page.keyboard.press("Tab")
    expect(pointed).to_have_count(0)
