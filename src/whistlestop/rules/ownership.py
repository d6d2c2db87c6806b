"""The ownership of routes: which routes are still open to whom (C-20, C-25, C-26).

Only `closed_by` states what an owned route closes. `take_route` uses it to keep the state's `open`
up to date. `open_to` computes the open routes for callers that know the owners but have no state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.rules.bits import NONE, bit, has, lowest, without_lowest
from whistlestop.rules.compiling import rule

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers
    from whistlestop.rules.record_types import Book, State


@rule
def every_route(book: Book, word: Number):
    """Return the set of all routes of the board that belong to one word.

    Args:
        book: the edition.
        word: 0 for the routes below 64, 1 for the others; the result is a set of this word.
    """
    number = np.int64(book.routes) - 64 * word
    return ~NONE if number >= 64 else bit(max(number, 0)) - np.uint64(1)


@rule
def closed_by(book: Book, seats: Number, route: Number, own: Number, word: Number):
    """Return the routes that an owned route closes to a seat.

    These are the route itself and, if the seat owns the route (C-25) or the game has few players
    (C-26), its parallel routes.

    Args:
        book: the edition.
        seats: the number of players at the table.
        route: the route that has an owner.
        own: whether the seat to which routes are closed is itself the owner.
        word: 0 for the routes below 64, 1 for the others; the result is a set of this word.
    """
    routes = bit(route & 63) if route >> 6 == word else NONE
    if own or seats <= book.closed_up_to:
        routes |= book.parallel[route, word]
    return routes


@rule
def open_to(book: Book, owned: Numbers, seats: Number, seat: Number, word: Number):
    """Return the routes that a seat may still claim as far as ownership goes.

    Args:
        book: the edition.
        owned: [seat, word] the routes of each seat.
        seats: the number of players at the table.
        seat: the seat that would claim.
        word: 0 for the routes below 64, 1 for the others; the result is a set of this word.
    """
    routes = every_route(book, word)
    for owner in range(seats):
        for part in range(2):
            taken = owned[owner, part]
            while taken != NONE:
                route = lowest(taken) + 64 * part
                taken = without_lowest(taken)
                routes &= ~closed_by(book, seats, route, owner == seat, word)
    return routes


@rule
def closed_by_own(book: Book, state: State, seat: Number, route: Number):
    """Return whether a route of a seat closes another route to that seat (C-25).

    Args:
        book: the edition.
        state: the position.
        seat: the seat.
        route: the route that may be closed. The seat does not own it.
    """
    for part in range(2):
        taken = state.owned[seat, part]
        while taken != NONE:
            own = lowest(taken) + 64 * part
            taken = without_lowest(taken)
            if has(closed_by(book, np.int64(state.seats), own, True, route >> 6), route & 63):
                return True
    return False


@rule
def take_route(book: Book, state: State, seat: Number, route: Number):
    """Give a route to a seat, and update which routes are open to each seat (C-25, C-26)."""
    state.owned[seat, route >> 6] |= bit(route & 63)
    for other in range(state.seats):
        for word in range(2):
            closed = closed_by(book, state.seats, route, other == seat, word)
            state.open[other, word] &= ~closed
