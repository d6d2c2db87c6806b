"""Passengers of the published agents, which the published descriptions do not mention.

The agents place and move passengers as a simple player would.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.knowledge.compiling import compiled
from whistlestop.rules.actions import MOVE, PLACE, PLACE_NOWHERE, STEP, STOP
from whistlestop.rules.bits import NONE, bit, has, lowest, without_lowest
from whistlestop.rules.networks import other_end
from whistlestop.rules.passengers import placements, steps_from, token_at

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Set
    from whistlestop.rules.record_types import Book, State

WORTH_A_TURN: Final = 10
"""The fewest points of tokens for which a journey starts before the final round. In the final
round, any points suffice."""


@compiled
def place_passenger(book: Book, state: State):
    """Return the action of placing a passenger in a city at an end of the claimed route.

    If both ends are possible, the action is that for the city whose token has fewer points, so that
    the passenger can travel to the better token. If no end is possible, the action is that of
    placing the passenger nowhere.
    """
    ends = placements(book, state)
    best, lowest_token = np.int64(PLACE_NOWHERE), np.int64(0)
    while ends != NONE:
        end = lowest(ends)
        ends = without_lowest(ends)
        route = np.int64(state.route)
        city = np.int64(book.route_a[route] if end == 0 else book.route_b[route])
        points = token_at(book, state, city)
        if best == PLACE_NOWHERE or points < lowest_token:
            best, lowest_token = end, points
    return PLACE + best


@compiled
def best_step(book: Book, state: State, city: Number, used0: Set, used1: Set, visited: Set):
    """Return the seat's own route from a city to the token with the most points, and these points.

    Only tokens of cities not yet visited count. If no own route leads from the city to such a
    token, the result is -1 and 0.

    Args:
        book: the edition.
        state: the position.
        city: the city where the passenger is.
        used0: the routes below 64 that the journey has used.
        used1: the routes from 64 on that the journey has used.
        visited: the cities that the journey has visited.
    """
    seat = np.int64(state.seat)
    best, most = np.int64(-1), np.int64(0)
    for word in range(2):
        used = used0 if word == 0 else used1
        routes = steps_from(book, state, city, used, word) & state.owned[seat, word]
        while routes != NONE:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            end = other_end(book, route, city)
            points = token_at(book, state, end)
            if not has(visited, end) and points > most:
                best, most = route, points
    return best, most


@compiled
def start_journey(book: Book, state: State):
    """Return the action that starts the journey with the most points.

    Before the final round, the journey must bring at least `WORTH_A_TURN` points. If there is no
    such journey, the result is -1. At each step, a journey goes to the token with the most points.
    """
    best = np.int64(-1)
    most = np.int64(0) if state.last_turns > 0 else np.int64(WORTH_A_TURN - 1)
    cities = state.passengers[state.seat]
    while cities != NONE:
        city = lowest(cities)
        cities = without_lowest(cities)
        at, visited = city, bit(city)
        used0, used1 = NONE, NONE
        total = np.int64(0)
        route, points = best_step(book, state, at, used0, used1, visited)
        while route >= 0:
            total += points
            if route < 64:
                used0 |= bit(route)
            else:
                used1 |= bit(route - 64)
            at = other_end(book, route, at)
            visited |= bit(at)
            route, points = best_step(book, state, at, used0, used1, visited)
        if total > most:
            best, most = MOVE + city, total
    return best


@compiled
def next_step(book: Book, state: State):
    """Return the action of the step that brings the most points for a token.

    Only the seat's own routes are considered. If no step leads to a token, the result is the action
    that ends the journey. If the journey has not had a step yet, it cannot end, and the result is
    -1.
    """
    at = np.int64(state.journey_at)
    used0, used1 = state.journey_used[0], state.journey_used[1]
    route, _ = best_step(book, state, at, used0, used1, state.journey_visited)
    if route >= 0:
        return STEP + route
    return np.int64(STOP) if state.journey_steps > 0 else np.int64(-1)
