"""Claiming a route: which ones a seat can pay for, what they cost, and the claim itself.

Which routes are open to whom (C-25, C-26) is in `ownership`.
"""

from __future__ import annotations

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
    any_one_colour,
    spend,
)


@rule
def claimable(book, state):
    """The routes that the deciding seat can claim and pay for now: see `claimable_by`."""
    return claimable_by(book, state, np.int64(state.seat))


@rule
def claimable_by(book, state, seat):
    """The routes that a seat could claim and pay for if it decided now, as both words of a set.

    Any open route will do, wherever the seat's others are (C-20), one into a country too (S-20).
    """
    routes0, routes1 = NONE, NONE
    for group in range(book.groups):
        routes0 |= covered(book, state, seat, group, 0)
        routes1 |= covered(book, state, seat, group, 1)
    return routes0 & in_reach(book, state, seat, 0), routes1 & in_reach(book, state, seat, 1)


@rule
def can_claim(book, state, route):
    """Whether the deciding seat can claim and pay for this route: whether it is `claimable`."""
    seat, word = np.int64(state.seat), route >> 6
    routes = covered(book, state, seat, np.int64(book.route_group[route]), word)
    return has(routes & in_reach(book, state, seat, word), route & 63)


@rule
def covered(book, state, seat, group, word):
    """The routes of a wild group, of one word, whose length the seat's cards cover."""
    wild = wilds(book, state, seat, group)
    routes = NONE
    for colour in range(COLOURS):
        cards = min(np.int64(state.hand[seat, colour]) + wild, LENGTH)
        routes |= book.payable[group, colour, cards, word]
    return routes


@rule
def in_reach(book, state, seat, word):
    """The open routes, of one word, for which a seat has the pieces and a ferry's locomotives."""
    pieces = min(np.int64(state.pieces[seat]), LENGTH)
    locomotives = min(np.int64(state.hand[seat, LOCOMOTIVE]), LENGTH)
    return state.open[seat, word] & book.within[pieces, word] & book.ferries[locomotives, word]


@rule
def wilds(book, state, seat, group):
    """The number of the seat's cards that are wild for routes of this wild group (M-10)."""
    number = np.int64(0)
    if book.group_wilds[group] & LOCOMOTIVES_PLAY:
        number += np.int64(state.hand[seat, LOCOMOTIVE])
    if book.group_wilds[group] & LOCOMOTIVES4_PLAY:
        number += np.int64(state.hand[seat, LOCOMOTIVE4])
    return number


@rule
def route_price(book, route):
    """The price of a route: exactly one card for each of its spaces (C-21, C-22, E-10).

    Returns:
        The set of colours that may pay, the number of cards, which wild cards may pay, as a wild
        group (M-10, S-02), and the fewest locomotives.
    """
    colour = np.int64(book.route_colour[route])
    any_colour = any_one_colour(book)
    colours = any_colour if colour == GREY else bit(colour) | bit(ANY_COLOUR)
    wild = np.int64(book.group_wilds[book.route_group[route]])
    return colours, np.int64(book.route_length[route]), wild, np.int64(book.route_ferry[route])


@rule
def claim(book, state, number, luck):
    """The deciding seat pays for the chosen route and takes it (C-23, C-24)."""
    spend(state, number, np.int64(book.route_length[state.route]))
    lay_pieces(book, state, number, luck)


@rule
def lay_pieces(book, state, number, luck):
    """The chosen route, paid for, becomes the deciding seat's (C-23, C-24)."""
    seat = np.int64(state.seat)
    route = np.int64(state.route)
    length = np.int64(book.route_length[route])
    points = np.int64(book.route_points[length])
    state.pieces[seat] -= length
    state.score[seat] += points
    take_route(book, state, seat, route)
    note(luck, journal.CLAIMED, seat, route, number, points)
