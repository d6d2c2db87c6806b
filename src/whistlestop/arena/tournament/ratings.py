"""Ratings: one number for the strength of each bot, on the scale of Elo.

The model is that of Plackett and Luce: among those who have no place yet, each takes the next place
with a chance proportional to its strength. For two players this is the model of Bradley and Terry.
(R. L. Plackett, The Analysis of Permutations, 1975; R. A. Bradley and M. E. Terry, Rank Analysis of
Incomplete Block Designs, 1952.)

SciPy, which the extra `arena` installs, finds the likeliest strengths. Libraries for the model
support neither shared places nor weights of games. Both are needed: for shared victories and for
the bootstrap.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import log
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from whistlestop.arena.tournament.matchups import Tournament
from whistlestop.arena.tournament.results import DealOutcome, GameOutcome

_POINTS: Final = 400 / log(10)
"""The points on Elo's scale that correspond to a factor of e in strength."""

_PULL: Final = 0.01
"""The weight of the sum of the squared logarithms of strength in the loss that `strengths`
minimises. Without this term, the rating of a bot that always wins would be infinite.
"""

_SAMPLES: Final = 200

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's rating with its 95 % interval. The mean of all bots' ratings is 0.

    In games of two players, a bot that is rated 100 points above its opponent is expected to win 64
    of 100 games. A bot that is rated 400 points above its opponent is expected to win 91.
    """

    name: str
    value: float
    low: float
    high: float


def can_rate() -> bool:
    """Return whether SciPy is installed."""
    return importlib.util.find_spec("scipy") is not None


def rate(
    tournament: Tournament, names: Sequence[str], outcomes: Iterable[DealOutcome]
) -> tuple[Rating, ...]:
    """Rate bots by their games on one board with one number of players.

    Args:
        tournament: the tournament.
        names: the names of the bots, each once.
        outcomes: the outcomes of the deals. The bootstrap draws deals by their number across all
            matchups, because an equal number means equal luck.

    Returns:
        The ratings, in the order of the names.

    Raises:
        ModuleNotFoundError: SciPy is not installed.
    """
    bot_of = {name: number for number, name in enumerate(names)}
    weights: dict[tuple[int, ...], dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for outcome in outcomes:
        for game in outcome.games:
            orders = _orders(tournament, game, bot_of)
            for order in orders:
                weights[order][outcome.deal] += 1 / len(orders)
    deals = sorted({deal for by_deal in weights.values() for deal in by_deal})
    row_of = {deal: row for row, deal in enumerate(deals)}
    orders = np.array(list(weights), dtype=np.int64)
    table = np.zeros((len(deals), len(weights)))
    for column, by_deal in enumerate(weights.values()):
        for deal, weight in by_deal.items():
            table[row_of[deal], column] = weight
    best = strengths(orders, table.sum(axis=0), np.zeros(len(names)))
    random = np.random.default_rng(0)
    drawn = random.multinomial(len(deals), [1 / len(deals)] * len(deals), size=_SAMPLES)
    samples = np.array([strengths(orders, one @ table, best) for one in drawn])
    low, high = np.quantile(samples, [0.025, 0.975], axis=0)
    return tuple(
        Rating(name, *(_POINTS * float(one[number]) for one in (best, low, high)))
        for name, number in bot_of.items()
    )


def _orders(
    tournament: Tournament, game: GameOutcome, bot_of: dict[str, int]
) -> list[tuple[int, ...]]:
    """Return all orders of the bots, from the best to the worst, that agree with their ranks.

    There are several orders if bots share a rank. An order has the bots' numbers.

    Args:
        tournament: the tournament.
        game: the game in which the bots have their ranks.
        bot_of: the number of each bot, by the bot's name.
    """
    places: dict[int, list[int]] = defaultdict(list)
    for seat in game.seats:
        places[seat.result.rank].append(bot_of[tournament.contestants[seat.contestant].name])
    within = [list(permutations(places[rank])) for rank in sorted(places)]
    return [tuple(bot for group in chosen for bot in group) for chosen in product(*within)]


def strengths(orders: npt.NDArray[np.int64], weights: Floats, start: Floats) -> Floats:
    """Return the likeliest logarithms of the bots' strengths. Their mean is 0.

    Args:
        orders: `[n, players]`: the numbers of the bots from the first place to the last.
        weights: `[n]`: the number of times that each order occurred. Fractions are allowed.
        start: `[bots]`: the logarithms from which the search starts.

    Raises:
        ModuleNotFoundError: SciPy is not installed.
    """
    optimize: Any = importlib.import_module("scipy.optimize")

    def loss(logs: Floats) -> tuple[float, Floats]:
        """Return the cost of some logarithms of strength, and the gradient of this cost.

        The likeliest logarithms have the lowest cost.
        """
        placed = logs[orders]
        powers = np.exp(placed - placed.max(axis=1, keepdims=True))
        # The total strength of those who are left when a place is taken, including the one who
        # takes it.
        left = np.cumsum(powers[:, ::-1], axis=1)[:, ::-1]
        chances = powers / left
        cost = -(weights @ np.log(chances[:, :-1]).sum(axis=1)) + _PULL * (logs @ logs)
        # The expected number of places that each bot takes, out of the choices in which it takes
        # part.
        expected = powers * np.cumsum(1 / left[:, :-1], axis=1)[:, _until(orders.shape[1])]
        placed_there = np.ones_like(powers)
        placed_there[:, -1] = 0
        gradient = 2 * _PULL * logs
        np.add.at(gradient, orders, weights[:, None] * (expected - placed_there))
        return float(cost), gradient

    found: Floats = optimize.minimize(loss, start, jac=True, method="BFGS").x
    return found - found.mean()


def _until(players: int) -> list[int]:
    """Return the last choice in which the bot of each place takes part, by place.

    The ranking of a game is split into choices. Choice k gives place k to one of the bots that have
    no place yet. Places and choices are numbered from 0. There is no choice for the last place,
    because only one bot is left. The bot of the last place takes part in all choices.
    """
    return [min(place, players - 2) for place in range(players)]
