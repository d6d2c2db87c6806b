"""Inference: which tickets others probably hold, judged by the routes that they have claimed.

A ticket is the likelier the more of its way a seat has built: in a logit model the weight of a
ticket among those of its stack is the exponential of a sum over how much of the way is done,
whether it is whole, and how many of its ends the seat's network touches. The coefficients were
fitted to games of the planner with itself (`tools/fit_inference.py`). Worlds are dealt uniformly
first; then the tickets of others are drawn anew by these weights.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from whistlestop.editions.limits import PLACES, ROUTES, SEATS, STACKS, TICKETS
from whistlestop.knowledge.compiling import compiled
from whistlestop.knowledge.paths import cheapest
from whistlestop.rules.bits import NONE, bit, has, lowest, size, without_lowest
from whistlestop.rules.luck import below
from whistlestop.rules.networks import components
from whistlestop.rules.records import record
from whistlestop.rules.state import Phase

OVER = Phase.OVER

DONE: Final = 2.4
WHOLE: Final = 0.1
ENDS: Final = 2.3
"""The coefficients: of the share of the way that is built, of a way that is whole, and of each end
that is touched."""

FINE: Final = 1 << 30
"""The number of steps in which a chance is drawn."""

LIKELIHOOD = record(
    [
        ("weight", np.float64, (SEATS, TICKETS)),
        ("cost", np.float64, (ROUTES,)),
        ("distance", np.float64, (PLACES,)),
        ("via", np.int64, (PLACES,)),
        ("parts", np.uint64, (PLACES // 2,)),
    ]
)
"""[seat, ticket] how likely each ticket is for each seat, compared with others of its stack; and
room to work in."""


@compiled
def weigh_tickets(book, state, seat, likelihood):
    """Weigh every ticket for every other seat, by what everybody sees.

    Args:
        book: the edition.
        state: a position.
        seat: who wonders.
        likelihood: a `LIKELIHOOD`; its weights are written.
    """
    for other in range(state.seats):
        if other == seat:
            continue
        number = components(book, state.owned[other, 0], state.owned[other, 1], likelihood.parts)
        for ticket in range(book.ticket_count):
            done, whole, ends = features(book, state, other, ticket, number, likelihood)
            likelihood.weight[other, ticket] = np.exp(DONE * done + WHOLE * whole + ENDS * ends)


@compiled
def features(book, state, owner, ticket, number, likelihood):
    """What the routes of a seat tell of a ticket.

    Args:
        book: the edition.
        state: a position.
        owner: the seat.
        ticket: the ticket.
        number: how many parts the seat's network has, in `likelihood.parts`.
        likelihood: room to work in.

    Returns:
        The share of the way that is built, 0 to 1; 1 if it is whole; and the number of its ends
        that are touched, each for the destination that is nearest.
    """
    touched = NONE
    for i in range(number):
        touched |= likelihood.parts[i]
    origin = book.ticket_origin[ticket]
    best, whole = 0.0, 0.0
    ends = np.int64(origin & touched != NONE)
    at_goal = np.int64(0)
    for option in range(book.ticket_options[ticket]):
        goal = book.ticket_goal[ticket, option]
        at_goal |= np.int64(goal & touched != NONE)
        own0, own1 = state.owned[owner, 0], state.owned[owner, 1]
        open0, open1 = state.open[owner, 0] | own0, state.open[owner, 1] | own1
        nothing = spaces(book, origin, goal, ~NONE, ~NONE, NONE, NONE, likelihood)
        left = spaces(book, origin, goal, open0, open1, own0, own1, likelihood)
        if nothing > 0 and left < nothing:
            best = max(best, 1.0 - left / nothing)
        if left == 0:
            whole = 1.0
    return best, whole, ends + at_goal


@compiled
def spaces(book, sources, goals, usable0, usable1, free0, free1, likelihood):
    """The fewest spaces between two sets of places; `paths.INFINITE` if they cannot be linked.

    Args:
        book: the edition.
        sources: where to start.
        goals: where to arrive.
        usable0: the routes below 64 that may be taken.
        usable1: the others.
        free0: those of them that cost nothing.
        free1: the others.
        likelihood: room to work in.
    """
    for route in range(book.routes):
        own = has(free0 if route < 64 else free1, route & 63)
        likelihood.cost[route] = 0.0 if own else 1.0 * book.route_length[route]
    cost, _ = cheapest(
        book,
        likelihood.cost,
        usable0,
        usable1,
        sources,
        goals,
        likelihood.distance,
        likelihood.via,
    )
    return cost


@compiled
def draw_likely_tickets(book, state, seat, likelihood, luck):
    """Draw the tickets of all others anew, from theirs and the shuffled stacks, by their weights.

    Args:
        book: the edition.
        state: a world that was dealt for the seat; changed into another one.
        seat: who wonders.
        likelihood: the weights, from `weigh_tickets`.
        luck: the source of the choice.
    """
    if state.phase == OVER:  # all tickets are open then
        return
    for stack in range(STACKS):
        for other in range(state.seats):
            held = state.tickets[other] & book.stack_tickets[stack]
            if other == seat or held == NONE:
                continue
            pool = held | state.stack[stack]
            drawn = NONE
            for _ in range(size(held)):
                total = 0.0
                rest = pool
                while rest != NONE:
                    total += likelihood.weight[other, lowest(rest)]
                    rest = without_lowest(rest)
                mark = total * below(luck, FINE) / FINE
                rest = pool
                ticket = lowest(rest)
                while rest != NONE:
                    ticket = lowest(rest)
                    rest = without_lowest(rest)
                    mark -= likelihood.weight[other, ticket]
                    if mark < 0.0:
                        break
                drawn |= bit(ticket)
                pool &= ~bit(ticket)
            state.tickets[other] = (state.tickets[other] & ~held) | drawn
            state.stack[stack] = pool
