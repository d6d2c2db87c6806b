"""Whole games in the browser, and the last rounds of the longer ones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, Clicker, Presser, Typist, start_game
from tests.web.staging import Stage, last_rounds
from tests.web.watching import WITHOUT_MAP, accessibility_faults


def look_back(page: Page) -> None:
    """Look at the sheets after the end, and check them with axe."""
    expect(page.locator(".finale .winner")).to_be_visible(timeout=SETTLE)
    assert accessibility_faults(page) == []
    page.get_by_role("tab", name="Cards and routes").click()
    expect(page.locator(".statistics .sheet")).to_be_visible()
    assert accessibility_faults(page, WITHOUT_MAP) == []
    page.locator(".finale > .close").click()
    assert accessibility_faults(page, WITHOUT_MAP) == []


@pytest.mark.parametrize("edition", ["london", "newyork"])
def test_a_whole_game_by_clicks(open_page: OpenPage, edition: str) -> None:
    page = open_page(width=1100, height=640)
    start_game(page, edition)
    player = Clicker(page)
    player.play()
    assert {"offer", "claim"} <= player.seen
    look_back(page)


@pytest.mark.parametrize(
    ("edition", "wanted"),
    [
        ("usa", {"claim"}),
        ("germany", {"claim", "journey"}),
        ("europe", {"claim"}),
        ("switzerland", {"claim"}),
    ],
)
def test_the_last_rounds_by_clicks(
    open_page: OpenPage, stage: Stage, edition: str, wanted: set[str]
) -> None:
    """Play the last rounds of the longer games. Other tests play their beginnings."""
    page = open_page(width=1100, height=640, base_url=stage.url)
    table = stage.set_up(page, last_rounds(edition))
    stage.stand_in(table, 1)
    page.goto(f"/t/{table}")
    player = Clicker(page)
    player.play()
    assert wanted <= player.seen
    look_back(page)


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
