"""The turn stays visible, and useful routes come first in lists."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import OWN_MOVES, SETTLE, Clicker, first_turn, my_turn, start_game
from tests.web.test_readable import settled


def update(page: Page) -> dict[str, Any]:
    """Return the update that the server sends to this page."""
    table = page.url.rpartition("/")[2]
    found: dict[str, Any] = page.context.request.get(f"/api/tables/{table}").json()
    return found


def until_routes_can_be_claimed(page: Page) -> None:
    player = Clicker(page)
    while my_turn(page) and not any(one["kind"] == "claim" for one in update(page)["legal"]):
        player.decide()


def above_the_tray(page: Page, wanted: str) -> bool:
    """Wait until nothing moves.

    Return whether an element is visible and not covered by the tray.
    """
    settled(page)
    box, tray = page.locator(wanted).bounding_box(), page.locator(".tray").bounding_box()
    assert box is not None
    assert tray is not None
    beside = box["x"] + box["width"] <= tray["x"]
    return box["y"] >= 0 and (beside or box["y"] + box["height"] <= tray["y"])


def much_of_the_board(page: Page) -> bool:
    """Return whether enough of the board is visible beside or above the tray."""
    board, tray = (page.locator(one).bounding_box() for one in (".board-frame", ".tray"))
    assert board is not None
    assert tray is not None
    beside = board["x"] + board["width"] <= tray["x"] + 1
    return beside or min(tray["y"], board["y"] + board["height"]) - board["y"] > 120


SCREENS = [(360, 740), (414, 896), (740, 360), (820, 1180)]


def test_what_is_to_be_done_stays_in_sight(open_page: OpenPage) -> None:
    page = open_page(has_touch=True)
    start_game(page, "usa")
    page.locator(".offer").wait_for(timeout=SETTLE)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert above_the_tray(page, ".sentence")
        if width > height:
            # The tray is beside the board.
            board = page.locator(".board-frame").bounding_box()
            tray = page.locator(".tray").bounding_box()
            assert board is not None
            assert tray is not None
            assert board["x"] + board["width"] <= tray["x"]
    until_routes_can_be_claimed(page)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".moves")).to_be_in_viewport()
        page.get_by_role("button", name="Routes you can claim").click()
        assert above_the_tray(page, ".sentence")
        assert much_of_the_board(page)
        page.locator(".route-list .choice").first.click()
        assert above_the_tray(page, ".sentence")
        assert much_of_the_board(page)
        page.keyboard.press("Escape")
        expect(page.locator(".tray")).to_have_count(0)


def test_routes_for_ones_tickets_come_first(open_page: OpenPage) -> None:
    page = open_page()
    start_game(page, "usa")
    page.locator(".offer").wait_for(timeout=SETTLE)
    until_routes_can_be_claimed(page)
    known = update(page)
    ways = (known["ways"][code] for code in known["position"]["players"][0]["tickets"])
    needed = {route for way in ways if way for route in way["routes"]}
    claimable = {one["route"] for one in known["legal"] if one["kind"] == "claim"}
    # Of two tracks that look the same, one is listed.
    facts = page.request.get("/api/editions/usa").json()["routes"]
    alike = {tuple(facts[code][key] for key in ("a", "b", "colour")) for code in claimable}
    page.get_by_role("button", name=f"Routes you can claim ({len(alike)})").click()
    rows = page.locator(".route-list .choice")
    expect(rows).to_have_count(len(alike))
    order: list[tuple[bool, int]] = []
    for row in rows.all():
        wanted = "for one of your tickets" in row.inner_text()
        order.append((wanted, int(row.locator("span").last.inner_text())))
    assert order == sorted(order, reverse=True)
    assert sum(wanted for wanted, _ in order) == len(needed & claimable)


def test_cards_stay_where_they_are_between_two_draws(open_page: OpenPage) -> None:
    page = open_page()
    first_turn(page)
    deck = page.locator('[data-place="deck"]')

    def top() -> float:
        """Return the deck's position on the page.

        The mouse is moved away, because it would raise the deck.
        """
        page.mouse.move(2, 2)
        settled(page)
        return deck.evaluate("deck => deck.getBoundingClientRect().top + scrollY")

    for width, height in [(1400, 900), (820, 1180), (390, 844)]:
        page.set_viewport_size({"width": width, "height": height})
        before = top()
        deck.click()
        expect(page.locator(".sentence")).to_have_text("Draw your second card.", timeout=SETTLE)
        assert abs(top() - before) < 1
        deck.click()
        page.locator(OWN_MOVES).wait_for(timeout=SETTLE)


def test_a_double_click_is_one_move(open_page: OpenPage) -> None:
    page = open_page()
    first_turn(page)
    before = sum(update(page)["position"]["players"][0]["hand"].values())
    page.evaluate(
        """() => {
          const deck = document.querySelector('[data-place="deck"]');
          deck.click();
          deck.click();
        }"""
    )
    expect(page.locator(".sentence")).to_have_text("Draw your second card.", timeout=SETTLE)
    # A second card taken by the double click would end the turn, and this one would be the third.
    held = update(page)["version"]
    page.locator('[data-place="deck"]').click()
    page.wait_for_function(
        "held => Number(document.querySelector('[data-version]').dataset.version) > held",
        arg=held,
        timeout=SETTLE,
    )
    page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    assert sum(update(page)["position"]["players"][0]["hand"].values()) == before + 2
