"""How often somebody may ask: token buckets that no family ever empties."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Rate:
    """A bucket's size, and how fast it fills again."""

    burst: float
    a_second: float


REQUESTS: Final = Rate(600, 100)
"""Anything, by session or address."""
NEW_TABLES: Final = Rate(60, 0.5)
"""Tables and records, by person."""
NAMES: Final = Rate(60, 0.5)
"""Names and colours, by person: every table they play at hears of them."""
EDITIONS: Final = Rate(30, 0.2)
"""Editions of one's own, looked at or drawn, by person."""
BUSTLE: Final = Rate(40, 0.5)
"""Joining, leaving and talking, by person."""
NEW_PEOPLE: Final = Rate(200, 2)
"""Sessions, by address."""

_MOST_BUCKETS: Final = 20_000


class Limits:
    """Counts in memory; whoever has not asked for long is forgotten."""

    def __init__(self, factor: float) -> None:
        """Set up.

        Args:
            factor: multiplies every rate; 0 = no limits.
        """
        self._factor = factor
        self._buckets: OrderedDict[tuple[Rate, str], tuple[float, float]] = OrderedDict()

    def allow(self, rate: Rate, who: str) -> bool:
        """Whether one more is allowed now; it is counted."""
        if not self._factor:
            return True
        now = time.monotonic()
        size = rate.burst * self._factor
        left, at = self._buckets.pop((rate, who), (size, now))
        left = min(size, left + (now - at) * rate.a_second * self._factor)
        allowed = left >= 1
        self._buckets[rate, who] = (left - 1 if allowed else left, now)
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return allowed
