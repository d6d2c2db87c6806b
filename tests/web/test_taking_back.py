"""Taking moves back in the browser: at once, alone with bots, and with consent."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import OWN_MOVES, SETTLE, Clicker, draw_two, my_turn, start_game
from tests.web.staging import Stage, browsing, rehearse
from tests.web.watching import WITHOUT_MAP, accessibility_faults
from whistlestop import ClaimRoute

BUTTON = ".turn > .take-back"


def state(page: Page) -> dict[str, str]:
    """Return the texts that show the state of the game on a page."""
    return {
        "hand": page.locator(".hand").inner_text(),
        "players": page.locator(".players").inner_text(),
        "owned": str(page.locator('.board-sheet [class*="owned-by-"]').count()),
        "sentence": page.locator(".sentence").inner_text(),
    }


def reached(page: Page, version: str | None) -> None:
    """Wait until a page shows a version."""
    expect(page.locator("[data-version]")).to_have_attribute(
        "data-version", version or "", timeout=SETTLE
    )


def ask_in_the_menu(page: Page) -> None:
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Ask to take back my last move").click()


@pytest.fixture
def two(open_page: OpenPage, stage: Stage) -> tuple[Page, Page, ClaimRoute]:
    """Two pages at a table of the USA board, and the claim that the first player can make next."""
    first, second = (open_page(base_url=stage.url) for _ in range(2))
    found = rehearse("usa", lambda game, move: isinstance(move.action, ClaimRoute))
    table = stage.set_up(first, found, second)
    for page in (first, second):
        page.goto(f"/t/{table}")
        page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    first.locator(".turn.mine").wait_for(timeout=SETTLE)
    assert isinstance(found.action, ClaimRoute)
    browsing(first, stage.url)
    return first, second, found.action


def claim(page: Page, action: ClaimRoute) -> None:
    page.locator(".moves").get_by_role("button", name="Routes you can claim").click()
    page.locator(".route-list .choice").first.click()
    before = Clicker(page).mark()
    page.locator(".payments .choice").first.click()
    page.wait_for_function(
        "before => document.querySelector('[data-version]').dataset.version !== before",
        arg=before,
        timeout=SETTLE,
    )


def test_a_claim_is_taken_back_at_once(two: tuple[Page, Page, ClaimRoute]) -> None:
    """When a claim is taken back, both pages are as they were before the claim."""
    first, second, action = two
    before = state(first), state(second)
    claim(first, action)
    assert state(first) != before[0]
    expect(second.locator(BUTTON)).to_have_count(0)
    first.locator(BUTTON).click()
    first.locator(".turn.mine").wait_for(timeout=SETTLE)
    reached(second, Clicker(first).mark())
    assert (state(first), state(second)) == before
    expect(second.locator(".log .told").last).to_contain_text("Player 1 takes a move back.")
    expect(second.locator(".log del").last).to_contain_text("Player 1 claims")
    expect(first.locator(BUTTON)).to_have_count(0)


@pytest.mark.parametrize("agrees", [True, False])
def test_a_drawn_card_is_taken_back_when_the_other_agrees(
    two: tuple[Page, Page, ClaimRoute], agrees: bool
) -> None:
    first, second, _ = two
    before = state(first), state(second)
    player = Clicker(first)
    mark = player.mark()
    first.locator('[data-place="deck"]:enabled').click()
    first.wait_for_function(
        "before => document.querySelector('[data-version]').dataset.version !== before",
        arg=mark,
        timeout=SETTLE,
    )
    drawn = state(first)
    expect(first.locator(BUTTON)).to_have_count(0)
    ask_in_the_menu(first)
    expect(first.locator(".take-back-asked")).to_contain_text("Waiting for Player 2.")
    asked = second.locator(".take-back-asked")
    asked.wait_for(timeout=SETTLE)
    expect(asked).to_contain_text("Player 1 would like to take a move back:")
    expect(asked.locator("q")).to_have_text("Player 1: a card from the deck.")
    assert accessibility_faults(second) == []
    asked.get_by_role("button", name="Agree" if agrees else "Refuse").click()
    for page in (first, second):
        expect(page.locator(".take-back-asked")).to_have_count(0, timeout=SETTLE)
    said = re.compile("takes a move back" if agrees else "the move stands")
    expect(first.locator(".log .told").last).to_have_text(said)
    reached(second, player.mark())
    if agrees:
        assert (state(first), state(second)) == before
    else:
        assert state(first) == drawn
    # The game goes on for both.
    first.locator('[data-place="deck"]:enabled').click()
    expect(first.locator(".log .told").last).to_contain_text("from the deck", timeout=SETTLE)


def test_whoever_asked_may_give_it_up_and_a_move_ends_it(
    two: tuple[Page, Page, ClaimRoute],
) -> None:
    first, second, _ = two
    first.locator('[data-place="deck"]:enabled').click()
    expect(first.locator(".sentence")).to_have_text("Draw your second card.", timeout=SETTLE)
    for end in ("give up", "move"):
        ask_in_the_menu(first)
        second.locator(".take-back-asked").wait_for(timeout=SETTLE)
        if end == "give up":
            first.get_by_role("button", name="Never mind").click()
        else:
            first.locator('[data-place="deck"]:enabled').click()
        for page in (first, second):
            expect(page.locator(".take-back-asked")).to_have_count(0, timeout=SETTLE)


def test_alone_with_bots_nobody_is_asked(open_page: OpenPage) -> None:
    """Alone with bots, a drawn card is taken back together with the bots' moves after it."""
    page = open_page()
    start_game(page, "usa", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    player = Clicker(page)
    page.locator(".offer").wait_for(timeout=SETTLE)
    expect(page.locator(BUTTON)).to_have_count(0)
    player.decide()
    assert my_turn(page)
    page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    before = state(page)
    page.locator('[data-place="deck"]:enabled').click()
    expect(page.locator(".sentence")).to_have_text("Draw your second card.", timeout=SETTLE)
    page.locator(BUTTON).click()
    page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    assert state(page) == before
    # The second card, and whatever bots have done since.
    draw_two(page)
    page.locator(BUTTON).click()
    expect(page.locator(".sentence")).to_have_text("Draw your second card.", timeout=SETTLE)


def test_the_replay_shows_the_game_as_it_stands(two: tuple[Page, Page, ClaimRoute]) -> None:
    first, _, action = two
    claim(first, action)
    first.locator(BUTTON).click()
    first.locator(".turn.mine").wait_for(timeout=SETTLE)
    first.locator('[data-place="deck"]:enabled').click()
    expect(first.locator(".sentence")).to_have_text("Draw your second card.", timeout=SETTLE)
    first.goto(first.url.replace("/t/", "/replay/"))
    first.get_by_role("button", name="To the end").click(timeout=SETTLE)
    expect(first.locator(".log li").last).to_contain_text("from the deck", timeout=SETTLE)
    expect(first.locator(".log")).not_to_contain_text("takes a move back")


def test_it_is_to_be_had_on_every_screen(two: tuple[Page, Page, ClaimRoute]) -> None:
    """Taking back works by keyboard on every screen, and axe finds nothing in both themes."""
    first, second, action = two
    for width, height in ((1280, 720), (390, 844), (360, 640), (844, 390)):
        for page in two[:2]:
            page.set_viewport_size({"width": width, "height": height})
        claim(first, action)
        expect(first.locator(BUTTON)).to_be_in_viewport()
        assert faults_by_day_and_night(first) == []
        first.locator(BUTTON).focus()
        first.keyboard.press("Enter")
        first.locator(".turn.mine").wait_for(timeout=SETTLE)
        first.locator('[data-place="deck"]:enabled').click()
        expect(first.locator(".sentence")).to_have_text("Draw your second card.", timeout=SETTLE)
        ask_in_the_menu(first)
        agree = second.get_by_role("button", name="Agree")
        expect(agree).to_be_in_viewport(timeout=SETTLE)
        assert faults_by_day_and_night(second) == []
        for page in (first, second):
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0
        # All is as it was before.
        agree.click()
        first.locator(OWN_MOVES).wait_for(timeout=SETTLE)


def faults_by_day_and_night(page: Page) -> list[str]:
    """Return what axe finds in both themes, except on the map."""
    found: list[str] = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        found += [f"{theme}: {fault}" for fault in accessibility_faults(page, WITHOUT_MAP)]
    return found


def test_an_earlier_move_is_named_and_taken_back(two: tuple[Page, Page, ClaimRoute]) -> None:
    """An earlier move is taken back with all later ones, when the other person agrees."""
    first, second, action = two
    claim(first, action)
    first.locator(".menu > summary").click()
    first.locator(".earlier > summary").click()
    moves = first.locator(".earlier-moves li")
    earlier = moves.nth(1)
    told = earlier.locator(".quiet").inner_text()
    after = int((re.findall(r"\d+", told) or ["1"])[0])
    assert accessibility_faults(first) == []
    earlier.get_by_role("button").click()
    expect(first.locator(".menu-sheet")).to_be_hidden()
    asked = second.locator(".take-back-asked")
    expect(asked).to_contain_text(told, timeout=SETTLE)
    asked.get_by_role("button", name="Agree").click()
    expect(second.locator(".log .told").last).to_contain_text("Player 1 takes", timeout=SETTLE)
    struck: list[str] = second.locator(".log .told:has(del)").evaluate_all(
        "lines => lines.map((line) => line.dataset.entry)"
    )
    # Of opening tickets every player has a line.
    assert len(set(struck)) == after + 1
    expect(first.locator(".log del")).to_have_count(len(struck))
