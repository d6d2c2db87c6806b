"""A table in memory, with its lock and the connections to it.

Everything that reads or changes a table holds its room's lock: between a move and its commit nobody
sees a position that a crash could take back.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from whistlestop.server import clock
from whistlestop.server.sent.presence import Company
from whistlestop.server.sent.update import Desk
from whistlestop.server.table.ahead import Plans
from whistlestop.server.table.table import Table


class Listener:
    """One connection that wants to hear what happens.

    It is awake when something has happened, and now and then when nothing has.
    """

    def __init__(self, person: str | None, seat: int | None) -> None:
        """Someone connects, who has heard nothing yet."""
        self.person = person
        self.seat = seat
        """With whose eyes they look, of several at their device; None = they named no seat."""
        self.called = True
        """Whether something has happened since this was last set to False."""
        self.parted = False
        """Whether the connection is to end: whoever it was has to say anew who they are."""
        self._awake = asyncio.Event()
        self._since = 0.0
        self._alarm: asyncio.TimerHandle | None = None

    def call(self) -> None:
        """Say that something has happened."""
        self.called = True
        self._awake.set()

    async def wait(self, most: float) -> None:
        """Wait until something happens, for no longer than about this many seconds."""
        self._awake.clear()
        if self.called:
            return
        loop = asyncio.get_running_loop()
        self._since = loop.time()
        # Setting a timer for every wait would cost more than all else here.
        if self._alarm is None:
            self._alarm = loop.call_later(most, self._ring, loop, most)
        await self._awake.wait()

    def _ring(self, loop: asyncio.AbstractEventLoop, most: float) -> None:
        left = self._since + most - loop.time()
        if left <= 0:
            self._awake.set()
        self._alarm = loop.call_later(left if left > 0 else most, self._ring, loop, most)

    def stop(self) -> None:
        """Wait no more."""
        if self._alarm is not None:
            self._alarm.cancel()


@dataclass
class Room:
    """One table's place in memory."""

    id: str
    elsewhere: Callable[[], list[Company]] = list
    """Who is connected at other servers."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: Table | None = None
    """None = to be read from the store: nobody has asked for it yet, or it sleeps."""
    ahead: dict[str, Plans] = field(default_factory=dict[str, Plans])
    """What people have in mind here, by person: each is told of their own alone."""
    desk: Desk = field(default_factory=Desk)
    listeners: set[Listener] = field(default_factory=set[Listener])
    leaving: Counter[str] = field(default_factory=Counter[str])
    """People whose connection was lost so short a time ago that they count as present."""
    polling: dict[str, float] = field(default_factory=dict[str, float])
    """When people without a connection last asked for something, by the clock of the event loop."""
    awaited: set[str] = field(default_factory=set[str])
    """People for whom a timer is set that sees whether they have polled again."""
    gone_since: dict[str, float] = field(default_factory=dict[str, float])
    """When people were last connected, or did something."""
    opened: float = field(default_factory=lambda: clock.now())
    """When the room came into memory: nobody can have been absent for longer."""
    lead: float = 0.0
    """Seconds by which the table's time is ahead of the server's clock.

    It is 0 unless a server whose clock was ahead has written the table's entries.
    """
    stirred: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever something changes that bots and clocks may have to react to."""
    autoplay: asyncio.Task[None] | None = None
    listed: float = 0.0
    """When lists were told of the table's last change."""
    alarm: asyncio.TimerHandle | None = None
    """What wakes a sleeping table for a deadline."""
    _shown: Company | None = None
    used: float = -math.inf
    """When somebody used the table last, by the monotonic clock; its own bots do not count."""

    def now(self) -> float:
        """Return the table's time, in seconds since 1970: it is never before the last entry.

        All moments that are kept of a table, and of who is there, are in its time.
        """
        return clock.now() + self.lead

    def reach(self, at: float) -> bool:
        """Let the table's time go on from this moment, if it lies in the future.

        Nobody gets older by it: moments in memory move along.

        Returns:
            Whether another clock must have written this moment.
        """
        more = at - self.now()
        if more <= 0:
            return False
        self.lead += more
        self.opened += more
        self.gone_since = {person: since + more for person, since in self.gone_since.items()}
        return more > clock.NEAR

    @property
    def quiet(self) -> bool:
        """Whether nobody is connected to the table, or has just been."""
        return not self.listeners and not +self.leaving and self.company() == Company()

    def wake_never(self) -> None:
        """Cancel the alarm, if one is set."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None

    def company(self) -> Company:
        """The people connected to any server."""
        here, elsewhere = self.here(), self.elsewhere()
        if not elsewhere:
            return here
        return Company(
            present=here.present.union(*(company.present for company in elsewhere)),
            viewers=here.viewers + sum(company.viewers for company in elsewhere),
        )

    def here(self) -> Company:
        """The people connected to this server."""
        there = {listener.person for listener in self.listeners if listener.person is not None}
        table = self.table
        seated = {seat.person for seat in table.seats} if table else set[str | None]()
        # People who can take a seat back are missed like those who sit.
        lost = table.owners.values() if table else ()
        owners = {one.person for each in lost for one in each}
        nameless = sum(listener.person is None for listener in self.listeners)
        alive = there | set(+self.leaving) | self.polling.keys()
        return Company(
            present=frozenset(alive & (seated | owners)),
            viewers=len(there - seated) + nameless,
        )

    def concerns(self, person: str) -> bool:
        """Return whether a person is missed: the host, players, and owners of seats."""
        table = self.table
        if table is None:
            return False
        return person == table.host or bool(table.seats_of(person) or table.reclaimable(person))

    def absent_since(self, person: str | None) -> float | None:
        """The moment since which a person has been absent; None = they are present."""
        if person is None:
            return self.opened
        if person in self.company().present:
            return None
        return max(self.gone_since.get(person, 0.0), self.opened)

    def shown(self) -> Company:
        """The people who were connected when everybody was last told."""
        if self._shown is None:
            self._shown = self.company()
        return self._shown

    def tell_alone(self, person: str, seat: int) -> None:
        """Wake a person's connections that look with a seat's eyes; others see nothing of it."""
        for listener in self.listeners:
            if listener.person == person and self._looks(listener, seat):
                listener.call()

    def _looks(self, listener: Listener, seat: int) -> bool:
        table = self.table
        return table is not None and table.looking(listener.person, listener.seat) == seat

    def tell(self) -> None:
        """Wake everybody who listens."""
        self._shown = None
        for listener in self.listeners:
            listener.call()
