"""The chances of a tunnel: exact, as far as a player knows, and blind to what is hidden (E-11)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from tests.tables import table
from whistlestop.actions import ClaimRoute
from whistlestop.editions.gazetteer import cards_in_box
from whistlestop.knowledge.tunnels import CHANCES, surcharge_chances
from whistlestop.play.game import Game
from whistlestop.rules.actions import PAIRS
from whistlestop.rules.book import books_of
from whistlestop.rules.state import STATE
from whistlestop.seen.tunnels import TunnelRisk, tunnel_risks
from whistlestop.seen.worlds import sample

CODE = "BAR-PAM"
"""A grey tunnel of two spaces."""


def game_with(hand: dict[str, int], deck: dict[str, int]) -> Game:
    """Europe, with these cards in the first player's hand and in the deck, all others discarded."""
    return table("europe", {"hand": hand}, {}, deck=deck, rest="discards")


def risk(game: Game, cards: str) -> TunnelRisk:
    """The risk of a claim with these cards."""
    claim = game.parse(f"claim {CODE} with {cards}")
    assert isinstance(claim, ClaimRoute)
    return tunnel_risks(game.view(0), [claim])[claim]


def by_hand(cards: str, asking: set[str]) -> tuple[Fraction, ...]:
    """The chances by all orders of a deck, a letter for each card."""
    orders = [sum(card in asking for card in three) for three in permutations(cards, 3)]
    return tuple(Fraction(orders.count(due), len(orders)) for due in range(4))


@pytest.mark.parametrize(
    ("cards", "asking", "payable"),
    [("2 red", {"r", "l"}, 3), ("1 red 1 locomotive", {"r", "l"}, 3), ("2 locomotive", {"l"}, 0)],
)
def test_the_chances_are_those_of_all_orders_of_the_deck(
    cards: str, asking: set[str], payable: int
) -> None:
    """E-11, E-45: locomotives ask always, and the colour of the set if it has one."""
    game = game_with({"red": 3, "locomotive": 2}, {"red": 1, "locomotive": 1, "blue": 3})
    found, expected = risk(game, cards), by_hand("rlbbb", asking)
    assert found.due == pytest.approx([float(chance) for chance in expected])
    assert found.payable == pytest.approx(float(sum(expected[: payable + 1])))


def test_a_tunnel_that_cannot_be_paid_for_twice() -> None:
    """E-12: with nothing else in hand, only a surcharge of nothing can be paid."""
    found = risk(game_with({"red": 2}, {"red": 2, "blue": 2}), "2 red")
    assert found.due == pytest.approx((0, 0.5, 0.5, 0))
    assert found.payable == pytest.approx(0)


def test_a_deck_that_is_too_small_goes_on_with_the_discards() -> None:
    """C-15, E-42: one card comes off the deck, then both discards; with neither, fewer cards."""
    discards = {"red": 1, "green": 1}
    game = table("europe", {"hand": {"red": 2}}, {}, deck={"blue": 1}, discards=discards, rest=1)
    box = Counter(cards_in_box(game.edition))
    kinds = game.index.kind_of
    seen = [*game.view(0).display, "red", "red", "red", "green"]
    box.subtract(kinds[card] for card in seen if card is not None)
    first = (box[kinds["red"]] + box[kinds["locomotive"]]) / box.total()
    assert risk(game, "2 red").due == pytest.approx((0, 1 - first, first, 0))
    game = table("europe", {"hand": {"red": 2}}, {}, deck={}, discards=discards, rest=1)
    assert risk(game, "2 red").due == pytest.approx((0, 1, 0, 0))


def test_what_is_hidden_makes_no_difference() -> None:
    """I-21: in every world that agrees with what the player knows, the chances are the same."""
    game = table("europe", {"hand": {"red": 3}}, {"hand": {"blue": 3, "red": 1}}, {})
    route, payment = game.index.route_of[CODE], game.index.kind_of["red"] * PAIRS
    found: set[tuple[float, ...]] = set()
    for state in (game.state, *sample(game.view(0), 6, seed=3)):
        states: Any = np.zeros(1, dtype=STATE)
        states[0] = state
        chances = np.empty(CHANCES)
        most = surcharge_chances(books_of(game.edition), states, route, payment, chances)
        found.add((float(most), *chances.tolist()))
    ((most, *chances),) = found
    assert (most, sum(chances)) == (1, pytest.approx(1))
