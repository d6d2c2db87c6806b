"""The cheapest path between places, compared with all shortest paths by Floyd and Warshall."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from whistlestop.editions.limits import PLACES
from whistlestop.editions.load import load, names
from whistlestop.knowledge.paths import INFINITE, cheapest
from whistlestop.rules.book import book_of, books_of


def word(members: Any) -> np.uint64:
    """A set of numbers below 64 as a word."""
    return np.uint64(sum(1 << int(member) for member in members))


@pytest.mark.parametrize("name", names())
def test_no_path_is_cheaper(name: str) -> None:
    """Its cost is the least, its routes add up to it, and no path reaches a limit."""
    book: Any = books_of(load(name))[0]
    routes, places = int(book["routes"]), int(book["places"])
    random = np.random.default_rng(5)
    ends = np.stack([book["route_a"][:routes], book["route_b"][:routes]]).astype(int)
    distance, via = np.zeros(PLACES), np.zeros(PLACES, dtype=np.int64)
    found = 0
    for _ in range(200):
        cost = np.zeros(128)
        cost[:routes] = random.choice([0.0, 1.0, 2.0, 3.5, 6.0], routes)
        usable = random.random(routes) < 0.6
        sources, targets = random.choice(places, 4, replace=False).reshape(2, 2)
        limit = float(random.choice([INFINITE, 4.0, 9.0]))
        graph = np.full((places, places), np.inf)
        for route in np.flatnonzero(usable):
            a, b = ends[:, route]
            graph[a, b] = graph[b, a] = min(graph[a, b], cost[route])
        for middle in range(places):
            graph = np.minimum(graph, graph[:, [middle]] + graph[[middle], :])
        least = float(graph[np.ix_(sources, targets)].min())
        usable0 = word(route for route in np.flatnonzero(usable) if route < 64)
        usable1 = word(route - 64 for route in np.flatnonzero(usable) if route >= 64)
        cost_found, end = cheapest(
            book_of(load(name)),
            cost,
            usable0,
            usable1,
            word(sources),
            word(targets),
            limit,
            distance,
            via,
        )
        if least >= limit:
            assert (cost_found, end) == (limit, -1)
            continue
        found += 1
        assert cost_found == pytest.approx(least)
        assert end in targets
        place, total = int(end), 0.0
        while via[place] >= 0:
            route = int(via[place])
            assert usable[route]
            total += cost[route]
            place = int(ends[0, route] + ends[1, route] - place)
        assert place in sources
        assert total == pytest.approx(cost_found)
    assert found > 50


def test_places_in_common_need_no_path() -> None:
    """A source that is a target costs nothing, unless even that reaches the limit."""
    book, memory = book_of(load("usa")), (np.zeros(PLACES), np.zeros(PLACES, dtype=np.int64))
    cost, none = np.ones(128), np.uint64(0)
    shared = (none, none, word([3, 4]), word([4, 5]))
    assert cheapest(book, cost, *shared, INFINITE, *memory) == (0.0, 4)
    assert memory[1][4] == -1
    assert cheapest(book, cost, *shared, 0.0, *memory) == (0.0, -1)
