"""Claiming a route: which routes are open to whom, and with which cards (C-20 to C-27, M-10)."""

from __future__ import annotations

from typing import Final

import numpy as np

from whistlestop.editions.limits import LENGTH, LOCOMOTIVE, LOCOMOTIVE4
from whistlestop.rules import journal
from whistlestop.rules.actions import (
    ANY_COLOUR,
    PAY,
    payment,
    payment_colour,
    payment_locomotives,
    payment_locomotives4,
)
from whistlestop.rules.bits import NONE, bit, has
from whistlestop.rules.book import GREY
from whistlestop.rules.cards import discard
from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import note

LOCOMOTIVES_PLAY: Final = 1
LOCOMOTIVES4_PLAY: Final = 2
"""The bits of a wild group."""


@rule
def claimable(book, state):
    """The routes that the deciding seat can claim and pay for now, as both words of a set."""
    seat = state.seat
    most_pieces = min(np.int64(state.pieces[seat]), LENGTH)
    locomotives = min(np.int64(state.hand[seat, LOCOMOTIVE]), LENGTH)
    routes0, routes1 = NONE, NONE
    for group in range(book.groups):
        wild = wilds(book, state, seat, group)
        for colour in range(book.colours):
            cards = min(np.int64(state.hand[seat, colour]) + wild, LENGTH)
            routes0 |= book.payable[group, colour, cards, 0]
            routes1 |= book.payable[group, colour, cards, 1]
    routes0 &= state.open[seat, 0] & book.within[most_pieces, 0] & book.ferries[locomotives, 0]
    routes1 &= state.open[seat, 1] & book.within[most_pieces, 1] & book.ferries[locomotives, 1]
    return routes0, routes1


@rule
def wilds(book, state, seat, group):
    """How many wild cards the seat holds for routes of this wild group (M-10)."""
    number = np.int64(0)
    if book.group_wilds[group] & LOCOMOTIVES_PLAY:
        number += np.int64(state.hand[seat, LOCOMOTIVE])
    if book.group_wilds[group] & LOCOMOTIVES4_PLAY:
        number += np.int64(state.hand[seat, LOCOMOTIVE4])
    return number


@rule
def is_claimable(book, state, route):
    """Whether the deciding seat can claim this route now."""
    routes0, routes1 = claimable(book, state)
    return has(routes0, route) if route < 64 else has(routes1, route - 64)


@rule
def payments(book, state, route, out):
    """Write every way to pay for a route, as actions; how many there are (C-21, C-22, C-27).

    Wild cards run from none upwards: a player who wants to spend them may, at any mix.
    """
    seat = state.seat
    length = np.int64(book.route_length[route])
    use = book.group_wilds[book.route_group[route]]
    most = min(np.int64(state.hand[seat, LOCOMOTIVE]), length) if use & LOCOMOTIVES_PLAY else 0
    most4 = min(np.int64(state.hand[seat, LOCOMOTIVE4]), length) if use & LOCOMOTIVES4_PLAY else 0
    ferry = np.int64(book.route_ferry[route])
    number = 0
    for colour in range(book.colours):
        if book.route_colour[route] == colour or book.route_colour[route] == GREY:
            held = np.int64(state.hand[seat, colour])
            for locomotives4 in range(min(most4, length - 1) + 1):
                fewest = max(ferry, length - locomotives4 - held)
                for locomotives in range(fewest, min(most, length - 1 - locomotives4) + 1):
                    out[number] = PAY + payment(colour, locomotives, locomotives4)
                    number += 1
    for locomotives4 in range(most4 + 1):
        locomotives = length - locomotives4
        if ferry <= locomotives <= most:
            out[number] = PAY + payment(ANY_COLOUR, locomotives, locomotives4)
            number += 1
    return number


@rule
def can_pay(book, state, route, number):
    """Whether the deciding seat can pay for the route with this payment."""
    seat = state.seat
    length = np.int64(book.route_length[route])
    colour = payment_colour(number)
    locomotives = payment_locomotives(number)
    locomotives4 = payment_locomotives4(number)
    coloured = length - locomotives - locomotives4
    use = book.group_wilds[book.route_group[route]]
    if locomotives > state.hand[seat, LOCOMOTIVE] or locomotives4 > state.hand[seat, LOCOMOTIVE4]:
        return False
    if locomotives > 0 and not use & LOCOMOTIVES_PLAY:
        return False
    if locomotives4 > 0 and not use & LOCOMOTIVES4_PLAY:
        return False
    if locomotives < book.route_ferry[route]:
        return False
    if colour == ANY_COLOUR:
        return coloured == 0
    fits = book.route_colour[route] == colour or book.route_colour[route] == GREY
    return fits and 1 <= coloured <= state.hand[seat, colour]


@rule
def claim(book, state, number, luck):
    """The deciding seat pays for the chosen route and takes it (C-23, C-24)."""
    seat = state.seat
    route = np.int64(state.route)
    length = np.int64(book.route_length[route])
    colour = payment_colour(number)
    locomotives = payment_locomotives(number)
    locomotives4 = payment_locomotives4(number)
    discard(state, seat, LOCOMOTIVE, locomotives)
    discard(state, seat, LOCOMOTIVE4, locomotives4)
    if colour != ANY_COLOUR:
        discard(state, seat, colour, length - locomotives - locomotives4)
    points = np.int64(book.route_points[length])
    state.pieces[seat] -= length
    state.score[seat] += points
    take_route(book, state, seat, route)
    note(luck, journal.CLAIMED, seat, route, number, points)


@rule
def take_route(book, state, seat, route):
    """The route is the seat's; keep up to date who may still claim which (C-25, C-26)."""
    state.owned[seat, route >> 6] |= bit(route & 63)
    for other in range(state.seats):
        state.open[other, route >> 6] &= ~bit(route & 63)
        if other == seat or state.seats <= book.closed_up_to:
            state.open[other, 0] &= ~book.parallel[route, 0]
            state.open[other, 1] &= ~book.parallel[route, 1]
