"""Search for cheap networks of routes that make several links. A link is a path that a goal needs.

The cheapest network is a Steiner forest. `grow` finds a good approximation. First it makes one link
after another, each along its cheapest path. Routes that are already chosen cost nothing. Then it
removes each link and finds a path for it again, as long as that lowers the cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.knowledge.compiling import compiled
from whistlestop.knowledge.paths import INFINITE, cheapest
from whistlestop.rules.bits import NONE, bit, lowest, without_lowest

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Planner
    from whistlestop.rules.annotations import Number, Numbers, Set
    from whistlestop.rules.record_types import Book

ROUNDS: Final = 3
"""The maximum number of passes over all links. The first pass makes the links. Each later pass
reroutes the links."""

LEAST_SAVING: Final = 1e-9
"""The saving, in points, that another path must exceed to replace the path of a link."""


@compiled
def grow(book: Book, planner: Planner, usable0: Set, usable1: Set):
    """Find a cheap network that makes all wanted links. Links that cannot be made are left out.

    Paths take only routes of the set `usable0` (routes 0 to 63) and `usable1` (routes from 64 on).

    The function reads the costs in `planner.cost`, and makes the links of the goals that
    `planner.wanted` marks. It writes `planner.network` (the routes that cost something),
    `planner.network_cost`, `planner.path` and `planner.link_made`.
    """
    number = 0
    for link in range(planner.links):
        planner.link_made[link] = 0
        planner.path[link, 0] = NONE
        planner.path[link, 1] = NONE
        if planner.wanted[planner.link_goal[link]] == 0:
            continue
        direct, _ = cheapest(
            book,
            planner.cost,
            usable0,
            usable1,
            planner.link_from[link],
            planner.link_to[link],
            planner.distance,
            planner.via,
        )
        if direct >= INFINITE:
            continue
        planner.link_made[link] = 1
        planner.direct[link] = direct
        place = number
        while place > 0 and planner.direct[planner.order[place - 1]] > direct:
            planner.order[place] = planner.order[place - 1]
            place -= 1
        planner.order[place] = link
        number += 1
    for route in range(book.routes):
        planner.now[route] = planner.cost[route]
        planner.users[route] = 0
    for turn in range(ROUNDS):
        changed = False
        for i in range(number):
            changed |= make_link(book, planner, usable0, usable1, planner.order[i], turn > 0)
        if not changed or number < 2:
            break
    planner.network[0] = NONE
    planner.network[1] = NONE
    for i in range(number):
        for word in range(2):
            planner.network[word] |= planner.path[planner.order[i], word]
    planner.network_cost = cost_of(planner.cost, planner.network[0], planner.network[1])


@compiled
def make_link(
    book: Book, planner: Planner, usable0: Set, usable1: Set, link: Number, again: Number
):
    """Make a link, or reroute it if `again` is true. Return whether the link's path has changed.

    The path takes only routes of the set `usable0` (routes 0 to 63) and `usable1` (from 64 on).
    """
    if again:
        for word in range(2):
            rest = planner.path[link, word]
            while rest != NONE:
                route = lowest(rest) + 64 * word
                rest = without_lowest(rest)
                planner.users[route] -= 1
                if planner.users[route] == 0:
                    planner.now[route] = planner.cost[route]
    cost, end = cheapest(
        book,
        planner.now,
        usable0,
        usable1,
        planner.link_from[link],
        planner.link_to[link],
        planner.distance,
        planner.via,
    )
    old0, old1 = planner.path[link, 0], planner.path[link, 1]
    new0, new1 = old0, old1
    if not again or cost + LEAST_SAVING < cost_of(planner.now, old0, old1):
        new0, new1 = NONE, NONE
        place = end
        while planner.via[place] >= 0:
            route = planner.via[place]
            if planner.cost[route] > 0.0:
                if route < 64:
                    new0 |= bit(route)
                else:
                    new1 |= bit(route - 64)
            place = np.int64(book.route_a[route]) + np.int64(book.route_b[route]) - place
    planner.path[link, 0] = new0
    planner.path[link, 1] = new1
    for word in range(2):
        rest = planner.path[link, word]
        while rest != NONE:
            route = lowest(rest) + 64 * word
            rest = without_lowest(rest)
            planner.users[route] += 1
            planner.now[route] = 0.0
    return new0 != old0 or new1 != old1


@compiled
def cost_of(cost: Numbers, routes0: Set, routes1: Set):
    """Return the sum of the costs of a set of routes, in the unit of `cost`."""
    total = 0.0
    while routes0 != NONE:
        total += cost[lowest(routes0)]
        routes0 = without_lowest(routes0)
    while routes1 != NONE:
        total += cost[lowest(routes1) + 64]
        routes1 = without_lowest(routes1)
    return total
