"""Claiming a route: which routes are open to whom, and with which cards (C-20 to C-27, M-10).

The sets that pay for a tunnel's surcharge and for a station are made here, too.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from whistlestop.editions.limits import COLOURS, LENGTH, LOCOMOTIVE, LOCOMOTIVE4
from whistlestop.rules import journal
from whistlestop.rules.actions import (
    ANY_COLOUR,
    LOCOMOTIVES4_UP_TO,
    LOCOMOTIVES_FROM,
    LOCOMOTIVES_UP_TO,
    PAIRS,
    PAY,
    WILDS_FROM,
    WILDS_UP_TO,
    payment_colour,
    payment_locomotives,
    payment_locomotives4,
    write_set,
)
from whistlestop.rules.bits import NONE, bit, has, lowest, nth, size, span, without_lowest
from whistlestop.rules.book import GREY
from whistlestop.rules.cards import discard
from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import note
from whistlestop.rules.state import Phase

SURCHARGE = Phase.SURCHARGE
STATION_PAYMENT = Phase.STATION_PAYMENT

LOCOMOTIVES_PLAY: Final = 1
LOCOMOTIVES4_PLAY: Final = 2
"""The bits of a wild group."""


@rule
def claimable(book, state):
    """The routes that the deciding seat can claim and pay for now, as both words of a set."""
    seat = np.int64(state.seat)
    most_pieces = min(np.int64(state.pieces[seat]), LENGTH)
    locomotives = min(np.int64(state.hand[seat, LOCOMOTIVE]), LENGTH)
    routes0, routes1 = NONE, NONE
    for group in range(book.groups):
        wild = wilds(book, state, seat, group)
        for colour in range(COLOURS):
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
def payments(book, state, out):
    """Write every way to pay for what is being bought, as actions; how many (C-21, C-22, C-27).

    Wild cards run from none upwards: a player who wants to spend them may, at any mix.
    """
    number = 0
    colours, cards, wild, ferry = price(book, state)
    while colours != NONE:
        colour = lowest(colours)
        colours = without_lowest(colours)
        pairs = paying_pairs(state, colour, cards, wild, ferry)
        number = write_set(pairs, PAY + colour * PAIRS, out, number)
    return number


@rule
def nth_payment(book, state, index):
    """The payment that `payments` would write at this place."""
    colours, cards, wild, ferry = price(book, state)
    while True:
        colour = lowest(colours)
        colours = without_lowest(colours)
        pairs = paying_pairs(state, colour, cards, wild, ferry)
        if index < size(pairs):
            return PAY + colour * PAIRS + nth(pairs, index)
        index -= size(pairs)


@rule
def count_payments(book, state):
    """How many ways there are to pay for what is being bought."""
    number = 0
    colours, cards, wild, ferry = price(book, state)
    while colours != NONE:
        number += size(paying_pairs(state, lowest(colours), cards, wild, ferry))
        colours = without_lowest(colours)
    return number


@rule
def can_pay(book, state, number):
    """Whether the deciding seat can make this payment for what is being bought."""
    colour = payment_colour(number)
    colours, cards, wild, ferry = price(book, state)
    if not has(colours, colour):
        return False
    return has(paying_pairs(state, colour, cards, wild, ferry), number % PAIRS)


@rule
def price(book, state):
    """What the deciding seat has to pay with: for a route, a tunnel's surcharge or a station.

    Returns:
        The set of colours that may pay, `ANY_COLOUR` for wild cards alone (C-22); the number of
        cards; which wild cards may pay, as a wild group; and the fewest locomotives (E-10).
    """
    route = np.int64(state.route)
    any_colour = span(0, np.int64(book.colours) - 1) | bit(ANY_COLOUR)
    if state.phase == STATION_PAYMENT:  # E-20
        cards = size(state.stations[state.seat]) + 1
        return any_colour, cards, np.int64(book.station_wilds), np.int64(0)
    wild = np.int64(book.group_wilds[book.route_group[route]])
    if state.phase == SURCHARGE:  # in the colour of the set, or locomotives (E-11, E-44)
        colours = bit(payment_colour(np.int64(state.payment))) | bit(ANY_COLOUR)
        return colours, np.int64(state.due), wild & LOCOMOTIVES_PLAY, np.int64(0)
    colour = np.int64(book.route_colour[route])
    colours = any_colour if colour == GREY else bit(colour) | bit(ANY_COLOUR)
    return colours, np.int64(book.route_length[route]), wild, np.int64(book.route_ferry[route])


@rule
def paying_pairs(state, colour, cards, wild, ferry):
    """With which wild cards the deciding seat can pay so many cards, the rest of this colour.

    It is a set of pairs: how many locomotives, how many locomotives (+4). Those the seat must hold,
    the route must suit (C-21, M-10), and a ferry asks for some locomotives (E-10). At least one
    card is of the colour (C-22).
    """
    seat = np.int64(state.seat)
    most = min(np.int64(state.hand[seat, LOCOMOTIVE]), LENGTH) if wild & LOCOMOTIVES_PLAY else 0
    most4 = min(np.int64(state.hand[seat, LOCOMOTIVE4]), LENGTH) if wild & LOCOMOTIVES4_PLAY else 0
    pairs = LOCOMOTIVES_UP_TO[most] & LOCOMOTIVES4_UP_TO[most4] & LOCOMOTIVES_FROM[ferry]
    if colour == ANY_COLOUR:
        return pairs & WILDS_FROM[cards] & WILDS_UP_TO[cards]
    missing = max(cards - np.int64(state.hand[seat, colour]), 0)
    return pairs & WILDS_FROM[missing] & WILDS_UP_TO[cards - 1]


@rule
def claim(book, state, number, luck):
    """The deciding seat pays for the chosen route and takes it (C-23, C-24)."""
    spend(state, number, np.int64(book.route_length[state.route]))
    lay_pieces(book, state, number, luck)


@rule
def spend(state, number, cards):
    """A payment of so many cards goes from the deciding seat's hand to the discards."""
    seat = np.int64(state.seat)
    colour = payment_colour(number)
    locomotives = payment_locomotives(number)
    locomotives4 = payment_locomotives4(number)
    discard(state, seat, LOCOMOTIVE, locomotives)
    discard(state, seat, LOCOMOTIVE4, locomotives4)
    if colour != ANY_COLOUR:
        discard(state, seat, colour, cards - locomotives - locomotives4)


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


@rule
def take_route(book, state, seat, route):
    """The route is the seat's; keep up to date who may still claim which (C-25, C-26)."""
    state.owned[seat, route >> 6] |= bit(route & 63)
    for other in range(state.seats):
        state.open[other, route >> 6] &= ~bit(route & 63)
        if other == seat or state.seats <= book.closed_up_to:
            state.open[other, 0] &= ~book.parallel[route, 0]
            state.open[other, 1] &= ~book.parallel[route, 1]
