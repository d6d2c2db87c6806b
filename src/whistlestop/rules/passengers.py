"""Passengers and merchandise: placing a passenger, its journey and its tokens (M-20 to M-25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import PASSENGER
from whistlestop.rules import journal
from whistlestop.rules.actions import PLACE_NOWHERE
from whistlestop.rules.bits import NONE, bit, has, lowest, without_lowest
from whistlestop.rules.cards import discard
from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import note
from whistlestop.rules.networks import other_end

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Set
    from whistlestop.rules.record_types import Book, Luck, State


@rule
def occupied(state: State):
    """Return the set of cities where a passenger of any seat stands."""
    cities = NONE
    for seat in range(state.seats):
        cities |= state.passengers[seat]
    return cities


@rule
def placements(book: Book, state: State):
    """Return the ends of the route just claimed where a passenger may be placed (M-20).

    The result is a set of the ends 0 and 1. It is empty if the deciding seat has no passenger left.
    """
    ends = NONE
    if state.passengers_left[state.seat] == 0:
        return ends
    free = book.cities & ~occupied(state)
    for end in range(2):
        place = np.int64(book.route_a[state.route] if end == 0 else book.route_b[state.route])
        if has(free, place):  # M-24: border points are not cities
            ends |= bit(end)
    return ends


@rule
def place(book: Book, state: State, end: Number, luck: Luck):
    """Place a passenger of the deciding seat at an end of the route just claimed.

    If `end` is `PLACE_NOWHERE`, nothing is placed.
    """
    if end == PLACE_NOWHERE:
        return
    seat = np.int64(state.seat)
    city = np.int64(book.route_a[state.route] if end == 0 else book.route_b[state.route])
    state.passengers[seat] |= bit(city)
    state.passengers_left[seat] -= 1
    note(luck, journal.PLACED, seat, city, 0, 0)


@rule
def steps_from(book: Book, state: State, city: Number, used: Set, word: Number):
    """Return the routes by which a passenger of the deciding seat may leave a city (M-21).

    The seat's own routes are free. A route of another player costs a passenger card. Each route can
    be used once on a journey; parallel routes are different routes (I-07).

    Args:
        book: the edition.
        state: the position.
        city: the city to leave.
        used: the routes of this word that the journey has used.
        word: 0 for the routes below 64, 1 for the others; the result is a set of this word.
    """
    seat = np.int64(state.seat)
    usable = state.owned[seat, word]
    if state.hand[seat, PASSENGER] > 0:
        for other in range(state.seats):
            usable |= state.owned[other, word]
    return usable & book.at[city, word] & book.inland[word] & ~used


@rule
def toll(state: State, route: Number):
    """Return the number of passenger cards that the deciding seat pays to travel along a route.

    The seat's own routes cost nothing. Any other route costs one card.
    """
    return np.int64(not has(state.owned[np.int64(state.seat), route >> 6], route & 63))


@rule
def startable(book: Book, state: State):
    """Return the set of cities from which a passenger of the deciding seat can set out."""
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
def steps(book: Book, state: State, word: Number):
    """Return the routes by which the travelling passenger may go on.

    Args:
        book: the edition.
        state: the position.
        word: 0 for the routes below 64, 1 for the others; the result is a set of this word.
    """
    return steps_from(book, state, state.journey_at, state.journey_used[word], word)


@rule
def depart(state: State, city: Number, luck: Luck):
    """Start the journey of the passenger in this city.

    The city where a journey starts gives the passenger no token (M-22, I-06).
    """
    state.journey_at = city
    state.journey_steps = 0
    state.journey_used[0] = NONE
    state.journey_used[1] = NONE
    state.journey_visited = bit(city)
    state.passengers[state.seat] &= ~bit(city)
    note(luck, journal.DEPARTED, np.int64(state.seat), city, 0, 0)


@rule
def travel(book: Book, state: State, route: Number, luck: Luck):
    """Move the passenger along a route and take the top token of the city it enters (M-22).

    All routes of a journey may belong to other players, and the last city counts as entered (I-14).
    A city gives a token only once on a journey.
    """
    seat = np.int64(state.seat)
    due = toll(state, route)
    if due > 0:
        discard(state, seat, PASSENGER, due)
    city = other_end(book, route, np.int64(state.journey_at))
    points = token_ahead(book, state, city)
    state.journey_used[route >> 6] |= bit(route & 63)
    state.journey_at = city
    state.journey_steps += 1
    note(luck, journal.TRAVELLED, seat, route, city, due)
    state.journey_visited |= bit(city)
    if points > 0:
        collect(state, city, points, luck)


@rule
def token_at(book: Book, state: State, city: Number):
    """Return the points of the highest token left in a city, or 0 if there is none (M-23, I-09)."""
    if state.taken[city] < book.token_count[city]:
        return np.int64(book.tokens[city, state.taken[city]])
    return np.int64(0)


@rule
def token_ahead(book: Book, state: State, city: Number):
    """Return the points that the travelling passenger collects by entering a city (M-22, I-06).

    They are 0 if this journey has visited the city before, or if the city has no token left.
    """
    return np.int64(0) if has(state.journey_visited, city) else token_at(book, state, city)


@rule
def collect(state: State, city: Number, points: Number, luck: Luck):
    """Give the deciding seat the top token of a city, which has these points (M-22)."""
    seat = np.int64(state.seat)
    state.taken[city] += 1
    state.merchandise[seat] += points
    state.score[seat] += points
    note(luck, journal.COLLECTED, seat, city, points, 0)


@rule
def arrive(state: State, luck: Luck):
    """End the journey in the city reached; the passenger leaves the game (M-23)."""
    note(luck, journal.ARRIVED, np.int64(state.seat), np.int64(state.journey_at), 0, 0)
    state.journey_at = 0
    state.journey_steps = 0
    state.journey_used[0] = NONE
    state.journey_used[1] = NONE
    state.journey_visited = NONE
