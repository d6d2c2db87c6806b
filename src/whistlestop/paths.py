"""What a ticket still needs: the cheapest way to complete it, counted in pieces."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from whistlestop.editions.gazetteer import gazetteer
from whistlestop.view import View


@dataclass(frozen=True, slots=True)
class Way:
    """A way to complete a ticket."""

    pieces: int
    """Spaces that are still to be claimed; 0 = completed."""
    routes: tuple[str, ...]
    """The routes still to be claimed, from the ticket's origin on."""
    points: int
    """What the ticket is worth this way."""


def cheapest_way(view: View, seat: int, ticket: str) -> Way | None:
    """The cheapest way to complete a ticket by one's own routes and open ones.

    Args:
        view: what is on the table; routes are public, so any view will do.
        seat: whose network counts.
        ticket: the ticket's code.

    Returns:
        The way with the fewest pieces, among equals the most valuable; None if none is open.
    """
    return cheapest_ways(view, seat, (ticket,))[ticket]


def cheapest_ways(view: View, seat: int, tickets: Iterable[str]) -> dict[str, Way | None]:
    """The same of several tickets, by code."""
    roads = _roads(view, seat)
    return {ticket: _cheapest(view, roads, ticket) for ticket in tickets}


_Roads = list[list[tuple[int, int, int]]]
"""For each place: (neighbour, route, pieces it costs)."""


def _cheapest(view: View, roads: _Roads, ticket: str) -> Way | None:
    index = gazetteer(view.edition)
    entry = view.edition.tickets[index.ticket_of[ticket]]
    goals = {place: points for code, points in entry.options for place in index.points_of(code)}
    best: dict[int, int] = {}
    queue: list[tuple[int, int, tuple[int, ...]]] = [
        (0, place, ()) for place in index.points_of(entry.origin)
    ]
    found: Way | None = None
    starts = {place for _, place, _ in queue}
    while queue:
        pieces, place, travelled = heapq.heappop(queue)
        if found is not None and pieces > found.pieces:
            break
        if place in goals and (found is None or goals[place] > found.points):
            codes = tuple(index.route_codes[route] for route in travelled)
            found = Way(pieces, codes, goals[place])
        if best.get(place, 1 << 30) <= pieces:
            continue
        best[place] = pieces
        if index.places[place].country and place not in starts:
            continue
        for neighbour, route, cost in roads[place]:
            if best.get(neighbour, 1 << 30) > pieces + cost:
                way = (*travelled, route) if cost else travelled
                heapq.heappush(queue, (pieces + cost, neighbour, way))
    return found


def open_to(view: View, seat: int, route: str) -> bool:
    """Whether a seat may still claim a route, as far as ownership goes (C-25, C-26)."""
    return _open(view, _owners(view), seat, gazetteer(view.edition).route_of[route])


def open_routes(view: View, seat: int) -> set[str]:
    """All routes that a seat may still claim, as far as ownership goes."""
    index, owners = gazetteer(view.edition), _owners(view)
    return {
        code
        for route, code in enumerate(index.route_codes)
        if (route not in owners and not index.parallel[route]) or _open(view, owners, seat, route)
    }


def _owners(view: View) -> dict[int, int]:
    """The owner of every claimed route, by number."""
    route_of = gazetteer(view.edition).route_of
    return {route_of[code]: player.seat for player in view.players for code in player.routes}


def _open(view: View, owners: Mapping[int, int], seat: int, route: int) -> bool:
    """The same, with the owners looked up once for many routes."""
    if route in owners:
        return False
    parallel = gazetteer(view.edition).parallel[route]
    if any(owners.get(other) == seat for other in parallel):
        return False
    few = len(view.players) <= view.edition.parallel_closed_up_to
    return not (few and any(other in owners for other in parallel))


def _roads(view: View, seat: int) -> _Roads:
    """The ways there are: own routes cost nothing, closed ones are out."""
    index = gazetteer(view.edition)
    owners = _owners(view)
    roads: _Roads = [[] for _ in index.places]
    for route, (a, b) in enumerate(index.route_ends):
        if route in owners:
            if owners[route] != seat:
                continue
            cost = 0
        elif not index.parallel[route] or _open(view, owners, seat, route):
            cost = view.edition.routes[route].length
        else:
            continue
        roads[a].append((b, route, cost))
        roads[b].append((a, route, cost))
    return roads
