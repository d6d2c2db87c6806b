"""Confidence intervals from a bootstrap over deals.

The games of a deal share their luck, so a deal is one observation. Each sample therefore draws
whole deals (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, chapters 8 and 13).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from whistlestop.arena.summary import LEVEL, wilson

_SAMPLES: Final = 4000
"""The number of samples that an interval is made of."""

_RARE: Final = 10
"""The threshold for widening an interval: `share_with_interval` widens it if fewer deals than this
have a result other than the most common one, because samples then vary too little."""


def nearly_all_alike(values: Sequence[float]) -> bool:
    """Return whether fewer than `_RARE` values differ from the most common value.

    Samples that are drawn from such values vary too little.

    Args:
        values: one value for each deal, at least one.
    """
    _, counts = np.unique(np.asarray(values, dtype=np.float64), return_counts=True)
    return int(counts.sum() - counts.max()) < _RARE


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over deals with its confidence interval, by default at 95 %."""

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def mean_with_interval(values: Sequence[float], seed: int = 0, level: float = LEVEL) -> Estimate:
    """Return the mean over deals with its bootstrap percentile interval.

    Args:
        values: one value for each deal, at least one.
        seed: the seed of the samples. Equal seeds and values give equal intervals.
        level: the confidence level: the share of such intervals that contain the true value.
    """
    different, first, counts = np.unique(
        np.asarray(values, dtype=np.float64), return_index=True, return_counts=True
    )
    # Keep the order of the deals, so that two players who share all points have mirrored intervals.
    order = np.argsort(first)
    different, counts = different[order], counts[order]
    deals = int(counts.sum())
    # Drawing deals with replacement is drawing how often each of the different values comes.
    drawn = np.random.default_rng(seed).multinomial(deals, counts / deals, size=_SAMPLES)
    low, high = np.quantile(drawn @ different / deals, [(1 - level) / 2, (1 + level) / 2])
    return Estimate(float(counts @ different / deals), float(low), float(high))


def share_with_interval(
    values: Sequence[float], games: int, seed: int = 0, level: float = LEVEL
) -> Estimate:
    """Return the mean of shares, 0 to 1, with its interval.

    If nearly all deals have the same result (see `nearly_all_alike`), the bootstrap interval would
    be too narrow. It is then widened to contain the Wilson interval of single games.

    Args:
        values: a share for each deal, at least one.
        games: the number of games in these deals.
        seed: the seed of the samples. Equal seeds and values give equal intervals.
        level: the confidence level: the share of such intervals that contain the true value.
    """
    found = mean_with_interval(values, seed, level)
    if not nearly_all_alike(values):
        return found
    careful = wilson(found.value * games, games, level)
    return Estimate(found.value, min(found.low, careful.low), max(found.high, careful.high))
