"""Districts: places that score together once a player has linked them all (L-10)."""

from __future__ import annotations

import numpy as np

from whistlestop.rules.compiling import rule


@rule
def district_points(book, parts, number):
    """The points of the districts that lie within one connected part of a network.

    Args:
        book: the edition.
        parts: the network's connected parts, as sets of places.
        number: how many parts there are.
    """
    points = np.int64(0)
    for district in range(book.district_count):
        places = book.district_places[district]
        for i in range(number):
            if parts[i] & places == places:
                points += np.int64(book.district_points[district])
    return points
