"""The sounds of the page, and its title."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.serving import Person
from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, claim_on_the_map, draw_card
from tests.web.staging import Stage, browsing, rehearse
from whistlestop import ClaimRoute, Game
from whistlestop.play.game import Move

LISTEN = """
  window.tones = [];
  window.AudioContext = class extends AudioContext {
    createOscillator() {
      const oscillator = super.createOscillator();
      const start = oscillator.start.bind(oscillator);
      oscillator.start = (at) => {
        window.tones.push(Math.round(oscillator.frequency.value));
        start(at);
      };
      return oscillator;
    }
  };
"""
"""A script that records the frequencies of all tones in `window.tones`."""

UNTOUCHED = """
  // A driven browser takes whatever it is asked for a touch.
  let touched = false;
  addEventListener("pointerdown", () => { touched = true; }, true);
  Object.defineProperty(navigator, "userActivation", {get: () => ({hasBeenActive: touched})});
"""

CARD, CLAIM, TURN, TICKET = 740, 196, [523, 622], [523, 659]


def listening(open_page: OpenPage, stage: Stage) -> Page:
    page = open_page(base_url=stage.url)
    page.add_init_script(LISTEN)
    return page


def heard(page: Page) -> list[int]:
    """Return the frequencies of the tones since the last call."""
    tones: list[int] = page.evaluate("() => window.tones.splice(0)")
    return tones


def switch(page: Page, name: str) -> None:
    page.locator(".menu > summary").click()
    page.get_by_role("switch", name=name).click()
    page.keyboard.press("Escape")


def they_draw(page: Page, other: Person, table: str) -> None:
    """Let the other player take a turn, and wait until the page shows the player's own turn."""
    for _ in range(2):
        version = other.table(table)["version"]
        other.act(table, "draw deck", version)
    expect(page.locator(".turn.mine")).to_be_visible(timeout=SETTLE)


def two_players(page: Page, stage: Stage) -> tuple[str, Person]:
    """Start a game of two in which the person of the page begins.

    Return the table's id and the other player.
    """
    stage.begin(0)
    other, me = stage.person(), browsing(page, stage.url)
    table = me.new_table("usa", "me", "open")
    other.posted(f"/api/tables/{table}/join", {})
    me.act(table, "keep all", 3)
    other.act(table, "keep all", 4)
    page.goto(f"/t/{table}")
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    return table, other


def test_sounds_are_off_until_they_are_switched_on(open_page: OpenPage, stage: Stage) -> None:
    page = listening(open_page, stage)
    table, other = two_players(page, stage)
    draw_card(page)
    draw_card(page)
    they_draw(page, other, table)
    assert heard(page) == []
    switch(page, "Sounds")
    draw_card(page)
    assert heard(page) == [CARD]
    draw_card(page)
    they_draw(page, other, table)
    assert heard(page) == [CARD, CARD, CARD, *TURN]
    page.reload()
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    draw_card(page)
    assert heard(page) == [CARD]


def test_the_cue_of_ones_turn_is_separate(open_page: OpenPage, stage: Stage) -> None:
    page = listening(open_page, stage)
    table, other = two_players(page, stage)
    page.locator(".menu > summary").click()
    expect(page.get_by_role("switch", name="Whistle when it is my turn")).to_have_count(0)
    page.keyboard.press("Escape")
    switch(page, "Sounds")
    switch(page, "Whistle when it is my turn")
    draw_card(page)
    draw_card(page)
    they_draw(page, other, table)
    assert heard(page) == [CARD] * 4
    switch(page, "Whistle when it is my turn")
    draw_card(page)
    draw_card(page)
    they_draw(page, other, table)
    assert heard(page) == [CARD] * 4 + TURN


def test_the_title_tells_when_it_is_ones_turn(open_page: OpenPage, stage: Stage) -> None:
    page = listening(open_page, stage)
    table, other = two_players(page, stage)
    expect(page).to_have_title("● Player 1, your turn – USA")
    draw_card(page)
    draw_card(page)
    expect(page.locator(".sentence")).to_have_text("It is Player 2’s turn.", timeout=SETTLE)
    expect(page).to_have_title("USA – Whistlestop")
    they_draw(page, other, table)
    expect(page).to_have_title("● Player 1, your turn – USA")


def test_claims_and_tickets_sound_otherwise(open_page: OpenPage, stage: Stage) -> None:
    def wanted(game: Game, move: Move) -> bool:
        return isinstance(move.action, ClaimRoute) and not game.over

    page = listening(open_page, stage)
    rehearsal = rehearse("usa", wanted)
    page.goto(f"/t/{stage.set_up(page, rehearsal)}")
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    switch(page, "Sounds")
    assert isinstance(rehearsal.action, ClaimRoute)
    claim_on_the_map(page, rehearsal.action)
    expect(page.locator(".turn.mine")).to_have_count(0, timeout=SETTLE)
    assert heard(page) == [CLAIM] * 3
    page = listening(open_page, stage)
    two_players(page, stage)
    switch(page, "Sounds")
    page.get_by_role("button", name="Draw tickets", exact=True).click()
    page.locator(".tray .choice").click()
    page.locator(".offer").wait_for(timeout=SETTLE)
    assert heard(page) == TICKET


def test_sounds_are_offered_once_at_the_first_claim(open_page: OpenPage, stage: Stage) -> None:
    def wanted(game: Game, move: Move) -> bool:
        return isinstance(move.action, ClaimRoute) and not game.over

    rehearsal = rehearse("usa", wanted)
    assert isinstance(rehearsal.action, ClaimRoute)
    for width, height, answer in ((1280, 720, "Yes"), (360, 640, "No")):
        page = open_page(base_url=stage.url, width=width, height=height)
        page.add_init_script(LISTEN)
        page.goto(f"/t/{stage.set_up(page, rehearsal)}")
        page.locator(".turn.mine").wait_for(timeout=SETTLE)
        offer = page.get_by_role("region", name="Sounds")
        expect(offer).to_have_count(0)
        claim_on_the_map(page, rehearsal.action)
        expect(offer).to_be_in_viewport(ratio=1, timeout=SETTLE)
        assert heard(page) == []
        offer.get_by_role("button", name=answer).click()
        expect(offer).to_have_count(0)
        assert heard(page) == ([CLAIM] * 3 if answer == "Yes" else [])
        # The answer is kept, and the question does not come again.
        page.goto(f"/t/{stage.set_up(page, rehearsal)}")
        page.locator(".turn.mine").wait_for(timeout=SETTLE)
        claim_on_the_map(page, rehearsal.action)
        expect(page.locator(".turn.mine")).to_have_count(0, timeout=SETTLE)
        assert heard(page) == ([CLAIM] * 3 if answer == "Yes" else [])
        page.wait_for_load_state("networkidle")
        expect(offer).to_have_count(0)


def test_nothing_is_heard_before_somebody_has_touched_the_page(
    open_page: OpenPage, stage: Stage
) -> None:
    """The page plays no sounds before the reader has used it.

    Browsers would play them later, all at once.
    """
    page = listening(open_page, stage)
    table, other = two_players(page, stage)
    switch(page, "Sounds")
    draw_card(page)
    draw_card(page)
    page.add_init_script(UNTOUCHED)
    page.reload()
    page.locator(".players").wait_for(timeout=SETTLE)
    they_draw(page, other, table)
    assert heard(page) == []
    draw_card(page)
    assert heard(page) == [CARD]
