"""Prices: the purchase under way, its price, and every way to pay it (C-21, C-22, C-27).

A route's price is stated with the claims, a tunnel's surcharge with the tunnels, a station's price
with the stations.
"""

from __future__ import annotations

import numpy as np

from whistlestop.rules.actions import PAIRS, PAY, payment_colour, write_set
from whistlestop.rules.bits import NONE, has, lowest, nth, size, without_lowest
from whistlestop.rules.claims import route_price
from whistlestop.rules.compiling import rule
from whistlestop.rules.payments import paying_pairs
from whistlestop.rules.state import Phase
from whistlestop.rules.stations import station_price
from whistlestop.rules.tunnels import surcharge_price

SURCHARGE = Phase.SURCHARGE
STATION_PAYMENT = Phase.STATION_PAYMENT


@rule
def price(book, state):
    """The price that the deciding seat has to pay: of a route, a tunnel's surcharge or a station.

    Returns:
        The set of colours that may pay, with `ANY_COLOUR` for wild cards alone; the number of
        cards; which wild cards may pay, as a wild group; and the fewest locomotives.
    """
    if state.phase == STATION_PAYMENT:
        return station_price(book, state)
    if state.phase == SURCHARGE:
        return surcharge_price(book, state)
    return route_price(book, np.int64(state.route))


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
    """The number of ways to pay for the purchase under way."""
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
