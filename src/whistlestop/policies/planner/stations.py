"""Stations: which routes they open, and when to build them (E-20 to E-22)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.knowledge.compiling import compiled
from whistlestop.policies.planner import options
from whistlestop.policies.planner.plan import network_parts
from whistlestop.policies.planner.situation import rival_routes, turns_left
from whistlestop.rules.actions import STATION
from whistlestop.rules.bits import NONE, bit, has, lowest, size, without_lowest
from whistlestop.rules.stations import buildable, open_routes
from whistlestop.rules.tickets import value
from whistlestop.rules.wide_sets import first_member, is_empty, read_words, without_first

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Planner
    from whistlestop.rules.annotations import Set
    from whistlestop.rules.record_types import Book, State


@compiled
def ticket_points(book: Book, state: State, planner: Planner, routes0: Set, routes1: Set):
    """Return the points that all tickets of the deciding seat would bring with a given network.

    The network is the set `routes0` (routes 0 to 63) and `routes1` (routes from 64 on). For a
    ticket that the network does not complete, the points that the ticket costs are subtracted.
    """
    network_parts(book, planner, routes0, routes1)
    points = np.int64(0)
    tickets = read_words(state.tickets[state.seat])
    while not is_empty(tickets):
        points += value(book, first_member(tickets), planner.parts, planner.part_count)
        tickets = without_first(tickets)
    return points


@compiled
def put_opened(book: Book, state: State, planner: Planner):
    """Write to `planner.opened` which route each station of the deciding seat should open.

    Each station opens the route with which the seat's tickets bring the most points. If no route
    adds points, the station opens a borrowed route that ends at its city, if there is one. Borrowed
    routes are routes of other seats that the plan uses.
    """
    seat = np.int64(state.seat)
    opened0, opened1 = NONE, NONE
    cities = state.stations[seat]
    while cities != NONE:
        city = lowest(cities)
        cities = without_lowest(cities)
        own0 = state.owned[seat, 0] | planner.routes[0] | opened0
        own1 = state.owned[seat, 1] | planner.routes[1] | opened1
        best = ticket_points(book, state, planner, own0, own1)
        chosen = np.int64(-1)
        for word in range(2):
            routes = open_routes(book, state, seat, city, word)
            while routes != NONE:
                route = lowest(routes) + 64 * word
                routes = without_lowest(routes)
                if route < 64:
                    points = ticket_points(book, state, planner, own0 | bit(route), own1)
                else:
                    points = ticket_points(book, state, planner, own0, own1 | bit(route - 64))
                if points > best or (
                    points == best and chosen < 0 and has(planner.borrowed[word], route & 63)
                ):
                    best = points
                    chosen = route
        if 0 <= chosen < 64:
            opened0 |= bit(chosen)
        elif chosen >= 64:
            opened1 |= bit(chosen - 64)
    planner.opened[0] = opened0
    planner.opened[1] = opened1


@compiled
def add_stations(book: Book, state: State, planner: Planner):
    """Add an option for each station that adds more points to the tickets than the station costs.

    The planner builds a station when all other routes of its plan are claimed, or when few turns
    are left.
    """
    cities = buildable(book, state)
    if cities == NONE:
        return
    seat = np.int64(state.seat)
    w = planner.weights
    last = state.last_turns > 0
    own0 = state.owned[seat, 0] | planner.opened[0]
    own1 = state.owned[seat, 1] | planner.opened[1]
    choice0, choice1 = planner.borrowed[0], planner.borrowed[1]
    if last:
        choice0, choice1 = rival_routes(state, 0), rival_routes(state, 1)
    else:
        waiting = size(planner.routes[0]) + size(planner.routes[1])
        turns = waiting + size(choice0) + size(choice1) + w.station
        if choice0 | choice1 == NONE or (waiting > 0 and turns_left(book, state, w) > turns):
            return
        own0 |= planner.routes[0]
        own1 |= planner.routes[1]
    for word in range(2):
        routes = choice0 if word == 0 else choice1
        while routes != NONE:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            ends = (bit(book.route_a[route]) | bit(book.route_b[route])) & cities
            if ends == NONE:
                continue
            one0 = bit(route) if route < 64 else NONE
            one1 = bit(route - 64) if route >= 64 else NONE
            rest0, rest1 = own0, own1
            if not last:
                rest0 |= planner.borrowed[0] & ~one0
                rest1 |= planner.borrowed[1] & ~one1
            gain = ticket_points(book, state, planner, rest0 | one0, rest1 | one1)
            gain -= ticket_points(book, state, planner, rest0, rest1)
            worth = 1.0 * gain - book.station_points
            if worth > 0.0:
                city = fewest_demands(book, planner, ends)
                options.add(planner, np.int64(STATION) + city, worth if last else worth + w.planned)


@compiled
def fewest_demands(book: Book, planner: Planner, ends: Set):
    """Return the city of the set `ends` where the fewest borrowed routes end.

    Borrowed routes are routes of other seats that the plan uses. A station opens only one of these
    routes.
    """
    best = np.int64(1 << 30)
    found = lowest(ends)
    while ends != NONE:
        city = lowest(ends)
        ends = without_lowest(ends)
        number = size(planner.borrowed[0] & book.at[city, 0])
        number += size(planner.borrowed[1] & book.at[city, 1])
        if number < best:
            best = number
            found = city
    return found
