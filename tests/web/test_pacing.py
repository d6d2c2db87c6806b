"""Moves are shown one after the other. The player's turn begins when all animations have ended."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.server.serving import Person
from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE
from tests.web.staging import Stage, browsing
from tests.web.test_motion import motions, watched

OBSERVE = """() => {
  const seen = window.seen = [];
  const flights = () => document.querySelectorAll(".flight").length;
  const table = document.querySelector("[data-version]");
  let mine = document.querySelector(".turn.mine") !== null;
  new MutationObserver((changes) => {
    const ours = changes.filter(({target}) => target === table);
    if (ours.some(({attributeName}) => attributeName === "data-version")) {
      seen.push({what: "version", version: Number(table.dataset.version), flights: flights()});
    }
    const now = document.querySelector(".turn.mine") !== null;
    if (now !== mine) seen.push({what: now ? "mine" : "theirs", flights: flights()});
    mine = now;
  }).observe(document.body, {attributes: true, childList: true, subtree: true});
}"""


def waiting(open_page: OpenPage, stage: Stage, **options: Any) -> tuple[Page, str, Person]:
    """Open a page whose player waits for another player's turn, and record what it shows."""
    page, away = watched(open_page, base_url=stage.url), open_page(base_url=stage.url)
    me, other = browsing(page, stage.url), browsing(away, stage.url)
    table = me.new_table("usa", "me", "open", **options)
    other.posted(f"/api/tables/{table}/join")
    for person in (me, other):
        person.act(table, "keep all", person.table(table)["version"])
    if not me.table(table)["legal"]:
        draw(other, table)
        draw(other, table)
    page.goto(f"/t/{table}")
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    draw(me, table)
    draw(me, table)
    expect(page.locator(".turn.mine")).to_have_count(0, timeout=SETTLE)
    motions(page)
    expect(page.locator(".flight")).to_have_count(0, timeout=SETTLE)
    page.evaluate(OBSERVE)
    return page, table, other


def draw(person: Person, table: str) -> None:
    person.act(table, "draw deck", person.table(table)["version"])


def seen(page: Page) -> list[dict[str, Any]]:
    return page.evaluate("() => window.seen")


def test_the_next_move_waits_for_the_last_one(open_page: OpenPage, stage: Stage) -> None:
    page, table, other = waiting(open_page, stage)
    draw(other, table)
    draw(other, table)
    expect(page.locator(".turn.mine")).to_have_count(1, timeout=SETTLE)
    changes = seen(page)
    versions = [one["version"] for one in changes if one["what"] == "version"]
    assert versions == sorted(versions)
    assert len(versions) == 2
    assert all(one["flights"] == 0 for one in changes), changes
    assert changes[-1]["what"] == "mine"


def test_who_chose_that_bots_wait_for_nothing_does_not_wait(
    open_page: OpenPage, stage: Stage
) -> None:
    page, table, other = waiting(open_page, stage, bot_pace="instant")
    page.evaluate(
        """() => {
          // Nothing lands any more.
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, timing) {
            return animate.call(this, frames, {...timing, duration: 600000});
          };
        }"""
    )
    before = page.locator("[data-version]").first.get_attribute("data-version")
    draw(other, table)
    draw(other, table)
    expect(page.locator("[data-version]").first).to_have_attribute(
        "data-version", str(int(before or 0) + 2), timeout=SETTLE
    )
