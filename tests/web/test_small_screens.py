"""On a small screen every name is there and can be read, and the top of the page is low."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.conftest import OpenPage
from tests.web.fitting import SIZES, speak
from tests.web.playing import start_game
from tests.web.test_readable import settled

SEEN = """() => {
  const box = (one) => one.getBoundingClientRect();
  const drawn = (one) => box(one).width > 0;
  const names = [...document.querySelectorAll(".board-sheet .city > text:not([class])")]
    .filter(drawn);
  const size = (one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().d;
  const goods = [...document.querySelectorAll(".board-sheet .token-value")].filter(drawn);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  return {
    missing: [...document.querySelectorAll(".board-sheet .city")]
      .filter((city) => !names.some((name) => city.contains(name))).map((city) => city.id),
    hidden: names.filter((name) => goods.some((one) => meet(box(one), box(name))))
      .map((name) => name.textContent),
    small: [...document.querySelectorAll(".board-sheet .city text, .ticket-card text")]
      .filter(drawn)
      .filter((one) => size(one) < 11)
      .map((one) => `${one.textContent}: ${size(one)}`),
  };
}"""

BOTS = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]


def seen(page: Page) -> dict[str, Any]:
    settled(page)
    found: dict[str, Any] = page.evaluate(SEEN)
    return found


@pytest.mark.parametrize("edition", ["usa", "germany", "london"])
def test_names_on_a_phone(open_page: OpenPage, edition: str) -> None:
    """Also after the language has changed, which measures all names again."""
    page = open_page(width=390, height=844)
    start_game(page, edition, BOTS)
    for width, height in SIZES[:3]:
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        for code in ("de", "en"):
            speak(page, code)
            found = seen(page)
            # Germany's goods leave no room for all where the board is as wide as a thumb is long.
            if edition != "germany" or width == 390:
                assert found["missing"] == [], (width, code)
            assert found["hidden"] == [], (width, code)
            assert found["small"] == [], (width, code)


def test_the_top_of_the_page_is_low_on_a_phone_held_sideways(open_page: OpenPage) -> None:
    page = open_page(width=844, height=390, has_touch=True)
    start_game(page, "usa", BOTS)
    top = page.locator(".top").bounding_box()
    assert top is not None
    assert top["height"] <= 36
