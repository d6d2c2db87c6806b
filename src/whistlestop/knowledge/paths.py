"""The cheapest path between places, for any costs of routes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.knowledge.compiling import compiled
from whistlestop.rules.bits import NONE, bit, has, lowest, without_lowest

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Numbers, Set
    from whistlestop.rules.record_types import Book

INFINITE: Final = 1e9
"""The cost of a path that does not exist, or of a route that cannot be had."""


@compiled
def cheapest(
    book: Book,
    cost: Numbers,
    usable0: Set,
    usable1: Set,
    sources: Set,
    targets: Set,
    distance: Numbers,
    via: Numbers,
):
    """Find the cheapest path from any source to any target.

    Args:
        book: the edition.
        cost: [route] the cost of each route, at least 0; own routes cost nothing.
        usable0: the routes below 64 that a path may take.
        usable1: the routes from 64 on that a path may take.
        sources: the places to start from.
        targets: the places to reach.
        distance: [place] memory to work in.
        via: [place] memory; afterwards the route by which each place of the path was reached, -1 at
            a source.

    Returns:
        The cost of the path and the place where it ends; `INFINITE` and -1 if there is no path.
    """
    if sources & targets != NONE:
        end = lowest(sources & targets)
        via[end] = -1
        return 0.0, end
    for place in range(book.places):
        distance[place] = INFINITE
    frontier = sources
    while frontier != NONE:
        place = lowest(frontier)
        frontier = without_lowest(frontier)
        distance[place] = 0.0
        via[place] = -1
    frontier = sources
    best = INFINITE
    end = np.int64(-1)
    while frontier != NONE:
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
                if total < distance[other] and total < best:
                    distance[other] = total
                    via[other] = route
                    if has(targets, other):
                        best = total
                        end = other
                    else:
                        frontier |= bit(other)
    return best, end
