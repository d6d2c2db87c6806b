"""Second ways: routes that would make the plan's tickets doubly joined (B-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.knowledge.compiling import compiled
from whistlestop.knowledge.paths import INFINITE, cheapest
from whistlestop.rules.bits import NONE, bit, lowest, without_lowest
from whistlestop.rules.ownership import closed_by

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Planner
    from whistlestop.rules.annotations import Number, Set
    from whistlestop.rules.record_types import Book, State


@compiled
def cheapest_way(book: Book, planner: Planner, usable0: Set, usable1: Set, goal: Number):
    """Find the cheapest way between the ends of a ticket, along routes that may be used.

    Args:
        book: the edition.
        planner: the planner's part of the mind, with a plan. `planner.now` has the cost of each
            route in points.
        usable0: the routes below 64 that the way may use.
        usable1: the routes from 64 on that the way may use.
        goal: the ticket's goal in the plan.

    Returns:
        The cost of the way in points, and all its routes, in two words. If there is no way, the
        cost is `INFINITE` and there are no routes.
    """
    cost, place = cheapest(
        book,
        planner.now,
        usable0,
        usable1,
        planner.link_from[goal],
        planner.link_to[goal],
        INFINITE,
        planner.distance,
        planner.via,
    )
    way0, way1 = NONE, NONE
    while place >= 0 and planner.via[place] >= 0:
        route = planner.via[place]
        if route < 64:
            way0 |= bit(route)
        else:
            way1 |= bit(route - 64)
        place = np.int64(book.route_a[route]) + np.int64(book.route_b[route]) - place
    return cost, way0, way1


@compiled
def second_way(
    book: Book, state: State, planner: Planner, usable0: Set, usable1: Set, goal: Number
):
    """Find the cheapest second way between the ends of a ticket of the plan.

    The first way is the cheapest one: it runs along the seat's routes and those of the plan, which
    cost nothing. The second way uses no route of the first one, and none that is parallel to one.

    Args:
        book: the edition.
        state: the position.
        planner: the planner's part of the mind, with a plan. `planner.now` has the costs of routes:
            0 for those of the plan.
        usable0: the routes below 64 that the seat owns or can claim.
        usable1: such routes from 64 on.
        goal: the ticket's goal in the plan.

    Returns:
        The cost of the second way in points, and all its routes, in two words. If there is no
        second way, the cost is `INFINITE` and there are no routes.
    """
    _, first0, first1 = cheapest_way(book, planner, usable0, usable1, goal)
    if first0 | first1 == NONE:
        return INFINITE, NONE, NONE
    seats = np.int64(state.seats)
    for word in range(2):
        routes = first0 if word == 0 else first1
        while routes != NONE:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            usable0 &= ~closed_by(book, seats, route, True, 0)
            usable1 &= ~closed_by(book, seats, route, True, 1)
    return cheapest_way(book, planner, usable0, usable1, goal)


@compiled
def cheapest_second_way(book: Book, state: State, planner: Planner, usable0: Set, usable1: Set):
    """Find the ticket of the plan to which a second way can be added at the lowest cost.

    Tickets that are not wanted, and those with a second way already, do not count.

    Args:
        book: the edition.
        state: the position.
        planner: the planner's part of the mind, with a plan. `planner.doubled` is 1 for the goals
            of tickets that have a second way.
        usable0: the routes below 64 that the seat owns or can claim.
        usable1: such routes from 64 on.

    Returns:
        The ticket's goal in the plan, the cost of its second way in points, and all routes of this
        way, in two words. If no ticket can get a second way, the goal is -1, the cost is `INFINITE`
        and there are no routes.
    """
    found, least = np.int64(-1), INFINITE
    best0, best1 = NONE, NONE
    for goal in range(planner.ticket_goals):
        if planner.wanted[goal] == 1 and planner.doubled[goal] == 0:
            cost, way0, way1 = second_way(book, state, planner, usable0, usable1, goal)
            if cost < least:
                found, least = np.int64(goal), cost
                best0, best1 = way0, way1
    return found, least, best0, best1
