"""The longest path, exact (U-10): a trail of own routes, each used once, cities as often as wanted.

First the trees hanging on the network are folded into their roots: a trail that goes down into one
never comes back, so only the longest and second longest way down from each place matter. What is
left are the routes on cycles, and bridges between them; those are searched, depth first with an
explicit stack, leaving out what cannot beat the best even with all routes that are still unused.
"""

from __future__ import annotations

import numpy as np

from whistlestop.editions.limits import PLACES, ROUTES
from whistlestop.rules.bits import NONE, bit, lowest, without_lowest
from whistlestop.rules.compiling import rule

TRAIL = np.dtype(
    (
        np.record,
        [
            ("routes", np.uint64, (2,)),
            ("degree", np.int64, (PLACES,)),
            ("down", np.int64, (PLACES,)),
            ("down2", np.int64, (PLACES,)),
            ("best", np.int64),
            ("untried", np.uint64, (ROUTES + 1, 2)),
            ("place", np.int64, (ROUTES + 1,)),
            ("entered", np.int64, (ROUTES + 1,)),
            ("part", np.uint64, (2,)),
            ("odd_cost", np.int64, (PLACES,)),
        ],
    )
)
"""Room for the search.

| field | meaning |
| --- | --- |
| `routes` | [word] the routes not yet folded away |
| `degree` | [place] how many of them meet there |
| `down`, `down2` | [place] longest and second longest way down a folded tree |
| `best` | longest trail found |
| `untried`, `place`, `entered` | [depth] the search's stack |
| `part` | [word] the routes of the connected part being searched |
| `odd_cost` | spaces that a trail must leave out at a place where an odd number of routes meet |
"""


@rule
def longest_trail(book, routes0, routes1, work):
    """The number of spaces of the longest trail in a network.

    Args:
        book: the edition.
        routes0: the network's routes below 64, as a set.
        routes1: its routes from 64 on.
        work: a `TRAIL` record to work in; what it holds does not matter.
    """
    fold_trees(book, routes0, routes1, work)
    while (work.routes[0] | work.routes[1]) != NONE:
        places = take_part(book, work)
        search_part(book, places, work)
    return work.best


@rule
def fold_trees(book, routes0, routes1, work):
    """Fold every place where one route ends into its neighbour, until none is left."""
    work.routes[0] = routes0
    work.routes[1] = routes1
    work.best = 0
    met = NONE
    for word in range(2):
        routes = work.routes[word]
        while routes != NONE:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            for place in (np.int64(book.route_a[route]), np.int64(book.route_b[route])):
                if (met >> np.uint64(place)) & np.uint64(1) == NONE:
                    met |= bit(place)
                    work.degree[place] = 0
                    work.down[place] = 0
                    work.down2[place] = 0
                work.degree[place] += 1
    while met != NONE:
        place = lowest(met)
        met = without_lowest(met)
        while work.degree[place] == 1:
            word = 0 if book.at[place, 0] & work.routes[0] != NONE else 1
            route = lowest(book.at[place, word] & work.routes[word]) + 64 * word
            neighbour = other_end(book, route, place)
            length = work.down[place] + np.int64(book.route_length[route])
            work.best = max(work.best, length + work.down[neighbour])
            if length > work.down[neighbour]:
                work.down2[neighbour] = work.down[neighbour]
                work.down[neighbour] = length
            elif length > work.down2[neighbour]:
                work.down2[neighbour] = length
            work.routes[word] &= ~bit(route & 63)
            work.degree[place] = 0
            work.degree[neighbour] -= 1
            place = neighbour


@rule
def other_end(book, route, place):
    """The place to which a route leads from this one."""
    a = np.int64(book.route_a[route])
    return np.int64(book.route_b[route]) if a == place else a


@rule
def take_part(book, work):
    """Move one connected part of `work.routes` to `work.part`; its places."""
    word = 0 if work.routes[0] != NONE else 1
    frontier = bit(np.int64(book.route_a[lowest(work.routes[word]) + 64 * word]))
    places = NONE
    work.part[0] = NONE
    work.part[1] = NONE
    while frontier != NONE:
        place = lowest(frontier)
        frontier = without_lowest(frontier)
        places |= bit(place)
        for word in range(2):
            routes = book.at[place, word] & work.routes[word]
            work.part[word] |= routes
            work.routes[word] &= ~routes
            while routes != NONE:
                neighbour = other_end(book, lowest(routes) + 64 * word, place)
                routes = without_lowest(routes)
                frontier |= bit(neighbour) & ~places
    return places


@rule
def part_length(book, routes, word):
    """The spaces of a set of routes."""
    length = np.int64(0)
    while routes != NONE:
        length += np.int64(book.route_length[lowest(routes) + 64 * word])
        routes = without_lowest(routes)
    return length


@rule
def search_part(book, places, work):
    """Search the trails of a part whose every place lies between at least two of its routes."""
    total = part_length(book, work.part[0], 0) + part_length(book, work.part[1], 1)
    deepest = np.int64(0)
    rest = places
    while rest != NONE:
        deepest = max(deepest, work.down[lowest(rest)])
        rest = without_lowest(rest)
    rest = places
    while rest != NONE:
        start = lowest(rest)
        rest = without_lowest(rest)
        if work.down[start] + total + deepest > work.best:
            search_from(book, start, total, deepest, work)


@rule
def search_from(book, start, total, deepest, work):
    """Search the trails that begin at this place, after the longest way up to it."""
    depth = 0
    length = np.int64(work.down[start])
    unused = total
    part0, part1 = work.part[0], work.part[1]
    work.place[0] = start
    work.untried[0, 0] = book.at[start, 0] & part0
    work.untried[0, 1] = book.at[start, 1] & part1
    while depth >= 0:
        word = 0 if work.untried[depth, 0] != NONE else 1
        candidates = work.untried[depth, word]
        if candidates == NONE or length + unused + deepest <= work.best:
            if depth > 0:
                route = work.entered[depth]
                if route < 64:
                    part0 |= bit(route)
                else:
                    part1 |= bit(route - 64)
                length -= np.int64(book.route_length[route])
                unused += np.int64(book.route_length[route])
            depth -= 1
            continue
        work.untried[depth, word] = without_lowest(candidates)
        route = lowest(candidates) + 64 * word
        place = other_end(book, route, work.place[depth])
        if word == 0:
            part0 &= ~bit(route)
        else:
            part1 &= ~bit(route - 64)
        length += np.int64(book.route_length[route])
        unused -= np.int64(book.route_length[route])
        ending = work.down2[place] if place == start else work.down[place]
        work.best = max(work.best, length + ending)
        depth += 1
        work.entered[depth] = route
        work.place[depth] = place
        work.untried[depth, 0] = book.at[place, 0] & part0
        work.untried[depth, 1] = book.at[place, 1] & part1
