"""Rate limits as token buckets, large enough for normal use by a household."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from whistlestop.server.addresses import network


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate limit: the size of a bucket, and the amount that is refilled each second.

    The unit is requests, or whatever else the limit is for, such as bytes.
    """

    burst: float
    a_second: float


REQUESTS: Final = Rate(600, 100)
"""The limit on one person's requests of any kind."""
NEW_TABLES: Final = Rate(60, 0.5)
"""The limit on one person's new tables and imported records."""
NAMES: Final = Rate(60, 0.5)
"""The limit on one person's changes of name and colour. Each change updates the tables where the
person plays."""
EDITIONS: Final = Rate(30, 0.2)
"""The limit on checks and drawings of one person's own editions."""
BUSTLE: Final = Rate(40, 0.5)
"""The limit on one person's changes to tables, such as joining, leaving and saying a phrase. Moves
do not count."""
NEW_TOKENS: Final = Rate(20, 0.01)
"""The limit on one person's new tokens for programs, which never expire."""
NEW_CODES: Final = Rate(20, 0.02)
"""The limit on one person's new codes for signing in on another device."""
NEW_CLUBS: Final = Rate(10, 0.005)
"""The limit on one person's new clubs."""
CLUB_STANDINGS: Final = Rate(20, 0.1)
"""The limit on computing the standings of one club. Members who join and leave, and games that end,
make a computation necessary."""
WEBHOOK_TRIES: Final = Rate(20, 0.1)
"""The limit on one person's changes and tests of their webhook."""
WEBHOOK_CALLS: Final = Rate(60, 0.2)
"""The limit on calls of one person's webhook. Calls beyond the limit are dropped."""
WEBHOOK_CALLS_IN_ALL: Final = Rate(600, 20)
"""The limit on calls of the webhooks of all people of a server. Calls beyond the limit wait."""
PUSH_CHANGES: Final = Rate(30, 0.1)
"""The limit on one person's changes to the list of devices that get messages, and on test messages
to these devices."""
PUSH_MESSAGES: Final = Rate(120, 0.4)
"""The limit on messages to one person's devices. Messages beyond the limit are dropped."""
PUSH_MESSAGES_IN_ALL: Final = Rate(1200, 40)
"""The limit on messages to the devices of all people of a server. Messages beyond the limit
wait."""
WRONG_CODES: Final = Rate(20, 1 / 30)
"""The limit on wrong codes for signing in that come from one address. After 20 wrong codes, one
more is allowed every 30 seconds."""
NEW_PEOPLE: Final = Rate(200, 2)
"""The limit on new sessions that are opened from one address."""
WRONG_TOKENS: Final = Rate(60, 0.5)
"""The limit on unknown tokens and sessions that come from one address."""

PEOPLE_AT_AN_ADDRESS: Final = 5
"""The limit for all people of one address together, as a multiple of the limit for one person. New
sessions are free, so limits for single persons would not be enough."""

_MOST_BUCKETS: Final = 20_000


class RateLimits:
    """Token buckets in memory. The least recently used ones are dropped."""

    def __init__(self, factor: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Start with all buckets full.

        Args:
            factor: multiplies the size and the refill of every bucket; 0 = no limits.
            clock: returns the present time in seconds, from any starting point.
        """
        self._factor = factor
        self.clock = clock
        self._buckets: OrderedDict[tuple[Rate, str], tuple[float, float]] = OrderedDict()

    def allow_person(self, rate: Rate, person: str | None, address: str) -> bool:
        """Count one request, and return whether it is allowed.

        The request counts for the person and for all people of the address. If the person is not
        known, it counts for the address alone.

        Args:
            rate: the rate of one person.
            person: the person's id; None = not known yet.
            address: the client's address.
        """
        home = network(address)
        # The person's bucket comes first: a request that it refuses takes nothing from the others
        # of the address.
        return self.allow(rate, person or home) and self.allow(everybody(rate), home)

    def give_back(self, rate: Rate, who: str) -> None:
        """Put back what `allow` took out of the bucket of the owner `who` for one request."""
        if (rate, who) in self._buckets:
            left, at = self._buckets[rate, who]
            self._buckets[rate, who] = (left + 1, at)

    def allow(self, rate: Rate, who: str) -> bool:
        """Count one request, and return whether it is allowed. A refused request is not counted.

        Args:
            rate: the limit. Each owner has one bucket for each limit.
            who: the owner of the bucket: the id of a person, or an address.
        """
        if not self._factor:
            return True
        left = self._left(rate, who)
        allowed = left >= 1
        self._keep(rate, who, left - 1 if allowed else left)
        return allowed

    def wait(self, rate: Rate, who: str) -> float:
        """Return the seconds until the next request is allowed; 0 = it is allowed now.

        Nothing is counted.

        Args:
            rate: the limit. Each owner has one bucket for each limit.
            who: the owner of the bucket.
        """
        if not self._factor:
            return 0.0
        missing = 1 - self._left(rate, who)
        # Slightly longer, so that rounding does not make the caller ask again too early.
        return missing / (rate.a_second * self._factor) + 1e-6 if missing > 0 else 0.0

    def spend(self, rate: Rate, who: str, amount: float = 1.0) -> None:
        """Take an amount out of a bucket, even if the bucket holds less.

        The bucket then has a debt, but never a larger one than a full bucket holds. Requests are
        refused until the bucket holds at least 1 again.

        Args:
            rate: the limit. Each owner has one bucket for each limit.
            who: the owner of the bucket.
            amount: the amount to take, in requests or in the limit's other unit.
        """
        if not self._factor:
            return
        left = self._left(rate, who) - amount
        self._keep(rate, who, max(left, -rate.burst * self._factor))

    def _left(self, rate: Rate, who: str) -> float:
        """Return the amount in the bucket of the owner `who` now; negative = the bucket's debt."""
        size = rate.burst * self._factor
        left, at = self._buckets.get((rate, who), (size, 0.0))
        return min(size, left + (self.clock() - at) * rate.a_second * self._factor)

    def _keep(self, rate: Rate, who: str, left: float) -> None:
        self._buckets[rate, who] = (left, self.clock())
        self._buckets.move_to_end((rate, who))
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)


def everybody(rate: Rate) -> Rate:
    """Return the limit for all people of one address together.

    `rate` is the limit for one person.
    """
    return Rate(rate.burst * PEOPLE_AT_AN_ADDRESS, rate.a_second * PEOPLE_AT_AN_ADDRESS)
