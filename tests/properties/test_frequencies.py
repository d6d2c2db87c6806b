"""What chance brings, against exact probabilities; the seeds are fixed, so nothing is flaky."""

from __future__ import annotations

# pyright: basic
# Compiled functions have no types, as in the rules.
from collections import Counter
from math import comb
from typing import Any

import numpy as np
import pytest

from tests.chances import assert_fits
from tests.tables import table
from whistlestop.editions.gazetteer import cards_in_box
from whistlestop.editions.load import load
from whistlestop.play.game import Game
from whistlestop.rules import luck as lucks
from whistlestop.rules.actions import ANY_COLOUR, CLAIM, PAIRS, PAY
from whistlestop.rules.book import book_of
from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import (
    LUCK,
    begin,
    below,
    card_from,
    outcome_ticket,
    seed,
    ticket_from,
)
from whistlestop.rules.state import STATE
from whistlestop.rules.turns import BY_LOT, apply, deal


@rule
def tally_below(luck, limit, times, counts):
    for _ in range(times):
        begin(luck)
        counts[below(luck, limit)] += 1


@rule
def tally_cards(luck, deck, total, times, counts):
    for _ in range(times):
        begin(luck)
        counts[card_from(luck, deck, total)] += 1


@rule
def tally_tickets(luck, tickets, times, counts):
    for _ in range(times):
        begin(luck)
        ticket = ticket_from(luck, tickets)
        if outcome_ticket(np.int64(luck.outcomes[0])) == ticket:
            counts[ticket] += 1


@rule
def tally_deals(book, blank, states, luck, seats, times, first, displays, hands, starters, offers):
    """Many deals: which card lies in slot 0, how many are white, who starts, which tickets."""
    for number in range(times):
        seed(luck, np.uint64(first + number))
        states[0] = blank[0]
        state = states[0]
        deal(book, state, seats, BY_LOT, luck)
        displays[np.int64(state.display[0]) - 1] += 1
        hands[state.hand[0, 3]] += 1
        starters[state.starter] += 1
        for i in range(3):
            if state.offer[1, i] > 0:
                offers[np.int64(state.offer[1, i]) - 1] += 1


def luck_of(number: int) -> Any:
    luck: Any = np.zeros(1, dtype=LUCK)[0]
    lucks.seed(luck, np.uint64(number))
    return luck


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 7, 30, 110, 250])
def test_numbers_below(limit: int) -> None:
    counts = np.zeros(limit, dtype=np.int64)
    tally_below(luck_of(limit), limit, 400_000, counts)
    if limit > 1:
        assert_fits(counts, np.full(limit, 1 / limit))
    assert counts.sum() == 400_000


@pytest.mark.parametrize("name", ["usa", "germany", "london", "europe", "newyork"])
def test_cards_from_the_deck(name: str) -> None:
    """Every card of the deck is equally likely, so a kind is as likely as it has cards."""
    counts = np.zeros(11, dtype=np.int64)
    deck = np.zeros(11, dtype=np.uint8)
    for kind, number in cards_in_box(load(name)).items():
        deck[kind] = number
    tally_cards(luck_of(5), deck, int(deck.sum()), 400_000, counts)
    assert_fits(counts, deck / deck.sum())


def test_tickets_from_a_stack() -> None:
    """Also of more than 64; and the outcome that is written down is the ticket."""
    low = (0b1, 0b1011, (1 << 23) - 1, (1 << 63) | (1 << 31) | 1, 0xF0F0_0F0F_F0F0_0F0F)
    for mask in (*low, 1 << 64, 0b1011 << 62, 1 << 127 | 1, (1 << 101) - 1):
        counts = np.zeros(128, dtype=np.int64)
        tickets = np.uint64(mask & (1 << 64) - 1), np.uint64(mask >> 64)
        tally_tickets(luck_of(mask % 1000), tickets, 300_000, counts)
        members = np.array([mask >> i & 1 for i in range(128)])
        if mask.bit_count() > 1:
            assert_fits(counts[members == 1], np.full(members.sum(), 1 / members.sum()))
        assert counts[members == 0].sum() == 0
        assert counts.sum() == 300_000


def test_deals() -> None:
    """C-01, C-03: seats by lot, hands hypergeometric, tickets alike."""
    book, times, seats = book_of(load("usa")), 60_000, 5
    states, blank = np.zeros(1, dtype=STATE), np.zeros(1, dtype=STATE)
    displays, hands = np.zeros(11, dtype=np.int64), np.zeros(5, dtype=np.int64)
    starters, offers = np.zeros(5, dtype=np.int64), np.zeros(64, dtype=np.int64)
    tally_deals(
        book, blank, states, luck_of(0), seats, times, 1000, displays, hands, starters, offers
    )
    chances = [comb(12, n) * comb(98, 4 - n) / comb(110, 4) for n in range(5)]
    assert_fits([*hands[:3], hands[3:].sum()], [*chances[:3], sum(chances[3:])])
    assert_fits(starters, np.full(5, 0.2))
    assert_fits(offers[:30], np.full(30, 1 / 30))
    assert offers[30:].sum() == 0
    # Sweeps make locomotives rarer in the display than in the box; the colours stay alike.
    assert_fits(displays[:8], np.full(8, 1 / 8))
    assert displays[8] / times < 14 / 110


@rule
def tally_tunnels(book, blank, states, luck, route, payment, times, counts):
    """Many tries of a tunnel from the same position: how many cards more it asks for."""
    for _ in range(times):
        states[0] = blank[0]
        begin(luck)
        if not apply(book, states[0], CLAIM + route, luck):
            return
        begin(luck)
        if not apply(book, states[0], PAY + payment, luck):
            return
        counts[states[0].due] += 1


@pytest.mark.parametrize(
    ("colour", "deck", "discards"),
    [
        ("blue", None, {}),
        ("blue", {"blue": 4, "locomotive": 2, "red": 9, "white": 5}, {"blue": 4, "green": 6}),
        ("", None, {}),
        ("blue", {"blue": 3, "locomotive": 2, "red": 3}, {}),
        ("blue", {"green": 1}, {"blue": 5, "locomotive": 2, "red": 6}),
        ("blue", {"blue": 1, "red": 1}, {"locomotive": 3, "white": 5}),
    ],
)
@pytest.mark.parametrize("name", ["europe", "switzerland"])
def test_tunnels(name: str, colour: str, deck: Any, discards: dict[str, int]) -> None:
    """E-11, E-42, E-45: cards due are hypergeometric, over a reshuffle too."""
    hand = {"blue": 2} if colour else {"locomotive": 2}
    rest: Any = {"rest": 1} if deck else {}
    game = table(name, {"hand": hand}, {}, deck=deck, discards=discards, **rest)
    index = game.index
    code = "MUN-VEN" if name == "europe" else "STG-VAD"
    payment = index.kind_of[colour] * PAIRS if colour else ANY_COLOUR * PAIRS + 2
    blank, states = np.zeros(1, dtype=STATE), np.zeros(1, dtype=STATE)
    blank[0] = game.state
    pile = Counter({kind: int(blank[0]["deck"][number]) for kind, number in index.kind_of.items()})
    counts = np.zeros(4, dtype=np.int64)
    times = 60_000
    tally_tunnels(
        book_of(load(name)),
        blank,
        states.view((np.record, STATE)),
        luck_of(77),
        index.route_of[code],
        payment,
        times,
        counts,
    )
    assert counts.sum() == times
    asking = {"locomotive", colour}
    first = min(pile.total(), 3)
    chances = [0.0] * 4
    for one, chance in enumerate(hypergeometric(pile, asking, first)):
        below_it = Counter(discards)
        for two, other in enumerate(hypergeometric(below_it, asking, 3 - first)):
            chances[one + two] += chance * other
    assert_fits(counts, chances)


def hypergeometric(pile: Counter[str], asking: set[str], drawn: int) -> list[float]:
    """How likely it is that so many of the cards drawn are of these kinds."""
    good = sum(number for card, number in pile.items() if card in asking)
    bad = pile.total() - good
    ways = [comb(good, n) * comb(bad, drawn - n) for n in range(drawn + 1)]
    return [way / sum(ways) for way in ways]


def test_seeds_that_are_alike_bring_different_games() -> None:
    """Neighbouring seeds, and seeds that differ in their upper half only."""
    seeds = [*range(200), *(number << 32 for number in range(1, 200))]
    dealt = Counter(Game.new("usa", 2, seed=number).dealt for number in seeds)
    assert max(dealt.values()) == 1
