"""Attractions: places that score for every player whose routes touch them (N-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.rules.bits import NONE, size
from whistlestop.rules.compiling import rule

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers
    from whistlestop.rules.record_types import Book


@rule
def attractions_touched(book: Book, parts: Numbers, number: Number):
    """Return the set of places with an attraction that a network touches (N-10).

    Args:
        book: the edition.
        parts: the network's connected parts, as sets of places.
        number: the number of parts.
    """
    places = NONE
    for i in range(number):
        places |= parts[i]
    return places & book.attraction_places


@rule
def attraction_points(book: Book, parts: Numbers, number: Number):
    """Return the points of the attractions that a network touches, each counted once (N-10).

    Args:
        book: the edition.
        parts: the network's connected parts, as sets of places.
        number: the number of parts.
    """
    touched = attractions_touched(book, parts, number)
    return size(touched) * np.int64(book.attraction_points)
