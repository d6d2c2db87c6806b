"""What a seat can count: compared with its view, and with worlds that are dealt."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.knowledge.positions import TABLES, luck_of, positions
from tests.many_tickets import load
from whistlestop.editions.gazetteer import cards_in_box
from whistlestop.editions.limits import KINDS
from whistlestop.knowledge.observations import (
    blind_chance,
    hand_size,
    ticket_number,
    unseen_cards,
)
from whistlestop.knowledge.worlds import deal_worlds
from whistlestop.rules.book import book_of
from whistlestop.rules.state import STATE, Phase
from whistlestop.seen.view import View, see


def seen_cards(view: View) -> list[int]:
    """[kind] cards that the viewer sees, counted from the view alone."""
    kind_of = view.index.kind_of
    seen = [0] * KINDS
    piles = [view.discards, view.me.hand or {}]
    piles += [player.shown for player in view.players if player.seat != view.viewer]
    if view.tunnel is not None:
        piles.append(dict(view.tunnel.cards))
    for pile in piles:
        for card, number in pile.items():
            seen[kind_of[card]] += number
    for card in (*view.display, *(view.tunnel.revealed if view.tunnel else ())):
        if card is not None:
            seen[kind_of[card]] += 1
    return seen


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_seat_can_count_all_of_it_from_its_view(edition: str, players: int) -> None:
    chosen = load(edition)
    box = cards_in_box(chosen)
    reshuffles = 0
    for number, state in enumerate(positions(edition, players)):
        if state["phase"] == Phase.OVER:
            continue
        seat = number % players
        view = see(chosen, state, seat)
        for player in view.players:
            assert hand_size(state, player.seat) == player.cards
            assert ticket_number(state, player.seat) == len(player.stacks)
        seen = seen_cards(view)
        unseen = [box.get(kind, 0) - seen[kind] for kind in range(KINDS)]
        assert [unseen_cards(state, seat, kind) for kind in range(KINDS)] == unseen
        index = view.index
        coming = unseen
        if not view.deck:
            coming = [view.discards.get(index.kinds[kind], 0) for kind in range(KINDS)]
            reshuffles += 1
        total = max(sum(coming), 1)
        chances = [blind_chance(state, seat, kind) for kind in range(KINDS)]
        assert chances == [cards / total for cards in coming]
    assert (edition, players) != ("usa", 5) or reshuffles


def test_the_next_card_comes_as_often_as_its_chance_says() -> None:
    """In worlds that are dealt: the mean share of each kind in the deck."""
    state: Any = next(s for s in positions("europe", 5)[::-1] if s["deck_size"] > 20)
    worlds = np.zeros(20_000, dtype=STATE)
    deal_worlds(book_of(load("europe")), state, 0, luck_of(1), worlds)
    shares = worlds["deck"].mean(axis=0) / state["deck_size"]
    chances = [blind_chance(state, 0, kind) for kind in range(KINDS)]
    assert np.abs(shares - chances).max() < 0.002
