"""What the mouse is on, in words beside it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, start_game


def spot(page: Page, route: str) -> tuple[float, float]:
    """The middle of a route's first space, in pixels of the window."""
    box = page.locator(f'.board-sheet [data-route="{route}"] use').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("route", ["CAL-WIN", "MIA-NOL"])
def test_the_words_about_a_route_do_not_cover_it(open_page: OpenPage, route: str) -> None:
    page = open_page()
    start_game(page, "usa")
    page.locator(".board-sheet svg .city text").first.wait_for(timeout=SETTLE)
    x, y = spot(page, route)
    page.mouse.move(x, y)
    words = page.locator(".pointed")
    words.wait_for(timeout=SETTLE)
    box = words.bounding_box()
    frame = page.locator(".board-frame").bounding_box()
    assert box is not None
    assert frame is not None
    middle = frame["y"] + frame["height"] / 2
    assert (box["y"] > middle) == (y < middle)
