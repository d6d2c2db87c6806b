"""Rules that only some editions have, played by mouse in games with chosen seeds."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, cards_words, claim_on_the_map, held
from tests.web.staging import Rehearsal, Stage, rehearse
from whistlestop import ClaimRoute, Game
from whistlestop.actions import EndJourney, PaySurcharge, StartJourney, TravelRoute
from whistlestop.events import FinalRound, MerchandiseCollected, SurchargeDue
from whistlestop.play.game import Move
from whistlestop.server.sent.progress import districts


def opened(open_page: OpenPage, stage: Stage, rehearsal: Rehearsal) -> Page:
    page = open_page(base_url=stage.url)
    page.goto(f"/t/{stage.set_up(page, rehearsal)}")
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    return page


def claim(rehearsal: Rehearsal) -> ClaimRoute:
    """Return the next action, which must be a claim."""
    assert isinstance(rehearsal.action, ClaimRoute)
    return rehearsal.action


@cache
def a_tunnel_that_wants_more() -> Rehearsal:
    def wanted(game: Game, move: Move) -> bool:
        asked = any(isinstance(event, SurchargeDue) and event.number for event in move.events)
        return asked and any(isinstance(action, PaySurcharge) for action in game.legal_actions(0))

    return rehearse("europe", wanted, first=1)


def test_what_a_tunnel_may_cost_is_told_before(open_page: OpenPage, stage: Stage) -> None:
    """The page shows the right chance that a tunnel has no surcharge.

    The test counts cards itself (E-11).
    """
    rehearsal = a_tunnel_that_wants_more()
    page, action = opened(open_page, stage, rehearsal), claim(rehearsal)
    page.locator(f'[data-route="{action.route}"] use').first.click()
    expect(page.locator(".tunnel-risk")).to_contain_text("three cards are turned up")
    before = rehearsal.game.copy()
    before.undo()
    view = before.view(0)
    kinds = before.edition.cards
    unseen = Counter(dict(kinds.colours) | {kinds.locomotive_name: kinds.locomotive})
    unseen.subtract(card for card in view.display if card)
    unseen.subtract(dict(view.discards))
    unseen.subtract(dict(view.me.hand or {}))
    unseen.subtract(dict(view.players[1].shown))
    deck = [card for card, number in unseen.items() for _ in range(number)]
    asked = {card for card, _ in action.cards} | {kinds.locomotive_name}
    free = sum(asked.isdisjoint(cards) for cards in combinations(deck, 3))
    share = round(100 * free / comb(len(deck), 3))
    words = f"Claim it with {cards_words(action.cards)}, no extra cards: about {share}%"
    page.locator(".payments").get_by_role("button", name=words, exact=True).wait_for()


def test_a_tunnel_is_paid_for(open_page: OpenPage, stage: Stage) -> None:
    rehearsal = a_tunnel_that_wants_more()
    page, action = opened(open_page, stage, rehearsal), claim(rehearsal)
    tunnel = rehearsal.game.view(0).tunnel
    assert tunnel is not None
    before = held(page)
    claim_on_the_map(page, action)
    tray = page.locator(".tray")
    expect(tray.locator("h2")).to_contain_text("Tunnel", timeout=SETTLE)
    expect(tray.locator(".tunnel-part").last.locator(".card")).to_have_count(3)
    expect(tray).to_contain_text(f"{tunnel.due} more card")
    expect(page.locator(f'[data-route="{action.route}"].highlighted')).to_have_count(1)
    pays = [one for one in rehearsal.game.legal_actions(0) if isinstance(one, PaySurcharge)]
    expect(tray.locator(".choice")).to_have_count(len(pays))
    tray.get_by_role("button", name=f"Pay {cards_words(pays[0].cards)}", exact=True).click()
    expect(page.locator(f'[data-route="{action.route}"][class*="owned-by"]')).to_have_count(
        1, timeout=SETTLE
    )
    expect(page.locator(".log")).to_contain_text(f"pays {cards_words(pays[0].cards)} on top")
    assert before - held(page) == sum(n for _, n in action.cards) + tunnel.due


def test_one_withdraws_from_a_tunnel(open_page: OpenPage, stage: Stage) -> None:
    rehearsal = a_tunnel_that_wants_more()
    page, action = opened(open_page, stage, rehearsal), claim(rehearsal)
    before = held(page)
    claim_on_the_map(page, action)
    page.get_by_role("button", name="Withdraw and take the cards back").click(timeout=SETTLE)
    expect(page.locator(".log")).to_contain_text("withdraws", timeout=SETTLE)
    expect(page.locator(".tray")).to_have_count(0)
    assert page.locator(f'[data-route="{action.route}"][class*="owned-by"]').count() == 0
    assert held(page) == before


def test_a_ferry_takes_locomotives(open_page: OpenPage, stage: Stage) -> None:
    def wanted(game: Game, move: Move) -> bool:
        action = move.action
        if not isinstance(action, ClaimRoute):
            return False
        return game.edition.routes[game.index.route_codes.index(action.route)].ferry > 0

    rehearsal = rehearse("europe", wanted)
    page, action = opened(open_page, stage, rehearsal), claim(rehearsal)
    claim_on_the_map(page, action, "ferry")
    expect(page.locator(f'[data-route="{action.route}"][class*="owned-by"]')).to_have_count(
        1, timeout=SETTLE
    )
    expect(page.locator(".log")).to_contain_text(f"with {cards_words(action.cards)}")


def test_locomotives_of_long_routes(open_page: OpenPage, stage: Stage) -> None:
    def wanted(game: Game, move: Move) -> bool:
        del game
        return isinstance(move.action, ClaimRoute) and "locomotive4" in dict(move.action.cards)

    rehearsal = rehearse("germany", wanted)
    page, action = opened(open_page, stage, rehearsal), claim(rehearsal)
    before = held(page, "locomotive +4")
    claim_on_the_map(page, action)
    expect(page.locator(f'[data-route="{action.route}"][class*="owned-by"]')).to_have_count(
        1, timeout=SETTLE
    )
    assert before - held(page, "locomotive +4") == dict(action.cards)["locomotive4"]


def test_a_passenger_is_placed(open_page: OpenPage, stage: Stage) -> None:
    def wanted(game: Game, move: Move) -> bool:
        return isinstance(move.action, ClaimRoute) and game.view(0).phase == "placement"

    rehearsal = rehearse("germany", wanted)
    page, action = opened(open_page, stage, rehearsal), claim(rehearsal)
    claim_on_the_map(page, action)
    tray = page.locator(".tray")
    expect(tray.locator("h2")).to_have_text("Place a passenger", timeout=SETTLE)
    figures = page.locator('.board-sheet .standing use[href^="#passenger"]')
    before = figures.count()
    city = page.locator(".board-sheet .city.selectable").first
    name = rehearsal.game.index.name((city.get_attribute("id") or "").removeprefix("city-"))
    city.locator(".heart").click()
    expect(page.locator(".log")).to_contain_text(f"places a passenger in {name}", timeout=SETTLE)
    expect(figures).to_have_count(before + 1)


def begin_at(page: Page, city: str) -> None:
    """Let a passenger start in a city, whose button must say what the best journey is worth."""
    name = re.compile(rf"^from {re.escape(city)} best journey: \d+$")
    page.get_by_role("button", name=name).click()


def test_a_passenger_travels_and_collects(open_page: OpenPage, stage: Stage) -> None:
    def wanted(game: Game, move: Move) -> bool:
        if not isinstance(move.action, StartJourney) or game.over:
            return False
        ahead = game.copy()
        for action in ahead.legal_actions(0):
            if isinstance(action, TravelRoute):
                told = ahead.play(action)
                # Without a toll, and with goods, and not at the end of all ways.
                return (
                    any(isinstance(event, MerchandiseCollected) for event in told)
                    and EndJourney() in ahead.legal_actions(0)
                    and len(ahead.legal_actions(0)) > 1
                )
        return False

    rehearsal = rehearse("germany", wanted)
    page, game = opened(open_page, stage, rehearsal), rehearsal.game
    start = rehearsal.action
    assert isinstance(start, StartJourney)
    page.get_by_role("button", name="Send a passenger off").click()
    begin_at(page, game.index.name(start.city))
    tray = page.locator(".tray")
    go = next(action for action in game.legal_actions(0) if isinstance(action, TravelRoute))
    token = next(event for event in game.play(go) if isinstance(event, MerchandiseCollected))
    shown = page.locator(f"#tokens-{token.city} text")
    expect(shown).to_have_text(str(token.points))
    # What it would bring is told, and one may think better of it.
    version = page.locator("[data-version]").first.get_attribute("data-version")
    step = page.locator(f'[data-route="{go.route}"].selectable use').first
    step.click(timeout=SETTLE)
    end = tray.get_by_role("button", name=f"Travel to {game.index.name(token.city)}")
    end.wait_for(timeout=SETTLE)
    expect(tray.locator(".collected")).to_contain_text(f"would bring {token.points} point")
    expect(tray.locator(".planned-journey")).to_contain_text(game.index.name(start.city))
    tray.get_by_role("button", name="One step back").click()
    expect(tray.locator(".collected")).to_contain_text("would bring 0 points", timeout=SETTLE)
    expect(tray.get_by_role("button", name="Choose the way")).to_be_disabled()
    tray.get_by_role("button", name="Cancel the journey").click()
    expect(tray).to_have_count(0)
    expect(shown).to_have_text(str(token.points))
    assert page.locator("[data-version]").first.get_attribute("data-version") == version
    # Then it goes there.
    page.get_by_role("button", name="Send a passenger off").click()
    begin_at(page, game.index.name(start.city))
    step.click(timeout=SETTLE)
    end.click(timeout=SETTLE)
    expect(page.locator(".log")).to_contain_text("The journey ends in", timeout=SETTLE)
    expect(shown).not_to_have_text(str(token.points))
    goods = game.view(0).players[0].merchandise
    expect(page.locator('[data-place="player-0"]')).to_contain_text(f"goods {goods}")


def test_a_district_is_linked(open_page: OpenPage, stage: Stage) -> None:
    def linked(game: Game) -> list[str]:
        return [one.name for one in districts(game.view(0), 0) if one.linked]

    def wanted(game: Game, move: Move) -> bool:
        return isinstance(move.action, ClaimRoute) and bool(linked(game)) and not game.over

    rehearsal = rehearse("london", wanted)
    page, action = opened(open_page, stage, rehearsal), claim(rehearsal)
    expect(page.locator(".districts .done")).to_have_count(0)
    claim_on_the_map(page, action)
    expect(page.locator(".districts .done")).to_have_count(
        len(linked(rehearsal.game)), timeout=SETTLE
    )
    expect(page.locator(".districts .done").first).to_contain_text("linked")


def test_the_final_round_is_announced(open_page: OpenPage, stage: Stage) -> None:
    def wanted(game: Game, move: Move) -> bool:
        del game
        return any(isinstance(event, FinalRound) for event in move.events)

    rehearsal = rehearse("london", wanted)
    page, action = opened(open_page, stage, rehearsal), claim(rehearsal)
    expect(page.locator(".final-round")).to_have_count(0)
    claim_on_the_map(page, action)
    expect(page.locator(".final-round")).to_contain_text(
        "Final round: 2 turns left", timeout=SETTLE
    )
    expect(page.locator(".log")).to_contain_text("one more turn for everybody")
