"""Passengers: where to place them, when a journey starts, and where it goes (M-20 to M-25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import PASSENGER
from whistlestop.knowledge.compiling import compiled
from whistlestop.policies.planner import options
from whistlestop.policies.planner.memory import WAYS
from whistlestop.policies.planner.situation import rival_routes, turns_left
from whistlestop.policies.planner.weights import LATE_JOURNEY
from whistlestop.rules.actions import MOVE, PLACE, PLACE_NOWHERE, STEP, STOP
from whistlestop.rules.bits import NONE, bit, has, lowest, size, without_lowest
from whistlestop.rules.networks import other_end
from whistlestop.rules.passengers import placements, startable, steps, token_at

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Planner
    from whistlestop.rules.annotations import Number
    from whistlestop.rules.record_types import Book, State

LONGEST = 40
"""The maximum number of routes in a passenger's way. `find_way` does not search for longer ways."""


@compiled
def find_way(book: Book, state: State, planner: Planner, city: Number, planned: Number):
    """Find the most valuable way of a passenger from a city on, and write it to `planner.best_way`.

    A way is a sequence of routes that the passenger could travel. Each route is a step. The best
    way may have no steps. At each step, the search extends up to `WAYS` of the most valuable ways.
    The possible steps and tolls are those of `passengers.steps_from` and `passengers.toll` (M-21).
    The function does not call these functions, because calls at each step would take too long, and
    because routes of the plan may count as the seat's own.

    Args:
        book: the edition.
        state: the position; a journey under way is continued.
        planner: the planner's part of the mind.
        city: the city where the way begins.
        planned: whether the routes of the plan count as the seat's own.
    """
    seat = np.int64(state.seat)
    start = planner.best_way
    start.worth = 0.0
    start.points = 0
    start.city = city
    start.cards = np.int64(state.hand[seat, PASSENGER])
    start.first = -1
    start.visited = state.journey_visited | bit(city)
    start.used[0] = state.journey_used[0]
    start.used[1] = state.journey_used[1]
    own0, own1 = state.owned[seat, 0], state.owned[seat, 1]
    if planned:
        own0 |= planner.routes[0]
        own1 |= planner.routes[1]
    own0 &= book.inland[0]
    own1 &= book.inland[1]
    foreign0 = rival_routes(state, 0) & book.inland[0] & ~own0
    foreign1 = rival_routes(state, 1) & book.inland[1] & ~own1
    planner.ways[0] = start
    ways = 1
    for _ in range(LONGEST):
        further = 0
        for i in range(ways):
            way = planner.ways[i]
            for word in range(2):
                own = own0 if word == 0 else own1
                foreign = foreign0 if word == 0 else foreign1
                exits = own if way.cards == 0 else own | foreign
                exits &= book.at[way.city, word] & ~way.used[word]
                while exits != NONE:
                    route = lowest(exits) + 64 * word
                    exits = without_lowest(exits)
                    toll = np.int64(not has(own, route & 63))
                    further = follow(book, state, planner, i, route, toll, further)
        if further == 0:
            return
        ways = further
        for i in range(further):
            planner.ways[i] = planner.further[i]
            if planner.ways[i].worth > planner.best_way.worth:
                planner.best_way = planner.ways[i]


@compiled
def follow(
    book: Book,
    state: State,
    planner: Planner,
    i: Number,
    route: Number,
    toll: Number,
    number: Number,
):
    """Extend a way of a passenger by a route, and keep the result if it is one of the `WAYS` best.

    The extended way is written to `planner.further`. If two ways in this list visit equal sets of
    cities and end in the same city, only the more valuable one is kept.

    Args:
        book: the edition.
        state: the position.
        planner: the planner's part of the mind.
        i: the index of the way in `planner.ways`.
        route: the route to take.
        toll: the number of passenger cards that the route costs.
        number: the number of ways in `planner.further` before the call.

    Returns:
        The number of ways in `planner.further` after the call.
    """
    way = planner.ways[i]
    city = other_end(book, route, way.city)
    token = np.int64(0) if has(way.visited, city) else token_at(book, state, city)
    worth = way.worth + token - toll * planner.weights.passenger_card
    visited = way.visited | bit(city)
    place = number
    for j in range(number):
        other = planner.further[j]
        if other.city == city and other.visited == visited:
            if other.worth >= worth:
                return number
            place = j
            break
    if place == WAYS:
        for j in range(WAYS):
            if planner.further[j].worth < worth and (
                place == WAYS or planner.further[j].worth < planner.further[place].worth
            ):
                place = j
        if place == WAYS:
            return number
    new = planner.further[place]
    new.worth = worth
    new.points = way.points + token
    new.city = city
    new.cards = way.cards - toll
    new.first = route if way.first < 0 else way.first
    new.visited = visited
    new.used[0] = way.used[0]
    new.used[1] = way.used[1]
    new.used[route >> 6] |= bit(route & 63)
    return max(number, place + 1)


@compiled
def add_journeys(book: Book, state: State, planner: Planner):
    """Add an option for each passenger whose journey should start now."""
    cities = startable(book, state)
    if cities == NONE:
        return
    w = planner.weights
    standing = size(state.passengers[state.seat])
    late = turns_left(book, state, w) <= standing + w.journey_margin
    while cities != NONE:
        city = lowest(cities)
        cities = without_lowest(cities)
        find_way(book, state, planner, city, False)
        if planner.best_way.first < 0:
            continue
        worth = planner.best_way.worth
        if state.last_turns > 0:
            options.add(planner, np.int64(MOVE) + city, 1.0 * planner.best_way.points)
        elif late:
            options.add(planner, np.int64(MOVE) + city, worth + LATE_JOURNEY)
        elif worth >= w.journey:
            options.add(planner, np.int64(MOVE) + city, worth)


@compiled
def next_step(book: Book, state: State, planner: Planner):
    """Return the action of the travelling passenger's next step, or `STOP` to end its journey.

    If no step is worth taking and the journey has had no step yet, the result is any possible step,
    because a journey needs at least one.
    """
    find_way(book, state, planner, np.int64(state.journey_at), False)
    if planner.best_way.first >= 0:
        return np.int64(STEP) + planner.best_way.first
    if state.journey_steps > 0:
        return np.int64(STOP)
    for word in range(2):  # This journey does not pay, but its first step is required.
        on = steps(book, state, word)
        if on != NONE:
            return np.int64(STEP) + 64 * word + lowest(on)
    return np.int64(STOP)


@compiled
def add_placements(book: Book, state: State, planner: Planner):
    """Add the options for placing a passenger: at an end of the claimed route, or nowhere.

    Placing the passenger at an end is worth as much as the best way from there, counted as if the
    plan were built. Placing the passenger nowhere is worth the weight `placement`.
    """
    options.add(planner, PLACE + PLACE_NOWHERE, planner.weights.placement)
    ends = placements(book, state)
    while ends != NONE:
        end = lowest(ends)
        ends = without_lowest(ends)
        city = np.int64(book.route_a[state.route] if end == 0 else book.route_b[state.route])
        find_way(book, state, planner, city, True)
        options.add(planner, np.int64(PLACE) + end, planner.best_way.worth)
