"""Thinking ahead in the browser: marked routes, and claims that are planned and made."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, Clicker
from tests.web.staging import Stage, browsing, rehearse, staged
from tests.web.watching import WITHOUT_MAP, accessibility_faults, expect_fault
from whistlestop import ClaimRoute, Game
from whistlestop.actions import DrawDeck
from whistlestop.play.game import Move


def could_claim(game: Game, move: Move) -> bool:
    """Return whether the first seat has drawn one card and the second can plan claims."""
    drawn = isinstance(move.action, DrawDeck) and game.view().phase == "second_card"
    return drawn and len({claim.route for claim in game.next_claims(1)}) > 1


def wants_the_same(game: Game, move: Move) -> bool:
    """Return whether the first seat claims a route that the second seat could have claimed."""
    before = game.copy()
    before.undo()
    if not isinstance(move.action, ClaimRoute) or game.over:
        return False
    route = move.action.route
    return any(claim.route == route for claim in before.next_claims(1))


def seated(stage: Stage, first: Page, second: Page, wanted: object) -> tuple[str, str]:
    """Bring two people to a wanted moment. Return the table's id and the words of the next move."""
    found = rehearse("usa", wanted)  # type: ignore[arg-type]
    table = stage.set_up(first, found, second)
    for page in (first, second):
        page.goto(f"/t/{table}")
        page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    first.locator(".turn.mine").wait_for(timeout=SETTLE)
    return table, str(found.action)


def plan_the_first(page: Page) -> str:
    """Plan the first claim of the list. Return the name of its route."""
    page.get_by_role("button", name="Plan my next turn").click(timeout=SETTLE)
    choice = page.locator(".route-list .choice").first
    choice.wait_for(timeout=SETTLE)
    choice.click()
    name = page.locator(".tray h2").inner_text()
    page.locator(".planned-claim").first.click(timeout=SETTLE)
    expect(page.locator(".planned-claim[aria-pressed=true]")).to_have_count(1, timeout=SETTLE)
    return name


def draw_two_cards(page: Page) -> None:
    page.locator('[data-place="deck"]:enabled').click(timeout=SETTLE)
    expect(page.locator(".sentence")).to_have_text("Draw your second card.", timeout=SETTLE)
    page.locator('[data-place="deck"]:enabled').click(timeout=SETTLE)


def test_a_planned_claim_is_made_though_the_server_was_restarted(
    open_page: OpenPage, tmp_path: Path
) -> None:
    with staged(tmp_path) as stage:
        first, second = (open_page(base_url=stage.url) for _ in range(2))
        for page in (first, second):
            expect_fault(page, "ERR_CONNECTION_REFUSED")
        seated(stage, first, second, could_claim)
        before = Clicker(first).mark()
        name = plan_the_first(second)
        expect(second.locator(".plans")).to_contain_text(name)
        assert Clicker(first).mark() == before
        assert first.locator(".plans, .board-sheet .intended").count() == 0
        port = int(stage.url.rpartition(":")[2])
    expect(first.locator(".offline")).to_be_visible(timeout=SETTLE)
    with staged(tmp_path, port=port):
        for page in (first, second):
            expect(page.locator(".offline")).to_have_count(0, timeout=SETTLE)
        second.reload()
        expect(second.locator(".plans")).to_contain_text(name, timeout=SETTLE)
        draw_two_cards(first)
        for page in (first, second):
            line = page.locator(".log li", has_text="Player 2 claims").last
            expect(line).to_contain_text(name, timeout=SETTLE)
        expect(second.locator(".plans")).to_have_count(0, timeout=SETTLE)
        first.locator(".turn.mine").wait_for(timeout=SETTLE)


def test_a_plan_that_has_become_impossible_is_told_to_that_seat_alone(
    open_page: OpenPage, stage: Stage
) -> None:
    first, second = (open_page(base_url=stage.url) for _ in range(2))
    table, words = seated(stage, first, second, wants_the_same)
    me, other = (browsing(page, stage.url) for page in (first, second))
    route = words.split()[1]
    possible = other.got(f"/api/tables/{table}/ahead/claims?route={route}")["claims"]
    other.posted(f"/api/tables/{table}/ahead", {"claims": [possible[0]["words"]]})
    # The page hears of what was planned elsewhere.
    expect(second.locator(".plans li")).to_have_count(1, timeout=SETTLE)
    me.act(table, words, me.table(table)["version"])
    told = second.locator(".plans-dropped")
    expect(told).to_contain_text("was not possible", timeout=SETTLE)
    second.locator(".turn.mine").wait_for(timeout=SETTLE)
    assert first.locator(".plans").count() == 0
    assert accessibility_faults(second) == []
    told.get_by_role("button", name="OK").click()
    expect(second.locator(".plans")).to_have_count(0, timeout=SETTLE)


def test_a_plan_is_dropped_at_will_and_marks_stay(open_page: OpenPage, stage: Stage) -> None:
    first, second = (open_page(base_url=stage.url) for _ in range(2))
    seated(stage, first, second, could_claim)
    plan_the_first(second)
    mark = second.get_by_role("button", name="Mark it for myself")
    mark.click()
    expect(mark).to_have_attribute("aria-pressed", "true", timeout=SETTLE)
    expect(second.locator(".board-sheet .intended")).to_have_count(1)
    second.get_by_role("button", name="Stop the plan").click()
    expect(second.locator(".plans")).to_have_count(0, timeout=SETTLE)
    second.reload()
    expect(second.locator(".board-sheet .intended")).to_have_count(1, timeout=SETTLE)
    assert first.locator(".board-sheet .intended").count() == 0
    draw_two_cards(first)
    second.locator(".turn.mine").wait_for(timeout=SETTLE)
    # Nothing was planned any more: it is the player's own turn.
    expect(second.get_by_role("button", name="Plan my next turn")).to_have_count(0)
    second.locator(".moves").get_by_role("button", name="Routes you can claim").wait_for()


def test_plans_are_made_on_every_screen(open_page: OpenPage, stage: Stage) -> None:
    """Plans can be made by keyboard on every screen. axe finds nothing, and nothing is too wide."""
    first, second = (open_page(base_url=stage.url) for _ in range(2))
    seated(stage, first, second, could_claim)
    where = None
    for width, height in ((1280, 720), (390, 844), (360, 640), (844, 390)):
        second.set_viewport_size({"width": width, "height": height})
        second.get_by_role("button", name="Plan my next turn").press("Enter")
        second.locator(".route-list .choice").first.press("Enter", timeout=SETTLE)
        second.locator(".planned-claim").first.press("Enter", timeout=SETTLE)
        expect(second.locator(".plans li")).to_have_count(1, timeout=SETTLE)
        for theme in ("light", "dark"):
            second.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            assert accessibility_faults(second, where) == []
        where = WITHOUT_MAP
        assert second.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        second.keyboard.press("Escape")
        second.locator(".plans li").get_by_role("button").last.press("Enter")
        expect(second.locator(".plans")).to_have_count(0, timeout=SETTLE)
