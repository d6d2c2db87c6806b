"""Rooms: a table in memory, with its lock and the connections that follow it.

All code that reads or changes a table holds its room's lock. So no client sees a position between a
move and its commit, which a crash could undo.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from whistlestop.server import clock
from whistlestop.server.sent.presence import Presence
from whistlestop.server.sent.update import UpdateMaker
from whistlestop.server.table.ahead import Plans
from whistlestop.server.table.happenings.changing_hands import reclaimable
from whistlestop.server.table.table import Table


class Listener:
    """A connection that follows a table.

    `wait` waits for a change of the table. `called` then says whether there was one.
    """

    def __init__(self, person: str | None, seat: int | None) -> None:
        """Create the listener. The first `wait` returns at once, as if something had changed.

        Args:
            person: the id of the person; None = no session.
            seat: the seat that the person named; None = no seat was named.
        """
        self.person = person
        self.seat = seat
        """The seat whose view the person asked for, if several people play at the device; None = no
        seat was named."""
        self.called = True
        """Whether something has changed since the connection last set this attribute to False."""
        self.parted = False
        """Whether the connection should end, because the client has to identify itself again."""
        self._awake = asyncio.Event()
        self._since = 0.0
        self._alarm: asyncio.TimerHandle | None = None

    def call(self) -> None:
        """Wake the connection because something has changed."""
        self.called = True
        self._awake.set()

    async def wait(self, most: float) -> None:
        """Wait until something changes, but no longer than about `most` seconds."""
        self._awake.clear()
        if self.called:
            return
        loop = asyncio.get_running_loop()
        self._since = loop.time()
        # One timer is reused, because setting a timer for every wait would be the main cost here.
        if self._alarm is None:
            self._alarm = loop.call_later(most, self._ring, loop, most)
        await self._awake.wait()

    def _ring(self, loop: asyncio.AbstractEventLoop, most: float) -> None:
        left = self._since + most - loop.time()
        if left <= 0:
            self._awake.set()
        self._alarm = loop.call_later(left if left > 0 else most, self._ring, loop, most)

    def stop(self) -> None:
        """Cancel the timer of a connection that has ended."""
        if self._alarm is not None:
            self._alarm.cancel()


@dataclass
class Room:
    """One table in the memory of a server: the game, its viewers and its timers."""

    id: str
    elsewhere: Callable[[], list[Presence]] = list
    """A function that returns the people who are connected to the table at other servers. The list
    has one item for each server."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: Table | None = None
    """The table; None = not in memory, so it is read from the database at its next use."""
    ahead: dict[str, Plans] = field(default_factory=dict[str, Plans])
    """The plans of each person at the table. Each person may see only their own."""
    updates: UpdateMaker = field(default_factory=UpdateMaker)
    listeners: set[Listener] = field(default_factory=set[Listener])
    leaving: Counter[str] = field(default_factory=Counter[str])
    """How many connections of each person were lost so recently that the person still counts as
    present. The keys are people's ids."""
    polling: dict[str, float] = field(default_factory=dict[str, float])
    """When each person without a connection last sent a request, in seconds by the event loop's
    clock. The keys are people's ids."""
    awaited: set[str] = field(default_factory=set[str])
    """People with a running timer that checks whether they have polled again."""
    gone_since: dict[str, float] = field(default_factory=dict[str, float])
    """When each person last disconnected or stopped polling, in seconds since 1970 by the table's
    time. The keys are people's ids."""
    disconnected: dict[str, float] = field(default_factory=dict[str, float])
    """When each person's last connection to this server ended, in seconds since 1970 by the table's
    time. The keys are people's ids."""
    opened: float = field(default_factory=lambda: clock.now())
    """When the room came into memory, in seconds since 1970 by the table's time. No absence is
    counted from an earlier moment."""
    lead: float = 0.0
    """Seconds by which the table's time is ahead of the server's clock.

    It is 0 unless a server whose clock was ahead has written the table's entries.
    """
    stirred: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when something changes that bots or clocks may have to react to."""
    autoplay: asyncio.Task[None] | None = None
    listed: float = 0.0
    """The time of the last change that the table's row in lists shows, in seconds since 1970."""
    alarm: asyncio.TimerHandle | None = None
    """The timer that reads the table into memory again before a deadline; None = not set."""
    called: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    """The last turn or request of each person that has been called or needs no call. The keys are
    people's ids and kinds of calls, and the values are those of `Awaited.mark`."""
    _shown: Presence | None = None
    used: float = -math.inf
    """When the table was last used, in seconds by the monotonic clock; minus infinity = not yet.
    Uses by the server itself do not count."""

    def now(self) -> float:
        """Return the table's time, in seconds since 1970. It is never before the last entry.

        All moments that are kept for a table and its people are in the table's time.
        """
        return clock.now() + self.lead

    def reach(self, at: float) -> bool:
        """Set the table's time to `at`, unless it is later already.

        A table's time must not be before its last entry, which another server's clock may have
        dated. The stored times at which people left grow by the same number of seconds, so that
        nobody counts as absent for longer than before.

        Args:
            at: the time of the table's last entry, in seconds since 1970.

        Returns:
            True if the table's time moved by more than `clock.NEAR` seconds, so that the entry must
            have been dated by another clock. Otherwise False.
        """
        more = at - self.now()
        if more <= 0:
            return False
        self.lead += more
        self.opened += more
        for moments in (self.gone_since, self.disconnected):
            for person in moments:
                moments[person] += more
        return more > clock.NEAR

    @property
    def quiet(self) -> bool:
        """Whether nobody is connected to the table at any server.

        People whose connection was lost a moment ago still count as connected.
        """
        return not self.listeners and not +self.leaving and self.presence() == Presence()

    def wake_never(self) -> None:
        """Cancel the timer that would read the table into memory again, if one is set."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None

    def presence(self) -> Presence:
        """Return the people who are connected to the table at any server."""
        here, elsewhere = self.here(), self.elsewhere()
        if not elsewhere:
            return here
        return Presence(
            present=here.present.union(*(presence.present for presence in elsewhere)),
            viewers=here.viewers + sum(presence.viewers for presence in elsewhere),
        )

    def here(self) -> Presence:
        """Return the people who are connected to the table at this server."""
        there = {listener.person for listener in self.listeners if listener.person is not None}
        table = self.table
        seated = {seat.person for seat in table.seats} if table else set[str | None]()
        # People who can take a seat back count like those who have one.
        lost = table.holders.owners.values() if table else ()
        owners = {one.person for each in lost for one in each}
        nameless = sum(listener.person is None for listener in self.listeners)
        alive = there | set(+self.leaving) | self.polling.keys()
        return Presence(
            present=frozenset(alive & (seated | owners)),
            viewers=len(there - seated) + nameless,
        )

    def concerns(self, person: str) -> bool:
        """Return whether a person is the host, a player, or the owner of a lost seat."""
        table = self.table
        if table is None:
            return False
        return person == table.host or bool(table.seats_of(person) or reclaimable(table, person))

    def absent_since(self, person: str | None) -> float | None:
        """Return the moment since which a person has been absent. None if the person is present.

        If `person` is None, return the moment at which the room came into memory. Moments are in
        seconds since 1970, by the table's time.
        """
        if person is None:
            return self.opened
        if person in self.presence().present:
            return None
        return max(self.gone_since.get(person, 0.0), self.opened)

    def is_connected(self, person: str) -> bool:
        """Return whether a person has a connection that follows the table, at any server.

        At this server, people who only poll do not count. Other servers report only who is present,
        so that people who poll there count.
        """
        return (
            any(listener.person == person for listener in self.listeners)
            or self.leaving[person] > 0
            or any(person in presence.present for presence in self.elsewhere())
        )

    def shown(self) -> Presence:
        """Return the connected people, according to the last update to clients."""
        if self._shown is None:
            self._shown = self.presence()
        return self._shown

    def tell_alone(self, person: str, seat: int) -> None:
        """Wake only those connections of a person that show the table from one seat's view.

        Args:
            person: the id of the person.
            seat: the seat.
        """
        for listener in self.listeners:
            if listener.person == person and self._looks(listener, seat):
                listener.call()

    def _looks(self, listener: Listener, seat: int) -> bool:
        table = self.table
        return table is not None and table.looking(listener.person, listener.seat) == seat

    def tell(self) -> None:
        """Wake all connections that follow the table."""
        self._shown = None
        for listener in self.listeners:
            listener.call()
