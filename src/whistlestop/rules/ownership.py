"""The ownership of routes, and to whom the others are open (C-20, C-25, C-26).

`closed_by` is the one statement of what an owned route closes. The state's `open` is kept up to
date by it; `open_to` works it out anew for callers that know the owners and have no state.
"""

from __future__ import annotations

import numpy as np

from whistlestop.rules.bits import NONE, bit, lowest, without_lowest
from whistlestop.rules.compiling import rule


@rule
def every_route(book, word):
    """All routes of the board, in one word of a set."""
    number = np.int64(book.routes) - 64 * word
    return ~NONE if number >= 64 else bit(max(number, 0)) - np.uint64(1)


@rule
def closed_by(book, seats, route, own, word):
    """The routes, of one word, that a seat can no longer claim once a route has an owner.

    Args:
        book: the edition.
        seats: players at the table.
        route: the route that has an owner.
        own: whether the owner is that seat itself.
        word: 0 for the routes below 64, 1 for the others.

    Returns:
        The route itself; and its parallel routes, if the seat owns it (C-25) or the table is small
        (C-26).
    """
    routes = bit(route & 63) if route >> 6 == word else NONE
    if own or seats <= book.closed_up_to:
        routes |= book.parallel[route, word]
    return routes


@rule
def open_to(book, owned, seats, seat, word):
    """The routes, of one word, that a seat may still claim as far as ownership goes.

    Args:
        book: the edition.
        owned: [seat, word] the routes of each seat.
        seats: players at the table.
        seat: the one that would claim.
        word: 0 for the routes below 64, 1 for the others.
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
def take_route(book, state, seat, route):
    """Give the route to the seat, and close to everybody what that closes to them."""
    state.owned[seat, route >> 6] |= bit(route & 63)
    for other in range(state.seats):
        for word in range(2):
            closed = closed_by(book, state.seats, route, other == seat, word)
            state.open[other, word] &= ~closed
