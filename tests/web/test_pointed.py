"""What the mouse is on, in words beside it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, claim_on_the_map, start_game
from tests.web.staging import Stage, browsing, rehearse
from whistlestop import ClaimRoute


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
    expect(page.locator(".pointed")).to_be_visible()
    assert page.evaluate(COVERED, route) == [False, False]


def pieces_on_trial_look_like_no_others(page: Page, route: str) -> None:
    """Each has a dashed line round it, which stands still for who wants that."""
    spaces = page.locator(f'[data-route="{route}"] use')
    spaces.first.click()
    lines = page.locator(".trying .tried-line")
    expect(lines).to_have_count(spaces.count())
    expect(lines.first).not_to_have_css("stroke-dasharray", "none")
    expect(lines.first).to_have_css("animation-name", "none")
    page.emulate_media(reduced_motion="no-preference")
    expect(lines.first).to_have_css("animation-name", "tried")
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("Escape")
    expect(lines).to_have_count(0)


def test_a_claimed_route_is_called_after_whose_it_is(open_page: OpenPage, stage: Stage) -> None:
    """And no longer after the cards that it took."""
    page = open_page(base_url=stage.url)
    found = rehearse("usa", lambda game, move: isinstance(move.action, ClaimRoute))
    table = stage.set_up(page, found)
    assert isinstance(found.action, ClaimRoute)
    browsing(page, stage.url)
    page.goto(f"/t/{table}")
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    page.mouse.move(*spot(page, found.action.route))
    words = page.locator(".pointed")
    expect(words).to_have_text(re.compile(r"\d (?!.*Player 1).* · \d+ points?"))
    page.mouse.move(0, 0)
    pieces_on_trial_look_like_no_others(page, found.action.route)
    claim_on_the_map(page, found.action)
    page.locator(f'[data-route="{found.action.route}"][class*="owned-by-"]').wait_for(
        timeout=SETTLE
    )
    page.mouse.move(*spot(page, found.action.route))
    expect(words).to_have_text(re.compile(r"^\S.* Player 1 · \d+ points?$"))
