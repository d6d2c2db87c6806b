"""Routes worth claiming for their own points, with the pieces that the plan leaves over."""

from __future__ import annotations

from typing import Any

import numpy as np

from whistlestop.bots.planning import Plan
from whistlestop.bots.situation import Situation
from whistlestop.bots.weights import Weights
from whistlestop.rules.book import book_of
from whistlestop.rules.trails import TRAIL, longest_trail

_CHOICES = 4
"""Routes that the bot collects cards for at the same time."""


def route_values(situation: Situation, plan: Plan, weights: Weights) -> dict[int, float]:
    """What claiming each route would bring by itself, less its pieces.

    Only routes are listed for which the plan leaves pieces enough.
    """
    board = situation.board
    spare = situation.me.pieces - plan.spaces * (1 + weights.slack)
    values = {
        route: board.points[route] + situation.attractions(route) - weights.spare_piece * length
        for route, length in enumerate(board.lengths)
        if length <= spare and situation.open[route] and route not in plan.urgency
    }
    if board.edition.longest_path_bonus and not plan.routes:
        now = longest_path(situation, ())
        for route in values:
            gain = longest_path(situation, (route,)) - now if _touches(situation, route) else 0
            values[route] += weights.longest_path * gain
    return values


def _touches(situation: Situation, route: int) -> bool:
    own = situation.own_places
    a, b = situation.board.ends[route]
    return a in own or b in own


def longest_path(situation: Situation, more: tuple[int, ...]) -> int:
    """The seat's longest path in spaces, with some routes more."""
    words = [0, 0]
    for route in (*situation.mine, *more):
        words[route // 64] |= 1 << route % 64
    work: Any = np.zeros(1, dtype=TRAIL)[0]
    book = book_of(situation.board.edition)
    return int(longest_trail(book, np.uint64(words[0]), np.uint64(words[1]), work))


def best_fillers(
    situation: Situation, values: dict[int, float], weights: Weights
) -> dict[int, float]:
    """The routes that bring most a turn, with their points a turn."""
    rates: dict[int, float] = {}
    board = situation.board
    for route, value in values.items():
        wild = max(0, situation.wild - board.ferries[route]) if board.wild[route] else 0
        missing = max(0, situation.missing(route) - wild) + situation.extra(route)
        turns = 1 + missing / weights.cards_a_turn
        if value > 0 and turns <= situation.turns_left + 1:
            rates[route] = value / turns
    best = sorted(rates, key=lambda route: (-rates[route], route))[:_CHOICES]
    return {route: rates[route] for route in best}
