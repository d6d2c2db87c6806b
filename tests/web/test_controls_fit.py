"""In every language and on every screen, no control is cut off or covered by another one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests.web.conftest import OpenPage
from tests.web.fitting import LETTERS_ARE_LATE, everywhere, faults_of_controls
from tests.web.playing import AT_HAND, OWN_MOVES, SETTLE, Clicker, my_turn, start_game
from tests.web.staging import SEEDS, Rehearsal, Stage, at_random, rehearse
from tests.web.test_finale import end_of, golden
from whistlestop import Game
from whistlestop.actions import Action, BuildStation, ClaimRoute, DrawTickets, StartJourney
from whistlestop.events import SurchargeDue
from whistlestop.play.game import Move

Walk = Callable[[Page, Stage], Iterator[str]]


def start_page(page: Page, _: Stage) -> Iterator[str]:
    """Show the start page: at first, with all options, and with its menu.

    Yield the name of each state.
    """
    page.goto("/")
    page.locator(".start-now .main").wait_for(timeout=SETTLE)
    yield "start page"
    page.locator(".seat-choices > .small").click()
    page.locator(".seat-choices select").nth(1).select_option("here")
    page.locator(".seat-choices select").nth(2).select_option("open")
    page.locator(".options > summary").click()
    page.locator(".options select").nth(1).select_option("minutes")
    yield "start page with options"
    page.locator(".menu > summary").click()
    yield "menu of the start page"


def waiting_and_opening(page: Page, stage: Stage) -> Iterator[str]:
    """Show a waiting room, the choice of tickets, and the first move.

    Yield the name of each state.
    """
    start_game(page, "germany", [{"kind": "me"}, {"kind": "open"}])
    page.locator(".waiting .main").wait_for(timeout=SETTLE)
    yield "waiting room"
    page.locator(".waiting .seats-and-table > summary").click()
    page.locator(".waiting .seats-and-table button").first.wait_for(timeout=SETTLE)
    yield "waiting room with its seats"
    table, other = page.url.rpartition("/")[2], stage.person()
    other.posted(f"/api/tables/{table}/join", {})
    page.locator(".tray .mix").first.wait_for(timeout=SETTLE)
    yield "mixes of tickets"
    # The other player's mix is asked for when the server has this one.
    with page.expect_response(f"**/api/tables/{table}/actions", timeout=SETTLE):
        page.locator(".tray .choice").first.click()
    known = other.table(table)
    other.act(table, known["legal"][0]["words"], known["version"])
    page.locator(".offer").wait_for(timeout=SETTLE)
    yield "tickets to choose from"
    page.locator(".menu > summary").click()
    yield "menu of the table"
    page.locator(".menu .seats-and-table > summary").click()
    page.locator(".menu .seats-and-table button").first.wait_for(timeout=SETTLE)
    yield "menu with the table's seats"
    page.keyboard.press("Escape")
    page.locator(".phrases > summary").click()
    yield "phrases"


def turn_with(edition: str, routes: int, *kinds: type[Action]) -> Rehearsal:
    """Play at random until a turn has enough routes to claim and all these kinds of actions."""
    for seed in range(SEEDS):
        for game in at_random(edition, 2, seed):
            if game.over or game.deciding[0] != 0:
                continue
            legal = game.legal_actions(0)
            found = {action.route for action in legal if isinstance(action, ClaimRoute)}
            if len(found) >= routes and {*kinds} <= {type(action) for action in legal}:
                moves = tuple((move.seat, str(move.action)) for move in game.moves)
                return Rehearsal(edition, 2, seed, moves, legal[0], game)
    raise AssertionError(f"no such turn in {SEEDS} games")


def turn(page: Page, stage: Stage) -> Iterator[str]:
    """Show a turn with many actions, and the tray of each. Yield the name of each state."""
    table = stage.set_up(page, turn_with("germany", 21, StartJourney, DrawTickets))
    page.goto(f"/t/{table}")
    page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    yield "turn"
    for opens in ("routes", "journey"):
        page.locator(f"[data-opens={opens}]").click()
        page.locator(".tray .choice").first.wait_for(timeout=SETTLE)
        yield opens
        page.keyboard.press("Escape")
    page.locator('[data-place^="stack-"]').first.click()
    page.locator(".tray .choice").first.wait_for(timeout=SETTLE)
    yield "tickets to draw"
    page.keyboard.press("Escape")
    page.locator("[data-opens=routes]").click()
    page.locator(".route-list .choice").first.click()
    page.locator(".payments").wait_for(timeout=SETTLE)
    yield "payment"
    page.keyboard.press("Escape")
    page.locator(f'[data-place="deck"]{AT_HAND}').click()
    page.locator(".choosing").wait_for(state="detached", timeout=SETTLE)
    yield "second card"
    Clicker(page).decide()
    page.locator(".turn-area:not(.mine)").wait_for(timeout=SETTLE)
    yield "another's turn"


def tunnel(page: Page, stage: Stage) -> Iterator[str]:
    """Show the choice of stations, and a tunnel with a surcharge. Yield the name of each state."""

    def wanted(game: Game, move: Move) -> bool:
        asked = any(isinstance(event, SurchargeDue) and event.number for event in move.events)
        return asked and not game.over and game.view(0).phase == "surcharge"

    table = stage.set_up(page, turn_with("europe", 15, BuildStation))
    page.goto(f"/t/{table}")
    page.locator("[data-opens=station]").click(timeout=SETTLE)
    page.locator(".route-list").wait_for(timeout=SETTLE)
    yield "stations"
    page.locator(".route-list .choice").first.click()
    page.locator(".payments").wait_for(timeout=SETTLE)
    yield "payment of a station"
    rehearsal = rehearse("europe", wanted)
    table = stage.set_up(page, rehearsal)
    page.goto(f"/t/{table}")
    assert isinstance(rehearsal.action, ClaimRoute)
    page.locator(f'[data-route="{rehearsal.action.route}"] use').first.click(force=True)
    page.locator(".tunnel-risk").wait_for(timeout=SETTLE)
    yield "payment of a tunnel"
    page.locator(f'.payments [data-words="{rehearsal.action}"]').click()
    page.locator(".tray .tunnel").wait_for(timeout=SETTLE)
    yield "tunnel"


def taking_back(page: Page, stage: Stage) -> Iterator[str]:
    """Show a turn at a full table at which the last move can be taken back.

    Yield the name of each state.
    """
    start_game(page, "germany", [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * 4])
    player = Clicker(page)
    while not page.locator(".moves [data-opens=routes]").count():
        my_turn(page)
        player.decide()
        page.locator(".turn.mine").wait_for(timeout=SETTLE)
    page.locator(".turn > .take-back").wait_for(timeout=SETTLE)
    yield "turn that can be taken back"


def ending(page: Page, stage: Stage) -> Iterator[str]:
    """Show each sheet at the end of a game. Yield the name of each state."""
    end_of(page, stage.url, golden("germany-5"))
    page.locator(".finale [role=tab]").first.wait_for(timeout=SETTLE)
    for tab in page.locator(".finale [role=tab]").all():
        tab.click()
        yield f"end: {tab.inner_text()}"


WALKS: list[Walk] = [start_page, waiting_and_opening, turn, taking_back, tunnel, ending]


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.__name__)
def test_every_control_has_room(open_page: OpenPage, stage: Stage, walk: Walk) -> None:
    page = open_page(base_url=stage.url, width=390, height=844)
    page.add_init_script(LETTERS_ARE_LATE)
    found: dict[str, dict[str, list[str]]] = {}
    for moment in walk(page, stage):
        if faults := everywhere(page, faults_of_controls):
            found[moment] = faults
    assert not found, found
