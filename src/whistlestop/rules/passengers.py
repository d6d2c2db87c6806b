"""Passengers and merchandise (M-20 to M-25)."""

from __future__ import annotations

import numpy as np

from whistlestop.editions.limits import PASSENGER
from whistlestop.rules import journal
from whistlestop.rules.actions import PLACE_NOWHERE
from whistlestop.rules.bits import NONE, bit, has, lowest, without_lowest
from whistlestop.rules.cards import discard
from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import note


@rule
def occupied(state):
    """The cities where a passenger of any seat stands."""
    cities = NONE
    for seat in range(state.seats):
        cities |= state.passengers[seat]
    return cities


@rule
def placements(book, state):
    """Where a passenger may go on the route just claimed: a set of its ends 0 and 1 (M-20)."""
    ends = NONE
    if state.passengers_left[state.seat] == 0:
        return ends
    free = book.cities & ~occupied(state)
    for end in range(2):
        place = np.int64(book.route_a[state.route] if end == 0 else book.route_b[state.route])
        if has(free, place):  # M-24: no border point is among the cities
            ends |= bit(end)
    return ends


@rule
def place(book, state, end, luck):
    """Place a passenger at an end of the route just claimed, or nowhere."""
    if end == PLACE_NOWHERE:
        return
    seat = np.int64(state.seat)
    city = np.int64(book.route_a[state.route] if end == 0 else book.route_b[state.route])
    state.passengers[seat] |= bit(city)
    state.passengers_left[seat] -= 1
    note(luck, journal.PLACED, seat, city, 0, 0)


@rule
def steps_from(book, state, city, used, word):
    """The routes, of one word, by which a passenger of the deciding seat may leave a city (M-21).

    Its own routes are free, another player's cost a passenger card, and each is used once; of
    parallel tracks each is a route of its own (I-07).
    """
    seat = np.int64(state.seat)
    usable = state.owned[seat, word]
    if state.hand[seat, PASSENGER] > 0:
        for other in range(state.seats):
            usable |= state.owned[other, word]
    return usable & book.at[city, word] & book.inland[word] & ~used


@rule
def toll(state, route):
    """The passenger cards that the deciding seat pays for a step: 0 on its own routes, else 1."""
    return np.int64(not has(state.owned[np.int64(state.seat), route >> 6], route & 63))


@rule
def startable(book, state):
    """The cities from which a passenger of the deciding seat can travel."""
    cities = NONE
    waiting = state.passengers[state.seat]
    while waiting != NONE:
        city = lowest(waiting)
        waiting = without_lowest(waiting)
        here = steps_from(book, state, city, NONE, 0) | steps_from(book, state, city, NONE, 1)
        if here != NONE:
            cities |= bit(city)
    return cities


@rule
def steps(book, state, word):
    """The routes, of one word, by which the travelling passenger may go on."""
    return steps_from(book, state, state.journey_at, state.journey_used[word], word)


@rule
def depart(state, city, luck):
    """The passenger in this city sets out; the city gives it no token (M-22, I-06)."""
    state.journey_at = city
    state.journey_steps = 0
    state.journey_used[0] = NONE
    state.journey_used[1] = NONE
    state.journey_visited = bit(city)
    state.passengers[state.seat] &= ~bit(city)
    note(luck, journal.DEPARTED, np.int64(state.seat), city, 0, 0)


@rule
def travel(book, state, route, luck):
    """The passenger goes along a route and takes the top token of the city it enters (M-22).

    The routes may all be other players', and the last city counts as entered (I-14).
    """
    seat = np.int64(state.seat)
    due = toll(state, route)
    if due > 0:
        discard(state, seat, PASSENGER, due)
    here = np.int64(state.journey_at)
    a, b = np.int64(book.route_a[route]), np.int64(book.route_b[route])
    city = b if here == a else a
    state.journey_used[route >> 6] |= bit(route & 63)
    state.journey_at = city
    state.journey_steps += 1
    note(luck, journal.TRAVELLED, seat, route, city, due)
    if not has(state.journey_visited, city):
        state.journey_visited |= bit(city)
        collect(book, state, city, luck)


@rule
def token_at(book, state, city):
    """The points of the highest remaining token of a city; 0 if there is none (M-23, I-09)."""
    if state.taken[city] < book.token_count[city]:
        return np.int64(book.tokens[city, state.taken[city]])
    return np.int64(0)


@rule
def collect(book, state, city, luck):
    """Take the highest remaining token of a city, if there is one (M-22)."""
    points = token_at(book, state, city)
    if points > 0:
        seat = np.int64(state.seat)
        state.taken[city] += 1
        state.merchandise[seat] += points
        state.score[seat] += points
        note(luck, journal.COLLECTED, seat, city, points, 0)


@rule
def arrive(state, luck):
    """The journey ends here and the passenger leaves the game (M-23)."""
    note(luck, journal.ARRIVED, np.int64(state.seat), np.int64(state.journey_at), 0, 0)
    state.journey_at = 0
    state.journey_steps = 0
    state.journey_used[0] = NONE
    state.journey_used[1] = NONE
    state.journey_visited = NONE
