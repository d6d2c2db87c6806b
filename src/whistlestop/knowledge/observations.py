"""What a seat can count at the table: hands of others by size, cards that it has not seen.

All of these are the same in every state that looks the same to the seat. Kinds of hidden cards are
only read in sums that the seat can work out itself: the cards in the box less those it has seen.
"""

from __future__ import annotations

import numpy as np

from whistlestop.editions.limits import KINDS
from whistlestop.knowledge.compiling import compiled
from whistlestop.rules.bits import size


@compiled
def hand_size(state, seat):
    """The number of cards in a seat's hand, which everybody sees."""
    number = np.int64(0)
    for kind in range(KINDS):
        number += np.int64(state.hand[seat, kind])
    return number


@compiled
def ticket_number(state, seat):
    """The number of tickets that a seat has kept, which everybody sees."""
    return size(state.tickets[seat])


@compiled
def unseen_cards(state, seat, kind):
    """The number of cards of a kind in the deck and in other hands that a seat has not seen.

    Cards that others were seen taking from the display do not count.
    """
    number = np.int64(state.deck[kind])
    for other in range(state.seats):
        if other != seat:
            number += np.int64(state.hand[other, kind]) - np.int64(state.shown[other, kind])
    return number


@compiled
def blind_chance(state, seat, kind):
    """The chance that the next card off the deck is of a kind, as far as a seat knows.

    An empty deck is made anew from the discards, which everybody sees (C-15). If there is no card,
    the chance is 0.
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
