"""Districts, which score once a player has linked all their places (L-10), and attractions."""

from __future__ import annotations

import numpy as np

from whistlestop.rules.bits import NONE, size
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


@rule
def attraction_points(book, parts, number):
    """The points of the attractions that a network touches (N-10).

    Args:
        book: the edition.
        parts: the network's connected parts, as sets of places.
        number: how many parts there are.
    """
    places = NONE
    for i in range(number):
        places |= parts[i]
    return size(places & book.attraction_places) * np.int64(book.attraction_points)
