"""Payments: which cards of a hand make a set, and how a set is spent (C-21, C-24, C-27)."""

from __future__ import annotations

from typing import Final

import numpy as np

from whistlestop.editions.limits import LENGTH, LOCOMOTIVE, LOCOMOTIVE4
from whistlestop.rules.actions import (
    ANY_COLOUR,
    LOCOMOTIVES4_UP_TO,
    LOCOMOTIVES_FROM,
    LOCOMOTIVES_UP_TO,
    WILDS_FROM,
    WILDS_UP_TO,
    payment_colour,
    payment_locomotives,
    payment_locomotives4,
)
from whistlestop.rules.bits import bit, span
from whistlestop.rules.cards import discard
from whistlestop.rules.compiling import rule

LOCOMOTIVES_PLAY: Final = 1
LOCOMOTIVES4_PLAY: Final = 2
"""The bits of a wild group."""


@rule
def any_one_colour(book):
    """The colours that pay where any single colour will do, and wild cards alone (C-22).

    Passenger cards never pay (M-13).
    """
    return span(0, np.int64(book.colours) - 1) | bit(ANY_COLOUR)


@rule
def paying_pairs(state, colour, cards, wild, ferry):
    """The sets of wild cards with which the deciding seat can pay, the rest in this colour.

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
def spend(state, number, cards):
    """Move a payment from the deciding seat's hand to the discards."""
    seat = np.int64(state.seat)
    colour = payment_colour(number)
    locomotives = payment_locomotives(number)
    locomotives4 = payment_locomotives4(number)
    discard(state, seat, LOCOMOTIVE, locomotives)
    discard(state, seat, LOCOMOTIVE4, locomotives4)
    if colour != ANY_COLOUR:
        discard(state, seat, colour, cards - locomotives - locomotives4)
