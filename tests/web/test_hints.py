"""Hints and the coach in the browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, start_game, until
from tests.web.seats_and_table import FRIENDS, open_panel, table_of
from tests.web.staging import Stage, browsing
from tests.web.watching import accessibility_faults
from whistlestop.actions import Action
from whistlestop.analysis.hints import HintEffort, HintSearch, Warning
from whistlestop.server.hosting import hint_making

COACH = """
localStorage.setItem('whistlestop.trainer', 'true');
const started = setTimeout;
// However slow the machine is, the page waits for the coach.
window.setTimeout = (then, after, ...more) => started(then, after === 2000 ? 1e8 : after, ...more);
"""
"""A script that switches the coach on, and lets actions wait for its answer."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    def effort(_: int) -> HintEffort:
        return HintEffort(playouts=12, worlds=8, step=8, least_worlds=4, most_worlds=8)

    monkeypatch.setattr(hint_making, "effort_for", effort)


def options(page: Page) -> list[str]:
    """Return the words of the actions in the hint."""
    page.locator(".advice-options").wait_for(timeout=SETTLE)
    return page.locator(".advice-options .choice").evaluate_all(
        "buttons => buttons.map((button) => button.dataset.words)"
    )


def chosen(page: Page) -> str:
    """Return the action that consists of the tickets chosen to be kept."""
    kept = page.locator('.offer [data-ticket][aria-pressed="true"]')
    return " ".join(["keep", *kept.evaluate_all("all => all.map((one) => one.dataset.ticket)")])


def test_others_agree_to_hints_and_are_told_who_asks(open_page: OpenPage, stage: Stage) -> None:
    host = open_page(base_url=stage.url)
    guest = open_page(base_url=stage.url, width=390, height=844)
    start_game(host, "usa", FRIENDS)
    browsing(guest, stage.url).posted(f"/api/tables/{table_of(host)}/join")
    guest.goto(f"/t/{table_of(host)}")
    host.locator(".offer").wait_for(timeout=SETTLE)
    expect(host.locator('[data-opens="hint"]')).to_have_count(0)
    open_panel(host)
    host.get_by_role("button", name="Ask the others to allow hints").click()
    asked = guest.get_by_role("group", name="Allow hints")
    expect(asked).to_contain_text("The host would like to allow hints.")
    assert accessibility_faults(guest) == []
    asked.get_by_role("button", name="Agree").click()
    expect(host.locator(".seats-and-table")).to_contain_text("Hints are allowed")
    host.keyboard.press("Escape")
    host.locator(".offer").press("h")
    words = options(host)
    assert len(words) == 3
    expect(host.locator(".advice")).to_be_focused()
    assert accessibility_faults(host) == []
    for at, action in enumerate(words):
        host.locator(".advice-options .choice").nth(at).press("Enter")
        expect(host.locator(".advice-options [aria-current]")).to_have_attribute(
            "data-words", action
        )
        assert chosen(host) == action
    expect(guest.locator(".log")).to_contain_text("asks for a hint.")
    expect(guest.locator(".advice")).to_have_count(0)
    host.locator(".tray > .main").click()
    expect(host.locator(".advice")).to_have_count(0)
    # On the phone, a finger asks. The words of the text board do, too.
    guest.locator('[data-opens="hint"]').click()
    assert len(options(guest)) == 3
    guest.evaluate("localStorage.setItem('whistlestop.text-board', 'true')")
    guest.reload()
    guest.locator("#command").fill("hint")
    guest.keyboard.press("Enter")
    assert len(options(guest)) == 3
    guest.locator(".advice-options .choice").last.click()
    expect(guest.locator("#command")).to_have_value(options(guest)[-1])
    assert accessibility_faults(guest) == []


def test_the_coach_asks_once_before_a_blunder(
    open_page: OpenPage, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def warning(search: HintSearch, action: Action) -> Warning | None:
        assert search.hint is not None
        best, other, *_ = search.hint.options
        return None if action == best.action else Warning(other.loss, other.outlook, best)

    monkeypatch.setattr(HintSearch, "warning", warning)
    page = open_page(base_url=stage.url)
    page.add_init_script(COACH)
    start_game(page, "usa", [{"kind": "me"}, {"kind": "open"}], hints=True)
    browsing(open_page(base_url=stage.url), stage.url).posted(f"/api/tables/{table_of(page)}/join")
    page.locator('[data-opens="hint"]').click()
    words = options(page)
    page.locator(".advice-options .choice").last.click()
    assert chosen(page) == words[-1]
    keep = page.locator(".tray > .main")
    keep.click()
    dialog = page.get_by_role("dialog", name="Are you sure?")
    expect(dialog).to_contain_text("lowers your chance to win by")
    expect(dialog).to_contain_text("Better: keep")
    expect(dialog.get_by_role("button", name="Choose again")).to_be_focused()
    assert accessibility_faults(page) == []
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    # The choice is still there, and is taken without another question.
    assert chosen(page) == words[-1]
    expect(page.locator(".log")).to_contain_text("plays with a coach.")
    keep.click()
    expect(page.locator(".offer")).to_have_count(0)
    expect(page.locator(".log")).to_contain_text("has chosen tickets.")


def draws(table: dict[str, Any]) -> list[str]:
    """Return the typed actions that draw a card, among those that are legal for the reader."""
    return [one["words"] for one in table["legal"] if one["words"].startswith("draw ")]


def hint_to_draw(card: str) -> dict[str, Any]:
    """Return a hint to draw from the deck or to take a card of the display, with a long plan."""
    deck, taken = (
        {"kind": "draw", "card": one, "words": f"draw {one or 'deck'}"} for one in (None, card)
    )
    common: dict[str, Any] = {
        "close": True,
        "plan": [{"action": deck, "missing": []}] * 40,
        "chance": 0.5,
        "chance_error": 0.1,
        "margin": 0,
        "loss": 0,
        "loss_error": 0,
    }
    options = [{"action": action, **common} for action in (deck, taken)]
    return {"version": 1, "moves": 1, "clear": False, "options": options}


def test_a_phone_shows_the_whole_hint_and_the_cards_that_it_takes(
    open_page: OpenPage, stage: Stage
) -> None:
    page = open_page(base_url=stage.url, width=390, height=844)
    table = start_game(page, "usa", [{"kind": "me"}, {"kind": "bot", "bot": "random"}], hints=True)
    me = browsing(page, stage.url)
    page.locator(".offer").wait_for(timeout=SETTLE)
    me.act(table, "keep all", me.table(table)["version"])
    until(page, lambda: draws(me.table(table)) != [])
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    display = me.table(table)["position"]["display"]
    same = display.count(display[0])
    page.route("**/hint", lambda route: route.fulfill(json=hint_to_draw(display[0])))
    page.locator(".hint-button").click()
    choices = page.locator(".advice-options .choice")
    expect(choices).to_have_count(2)
    # The heading stays below the edge of the tray, although the hint is longer than the tray.
    tray = page.locator(".tray")
    assert tray.evaluate("tray => [tray.scrollTop, tray.scrollHeight > tray.clientHeight]") == [
        0,
        True,
    ]
    hinted = page.locator("[data-hinted]")
    expect(hinted).to_have_count(1)
    expect(hinted).to_have_attribute("data-place", "deck")
    choices.nth(1).focus()
    expect(hinted).to_have_count(same)
    page.locator(".tray .close").click()
    expect(hinted).to_have_count(0)


@pytest.mark.parametrize("hints", [False, True])
def test_the_sentence_is_whole_beside_a_hint_and_taking_back(
    open_page: OpenPage, stage: Stage, *, hints: bool
) -> None:
    page = open_page(base_url=stage.url, width=360, height=640, locale="de-DE")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    table = start_game(page, "london", seats, hints=hints)
    me = browsing(page, stage.url)
    page.locator(".offer").wait_for(timeout=SETTLE)
    me.act(table, "keep all", me.table(table)["version"])
    # The other player has to keep tickets, too, and may have the first turn.
    until(page, lambda: draws(me.table(table)) != [])
    now = me.table(table)
    card = next(words for words in draws(now) if not words.endswith(("deck", "locomotive")))
    me.act(table, card, now["version"])
    page.locator(".take-back").wait_for(timeout=SETTLE)
    if hints:
        page.locator(".hint-button").wait_for(timeout=SETTLE)
    sentence = page.locator(".turn-area .sentence")
    expect(sentence).to_have_text("Zieh deine zweite Karte.", timeout=SETTLE)
    # Heights are rounded. A line is 17 px high.
    whole = "sentence => sentence.scrollHeight < sentence.clientHeight + 8"
    assert sentence.evaluate(whole)
