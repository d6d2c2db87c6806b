"""Districts, which score once a player has linked all of their places (L-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.rules.compiling import rule

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers
    from whistlestop.rules.record_types import Book


@rule
def is_linked(book: Book, district: Number, parts: Numbers, number: Number):
    """Return whether one connected part of a network holds every place of a district (L-10).

    Args:
        book: the edition.
        district: the district's number.
        parts: the network's connected parts, as sets of places.
        number: the number of parts.
    """
    places = book.district_places[district]
    for i in range(number):
        if parts[i] & places == places:
            return True
    return False


@rule
def district_points(book: Book, parts: Numbers, number: Number):
    """Return the sum of the points of all districts that a network links.

    Args:
        book: the edition.
        parts: the network's connected parts, as sets of places.
        number: the number of parts.
    """
    points = np.int64(0)
    for district in range(book.district_count):
        if is_linked(book, district, parts, number):
            points += np.int64(book.district_points[district])
    return points
