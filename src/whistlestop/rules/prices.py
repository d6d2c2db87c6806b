"""Prices: what the deciding seat is paying for, and every way to pay for it (C-21, C-22, C-27).

The prices themselves are in `claims` for routes, in `tunnels` for surcharges, in `substitutes` and
in `stations`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.rules.actions import (
    PAIRS,
    pay_action,
    payment_colour,
    payment_pair,
    write_payments,
)
from whistlestop.rules.bits import NONE, has, lowest, nth, size, without_lowest
from whistlestop.rules.claims import route_price
from whistlestop.rules.compiling import rule
from whistlestop.rules.payments import paying_pairs
from whistlestop.rules.state import Phase
from whistlestop.rules.stations import station_price
from whistlestop.rules.substitutes import substitute_price
from whistlestop.rules.tunnels import surcharge_price

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers
    from whistlestop.rules.record_types import Book, State

SURCHARGE = Phase.SURCHARGE
STATION_PAYMENT = Phase.STATION_PAYMENT
SUBSTITUTION = Phase.SUBSTITUTION


@rule
def price(book: Book, state: State):
    """Return what the deciding seat has to pay now.

    It pays for a route, for the surcharge of a tunnel or for a station, or gives a substitute.

    Call this only while the seat has to pay. In any other phase, the result means nothing.

    Returns:
        Four values: the set of colours that may pay; the number of cards; the wild cards that may
        pay, and the substitutes, coded as in `claims.route_price`; and the minimum number of
        locomotives. The set has the further member `ANY_COLOUR`, which stands for payments of wild
        cards alone.
    """
    if state.phase == STATION_PAYMENT:
        return station_price(book, state)
    if state.phase == SURCHARGE:
        return surcharge_price(book, state)
    if state.phase == SUBSTITUTION:
        return substitute_price(book)
    return route_price(book, np.int64(state.route))


@rule
def payments(book: Book, state: State, out: Numbers):
    """Write all actions that pay the price to `out`, and return their number (C-21, C-22, C-27).

    The price is the result of `price`. There is an action for each number of wild cards that the
    price allows, so that players may spend any mix. `out` is a buffer for `actions.MOST_LEGAL`
    numbers.
    """
    number = 0
    colours, cards, wild, ferry = price(book, state)
    while colours != NONE:
        colour = lowest(colours)
        colours = without_lowest(colours)
        pairs = paying_pairs(state, colour, cards, wild, ferry)
        number = write_payments(pairs, colour, out, number)
    return number


@rule
def nth_payment(book: Book, state: State, index: Number):
    """Return the action at an index of the list of payments that `payments` would write.

    `index` is counted from 0, and must be less than `count_payments`.
    """
    colours, cards, wild, ferry = price(book, state)
    while True:
        colour = lowest(colours)
        colours = without_lowest(colours)
        pairs = paying_pairs(state, colour, cards, wild, ferry)
        if index < size(pairs):
            return pay_action(colour * PAIRS + nth(pairs, index))
        index -= size(pairs)


@rule
def count_payments(book: Book, state: State):
    """Return the number of ways in which the deciding seat can pay the price (see `price`)."""
    number = 0
    colours, cards, wild, ferry = price(book, state)
    while colours != NONE:
        number += size(paying_pairs(state, lowest(colours), cards, wild, ferry))
        colours = without_lowest(colours)
    return number


@rule
def can_pay(book: Book, state: State, number: Number):
    """Return whether the deciding seat can pay the price (see `price`) with a payment.

    `number` is the number of the payment (see `actions`), not of the action that pays.
    """
    colour = payment_colour(number)
    colours, cards, wild, ferry = price(book, state)
    if not has(colours, colour):
        return False
    return has(paying_pairs(state, colour, cards, wild, ferry), payment_pair(number))
