"""Whole games in the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, Clicker, Presser, Typist, start_game
from tests.web.watching import accessibility_faults


@pytest.mark.parametrize(
    "edition", ["usa", "germany", "london", "europe", "switzerland", "newyork"]
)
def test_a_whole_game_by_clicks(open_page: OpenPage, edition: str) -> None:
    page = open_page(width=1100, height=640)
    start_game(page, edition)
    player = Clicker(page)
    player.play()
    expect(page.locator(".finale .winner")).to_be_visible(timeout=SETTLE)
    assert "claim" in player.seen
    assert accessibility_faults(page) == []
    page.get_by_role("tab", name="Cards and routes").click()
    expect(page.locator(".statistics .sheet")).to_be_visible()
    assert accessibility_faults(page) == []
    page.locator(".finale > .close").click()
    assert accessibility_faults(page) == []


def test_a_whole_game_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page(width=1100, height=640)
    start_game(page, "london")
    Presser(page).play()
    expect(page.locator(".finale .winner")).to_be_visible(timeout=SETTLE)


@pytest.mark.parametrize("edition", ["newyork", "switzerland", "europe"])
def test_a_whole_game_by_text_commands(open_page: OpenPage, edition: str) -> None:
    page = open_page(width=1100, height=640)
    start_game(page, edition)
    page.locator(".tray").wait_for(timeout=SETTLE)
    page.locator(".menu > summary").click()
    page.get_by_label("Table as text").check()
    page.keyboard.press("Escape")
    player = Typist(page)
    player.refused("dance")
    player.play()
    expect(page.locator(".finale .winner")).to_be_visible(timeout=SETTLE)
