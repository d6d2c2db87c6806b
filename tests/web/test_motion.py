"""Animations: they are quick, stand in nobody's way, and run only on visible pages."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, Clicker, Lines, claim_on_the_map, draw_two, first_turn
from tests.web.staging import Rehearsal, Stage, rehearse
from whistlestop import ClaimRoute, Game
from whistlestop.actions import StartJourney, TravelRoute
from whistlestop.events import DisplaySwept
from whistlestop.play.game import Move

RECORD = """
  window.motions = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const holder = this.closest("[data-route], .flying, .flight, .standing, [data-place]");
    if (holder) {
      window.motions.push({
        what: holder.getAttribute("data-route") ?? holder.getAttribute("class"),
        duration: timing.duration,
        delay: timing.delay ?? 0,
      });
    }
    return animate.call(this, frames, timing);
  };
  // A tab that is not looked at, as far as the page can tell.
  window.unseen = false;
  Object.defineProperty(document, "hidden", {get: () => window.unseen});
"""
"""A script that records every animation of events of the game in `window.motions`."""


IMPATIENT = """
  const at = window.setTimeout;
  window.setTimeout = (act, wait, ...more) => at(act, wait === 4000 ? 0 : wait, ...more);
"""
"""A script that shows moves of others at once instead of waiting four seconds for animations."""


def watched(open_page: OpenPage, **more: Any) -> Page:
    page = open_page(reduced_motion="no-preference", **more)
    page.add_init_script(RECORD)
    return page


def motions(page: Page, awaited: str | None = None) -> list[dict[str, Any]]:
    """Return the animations since the last call. Wait for the one with the name `awaited`."""
    if awaited is not None:
        page.wait_for_function(
            "(what) => window.motions.some((one) => one.what === what)",
            arg=awaited,
            timeout=SETTLE,
        )
    # Flights begin after the picture after the next, however long a slow machine takes for one.
    page.evaluate(
        """() => new Promise((done) => {
            const after = () => setTimeout(() => setTimeout(done));
            requestAnimationFrame(() => requestAnimationFrame(after));
        })"""
    )
    found: list[dict[str, Any]] = page.evaluate("() => window.motions.splice(0)")
    return found


def brisk(moved: list[dict[str, Any]]) -> bool:
    return all(150 <= one["duration"] <= 250 for one in moved)


def opened(open_page: OpenPage, stage: Stage, rehearsal: Rehearsal) -> Page:
    page = watched(open_page, base_url=stage.url)
    page.goto(f"/t/{stage.set_up(page, rehearsal)}")
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    drawn(page)
    return page


def drawn(page: Page) -> None:
    """Wait for the board, because nothing is animated before."""
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)


def slowed(page: Page) -> None:
    """Make all animations a thousand times as slow."""
    session: Any = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0.001})


def a_claim(length: int) -> Rehearsal:
    def wanted(game: Game, move: Move) -> bool:
        if not isinstance(move.action, ClaimRoute) or game.over:
            return False
        return game.edition.routes[game.index.route_codes.index(move.action.route)].length >= length

    return rehearse("usa", wanted)


def test_a_card_under_the_pointer_comes_to_rest(open_page: OpenPage) -> None:
    """A card that rises under a pointer at its lower edge stays under the pointer."""
    page = open_page()
    first_turn(page, "usa")
    drawn(page)
    for place in ("deck", "slot-0"):
        card = page.locator(f'[data-place="{place}"]')
        page.mouse.move(2, 2)
        box = card.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 1)
        tops: list[float] = card.evaluate(
            """async (card) => {
                const tops = [];
                for (let frame = 0; frame < 90; frame++) {
                    await new Promise(requestAnimationFrame);
                    tops.push(card.getBoundingClientRect().top);
                }
                return tops.slice(45);
            }"""
        )
        assert {*tops} == {tops[0]}, place
        assert tops[0] < box["y"], "it is raised"


def test_cards_fly_and_pieces_appear(open_page: OpenPage, stage: Stage) -> None:
    rehearsal = a_claim(3)
    page = opened(open_page, stage, rehearsal)
    action = rehearsal.action
    assert isinstance(action, ClaimRoute)
    motions(page)
    claim_on_the_map(page, action)
    expect(page.locator(".turn.mine")).to_have_count(0, timeout=SETTLE)
    moved = motions(page, "flight")
    assert brisk(moved)
    pieces = [one for one in moved if one["what"] == action.route]
    length = rehearsal.game.edition.routes[
        rehearsal.game.index.route_codes.index(action.route)
    ].length
    assert len(pieces) == length
    # One after the other.
    delays = [one["delay"] for one in pieces]
    assert delays == sorted(set(delays))
    assert [one["what"] for one in moved].count("flight") == len(action.cards)
    expect(page.locator(".flight")).to_have_count(0, timeout=SETTLE)


def test_a_journey_is_seen(open_page: OpenPage, stage: Stage) -> None:
    def wanted(game: Game, move: Move) -> bool:
        return isinstance(move.action, StartJourney) and game.view(0).phase == "journey"

    rehearsal = rehearse("germany", wanted)
    page = opened(open_page, stage, rehearsal)
    page.get_by_role("button", name="Send a passenger off").click()
    page.locator(".tray .choice").first.click()
    route = page.locator(".board-sheet [data-route].selectable").first
    route.wait_for(timeout=SETTLE)
    route.locator("use").first.click()
    travel = page.get_by_role("button", name="Travel to")
    travel.wait_for(timeout=SETTLE)
    motions(page)
    travel.click()
    expect(page.locator(".log")).to_contain_text("On to", timeout=SETTLE)
    moved = motions(page, "flying")
    assert brisk(moved)
    assert "flying" in [one["what"] for one in moved]
    expect(page.locator(".flying use")).to_have_count(0, timeout=SETTLE)
    assert any(isinstance(one, TravelRoute) for one in rehearsal.game.legal_actions(0))


def test_a_sweep_is_seen(open_page: OpenPage, stage: Stage) -> None:
    def wanted(game: Game, move: Move) -> bool:
        swept = any(isinstance(event, DisplaySwept) for event in move.events)
        return swept and not game.over and str(move.action).startswith("draw")

    rehearsal = rehearse("usa", wanted)
    page = opened(open_page, stage, rehearsal)
    card = str(rehearsal.action).removeprefix("draw ")
    motions(page)
    name = "Draw from the deck" if card == "deck" else f"Take {card} from the display"
    page.locator(".display").get_by_role("button", name=name).first.click()
    expect(page.locator(".log")).to_contain_text("the display is swept", timeout=SETTLE)
    moved = motions(page, "flight")
    assert brisk(moved)
    # One's own card, and the whole display.
    assert [one["what"] for one in moved].count("flight") >= 5


def test_nobody_waits_for_what_moves(open_page: OpenPage) -> None:
    """A player can go on while cards are flying. The table is up to date at once."""
    page = watched(open_page)
    page.add_init_script(IMPATIENT)
    first_turn(page)
    slowed(page)
    # The deck under the mouse rises, slowly now.
    draw_two(page, force=True)
    draw_two(page, force=True)
    motions(page)
    assert page.locator(".flight").count() > 2
    player = Clicker(page)
    before = player.mark()
    player.decide()
    assert player.mark() != before
    # What flies is in nobody's way.
    assert (
        page.locator(".flight").first.evaluate("flight => getComputedStyle(flight).pointerEvents")
        == "none"
    )


def test_stillness_for_those_who_asked_for_it(open_page: OpenPage) -> None:
    page = open_page()
    page.add_init_script(RECORD)
    first_turn(page)
    draw_two(page)
    assert motions(page) == []


def test_nothing_moves_where_nobody_looks(open_page: OpenPage) -> None:
    page = watched(open_page)
    first_turn(page)
    draw_two(page)
    assert motions(page, "flight")
    page.evaluate("() => { window.unseen = true; }")
    draw_two(page)
    page.evaluate(
        "() => { window.unseen = false; document.dispatchEvent(new Event('visibilitychange')); }"
    )
    # Nor is it made up for.
    assert motions(page) == []
    draw_two(page)
    assert motions(page, "flight")


def test_what_was_missed_is_told_and_not_shown(open_page: OpenPage, stage: Stage) -> None:
    page = watched(open_page, base_url=stage.url)
    lines = Lines(page)
    ann, ben = stage.person(), stage.person()
    stage.begin(0)
    table = ann.new_table("usa", "me", "open")
    ben.posted(f"/api/tables/{table}/join", {})
    for person in (ann, ben):
        person.act(table, "keep all", 3)
    page.goto(f"/t/{table}")
    page.locator(".watching").wait_for(timeout=SETTLE)
    drawn(page)
    ann.act(table, "draw deck", 5)
    expect(page.locator("[data-version]")).to_have_attribute("data-version", "6", timeout=SETTLE)
    assert [one["what"] for one in motions(page, "flight")] == ["flight"]
    lines.cut()
    for person in (ann, ben, ben, ann, ann):
        person.act(table, "draw deck", 5)
    lines.mend()
    expect(page.locator("[data-version]")).to_have_attribute("data-version", "11", timeout=SETTLE)
    expect(page.locator(".log .told").filter(has_text="a card from the deck")).to_have_count(6)
    # The newest alone.
    assert [one["what"] for one in motions(page, "flight")] == ["flight"]
    ben.act(table, "draw deck", 11)
    expect(page.locator("[data-version]")).to_have_attribute("data-version", "12", timeout=SETTLE)
    assert [one["what"] for one in motions(page, "flight")] == ["flight"]
