"""Chance one outcome at a time, compiled: what may come next, and how likely each of it is.

The rules take an action together with everything random that it brings. Here an action is tried
with the outcomes that are known so far; if it needs more, those that are possible next are found
by trying them, and the cards' chances by counting what the rest of the trial took from the deck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import KINDS, SEATS
from whistlestop.knowledge.compiling import compiled
from whistlestop.policies.games import start
from whistlestop.rules import journal
from whistlestop.rules.luck import IMPOSSIBLE, SEAT, TICKET, repeat
from whistlestop.rules.turns import perform

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers, Records
    from whistlestop.rules.record_types import Book, Luck, State

OUTCOMES: Final = SEAT + SEATS
"""How many numbers of outcomes there are: cards, tickets and seats (see `rules.luck`)."""

DEAL: Final = -1
"""In the place of an action: the deal."""

DEALT = journal.DEALT
TURNED_UP = journal.TURNED_UP
DREW_BLIND = journal.DREW_BLIND
REVEALED = journal.REVEALED
RESHUFFLED = journal.RESHUFFLED


@compiled
def attempt(
    books: Records[Book],
    states: Records[State],
    action: Number,
    seats: Number,
    starter: Number,
    lucks: Records[Luck],
    outcomes: Numbers,
    number: Number,
):
    """Take an action in the second state, from the first one, with these outcomes.

    Args:
        books: the edition, as an array of one.
        states: room for two states: the position, and what comes of it.
        action: a legal action, or `DEAL`, which needs a first state of zeros.
        seats: for the deal.
        starter: for the deal.
        lucks: a luck to work with, as an array of one.
        outcomes: what chance brings.
        number: how much of it.
    """
    luck = lucks[0]
    for i in range(number):
        luck.outcomes[i] = outcomes[i]
    repeat(luck, number)
    states[1] = states[0]
    if action == DEAL:
        start(books[0], states[1], seats, starter, luck)
    else:
        perform(books[0], states[1], action, luck)


@compiled
def next_chance(
    books: Records[Book],
    states: Records[State],
    action: Number,
    seats: Number,
    starter: Number,
    lucks: Records[Luck],
    outcomes: Numbers,
    number: Number,
    weights: Numbers,
):
    """Take an action, or find what chance may bring next; how many different outcomes there are.

    Args:
        books: as for `attempt`, and so the rest.
        states: as above; where nothing more is needed the second one is the new position.
        action: as above.
        seats: as above.
        starter: as above.
        lucks: as above; where nothing more is needed it has the journal.
        outcomes: the outcomes so far, with room for one more.
        number: as above.
        weights: `int64[OUTCOMES]`, how likely each outcome is compared with the others.
    """
    attempt(books, states, action, seats, starter, lucks, outcomes, number)
    weights[:] = 0
    if lucks[0].fault != IMPOSSIBLE:
        return 0
    weigh_cards(states[1], lucks[0], outcomes, number, weights)
    kinds = 0
    for outcome in range(OUTCOMES):
        card = outcome < KINDS
        if (card and weights[outcome] == 0) or KINDS <= outcome < TICKET:
            continue
        if not card and kinds > 0 and outcome == TICKET:
            return kinds  # a card was wanted
        outcomes[number] = outcome
        attempt(books, states, action, seats, starter, lucks, outcomes, number + 1)
        possible = lucks[0].used == number + 1
        if not possible:
            weights[outcome] = 0
        elif not card:
            weights[outcome] = 1
        kinds += np.int64(possible)
    return kinds


@compiled
def weigh_cards(state: State, luck: Luck, outcomes: Numbers, number: Number, weights: Numbers):
    """Count the cards that were in the deck when the outcomes came to their end.

    After that the trial went on with some cards of the deck, all of which its journal names, until
    it ended or had used the deck up.
    """
    drawn = 0
    for i in range(number):
        drawn += np.int64(outcomes[i] < KINDS)
    seen = 0
    for i in range(luck.events):
        code = luck.journal[i, 0]
        if code == RESHUFFLED and seen > drawn:
            return
        if code == DEALT or code == DREW_BLIND or code == TURNED_UP or code == REVEALED:
            if seen >= drawn:
                weights[luck.journal[i, 1 if code == REVEALED else 2]] += 1
            seen += 1
    for kind in range(KINDS):
        weights[kind] += np.int64(state.deck[kind])
