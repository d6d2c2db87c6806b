"""Fair shares: who is served next when several people want more than the server can do at once.

Addresses take turns, and the people of one address take turns within its turn. New identities cost
nothing, so a person who pretends to be forty people gets no more than the share of one address. All
work of a table's bots counts for one person, the table's payer.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

Item = TypeVar("Item")

UNKNOWN: Final = ""
"""The text in place of an address that is not known, for example because a person has sent no
request since the server started."""


class Payer(NamedTuple):
    """The person for whom the server's shared work is counted, and the person's address."""

    person: str
    home: str = UNKNOWN
    """The person's address or network, as `addresses.network` returns it."""


NOBODY: Final = Payer("")


class Addresses:
    """A map from keys to addresses and back. A key is the id of a person or of a table."""

    def __init__(self, most: int) -> None:
        """Create an empty map.

        Args:
            most: the maximum number of keys. If there are more, the key that was put longest ago is
                dropped.
        """
        self._most = most
        self._homes: OrderedDict[str, str] = OrderedDict()
        self._keys: dict[str, dict[str, None]] = {}

    def put(self, key: str, home: str) -> None:
        """Record that a key belongs to an address from now on."""
        if self._homes.get(key) == home:
            self._homes.move_to_end(key)
            return
        self.drop(key)
        self._homes[key] = home
        self._keys.setdefault(home, {})[key] = None
        if len(self._homes) > self._most:
            self.drop(next(iter(self._homes)))

    def drop(self, key: str) -> None:
        """Remove a key. Do nothing if it is not known."""
        home = self._homes.pop(key, None)
        if home is None:
            return
        keys = self._keys[home]
        del keys[key]
        if not keys:
            del self._keys[home]

    def of(self, key: str) -> str:
        """Return the address of a key, or `UNKNOWN` if the key is not known."""
        return self._homes.get(key, UNKNOWN)

    def at(self, home: str) -> Collection[str]:
        """Return all keys that belong to an address."""
        return self._keys.get(home, {}).keys()

    def __len__(self) -> int:
        """Return how many keys are remembered."""
        return len(self._homes)


class FairQueue(Generic[Item]):
    """A queue of items. Addresses take turns, and so do the people of one address.

    Each person's items are taken in the order in which they were added.
    """

    def __init__(self) -> None:
        """Create an empty queue."""
        # Addresses are in the order of their turns, and so are the people of each address.
        self._homes: OrderedDict[str, OrderedDict[str, deque[Item]]] = OrderedDict()
        self._numbers: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return how many items wait."""
        return self._numbers.total()

    def add(self, payer: Payer, item: Item) -> None:
        """Add an item after the payer's other items."""
        people = self._homes.setdefault(payer.home, OrderedDict())
        people.setdefault(payer.person, deque()).append(item)
        self._numbers[payer.home] += 1

    def remove(self, payer: Payer, item: Item) -> None:
        """Remove an item, if it still waits."""
        items = self._items(payer)
        if items is not None and item in items:
            items.remove(item)
            self._removed(payer)

    def _items(self, payer: Payer) -> deque[Item] | None:
        people = self._homes.get(payer.home)
        return None if people is None else people.get(payer.person)

    def _removed(self, payer: Payer) -> None:
        """Update the count after an item was removed. Drop a person or address without items."""
        people = self._homes[payer.home]
        if not people[payer.person]:
            del people[payer.person]
        self._numbers[payer.home] -= 1
        if not people:
            del self._homes[payer.home]
            del self._numbers[payer.home]

    def take(
        self,
        may: Callable[[Payer, Item], bool] = lambda payer, item: True,
        home_may: Callable[[str], bool] = lambda home: True,
    ) -> Item | None:
        """Remove the item whose turn it is, and return it.

        Args:
            may: returns whether a person's first item can be taken now. If not, the next person's
                item is considered, and this person stays first in the order.
            home_may: returns whether items of an address can be taken now.

        Returns:
            The item, or None if no item can be taken now.
        """
        for home, people in self._homes.items():
            if not home_may(home):
                continue
            for person, items in people.items():
                payer = Payer(person, home)
                if not may(payer, items[0]):
                    continue
                item = items.popleft()
                # The person and the address go to the end of their lines.
                people.move_to_end(person)
                self._homes.move_to_end(home)
                self._removed(payer)
                return item
        return None

    def waiting_of(self, payer: Payer) -> int:
        """Return how many of a person's items wait."""
        return len(self._items(payer) or ())

    def waiting_at(self, home: str) -> int:
        """Return how many items of one address wait."""
        return self._numbers[home]

    def give_way(self, home: str) -> Item | None:
        """Remove an item of the address with the most items, to make room for an item of `home`.

        Returns:
            The newest item of the person with the most items at that address. None if no address
            has at least two items more than `home`.
        """
        fullest = max(self._numbers, key=self._numbers.__getitem__, default=home)
        if self._numbers[fullest] < self._numbers[home] + 2:
            return None
        people = self._homes[fullest]
        # If several people have the most, take the one whose turn comes last.
        person = max(reversed(people), key=lambda one: len(people[one]))
        item = people[person].pop()
        self._removed(Payer(person, fullest))
        return item


class Pace:
    """A limit on how often the server works for one person and for the people of one address.

    Each piece of work, such as a bot's move, is counted. This base class limits nothing.
    """

    def of_home(self, home: str) -> float:
        """Return the seconds until the server may work for people of an address again; 0 = now."""
        return 0.0

    def of_person(self, person: str) -> float:
        """Return the seconds until the server may work for a person again; 0 = now."""
        return 0.0

    def spend(self, payer: Payer) -> None:
        """Count a piece of work for a person and the person's address.

        This base class counts nothing. In subclasses, the more work is counted, the later the next
        piece of work is permitted.
        """


@dataclass(slots=True, eq=False)
class _Waiting:
    """A request for a place that has not been admitted yet."""

    payer: Payer
    urgent: bool
    admitted: asyncio.Future[None]


class FairGate:
    """A gate that admits a few requests at a time in fair turns, urgent requests first.

    The gate has a number of places. A request holds one place while it is being handled.
    """

    def __init__(self, places: int, pace: Pace | None = None) -> None:
        """Create the gate. All places are free at first.

        Args:
            places: how many requests may hold a place at the same time. If there are several
                places, one of them is for urgent requests only.
            pace: limits how often requests of a person and of an address are admitted; None = no
                limits.
        """
        self._places = places
        self._pace = pace or Pace()
        self._queues: dict[bool, FairQueue[_Waiting]] = {True: FairQueue(), False: FairQueue()}
        """The waiting requests, by whether they are urgent."""
        self._due: dict[bool, dict[str, Counter[str]]] = {True: {}, False: {}}
        """How many requests wait for a place or hold one, by urgency, address and person."""
        self._inside: Counter[bool] = Counter()
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """The number of requests that wait for a place."""
        return sum(map(len, self._queues.values()))

    @property
    def due(self) -> int:
        """The number of requests that hold a place or wait for one."""
        return self.waiting + self._inside.total()

    def share(self, payer: Payer, urgent: bool) -> float:
        """Return for what fraction of its full time a request should hold a place, from 0 to 1.

        The full time is what the caller allows a request that need not share the places. Every
        address with requests gets an equal part of the places, and every person at an address an
        equal part of the address's part. If no request exceeds its fraction, all requests are done
        within the full time.

        Args:
            payer: the person for whom the request counts.
            urgent: whether a person waits for the request. Only requests that are equally urgent
                share the places.
        """
        homes = self._due[urgent]
        people = homes.get(payer.home, Counter[str]())
        others = max(1, len(homes)) * max(1, len(people)) * max(1, people[payer.person])
        return min(1.0, self._room(urgent) / others)

    def _room(self, urgent: bool) -> int:
        return self._places if urgent else max(1, self._places - 1)

    @asynccontextmanager
    async def turn(self, payer: Payer, *, urgent: bool = True) -> AsyncGenerator[None]:
        """Wait for a place, and hold it until the `async with` block ends.

        Args:
            payer: the person for whom the work is counted.
            urgent: whether a person waits for the work.
        """
        waiting = _Waiting(payer, urgent, asyncio.get_running_loop().create_future())
        due = self._due[urgent].setdefault(payer.home, Counter())
        due[payer.person] += 1
        self._queues[urgent].add(payer, waiting)
        inside = False
        try:
            self._admit()
            try:
                await waiting.admitted
                inside = True
            except asyncio.CancelledError:
                # The request may have been admitted at the moment of its cancellation.
                inside = waiting.admitted.done() and not waiting.admitted.cancelled()
                raise
            yield
        finally:
            if inside:
                self._inside[urgent] -= 1
            else:
                self._queues[urgent].remove(payer, waiting)
            due[payer.person] -= 1
            if not due[payer.person]:
                del due[payer.person]
            if not due:
                self._due[urgent].pop(payer.home, None)
            self._admit()

    def _admit(self) -> None:
        """Admit the requests whose turn it is, while places are free."""
        soonest: float | None = None

        def home_may(home: str) -> bool:
            return in_time(self._pace.of_home(home))

        def may(payer: Payer, _: _Waiting) -> bool:
            return in_time(self._pace.of_person(payer.person))

        def in_time(seconds: float) -> bool:
            nonlocal soonest
            if seconds > 0:
                soonest = seconds if soonest is None else min(soonest, seconds)
            return seconds <= 0

        while self._inside.total() < self._places:
            waiting = self._queues[True].take(may, home_may)
            if waiting is None and self._inside[False] < self._room(False):
                waiting = self._queues[False].take(may, home_may)
            if waiting is None:
                break
            if waiting.admitted.done():
                # This request was cancelled, but its task has not run since.
                continue
            self._inside[waiting.urgent] += 1
            self._pace.spend(waiting.payer)
            waiting.admitted.set_result(None)
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if soonest is not None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(soonest, self._admit)

    def close(self) -> None:
        """Stop limiting how often requests are admitted, because the server ends.

        From now on, all requests, also new ones, are admitted as soon as a place is free.
        """
        self._pace = Pace()
        self._admit()
