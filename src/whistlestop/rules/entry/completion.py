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
"""The index of the number of pieces needed, in the array that describes a way to complete a
ticket. The element is `NO_WAY` if the ticket can no longer be completed."""
POINTS: Final = 1
"""The index of the points that the ticket brings, in the array that describes a way to complete a
ticket."""
NUMBER: Final = 2
"""The index of the number of routes to claim, in the array that describes a way to complete a
ticket."""
ROUTES_FROM: Final = 3
"""The index of the first route to claim, in the array that describes a way to complete a ticket.
The routes are in order from the ticket's destination back to its origin."""
WAY: Final = ROUTES_FROM + PLACES
"""The length of the array that describes a way to complete a ticket."""

NO_WAY: Final = -1
"""The number of pieces in the array that describes a way to complete a ticket, if the ticket can no
longer be completed."""

FAR = np.int64(1 << 30)
"""The cost of a place that cannot be reached. It is higher than the cost of any path."""


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
        books: the edition, as an array of one record.
        own: [word] the seat's routes, which cost no more pieces.
        free: [word] the routes that the seat may still claim.
        tickets: the numbers of the tickets.
        buffer: [2, PLACES] the workspace of the search.
        ways: [i, WAY] the way for the i-th ticket is written here. `PIECES`, `POINTS`, `NUMBER` and
            `ROUTES_FROM` are the indices of its elements. The number of pieces is `NO_WAY` if the
            ticket can no longer be completed.
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
    """Find the cheapest path from the places in `origin` to each place.

    For each place, the function writes the pieces that the path costs to `costs`, and the last
    route of the path to `through`. The cost is `FAR` if no path leads to the place. The last route
    is -1 for places in `origin` and if there is no path.

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
