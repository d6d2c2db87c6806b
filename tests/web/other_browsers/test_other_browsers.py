"""A table set up, a whole game with its ending, and a lesson, in WebKit and in Firefox."""

from __future__ import annotations

from typing import cast

import pytest
from playwright.sync_api import Locator, Page

from tests.web.other_browsers.conftest import OpenOther
from tests.web.other_browsers.surface import Surface
from tests.web.playing import Clicker
from tests.web.test_lessons import Learner, click

SEATED = """async (edition) => {
  const answer = await fetch("/api/tables", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Requested-With": "whistlestop" },
    body: JSON.stringify({
      edition,
      seats: [{ kind: "me" }, { kind: "bot", bot: "random" }],
      public: false,
      pace: { kind: "none", amount: 0 },
      standin_after: null,
      shuffle: false,
    }),
  });
  return (await answer.json()).id;
}"""

OUTSIDE = """() => [...document.querySelectorAll(".board-choice")]
  .filter((card) => {
    const [outer, inner] = [card, card.querySelector("img")].map((one) => one.getBoundingClientRect());
    return inner.left < outer.left + 4 || inner.right > outer.right - 4;
  })
  .map((card) => card.textContent)"""
"""Boards whose pictures hang over their frames."""

DRAWN = """() => {
  const pictures = [...document.querySelectorAll(".board-choice img")];
  return pictures.length > 5 && pictures.every((one) => one.complete && one.naturalWidth > 0);
}"""

WIDER = """() => {
  const across = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const parts = "header, .board-frame, .hand, .supply, .turn-area, .players, .new-table, .finale";
  const over = [...document.querySelectorAll(parts)].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    return width > 0 && (left < -1 || right > innerWidth + 1);
  });
  return [...(across > 0 ? [`the page, by ${across}`] : []), ...over.map((one) => one.className)];
}"""
"""What is wider than the window."""

FAMILIAR = ".board-sheet > svg"


def playable(page: Surface) -> Page:
    """The page for those who play on Playwright's: of that, it has all that they ask for."""
    return cast("Page", page)


def choose_theme(page: Surface, theme: str) -> None:
    """By day or by night."""
    page.evaluate(
        "(theme) => localStorage.setItem('whistlestop.theme', JSON.stringify(theme))", theme
    )
    page.reload()


def readable(page: Surface, part: str) -> float:
    """The contrast of an element's letters with what it is painted on."""
    return page.evaluate(
        """(part) => {
          const element = document.querySelector(part);
          const light = (colour) => {
            const parts = colour.match(/[0-9.]+/g).slice(0, 3).map((one) => one / 255);
            const [r, g, b] = parts.map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const { color, backgroundColor } = getComputedStyle(element);
          const [low, high] = [light(color), light(backgroundColor)].sort((a, b) => a - b);
          return (high + 0.05) / (low + 0.05);
        }""",
        part,
    )


def test_a_table_is_set_up_by_clicks(open_other: OpenOther) -> None:
    page = open_other()
    page.goto("/")
    page.wait_for_function(DRAWN)
    assert page.evaluate(OUTSIDE) == []
    # Its colours are the page's only where the browser does not draw it.
    looks = "() => getComputedStyle(document.querySelector('.seat-choices select')).appearance"
    assert page.evaluate(looks) == "none"
    page.locator('.board-choice input[value="newyork"]').click()
    page.wait_for_function("() => document.querySelector('[value=newyork]').checked")
    page.get_by_role("button", name="Start the game").click()
    page.locator(".offer .ticket-button").first.wait_for()
    page.locator(FAMILIAR).wait_for()
    assert page.evaluate("() => location.pathname").startswith("/t/")


def test_a_whole_game_and_its_ending(open_other: OpenOther) -> None:
    page = open_other()
    page.goto("/")
    table = page.evaluate(SEATED, "newyork")
    page.goto(f"/t/{table}")
    player = Clicker(playable(page))
    player.play()
    assert {"offer", "claim"} <= player.seen

    # The ending is told; whoever has seen enough of it skips the rest.
    page.locator(".finale.showing").wait_for()
    before = page.locator(".finale.showing").get_attribute("data-at")
    page.wait_for_function(
        "(before) => document.querySelector('.finale.showing').dataset.at !== before", arg=before
    )
    page.get_by_role("button", name="Skip").click()
    page.locator(".finale .winner").wait_for()
    page.locator(".finale.showing").wait_for(state="hidden")
    page.locator(".statistics .sheet").wait_for()
    totals = page.locator(".finale .sheet tfoot td").all_inner_texts()
    sheet = page.evaluate("async (table) => (await fetch(`/api/tables/${table}/sheet`)).json()", table)
    assert [int(one.replace("−", "-")) for one in totals] == sheet["totals"]
    assert page.evaluate(WIDER) == []


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_the_first_game(open_other: OpenOther, touch: bool) -> None:
    page = open_other(width=390 if touch else 1280, height=844 if touch else 720, touch=touch)
    learner = Learner(playable(page), click, on_the_map=not touch)
    learner.begin("first")
    learner.take()
    assert "From here on the game is yours" in page.locator(".coach").inner_text()
    assert page.evaluate(WIDER) == []
    page.get_by_role("button", name="I’ll play on").click()
    page.locator(".coach").wait_for(state="hidden")
