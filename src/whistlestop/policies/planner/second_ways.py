"""Second ways: routes that would make the plan's tickets doubly joined (B-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.knowledge.compiling import compiled
from whistlestop.knowledge.paths import INFINITE, cheapest
from whistlestop.rules.bits import NONE, bit
from whistlestop.rules.ownership import closed_by

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Planner
    from whistlestop.rules.annotations import Number, Set
    from whistlestop.rules.record_types import Book, State


@compiled
def find_second_way(
    book: Book, state: State, planner: Planner, usable0: Set, usable1: Set, goal: Number
):
    """Find the cheapest second way for a ticket of the plan.

    The first way is the cheapest one along the seat's routes and the routes of the plan. The second
    way uses none of its routes.

    Args:
        book: the edition.
        state: the position.
        planner: the planner's part of the mind, with a plan. `planner.now` must be 0 for all routes
            of the plan.
        usable0: the routes below 64 that a way may use: those that the seat owns or can claim.
        usable1: such routes from 64 on.
        goal: the ticket's goal.

    Returns:
        The cost of the second way, in points, and its routes that cost something, in two words. The
        cost is `INFINITE` if there is no second way.
    """
    seats = np.int64(state.seats)
    starts, ends = planner.link_from[goal], planner.link_to[goal]
    _, place = cheapest(
        book,
        planner.now,
        usable0,
        usable1,
        starts,
        ends,
        INFINITE,
        planner.distance,
        planner.via,
    )
    if place < 0:
        return INFINITE, NONE, NONE
    while planner.via[place] >= 0:
        route = planner.via[place]
        usable0 &= ~closed_by(book, seats, route, True, 0)
        usable1 &= ~closed_by(book, seats, route, True, 1)
        place = np.int64(book.route_a[route]) + np.int64(book.route_b[route]) - place
    cost, place = cheapest(
        book,
        planner.now,
        usable0,
        usable1,
        starts,
        ends,
        INFINITE,
        planner.distance,
        planner.via,
    )
    path0, path1 = NONE, NONE
    if place >= 0:
        while planner.via[place] >= 0:
            route = planner.via[place]
            if planner.now[route] > 0.0:
                if route < 64:
                    path0 |= bit(route)
                else:
                    path1 |= bit(route - 64)
            place = np.int64(book.route_a[route]) + np.int64(book.route_b[route]) - place
    return cost, path0, path1


@compiled
def next_doubled(
    book: Book, state: State, planner: Planner, usable0: Set, usable1: Set, tickets: Number
):
    """Find the ticket of the plan whose second way costs least, among those without one.

    Args:
        book: the edition.
        state: the position.
        planner: the planner's part of the mind. `planner.doubled` marks the goals that have a
            second way.
        usable0: the routes below 64 that a way may use.
        usable1: the routes from 64 on that a way may use.
        tickets: the number of goals that are tickets. They are the first ones.

    Returns:
        The goal, or -1 if there is none; the cost of its second way; and the routes of this way
        that cost something, in two words.
    """
    found, least = np.int64(-1), INFINITE
    best0, best1 = NONE, NONE
    for goal in range(tickets):
        if planner.wanted[goal] == 1 and planner.doubled[goal] == 0:
            cost, path0, path1 = find_second_way(book, state, planner, usable0, usable1, goal)
            if cost < least:
                found, least = np.int64(goal), cost
                best0, best1 = path0, path1
    return found, least, best0, best1
