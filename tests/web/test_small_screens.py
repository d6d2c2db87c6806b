"""On a small screen every name is there, every text can be read, and the top of the page is low."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.fitting import SIZES, speak
from tests.web.playing import start_game
from tests.web.staging import Stage
from tests.web.test_readable import on_top, settled, turn_at
from whistlestop import edition_names
from whistlestop.editions.load import load

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
    """With all players, and after the language has changed, which measures all names again."""
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


@pytest.mark.parametrize("edition", ["germany", "newyork"])
def test_own_tickets_are_told_in_the_first_screen(open_page: OpenPage, edition: str) -> None:
    """A tall board leaves no room for them above the cards: a button counts and shows them."""
    page = open_page(width=390, height=844, has_touch=True)
    turn_at(page, edition)
    held = page.locator(".tickets [data-ticket]").count()
    for width, height in SIZES[:2]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")
        settled(page)
        brief = page.locator(".tickets-brief")
        expect(brief).to_have_text(f"{held} ticket{'s' if held > 1 else ''}, 0 done")
        box = brief.bounding_box()
        hand = page.locator(".hand").bounding_box()
        assert box is not None
        assert hand is not None
        assert box["y"] + box["height"] <= hand["y"], "it is above the cards"
        assert on_top(page, ".tickets-brief")
        brief.tap()
        settled(page)
        assert on_top(page, ".tickets [data-ticket]"), "they are in sight"
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(page.locator(".tickets-brief")).to_be_hidden()
