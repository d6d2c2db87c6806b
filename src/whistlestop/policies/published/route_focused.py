"""The Route Focused agent (RFA): it keeps a queue of the routes on the ways for its tickets.

The priority of a route is its points plus twice those of its ticket. The agent claims the most
urgent route that it can pay for. It draws cards for the most urgent route: face-up cards of its
colour, or else from the deck. It never draws face-up locomotives, which cost a whole draw.

As coded, ways are measured in routes and not in pieces, and completed tickets are planned for too.
A planned route is never replaced by a parallel one. Wanted colours are never recognised, so that
all cards are drawn from the deck. Payments use as many locomotives as possible. Once the queue is
empty, the routes with the fewest points are claimed first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import LENGTH
from whistlestop.knowledge.compiling import compiled
from whistlestop.policies.published.common import (
    ALL_HOPS,
    ALL_TRAINS,
    SALT,
    claimable_now,
    colour_of,
    draw_card,
    either_track,
    find_ways,
    first_urgent,
    goals_of,
    is_done,
    most_valuable,
    nearest,
    points_of,
    situation,
    way_to,
)
from whistlestop.rules.actions import CLAIM
from whistlestop.rules.bits import NONE, lowest, without_lowest
from whistlestop.rules.claims import within_pieces
from whistlestop.rules.state import Phase
from whistlestop.rules.wide_sets import first_member, is_empty, read_words, without_first

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Published
    from whistlestop.rules.annotations import Number, Set
    from whistlestop.rules.record_types import Book, Luck, State

TURN = Phase.TURN


@compiled
def think_route_focused(book: Book, state: State, memory: Published, described: Number, luck: Luck):
    """Return the Route Focused agent's action for its turn or for its second card.

    `described` is true for the agent as described, and false for the agent as coded. `memory`
    receives a new queue if routes or tickets have changed.
    """
    if memory.planned != situation(state):
        plan_queue(book, state, memory, described)
    can0, can1 = NONE, NONE
    if state.phase == TURN:
        can0, can1 = claimable_now(book, state)
    queue0, queue1 = memory.routes[0], memory.routes[1]
    sign = np.int64(1)
    if queue0 | queue1 != NONE:
        route = first_urgent(memory, queue0 & can0, queue1 & can1)
        target = first_urgent(memory, queue0, queue1)
    else:
        seat = np.int64(state.seat)
        queue0 = within_pieces(book, state, seat, 0)
        queue1 = within_pieces(book, state, seat, 1)
        sign = np.int64(1) if described else np.int64(-1)
        route = most_valuable(book, memory, can0, can1, sign)
        target = most_valuable(book, memory, queue0, queue1, sign)
    if route >= 0:
        return CLAIM + route
    colours = colour_of(book, state, target, described) if described else NONE
    return draw_card(book, state, memory, colours, np.int64(0), luck)


@compiled
def plan_queue(book: Book, state: State, memory: Published, described: Number):
    """Replace the queue by the routes of the shortest way for each ticket.

    The function writes the queue to `memory.routes` and `memory.priority`. If `described` is true
    (the agent as described), completed tickets are left out, open parallel routes are included, and
    the length of ways is measured by `ALL_TRAINS`. Otherwise it is measured by `ALL_HOPS`.
    """
    memory.planned = situation(state)
    memory.routes[0] = NONE
    memory.routes[1] = NONE
    for route in range(book.routes):
        memory.priority[route] = 0
    measure = np.int64(ALL_TRAINS) if described else np.int64(ALL_HOPS)
    tickets = read_words(state.tickets[state.seat])
    while not is_empty(tickets):
        ticket = first_member(tickets)
        tickets = without_first(tickets)
        if described and is_done(book, state, memory, ticket):
            continue
        origin = book.ticket_origin[ticket]
        salt = ticket * SALT
        find_ways(book, state, memory, origin, np.int64(1), np.int64(LENGTH), measure, salt)
        end = nearest(memory, goals_of(book, ticket))
        if end < 0:
            continue
        routes0, routes1, _, _ = way_to(book, state, memory, end)
        if described:
            routes0, routes1 = with_parallel(book, state, routes0, routes1)
        memory.routes[0] |= routes0
        memory.routes[1] |= routes1
        for word in range(2):
            routes = routes0 if word == 0 else routes1
            while routes != NONE:
                route = lowest(routes) + 64 * word
                routes = without_lowest(routes)
                urgency = np.int64(book.route_points[book.route_length[route]])
                urgency += 2 * points_of(book, ticket)
                memory.priority[route] = max(np.int64(memory.priority[route]), urgency)


@compiled
def with_parallel(book: Book, state: State, routes0: Set, routes1: Set):
    """Return a set of routes, in two words, together with the open routes parallel to them."""
    every0, every1 = routes0, routes1
    for word in range(2):
        routes = routes0 if word == 0 else routes1
        while routes != NONE:
            both0, both1 = either_track(book, state, lowest(routes) + 64 * word)
            routes = without_lowest(routes)
            every0 |= both0
            every1 |= both1
    return every0, every1
