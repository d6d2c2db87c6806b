"""The text about the thing below the mouse."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, claim_on_the_map, start_game
from tests.web.staging import Stage, browsing, rehearse
from tests.web.test_readable import settled
from whistlestop import ClaimRoute


def spot(page: Page, route: str) -> tuple[float, float]:
    """Return the middle of a route's first space, in pixels of the window."""
    box = page.locator(f'.board-sheet [data-route="{route}"] use').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


COVERED = """(route) => {
  const box = document.querySelector(".pointed").getBoundingClientRect();
  const frame = document.querySelector(".board-frame").getBoundingClientRect();
  const spaces = [...document.querySelectorAll(`[data-route="${route}"] use`)];
  const covers = spaces.some((space) => {
    const { left, right, top, bottom } = space.getBoundingClientRect();
    return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  });
  return [covers, box.top > frame.top + frame.height / 2];
}"""


AT_THE_FOOT = """() => {
  const frame = document.querySelector(".board-frame").getBoundingClientRect();
  const middle = frame.left + frame.width / 2;
  for (const space of document.querySelectorAll("[data-route] use")) {
    const box = space.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (Math.abs(x - middle) < 150 && y > frame.bottom - 40 && y < frame.bottom - 6) {
      return [space.parentNode.dataset.route, x, y];
    }
  }
}"""


def test_the_words_about_a_route_do_not_cover_it(open_page: OpenPage) -> None:
    """The text about a route does not cover the route: it moves to the other edge of the board."""
    page = open_page()
    start_game(page, "usa")
    page.locator(".board-sheet svg .city text").first.wait_for(timeout=SETTLE)
    for route in ("CAL-WIN", "MIA-NOL", "LAX-PHO"):
        page.mouse.move(*spot(page, route))
        expect(page.locator(".pointed")).to_be_visible()
        assert page.evaluate(COVERED, route) == [False, True]
        page.mouse.move(0, 0)
        expect(page.locator(".pointed")).to_have_count(0)
    for _ in range(2):
        page.get_by_role("button", name="Zoom in").click()
    settled(page)
    route, x, y = page.evaluate(AT_THE_FOOT)
    page.mouse.move(x, y)
    expect(page.locator(".pointed")).to_be_visible()
    assert page.evaluate(COVERED, route) == [False, False]


def pieces_on_trial_look_like_no_others(page: Page, route: str) -> None:
    """Check that pieces on trial have a dashed line, which moves only if motion is wanted."""
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
    """The text about a claimed route names its owner and not the cards that it costs."""
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
    expect(words).to_have_text(re.compile(r"^\S.*\S · Player 1 · \d+ points?$"))
