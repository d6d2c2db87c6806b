"""Intervals by bootstrap over deals.

The games of a deal share their luck, so they are one observation: what is drawn again and again is
whole deals (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, chapters 8 and 13).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from whistlestop.arena.summary import LEVEL, wilson

_SAMPLES: Final = 4000
"""How many samples an interval is made of."""

_RARE: Final = 10
"""With fewer deals than this beside the most common result, samples say little about the rare."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over deals with its interval, of 95 % unless it says otherwise."""

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def mean_with_interval(values: Sequence[float], seed: int = 0, level: float = LEVEL) -> Estimate:
    """The mean of deals, with the percentile interval of its bootstrap.

    Args:
        values: one for each deal, at least one.
        seed: equal seeds and values give equal intervals.
        level: how often such intervals contain the truth.
    """
    different, first, counts = np.unique(
        np.asarray(values, dtype=np.float64), return_index=True, return_counts=True
    )
    # In the order of the deals: two players who share all points then have mirrored intervals.
    order = np.argsort(first)
    different, counts = different[order], counts[order]
    deals = int(counts.sum())
    # To draw deals with replacement is to draw how often each of the different values comes.
    drawn = np.random.default_rng(seed).multinomial(deals, counts / deals, size=_SAMPLES)
    low, high = np.quantile(drawn @ different / deals, [(1 - level) / 2, (1 + level) / 2])
    return Estimate(float(counts @ different / deals), float(low), float(high))


def share_with_interval(
    values: Sequence[float], games: int, seed: int = 0, level: float = LEVEL
) -> Estimate:
    """The mean of shares, 0 to 1, with its interval.

    Where nearly all deals end alike, samples of them hardly vary, though the truth may: the
    interval then reaches at least as far as Wilson's for so many single games.

    Args:
        values: a share for each deal, at least one.
        games: the number of games that the deals consist of.
        seed: equal seeds and values give equal intervals.
        level: how often such intervals contain the truth.
    """
    found = mean_with_interval(values, seed, level)
    _, counts = np.unique(np.asarray(values, dtype=np.float64), return_counts=True)
    if int(counts.sum() - counts.max()) >= _RARE:
        return found
    careful = wilson(found.value * games, games, level)
    return Estimate(found.value, min(found.low, careful.low), max(found.high, careful.high))
