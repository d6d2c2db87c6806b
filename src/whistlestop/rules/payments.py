"""Payments: which cards of a hand can pay, and spending them (C-21, C-24, C-27)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import COLOURS, LENGTH, LOCOMOTIVE, LOCOMOTIVE4
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
    payment_substituted,
)
from whistlestop.rules.bits import NONE, bit, span
from whistlestop.rules.cards import discard
from whistlestop.rules.compiling import rule

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number
    from whistlestop.rules.record_types import Book, State

LOCOMOTIVES_PLAY: Final = 1
"""The bit of `Book.group_wilds` that says whether locomotives may pay."""
LOCOMOTIVES4_PLAY: Final = 2
"""The bit of `Book.group_wilds` that says whether locomotives (+4) may pay."""
SUBSTITUTE_AT: Final = 2
"""The lowest bit of a route's `Book.route_substitute`, added to the wild cards of its price."""
SUBSTITUTED_AT: Final = 6
"""The lowest bit of a route's `Book.route_substituted`, added to the wild cards of its price."""


@rule
def any_one_colour(book: Book):
    """Return the set of colours for a price that any single colour can pay (C-22).

    The set includes `ANY_COLOUR`, for wild cards alone. Passenger cards never pay (M-13).
    """
    return span(0, np.int64(book.colours) - 1) | bit(ANY_COLOUR)


@rule
def paying_pairs(state: State, colour: Number, cards: Number, wild: Number, ferry: Number):
    """Return how many wild cards the deciding seat can use in a payment with cards of one colour.

    The result is a set of the numbers of pairs (see `actions.PAIRS`). A pair is a number of
    locomotives and a number of locomotives (+4). The seat must hold all cards of the payment, and
    `wild` must allow its wild cards (C-21, M-10). At least one card of the payment has the colour,
    unless the colour is `ANY_COLOUR` (C-22).

    Args:
        state: the position.
        colour: the colour of the other cards, or `ANY_COLOUR` for wild cards alone.
        cards: the number of cards to pay.
        wild: the wild cards that may pay, and the substitutes, coded as in `claims.route_price`.
        ferry: the minimum number of locomotives in the payment (E-10). Substituted ones count
            (F-12).
    """
    seat = np.int64(state.seat)
    most = min(np.int64(state.hand[seat, LOCOMOTIVE]), LENGTH) if wild & LOCOMOTIVES_PLAY else 0
    pairs = LOCOMOTIVES_UP_TO[most]
    if wild >> SUBSTITUTE_AT:
        substituted = most_substituted(state, seat, cards, wild)
        if substituted < 0:
            return NONE
        pairs &= LOCOMOTIVES4_UP_TO[substituted] & WILDS_FROM[ferry]
    else:
        held = np.int64(state.hand[seat, LOCOMOTIVE4]) if wild & LOCOMOTIVES4_PLAY else 0
        pairs &= LOCOMOTIVES4_UP_TO[min(held, LENGTH)] & LOCOMOTIVES_FROM[ferry]
    if colour == ANY_COLOUR:
        return pairs & WILDS_FROM[cards] & WILDS_UP_TO[cards]
    missing = max(cards - np.int64(state.hand[seat, colour]), 0)
    return pairs & WILDS_FROM[missing] & WILDS_UP_TO[cards - 1]


@rule
def most_substituted(state: State, seat: Number, cards: Number, wild: Number):
    """Return how many cards of a payment a seat can substitute with the cards it has (F-12, F-14).

    Which cards the payment itself needs is not considered. The result is -1 if the seat has fewer
    cards than the payment, so that it cannot pay at all.

    Args:
        state: the position.
        seat: the seat.
        cards: the number of cards in the payment, with those that are substituted.
        wild: the substitutes, coded as in `claims.route_price`.
    """
    more = cards_to_give(state, seat) - cards
    if more < 0:
        return np.int64(-1)
    each = wild >> SUBSTITUTE_AT & 15
    return min(wild >> SUBSTITUTED_AT, more // (each - 1))


@rule
def cards_to_give(state: State, seat: Number):
    """Return the number of cards that a seat could give as substitutes (F-12, F-14).

    These are its locomotives and its cards of all colours. Passenger cards never pay (M-13).
    """
    number = np.int64(state.hand[seat, LOCOMOTIVE])
    for colour in range(COLOURS):
        number += np.int64(state.hand[seat, colour])
    return number


@rule
def spend_partly(state: State, number: Number, cards: Number):
    """Move the cards of a payment with substitutes from the deciding seat's hand to the discards.

    The substitutes themselves stay in the hand until the seat gives them (F-12, F-14).

    Args:
        state: the position.
        number: the number of the payment (see `actions`).
        cards: the number of cards in the payment, with those that are substituted.
    """
    seat = np.int64(state.seat)
    colour = payment_colour(number)
    locomotives = payment_locomotives(number)
    discard(state, seat, LOCOMOTIVE, locomotives)
    if colour != ANY_COLOUR:
        discard(state, seat, colour, cards - locomotives - payment_substituted(number))


@rule
def spend(state: State, number: Number, cards: Number):
    """Move the cards of a payment from the deciding seat's hand to the discards.

    Args:
        state: the position.
        number: the number of the payment (see `actions`).
        cards: the number of cards in the payment.
    """
    seat = np.int64(state.seat)
    colour = payment_colour(number)
    locomotives = payment_locomotives(number)
    locomotives4 = payment_locomotives4(number)
    discard(state, seat, LOCOMOTIVE, locomotives)
    discard(state, seat, LOCOMOTIVE4, locomotives4)
    if colour != ANY_COLOUR:
        discard(state, seat, colour, cards - locomotives - locomotives4)
