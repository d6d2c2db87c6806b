"""What a seat can count at the table: the sizes of hands, and the cards that it has not seen.

All results are equal in all states that look alike to the seat. Hidden cards are read only in sums
that the seat can compute itself: the cards in the box less the cards that the seat has seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import KINDS
from whistlestop.knowledge.compiling import compiled, part
from whistlestop.rules.wide_sets import number_of, read_words

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number
    from whistlestop.rules.record_types import State


@compiled
def hand_size(state: State, seat: Number):
    """Return the number of cards in a seat's hand. Everybody sees this number."""
    number = np.int64(0)
    for kind in range(KINDS):
        number += np.int64(state.hand[seat, kind])
    return number


@compiled
def ticket_number(state: State, seat: Number):
    """Return the number of tickets that a seat has kept. Everybody sees this number."""
    return number_of(read_words(state.tickets[seat]))


@part
def unseen_cards(state: State, seat: Number, kind: Number):
    """Return the number of cards of a kind that a seat has not seen.

    These cards are in the deck or in the hands of other seats. Cards that other seats were seen
    taking from the display do not count.
    """
    number = np.int64(state.deck[kind])
    for other in range(state.seats):
        if other != seat:
            number += np.int64(state.hand[other, kind]) - np.int64(state.shown[other, kind])
    return number


@compiled
def blind_chance(state: State, seat: Number, kind: Number):
    """Return the chance that the next card off the deck is of a kind, as far as a seat knows.

    If the deck is empty, the result is the share of the kind among the discards, which everybody
    sees (C-15). If there are no discards either, the result is 0.
    """
    of_kind, every = np.int64(0), np.int64(0)
    for other in range(KINDS):
        here = (
            unseen_cards(state, seat, other)
            if state.deck_size > 0
            else np.int64(state.discards[other])
        )
        every += here
        if other == kind:
            of_kind = here
    return of_kind / every if every > 0 else 0.0
