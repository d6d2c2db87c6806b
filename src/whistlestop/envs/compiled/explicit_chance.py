"""Random outcomes one at a time, compiled: the outcomes possible next, and how likely each is.

The rules take an action together with all random outcomes that it needs. The functions here try an
action with the outcomes that are known so far. If the action needs more outcomes, they try each
outcome that may be possible next. The chance of a card is proportional to the number of such cards
that are left in the deck after the known outcomes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import KINDS, SEATS
from whistlestop.knowledge.compiling import compiled
from whistlestop.policies.games import start
from whistlestop.rules import journal
from whistlestop.rules.luck import IMPOSSIBLE, SEAT, TICKET, repeat, ticket_outcome
from whistlestop.rules.turns import perform

if TYPE_CHECKING:
    from whistlestop.editions.model import Edition
    from whistlestop.rules.annotations import Number, Numbers, Records
    from whistlestop.rules.record_types import Book, Luck, State

DEAL: Final = -1
"""The number that stands for the deal if it is passed to a function as the action."""

DEALT = journal.DEALT
TURNED_UP = journal.TURNED_UP
DREW_BLIND = journal.DREW_BLIND
REVEALED = journal.REVEALED
RESHUFFLED = journal.RESHUFFLED


def outcomes_of(edition: Edition) -> int:
    """Return a number that is greater than all outcomes of an edition (see `rules.luck`)."""
    return max(SEAT + SEATS, int(ticket_outcome(len(edition.tickets) - 1)) + 1)


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
    """Take an action with given outcomes, and write the position after it.

    If the action needs more outcomes, or an outcome is impossible, the luck's `fault` becomes
    `IMPOSSIBLE`, and the position has no meaning.

    Args:
        books: the facts of the edition, as an array of one `BOOK`.
        states: an array of two: the position, which is not changed, and the position after the
            action.
        action: a legal action, or `DEAL`. For a deal the first state must be all zeros.
        seats: the number of players, for a deal.
        starter: the seat that begins, for a deal.
        lucks: an array of one `LUCK`, which receives the journal.
        outcomes: the outcomes, in the order in which they are drawn.
        number: how many outcomes are given.
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
    """Take an action if the given outcomes are enough, or find the outcomes that may come next.

    Args:
        books: the facts of the edition, as an array of one `BOOK`.
        states: an array of two: the position, which is not changed, and the position after the
            action. The second one has no meaning if an outcome is missing.
        action: a legal action, or `DEAL`. For a deal the first state must be all zeros.
        seats: the number of players, for a deal.
        starter: the seat that begins, for a deal.
        lucks: an array of one `LUCK`, which receives the journal if no outcome is missing.
        outcomes: the outcomes so far. The array must have room for one more.
        number: how many outcomes are given.
        weights: `int64[outcomes_of(edition)]`, receives the relative chance of each outcome that
            may come next.

    Returns:
        The number of different outcomes that may come next. 0 = the action has been taken.
    """
    attempt(books, states, action, seats, starter, lucks, outcomes, number)
    weights[:] = 0
    if lucks[0].fault != IMPOSSIBLE:
        return 0
    weigh_cards(states[1], lucks[0], outcomes, number, weights)
    kinds = 0
    for outcome in range(weights.shape[0]):
        card = outcome < KINDS
        if (card and weights[outcome] == 0) or KINDS <= outcome < TICKET:
            continue
        if not card and kinds > 0 and outcome == TICKET:
            return kinds  # The outcome that is missing is a card.
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
    """Count the cards of each kind that were in the deck after the given outcomes.

    Before the call, an action was tried with these outcomes. The trial took further cards from the
    deck, until it ended or the deck was empty. The journal names all of these cards.

    Args:
        state: the position after the trial.
        luck: the luck of the trial, with its journal.
        outcomes: the given outcomes.
        number: how many outcomes were given.
        weights: [kind] receives the number of cards.
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
