"""Sets of tickets, compiled: which tickets another seat holds, judged as a whole.

The tickets of a seat fit together, because it has chosen them from offers and builds a network that
serves all of them. If they are imagined one by one, imagined seats fail more tickets than real
ones, and the judge tells too high chances. So some sets are proposed by the weights of their single
tickets. One of them is chosen by what the planner would make of it: the cost of the network that it
would build, the points that it would gain, and the tickets that it would give up. This is
importance resampling (A. F. M. Smith and A. E. Gelfand, "Bayesian statistics without tears", 1992).
The weights of the features are fitted to games of the planner against itself
(`tools/fit_inference.py`). Seats whose policy is not the planner get the first proposal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.knowledge.compiling import compiled
from whistlestop.knowledge.inference import FINE, exchange_tickets, proposed_tickets
from whistlestop.knowledge.paths import INFINITE
from whistlestop.policies.mind import PLANNING
from whistlestop.policies.planner.plan import make_plan
from whistlestop.rules.bits import NONE, lowest, without_lowest
from whistlestop.rules.luck import below
from whistlestop.rules.state import Phase

if TYPE_CHECKING:
    from whistlestop.knowledge.record_types import Likelihood
    from whistlestop.policies.record_types import Mind, Planner
    from whistlestop.rules.annotations import Number, Numbers, Records, Set
    from whistlestop.rules.record_types import Book, Luck, State

OVER = Phase.OVER

PROPOSALS: Final = 16
"""The number of sets of which one is chosen."""

SET_FEATURES: Final = 11
"""The number of features of a set of tickets. `judge.ticket_sets.NAMES` has their names."""

UNIT: Final = 10.0
"""Costs, points and spaces are divided by this, so that all features have similar sizes."""


@compiled
def write_set_features(
    book: Book,
    state: State,
    other: Number,
    planner: Planner,
    tickets: Set,
    likelihood: Likelihood,
    row: Numbers,
):
    """Write the features of a set of tickets that a seat may hold.

    Args:
        book: the edition.
        state: a world; unchanged afterwards.
        other: the seat.
        planner: the planner's part of the seat's mind; its plan is overwritten.
        tickets: the set.
        likelihood: the paths of the tickets, from `weigh_tickets`.
        row: [feature] receives the features.
    """
    seat, held = state.seat, state.tickets[other]
    state.seat = other
    state.tickets[other] = tickets
    make_plan(book, state, planner, tickets, planner.weights.prudence)
    state.seat = seat
    state.tickets[other] = held
    gain, loss, given_up = 0.0, 0.0, 0.0
    for goal in range(planner.goals):
        if planner.wanted[goal] == 1:
            gain += planner.gain[goal]
        else:
            loss += planner.loss[goal]
            given_up += 1.0
    used, unfinished = used_spaces(book, state, other, tickets, likelihood)
    built = 1.0 - np.float64(state.pieces[other]) / np.float64(book.pieces)
    row[0] = planner.network_cost / UNIT
    row[1] = gain / UNIT
    row[2] = loss / UNIT
    row[3] = given_up
    row[4] = unfinished
    for i in range(5):
        row[5 + i] = built * row[i]
    row[10] = used / UNIT


@compiled
def used_spaces(book: Book, state: State, other: Number, tickets: Set, likelihood: Likelihood):
    """Return the spaces that a seat has built on the paths of some tickets, and what is unfinished.

    Args:
        book: the edition.
        state: a world.
        other: the seat.
        tickets: the tickets.
        likelihood: the paths of the tickets, from `weigh_tickets`.

    Returns:
        The built spaces on all paths together, and the number of tickets with a path that is open
        but not complete.
    """
    path0, path1 = NONE, NONE
    unfinished = 0.0
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        path0 |= likelihood.path[other, ticket, 0]
        path1 |= likelihood.path[other, ticket, 1]
        left = likelihood.left[other, ticket]
        if left > 0.0 and left < INFINITE:
            unfinished += 1.0
    used = 0.0
    for word in range(2):
        built = (path0 if word == 0 else path1) & state.owned[other, word]
        while built != NONE:
            used += np.float64(book.route_length[lowest(built) + 64 * word])
            built = without_lowest(built)
    return used, unfinished


@compiled
def draw_ticket_sets(
    book: Book,
    state: State,
    seat: Number,
    minds: Records[Mind],
    set_weights: Numbers,
    likelihood: Likelihood,
    row: Numbers,
    luck: Luck,
):
    """Draw the tickets of all other seats again, as sets.

    They are drawn from the tickets that the seats hold and from the shuffled stacks. A game that is
    over is left unchanged.

    Args:
        book: the edition.
        state: a world that was dealt for the seat; changed into another one.
        seat: the seat that judges.
        minds: [seat] the minds; the plans of the other seats are overwritten.
        set_weights: [feature] how much each feature adds to the logarithm of a set's weight.
        likelihood: the weights of single tickets, from `weigh_tickets`.
        row: [feature] memory to work in.
        luck: the luck that draws the tickets.
    """
    if state.phase == OVER:  # at the end, all tickets are public
        return
    for other in range(state.seats):
        if other == seat or state.tickets[other] == NONE:
            continue
        chosen = proposed_tickets(book, state, other, likelihood, luck)
        if minds[other].policy == PLANNING:
            best = -np.inf
            proposed = chosen
            for _ in range(PROPOSALS):
                write_set_features(
                    book, state, other, minds[other].planner, proposed, likelihood, row
                )
                # The greatest of the logarithms with Gumbel noise is a draw by the weights.
                value = -np.log(-np.log((below(luck, FINE) + 0.5) / FINE))
                for i in range(SET_FEATURES):
                    value += set_weights[i] * row[i]
                if value > best:
                    best = value
                    chosen = proposed
                proposed = proposed_tickets(book, state, other, likelihood, luck)
        exchange_tickets(book, state, other, chosen)
