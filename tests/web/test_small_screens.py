"""On a small screen every name is shown, every text is legible, and the bar at the top is low."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.fitting import LANGUAGES, LETTERS_ARE_LATE, SIZES, speak
from tests.web.playing import start_game
from tests.web.staging import Stage, rehearse
from tests.web.test_readable import on_top, settled, turn_at
from whistlestop import ClaimRoute, Game, edition_names
from whistlestop.editions.load import load
from whistlestop.events import SurchargeDue
from whistlestop.play.game import Move

SEEN = """() => {
  const box = (one) => one.getBoundingClientRect();
  const drawn = (one) => box(one).width > 0;
  const names = [...document.querySelectorAll(".board-sheet .city > text:not([class])")]
    .filter(drawn);
  const goods = [...document.querySelectorAll(".board-sheet .token-value")].filter(drawn);
  // The letters: a line's box is higher than they are.
  const core = (one) => {
    const { left, right, top, bottom } = box(one);
    const edge = 0.2 * (bottom - top);
    return { left, right, top: top + edge, bottom: bottom - edge };
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.textContent.trim();
    const one = walker.currentNode.parentElement;
    if (!words || one.closest(".visually-hidden, .skip, option")) continue;
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const { width, height } = box(one);
    // What only screen readers see is a point.
    if (width < 2 || height < 2) continue;
    // A picture scales its letters.
    const { b, d } = one instanceof SVGElement ? one.getScreenCTM() : { b: 0, d: 1 };
    texts.push([words, parseFloat(getComputedStyle(one).fontSize) * Math.hypot(b, d)]);
  }
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return {
    missing: [...document.querySelectorAll(".board-sheet .city")]
      .filter((city) => !names.some((name) => city.contains(name))).map((city) => city.id),
    hidden: names.filter((name) => goods.some((one) => meet(core(one), core(name))))
      .map((name) => name.textContent),
    small: texts.filter(([, size]) => size < 10.95)
      .map(([words, size]) => `${words}: ${size.toFixed(1)}`),
    texts: texts.length,
  };
}"""

BOTS = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]


def seen(page: Page) -> dict[str, Any]:
    settled(page)
    found: dict[str, Any] = page.evaluate(SEEN)
    return found


@pytest.mark.parametrize("edition", edition_names())
def test_names_and_texts_can_be_read(open_page: OpenPage, stage: Stage, edition: str) -> None:
    """Names and texts are legible with the most players, and after the language has changed."""
    page = open_page(base_url=stage.url, width=390, height=844)
    # Always the same tickets: the names at their ends come first.
    stage.seeds.append(1)
    most = load(edition).players[1]
    start_game(page, edition, [BOTS[0], *[BOTS[1]] * (most - 1)])
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        for code in ("de", "en"):
            speak(page, code)
            found = seen(page)
            assert found["missing"] == [], (width, code)
            assert found["hidden"] == [], (width, code)
            assert found["texts"] > 30, "texts are found"
            assert found["small"] == [], (width, code)


def test_names_stay_legible_when_a_part_of_the_page_adds_its_texts(
    open_page: OpenPage, stage: Stage
) -> None:
    page = open_page(base_url=stage.url, width=360, height=640)
    start_game(page, "usa", BOTS)
    assert seen(page)["small"] == []
    page.evaluate("async () => (await import('/static/language/index.js')).addCatalogue('rules/')")
    assert seen(page)["small"] == []


def test_the_top_of_the_page_is_low_on_a_phone_held_sideways(open_page: OpenPage) -> None:
    page = open_page(width=844, height=390, has_touch=True)
    start_game(page, "usa", BOTS)
    top = page.locator(".top").bounding_box()
    assert top is not None
    assert top["height"] <= 44
    for control in page.locator(".brand, .phrases > summary, .menu > summary").all():
        box = control.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44, "a finger finds it"
        assert box["y"] >= top["y"]


@pytest.mark.parametrize("edition", ["germany", "usa"])
def test_own_tickets_are_told_in_the_first_screen(open_page: OpenPage, edition: str) -> None:
    """If own tickets are outside of the window, a button counts and shows them."""
    page = open_page(width=390, height=844, has_touch=True)
    turn_at(page, edition)
    held = page.locator(".tickets [data-ticket]").count()
    for width, height in SIZES[:3]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")
        settled(page)
        brief = page.locator(".tickets-brief")
        expect(brief).to_have_text(f"{held} ticket{'s' if held > 1 else ''}, 0 done")
        expect(brief).to_be_in_viewport(ratio=1)
        assert on_top(page, ".tickets-brief")
        brief.tap()
        settled(page)
        assert on_top(page, ".tickets [data-ticket]"), "they are in sight"
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(page.locator(".tickets-brief")).to_be_hidden()


BELOW_BOARD = """() => [...document.querySelectorAll(".below-board :is(button, summary)")]
  .map((one) => {
    const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
    const middle = (left + right) / 2;
    // As far as a finger is wide.
    const at = (by) => document.elementFromPoint(middle, (top + bottom) / 2 + by);
    const pressed = [-21, 0, 21].every((by) => at(by)?.closest("button, summary") === one);
    return { what: one.className || one.ariaLabel, width, bottom, pressed };
  })"""


def test_what_is_below_the_board_can_be_pressed(open_page: OpenPage) -> None:
    """The buttons below the board are large enough for a finger, and inside of the window."""
    page = open_page(width=390, height=844, has_touch=True)
    turn_at(page, "usa")
    for width, height in SIZES[:3]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")
        for code in LANGUAGES:
            speak(page, code)
            settled(page)
            found = page.evaluate(BELOW_BOARD)
            assert len(found) == 5
            for one in found:
                assert one["pressed"], (width, code, one)
                assert one["bottom"] <= height, (width, code, one)
                assert one["width"] >= 44, (width, code, one)


ROOM = """() => {
  const box = (one) => one.getBoundingClientRect();
  const tray = document.querySelector(".tray");
  const shown = tray.querySelector(".offer") ?? tray;
  const low = Math.min(innerHeight, box(shown).bottom);
  const top = box(shown).top;
  const seen = (one) => Math.min(low, box(one).bottom) - Math.max(top, box(one).top);
  const whole = (one) => seen(one) > box(one).height - 2;
  const main = tray.querySelector(":scope > .main, [data-words=withdraw]");
  const choices = [...tray.querySelectorAll(".choice, .offer > button")];
  const apart = shown === tray || box(main).top >= low - 1;
  return {
    whole: choices.filter(whole).length,
    last: seen(choices.at(-1) ?? main),
    below: box(main ?? tray).bottom <= innerHeight + 1 && apart,
  };
}"""
"""A script that returns which parts of a tray are visible without scrolling."""


def test_five_tickets_and_their_button_have_room(open_page: OpenPage) -> None:
    page = open_page(width=390, height=844)
    start_game(page, "switzerland", BOTS)
    expect(page.locator(".offer > button")).to_have_count(5)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for code in LANGUAGES:
            speak(page, code)
            room = page.evaluate(ROOM)
            assert room["below"], (width, code, "the button lies on no ticket")
            if height > 390:
                assert room["whole"] == 5, (width, code, room)
            else:
                assert room["whole"] == 4
                assert room["last"] > 14, "so much of it that it is seen to go on"
                page.locator(".offer > button").last.scroll_into_view_if_needed()
                assert page.evaluate(ROOM)["last"] > 80
                page.locator(".offer > button").first.scroll_into_view_if_needed()


def test_payments_have_room(open_page: OpenPage, stage: Stage) -> None:
    """All ways to pay for a tunnel, and then for the surcharge, are visible at once."""

    def wanted(game: Game, move: Move) -> bool:
        asked = any(isinstance(event, SurchargeDue) and event.number for event in move.events)
        return asked and not game.over and game.view(0).phase == "surcharge"

    page = open_page(base_url=stage.url, width=390, height=844)
    page.add_init_script(LETTERS_ARE_LATE)
    rehearsal = rehearse("europe", wanted)
    page.goto(f"/t/{stage.set_up(page, rehearsal)}")
    assert isinstance(rehearsal.action, ClaimRoute)
    page.locator(f'[data-route="{rehearsal.action.route}"] use').first.click(force=True)
    page.locator(".tunnel-risk").wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for code in LANGUAGES:
            speak(page, code)
            assert page.evaluate(ROOM)["whole"] >= 2, (width, code)
    page.locator(f'.payments [data-words="{rehearsal.action}"]').click()
    page.locator(".tray .tunnel").wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for code in LANGUAGES:
            speak(page, code)
            assert page.evaluate(ROOM)["below"], (width, code)
