"""Whether counts are what exact chances let one expect."""

from __future__ import annotations

from typing import Any

import numpy as np


def assert_fits(found: Any, chances: Any) -> None:
    """Chi square, refused only when chance would do worse once in 100,000 times."""
    numbers = np.asarray(found, dtype=float)
    expected = np.asarray(chances, dtype=float) * numbers.sum()
    assert not numbers[expected == 0].any()
    numbers, expected = numbers[expected > 0], expected[expected > 0]
    assert expected.min() >= 5
    freedom = len(expected) - 1
    statistic = float(((numbers - expected) ** 2 / expected).sum())
    bound = freedom * (1 - 2 / (9 * freedom) + 4.27 * (2 / (9 * freedom)) ** 0.5) ** 3
    assert statistic < bound, (statistic, bound)
