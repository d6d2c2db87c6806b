"""Rate limits: token buckets that no family ever empties."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from whistlestop.server.addresses import network


@dataclass(frozen=True, slots=True)
class Rate:
    """A bucket's size, and how fast it fills again."""

    burst: float
    a_second: float


REQUESTS: Final = Rate(600, 100)
"""Requests of any kind."""
NEW_TABLES: Final = Rate(60, 0.5)
"""New tables, and imported records."""
NAMES: Final = Rate(60, 0.5)
"""New names and colours: every table where the person plays hears of them."""
EDITIONS: Final = Rate(30, 0.2)
"""Own editions that are checked or drawn."""
BUSTLE: Final = Rate(40, 0.5)
"""Joining, leaving and talking."""
NEW_TOKENS: Final = Rate(20, 0.01)
"""Tokens for programs, which never expire."""
NEW_CODES: Final = Rate(20, 0.02)
"""Codes for another device."""
WRONG_CODES: Final = Rate(20, 1 / 30)
"""Codes that lead nowhere, by address."""
NEW_PEOPLE: Final = Rate(200, 2)
"""New sessions, by address."""
WRONG_TOKENS: Final = Rate(60, 0.5)
"""Tokens and sessions that turn out to be nobody's when the database is asked, by address."""

PEOPLE_AT_AN_ADDRESS: Final = 5
"""How many people's allowances all people of one address share: sessions cost nothing."""

_MOST_BUCKETS: Final = 20_000


class RateLimits:
    """Token buckets in memory; those unused for long are forgotten."""

    def __init__(self, factor: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Set up.

        Args:
            factor: multiplies every rate; 0 = no limits.
            clock: tells the seconds by which buckets fill.
        """
        self._factor = factor
        self.clock = clock
        self._buckets: OrderedDict[tuple[Rate, str], tuple[float, float]] = OrderedDict()

    def allow_person(self, rate: Rate, person: str | None, address: str) -> bool:
        """Whether one more is allowed now to a person and to all people of their address.

        It is counted for both, and for the address alone if nobody knows the person.

        Args:
            rate: how often one person may.
            person: their id; None = nobody yet.
            address: where they are.
        """
        home = network(address)
        # People come first: what is refused to one of them is not taken from the others.
        return self.allow(rate, person or home) and self.allow(everybody(rate), home)

    def give_back(self, rate: Rate, who: str) -> None:
        """Take back what `allow` counted once."""
        if (rate, who) in self._buckets:
            left, at = self._buckets[rate, who]
            self._buckets[rate, who] = (left + 1, at)

    def allow(self, rate: Rate, who: str) -> bool:
        """Count one more request, and tell whether it is allowed now."""
        if not self._factor:
            return True
        left = self._left(rate, who)
        allowed = left >= 1
        self._keep(rate, who, left - 1 if allowed else left)
        return allowed

    def wait(self, rate: Rate, who: str) -> float:
        """Return how many seconds somebody must wait until one more request is allowed.

        The question itself is not counted.
        """
        if not self._factor:
            return 0.0
        missing = 1 - self._left(rate, who)
        # A little longer, so that rounding does not make somebody come a moment too early.
        return missing / (rate.a_second * self._factor) + 1e-6 if missing > 0 else 0.0

    def spend(self, rate: Rate, who: str, amount: float = 1.0) -> None:
        """Take an amount out of a bucket, even if the bucket holds less.

        The bucket then owes the rest, at most as much as a full bucket holds. Nothing is allowed
        until the debt has flowed back in.

        Args:
            rate: the kind of bucket.
            who: whose bucket.
            amount: how much is taken.
        """
        if not self._factor:
            return
        left = self._left(rate, who) - amount
        self._keep(rate, who, max(left, -rate.burst * self._factor))

    def _left(self, rate: Rate, who: str) -> float:
        """Return how much is in a bucket now."""
        size = rate.burst * self._factor
        left, at = self._buckets.get((rate, who), (size, 0.0))
        return min(size, left + (self.clock() - at) * rate.a_second * self._factor)

    def _keep(self, rate: Rate, who: str, left: float) -> None:
        self._buckets[rate, who] = (left, self.clock())
        self._buckets.move_to_end((rate, who))
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)


def everybody(rate: Rate) -> Rate:
    """Return the rate that all people of one address share."""
    return Rate(rate.burst * PEOPLE_AT_AN_ADDRESS, rate.a_second * PEOPLE_AT_AN_ADDRESS)
