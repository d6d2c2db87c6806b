"""Following a table: what a WebSocket and a stream of lines send to a client.

A change only wakes the listeners. Each listener then fetches all updates that its client has not
been sent. So a slow client costs no memory. A client that reconnects names its last version and
misses nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Generator
from contextlib import contextmanager, suppress
from typing import Final

from whistlestop.server.errors import not_your_seat
from whistlestop.server.hosting.absences import absences
from whistlestop.server.hosting.peers import Peers
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.rooms import Listener, Room
from whistlestop.server.sent.presence import Caller, Presence
from whistlestop.server.settings import Settings
from whistlestop.server.table.happenings.forgotten import PersonForgotten

HEARTBEAT: Final = b'{"type":"heartbeat"}'
CLOSING: Final = b'{"type":"closing"}'

MOST_PATIENCE: Final = 3.0
"""The maximum number of seconds that a stopping server waits for clients to disconnect."""

MOST_MISSED: Final = 200
"""The maximum number of missed versions that a client gets as single updates. A client that has
missed more versions gets a snapshot."""


class Live:
    """The connections of this server's clients that follow tables, and who is present there."""

    def __init__(self, tables: Tables, settings: Settings, peers: Peers) -> None:
        """Create the list of a server's live connections, which is empty at first.

        Args:
            tables: the tables of the server.
            settings: the operator's settings, which say when a person counts as absent.
            peers: the other servers, which are notified of connected people.
        """
        self._tables = tables
        self._peers = peers
        peers.on_presence = self._heard
        self._settings = settings
        self._closing = False
        self.on_presence: Callable[[Room], None] = lambda room: None
        """Called with the room of a table when the people who are connected to it have changed."""
        self._grace: set[asyncio.TimerHandle] = set()
        self._open: set[object] = set()
        self._all_gone = asyncio.Event()

    async def follow(
        self, table_id: str, caller: Caller, since: int | None
    ) -> AsyncIterator[bytes]:
        """Yield the messages for one connection, as JSON, until the connection has to close.

        Args:
            table_id: the id of the table.
            caller: the person or program that follows the table.
            since: the last version that the client has; None = it has none and gets a snapshot.

        Raises:
            Refusal: there is no such table, or the caller names a seat that is not theirs.
        """
        listener = Listener(caller.person, caller.seat)
        async with self._tables.use(table_id, since) as (room, table):
            if caller.seat is not None and caller.seat not in table.seats_of(caller.person):
                raise not_your_seat()
            self._arrive(room, listener)
        try:
            version = since
            while not (self._closing or listener.parted):
                if listener.called:
                    listener.called = False
                    version, frames = await self._frames(table_id, caller, version)
                    for frame in frames:
                        yield frame
                else:
                    yield HEARTBEAT
                await listener.wait(self._settings.heartbeat)
            yield CLOSING
        finally:
            listener.stop()
            self._leave(room, listener)

    async def _frames(
        self, table_id: str, caller: Caller, version: int | None
    ) -> tuple[int, list[bytes]]:
        """Return the table's version, and the messages that bring a client up to it.

        Args:
            table_id: the id of the table.
            caller: the person or program that follows the table.
            version: the version that the client has; None = it has none and gets a snapshot.
        """
        async with self._tables.use(table_id) as (room, table):
            presence, maker, now = room.shown(), room.updates, room.now()
            away = absences(room, table, presence, caller.person)
            oldest = max(table.version - MOST_MISSED, 0)
            if version is None or not oldest <= version <= table.version:
                return table.version, [maker.snapshot(table, caller, presence, away, now)]
            missed = table.log[version:]
            if any(isinstance(event, PersonForgotten) for one in missed for event in one.events):
                # The client has entries that name a person who was forgotten since.
                return table.version, [maker.snapshot(table, caller, presence, away, now)]
            frames = [maker.missed(table, caller, presence, logged) for logged in missed[:-1]]
            newest = missed[-1] if missed else None
            frames.append(maker.update(table, caller, presence, away, now, newest))
            return table.version, frames

    def part(self, person: str) -> None:
        """End the connections of a person. Clients that are still signed in connect again."""
        for room in self._tables.rooms:
            for listener in room.listeners:
                if listener.person == person:
                    listener.parted = True
                    listener.call()

    @contextmanager
    def connection(self) -> Generator[None]:
        """Count a connection until the `with` block ends, so that `close` waits for its end."""
        mark = object()
        self._open.add(mark)
        self._all_gone.clear()
        try:
            yield
        finally:
            self._open.discard(mark)
            if not self._open:
                self._all_gone.set()

    async def close(self) -> None:
        """Notify all clients that the server ends, and wait for them to disconnect.

        The wait lasts at most `MOST_PATIENCE` seconds.
        """
        self._closing = True
        for handle in self._grace:
            handle.cancel()
        for room in self._tables.rooms:
            room.tell()
        if self._open:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._all_gone.wait(), MOST_PATIENCE)

    @property
    def connections(self) -> int:
        """The number of connections that follow tables."""
        return sum(len(room.listeners) for room in self._tables.rooms)

    # Presence -------------------------------------------------------------------------------

    def _arrive(self, room: Room, listener: Listener) -> None:
        before = room.presence()
        room.listeners.add(listener)
        self._noted(room, before)

    def _leave(self, room: Room, listener: Listener) -> None:
        before = room.presence()
        room.listeners.discard(listener)
        person = listener.person
        if person is not None and not self._closing:
            # The end of a connection shows absence better than earlier requests show presence.
            room.polling.pop(person, None)
            room.leaving[person] += 1
            room.gone_since[person] = room.disconnected[person] = room.now()
            loop = asyncio.get_running_loop()
            handle: asyncio.TimerHandle | None = None

            def gone() -> None:
                if handle is not None:
                    self._grace.discard(handle)
                before = room.presence()
                room.leaving[person] -= 1
                self._noted(room, before)

            handle = loop.call_later(self._settings.presence_grace, gone)
            self._grace.add(handle)
        self._noted(room, before)

    def heard_from(self, table_id: str, person: str) -> bool:
        """Count a person's request about a table as a sign of presence, for clients that only poll.

        Args:
            table_id: the id of the table.
            person: the id of the person.

        Returns:
            False if the request could not be counted, because the table is not in memory or the
            person is neither its host nor a player nor the owner of a lost seat. True if the
            request was counted, if the person has a connection to the table, or if the server
            counts no such requests.
        """
        room = self._tables.in_memory(table_id)
        if room is None or room.table is None:
            return False
        lasts = self._settings.polling_grace
        if lasts <= 0 or self._closing:
            return True
        if not room.concerns(person):
            return False
        if any(listener.person == person for listener in room.listeners):
            return True
        now = asyncio.get_running_loop().time()
        if person in room.polling:
            # The running timer will check again.
            room.polling[person] = now
            return True
        before = room.presence()
        room.polling[person] = now
        if person not in room.awaited:
            room.awaited.add(person)
            self._listen_for(room, person, lasts)
        self._noted(room, before)
        return True

    def _listen_for(self, room: Room, person: str, seconds: float) -> None:
        """Start a timer that marks a person as absent when they no longer poll.

        This is when their last request is older than the setting `polling_grace`.

        Args:
            room: the table on this server.
            person: the id of the person.
            seconds: the seconds until the first check. More checks follow while the person polls.
        """
        loop = asyncio.get_running_loop()
        handle: asyncio.TimerHandle | None = None

        def look() -> None:
            if handle is not None:
                self._grace.discard(handle)
            last = room.polling.get(person)
            if last is None:
                room.awaited.discard(person)
                return
            left = last + self._settings.polling_grace - loop.time()
            if left > 0:
                self._listen_for(room, person, left)
                return
            before = room.presence()
            room.awaited.discard(person)
            del room.polling[person]
            room.gone_since[person] = room.now()
            self._noted(room, before)

        handle = loop.call_later(seconds, look)
        self._grace.add(handle)

    def _noted(self, room: Room, before: Presence) -> None:
        """Notify clients and other servers if the connected people have changed.

        Args:
            room: the table on this server.
            before: the people who were connected before.
        """
        if room.presence() != before:
            room.tell()
            room.stirred.set()
        self.announce(room)
        self.on_presence(room)

    def announce(self, room: Room) -> None:
        """Notify other servers of the people who are connected to a table at this server."""
        if self._peers.shared:
            self._peers.tell_presence(room.id, room.here())

    def _heard(self, table_id: str, before: Presence, after: Presence) -> None:
        """Record who has left a table at another server, and notify clients of the change.

        Args:
            table_id: the id of the table.
            before: the people who were connected to the table at that server.
            after: the people who are connected to the table at that server now.
        """
        room = self._tables.in_memory(table_id)
        asleep = room is None or room.table is None
        if asleep and after != Presence() and self._peers.minds(table_id):
            # From now on, bots may have to stand in for absent players.
            self._tables.wake(table_id)
        if room is None:
            return
        for person in before.present - after.present:
            room.gone_since[person] = room.now()
        room.tell()
        room.stirred.set()
        self.on_presence(room)
