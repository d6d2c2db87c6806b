"""The chances of a tunnel, as far as a seat knows: how many cards it will ask for (E-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import KINDS
from whistlestop.knowledge.compiling import compiled
from whistlestop.knowledge.observations import unseen_cards
from whistlestop.rules.actions import payment_colour
from whistlestop.rules.bits import has
from whistlestop.rules.state import REVEALED
from whistlestop.rules.tunnels import asking_kinds, cards_for_surcharge, most_turned_up

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers, Records
    from whistlestop.rules.record_types import Book, State

CHANCES: Final = REVEALED + 1
"""The number of possible surcharges: a tunnel asks for 0 to `REVEALED` cards."""


@compiled
def surcharge_chances(
    books: Records[Book], states: Records[State], route: Number, payment: Number, chances: Numbers
):
    """Write the chance of each surcharge. Return how many cards the seat could pay as a surcharge.

    The cards are turned up from the deck. Each card that the seat has not seen is equally likely to
    be among them. If the deck is too small, further cards come from the discards, which everybody
    has seen (C-15).

    Each record is passed in an array of one record. Only what the deciding seat knows is read.

    Args:
        books: the edition.
        states: the position before the deciding seat lays out the cards of the payment.
        route: the tunnel.
        payment: the payment that the seat would lay out for the tunnel.
        chances: [due] receives the chance that the surcharge is `due` cards; `CHANCES` numbers.
    """
    book, state = books[0], states[0]
    seat = np.int64(state.seat)
    kinds = asking_kinds(payment_colour(payment))
    for due in range(CHANCES):
        chances[due] = 0.0
    chances[0] = 1.0
    turned = most_turned_up(state)
    from_deck = min(turned, np.int64(state.deck_size))
    for part in range(2):
        asking, every = np.int64(0), np.int64(0)
        for kind in range(KINDS):
            number = np.int64(state.discards[kind])
            if part == 0:
                number = unseen_cards(state, seat, kind)
            every += number
            if has(kinds, kind):
                asking += number
        add_cards(chances, from_deck if part == 0 else turned - from_deck, asking, every)
    return cards_for_surcharge(book, state, route, payment)


@compiled
def add_cards(chances: Numbers, number: Number, asking: Number, every: Number):
    """Update the chance of each surcharge for some more cards that are turned up from a pile.

    Args:
        chances: [due] the chances before and after.
        number: how many cards are turned up.
        asking: how many cards of the pile add 1 to the surcharge if they are turned up.
        every: how many cards the pile has.
    """
    for due in range(chances.shape[0] - 1, -1, -1):
        chance = 0.0
        for found in range(min(due, number) + 1):
            chance += chances[due - found] * chance_of(found, number, asking, every)
        chances[due] = chance


@compiled
def chance_of(found: Number, number: Number, asking: Number, every: Number):
    """Return the chance that exactly `found` of the cards turned up add 1 to the surcharge.

    The distribution is hypergeometric. `number` cards are turned up from a pile of `every` cards,
    of which `asking` cards add 1.
    """
    chance = 1.0
    for i in range(number):
        if i < found:
            chance *= max(asking - i, 0) * (number - i) / (i + 1)
        else:
            chance *= max(every - asking - (i - found), 0)
        chance /= every - i
    return chance
