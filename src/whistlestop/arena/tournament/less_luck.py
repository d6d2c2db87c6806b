"""Estimates from which luck is subtracted, so that fewer games say as much.

The luck of a game is 0 on average (see `whistlestop.analysis.accounting.luck_in`). So a result
minus a part of the luck has the same mean as the result itself, but varies less. The best part
depends on the bots: nearly all of the luck between bots that play like the planner, and little
between weak ones, whose later mistakes undo their luck. This is the method of control variates (S.
Asmussen and P. Glynn, Stochastic Simulation, 2007, section V.2) with the luck of AIVAT (N. Burch et
al., 2018).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from whistlestop.arena.summary import LEVEL
from whistlestop.arena.tournament.intervals import (
    Estimate,
    mean_with_interval,
    nearly_all_alike,
    share_with_interval,
)

FEWEST_DEALS: Final = 20
"""The minimum number of deals from which luck is subtracted. With fewer deals, the part of the luck
to subtract cannot be estimated well."""

_GROUPS: Final = 10
"""The number of groups of deals. The part of the luck that is subtracted in a group is estimated
from all other groups. So it does not depend on the group's own deals, and the mean is not biased.
"""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LessLuck:
    """A bot's results with luck subtracted.

    The expected values are those of the plain results, from which no luck is subtracted.
    """

    wins: Estimate
    """The share of games that the bot won."""
    margin: Estimate
    """The mean of the bot's score minus the best score of the other seats."""
    wins_saved: float
    """The share of games that is saved. If it is s, the fraction 1 - s of the games gives an
    interval of `wins` that is as narrow as the interval of the plain results from all games. Below
    0, more games are needed."""
    margin_saved: float
    """The share of games that is saved. If it is s, the fraction 1 - s of the games gives an
    interval of `margin` that is as narrow as the interval of the plain results from all games.
    Below 0, more games are needed."""


def less_luck(
    games: int,
    shares: Sequence[float],
    chances: Sequence[float],
    margins: Sequence[float],
    points: Sequence[float],
) -> LessLuck | None:
    """Return a bot's results with luck subtracted, or None for less than `FEWEST_DEALS` deals.

    The sequences have one number for each deal, in the same order.

    Args:
        games: the number of games in these deals.
        shares: the bot's mean share of the win in each deal.
        chances: how much luck changed each of `shares`.
        margins: the bot's mean margin in each deal, in points.
        points: how much luck changed each of `margins`.
    """
    wins = share_less_luck(games, shares, chances)
    if wins is None:
        return None
    share, wins_saved = wins
    margin, margin_saved = _subtracted(margins, points)
    return LessLuck(share, mean_with_interval(margin), wins_saved, margin_saved)


def share_less_luck(
    games: int, shares: Sequence[float], chances: Sequence[float], level: float = LEVEL
) -> tuple[Estimate, float] | None:
    """Return a bot's share of wins with luck subtracted.

    If nearly all deals have the same result (see `nearly_all_alike`), nothing is subtracted.

    Args:
        games: the number of games in these deals.
        shares: the bot's mean share of the win in each deal.
        chances: how much luck changed each of `shares`.
        level: the confidence level of the interval.

    Returns:
        The share with its interval, and the share of games that is saved (see `LessLuck`). None for
        less than `FEWEST_DEALS` deals.
    """
    if len(shares) < FEWEST_DEALS:
        return None
    if nearly_all_alike(shares):
        return share_with_interval(shares, games, level=level), 0.0
    left, saved = _subtracted(shares, chances)
    return mean_with_interval(left, level=level), saved


def _subtracted(values: Sequence[float], luck: Sequence[float]) -> tuple[list[float], float]:
    """Subtract a part of the luck from the value of each deal, so that the values vary less.

    The part is a factor of the luck. For each of `_GROUPS` groups of deals, it is the factor with
    which the values of all other groups vary least.

    Args:
        values: one value for each deal.
        luck: how much luck changed each value.

    Returns:
        The new values, and the share by which their variance is lower than that of `values`.
    """
    plain, fortune = np.asarray(values, np.float64), np.asarray(luck, np.float64)
    groups = np.arange(len(plain)) % _GROUPS
    left = plain.copy()
    for group in range(_GROUPS):
        here = groups == group
        left[here] -= _best_part(plain[~here], fortune[~here]) * fortune[here]
    before = float(plain.var())
    saved = 1 - float(left.var()) / before if before else 0.0
    return left.tolist(), saved


def _best_part(values: Floats, luck: Floats) -> float:
    """Return the factor f for which `values - f * luck` has the smallest variance.

    Return 0 if all elements of `luck` are equal.
    """
    spread = float(luck.var())
    if not spread:
        return 0.0
    return float(((values - values.mean()) * (luck - luck.mean())).mean()) / spread
