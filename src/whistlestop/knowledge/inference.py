"""Inference: which tickets other seats probably hold, judged by the routes that they have claimed.

The more of a ticket's path a seat has built, the likelier the seat holds the ticket. In this logit
model, the weight of a ticket among those of its stack is the exponential of a sum of three terms:
the share of the path that is built, whether the path is complete, and how many ends of the ticket
the seat's network touches. The coefficients were fitted to games of the planner against itself
(`tools/fit_inference.py`). These weights ignore that the tickets of a seat fit together. So they
only propose sets of tickets, of which the judge chooses one (`judge/compiled/ticket_sets.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import PLACES, ROUTES, SEATS, STACKS, TICKETS
from whistlestop.knowledge.compiling import compiled
from whistlestop.knowledge.paths import INFINITE, cheapest
from whistlestop.rules.bits import NONE, bit, has
from whistlestop.rules.luck import below
from whistlestop.rules.networks import components
from whistlestop.rules.records import record
from whistlestop.rules.tickets import add_ticket, is_of_stack
from whistlestop.rules.wide_sets import (
    EMPTY,
    difference,
    first_member,
    intersection,
    is_empty,
    member_at,
    number_of,
    read_words,
    set_of,
    union,
    without_first,
    write_words,
)

if TYPE_CHECKING:
    from whistlestop.knowledge.record_types import Likelihood
    from whistlestop.rules.annotations import Number, Set, WideSet
    from whistlestop.rules.record_types import Book, Luck, State

DONE: Final = 2.4
"""The coefficient of the share of a ticket's path that a seat has built, in the logit model that
estimates how likely the seat holds the ticket."""
WHOLE: Final = 0.1
"""What a complete path adds to the sum in the logit model that estimates how likely a seat holds a
ticket."""
ENDS: Final = 2.3
"""What each end of a ticket that a seat's network touches adds to the sum in the logit model that
estimates how likely the seat holds the ticket."""

FINE: Final = 1 << 30
"""The number of equal steps into which a random number between 0 and 1 is divided."""

LIKELIHOOD = record(
    [
        ("weight", np.float64, (SEATS, TICKETS)),
        ("left", np.float64, (SEATS, TICKETS)),
        ("path", np.uint64, (SEATS, TICKETS, 2)),
        ("cost", np.float64, (ROUTES,)),
        ("distance", np.float64, (PLACES,)),
        ("via", np.int64, (PLACES,)),
        ("parts", np.uint64, (PLACES // 2,)),
    ]
)
"""The weights of the tickets by seat, and the workspace in which they are computed.

| field | meaning |
| --- | --- |
| `weight` | [seat, ticket] how likely the seat holds the ticket, relative to others of its stack |
| `left` | [seat, ticket] spaces that the ticket's cheapest path still needs; `INFINITE` = no path |
| `path` | [seat, ticket, word] all routes of the ticket's cheapest path, built or not |
| `cost` | [route] the spaces of the route, or 0 if the seat whose tickets are weighed owns it |
| `distance` | [place] the cost of the cheapest path from the ticket's origin to the place |
| `via` | [place] the last route of the cheapest path to the place; -1 = a place of the origin |
| `parts` | [part] the connected parts of a seat's network, each as a set of places |
"""


@compiled
def weigh_tickets(book: Book, state: State, seat: Number, likelihood: Likelihood):
    """Write the weight of every ticket for every other seat, judged by what everybody sees.

    The function also writes the cheapest path of every ticket, and the spaces left to build on it.

    Args:
        book: the edition.
        state: a position.
        seat: the seat that judges.
        likelihood: a `LIKELIHOOD`, whose fields `weight`, `left` and `path` are written.
    """
    for other in range(state.seats):
        if other == seat:
            continue
        number = components(book, state.owned[other, 0], state.owned[other, 1], likelihood.parts)
        for ticket in range(book.ticket_count):
            done, whole, ends = features(book, state, other, ticket, number, likelihood)
            likelihood.weight[other, ticket] = np.exp(DONE * done + WHOLE * whole + ENDS * ends)


@compiled
def features(
    book: Book, state: State, owner: Number, ticket: Number, number: Number, likelihood: Likelihood
):
    """Return three features of a ticket that say how well a seat's routes fit the ticket.

    The function also writes to `likelihood.path` the cheapest path that completes the ticket, and
    to `likelihood.left` the number of spaces of this path that are not built yet.

    Args:
        book: the edition.
        state: a position.
        owner: the seat that owns the routes.
        ticket: the ticket.
        number: the number of parts of the seat's network, which are in `likelihood.parts`.
        likelihood: a `LIKELIHOOD`, whose fields `left` and `path` are written. Other fields are a
            workspace.

    Returns:
        Three numbers. The first one, from 0 to 1, is the share of the path that is built. It is
        1 - a / b, or 0 if that is negative: a is the number of spaces still to build, and b is the
        number of spaces of the shortest path on an empty board. The destination with the highest
        share counts. The second number is 1 if the routes complete the ticket, else 0. The third
        number, from 0 to 2, counts the ends of the ticket that the network touches: 1 for the
        origin, and 1 for all destinations together.
    """
    touched = NONE
    for i in range(number):
        touched |= likelihood.parts[i]
    origin = book.ticket_origin[ticket]
    best, whole = 0.0, 0.0
    likelihood.left[owner, ticket] = INFINITE
    for word in range(2):
        likelihood.path[owner, ticket, word] = NONE
    ends = np.int64(origin & touched != NONE)
    at_goal = np.int64(0)
    for option in range(book.ticket_options[ticket]):
        goal = book.ticket_goal[ticket, option]
        at_goal |= np.int64(goal & touched != NONE)
        own0, own1 = state.owned[owner, 0], state.owned[owner, 1]
        open0, open1 = state.open[owner, 0] | own0, state.open[owner, 1] | own1
        nothing, _ = spaces(book, origin, goal, ~NONE, ~NONE, NONE, NONE, likelihood)
        left, end = spaces(book, origin, goal, open0, open1, own0, own1, likelihood)
        if left < likelihood.left[owner, ticket]:
            likelihood.left[owner, ticket] = left
            path0, path1 = routes_to(book, end, likelihood)
            likelihood.path[owner, ticket, 0] = path0
            likelihood.path[owner, ticket, 1] = path1
        if nothing > 0 and left < nothing:
            best = max(best, 1.0 - left / nothing)
        if left == 0:
            whole = 1.0
    return best, whole, ends + at_goal


@compiled
def spaces(
    book: Book,
    sources: Set,
    goals: Set,
    usable0: Set,
    usable1: Set,
    free0: Set,
    free1: Set,
    likelihood: Likelihood,
):
    """Find the path between two sets of places that takes the fewest new spaces.

    Return the number of spaces still to build, and the place of `goals` where the path ends. If no
    path links the sets, the results are `paths.INFINITE` and -1.

    Args:
        book: the edition.
        sources: the places to start from.
        goals: the places to reach.
        usable0: the routes below 64 that may be taken.
        usable1: the routes from 64 on that may be taken.
        free0: those of `usable0` that cost nothing.
        free1: those of `usable1` that cost nothing.
        likelihood: a workspace. `routes_to` reads the path from it.
    """
    for route in range(book.routes):
        own = has(free0 if route < 64 else free1, route & 63)
        likelihood.cost[route] = 0.0 if own else 1.0 * book.route_length[route]
    return cheapest(
        book,
        likelihood.cost,
        usable0,
        usable1,
        sources,
        goals,
        INFINITE,
        likelihood.distance,
        likelihood.via,
    )


@compiled
def routes_to(book: Book, end: Number, likelihood: Likelihood):
    """Return the routes of the path that `spaces` has just found, as two sets.

    Args:
        book: the edition.
        end: the place where the path ends.
        likelihood: the workspace that was passed to `spaces`.

    Returns:
        The routes below 64, and the routes from 64 on.
    """
    routes0, routes1 = NONE, NONE
    place = np.int64(end)
    while likelihood.via[place] >= 0:
        route = likelihood.via[place]
        if route < 64:
            routes0 |= bit(route)
        else:
            routes1 |= bit(route - 64)
        place = np.int64(book.route_a[route]) + np.int64(book.route_b[route]) - place
    return routes0, routes1


@compiled
def tickets_of_others(state: State, seat: Number):
    """Return the set of tickets that other seats hold or that lie in a stack's shuffled part.

    Args:
        state: a position.
        seat: the seat whose own tickets are left out.
    """
    found = EMPTY
    for stack in range(STACKS):
        found = union(found, read_words(state.stack[stack]))
    for other in range(state.seats):
        if other != seat:
            found = union(found, read_words(state.tickets[other]))
    return found


@compiled
def proposed_tickets(
    book: Book, state: State, other: Number, pool: WideSet, likelihood: Likelihood, luck: Luck
):
    """Return a random set of tickets that a seat may hold instead of its tickets in this world.

    The set has as many tickets of each stack as the seat holds. The tickets are drawn one by one,
    with probabilities in proportion to their weights.

    Args:
        book: the edition.
        state: a world that was dealt for another seat.
        other: the seat whose tickets are proposed.
        pool: the tickets to draw from. They must include all tickets that the seat holds.
        likelihood: the weights, from `weigh_tickets`.
        luck: the luck that draws the tickets.
    """
    proposed = EMPTY
    for stack in range(STACKS):
        of_stack = read_words(book.stack_tickets[stack])
        left = intersection(pool, of_stack)
        for _ in range(number_of(intersection(read_words(state.tickets[other]), of_stack))):
            ticket = set_of(drawn_ticket(left, other, likelihood, luck))
            proposed = union(proposed, ticket)
            left = difference(left, ticket)
    return proposed


@compiled
def proposed_exchange(
    book: Book, tickets: WideSet, other: Number, pool: WideSet, likelihood: Likelihood, luck: Luck
):
    """Propose to exchange a ticket of a set. Return the ticket to remove and the ticket to add.

    The first ticket is drawn from the set with equal probabilities. The second ticket is drawn by
    the weights, from the first ticket and the tickets of `pool` that belong to the same stack and
    are not in the set. If both results are equal, no exchange is proposed.

    Args:
        book: the edition.
        tickets: the set, not empty.
        other: the seat that may hold the set.
        pool: the tickets to draw from.
        likelihood: the weights, from `weigh_tickets`.
        luck: the luck that draws the tickets.
    """
    removed = member_at(tickets, below(luck, number_of(tickets)))
    left = set_of(removed)
    for stack in range(STACKS):
        if is_of_stack(book, removed, stack):
            of_stack = intersection(pool, read_words(book.stack_tickets[stack]))
            left = union(left, difference(of_stack, tickets))
    return removed, drawn_ticket(left, other, likelihood, luck)


@compiled
def drawn_ticket(pool: WideSet, other: Number, likelihood: Likelihood, luck: Luck):
    """Return a random ticket of a set that is not empty, drawn by the weights for a seat.

    Args:
        pool: the tickets.
        other: the seat that may hold the ticket.
        likelihood: the weights, from `weigh_tickets`.
        luck: the luck that draws the ticket.
    """
    total = 0.0
    rest = pool
    while not is_empty(rest):
        total += likelihood.weight[other, first_member(rest)]
        rest = without_first(rest)
    mark = total * below(luck, FINE) / FINE
    ticket = first_member(pool)
    while not is_empty(pool):
        ticket = first_member(pool)
        pool = without_first(pool)
        mark -= likelihood.weight[other, ticket]
        if mark < 0.0:
            break
    return ticket


@compiled
def exchange_tickets(book: Book, state: State, seat: Number, other: Number, tickets: WideSet):
    """Replace the tickets of seat `other` in a world.

    The new tickets come from the stacks and from third seats. For each ticket that a third seat
    loses, it gets a ticket of the same stack that `other` held before. There are always enough of
    them. All remaining tickets go to the stacks.

    Args:
        book: the edition.
        state: a world; changed.
        seat: the seat that judges. Its own tickets stay unchanged.
        other: the seat that gets the tickets.
        tickets: the tickets that `other` holds afterwards, as many of each stack as before.
    """
    for stack in range(STACKS):
        of_stack = read_words(book.stack_tickets[stack])
        wanted = intersection(tickets, of_stack)
        given = difference(intersection(read_words(state.tickets[other]), of_stack), tickets)
        for third in range(state.seats):
            if third == seat or third == other:
                continue
            held = read_words(state.tickets[third])
            taken = intersection(held, wanted)
            write_words(state.tickets[third], difference(held, taken))
            for _ in range(number_of(taken)):
                add_ticket(state.tickets[third], first_member(given))
                given = without_first(given)
        left = difference(read_words(state.stack[stack]), tickets)
        write_words(state.stack[stack], union(given, left))
    write_words(state.tickets[other], tickets)
