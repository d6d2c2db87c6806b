"""Claims: which routes a seat can pay for, what a route costs, and the claim itself.

`ownership` has which routes are open to whom (C-25, C-26).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import COLOURS, LENGTH, LOCOMOTIVE, LOCOMOTIVE4
from whistlestop.rules import journal
from whistlestop.rules.actions import ANY_COLOUR
from whistlestop.rules.bits import NONE, bit, has
from whistlestop.rules.book import GREY
from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import note
from whistlestop.rules.ownership import take_route
from whistlestop.rules.payments import (
    LOCOMOTIVES4_PLAY,
    LOCOMOTIVES_PLAY,
    SUBSTITUTE_AT,
    SUBSTITUTED_AT,
    any_one_colour,
    spend,
    spend_partly,
)
from whistlestop.rules.substitutes import cards_due, payable_with_substitutes

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number
    from whistlestop.rules.record_types import Book, Luck, State


@rule
def claimable(book: Book, state: State):
    """Return the routes that the deciding seat can claim and pay for now.

    The result is a set of routes in two words.
    """
    return claimable_by(book, state, np.int64(state.seat))


@rule
def claimable_by(book: Book, state: State, seat: Number):
    """Return the routes that a seat could claim and pay for if it decided now.

    A route need not be connected with routes that the seat owns (C-20). It may lead into a country
    (S-20). The result is a set of routes in two words.
    """
    routes0, routes1 = NONE, NONE
    for group in range(book.groups):
        routes0 |= covered(book, state, seat, group, 0)
        routes1 |= covered(book, state, seat, group, 1)
    within0 = within_pieces(book, state, seat, 0)
    within1 = within_pieces(book, state, seat, 1)
    routes0 &= within0 & within_locomotives(book, state, seat, 0)
    routes1 &= within1 & within_locomotives(book, state, seat, 1)
    routes0 |= payable_with_substitutes(book, state, seat, within0 & ~routes0, 0)
    routes1 |= payable_with_substitutes(book, state, seat, within1 & ~routes1, 1)
    return routes0, routes1


@rule
def can_claim(book: Book, state: State, route: Number):
    """Return whether the deciding seat can claim and pay for this route now."""
    seat, word = np.int64(state.seat), route >> 6
    routes = covered(book, state, seat, np.int64(book.route_group[route]), word)
    within = within_pieces(book, state, seat, word)
    routes &= within & within_locomotives(book, state, seat, word)
    if has(routes, route & 63):
        return True
    alone = within & bit(route & 63)
    return payable_with_substitutes(book, state, seat, alone, word) != NONE


@rule
def covered(book: Book, state: State, seat: Number, group: Number, word: Number):
    """Return the routes of a wild group for which a seat has enough coloured and wild cards.

    A wild group consists of the routes for which the same kinds of wild cards may pay. The
    coloured cards of a payment all have one colour. The owners of routes, the seat's pieces and the
    locomotives that ferries need are not considered.

    Args:
        book: the edition.
        state: the position.
        seat: the seat.
        group: the number of the wild group.
        word: 0 for the routes below 64, 1 for the others; the result is a set of this word.
    """
    wild = wilds(book, state, seat, group)
    routes = NONE
    for colour in range(COLOURS):
        cards = min(np.int64(state.hand[seat, colour]) + wild, LENGTH)
        routes |= book.payable[group, colour, cards, word]
    return routes


@rule
def within_locomotives(book: Book, state: State, seat: Number, word: Number):
    """Return the routes that do not demand more locomotives than a seat has (E-10).

    Only ferries demand any. Other cards, and substitutes for the locomotives (F-12), are not
    considered.

    Args:
        book: the edition.
        state: the position.
        seat: the seat.
        word: 0 for the routes below 64, 1 for the others; the result is a set of this word.
    """
    locomotives = min(np.int64(state.hand[seat, LOCOMOTIVE]), LENGTH)
    return book.ferries[locomotives, word]


@rule
def within_pieces(book: Book, state: State, seat: Number, word: Number):
    """Return the open routes for which a seat has enough pieces (C-23).

    Args:
        book: the edition.
        state: the position.
        seat: the seat.
        word: 0 for the routes below 64, 1 for the others; the result is a set of this word.
    """
    pieces = min(np.int64(state.pieces[seat]), LENGTH)
    return state.open[seat, word] & book.within[pieces, word]


@rule
def wilds(book: Book, state: State, seat: Number, group: Number):
    """Return how many cards of a seat's hand may pay as wild cards for a wild group (M-10).

    A wild group consists of the routes for which the same kinds of wild cards may pay. `group` is
    its number.
    """
    number = np.int64(0)
    if book.group_wilds[group] & LOCOMOTIVES_PLAY:
        number += np.int64(state.hand[seat, LOCOMOTIVE])
    if book.group_wilds[group] & LOCOMOTIVES4_PLAY:
        number += np.int64(state.hand[seat, LOCOMOTIVE4])
    return number


@rule
def route_price(book: Book, route: Number):
    """Return the price of a route: exactly one card for each of its spaces (C-21, C-22, E-10).

    Returns:
        Four values: the set of colours that may pay; the number of cards; the wild cards that may
        pay; and the minimum number of locomotives. The wild cards are coded as in
        `Book.group_wilds` (M-10, S-02, F-10). If any cards may be given for some of the cards
        (F-12, F-14), the bits from `SUBSTITUTE_AT` on are `Book.route_substitute` of the route, and
        those from `SUBSTITUTED_AT` on `Book.route_substituted`.
    """
    colour = np.int64(book.route_colour[route])
    any_colour = any_one_colour(book)
    colours = any_colour if colour == GREY else bit(colour) | bit(ANY_COLOUR)
    wild = np.int64(book.group_wilds[book.route_group[route]])
    wild |= np.int64(book.route_substitute[route]) << SUBSTITUTE_AT
    wild |= np.int64(book.route_substituted[route]) << SUBSTITUTED_AT
    return colours, np.int64(book.route_length[route]), wild, np.int64(book.route_ferry[route])


@rule
def claim(book: Book, state: State, number: Number, luck: Luck):
    """Pay for the route that the deciding seat has chosen, and give it to the seat (C-23, C-24).

    `number` is the number of the payment (see `actions`). Afterwards, `State.due` is the number of
    cards that the seat still has to give as substitutes (F-12, F-14).
    """
    route = np.int64(state.route)
    length = np.int64(book.route_length[route])
    if book.route_substitute[route] > 0:
        spend_partly(state, number, length)
        state.due = cards_due(book, route, number)
    else:
        spend(state, number, length)
    lay_pieces(book, state, number, luck)


@rule
def lay_pieces(book: Book, state: State, number: Number, luck: Luck):
    """Give the chosen route to the deciding seat, and score the route (C-23, C-24).

    The seat must have paid before. `number`, the number of the payment, is only written into the
    journal.
    """
    seat = np.int64(state.seat)
    route = np.int64(state.route)
    length = np.int64(book.route_length[route])
    points = np.int64(book.route_points[length])
    state.pieces[seat] -= length
    state.score[seat] += points
    take_route(book, state, seat, route)
    note(luck, journal.CLAIMED, seat, route, number, points)
