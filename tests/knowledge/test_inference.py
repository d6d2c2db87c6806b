"""Inference: what the routes of a seat tell of its tickets, and worlds that heed it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.knowledge.positions import TABLES, luck_of, positions
from tests.tables import table
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.load import load
from whistlestop.knowledge.inference import LIKELIHOOD, draw_likely_tickets, weigh_tickets
from whistlestop.knowledge.worlds import deal_world
from whistlestop.rules.book import book_of
from whistlestop.seen.view import see


def weights(edition: str, state: Any, seat: int) -> Any:
    likelihood: Any = np.zeros(1, dtype=LIKELIHOOD)[0]
    weigh_tickets(book_of(load(edition)), state, seat, likelihood)
    return likelihood


def test_a_ticket_is_the_likelier_the_more_of_its_way_is_built() -> None:
    built = ["LAX-PHO", "DEN-PHO", "DEN-OMA", "CHI-OMA"]
    game = table("usa", {}, {"routes": built})
    likelihood = weights("usa", game.state, 0)
    ticket_of = gazetteer(game.edition).ticket_of
    whole, half, none = (
        likelihood.weight[1, ticket_of[code]] for code in ("CHI-LAX", "LAX-NYC", "BOS-MIA")
    )
    assert whole > 2 * half > 4 * none > 0


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_it_judges_by_what_the_seat_sees(edition: str, players: int) -> None:
    """In every world that looks the same the weights are, and what is drawn looks the same."""
    chosen = load(edition)
    book = book_of(chosen)
    for number, state in enumerate(positions(edition, players)):
        seat = number % players
        likelihood = weights(edition, state, seat)
        world = np.array([state])
        deal_world(book, world[0], seat, luck_of(number))
        assert (weights(edition, world[0], seat).weight == likelihood.weight).all()
        before = world[0].copy()
        draw_likely_tickets(book, world[0], seat, likelihood, luck_of(number))
        assert see(chosen, world[0], seat) == see(chosen, before, seat)


def test_tickets_are_drawn_as_their_weights_say() -> None:
    game = table("london", {}, {"tickets": ["BIG-TOW"]})
    state = game.state
    book = book_of(game.edition)
    likelihood = weights("london", state, 0)
    likelihood.weight[1, :] = 1.0
    likelihood.weight[1, 3] = 6.0
    luck = luck_of(1)
    drawn = 0
    for _ in range(4000):
        world = np.array([state])
        deal_world(book, world[0], 0, luck)
        draw_likely_tickets(book, world[0], 0, likelihood, luck)
        drawn += int(world[0]["tickets"][1]) >> 3 & 1
    tickets = len(game.edition.tickets)
    assert drawn == pytest.approx(4000 * 6.0 / (tickets + 5.0), rel=0.15)
