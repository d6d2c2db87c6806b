"""Networks: which routes are connected, found by walking from place to place.

Only one city leads to each border point of a country, so that no path passes through a country
(M-04).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import PLACES
from whistlestop.rules.bits import NONE, bit, lowest, without_lowest
from whistlestop.rules.compiling import rule

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers, Set
    from whistlestop.rules.record_types import Book

PARTS: Final = PLACES // 2
"""The maximum number of connected parts that a network can have."""


@rule
def other_end(book: Book, route: Number, place: Number):
    """Return the place to which a route leads from `place`, which is one of its ends."""
    a = np.int64(book.route_a[route])
    return np.int64(book.route_b[route]) if a == place else a


@rule
def part_at(book: Book, place: Number, routes0: Set, routes1: Set):
    """Return the part of a network that is connected with a place.

    Args:
        book: the edition.
        place: the place.
        routes0: the network's routes below 64.
        routes1: the network's routes from 64 on.

    Returns:
        The routes of the part, in two words, and the set of its places.
    """
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


@rule
def components(book: Book, routes0: Set, routes1: Set, out: Numbers):
    """Write the connected parts of a network, each as a set of places.

    Tickets, districts and attractions all use this function.

    Args:
        book: the edition.
        routes0: the network's routes below 64.
        routes1: the network's routes from 64 on.
        out: `uint64[PARTS]`, receives the sets of places.

    Returns:
        The number of parts.
    """
    number = 0
    while routes0 | routes1 != NONE:
        route = lowest(routes0) if routes0 != NONE else lowest(routes1) + 64
        part0, part1, out[number] = part_at(book, np.int64(book.route_a[route]), routes0, routes1)
        routes0 &= ~part0
        routes1 &= ~part1
        number += 1
    return number
