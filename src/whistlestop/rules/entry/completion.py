"""The cheapest way to complete a ticket, counted in pieces.

The cheapest way depends on public facts only: who owns which route. The functions are for callers
that know the owners but have no state. They take records in arrays of one, as in `whole_actions`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import PLACES
from whistlestop.rules.bits import NONE, bit, has, lowest, without_lowest
from whistlestop.rules.compiling import rule
from whistlestop.rules.networks import other_end

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Numbers, Records, Set
    from whistlestop.rules.record_types import Book

PIECES: Final = 0
"""The index, in a way, of the number of pieces that the way costs, or `NO_WAY`."""
POINTS: Final = 1
"""The index, in a way, of the points of the ticket."""
NUMBER: Final = 2
"""The index, in a way, of the number of routes to claim."""
ROUTES_FROM: Final = 3
"""The index, in a way, of the first of the routes to claim, in order from the goal back."""
WAY: Final = ROUTES_FROM + PLACES
"""The length of a way, which is an array of numbers."""

NO_WAY: Final = -1
"""The value instead of the number of pieces if the ticket can no longer be completed."""

FAR = np.int64(1 << 30)
"""The cost of a place that cannot be reached. It is higher than the cost of any way."""


@rule
def cheapest_ways(
    books: Records[Book],
    own: Numbers,
    free: Numbers,
    tickets: Numbers,
    buffer: Numbers,
    ways: Numbers,
):
    """Write the cheapest way to complete each ticket.

    If several destinations are equally cheap, the way leads to the one with the most points.

    Args:
        books: the edition.
        own: [word] the seat's routes, which cost nothing more.
        free: [word] the routes that the seat may still claim.
        tickets: the numbers of the tickets.
        buffer: [2, PLACES] working memory of the search.
        ways: [ticket, WAY] the ways are written here.
    """
    book = books[0]
    costs, through = buffer[0], buffer[1]
    for i in range(tickets.shape[0]):
        ticket, way = np.int64(tickets[i]), ways[i]
        _reach(book, own, free, book.ticket_origin[ticket], costs, through)
        way[PIECES], way[POINTS], way[NUMBER] = NO_WAY, 0, 0
        goal, pieces = np.int64(0), FAR
        for option in range(book.ticket_options[ticket]):
            points = book.ticket_points[ticket, option]
            goals = book.ticket_goal[ticket, option]
            while goals != NONE:
                place = lowest(goals)
                goals = without_lowest(goals)
                cost = costs[place]
                if cost < pieces or (cost == pieces and cost < FAR and points > way[POINTS]):
                    goal, pieces = place, cost
                    way[PIECES], way[POINTS] = cost, points
        if pieces == FAR:
            continue
        while through[goal] >= 0:
            route = np.int64(through[goal])
            goal = other_end(book, route, goal)
            if not has(own[route >> 6], route & 63):
                way[ROUTES_FROM + way[NUMBER]] = route
                way[NUMBER] += 1


@rule
def _reach(book: Book, own: Numbers, free: Numbers, origin: Set, costs: Numbers, through: Numbers):
    """Write the fewest pieces that reach each place to `costs`, and the last route to `through`.

    This is the algorithm of E. W. Dijkstra, 1959. To find the nearest place, the function looks at
    all places, because there are only a few.
    """
    for place in range(book.places):
        costs[place] = 0 if has(origin, place) else FAR
        through[place] = -1
    settled = NONE
    while True:
        nearest, cost = np.int64(-1), FAR
        for place in range(book.places):
            if costs[place] < cost and not has(settled, place):
                nearest, cost = np.int64(place), costs[place]
        if nearest < 0:
            return
        settled |= bit(nearest)
        # A way may begin in a country, but not pass through one (M-04).
        if not has(book.cities | origin, nearest):
            continue
        for word in range(2):
            roads = book.at[nearest, word] & (own[word] | free[word])
            while roads != NONE:
                route = lowest(roads)
                roads = without_lowest(roads)
                number = 64 * word + route
                price = (
                    np.int64(0) if has(own[word], route) else np.int64(book.route_length[number])
                )
                other = other_end(book, number, nearest)
                if cost + price < costs[other]:
                    costs[other], through[other] = cost + price, number
