"""Longest paths, connections, tickets and districts against brute force and networkx."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.load import load
from whistlestop.rules.attractions import attraction_points
from whistlestop.rules.book import BOOK, book_of
from whistlestop.rules.districts import district_points
from whistlestop.rules.networks import PARTS, components
from whistlestop.rules.tickets import value
from whistlestop.rules.trails import TRAIL, longest_trail, trail_routes

Edge = tuple[int, int, int]
"""Two places and a length."""

EDITIONS = ("usa", "germany", "london", "europe", "switzerland", "newyork", "india", "nordic")


@lru_cache(maxsize=1)
def work() -> Any:
    return np.zeros(1, dtype=TRAIL)[0]


def words(routes: set[int]) -> tuple[np.uint64, np.uint64]:
    """A set of routes as the rules write it."""
    mask = sum(1 << route for route in routes)
    return np.uint64(mask & (2**64 - 1)), np.uint64(mask >> 64)


def book_of_edges(edges: list[Edge], first: int = 0) -> Any:
    """A book that holds these routes, numbered from `first` on, and nothing else."""
    store = np.zeros(1, dtype=BOOK)
    book: Any = store[0]
    book.routes = first + len(edges)
    book.places = 64
    for number, (a, b, length) in enumerate(edges, start=first):
        book.route_a[number], book.route_b[number], book.route_length[number] = a, b, length
        for end in (a, b):
            book.at[end, number // 64] |= np.uint64(1 << number % 64)
    return book


def brute_force(edges: list[Edge]) -> int:
    """The longest trail by trying all of them."""

    def on(place: int, left: frozenset[int]) -> int:
        best = 0
        for number in left:
            a, b, length = edges[number]
            if place == a:
                best = max(best, length + on(b, left - {number}))
            if place == b:
                best = max(best, length + on(a, left - {number}))
        return best

    places = {end for a, b, _ in edges for end in (a, b)}
    return max((on(place, frozenset(range(len(edges)))) for place in places), default=0)


def trail(book: Any, routes: set[int]) -> int:
    """The spaces of a longest trail; and a walk along one, which must be as long."""
    found = int(longest_trail(book, *words(routes), work()))
    order = np.full(128, -1, dtype=np.int64)
    number = int(trail_routes(book, work(), order))
    path: list[int] = order[:number].tolist()
    assert len(set(path)) == number
    assert set(path) <= routes
    assert sum(int(book.route_length[route]) for route in path) == found
    heads = {int(end) for route in path[:1] for end in (book.route_a[route], book.route_b[route])}
    for route in path:
        a, b = int(book.route_a[route]), int(book.route_b[route])
        heads = {b if head == a else a for head in heads if head in (a, b)}
        assert heads, path
    return found


@given(
    st.lists(
        st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(1, 9)).filter(
            lambda edge: edge[0] != edge[1]
        ),
        max_size=9,
    ),
    st.integers(0, 118),
)
@settings(max_examples=400, deadline=None)
def test_longest_path_of_any_small_network(edges: list[Edge], first: int) -> None:
    """U-10: with parallel tracks, loops, several parts, and over the border of both words."""
    book = book_of_edges(edges, first)
    assert trail(book, set(range(first, first + len(edges)))) == brute_force(edges)


def grown(random: Random, ends: tuple[tuple[int, int], ...], number: int) -> set[int]:
    """A network that grows as players build: mostly where it already is."""
    routes = {random.randrange(len(ends))}
    while len(routes) < number:
        places = {end for route in routes for end in ends[route]}
        near = [r for r, pair in enumerate(ends) if r not in routes and places & set(pair)]
        routes.add(random.choice(near if near and random.random() < 0.9 else range(len(ends))))
    return routes


@pytest.mark.parametrize("name", EDITIONS)
def test_longest_path_on_the_boards(name: str) -> None:
    """Networks of up to ten routes, tried exhaustively."""
    edition, random = load(name), Random(name)
    ends = gazetteer(edition).route_ends
    for _ in range(250):
        routes = grown(random, ends, random.randint(1, 10))
        edges = [(*ends[route], edition.routes[route].length) for route in sorted(routes)]
        assert trail(book_of(edition), routes) == brute_force(edges), sorted(routes)


def eulerian_bound(edges: list[Edge]) -> int | None:
    """The length of all edges where one trail takes them all, otherwise None."""
    graph: Any = nx.MultiGraph()  # type: ignore
    graph.add_edges_from((a, b) for a, b, _ in edges)
    if nx.is_connected(graph) and nx.has_eulerian_path(graph):
        return sum(length for *_, length in edges)
    return None


@pytest.mark.parametrize("name", EDITIONS)
def test_longest_path_of_large_networks(name: str) -> None:
    """As large as pieces allow: one trail that takes all, or less; never less than a part gives."""
    edition, random = load(name), Random(f"large {name}")
    ends, book = gazetteer(edition).route_ends, book_of(edition)
    for _ in range(150):
        routes = set[int]()
        order = sorted(grown(random, ends, min(40, len(ends))), key=lambda _: random.random())
        for route in order:
            spaces = sum(edition.routes[r].length for r in routes)
            if spaces + edition.routes[route].length <= edition.pieces:
                routes.add(route)
        edges = [(*ends[route], edition.routes[route].length) for route in sorted(routes)]
        found, whole = trail(book, routes), sum(length for *_, length in edges)
        bound = eulerian_bound(edges)
        assert found == bound if bound is not None else found < whole
        route = random.choice(sorted(routes))
        less = trail(book, routes - {route})
        assert less <= found <= 2 * less + edition.routes[route].length
        walked = 0
        place = random.choice(edges)[0]
        left = list(edges)
        while near := [edge for edge in left if place in edge[:2]]:
            edge = random.choice(near)
            left.remove(edge)
            walked += edge[2]
            place = edge[1] if place == edge[0] else edge[0]
        assert walked <= found


def graph_of(name: str, routes: set[int]) -> Any:
    """The network for networkx; border points of countries are dead ends of their own."""
    index = gazetteer(load(name))
    graph: Any = nx.MultiGraph()  # type: ignore
    for route in routes:
        graph.add_edge(*index.route_ends[route])
    return graph


@pytest.mark.parametrize("name", EDITIONS)
def test_connected_parts(name: str) -> None:
    edition, random = load(name), Random(f"parts {name}")
    index, book = gazetteer(edition), book_of(edition)
    out = np.zeros(PARTS, dtype=np.uint64)
    for _ in range(200):
        routes = {r for r in range(len(edition.routes)) if random.random() < random.random()}
        number = components(book, *words(routes), out)
        found = {frozenset(p for p in range(64) if int(word) >> p & 1) for word in out[:number]}
        graph = graph_of(name, routes)
        assert found == {frozenset(part) for part in nx.connected_components(graph)}
        assert number == len(found)
        for ticket in range(len(edition.tickets)):
            assert int(value(book, ticket, out, number)) == ticket_value(name, ticket, graph)
        if edition.districts:
            expected = sum(
                district.points
                for district in edition.districts
                if any({index.place_of[code] for code in district.cities} <= part for part in found)
            )
            assert int(district_points(book, out, number)) == expected
        touched = {index.places[place].code for part in found for place in part}
        sights = {city.code for city in edition.cities if city.attraction}
        assert int(attraction_points(book, out, number)) == len(sights & touched)


def ticket_value(name: str, ticket: int, graph: Any) -> int:
    """C-33, M-04, S-03: what a ticket is worth, found with networkx alone."""
    edition = load(name)
    index = gazetteer(edition)
    entry = edition.tickets[ticket]

    def linked(code: str) -> bool:
        return any(
            a in graph and b in graph and nx.has_path(graph, a, b)
            for a in index.points_of(entry.origin)
            for b in index.points_of(code)
        )

    done = [points for code, points in entry.options if linked(code)]
    return max(done) if done else -min(points for _, points in entry.options)


def test_countries_are_dead_ends() -> None:
    """M-04: no path passes through a country, nor joins two of its border routes."""
    index = gazetteer(load("germany"))
    degrees = [0] * len(index.places)
    pairs = {frozenset(ends) for ends in index.route_ends}
    for pair in pairs:
        for place in pair:
            degrees[place] += 1
    assert any(place.country for place in index.places)
    for number, place in enumerate(index.places):
        assert not place.country or degrees[number] == 1, place.name
