"""A queue of calls to receivers outside, in which a slow receiver delays only itself."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from whistlestop.server import logs
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.fair_shares import FairQueue, Payer
from whistlestop.server.hosting.outgoing import Overloaded
from whistlestop.server.hosting.recent_keys import RecentKeys
from whistlestop.server.hosting.turn_calls import TurnCall
from whistlestop.server.metrics import Metrics

MOST_AT_ONCE: Final = 8
"""The maximum number of calls of one queue at the same time. As many test calls may run beside
them."""

MOST_AT_HOST: Final = 3
"""The maximum number of calls of one queue to one host at the same time. As many test calls may run
beside them."""

SLOW: Final = 2.0
"""Seconds. A host whose last call took longer is slow."""

MOST_SLOW: Final = 4
"""The maximum number of calls of one queue to slow hosts at the same time, so that other hosts need
not wait."""

MOST_SLOW_HOSTS: Final = 1000
"""The maximum number of slow hosts that are remembered."""

MOST_WAITING: Final = 500
"""The maximum number of calls that wait in one queue. If there are more, the host with the most
waiting calls loses one. Lost calls are counted."""

OVERLOADED: Final = 2.0
"""Seconds until a call is tried again that the server could not make, because it was overloaded."""

Task = TypeVar("Task")


@dataclass(frozen=True, slots=True)
class Outward(Generic[Task]):
    """A call to one receiver."""

    host: str
    """The host and the port of the receiver, in small letters."""
    person: str
    """The id of the person who is called."""
    task: Task
    """What `make` needs to know to make the call."""


class CallQueue(Generic[Task]):
    """The calls of one kind that have still to be made.

    Hosts take turns, and so do the people of one host.
    """

    def __init__(
        self,
        name: str,
        receivers: Callable[[TurnCall], Awaitable[Iterable[Outward[Task]]]],
        make: Callable[[Outward[Task]], Awaitable[None]],
        counts: Counter[str],
        metrics: Metrics,
    ) -> None:
        """Create the queue. No call is made before `start`.

        Args:
            name: what the log and the metrics call failures of the server itself.
            receivers: finds the receivers of a call. There may be none.
            make: makes a call to one receiver.
            counts: counts calls that are `dropped`.
            metrics: counts failures.
        """
        self._name = name
        self._receivers = receivers
        self._make = make
        self._counts = counts
        self._metrics = metrics
        self._new: asyncio.Queue[TurnCall] = asyncio.Queue(MOST_WAITING)
        """Calls whose receivers have not been found yet."""
        self._queue: FairQueue[Outward[Task]] = FairQueue()
        self._calling: Counter[str] = Counter()
        """The number of calls that are being made, by host."""
        self._trying: Counter[str] = Counter()
        """The number of test calls that are being made, by host."""
        self._slow = RecentKeys(MOST_SLOW_HOSTS)
        """The hosts that are slow."""
        self._workers: set[asyncio.Task[None]] = set()
        self._closed = False

    def start(self) -> None:
        """Start to make the calls that `take` gets."""
        self._begin(self._sort())

    def close(self) -> None:
        """Break off calls in progress, and make no more calls."""
        self._closed = True
        for worker in self._workers:
            worker.cancel()

    def take(self, call: TurnCall) -> None:
        """Let a call wait until it is made. If too many calls wait, drop one."""
        try:
            self._new.put_nowait(call)
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """Count a call that is not made."""
        self._counts["dropped"] += 1

    @contextmanager
    def trial(self, host: str) -> Generator[None]:
        """Return a context manager for a test call to a host.

        Raises:
            Refusal: too many test calls are being made, or the server is overloaded.
        """
        if self._trying.total() >= MOST_AT_ONCE or self._trying[host] >= MOST_AT_HOST:
            raise Refusal(429, "too_many_requests")
        self._trying[host] += 1
        try:
            yield
        except Overloaded as error:
            raise Refusal(429, "too_many_requests") from error
        finally:
            _count_down(self._trying, host)

    @contextmanager
    def timed(self, host: str) -> Generator[None]:
        """Return a context manager that notes how long a call to a host takes.

        Calls that fail with an exception are not noted.
        """
        began = asyncio.get_running_loop().time()
        yield
        if asyncio.get_running_loop().time() - began > SLOW:
            self._slow.add(host)
        else:
            self._slow.discard(host)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        worker = asyncio.create_task(work, name=self._name)
        self._workers.add(worker)
        worker.add_done_callback(self._workers.discard)

    async def _sort(self) -> None:
        """Find the receivers of each new call, and let a call to each of them wait for its turn."""
        while True:
            call = await self._new.get()
            with self._noted():
                for one in await self._receivers(call):
                    self._wait(one)

    def _wait(self, one: Outward[Task]) -> None:
        if len(self._queue) >= MOST_WAITING:
            self.drop()
            if self._queue.give_way(one.host) is None:
                return
        self._queue.add(Payer(one.person, one.host), one)
        self._next()

    def _next(self) -> None:
        """Begin the calls whose turn it is, while fewer than `MOST_AT_ONCE` are being made."""
        while not self._closed and self._calling.total() < MOST_AT_ONCE:
            one = self._queue.take(home_may=self._may_call)
            if one is None:
                return
            self._calling[one.host] += 1
            self._begin(self._work(one))

    def _may_call(self, host: str) -> bool:
        """Return whether another call to a host may begin now."""
        if self._calling[host] >= MOST_AT_HOST:
            return False
        slow = sum(number for other, number in self._calling.items() if other in self._slow)
        return host not in self._slow or slow < MOST_SLOW

    async def _work(self, one: Outward[Task]) -> None:
        try:
            with self._noted():
                await self._make(one)
        finally:
            _count_down(self._calling, one.host)
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
