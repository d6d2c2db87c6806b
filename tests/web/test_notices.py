"""Notifications of the system for hidden pages, and the confirmation of claims on touch screens."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, claim_on_the_map, draw_two, first_turn
from tests.web.staging import Stage, rehearse
from tests.web.test_sounds import switch
from whistlestop import ClaimRoute, Game
from whistlestop.play.game import Move

NOTE = """
  window.notes = [];
  window.answer = "granted";
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (Notification.permission = window.answer); }
    constructor(words, more) { window.notes.push([words, more.tag]); }
  };
  window.unseen = false;
  Object.defineProperty(document, "hidden", {get: () => window.unseen});
"""
"""A script that records notifications in `window.notes`, in a page that counts as hidden."""


def a_claim(game: Game, move: Move) -> bool:
    return isinstance(move.action, ClaimRoute) and not game.over


def opened(open_page: OpenPage, stage: Stage, **more: Any) -> tuple[Page, ClaimRoute]:
    page = open_page(base_url=stage.url, **more)
    page.add_init_script(NOTE)
    rehearsal = rehearse("usa", a_claim)
    page.goto(f"/t/{stage.set_up(page, rehearsal)}")
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    assert isinstance(rehearsal.action, ClaimRoute)
    return page, rehearsal.action


def test_who_looks_elsewhere_is_told_that_it_is_their_turn(open_page: OpenPage) -> None:
    page = open_page()
    page.add_init_script(NOTE)
    first_turn(page, "usa")
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    draw_two(page)
    switch(page, "Notify me when it is my turn")
    draw_two(page)
    assert page.evaluate("() => window.notes") == [], "who looks sees it"
    page.evaluate("() => { window.unseen = true; }")
    draw_two(page)
    notes: list[list[str]] = page.evaluate("() => window.notes")
    assert [tag for _, tag in notes] == [page.url.rpartition("/")[2]]
    assert "your turn" in notes[0][0].lower()


def test_a_browser_that_forbids_notices_is_named(open_page: OpenPage, stage: Stage) -> None:
    page, _ = opened(open_page, stage)
    page.evaluate("() => { window.answer = 'denied'; }")
    switch(page, "Notify me when it is my turn")
    page.locator(".menu > summary").click()
    expect(page.get_by_role("switch", name="Notify me when it is my turn")).not_to_be_checked()
    expect(page.locator(".menu .reason[role=status]")).to_contain_text("does not allow it")


@pytest.mark.parametrize("touch", [False, True])
def test_fingers_are_asked_before_a_claim(
    open_page: OpenPage, stage: Stage, *, touch: bool
) -> None:
    page, action = opened(open_page, stage, has_touch=touch)
    claim_on_the_map(page, action)
    asked = page.locator(".payments .choice.asked")
    if touch:
        expect(asked).to_be_visible()
        asked.tap()
    expect(page.locator(f'[data-route="{action.route}"].owned-by-1')).to_have_count(1)
