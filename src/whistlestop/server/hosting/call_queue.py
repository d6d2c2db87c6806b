"""A queue of calls to receivers outside, in which people take turns.

A slow receiver delays only itself.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar
from urllib.parse import urlsplit

from whistlestop.server import logs
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.fair_shares import FairQueue, Payer
from whistlestop.server.hosting.outgoing import Overloaded
from whistlestop.server.hosting.recent_keys import RecentKeys
from whistlestop.server.hosting.turn_calls import TurnCall
from whistlestop.server.metrics import Metrics
from whistlestop.server.rate_limits import Rate, RateLimits

MOST_AT_ONCE: Final = 8
"""The maximum number of calls of one queue at the same time. Test calls are counted separately,
with the same maximum."""

MOST_AT_HOST: Final = 3
"""The maximum number of calls of one queue to one host at the same time. Test calls are counted
separately, with the same maximum."""

MOST_OF_PERSON: Final = 2
"""The maximum number of calls of one queue to one person at the same time. Test calls are counted
separately, with the same maximum."""

SLOW: Final = 2.0
"""A time in seconds. A host counts as quick if its last call took no longer, and otherwise as slow.
A host that has not been called yet counts as slow."""

MOST_SLOW: Final = 4
"""The maximum number of calls of one queue to slow hosts (`SLOW`) at the same time, so that other
hosts need not wait. Test calls are counted separately, with the same maximum."""

MOST_QUICK_HOSTS: Final = 1000
"""The maximum number of hosts that are remembered as quick: their last call took at most `SLOW`
seconds. If there are more, the host that was called longest ago counts as slow again."""

MOST_WAITING: Final = 500
"""The maximum number of calls that wait in one queue. If there are more, the person with the most
waiting calls loses one. Lost calls are counted."""

OVERLOADED: Final = 2.0
"""Seconds to wait after `Overloaded`, the error that the server cannot make a call now. After that,
the call is tried again."""

Task = TypeVar("Task")


@dataclass(frozen=True, slots=True)
class Outward(Generic[Task]):
    """A call to one receiver."""

    host: str
    """The host and the port of the receiver, in small letters."""
    person: str
    """The id of the person who is called."""
    task: Task
    """The data for the function `make` of the queue, which makes the call."""


class _InProgress:
    """The numbers of calls that are being made now, by person and by host."""

    def __init__(self, quick: RecentKeys) -> None:
        """Create the object. No calls are being made yet.

        Args:
            quick: the hosts that are not slow. The caller keeps this set up to date.
        """
        self._quick = quick
        self._people: Counter[str] = Counter()
        self._hosts: Counter[str] = Counter()

    def add(self, person: str, host: str) -> None:
        """Add a call that begins now."""
        self._people[person] += 1
        self._hosts[host] += 1

    def remove(self, person: str, host: str) -> None:
        """Remove a call that was added and has ended, whether it arrived or not."""
        _count_down(self._people, person)
        _count_down(self._hosts, host)

    def full(self) -> bool:
        """Return whether `MOST_AT_ONCE` calls are being made, so that no other may begin."""
        return self._hosts.total() >= MOST_AT_ONCE

    def may_call_person(self, person: str) -> bool:
        """Return whether fewer than `MOST_OF_PERSON` calls to a person are being made."""
        return self._people[person] < MOST_OF_PERSON

    def may_call_host(self, host: str) -> bool:
        """Return whether another call to a host may begin now.

        False if `MOST_AT_HOST` calls to the host are being made. For a slow host, also false if
        `MOST_SLOW` calls to slow hosts are being made.
        """
        if self._hosts[host] >= MOST_AT_HOST:
            return False
        if host in self._quick:
            return True
        slow = (number for other, number in self._hosts.items() if other not in self._quick)
        return sum(slow) < MOST_SLOW


class CallQueue(Generic[Task]):
    """The calls of one kind that have still to be made.

    People take turns, and so do the hosts of one person. Anyone can have many hosts, so a host has
    no share of its own.
    """

    def __init__(
        self,
        name: str,
        receivers: Callable[[TurnCall], Awaitable[Iterable[Outward[Task]]]],
        make: Callable[[Outward[Task]], Awaitable[None]],
        counts: Counter[str],
        metrics: Metrics,
        limits: RateLimits,
        rates: tuple[Rate, Rate],
    ) -> None:
        """Create the queue. No call is made before `start`.

        Args:
            name: what the log and the metrics call failures of the server itself.
            receivers: finds the receivers of a call. There may be none.
            make: makes a call to one receiver.
            counts: counts calls that are `dropped`.
            metrics: counts failures.
            limits: counts the calls of people.
            rates: the limit on the calls to one person, beyond which calls are dropped, and the
                limit on all calls, beyond which calls wait.
        """
        self._name = name
        self._receivers = receivers
        self._make = make
        self._counts = counts
        self._metrics = metrics
        self._limits = limits
        self._rate_of_person, self._rate_in_all = rates
        self._new: asyncio.Queue[TurnCall] = asyncio.Queue(MOST_WAITING)
        """Calls whose receivers have not been found yet."""
        self._queue: FairQueue[Outward[Task]] = FairQueue()
        """Calls that wait for their turn. People come first here, and then the hosts of each
        person: the queue's addresses are people, and its people are hosts."""
        self._quick = RecentKeys(MOST_QUICK_HOSTS)
        """The hosts whose last call took at most `SLOW` seconds."""
        self._calling = _InProgress(self._quick)
        self._trying = _InProgress(self._quick)
        """The test calls that are being made."""
        self._workers: set[asyncio.Task[None]] = set()
        self._alarm: asyncio.TimerHandle | None = None
        """Begins the next calls when the limit on all calls allows them."""
        self._closed = False

    def start(self) -> None:
        """Start to make the calls that `take` gets."""
        self._begin(self._sort())

    def close(self) -> None:
        """Break off calls in progress, and make no more calls."""
        self._closed = True
        for worker in self._workers:
            worker.cancel()
        if self._alarm is not None:
            self._alarm.cancel()

    def take(self, call: TurnCall) -> None:
        """Add a call to the queue. Its receivers are found and called later.

        The call is dropped and counted if `MOST_WAITING` calls wait for their receivers to be
        found. It can also be dropped later (see `MOST_WAITING`).
        """
        try:
            self._new.put_nowait(call)
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """Count a call as dropped, because the server does not make it."""
        self._counts["dropped"] += 1

    @contextmanager
    def trial(self, person: str, host: str) -> Generator[None]:
        """Return a context manager for a test call of a person to a host.

        Raises:
            Refusal: too many test calls are being made, or the server is overloaded.
        """
        trying = self._trying
        may = trying.may_call_person(person) and trying.may_call_host(host)
        if trying.full() or not may:
            raise Refusal(429, "too_many_requests")
        trying.add(person, host)
        try:
            yield
        except Overloaded as error:
            raise Refusal(429, "too_many_requests") from error
        finally:
            trying.remove(person, host)

    @contextmanager
    def timed(self, host: str) -> Generator[None]:
        """Return a context manager that measures a call, and marks its host as quick or slow.

        A call of at most `SLOW` seconds is quick. A call that raises an exception changes nothing.
        """
        began = asyncio.get_running_loop().time()
        yield
        if asyncio.get_running_loop().time() - began > SLOW:
            self._quick.discard(host)
        else:
            self._quick.add(host)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        worker = asyncio.create_task(work, name=self._name)
        self._workers.add(worker)
        worker.add_done_callback(self._workers.discard)

    async def _sort(self) -> None:
        """Find the receivers of each new call, and add a call to each receiver to `_queue`."""
        while True:
            call = await self._new.get()
            with self._noted():
                for one in await self._receivers(call):
                    self._wait(one)

    def _wait(self, one: Outward[Task]) -> None:
        if not self._limits.allow(self._rate_of_person, one.person):
            self.drop()
            return
        if len(self._queue) >= MOST_WAITING:
            self.drop()
            if not self._made_room(one):
                return
        self._queue.add(Payer(one.host, home=one.person), one)
        self._next()

    def _made_room(self, one: Outward[Task]) -> bool:
        """Remove a call that waits, to make room for another, and return whether this was possible.

        The person with the most calls loses the newest. If no person has many, a call to a slow
        host makes room for a call to a quick host: many people may have only joined to wait here.
        """
        if self._queue.give_way(one.person) is not None:
            return True
        quick = self._quick
        if one.host not in quick:
            return False
        return self._queue.take(lambda payer, _: payer.person not in quick) is not None

    def _next(self) -> None:
        """Begin the calls whose turn it is, while fewer than `MOST_AT_ONCE` are being made."""
        calling = self._calling
        while not self._closed and not calling.full() and self._in_time():
            one = self._queue.take(
                may=lambda payer, _: calling.may_call_host(payer.person),
                home_may=calling.may_call_person,
            )
            if one is None:
                return
            self._limits.spend(self._rate_in_all, "")
            calling.add(one.person, one.host)
            self._begin(self._work(one))

    def _in_time(self) -> bool:
        """Return whether the limit on all calls allows one now. If not, try again when it does."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        seconds = self._limits.wait(self._rate_in_all, "") if len(self._queue) else 0.0
        if seconds > 0:
            self._alarm = asyncio.get_running_loop().call_later(seconds, self._next)
        return seconds <= 0

    async def _work(self, one: Outward[Task]) -> None:
        try:
            with self._noted():
                await self._make(one)
        finally:
            self._calling.remove(one.person, one.host)
            self._next()

    @contextmanager
    def _noted(self) -> Generator[None]:
        """Return a context manager that logs and counts a failure of the server."""
        try:
            yield
        except Exception:
            # The traceback names the lines of the failure. It contains no address.
            self._metrics.errors[self._name] += 1
            logs.failed(self._name)


def host_of(address: str) -> str:
    """Return the host of an address and its port, as the address has them, in small letters.

    Args:
        address: the address of a receiver, which the settings may not allow any more.
    """
    return urlsplit(address).netloc.lower()


async def until_sent(send: Callable[[], Awaitable[None]]) -> None:
    """Send a request. Try again after `OVERLOADED` seconds while the server is overloaded.

    Args:
        send: sends the request. It raises `Overloaded` if the server cannot send now.
    """
    while True:
        try:
            await send()
        except Overloaded:
            await asyncio.sleep(OVERLOADED)
        else:
            return


def _count_down(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
