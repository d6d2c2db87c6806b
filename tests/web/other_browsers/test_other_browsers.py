"""A table set up, a whole game with its ending, and a lesson, in WebKit and in Firefox."""

from __future__ import annotations

from typing import cast

from playwright.sync_api import Page

from tests.web.other_browsers.conftest import OpenOther
from tests.web.other_browsers.surface import Surface
from tests.web.playing import OWN_MOVES, Clicker
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
    const outer = card.getBoundingClientRect();
    const inner = card.querySelector("img").getBoundingClientRect();
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

CONTRAST = """(selector) => {
  const light = (colour) => {
    const parts = colour.match(/[0-9.]+/g).slice(0, 3).map((one) => one / 255);
    const curve = (one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    const [red, green, blue] = parts.map(curve);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const { appearance, color, backgroundColor } = getComputedStyle(document.querySelector(selector));
  if (appearance !== "none") return 0;
  const [low, high] = [light(color), light(backgroundColor)].sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}"""
"""How well the letters of something can be told from what it is painted with by the page."""

TOTALS = "async (table) => (await (await fetch(`/api/tables/${table}/sheet`)).json()).totals"

BOARD = ".board-sheet > svg"

SIZES = [(1280, 720), (390, 844)]

ESCAPE = "\ue00c"


def playable(page: Surface) -> Page:
    """The page for those who play on Playwright's: of that, it has all that they ask for."""
    return cast("Page", page)


def choose_theme(page: Surface, theme: str) -> None:
    """By day or by night."""
    page.evaluate(
        "(theme) => localStorage.setItem('whistlestop.theme', JSON.stringify(theme))", theme
    )
    page.reload()


def sit_down(page: Surface, edition: str) -> str:
    """A table with a bot; its id."""
    page.goto("/")
    table: str = page.evaluate(SEATED, edition)
    page.goto(f"/t/{table}")
    return table


def test_a_table_is_set_up_by_clicks(open_other: OpenOther) -> None:
    page = open_other()
    page.goto("/")
    choose_theme(page, "dark")
    for width, height in SIZES:
        page.window.resize(width, height)
        page.wait_for_function(DRAWN)
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate(WIDER) == []
    # What a browser draws itself has colours of its own: it would be dark letters by night.
    assert page.evaluate(CONTRAST, ".seat-choices select") >= 4.5
    page.locator('.board-choice input[value="newyork"]').click()
    page.locator('.board-choice input[value="newyork"]:checked').wait_for()
    page.get_by_role("button", name="Start the game").click()
    page.locator(".offer .ticket-button").first.wait_for()
    for width, height in SIZES:
        page.window.resize(width, height)
        page.locator(BOARD).wait_for()
        assert page.evaluate(WIDER) == []


def test_a_whole_game_and_its_ending(open_other: OpenOther) -> None:
    page = open_other(width=1000, height=640)
    table = sit_down(page, "newyork")
    player = Clicker(playable(page))
    player.play()
    assert {"offer", "claim"} <= player.seen

    # The ending is told; whoever has seen enough of it skips the rest.
    telling = page.locator(".finale.showing")
    telling.wait_for()
    page.wait_for_function(
        "(before) => document.querySelector('.finale.showing').dataset.at !== before",
        arg=telling.get_attribute("data-at"),
    )
    page.get_by_role("button", name="Show everything").click()
    telling.wait_for(state="hidden")
    page.locator(".finale .winner").wait_for()
    totals = page.locator(".finale .sheet tfoot td").all_inner_texts()
    assert [int(one.replace("−", "-")) for one in totals] == page.evaluate(TOTALS, table)
    for sheet in ("course", "counts"):
        page.locator(f"#tab-{sheet}").click()
        page.locator(f"#sheet-{sheet} .statistics .chart").first.wait_for()
        assert page.evaluate(WIDER) == []


def test_the_first_game(open_other: OpenOther) -> None:
    """The lesson, on a phone."""
    page = open_other(width=390, height=844, touch=True)
    learner = Learner(playable(page), click)
    learner.begin("first")
    learner.take()
    assert "From here on the game is yours" in page.locator(".coach").inner_text()
    assert page.evaluate(WIDER) == []
    page.get_by_role("button", name="I’ll play on").click()
    page.locator(".coach").wait_for(state="hidden")


PRESSABLE = """() => {
  const button = document.createElement("button");
  button.id = "slow";
  button.style = "position: fixed; inset: 0; z-index: 1000";
  button.addEventListener("click", () => button.classList.add("pressed"));
  document.body.append(button);
}"""
"""Cover the whole page with a button that says whether it has been pressed."""


def test_a_slow_press_is_a_press(open_other: OpenOther) -> None:
    """A busy machine can lift a finger late. What the tests press must be pressed all the same."""
    page = open_other(touch=True)
    page.goto("/")
    page.evaluate(PRESSABLE)
    page.locator("#slow").click(rest=800)
    page.locator("#slow.pressed").wait_for()


def test_a_stack_of_the_hand_is_dragged(open_other: OpenOther) -> None:
    """And pressed afterwards: not everywhere does a click follow a drag."""
    page = open_other(touch=True)
    sit_down(page, "usa")
    page.locator(".offer").wait_for()
    Clicker(playable(page)).decide()
    page.locator(OWN_MOVES).wait_for()
    page.locator(BOARD).wait_for()
    stack = page.locator(".held").first
    x, y = stack.middle()
    route = page.locator('[data-route="DEN-OMA"] use').nth(1).middle()
    stack.drag((x + 30, y - 40), (x + 60, y - 90), route)
    heading = page.locator(".tray h2")
    assert heading.inner_text() == "Denver–Omaha"
    page.window.key(ESCAPE)
    heading.wait_for(state="hidden")
    stack.click()
    assert "Routes you can claim with" in heading.inner_text()


HURRIED = """() => {
  for (let number = 0; number < 20; number += 1) {
    const path = `/drawings/usa/board.svg?${number}`;
    fetch(path, { cache: "reload" }).catch((fault) => console.error(fault));
    new FontFace("Late", `url("/drawings/fonts/display.woff2?${number}")`).load().catch(() => {});
  }
}"""
"""Ask for a lot."""


def test_what_is_under_way_when_a_page_is_left_is_no_fault(open_other: OpenOther) -> None:
    page = open_other()
    page.goto("/")
    for _ in range(5):
        page.evaluate(HURRIED)
        page.reload()


EVASIVE = """() => {
  const button = document.body.appendChild(document.createElement("button"));
  button.id = "evasive";
  Object.assign(button.style, { position: "fixed", left: "10px", top: "10px", zIndex: 9999 });
  button.textContent = "0";
  button.addEventListener("pointerover", () => {
    button.style.left = "300px";
  }, { once: true });
  button.addEventListener("click", () => {
    button.textContent = String(Number(button.textContent) + 1);
  });
}"""


def test_what_moves_away_from_the_pointer_is_pressed_where_it_is(open_other: OpenOther) -> None:
    """The clicks of the tests above, once, and on nothing that lies there in its place."""
    page = open_other()
    page.goto("/")
    page.evaluate(EVASIVE)
    page.locator("#evasive").click()
    assert page.locator("#evasive").inner_text() == "1"
