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
from whistlestop.rules.tickets import add_ticket
from whistlestop.rules.wide_sets import holds, read_words

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Planner
    from whistlestop.rules.annotations import Number, Numbers, Real, Set
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
        put_direct(book, planner, usable0, usable1, link)
        direct = planner.direct[link]
        if direct >= INFINITE:
            continue
        planner.link_made[link] = 1
        place = number
        while place > 0 and planner.direct[planner.order[place - 1]] > direct:
            planner.order[place] = planner.order[place - 1]
            place -= 1
        planner.order[place] = link
        number += 1
    for route in range(book.routes):
        planner.now[route] = planner.cost[route]
        planner.users[route] = 0
    if number > 0:
        add_user(planner, planner.order[0])
    for i in range(1, number):
        make_link(book, planner, usable0, usable1, planner.order[i])
    for _ in range(1, ROUNDS if number > 1 else 0):
        changed = False
        for i in range(number):
            changed |= reroute(book, planner, usable0, usable1, planner.order[i])
        if not changed:
            break
    planner.network[0] = NONE
    planner.network[1] = NONE
    for i in range(number):
        for word in range(2):
            planner.network[word] |= planner.path[planner.order[i], word]
    planner.network_cost = cost_of(planner.cost, planner.network[0], planner.network[1])


@compiled
def put_direct(book: Book, planner: Planner, usable0: Set, usable1: Set, link: Number):
    """Find the cheapest path of a link, as if there were no other links.

    The function writes the cost of the path to `planner.direct`, and the routes of the path that
    cost something to `planner.path`. If there is no path, the cost is `INFINITE`.

    The path of a ticket is remembered until `plan.put_costs` changes the costs. So the planner does
    not search again for each set of offered tickets that it considers keeping.

    Args:
        book: the edition.
        planner: the planner's part of the mind, with the costs and the links.
        usable0: the routes below 64 that the path may take.
        usable1: the routes from 64 on that the path may take.
        link: the link.
    """
    goal = planner.link_goal[link]
    ticket = np.int64(planner.ticket[goal]) if goal < planner.ticket_goals else np.int64(-1)
    if ticket >= 0 and holds(read_words(planner.known), ticket):
        if planner.known_to[ticket] == planner.link_to[link]:
            planner.direct[link] = planner.known_cost[ticket]
            planner.path[link, 0] = planner.known_path[ticket, 0]
            planner.path[link, 1] = planner.known_path[ticket, 1]
            return
    planner.direct[link] = search(book, planner, planner.cost, usable0, usable1, link, INFINITE)
    if ticket >= 0:
        add_ticket(planner.known, ticket)
        planner.known_to[ticket] = planner.link_to[link]
        planner.known_cost[ticket] = planner.direct[link]
        planner.known_path[ticket, 0] = planner.path[link, 0]
        planner.known_path[ticket, 1] = planner.path[link, 1]


@compiled
def make_link(book: Book, planner: Planner, usable0: Set, usable1: Set, link: Number):
    """Add a link to the network. Its path is the one that adds the least to the network's cost.

    This is the path in `planner.path`, which `put_direct` wrote, unless a path that shares routes
    with the links already added costs less. The path takes only routes of the set `usable0` (routes
    0 to 63) and `usable1` (from 64 on).
    """
    search(book, planner, planner.now, usable0, usable1, link, planner.direct[link])
    add_user(planner, link)


@compiled
def reroute(book: Book, planner: Planner, usable0: Set, usable1: Set, link: Number):
    """Give a link of the network a cheaper path, if there is one.

    The paths of all other links stay. The path takes only routes of the set `usable0` (routes 0 to
    63) and `usable1` (from 64 on).

    Returns:
        Whether the link has another path now.
    """
    old0, old1 = planner.path[link, 0], planner.path[link, 1]
    remove_user(planner, link)
    limit = cost_of(planner.now, old0, old1) - LEAST_SAVING
    search(book, planner, planner.now, usable0, usable1, link, limit)
    add_user(planner, link)
    return planner.path[link, 0] != old0 or planner.path[link, 1] != old1


@compiled
def search(
    book: Book,
    planner: Planner,
    cost: Numbers,
    usable0: Set,
    usable1: Set,
    link: Number,
    limit: Real,
):
    """Find the cheapest path of a link that costs less than `limit`.

    If there is such a path, the function writes its routes to `planner.path`, except those whose
    `planner.cost` is 0. Otherwise `planner.path` does not change.

    Args:
        book: the edition.
        planner: the planner's part of the mind.
        cost: [route] the cost of each route in the search.
        usable0: the routes below 64 that the path may take.
        usable1: the routes from 64 on that the path may take.
        link: the link.
        limit: the cost that the path must stay below, in points.

    Returns:
        The cost of the path. `limit` if there is no such path.
    """
    found, end = cheapest(
        book,
        cost,
        usable0,
        usable1,
        planner.link_from[link],
        planner.link_to[link],
        limit,
        planner.distance,
        planner.via,
    )
    if end < 0:
        return found
    path0, path1 = NONE, NONE
    place = end
    while planner.via[place] >= 0:
        route = planner.via[place]
        if planner.cost[route] > 0.0:
            if route < 64:
                path0 |= bit(route)
            else:
                path1 |= bit(route - 64)
        place = np.int64(book.route_a[route]) + np.int64(book.route_b[route]) - place
    planner.path[link, 0] = path0
    planner.path[link, 1] = path1
    return found


@compiled
def add_user(planner: Planner, link: Number):
    """Add 1 to `planner.users` for each route of a link's path in `planner.path`.

    The cost of these routes in `planner.now` becomes 0, because other links can share them.
    """
    for word in range(2):
        rest = planner.path[link, word]
        while rest != NONE:
            route = lowest(rest) + 64 * word
            rest = without_lowest(rest)
            planner.users[route] += 1
            planner.now[route] = 0.0


@compiled
def remove_user(planner: Planner, link: Number):
    """Subtract 1 from `planner.users` for each route of a link's path in `planner.path`.

    If no link uses a route any more, its cost in `planner.now` is set back to `planner.cost`.
    """
    for word in range(2):
        rest = planner.path[link, word]
        while rest != NONE:
            route = lowest(rest) + 64 * word
            rest = without_lowest(rest)
            planner.users[route] -= 1
            if planner.users[route] == 0:
                planner.now[route] = planner.cost[route]


@compiled
def cost_of(cost: Numbers, routes0: Set, routes1: Set):
    """Return the sum of the costs of a set of routes, in the unit of `cost`.

    The set is `routes0` (routes 0 to 63) and `routes1` (routes from 64 on).
    """
    total = 0.0
    while routes0 != NONE:
        total += cost[lowest(routes0)]
        routes0 = without_lowest(routes0)
    while routes1 != NONE:
        total += cost[lowest(routes1) + 64]
        routes1 = without_lowest(routes1)
    return total
