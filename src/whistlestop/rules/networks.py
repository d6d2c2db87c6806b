"""Networks: routes that hang together, found by walking from place to place."""

from __future__ import annotations

import numpy as np

from whistlestop.rules.bits import NONE, bit, lowest, without_lowest
from whistlestop.rules.compiling import rule


@rule
def other_end(book, route, place):
    """The place to which a route leads from this one."""
    a = np.int64(book.route_a[route])
    return np.int64(book.route_b[route]) if a == place else a


@rule
def part_at(book, place, routes0, routes1):
    """What these routes link with a place: the routes, in two words, and the places."""
    left0, left1 = routes0, routes1
    places = bit(place)
    frontier = places
    while frontier != NONE:
        place = lowest(frontier)
        frontier = without_lowest(frontier)
        found0, found1 = book.at[place, 0] & left0, book.at[place, 1] & left1
        left0 &= ~found0
        left1 &= ~found1
        reached = NONE
        while found0 != NONE:
            reached |= bit(other_end(book, lowest(found0), place))
            found0 = without_lowest(found0)
        while found1 != NONE:
            reached |= bit(other_end(book, lowest(found1) + 64, place))
            found1 = without_lowest(found1)
        frontier |= reached & ~places
        places |= reached
    return routes0 & ~left0, routes1 & ~left1, places
