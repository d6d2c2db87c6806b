"""The cheapest path between places, for any costs of routes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.knowledge.compiling import compiled
from whistlestop.rules.bits import NONE, bit, has, lowest, without_lowest

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Numbers, Real, Set
    from whistlestop.rules.record_types import Book

INFINITE: Final = 1e9
"""The cost of a path that does not exist, or of a route that the seat cannot get."""


@compiled
def cheapest(
    book: Book,
    cost: Numbers,
    usable0: Set,
    usable1: Set,
    sources: Set,
    targets: Set,
    limit: Real,
    distance: Numbers,
    via: Numbers,
):
    """Find the cheapest path from any source to any target that costs less than `limit`.

    Args:
        book: the edition.
        cost: [route] the cost of each route, at least 0.
        usable0: the routes below 64 that a path may take.
        usable1: the routes from 64 on that a path may take.
        sources: the places to start from.
        targets: the places to reach.
        limit: the cost that the path must stay below; `INFINITE` allows every path. A lower limit
            makes the search faster.
        distance: [place] a workspace.
        via: [place] receives, for each place of the path, the route that leads to the place; -1 for
            the source. Other elements have no meaning.

    Returns:
        The cost of the path and the place where it ends; `limit` and -1 if there is no such path.
    """
    best = 1.0 * limit
    end = np.int64(-1)
    if sources & targets != NONE and best > 0.0:
        end = lowest(sources & targets)
        via[end] = -1
        return 0.0, end
    for place in range(book.places):
        distance[place] = best
    frontier = sources
    while frontier != NONE:
        place = lowest(frontier)
        frontier = without_lowest(frontier)
        distance[place] = 0.0
        via[place] = -1
    # In rounds, so that a place is rarely left before its cheapest path is known.
    frontier, later = sources, NONE
    while frontier | later != NONE:
        if frontier == NONE:
            frontier, later = later, NONE
        place = lowest(frontier)
        frontier = without_lowest(frontier)
        here = distance[place]
        if here >= best:
            continue
        for word in range(2):
            exits = book.at[place, word] & (usable0 if word == 0 else usable1)
            while exits != NONE:
                route = lowest(exits) + 64 * word
                exits = without_lowest(exits)
                other = np.int64(book.route_a[route]) + np.int64(book.route_b[route]) - place
                total = here + cost[route]
                if total < best and total < distance[other]:
                    distance[other] = total
                    via[other] = route
                    if has(targets, other):
                        best = total
                        end = other
                    else:
                        later |= bit(other)
    return best, end
