"""Sets of tickets, compiled: which tickets another seat holds, judged as a whole.

The tickets of a seat fit together, because it has chosen them from offers and builds a network that
serves all of them. If tickets are imagined one by one, imagined seats fail more tickets than real
seats, and the judge overestimates the chance to win. So a set is weighed by what the planner would
make of the set: the cost of the network that it would build, the points that it would gain, the
tickets that it would give up, and the tickets that are complete. The weights of these features are
fitted to games of the planner against itself (`tools/fit_inference.py`).

A set is drawn in two steps. First, some sets are proposed by the weights of their single tickets,
and one of them is chosen by its weight as a whole. This is importance resampling (A. F. M. Smith
and A. E. Gelfand, "Bayesian statistics without tears", 1992). This method finds good sets of two
tickets, but hardly ever a good set of ten. So single tickets are then exchanged, as in the
Metropolis algorithm (N. Metropolis et al., "Equation of state calculations by fast computing
machines", 1953). Seats whose policy is not the planner get the first proposal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.knowledge.compiling import compiled
from whistlestop.knowledge.inference import (
    FINE,
    exchange_tickets,
    proposed_exchange,
    proposed_tickets,
    tickets_of_others,
)
from whistlestop.knowledge.observations import ticket_number
from whistlestop.knowledge.paths import INFINITE
from whistlestop.policies.mind import PLANNING
from whistlestop.policies.planner.plan import make_plan, put_costs
from whistlestop.rules.bits import NONE, lowest, without_lowest
from whistlestop.rules.luck import below
from whistlestop.rules.state import Phase
from whistlestop.rules.wide_sets import (
    difference,
    first_member,
    holds,
    is_empty,
    read_words,
    set_of,
    union,
    without_first,
    write_words,
)

if TYPE_CHECKING:
    from whistlestop.knowledge.record_types import Likelihood
    from whistlestop.policies.record_types import Mind, Planner
    from whistlestop.rules.annotations import Number, Numbers, Records, WideSet
    from whistlestop.rules.record_types import Book, Luck, State

OVER = Phase.OVER

PROPOSALS: Final = 8
"""The number of sets that are proposed for each other seat, of which one is chosen."""

EXCHANGES: Final = 4
"""The number of rounds in which an exchange is tried for each ticket of the chosen sets."""

SET_FEATURES: Final = 15
"""The number of features of a set of tickets. `judge.ticket_sets.NAMES` has their names."""

BUILT: Final = 7
"""The number of features that a row contains twice. The second copy is multiplied by the share of
the seat's pieces that are on the board.
"""

UNIT: Final = 10.0
"""Costs, points and spaces are divided by this number, so that all features have similar sizes."""


@compiled
def write_set_features(
    book: Book,
    state: State,
    other: Number,
    planner: Planner,
    tickets: WideSet,
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
    seat, held = state.seat, read_words(state.tickets[other])
    state.seat = other
    write_words(state.tickets[other], tickets)
    put_costs(book, state, planner)
    make_plan(book, state, planner, tickets, planner.weights.prudence)
    state.seat = seat
    write_words(state.tickets[other], held)
    gain, loss, given_up = 0.0, 0.0, 0.0
    for goal in range(planner.goals):
        if planner.wanted[goal] == 1:
            gain += planner.gain[goal]
        else:
            loss += planner.loss[goal]
            given_up += 1.0
    used, complete, unfinished, impossible = progress(book, state, other, tickets, likelihood)
    built = 1.0 - np.float64(state.pieces[other]) / np.float64(book.pieces)
    row[0] = planner.network_cost / UNIT
    row[1] = gain / UNIT
    row[2] = loss / UNIT
    row[3] = given_up
    row[4] = unfinished
    row[5] = complete
    row[6] = impossible
    for i in range(BUILT):
        row[BUILT + i] = built * row[i]
    row[2 * BUILT] = used / UNIT


@compiled
def progress(book: Book, state: State, other: Number, tickets: WideSet, likelihood: Likelihood):
    """Return how far a seat has built some tickets, in four numbers.

    Args:
        book: the edition.
        state: a world.
        other: the seat.
        tickets: the tickets.
        likelihood: the paths of the tickets, from `weigh_tickets`.

    Returns:
        The built spaces on the cheapest paths of all tickets together; the number of tickets that
        are complete; the number of tickets that are incomplete but can be completed; and the number
        of tickets that can no longer be completed.
    """
    path0, path1 = NONE, NONE
    complete, unfinished, impossible = 0.0, 0.0, 0.0
    while not is_empty(tickets):
        ticket = first_member(tickets)
        tickets = without_first(tickets)
        path0 |= likelihood.path[other, ticket, 0]
        path1 |= likelihood.path[other, ticket, 1]
        left = likelihood.left[other, ticket]
        if left == 0.0:
            complete += 1.0
        elif left < INFINITE:
            unfinished += 1.0
        else:
            impossible += 1.0
    used = 0.0
    for word in range(2):
        built = (path0 if word == 0 else path1) & state.owned[other, word]
        while built != NONE:
            used += np.float64(book.route_length[lowest(built) + 64 * word])
            built = without_lowest(built)
    return used, complete, unfinished, impossible


@compiled
def weight_of_set(
    book: Book,
    state: State,
    other: Number,
    mind: Mind,
    tickets: WideSet,
    set_weights: Numbers,
    likelihood: Likelihood,
    row: Numbers,
):
    """Return the logarithm of the weight of a set of tickets that a seat may hold.

    A greater weight means that the seat is more likely to hold the set. Weights are not
    probabilities: they need not add up to 1.

    Args:
        book: the edition.
        state: a world; unchanged afterwards.
        other: the seat.
        mind: the seat's mind; its plan is overwritten.
        tickets: the set.
        set_weights: [feature] how much each feature adds to the logarithm.
        likelihood: the paths of the tickets, from `weigh_tickets`.
        row: [feature] receives the features.
    """
    write_set_features(book, state, other, mind.planner, tickets, likelihood, row)
    total = 0.0
    for i in range(SET_FEATURES):
        total += set_weights[i] * row[i]
    return total


@compiled
def draw_ticket_sets(
    book: Book,
    state: State,
    seat: Number,
    minds: Records[Mind],
    set_weights: Numbers,
    likelihood: Likelihood,
    row: Numbers,
    held_weights: Numbers,
    luck: Luck,
):
    """Draw the tickets of all other seats again, as sets.

    The tickets are drawn from those that these seats hold and from the shuffled stacks. A game that
    is over is left unchanged.

    Args:
        book: the edition.
        state: a world that was dealt for `seat`. The other seats' tickets and the stacks change.
        seat: the seat whose position is judged. Its own tickets are not drawn again.
        minds: [seat] the minds; the plans of the other seats are overwritten.
        set_weights: [feature] how much each feature adds to the logarithm of a set's weight.
        likelihood: the weights of single tickets, from `weigh_tickets`.
        row: [feature] a workspace.
        held_weights: [seat] a workspace.
        luck: the luck that draws the tickets.
    """
    if state.phase == OVER:  # At the end of the game, all tickets are public.
        return
    pool = tickets_of_others(state, seat)
    for other in range(state.seats):
        if other == seat or ticket_number(state, other) == 0:
            continue
        chosen = proposed_tickets(book, state, other, pool, likelihood, luck)
        if minds[other].policy == PLANNING:
            best, proposed = -np.inf, chosen
            for _ in range(PROPOSALS):
                weight = weight_of_set(
                    book, state, other, minds[other], proposed, set_weights, likelihood, row
                )
                # With Gumbel noise, the maximum of the logarithms is a draw by the weights.
                value = weight - np.log(-np.log((below(luck, FINE) + 0.5) / FINE))
                if value > best:
                    best, held_weights[other], chosen = value, weight, proposed
                proposed = proposed_tickets(book, state, other, pool, likelihood, luck)
        exchange_tickets(book, state, seat, other, chosen)
        pool = difference(pool, chosen)
    pool = tickets_of_others(state, seat)
    for _ in range(EXCHANGES):
        for other in range(state.seats):
            if other == seat or minds[other].policy != PLANNING:
                continue
            for _ in range(ticket_number(state, other)):
                try_exchange(
                    book,
                    state,
                    seat,
                    other,
                    pool,
                    minds,
                    set_weights,
                    likelihood,
                    row,
                    held_weights,
                    luck,
                )


@compiled
def try_exchange(
    book: Book,
    state: State,
    seat: Number,
    other: Number,
    pool: WideSet,
    minds: Records[Mind],
    set_weights: Numbers,
    likelihood: Likelihood,
    row: Numbers,
    held_weights: Numbers,
    luck: Luck,
):
    """Propose to exchange one ticket of a seat for another ticket of the same stack.

    The other ticket is in the stack, or a third seat holds it. The function carries out the
    exchange with the probability of the Metropolis algorithm.

    Args:
        book: the edition.
        state: a world that was dealt for `seat`. It is changed if the exchange is carried out.
        seat: the seat whose position is judged.
        other: the seat whose ticket is exchanged. Its policy is the planner.
        pool: the tickets of all other seats and of the stacks, from `tickets_of_others`.
        minds: [seat] the minds; plans are overwritten.
        set_weights: [feature] how much each feature adds to the logarithm of a set's weight.
        likelihood: the weights of single tickets, from `weigh_tickets`.
        row: [feature] a workspace.
        held_weights: [seat] the logarithm of the weight of each seat's tickets; changed.
        luck: the luck that draws the tickets.
    """
    held = read_words(state.tickets[other])
    removed, added = proposed_exchange(book, held, other, pool, likelihood, luck)
    if removed == added:
        return
    third = np.int64(-1)
    for holder in range(state.seats):
        if holder != seat and holds(read_words(state.tickets[holder]), added):
            third = np.int64(holder)
    tickets = exchanged(held, removed, added)
    mine = weight_of_set(book, state, other, minds[other], tickets, set_weights, likelihood, row)
    gain, theirs = mine - held_weights[other], 0.0
    if third >= 0:
        # The ticket was drawn by its weight for `other`, so the weights for `third` are added.
        gain += np.log(likelihood.weight[third, removed] / likelihood.weight[third, added])
        if minds[third].policy == PLANNING:
            theirs = weight_of_set(
                book,
                state,
                third,
                minds[third],
                exchanged(read_words(state.tickets[third]), added, removed),
                set_weights,
                likelihood,
                row,
            )
            gain += theirs - held_weights[third]
    if np.log((below(luck, FINE) + 0.5) / FINE) < gain:
        exchange_tickets(book, state, seat, other, tickets)
        held_weights[other] = mine
        if third >= 0:
            held_weights[third] = theirs


@compiled
def exchanged(tickets: WideSet, removed: Number, added: Number):
    """Return a set of tickets with one ticket replaced by another ticket."""
    return union(difference(tickets, set_of(removed)), set_of(added))
