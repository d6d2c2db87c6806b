"""Shortest joint networks: the cheapest routes that make several links at once.

The exact answer is a Steiner forest, too slow for a bot; this finds a good one. Links are made one
after the other, each along its cheapest path, with everything already chosen for nothing; then each
is torn up and made anew around the others while that helps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf

from whistlestop.bots.board import Board, Link

Path = tuple[int, ...]
"""Routes, in any order."""

_ROUNDS = 3
"""How often every link is made anew, at most."""


@dataclass(frozen=True)
class Network:
    """Routes to be claimed."""

    routes: frozenset[int]
    cost: float
    """The sum of the routes' costs."""
    paths: tuple[Path | None, ...]
    """For each link the routes it needs that cost something; None = it cannot be made."""


def shortest_path(
    board: Board, cost: Sequence[float], sources: Iterable[int], targets: frozenset[int]
) -> tuple[float, Path] | None:
    """The cheapest path from any source to any target: its cost, and its routes.

    Args:
        board: the network.
        cost: of each route; 0 = own already, infinite = impassable.
        sources: places to start from.
        targets: places to reach.
    """
    reached: dict[int, float] = {}
    came: dict[int, tuple[int, int]] = {}
    queue: list[tuple[float, int]] = []
    for source in sources:
        reached[source] = 0.0
        heappush(queue, (0.0, source))
    exits = board.exits
    while queue:
        so_far, place = heappop(queue)
        if so_far > reached[place]:
            continue
        if place in targets:
            return so_far, _walked(came, place)
        for route, other in exits[place]:
            total = so_far + cost[route]
            if total < reached.get(other, inf):
                reached[other] = total
                came[other] = (route, place)
                heappush(queue, (total, other))
    return None


def _walked(came: dict[int, tuple[int, int]], place: int) -> Path:
    routes: list[int] = []
    while place in came:
        route, place = came[place]
        routes.append(route)
    return tuple(routes)


def joint_network(board: Board, cost: Sequence[float], links: Sequence[Link]) -> Network:
    """A cheap network that makes all links, as far as they can be made.

    Args:
        board: the network.
        cost: of each route; 0 = own already, infinite = impassable.
        links: what is to be joined.
    """
    direct = [shortest_path(board, cost, a, b) for a, b in links]
    possible = [number for number, found in enumerate(direct) if found]
    ascending = sorted(possible, key=lambda number: _cost(direct[number]))
    orders = [ascending] if len(possible) < 2 else [ascending, ascending[::-1]]
    found = [_grown(board, cost, links, order) for order in orders]
    return min(found, key=lambda network: network.cost)


def _cost(found: tuple[float, Path] | None) -> float:
    return found[0] if found else inf


def _grown(board: Board, cost: Sequence[float], links: Sequence[Link], order: list[int]) -> Network:
    """Make the links in this order, then make each anew around the others."""
    now = list(cost)
    users = [0] * len(now)
    paths: list[Path | None] = [None] * len(links)
    for turn in range(_ROUNDS):
        changed = False
        for number in order:
            old = paths[number]
            for route in old or ():
                users[route] -= 1
                if not users[route]:
                    now[route] = cost[route]
            found = shortest_path(board, now, *links[number])
            new = tuple(route for route in found[1] if cost[route]) if found else ()
            path = _cheaper(old, new, now)
            changed = changed or path != old
            paths[number] = path
            for route in path:
                users[route] += 1
                now[route] = 0.0
        if not changed or len(order) < 2 or turn == _ROUNDS - 1:
            break
    routes = frozenset(route for route, number in enumerate(users) if number)
    return Network(routes, sum(cost[route] for route in routes), tuple(paths))


def _cheaper(old: Path | None, new: Path, now: Sequence[float]) -> Path:
    """The new path, or the old one if that costs no more."""
    if old is not None and sum(now[r] for r in old) <= sum(now[r] for r in new):
        return old
    return new
