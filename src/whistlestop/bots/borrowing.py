"""Which routes of others one's stations open (E-21)."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from whistlestop.bots.board import Board, Goal
from whistlestop.bots.joining import joined_by, value
from whistlestop.bots.network import shortest_path


def best_opened(
    board: Board,
    mine: frozenset[int],
    free: Sequence[bool],
    lent: Sequence[Sequence[int]],
    tickets: Sequence[Goal],
) -> frozenset[int]:
    """Choose a route for each station, one after the other, and then each once more.

    Args:
        board: the network.
        mine: one's own routes.
        free: whether each route can still become one's own.
        lent: for each station the routes that it can open.
        tickets: one's tickets.
    """
    chosen: list[int | None] = [None] * len(lent)
    for _ in range(2 if len(lent) > 1 else 1):
        for station, routes in enumerate(lent):
            others = mine | {r for s, r in enumerate(chosen) if r is not None and s != station}
            choices = [None, *routes]
            worth = [
                _worth(board, others if r is None else others | {r}, free, tickets) for r in choices
            ]
            chosen[station] = choices[max(range(len(choices)), key=lambda i: worth[i])]
    return frozenset(route for route in chosen if route is not None)


def _worth(
    board: Board, routes: frozenset[int], free: Sequence[bool], tickets: Sequence[Goal]
) -> tuple[int, float]:
    """The points of the tickets, and how little the others lack."""
    joined = joined_by(board, routes)
    values = [value(joined, goal) for goal in tickets]
    lengths = [
        0.0 if route in routes else float(length) if free[route] else inf
        for route, length in enumerate(board.lengths)
    ]
    lacking = 0.0
    for goal, points in zip(tickets, values, strict=True):
        if points > 0:
            continue
        for a, b in goal.links:
            found = shortest_path(board, lengths, a, b)
            lacking += goal.stake * min(1.0, found[0] / board.edition.pieces if found else 1.0)
    return sum(values), -lacking
