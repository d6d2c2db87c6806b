"""Inference: what the routes of a seat tell of its tickets, and worlds that heed it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.knowledge.positions import TABLES, luck_of, positions, wide
from tests.many_tickets import load
from tests.tables import table
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.knowledge.inference import (
    LIKELIHOOD,
    exchange_tickets,
    proposed_exchange,
    proposed_tickets,
    tickets_of_others,
    weigh_tickets,
)
from whistlestop.knowledge.paths import INFINITE
from whistlestop.knowledge.worlds import deal_world
from whistlestop.rules.book import book_of
from whistlestop.rules.state import Phase
from whistlestop.seen.route_graph import members
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
        twin = weights(edition, world[0], seat)
        for field in ("weight", "left", "path"):
            assert (twin[field] == likelihood[field]).all()
        if state["phase"] == Phase.OVER:
            continue
        before = world[0].copy()
        for other in range(players):
            if other != seat:
                pool = wide(tickets_of_others(world[0], seat))
                luck = luck_of(number)
                tickets = wide(proposed_tickets(book, world[0], other, pool, likelihood, luck))
                held = world[0]["tickets"].copy()
                exchange_tickets(book, world[0], seat, other, tickets)
                assert wide(world[0]["tickets"][other]) == wide(tickets)
                for third in {*range(players)} - {seat, other}:
                    # Whoever loses a ticket gets one of those that were given for it.
                    gained = world[0]["tickets"][third] & ~held[third]
                    assert not (gained & ~held[other]).any()
                assert wide(tickets_of_others(world[0], seat)) == pool
        assert see(chosen, world[0], seat) == see(chosen, before, seat)


def test_what_is_left_of_a_path_and_its_routes() -> None:
    """DEN-ELP and CHI-LAX on the map: Denver to Phoenix is built, and Denver to Omaha."""
    game = table("usa", {}, {"routes": ["DEN-PHO", "DEN-OMA"]})
    likelihood = weights("usa", game.state, 0)
    index = gazetteer(game.edition)
    ticket = index.ticket_of["CHI-LAX"]
    # What is missing is Los Angeles to Phoenix (3) and Omaha to Chicago (4).
    assert likelihood.left[1, ticket] == 7
    routes = likelihood.path[1, ticket]
    built = game.state.owned[1]
    assert [int(routes[word] & built[word]) for word in range(2)] == [int(b) for b in built]
    assert sum(int(word).bit_count() for word in routes) == 4


def test_tickets_of_a_city_that_others_have_closed_in_have_no_path() -> None:
    game = table("usa", {"routes": ["ATL-MIA", "CHA-MIA", "MIA-NOL"]}, {})
    likelihood = weights("usa", game.state, 0)
    left = {
        code: likelihood.left[1, ticket]
        for code, ticket in gazetteer(game.edition).ticket_of.items()
    }
    assert {code for code in left if left[code] >= INFINITE} == {"BOS-MIA", "LAX-MIA", "MIA-TOR"}


def test_tickets_are_proposed_as_their_weights_say() -> None:
    game = table("london", {}, {"tickets": ["BIG-TOW"]})
    state = game.state
    book = book_of(game.edition)
    likelihood = weights("london", state, 0)
    likelihood.weight[1, :] = 1.0
    likelihood.weight[1, 3] = 6.0
    luck = luck_of(1)
    pool = wide(tickets_of_others(state, 0))
    number = len(members(*pool))
    proposed = exchanged = 0
    for _ in range(4000):
        proposed += 3 in members(*proposed_tickets(book, state, 1, pool, likelihood, luck))
        held = wide(state.tickets[1])
        removed, added = proposed_exchange(book, held, 1, pool, likelihood, luck)
        assert removed == gazetteer(game.edition).ticket_of["BIG-TOW"]
        exchanged += added == 3
    assert proposed == pytest.approx(4000 * 6.0 / (number + 5.0), rel=0.15)
    assert exchanged == pytest.approx(4000 * 6.0 / (number + 5.0), rel=0.15)
