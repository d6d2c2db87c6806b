"""Where one more station could open a route, for callers from Python.

The functions take records in arrays of one, as in `whole_actions`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.rules.bits import NONE, bit, lowest, without_lowest
from whistlestop.rules.compiling import rule
from whistlestop.rules.stations import free_cities, open_routes, stations_left

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Records
    from whistlestop.rules.record_types import Book, State


@rule
def sites(books: Records[Book], states: Records[State], seat: Number):
    """Return the cities where one more station of a seat could open a route (E-20, E-21).

    It does not matter whether the seat has the cards, or whether it is the seat's turn. The set is
    empty if the seat has built all of its stations.
    """
    book, state = books[0], states[0]
    found = NONE
    if stations_left(book, state, seat) == 0:
        return found
    cities = free_cities(book, state)
    while cities != NONE:
        city = lowest(cities)
        cities = without_lowest(cities)
        routes = open_routes(book, state, seat, city, 0) | open_routes(book, state, seat, city, 1)
        if routes != NONE:
            found |= bit(city)
    return found
