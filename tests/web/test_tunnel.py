"""The cards for a tunnel are revealed one by one.

Nothing else on the page gives the result away.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, claim_on_the_map
from tests.web.staging import Rehearsal, Stage, rehearse
from tests.web.test_editions import a_tunnel_that_wants_more, claim
from whistlestop import ClaimRoute, Game
from whistlestop.events import RouteClaimed, SurchargeDue, TunnelCardRevealed
from whistlestop.play.game import Move

LAID_OUT = TURNED_UP = 500
"""Milliseconds of the animation. tests/server/test_animation_times.py compares them."""

CONTRAST = """(selector) => {
  const rgba = (words) => {
    const [r, g, b, a = 1] = words.match(/[\\d.]+/g).map(Number);
    return [r, g, b, a];
  };
  const over = (upper, lower) =>
    upper.map((part, at) => (at === 3 ? 1 : part * upper[3] + lower[at] * (1 - upper[3])));
  const ground = (one) => {
    if (!one) return [255, 255, 255, 1];
    const own = rgba(getComputedStyle(one).backgroundColor);
    return own[3] === 1 ? own : over(own, ground(one.parentElement));
  };
  const bright = (colour) => {
    const [r, g, b] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return [...document.querySelectorAll(selector)].map((one) => {
    const behind = ground(one);
    const seen = over(rgba(getComputedStyle(one).color), behind);
    const [low, high] = [bright(seen), bright(behind)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  });
}"""
"""A script that returns the contrast between the text of every element and its background."""


@cache
def a_tunnel_that_asks_for_nothing() -> Rehearsal:
    def wanted(game: Game, move: Move) -> bool:
        del game
        free = any(isinstance(event, SurchargeDue) and not event.number for event in move.events)
        return free and any(isinstance(event, RouteClaimed) for event in move.events)

    return rehearse("europe", wanted, first=1)


def revealed(rehearsal: Rehearsal) -> list[str]:
    events = rehearsal.game.moves[-1].events
    return [event.card for event in events if isinstance(event, TunnelCardRevealed)]


def asking(rehearsal: Rehearsal) -> int:
    events = rehearsal.game.moves[-1].events
    return sum(event.asks for event in events if isinstance(event, TunnelCardRevealed))


def at_the_tunnel(open_page: OpenPage, stage: Stage, rehearsal: Rehearsal) -> tuple[Page, Page]:
    """Open the pages of the player who is about to enter a tunnel and of the other one.

    Stop their clocks.
    """
    pages = [open_page(base_url=stage.url, reduced_motion="no-preference") for _ in range(2)]
    table = stage.set_up(pages[0], rehearsal, pages[1])
    for page in pages:
        page.goto(f"/t/{table}")
        page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    pages[0].locator(".turn.mine").wait_for(timeout=SETTLE)
    for page in pages:
        stop_the_clock(page)
    return pages[0], pages[1]


def stop_the_clock(page: Page) -> None:
    """Stop the page's clock. From then on only the test advances it."""
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=2))


def paid(page: Page, action: ClaimRoute) -> None:
    """Choose the payment for the tunnel by a script, because a click would wait for animations."""
    page.locator(f'[data-route="{action.route}"] use').first.click()
    button = page.locator(f'.payments [data-words="{action}"]')
    button.wait_for()
    button.evaluate("button => button.click()")


def known(page: Page, action: ClaimRoute) -> list[object]:
    """Return what depends on the result of the tunnel, apart from the revealed cards."""
    return [
        page.locator(".log .told").count(),
        page.locator(".sentence").inner_text(),
        page.locator(".player").all_inner_texts(),
        page.locator(f'[data-route="{action.route}"][class*="owned-by"]').count(),
        page.locator(".tray .tunnel").count(),
    ]


def spoken(page: Page) -> list[str]:
    return page.locator(".board-pane [aria-live] p").all_inner_texts()


@pytest.mark.parametrize("asks", [False, True])
def test_the_cards_are_turned_one_by_one_and_then_it_counts(
    open_page: OpenPage, stage: Stage, asks: bool
) -> None:
    """All players see the cards one by one before the result is shown."""
    rehearsal = a_tunnel_that_wants_more() if asks else a_tunnel_that_asks_for_nothing()
    pages, action = at_the_tunnel(open_page, stage, rehearsal), claim(rehearsal)
    cards = revealed(rehearsal)
    assert len(cards) == 3
    before = [known(page, action) for page in pages]
    paid(pages[0], action)
    for page, unknown in zip(pages, before, strict=True):
        laid = page.locator(".tunnel-trial .trial-card use")
        expect(laid).to_have_count(3, timeout=SETTLE)
        page.clock.run_for(LAID_OUT - 100)
        for turned in range(4):
            faces = [f"#card-{card}" for card in cards[:turned]] + ["#card-back"] * (3 - turned)
            for at, face in enumerate(faces):
                expect(laid.nth(at)).to_have_attribute("href", face)
            assert known(page, action) == unknown, turned
            assert sum(words.startswith("Turned up") for words in spoken(page)) == turned
            page.clock.run_for(TURNED_UP)
        # Now it can be seen what the tunnel asks for, and a moment later everything follows.
        expect(page.locator(".trial-answer")).not_to_be_empty()
        expect(page.locator(".trial-card:not(.harmless)")).to_have_count(asking(rehearsal))
        assert "asks for" in spoken(page)[4]
        page.clock.run_for(1000)
        expect(page.locator(".tunnel-trial")).to_have_count(0)
        expect(page.locator(".log .told").last).to_contain_text("Turned up")
        # Whoever listens has heard it in order, and does not hear it again.
        expect(page.locator(".log .told").last).to_have_attribute("aria-live", "off")
        now = known(page, action)
        assert now[0] == int(str(unknown[0])) + 1
        assert now[1:3] != unknown[1:3]
        assert now[3] == int(not asks)
    tray = pages[0].locator(".tray .tunnel")
    expect(tray).to_have_count(int(asks))


@pytest.mark.parametrize("how", ["Enter", " ", "Escape", "click", "button", "hidden"])
def test_nobody_has_to_wait_for_the_cards(open_page: OpenPage, stage: Stage, how: str) -> None:
    rehearsal = a_tunnel_that_wants_more()
    page, _ = at_the_tunnel(open_page, stage, rehearsal)
    paid(page, claim(rehearsal))
    expect(page.locator(".trial-card")).to_have_count(3, timeout=SETTLE)
    page.clock.run_for(200)
    before = page.locator("[data-version]").get_attribute("data-version")
    if how == "click":
        # What lies under the pointer is not pressed by it.
        page.mouse.click(*middle(page, '[data-place="deck"]'))
    elif how == "button":
        page.mouse.click(*middle(page, ".tunnel-trial .link"))
    elif how == "hidden":
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    else:
        page.keyboard.press(how)
    expect(page.locator(".tray .tunnel")).to_have_count(1)
    version = page.locator("[data-version]").get_attribute("data-version")
    assert int(version or 0) == int(before or 0) + 1
    # It was not told card by card, so that it is told now.
    assert page.locator(".log .told").last.get_attribute("aria-live") is None
    page.clock.resume()
    page.locator(".tray .choice").first.click()
    expect(page.locator(".log")).to_contain_text("on top", timeout=SETTLE)


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_where_nothing_may_move_all_is_there_at_once(open_page: OpenPage, stage: Stage) -> None:
    rehearsal = a_tunnel_that_asks_for_nothing()
    page, other = (open_page(base_url=stage.url) for _ in range(2))
    table = stage.set_up(page, rehearsal, other)
    for one in (page, other):
        one.goto(f"/t/{table}")
        one.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    stop_the_clock(other)
    action = claim(rehearsal)
    claim_on_the_map(page, action)
    for one in (page, other):
        expect(one.locator(".log .told").last).to_contain_text("Turned up", timeout=SETTLE)
        assert known(one, action)[3] == 1
    faces = [f"#card-{card}" for card in revealed(rehearsal)]
    for at, face in enumerate(faces):
        expect(other.locator(".trial-card use").nth(at)).to_have_attribute("href", face)
    # They are in nobody's way, and go by themselves.
    assert (
        other.locator(".tunnel-trial").evaluate("one => getComputedStyle(one).pointerEvents")
        == "none"
    )
    other.clock.run_for(5000)
    expect(other.locator(".tunnel-trial")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_odds_can_be_read_on_a_dark_button(
    open_page: OpenPage, stage: Stage, theme: str
) -> None:
    rehearsal = a_tunnel_that_wants_more()
    page = open_page(base_url=stage.url, color_scheme=theme)
    page.add_init_script("localStorage.setItem('whistlestop.confirm', 'true')")
    page.goto(f"/t/{stage.set_up(page, rehearsal)}")
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    page.locator(f'[data-route="{claim(rehearsal).route}"] use').first.click()
    payments = page.locator(".payments .choice")
    payments.first.click()
    expect(page.locator(".payments .asked")).to_have_count(1)
    page.mouse.move(2, 2)
    found: list[float] = page.evaluate(CONTRAST, ".payments .choice, .payments .choice .quiet")
    assert len(found) == 2 * payments.count()
    assert min(found) >= 4.5, found


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (1280, 720)])
def test_nothing_moves_when_the_odds_arrive(
    open_page: OpenPage, stage: Stage, width: int, height: int
) -> None:
    """Payments do not move when the chances of the tunnel arrive late."""
    rehearsal = a_tunnel_that_wants_more()
    page = open_page(base_url=stage.url, width=width, height=height)
    page.goto(f"/t/{stage.set_up(page, rehearsal)}")
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    held: list[Route] = []
    page.route("**/tunnel?route=*", lambda route: held.append(route))
    with page.expect_request("**/tunnel?route=*"):
        page.locator(f'[data-route="{claim(rehearsal).route}"] use').first.click()
    payments = page.locator(".payments .choice")
    payments.first.wait_for()
    tops = "buttons => buttons.map((button) => Math.round(button.offsetTop))"
    before: list[int] = payments.evaluate_all(tops)
    assert not any("%" in words for words in payments.all_inner_texts())
    held[0].continue_()
    expect(payments.last.locator(".visually-hidden")).to_contain_text("%", timeout=SETTLE)
    assert payments.evaluate_all(tops) == before
