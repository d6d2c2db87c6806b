"""The cheapest way to complete a ticket, counted in pieces; who owns which route is public.

For callers that know the owners and have no state; records come in arrays of one, as in
`whole_actions`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from whistlestop.editions.limits import PLACES
from whistlestop.rules.bits import NONE, bit, has, lowest, without_lowest
from whistlestop.rules.compiling import rule
from whistlestop.rules.networks import other_end

PIECES: Final = 0
POINTS: Final = 1
NUMBER: Final = 2
ROUTES_FROM: Final = 3
WAY: Final = ROUTES_FROM + PLACES
"""A way as numbers: pieces, or `NO_WAY`; points; how many routes; and those, from the goal back."""

NO_WAY: Final = -1

FAR = np.int64(1 << 30)


@rule
def cheapest_ways(books, own, free, tickets, room, ways):
    """Write the cheapest way to complete each ticket, among equal ones the most valuable.

    Args:
        books: the edition.
        own: [word] the seat's routes, which cost nothing more.
        free: [word] the routes that it may still claim.
        tickets: their numbers.
        room: [2, PLACES] room for the search.
        ways: [ticket, WAY] where to write them.
    """
    book = books[0]
    costs, through = room[0], room[1]
    for i in range(tickets.shape[0]):
        ticket, way = tickets[i], ways[i]
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
            route = through[goal]
            goal = other_end(book, route, goal)
            if not has(own[route >> 6], route & 63):
                way[ROUTES_FROM + way[NUMBER]] = route
                way[NUMBER] += 1


@rule
def _reach(book, own, free, origin, costs, through):
    """Pieces from the origin to every place, and the route by which each is reached.

    E. W. Dijkstra, 1959; with so few places it looks at all of them for the nearest one.
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
        # A country can be left where a way begins, and not be passed through (M-04).
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
