"""On a phone all players are visible with score and last action, and so is the start button."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.fitting import LANGUAGES, LETTERS_ARE_LATE, SIZES, speak
from tests.web.playing import SETTLE, Clicker, my_turn, start_game

PHONES = SIZES[:3]

PLAYERS = """() => [...document.querySelectorAll(".player")].map((player) => {
  const inside = (selector) => {
    const part = player.querySelector(selector);
    const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
    const edge = player.closest(".players").getBoundingClientRect();
    return width > 8 && height > 8 && left >= Math.max(0, edge.left) - 1 && top >= 0
      && right <= Math.min(innerWidth, edge.right) + 1 && bottom <= edge.bottom + 1;
  };
  const name = player.querySelector(".player-name").getBoundingClientRect();
  const facts = player.querySelector(".player-facts");
  const parts = [".player-name", ".player-score", ".player-facts", ".last-turn"]
    .map((part) => player.querySelector(part).getBoundingClientRect());
  return {
    seen: [".player-name", ".player-score", ".player-facts", ".last-turn"].map(inside),
    apart: parts.slice(1).every((part, at) => part.left >= parts[at].right - 1),
    whole: facts.scrollWidth <= facts.clientWidth + 1,
    told: player.querySelector(".last-turn > span").childElementCount > 0,
    name: name.width,
  };
})"""


@pytest.mark.parametrize("edition", ["usa", "germany"])
def test_all_players_are_in_sight_with_what_they_did(open_page: OpenPage, edition: str) -> None:
    page = open_page(width=390, height=844)
    page.add_init_script(LETTERS_ARE_LATE)
    others = [{"kind": "bot", "bot": "random"}] * 4
    start_game(page, edition, [{"kind": "me"}, *others])
    player = Clicker(page)
    # Two turns of one's own: everybody has done something.
    for _ in range(6):
        assert my_turn(page)
        player.decide()
    assert my_turn(page)
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")
        for code in ("en", "de"):
            speak(page, code)
            players: list[dict[str, Any]] = page.evaluate(PLAYERS)
            assert len(players) == 5
            for one in players:
                assert all(one["seen"]), (width, one)
                assert one["apart"], (width, one)
                assert one["whole"], (width, one)
                assert one["told"], (width, one)
                assert one["name"] >= 44
        strip = page.locator(".players")
        assert strip.evaluate("strip => strip.scrollWidth <= strip.clientWidth")


@pytest.mark.parametrize("size", PHONES)
def test_the_way_to_the_table_is_in_sight_on_a_phone(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page(width=size[0], height=size[1])
    page.goto("/")
    start = page.locator(".start-now .main")
    start.wait_for(timeout=SETTLE)
    expect(start).to_be_in_viewport(ratio=1)
    for board in page.locator(".board-choice").all():
        board.scroll_into_view_if_needed()
        expect(start).to_be_in_viewport(ratio=1)
    # At the end it stands where it belongs, over nothing.
    assert below_seats(page)
    # Who has played before sees the deal of the day first.
    page.evaluate("""localStorage["whistlestop.last-table"] = '{"seats": [{"kind": "me"}]}'""")
    page.reload()
    page.locator(".daily-strip + .new-table").wait_for(timeout=SETTLE)
    expect(start).to_be_in_viewport(ratio=1)


def test_the_way_into_the_game_is_in_sight_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(width=390, height=844)
    start_game(page, "usa", [{"kind": "me"}, *[{"kind": "open"}] * 4])
    start = page.locator(".waiting > .main")
    start.wait_for(timeout=SETTLE)
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        for code in LANGUAGES:
            speak(page, code)
            page.evaluate("() => scrollTo(0, 0)")
            expect(start).to_be_in_viewport(ratio=1)


def below_seats(page: Page) -> bool:
    """Return whether the start button is below the seats when the page is scrolled to its end."""
    return page.evaluate(
        """() => {
          scrollTo(0, document.documentElement.scrollHeight);
          const seats = document.querySelector(".seat-choices").getBoundingClientRect();
          const button = document.querySelector(".start-now .main").getBoundingClientRect();
          return button.top >= seats.bottom;
        }"""
    )
