"""Fair shares: who is served next when several people want more than there is.

Addresses take turns, and the people of one address take turns within its turn. New people cost
nothing, so a person who pretends to be forty has no more than one address has. Everything that a
table's bots do counts for one person, the table's payer.
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
"""The address of everybody who has not been seen since the server started."""


class Payer(NamedTuple):
    """The person for whom something counts, and the person's address."""

    person: str
    home: str = UNKNOWN
    """What counts as one address, as `addresses.network` says."""


NOBODY: Final = Payer("")


class Addresses:
    """The address of each of the newest keys, and the keys of each address."""

    def __init__(self, most: int) -> None:
        """Start empty.

        Args:
            most: how many keys are remembered; the one that was put longest ago is dropped.
        """
        self._most = most
        self._homes: OrderedDict[str, str] = OrderedDict()
        self._keys: dict[str, dict[str, None]] = {}

    def put(self, key: str, home: str) -> None:
        """Remember that a key belongs to an address from now on."""
        if self._homes.get(key) == home:
            self._homes.move_to_end(key)
            return
        self.drop(key)
        self._homes[key] = home
        self._keys.setdefault(home, {})[key] = None
        if len(self._homes) > self._most:
            self.drop(next(iter(self._homes)))

    def drop(self, key: str) -> None:
        """Forget a key."""
        home = self._homes.pop(key, None)
        if home is None:
            return
        keys = self._keys[home]
        del keys[key]
        if not keys:
            del self._keys[home]

    def of(self, key: str) -> str:
        """Return the address of a key, or `UNKNOWN`."""
        return self._homes.get(key, UNKNOWN)

    def at(self, home: str) -> Collection[str]:
        """Return the keys of an address."""
        return self._keys.get(home, {}).keys()

    def __len__(self) -> int:
        """Return how many keys are remembered."""
        return len(self._homes)


class FairQueue(Generic[Item]):
    """Items that wait. Addresses take turns, people of one address do, and each has a queue."""

    def __init__(self) -> None:
        """Start empty."""
        # The address whose turn is next stands first, and so does the person within an address.
        self._homes: OrderedDict[str, OrderedDict[str, deque[Item]]] = OrderedDict()
        self._numbers: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return how many items wait."""
        return self._numbers.total()

    def add(self, payer: Payer, item: Item) -> None:
        """Add an item behind the payer's other items."""
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
        """Count one item less, and forget people and addresses with nothing left."""
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
            may: whether a person's first item can be taken now; else the person's turn is kept.
            home_may: the same for everything of an address.

        Returns:
            The item, or None if none can be taken now.
        """
        for home, people in self._homes.items():
            if not home_may(home):
                continue
            for person, items in people.items():
                payer = Payer(person, home)
                if not may(payer, items[0]):
                    continue
                item = items.popleft()
                # Both go behind all others who wait.
                people.move_to_end(person)
                self._homes.move_to_end(home)
                self._removed(payer)
                return item
        return None

    def waiting_of(self, payer: Payer) -> int:
        """Return how many of a person's items wait."""
        return len(self._items(payer) or ())

    def waiting_at(self, home: str) -> int:
        """Return how many items of an address wait."""
        return self._numbers[home]

    def give_way(self, home: str) -> Item | None:
        """Remove an item of another address that has far more waiting than this one.

        Returns:
            The newest item of the person with the most items at the address with the most. None if
            no other address has at least two items more than this one.
        """
        fullest = max(self._numbers, key=self._numbers.__getitem__, default=home)
        if self._numbers[fullest] < self._numbers[home] + 2:
            return None
        people = self._homes[fullest]
        # Of several with as many, the one whose turn is last.
        person = max(reversed(people), key=lambda one: len(people[one]))
        item = people[person].pop()
        self._removed(Payer(person, fullest))
        return item


class Pace:
    """Says how long somebody has to wait before the next turn; this one lets nobody wait."""

    def of_home(self, home: str) -> float:
        """Return how many seconds the people of an address must wait before their next turn.

        0 means that they may have one now.
        """
        return 0.0

    def of_person(self, person: str) -> float:
        """Return how many seconds a person must wait before the next turn; 0 = none."""
        return 0.0

    def spend(self, payer: Payer) -> None:
        """Note that a person has a turn now, so that later turns may have to wait."""


@dataclass(slots=True, eq=False)
class _Waiting:
    """Somebody who waits for a place."""

    payer: Payer
    urgent: bool
    admitted: asyncio.Future[None]


class FairGate:
    """Lets a few in at a time, in fair turns; those whom a person waits for come first."""

    def __init__(self, places: int, pace: Pace | None = None) -> None:
        """Open the gate.

        Args:
            places: how many may be inside at once. If there are several, all but one are for those
                whom nobody waits for.
            pace: how often a person and an address may have a turn; None = any number of times.
        """
        self._places = places
        self._pace = pace or Pace()
        self._queues: dict[bool, FairQueue[_Waiting]] = {True: FairQueue(), False: FairQueue()}
        """By whether a person waits for what is to be done."""
        self._due: dict[bool, dict[str, Counter[str]]] = {True: {}, False: {}}
        """How many wait or are inside: urgent or not, address, person."""
        self._inside: Counter[bool] = Counter()
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return sum(map(len, self._queues.values()))

    @property
    def due(self) -> int:
        """How many wait or are inside."""
        return self.waiting + self._inside.total()

    def share(self, payer: Payer, urgent: bool) -> float:
        """Return the part of a place that is this person's share for one of their turns.

        Every address that has something due shares alike, and so does every person of it. If all
        use no more than their shares, all are done after the time that a whole place would take.
        """
        homes = self._due[urgent]
        people = homes.get(payer.home, Counter[str]())
        others = max(1, len(homes)) * max(1, len(people)) * max(1, people[payer.person])
        return min(1.0, self._room(urgent) / others)

    def _room(self, urgent: bool) -> int:
        return self._places if urgent else max(1, self._places - 1)

    @asynccontextmanager
    async def turn(self, payer: Payer, *, urgent: bool = True) -> AsyncGenerator[None]:
        """Wait for a place, and hold it for as long as the block lasts.

        Args:
            payer: for whom it counts.
            urgent: whether a person waits for what is to be done.
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
                # It may have been admitted in the same moment.
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
        """Let in those whose turn it is, as long as there are places."""
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
                # Somebody gave up who has not come round to say so.
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
        """Let those who wait in without any pace, so that they can end."""
        self._pace = Pace()
        self._admit()
