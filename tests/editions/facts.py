"""What the tests of the built-in editions count."""

from __future__ import annotations

from collections import Counter

import networkx as nx

from whistlestop.editions.model import Edition


def shortest_paths(edition: Edition) -> dict[str, dict[str, int]]:
    """Spaces between any two places; no path passes through a country (M-04)."""
    roads: nx.DiGraph[str] = nx.DiGraph()
    countries = {country.code for country in edition.countries}

    def add(a: str, b: str, spaces: int) -> None:
        known = roads[a][b]["weight"] if roads.has_edge(a, b) else spaces
        roads.add_edge(a, b, weight=min(spaces, known))

    for route in edition.routes:
        add(route.a, route.b, route.length)
        add(f"from {route.b}" if route.b in countries else route.b, route.a, route.length)
    paths: dict[str, dict[str, int]] = {}
    for start, ends in nx.all_pairs_dijkstra_path_length(roads):
        paths[start] = {end: int(spaces) for end, spaces in ends.items()}
    for country in countries:
        paths[country] = paths[f"from {country}"]
    return paths


def worth_more(edition: Edition) -> dict[str, int]:
    """The tickets that are not worth exactly their shortest path, and the difference."""
    paths = shortest_paths(edition)
    return {
        f"{ticket.origin}-{goal}": points - paths[ticket.origin][goal]
        for ticket in edition.tickets
        for goal, points in ticket.options
        if points != paths[ticket.origin][goal]
    }


def per_stack(edition: Edition) -> dict[str, tuple[int, int]]:
    """Tickets and points, the highest of each ticket, in each stack."""
    return {
        stack: (
            sum(ticket.stack == stack for ticket in edition.tickets),
            sum(
                max(points for _, points in ticket.options)
                for ticket in edition.tickets
                if ticket.stack == stack
            ),
        )
        for stack in edition.stacks
    }


def tracks(edition: Edition) -> Counter[int]:
    """How many pairs have one track, two, three."""
    pairs = Counter((frozenset((route.a, route.b)), route.exit) for route in edition.routes)
    return Counter(pairs.values())


def per_colour(edition: Edition) -> dict[str, tuple[int, int]]:
    """Routes and spaces of each colour."""
    routes: Counter[str] = Counter()
    spaces: Counter[str] = Counter()
    for route in edition.routes:
        routes[route.colour or "grey"] += 1
        spaces[route.colour or "grey"] += route.length
    return {colour: (number, spaces[colour]) for colour, number in routes.items()}
