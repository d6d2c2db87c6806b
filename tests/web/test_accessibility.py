"""axe finds nothing: on every page and in every state of the table, day and night, wide and narrow.

The pages of the rules and of what does not exist are looked at where they are tested.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.fitting import LETTERS_ARE_LATE
from tests.web.playing import OWN_MOVES, SETTLE, Clicker, Lines, claim_on_the_map, start_game
from tests.web.staging import Stage, browsing, rehearse
from tests.web.watching import expect_fault, faults_everywhere
from whistlestop import ClaimRoute, Game
from whistlestop.actions import StartJourney
from whistlestop.events import FinalRound, StationBuilt, SurchargeDue
from whistlestop.play.game import Move

GOLDEN = Path(__file__).parents[1] / "golden"


class Looked:
    """A page that axe checks in several states. The map is checked at first, and on request."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: list[str] = []
        self.mapped = False

    def at(self, state: str, there: str, *, board: bool = False) -> None:
        """Wait for a selector and let axe check the page, with the map if `board` is set."""
        self.page.locator(there).first.wait_for(timeout=SETTLE)
        board |= not self.mapped
        self.mapped |= self.page.locator(".board-sheet > svg").count() > 0
        faults = faults_everywhere(self.page, board=board)
        self.found += [f"{state}, {fault}" for fault in faults]


def look_once(page: Page, state: str, there: str) -> list[str]:
    look = Looked(page)
    look.at(state, there)
    return look.found


def test_before_a_game(open_page: OpenPage) -> None:
    page = open_page()
    expect_fault(page, "400")
    look = Looked(page)
    page.goto("/")
    page.locator(".options summary").click(timeout=SETTLE)
    page.get_by_label("Time to think").select_option("days")
    look.at("start", ".new-table")
    page.locator(".menu > summary").click()
    look.at("menu", ".menu-sheet")
    page.keyboard.press("Escape")
    page.locator(".import input").set_input_files(
        {"name": "no.record", "mimeType": "text/plain", "buffer": b"whistlestop record 1\n"}
    )
    look.at("refused record", ".import .problem")
    start_game(page, "germany", [{"kind": "me"}, {"kind": "open"}])
    look.at("waiting room", ".waiting")
    page.locator(".menu > summary").click()
    look.at("menu of a table", ".menu-table")
    assert look.found == []


def test_during_a_game(open_page: OpenPage) -> None:
    page = open_page()
    # Germany's names are looked at in their places below; to place them takes most of a resize.
    page.add_init_script(LETTERS_ARE_LATE)
    look = Looked(page)
    start_game(page, "germany")
    look.at("choice of stacks", ".tray .mix")
    player = Clicker(page)
    player.decide()
    look.at("opening tickets", ".offer")
    page.locator(".offer .ticket-button").first.click()
    look.at("a ticket to keep", '.offer [aria-pressed="true"]')
    player.decide()
    look.at("own turn", ".moves")
    page.locator(".tickets .ticket-button").first.click()
    look.at("ticket", ".tray .about")
    page.keyboard.press("Escape")
    page.locator(".held").first.click()
    look.at("routes for a card", ".tray h2")
    page.keyboard.press("Escape")
    page.locator('.board-sheet [data-route="BER-LEI"] use').first.click()
    look.at("a route and why not", ".tray .reason, .tray .payments", board=True)
    page.keyboard.press("Escape")
    page.locator(".phrases summary").click()
    look.at("phrases", ".phrase-list")
    page.locator(".phrases summary").click()
    page.locator('[data-place="deck"]').click()
    look.at("second card", '[data-place="deck"]:enabled')
    page.locator(".menu > summary").click()
    page.get_by_label("Ask before paying").check()
    page.get_by_label("Sounds").check()
    page.get_by_label("Table as text").check()
    look.at("menu and text board", ".text-board")
    page.keyboard.press("Escape")
    for summary in page.locator(".text-board summary").all():
        summary.click()
    look.at("text board", ".text-board")
    assert look.found == []


def test_what_editions_ask(open_page: OpenPage, stage: Stage) -> None:
    """axe finds nothing at payments, tunnels, stations, passengers and districts."""

    def tunnel(game: Game, move: Move) -> bool:
        asked = any(isinstance(event, SurchargeDue) and event.number for event in move.events)
        return asked and not game.over and game.view(0).phase == "surcharge"

    def station(game: Game, move: Move) -> bool:
        return any(isinstance(event, StationBuilt) for event in move.events) and not game.over

    def placement(game: Game, move: Move) -> bool:
        return isinstance(move.action, ClaimRoute) and game.view(0).phase == "placement"

    def journey(game: Game, move: Move) -> bool:
        return isinstance(move.action, StartJourney) and game.view(0).phase == "journey"

    def final(game: Game, move: Move) -> bool:
        del game
        return any(isinstance(event, FinalRound) for event in move.events)

    found: list[str] = []
    for edition, wanted in (
        ("europe", tunnel),
        ("europe", station),
        ("germany", placement),
        ("germany", journey),
        ("london", final),
    ):
        page = open_page(base_url=stage.url)
        look = Looked(page)
        rehearsal = rehearse(edition, wanted)
        page.goto(f"/t/{stage.set_up(page, rehearsal)}")
        page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
        if isinstance(rehearsal.action, ClaimRoute):
            page.locator(f'[data-route="{rehearsal.action.route}"] use').first.click()
            if wanted is tunnel:
                look.at("payments", ".payments")
            page.keyboard.press("Escape")
            claim_on_the_map(page, rehearsal.action)
            there = ".final-round" if wanted is final else ".tray h2"
            look.at(wanted.__name__, there, board=True)
        elif wanted is journey:
            page.get_by_role("button", name="Send a passenger off").click()
            look.at("setting out", ".tray .choice")
            page.locator(".tray .choice").first.click()
            look.at("journey", ".tray .collected", board=True)
        else:
            page.get_by_role("button", name="Build a station").click()
            look.at("places of stations", ".route-list")
        found += look.found
        page.context.close()
    assert found == []


def test_watching_waiting_and_cut_off(open_page: OpenPage, stage: Stage) -> None:
    ann, ben, spectator = (open_page(base_url=stage.url) for _ in range(3))
    lines = Lines(ann)
    table = browsing(ann, stage.url).new_table("usa", "me", "open", standin_after=600)
    ann.goto(f"/t/{table}")
    ben.goto(f"/t/{table}")
    ben.get_by_role("button", name="Sit here").click(timeout=SETTLE)
    ben.locator(".offer").wait_for(timeout=SETTLE)
    spectator.goto(f"/t/{table}")
    found = look_once(spectator, "watching", ".watching")
    browsing(ann, stage.url).act(table, "keep all", 3)
    Clicker(ben).decide()
    ben.goto("about:blank")
    ann.locator(".players .tag.away").wait_for(timeout=SETTLE)
    lines.cut()
    found += look_once(ann, "cut off", ".offline")
    lines.mend()
    ben.goto(f"/t/{table}")
    stage.stand_in(table, 1)
    found += look_once(ben, "replaced", ".standin")
    assert found == []


def test_after_a_game(open_page: OpenPage, server: str) -> None:
    page = open_page(reduced_motion="no-preference")
    look = Looked(page)
    record = (GOLDEN / "london-3.record").read_bytes()
    page.goto("/")
    page.locator(".import input").set_input_files(
        {"name": "a.record", "mimeType": "text/plain", "buffer": record}, timeout=SETTLE
    )
    page.wait_for_url("**/replay/**", timeout=SETTLE)
    look.at("replay at its beginning", ".replay-bar")
    page.keyboard.press("End")
    look.at("replay at its end", ".board-sheet [class*=owned-by]", board=True)
    page.goto(page.url.split("#")[0].replace("/replay/", "/t/"))
    look.at("scores", ".finale .sheet", board=True)
    for name, there in (("Course", ".turning-points"), ("Cards and routes", ".statistics .sheet")):
        page.get_by_role("tab", name=name).click()
        look.at(name, there)
    page.locator(".finale > .close").click()
    look.at("revealed hands", ".other-hand")
    expect(page.locator(".finale.closed")).to_be_visible()
    assert look.found == []
