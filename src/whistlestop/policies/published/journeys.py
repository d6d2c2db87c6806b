"""Passengers, of which the published descriptions know nothing: what a simple player does."""

from __future__ import annotations

from typing import Final

import numpy as np

from whistlestop.knowledge.compiling import compiled
from whistlestop.rules.actions import MOVE, PLACE, PLACE_NOWHERE, STEP, STOP
from whistlestop.rules.bits import NONE, bit, has, lowest, without_lowest
from whistlestop.rules.networks import other_end
from whistlestop.rules.passengers import placements

WORTH_A_TURN: Final = 10
"""Points of tokens for which a passenger sets out; in the final round any will do."""


@compiled
def token(book, state, city):
    """The points of the token on top in a city."""
    taken = np.int64(state.taken[city])
    if taken >= np.int64(book.token_count[city]):
        return np.int64(0)
    return np.int64(book.tokens[city, taken])


@compiled
def place_passenger(book, state):
    """Place a passenger in the end of the route with the lower token: it collects the other."""
    ends = placements(book, state)
    best, lowest_token = np.int64(PLACE_NOWHERE), np.int64(0)
    while ends != NONE:
        end = lowest(ends)
        ends = without_lowest(ends)
        route = np.int64(state.route)
        city = np.int64(book.route_a[route] if end == 0 else book.route_b[route])
        points = token(book, state, city)
        if best == PLACE_NOWHERE or points < lowest_token:
            best, lowest_token = end, points
    return PLACE + best


@compiled
def best_step(book, state, city, used0, used1, visited):
    """The own route to the best token next to a city, or -1; and the points of that token."""
    seat = np.int64(state.seat)
    best, most = np.int64(-1), np.int64(0)
    for word in range(2):
        used = used0 if word == 0 else used1
        routes = state.owned[seat, word] & book.at[city, word] & book.inland[word] & ~used
        while routes != NONE:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            end = other_end(book, route, city)
            points = token(book, state, end)
            if not has(visited, end) and points > most:
                best, most = route, points
    return best, most


@compiled
def start_journey(book, state):
    """Set out with the passenger whose tokens are worth a turn, from the best city; or -1."""
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
def next_step(book, state):
    """Travel on to the best token next to the passenger, or end the journey."""
    at = np.int64(state.journey_at)
    used0, used1 = state.journey_used[0], state.journey_used[1]
    route, _ = best_step(book, state, at, used0, used1, state.journey_visited)
    if route >= 0:
        return STEP + route
    return np.int64(STOP) if state.journey_steps > 0 else np.int64(-1)
