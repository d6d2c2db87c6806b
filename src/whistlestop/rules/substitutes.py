"""Substitutes: any cards in place of a locomotive, or of another card of a payment (F-12, F-14).

On a ferry of some editions, any three cards replace a locomotive that the ferry demands. On a route
of its own kind, any four cards replace one card. The seat first pays the cards that it does not
replace, and gets the route. Then it gives the other cards, one after another (I-27).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import COLOURS, LENGTH, LOCOMOTIVE
from whistlestop.rules import journal
from whistlestop.rules.actions import ANY_COLOUR, payment_colour, payment_substituted
from whistlestop.rules.bits import NONE, bit, lowest, without_lowest
from whistlestop.rules.book import GREY
from whistlestop.rules.cards import discard
from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import note
from whistlestop.rules.payments import LOCOMOTIVES_PLAY, any_one_colour, cards_to_give

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Set
    from whistlestop.rules.record_types import Book, Luck, State


@rule
def payable_with_substitutes(book: Book, state: State, seat: Number, among: Set, word: Number):
    """Return those routes of a word for which a seat can pay with substitutes (F-12, F-14).

    Routes without substitutes are left out. The owners of routes and the seat's pieces are not
    considered.

    Args:
        book: the edition.
        state: the position.
        seat: the seat.
        among: the word of the set.
        word: 0 if the word stands for the routes below 64, 1 for the others.
    """
    routes, found = among & book.substitutes[word], NONE
    if routes == NONE:
        return found
    total, most = cards_to_give(state, seat), np.int64(0)
    for colour in range(COLOURS):
        most = max(most, np.int64(state.hand[seat, colour]))
    while routes != NONE:
        member = lowest(routes)
        routes = without_lowest(routes)
        route = np.int64(member) + 64 * word
        colour = np.int64(book.route_colour[route])
        coloured = most if colour == GREY else np.int64(state.hand[seat, colour])
        needed = fewest_substituted(book, state, seat, route, coloured)
        each = np.int64(book.route_substitute[route])
        cards = np.int64(book.route_length[route]) + (each - 1) * needed
        if needed <= book.route_substituted[route] and cards <= total:
            found |= bit(member)
    return found


@rule
def fewest_substituted(book: Book, state: State, seat: Number, route: Number, coloured: Number):
    """Return how many cards of a payment a seat has to substitute at least (F-12, F-14).

    The seat pays the rest with all its locomotives and its cards of one colour. The result may be
    more than the route allows (see `Book.route_substituted`), or more than the seat can give cards
    for.

    Args:
        book: the edition.
        state: the position.
        seat: the seat.
        route: a route with substitutes.
        coloured: how many cards of the colour that pays the seat has.
    """
    locomotives = np.int64(0)
    if book.group_wilds[book.route_group[route]] & LOCOMOTIVES_PLAY:
        locomotives = min(np.int64(state.hand[seat, LOCOMOTIVE]), LENGTH)
    missing = np.int64(book.route_length[route]) - locomotives - coloured
    return max(np.int64(book.route_ferry[route]) - locomotives, missing, 0)


@rule
def cards_due(book: Book, route: Number, number: Number):
    """Return how many cards a seat gives for the substituted cards of a payment (F-12, F-14).

    Args:
        book: the edition.
        route: the route that is paid for.
        number: the number of the payment (see `actions`).
    """
    if book.route_substitute[route] == 0:
        return np.int64(0)
    return np.int64(book.route_substitute[route]) * payment_substituted(number)


@rule
def substitute_price(book: Book):
    """Return the price of the next substitute: any one card (F-12, F-14).

    Returns:
        Four values, as those of `prices.price`.
    """
    return any_one_colour(book), np.int64(1), np.int64(LOCOMOTIVES_PLAY), np.int64(0)


@rule
def give(state: State, number: Number, luck: Luck):
    """Move the card that the deciding seat gives as a substitute to the discards (I-27).

    `number` is the number of the payment of this one card (see `actions`).
    """
    seat = np.int64(state.seat)
    colour = payment_colour(number)
    kind = np.int64(LOCOMOTIVE) if colour == ANY_COLOUR else colour
    discard(state, seat, kind, 1)
    state.due -= 1
    note(luck, journal.GAVE, seat, kind, np.int64(state.due), 0)
