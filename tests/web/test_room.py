"""There is enough space for tickets on a phone, and for the log beside a full table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, Clicker, my_turn, start_game
from tests.web.staging import Stage, rehearse
from whistlestop import Game
from whistlestop.play.game import Move


def box(one: Locator) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of an element."""
    found = one.bounding_box()
    assert found is not None
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def many(game: Game, move: Move) -> bool:
    del move
    return len(game.view(0).me.tickets or ()) > 8 and not game.over


@pytest.mark.parametrize("width", [360, 390, 820])
def test_no_ticket_is_out_of_sight_sideways(open_page: OpenPage, stage: Stage, width: int) -> None:
    page = open_page(base_url=stage.url, width=width, height=800)
    page.goto(f"/t/{stage.set_up(page, rehearse('usa', many))}")
    cards = page.locator(".tickets .ticket-button")
    expect(cards.nth(5)).to_be_visible(timeout=SETTLE)
    boxes = [box(card) for card in cards.all()]
    for left, _, right, _ in boxes:
        assert left >= 0
        assert right <= width
        assert right - left > 100, "one can read what is on it"
    for at, (left, top, right, bottom) in enumerate(boxes):
        for others in boxes[:at]:
            assert (
                left >= others[2] or right <= others[0] or top >= others[3] or bottom <= others[1]
            )


def test_what_is_beyond_fades_out_on_a_wide_screen(open_page: OpenPage, stage: Stage) -> None:
    page = open_page(base_url=stage.url)
    page.goto(f"/t/{stage.set_up(page, rehearse('usa', many))}")
    tickets = page.locator(".tickets")
    expect(tickets.locator(".ticket-button").nth(5)).to_be_visible(timeout=SETTLE)
    strip = tickets.evaluate("one => [one.scrollWidth, one.clientWidth]")
    assert strip[0] > strip[1]
    # The last card can be seen whole: nothing lies on it at the end.
    tickets.evaluate("one => { one.scrollLeft = one.scrollWidth; }")
    last = box(tickets.locator(".ticket-button").last)
    assert last[2] <= box(tickets)[2] - 8


def test_the_log_has_room_beside_districts_and_four_players(open_page: OpenPage) -> None:
    page = open_page()
    start_game(page, "london", [{"kind": "me"}, *[{"kind": "bot", "bot": "planner"}] * 3])
    Clicker(page).decide()
    assert my_turn(page)
    expect(page.locator(".turn-hint")).to_be_visible(timeout=SETTLE)
    # Measured in its own lines, it has room for four sentences of one line each.
    measured: list[float] = page.locator(".log").evaluate(
        """log => {
          const [scroll, item] = [log.querySelector(".log-scroll"), log.querySelector("li")];
          const [around, one] = [getComputedStyle(scroll), getComputedStyle(item)];
          const px = (...sizes) => sizes.reduce((sum, size) => sum + parseFloat(size), 0);
          return [
            scroll.clientHeight - px(around.paddingTop, around.paddingBottom),
            px(one.lineHeight, one.paddingTop, one.paddingBottom, one.marginBottom),
          ];
        }"""
    )
    room, line = measured
    assert room >= 4 * line
    _, _, _, bottom = box(page.locator(".log"))
    assert bottom <= 900
    districts = page.get_by_role("button", name="Districts")
    assert districts.get_attribute("aria-expanded") == "false"
    place = page.locator(".districts").get_by_text("Covent Garden")
    assert box(place)[2] - box(place)[0] <= 1
    districts.click()
    assert box(place)[2] - box(place)[0] > 40
    page.reload()
    expect(page.get_by_role("button", name="Districts", expanded=True)).to_be_visible()


def test_players_stand_below_ones_tickets_beside_a_high_board(open_page: OpenPage) -> None:
    page = open_page()
    start_game(page, "germany")
    expect(page.locator(".own .players")).to_be_visible(timeout=SETTLE)
    left, right = box(page.locator(".own .players")), box(page.locator(".board-pane"))
    assert left[2] <= right[0]
    assert left[3] <= 900
    # All of it is in the window: there is nothing to scroll.
    assert page.evaluate("() => document.documentElement.scrollHeight") == 900
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".side .players")).to_be_visible()
    expect(page.locator(".players")).to_have_count(1)
