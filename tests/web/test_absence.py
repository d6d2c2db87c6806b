"""Clocks that run out, and players who leave, come back or resign."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.fitting import LANGUAGES, LETTERS_ARE_LATE, SIZES, speak
from tests.web.playing import SETTLE, Clicker, draw_two
from tests.web.staging import Stage, browsing, rehearse
from whistlestop import Game
from whistlestop.play.game import Move


def table_of_two(page: Page, other: Page, stage: Stage, **options: object) -> str:
    """Create a table at which both people sit, before their first decisions. Return its id."""
    table = browsing(page, stage.url).new_table("london", "me", "open", **options)
    page.goto(f"/t/{table}")
    other.goto(f"/t/{table}")
    other.get_by_role("button", name="Sit here").click(timeout=SETTLE)
    for one in (page, other):
        one.locator(".offer").wait_for(timeout=SETTLE)
    return table


def test_a_clock_runs_out_and_one_comes_back(open_page: OpenPage, stage: Stage) -> None:
    page, other = open_page(base_url=stage.url), open_page(base_url=stage.url)
    stage.begin(1, "london")
    table = table_of_two(page, other, stage, pace={"kind": "minutes", "amount": 20})
    clock = page.locator('[data-place="player-0"] .clock')
    expect(clock).to_have_text(re.compile("19:|20:"))
    Clicker(other).decide()
    stage.leave_on_the_clock(table, 0, 3)
    other.locator(".phrases summary").click()
    other.get_by_role("button", name="Hello!").click()
    # It ticks before anything happens.
    expect(clock).to_have_text(re.compile("0:0[12]"), timeout=SETTLE)
    expect(page.locator(".standin")).to_contain_text("A bot is playing for you.", timeout=SETTLE)
    expect(page.locator(".log")).to_contain_text("Player 1 is out of time; a bot stands in.")
    expect(page.locator(".log")).to_contain_text("Player 1 has chosen tickets.", timeout=SETTLE)
    expect(clock).to_have_text("0:00")
    page.get_by_role("button", name="I am back").click()
    expect(page.locator(".standin")).to_have_count(0, timeout=SETTLE)
    expect(page.locator(".log")).to_contain_text("Player 1 is back.")
    expect(clock).to_have_text("0:30")
    for one in (other, page):
        one.locator(".turn.mine").wait_for(timeout=SETTLE)
        draw_two(one, wait=False)
    expect(clock).to_have_text(re.compile(r"^0:(30|[012]\d)$"))
    assert page.locator(".log").inner_text().count("stands in") == 1


def test_somebody_absent_is_shown_and_replaced_until_they_return(
    open_page: OpenPage, stage: Stage
) -> None:
    page, other = open_page(base_url=stage.url), open_page(base_url=stage.url)
    table = table_of_two(page, other, stage, standin_after=2)
    theirs = page.locator('[data-place="player-1"]')
    expect(theirs.locator(".tag")).to_have_count(0)
    other.goto("about:blank")
    expect(theirs.locator(".tag")).to_have_text("away", timeout=SETTLE)
    expect(theirs.locator(".tag")).to_have_text("a bot stands in", timeout=SETTLE)
    expect(page.locator(".log")).to_contain_text("Player 2 is away; a bot stands in.")
    expect(page.locator(".log")).to_contain_text("Player 2 has chosen tickets.", timeout=SETTLE)
    other.goto(f"/t/{table}")
    expect(other.locator(".standin")).to_contain_text("A bot is playing for you.", timeout=SETTLE)
    other.get_by_role("button", name="I am back").click()
    expect(other.locator(".standin")).to_have_count(0, timeout=SETTLE)
    expect(theirs.locator(".tag")).to_have_count(0, timeout=SETTLE)
    expect(page.locator(".log")).to_contain_text("Player 2 is back.")
    # Both play on: everybody waits for whoever is there.
    players = [Clicker(page), Clicker(other)]
    players[0].decide()
    for _ in range(4):
        page.locator('[aria-current="true"]').first.wait_for(timeout=SETTLE)
        seat = 0 if page.locator('[data-place="player-0"][aria-current]').count() else 1
        players[seat].page.locator(".turn.mine").wait_for(timeout=SETTLE)
        players[seat].decide()
    assert page.locator(".log").inner_text().count("stands in") == 1


LINES = """() => [...document.querySelectorAll(".player .last-turn")].map((line) => {
  const wide = (one) => one.getBoundingClientRect().width;
  const all = (selector) => [...line.querySelectorAll(selector)].filter((one) => wide(one) > 1);
  const { left, right } = line.getBoundingClientRect();
  // Names of places end in dots; what is counted is told to its end.
  const out = (one) => {
    const box = one.getBoundingClientRect();
    const words = document.createRange();
    words.selectNodeContents(one);
    const cut = !one.matches(".at, .wait, svg") && wide(words) > box.width + 1;
    return box.left < left - 1 || box.right > right + 1 || cut;
  };
  return {
    said: all(".absence > *").map((one) => one.innerText.trim()).join(" "),
    did: all(".signs > *").length,
    out: all(".absence > *, .signs > .card, .sign > *").filter(out).map((one) => one.outerHTML),
    dots: all(".at").filter((one) => wide(one) < 16).length,
  };
})"""
"""A script that returns what each player's line says, and which parts of it do not fit."""

LONG_NAMES = [
    "Friederike Wilhelmina",
    "Wolfgang-Alexander",
    "Maximiliane Sophie",
    "Bartholomäus III",
    "Charlotte-Amalie",
]


def test_all_that_is_told_of_the_absent_has_room(open_page: OpenPage, stage: Stage) -> None:
    """The words about absent players fit into every window in every language."""

    def wanted(game: Game, _: Move) -> bool:
        players = game.view(0).players
        many = all(len(one.stacks) > 9 or one.cards > 9 for one in players)
        return many and not game.over

    page = open_page(base_url=stage.url)
    page.add_init_script(LETTERS_ARE_LATE)
    rehearsal = rehearse("germany", wanted, seats=5)
    table = stage.set_up(page, rehearsal, names=LONG_NAMES, standin_after=7000)
    page.goto(f"/t/{table}")
    expect(page.locator(".wait")).to_have_count(4, timeout=SETTLE)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for code in LANGUAGES:
            speak(page, code)
            expect(page.locator(".wait").first).to_have_text(re.compile(r"\d:\d\d"))
            mine, *theirs = page.evaluate(LINES)
            assert mine["said"] == ""
            for one in (mine, *theirs):
                assert one["out"] == [], (width, code, one)
                assert one["dots"] == 0, (width, code, one)
                assert one["did"] > 0, (width, code, one)
            assert all(re.search(r"11\d:\d\d$", one["said"]) for one in theirs), (width, code)


def test_how_long_somebody_absent_is_waited_for(open_page: OpenPage, stage: Stage) -> None:
    """The countdown and the word "away" fit into every window in every language."""
    page, other = open_page(base_url=stage.url), open_page(base_url=stage.url)
    table_of_two(page, other, stage, standin_after=7000)
    expect(page.locator(".absence")).to_have_count(0)
    other.goto("about:blank")
    wait = page.locator('[data-place="player-1"] .wait')
    expect(wait).to_have_text(re.compile(r"^bot in 11\d:\d\d$"), timeout=SETTLE)
    before = wait.inner_text()
    expect(wait).not_to_have_text(before)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for code in LANGUAGES:
            speak(page, code)
            expect(page.locator('[data-place="player-1"] .tag')).to_have_count(1)
            # Beside the name, or as a sign before the time.
            away = page.locator('[data-place="player-1"] :is(.tag.away, .wait > .icon):visible')
            expect(away).to_have_count(1)
            expect(wait).to_have_text(re.compile(r"\d:\d\d"))
            mine, theirs = page.evaluate(LINES)
            assert mine["said"] == ""
            assert theirs["out"] == [], (width, code, theirs)
    # Whoever has nothing to decide is not waited for, but others can have the seat some time.
    speak(page, "en")
    page.set_viewport_size({"width": 390, "height": 844})
    other.goto(page.url)
    expect(page.locator(".absence")).to_have_count(0, timeout=SETTLE)
    other.locator(".offer").wait_for(timeout=SETTLE)
    Clicker(other).decide()
    other.goto("about:blank")
    expect(wait).to_have_text(re.compile(r"^seat opens in 11\d:\d\d$"), timeout=SETTLE)


def test_giving_up_turns_the_seat_over_to_a_bot(open_page: OpenPage, stage: Stage) -> None:
    page, other = open_page(base_url=stage.url), open_page(base_url=stage.url)
    table_of_two(page, other, stage)
    other.locator(".menu > summary").click()
    other.get_by_role("button", name="Give up").click()
    # Once is not enough.
    expect(other.locator(".offer")).to_be_visible()
    other.get_by_role("button", name="Yes, give up").click()
    theirs = page.locator('[data-place="player-1"]')
    expect(theirs.locator(".tag")).to_have_text("gave up", timeout=SETTLE)
    expect(page.locator(".log")).to_contain_text("Player 2 gives up; a bot takes over.")
    expect(page.locator(".log")).to_contain_text("Player 2 has chosen tickets.", timeout=SETTLE)
    expect(other.locator(".offer")).to_have_count(0)
    expect(other.locator(".turn.mine")).to_have_count(0)
    # Whoever gave up still sees what the seat holds, and nothing to press.
    expect(other.locator('[data-place="deck"]')).to_be_disabled()
    other.reload()
    other.locator(".players").wait_for(timeout=SETTLE)
    expect(other.get_by_role("button", name="I am back")).to_have_count(0)
