"""The map by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, first_turn

REACHED = """async (edition) => {
  const modules = [...document.querySelectorAll("link[rel=modulepreload]")].map(({href}) => href);
  const path = modules.find((href) => href.includes("/board/by-keys"))
    ?? performance.getEntriesByType("resource").map(({name}) => name)
      .find((name) => name.includes("/board/by-keys"));
  const {nextRoute} = await import(path);
  const geometry = await (await fetch(`/drawings/${edition}/geometry.json`)).json();
  const all = Object.keys(geometry.routes);
  const reached = new Set([all[0]]);
  for (const code of reached) {
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      reached.add(nextRoute(geometry, all, code, key, [0, 0]));
    }
  }
  return [reached.size, all.length];
}"""


def test_routes_are_reached_opened_and_left_by_keys(open_page: OpenPage) -> None:
    page = open_page(width=1280, height=720)
    first_turn(page, "usa")
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    frame = page.locator(".board-frame")
    frame.focus()
    pointed = page.locator(".board-sheet [data-route].highlighted")
    seen: set[str | None] = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
        expect(pointed).to_have_count(1)
        seen.add(pointed.get_attribute("data-route"))
    assert len(seen) > 1
    told = page.locator(".board-pane [role=status]")
    expect(told).to_contain_text("space")
    page.keyboard.press("Enter")
    tray = page.locator(".tray")
    expect(tray.locator("h2")).to_contain_text("–", timeout=SETTLE)
    expect(tray.locator(":focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(tray).to_have_count(0)
    expect(frame).to_be_focused()
    page.keyboard.press("Tab")
    expect(pointed).to_have_count(0)


@pytest.mark.parametrize("edition", ["europe", "germany"])
def test_every_route_is_on_some_way(open_page: OpenPage, edition: str) -> None:
    page = open_page()
    first_turn(page, "usa")
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    reached, all_of_them = page.evaluate(REACHED, edition)
    assert reached == all_of_them
