"""The longest path of a network, found exactly (U-10).

A trail uses each route of the network at most once and may visit a city any number of times. The
longest path is the trail with the most spaces.

First, the trees that hang on the network are folded into their roots. A trail that enters a tree
cannot come back, so that only the longest and the second longest way down from each place matter.
The routes that remain, the core, are those on cycles and the bridges between cycles.

In the core, the search does not follow trails step by step. Connected routes form one trail from a
start to an end if an even number of them meets at every other place (Euler). So for each start and
end, the search leaves out routes of as few spaces as possible until that holds. At a place where
one route has to be left out, the search tries each route of that place. A trail usually lacks only
a handful of routes, while there can be millions of orders in which to walk the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import LENGTH, PLACES, ROUTES
from whistlestop.rules.bits import NONE, bit, lowest, size, without_lowest
from whistlestop.rules.compiling import rule
from whistlestop.rules.networks import other_end, part_at
from whistlestop.rules.records import record

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers, Set
    from whistlestop.rules.record_types import Book, Trail

TRAIL = record(
    [
        ("routes", np.uint64, (2,)),
        ("degree", np.int64, (PLACES,)),
        ("down", np.int64, (PLACES,)),
        ("down2", np.int64, (PLACES,)),
        ("via", np.int64, (PLACES,)),
        ("via2", np.int64, (PLACES,)),
        ("best", np.int64),
        ("core", np.uint64, (2,)),
        ("tail_place", np.int64, (2,)),
        ("tail_route", np.int64, (2,)),
        ("left", np.uint64, (ROUTES + 1, 2)),
        ("kept", np.uint64, (ROUTES + 1, 2)),
        ("untried", np.uint64, (ROUTES + 1, 2)),
        ("uneven", np.uint64, (ROUTES + 1,)),
    ]
)
"""The memory of the search for the longest path.

The search first folds away routes in trees that hang on the network (`fold_trees`).

| field | meaning |
| --- | --- |
| `routes` | [word] the routes not yet folded away |
| `degree` | [place] how many of the routes not yet folded away meet at a place |
| `down` | [place] spaces of the longest way from the place down a folded tree |
| `down2` | [place] spaces of the second longest way from the place down a folded tree |
| `via` | [place] the first route of the way whose length `down` has; -1 = there is none |
| `via2` | [place] the first route of the way whose length `down2` has; -1 = there is none |
| `best` | spaces of the longest trail found |
| `core` | [word] the routes of the longest trail that are not folded away |
| `tail_place` | [end] the place where end 0 or end 1 of the longest trail leaves the core |
| `tail_route` | [end] the route by which end 0 or 1 of the trail enters a folded tree; -1 = none |
| `left` | [depth, word] the stack of the search: the routes that the trail may still use |
| `kept` | [depth, word] the routes that must stay, because leaving them out was tried before |
| `untried` | [depth, word] the routes to leave out next, one after another |
| `uneven` | [depth] the places where an odd number of routes still has to be left out |
"""


@rule
def longest_trail(book: Book, routes0: Set, routes1: Set, work: Trail):
    """Return the number of spaces of the longest trail in a network.

    Args:
        book: the edition.
        routes0: the network's routes below 64, as a set.
        routes1: the network's routes from 64 on, as a set.
        work: a `TRAIL` record; its contents before the call do not matter. Afterwards it describes
            the trail for `trail_routes`.
    """
    fold_trees(book, routes0, routes1, work)
    routes0, routes1 = work.routes[0], work.routes[1]
    while routes0 | routes1 != NONE:
        route = lowest(routes0) if routes0 != NONE else lowest(routes1) + 64
        part0, part1, places = part_at(book, np.int64(book.route_a[route]), routes0, routes1)
        routes0 &= ~part0
        routes1 &= ~part1
        search_part(book, part0, part1, places, work)
    return work.best


@rule
def trail_routes(book: Book, work: Trail, order: Numbers):
    """Write the routes of the trail that `longest_trail` found, in the order of the trail.

    Args:
        book: the edition.
        work: the `TRAIL` record that was passed to `longest_trail`.
        order: the routes are written here. It needs one element for each route of the network.

    Returns:
        The number of routes written.
    """
    found0, found1 = work.core[0], work.core[1]
    for end in range(2):
        place, route = work.tail_place[end], work.tail_route[end]
        while route >= 0:
            if route < 64:
                found0 |= bit(route)
            else:
                found1 |= bit(route - 64)
            place = other_end(book, route, place)
            route = work.via[place]
    return walk(book, found0, found1, order)


@rule
def walk(book: Book, routes0: Set, routes1: Set, order: Numbers):
    """Write all routes of a set to `order`, in the order of a trail. Return the number of routes.

    There must be a trail that takes every route of the set once. At each step, the trail takes a
    route after which all remaining routes can still be reached (M. Fleury, 1883).
    """
    place = start_of(book, routes0, routes1)
    number = 0
    while routes0 | routes1 != NONE:
        here0, here1 = book.at[place, 0] & routes0, book.at[place, 1] & routes1
        while True:
            if here0 != NONE:
                route = lowest(here0)
                here0 = without_lowest(here0)
                left0, left1 = routes0 & ~bit(route), routes1
            else:
                route = lowest(here1) + 64
                here1 = without_lowest(here1)
                left0, left1 = routes0, routes1 & ~bit(route - 64)
            other = other_end(book, route, place)
            near0, near1, _ = part_at(book, other, left0, left1)
            if near0 == left0 and near1 == left1:
                break
        order[number] = route
        number += 1
        place, routes0, routes1 = other, left0, left1
    return number


@rule
def start_of(book: Book, routes0: Set, routes1: Set):
    """Return a place where a trail of all these routes can start.

    The result is a place where an odd number of these routes meets. If there is no such place, the
    result is any place that these routes touch.
    """
    start = np.int64(-1)
    for place in range(book.places):
        number = size(book.at[place, 0] & routes0) + size(book.at[place, 1] & routes1)
        if number & 1:
            return np.int64(place)
        if number > 0:
            start = np.int64(place)
    return start


@rule
def remember(work: Trail, length: Number, core0: Set, core1: Set):
    """Save a new longest trail in `work`: its number of spaces, and the set of its routes.

    `core0` and `core1` are the two words of the set, which has only the trail's routes in the core.
    """
    work.best = length
    work.core[0], work.core[1] = core0, core1


@rule
def fold_trees(book: Book, routes0: Set, routes1: Set, work: Trail):
    """Fold the trees of a network: while a place has a single route left, remove that route.

    `work` then holds the longest ways down, the routes that remain, and the longest trail that lies
    in trees alone.
    """
    work.routes[0] = routes0
    work.routes[1] = routes1
    work.tail_route[0], work.tail_route[1] = -1, -1
    remember(work, 0, NONE, NONE)
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
                    work.down[place], work.via[place] = 0, -1
                    work.down2[place], work.via2[place] = 0, -1
                work.degree[place] += 1
    while met != NONE:
        place = lowest(met)
        met = without_lowest(met)
        while work.degree[place] == 1:
            word = 0 if book.at[place, 0] & work.routes[0] != NONE else 1
            route = lowest(book.at[place, word] & work.routes[word]) + 64 * word
            neighbour = other_end(book, route, place)
            length = work.down[place] + np.int64(book.route_length[route])
            if length + work.down[neighbour] > work.best:
                remember(work, length + work.down[neighbour], NONE, NONE)
                work.tail_place[0], work.tail_route[0] = neighbour, route
                work.tail_place[1], work.tail_route[1] = neighbour, work.via[neighbour]
            if length > work.down[neighbour]:
                work.down2[neighbour] = work.down[neighbour]
                work.via2[neighbour] = work.via[neighbour]
                work.down[neighbour], work.via[neighbour] = length, route
            elif length > work.down2[neighbour]:
                work.down2[neighbour], work.via2[neighbour] = length, route
            work.routes[word] &= ~bit(route & 63)
            work.degree[place] = 0
            work.degree[neighbour] -= 1
            place = neighbour


@rule
def part_length(book: Book, routes: Set, word: Number):
    """Return the sum of the spaces of the routes in one word of a set.

    `word` is 0 if `routes` holds routes below 64, and 1 if it holds routes from 64 on.
    """
    length = np.int64(0)
    while routes != NONE:
        length += np.int64(book.route_length[lowest(routes) + 64 * word])
        routes = without_lowest(routes)
    return length


@rule
def search_part(book: Book, part0: Set, part1: Set, places: Set, work: Trail):
    """Search all trails of a connected part of the core, for every pair of a start and an end.

    If the longest trail found is longer than the trail in `work`, it replaces that trail.
    """
    odd = NONE
    rest = places
    while rest != NONE:
        place = lowest(rest)
        rest = without_lowest(rest)
        here0, here1 = book.at[place, 0] & part0, book.at[place, 1] & part1
        if (size(here0) + size(here1)) & 1:
            odd |= bit(place)
    starts = places
    while starts != NONE:
        start = lowest(starts)
        ends = starts
        starts = without_lowest(starts)
        while ends != NONE:
            end = lowest(ends)
            ends = without_lowest(ends)
            search_between(book, start, end, part0, part1, odd, work)


@rule
def shortest(book: Book, routes: Set, first: Number):
    """Return the spaces of the shortest route in one word of a set, or `LENGTH` if it has no route.

    `first` is the number of the first route of the word: 0 or 64.
    """
    length = np.int64(LENGTH)
    while routes != NONE:
        length = min(length, np.int64(book.route_length[lowest(routes) + first]))
        routes = without_lowest(routes)
    return length


@rule
def search_between(
    book: Book, start: Number, end: Number, part0: Set, part1: Set, odd: Set, work: Trail
):
    """Search the trails of a part from `start` to `end`, each extended down the trees at both ends.

    At each place of `work.uneven`, an odd number of routes must be left out. At all other places,
    an even number must be left out.

    Args:
        book: the edition.
        start: the place where the trails start.
        end: the place where the trails end.
        part0: the part's routes below 64.
        part1: the part's routes from 64 on.
        odd: the set of places where an odd number of the part's routes meets.
        work: the memory of the search, which receives the longest trail.
    """
    tails = work.down[start] + (work.down2[end] if start == end else work.down[end])
    uneven = odd ^ bit(start) ^ bit(end)
    depth = np.int64(0)
    work.left[0, 0], work.left[0, 1] = part0, part1
    work.kept[0, 0], work.kept[0, 1] = NONE, NONE
    work.uneven[0] = uneven
    if not is_open(book, start, end, tails, 0, work):
        return
    while depth >= 0:
        word = 0 if work.untried[depth, 0] != NONE else 1
        untried = work.untried[depth, word]
        if untried == NONE:
            depth -= 1
            continue
        chosen = untried & ~without_lowest(untried)
        route = lowest(untried) + 64 * word
        ends = bit(book.route_a[route]) | bit(book.route_b[route])
        for other in range(2):
            work.left[depth + 1, other] = work.left[depth, other]
            work.kept[depth + 1, other] = work.kept[depth, other]
        work.left[depth + 1, word] &= ~chosen
        work.uneven[depth + 1] = work.uneven[depth] ^ ends
        work.untried[depth, word] &= ~chosen
        work.kept[depth, word] |= chosen
        if is_open(book, start, end, tails, depth + 1, work):
            depth += 1


@rule
def is_open(book: Book, start: Number, end: Number, tails: Number, depth: Number, work: Trail):
    """Return whether leaving out more routes can give a longer trail.

    First, the function drops the routes that are no longer connected with `start`. If no place is
    uneven then, the remaining routes form a trail, and the result is False. The trail is stored if
    it is the longest so far. If the result is True, `work.untried` has the routes to leave out
    next.

    Args:
        book: the edition.
        start: the place where the trails start.
        end: the place where the trails end.
        tails: the spaces of the ways down the trees at both ends.
        depth: the depth of the search.
        work: the memory of the search.
    """
    routes0, routes1, places = part_at(book, start, work.left[depth, 0], work.left[depth, 1])
    work.left[depth, 0], work.left[depth, 1] = routes0, routes1
    work.uneven[depth] &= places
    length = part_length(book, routes0, 0) + part_length(book, routes1, 1) + tails
    uneven = work.uneven[depth]
    if uneven == NONE:
        if length > work.best:
            remember(work, length, routes0, routes1)
            work.tail_place[0], work.tail_place[1] = start, end
            work.tail_route[0] = work.via[start]
            work.tail_route[1] = work.via2[end] if start == end else work.via[end]
        return False
    if size(uneven) & 1:
        return False  # the end is no longer connected with the start
    loose0, loose1 = routes0 & ~work.kept[depth, 0], routes1 & ~work.kept[depth, 1]
    to_go, fewest = np.int64(0), np.int64(ROUTES)
    while uneven != NONE:
        place = lowest(uneven)
        uneven = without_lowest(uneven)
        here0, here1 = book.at[place, 0] & loose0, book.at[place, 1] & loose1
        to_go += min(shortest(book, here0, 0), shortest(book, here1, 64))
        number = size(here0) + size(here1)
        if number < fewest:
            fewest = number
            work.untried[depth, 0], work.untried[depth, 1] = here0, here1
    # Leaving out one route can mend two places, so that half of the spaces may be enough.
    return fewest > 0 and length - ((to_go + 1) >> 1) > work.best
