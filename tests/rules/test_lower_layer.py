"""The lower layer by itself: random choice, refusals and the end, as researchers use them."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tables import variant
from whistlestop.actions import BuildStation
from whistlestop.editions.load import load
from whistlestop.play.game import Game
from whistlestop.rules.actions import MOST_LEGAL, PASS
from whistlestop.rules.book import book_of
from whistlestop.rules.luck import (
    ENTRIES,
    FULL,
    IMPOSSIBLE,
    LUCK,
    OUTCOMES,
    begin,
    outcome_ticket,
    repeat,
    seed,
    ticket_outcome,
)
from whistlestop.rules.state import STATE, Phase
from whistlestop.rules.turns import any_legal, apply, deal, legal


@pytest.mark.parametrize("name", ["germany", "europe", "switzerland"])
def test_a_random_game_takes_listed_actions_and_ends(name: str) -> None:
    """I-03"""
    book = book_of(load(name))
    state = np.zeros(1, dtype=STATE)[0]
    luck = np.zeros(1, dtype=LUCK)[0]
    out = np.zeros(MOST_LEGAL, dtype=np.int16)
    seed(luck, np.uint64(5))
    deal(book, state, 2, 0, luck)
    while state.phase != Phase.OVER:
        begin(luck)
        listed = list(out[: legal(book, state, out)])
        action = any_legal(book, state, luck)
        assert action in listed
        assert apply(book, state, action, luck)
    assert legal(book, state, out) == 0
    before = state.tobytes()
    assert not apply(book, state, PASS, luck)
    assert state.tobytes() == before


@pytest.mark.parametrize("name", ["usa", "germany"])
def test_a_journal_that_is_never_emptied_fills_up_and_no_more(name: str) -> None:
    """Without `begin` the game goes on; what finds no room is dropped, and the luck says so."""
    book = book_of(load(name))
    states = np.zeros(2, dtype=STATE)
    # Two lucks side by side: whatever ran over the first would be found in the second.
    lucks = np.zeros(2, dtype=LUCK)
    seed(lucks[0], np.uint64(1))
    untouched = lucks[1].tobytes()
    for _ in range(700):
        states[0] = states[1]
        deal(book, states[0], 4, 0, lucks[0])
    assert lucks[0].used == OUTCOMES
    assert lucks[0].events == ENTRIES
    assert lucks[0].fault == FULL
    assert lucks[1].tobytes() == untouched
    assert sum(states[0].deck) == states[0].deck_size
    assert sum(states[0].hand.ravel()) == 4 * book.starting_hand
    out = np.zeros(MOST_LEGAL, dtype=np.int16)
    while states[0].phase != Phase.OVER:
        number = legal(book, states[0], out)
        assert apply(book, states[0], out[number // 2], lucks[0])
    assert lucks[1].tobytes() == untouched
    begin(lucks[0])
    assert (lucks[0].used, lucks[0].events, lucks[0].fault) == (0, 0, 0)


@pytest.mark.parametrize("number", [OUTCOMES + 1, 10**9, -5])
def test_no_more_outcomes_are_repeated_than_there_is_room_for(number: int) -> None:
    book = book_of(load("london"))
    lucks = np.zeros(2, dtype=LUCK)
    repeat(lucks[0], number)
    assert lucks[0].given == (OUTCOMES if number > 0 else 0)
    for _ in range(700):
        deal(book, np.zeros(1, dtype=STATE)[0], 2, 0, lucks[0])
    assert lucks[0].fault == IMPOSSIBLE
    assert not any(lucks[1].tobytes())


def test_where_locomotives_are_for_tunnels_they_build_no_station() -> None:
    """E-20, S-02"""
    edition = variant("switzerland", more="\n[stations]\neach = 1\npoints = 4\n")
    game = Game.new(edition, seed=1, starter=0)
    game.play("keep all")
    game.play("keep all")
    hand = game.view(0).me.hand or {}
    built = [a for a in game.legal_actions() if isinstance(a, BuildStation)]
    assert {card for action in built for card, _ in action.cards} == set(hand) - {"locomotive"}


def test_every_ticket_is_an_outcome_of_its_own() -> None:
    """And those below 64 have the numbers that saved games of OpenSpiel know."""
    outcomes = [int(ticket_outcome(ticket)) for ticket in range(128)]
    assert outcomes[:64] == list(range(64, 128))
    assert len({*range(16), *range(128, 133), *outcomes}) == 16 + 5 + 128
    assert max(outcomes) < 256
    assert [int(outcome_ticket(outcome)) for outcome in outcomes] == list(range(128))
    others = {*range(-1, 256)} - {*outcomes}
    assert {int(outcome_ticket(outcome)) for outcome in others} == {-1}
