"""Whole games in the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, Clicker, start_game


@pytest.mark.parametrize("edition", ["usa", "germany", "london", "europe", "switzerland", "newyork"])
def test_a_whole_game_by_clicks(open_page: OpenPage, edition: str) -> None:
    page = open_page()
    start_game(page, edition)
    player = Clicker(page)
    player.play()
    expect(page.locator(".finale .winner")).to_be_visible(timeout=SETTLE)
    assert "claim" in player.seen
