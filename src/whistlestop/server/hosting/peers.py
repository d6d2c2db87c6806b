"""The other servers that share the database: which ones run, and the messages between them.

Every server may change every table. If two servers add an entry at once, the unique key (table,
number) decides which one succeeds. The servers need to agree only on which of them runs a table's
bots and clocks. Each works this out from the list of running servers. If they disagree for a
moment, the key resolves that conflict as well.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from whistlestop.server import clock, logs
from whistlestop.server.sent.presence import Presence
from whistlestop.server.storage.notify import Notifications, can_listen
from whistlestop.server.storage.store import Store

_GREETING: Final = 2.0
"""The maximum number of seconds for which a starting server waits for another server to answer."""


class Entries(msgspec.Struct, tag="entries"):
    """The message that a table has new entries, up to a version."""

    server: int
    table: str
    version: int


class Connected(msgspec.Struct, tag="connected"):
    """The message that gives all people who are connected to a table at the sending server."""

    server: int
    table: str
    present: list[str]
    viewers: int


class AheadChanged(msgspec.Struct, tag="ahead"):
    """The message that a person has changed the plans for one of their seats."""

    server: int
    table: str
    person: str
    seat: int


class PersonChanged(msgspec.Struct, tag="person"):
    """The message that a person has changed their name or colour."""

    server: int
    person: str


class SignedOut(msgspec.Struct, tag="signed_out"):
    """The message that sessions of a person may have ended. Their clients must reconnect."""

    server: int
    person: str


class Hello(msgspec.Struct, tag="hello"):
    """The message that a server has started."""

    server: int


class Welcome(msgspec.Struct, tag="welcome"):
    """The answer of a running server to `Hello`. All times are in seconds since 1970."""

    server: int
    since: float
    now: float = 0.0
    """The time of the sender's clock; 0 = not sent, because the sender runs an older version."""


class Goodbye(msgspec.Struct, tag="goodbye"):
    """The message that a server has stopped."""

    server: int


Message = Entries | Connected | AheadChanged | PersonChanged | SignedOut | Hello | Welcome | Goodbye

_decoder: Final = msgspec.json.Decoder(Message)


class Peers:
    """The other servers. There are none if the database cannot send notifications."""

    def __init__(self, store: Store) -> None:
        """Create the list of other servers, which is empty until `open` finds them.

        Args:
            store: the database, which passes messages on between its servers.
        """
        self._store = store
        self.number = secrets.randbits(31)
        self.others: frozenset[int] = frozenset()
        self.since = clock.now()
        """The moment since which at least one server has been running without a break, in seconds
        since 1970; 0 = not known."""
        self.first = True
        """Whether no other server was running when this one started."""
        self._joining = False
        self._channel: Notifications | None = None
        self._presences: dict[str, dict[int, Presence]] = {}
        self._here: dict[str, Presence] = {}
        self._welcomed = asyncio.Event()
        self._sending: set[asyncio.Task[None]] = set()
        self.on_entries: Callable[[str, int], None] = lambda table, version: None
        """Called when another server has added entries to a table, with the table's id and
        version."""
        self.on_ahead: Callable[[str, str, int], None] = lambda table, person, seat: None
        """Called when another server has saved a person's plans, with the table's id, the person's
        id and the seat."""
        self.on_presence: Callable[[str, Presence, Presence], None] = lambda table, before, after: (
            None
        )
        """Called when the people connected to a table at another server change, with the table's id
        and the people before and after."""
        self.on_person: Callable[[str], None] = lambda person: None
        """Called with a person's id when another server has changed the person's name or colour."""
        self.on_signed_out: Callable[[str], None] = lambda person: None
        """Called with a person's id when another server has ended sessions of the person."""
        self.on_servers: Callable[[], None] = lambda: None
        """Called when a server has started or stopped."""
        self.on_silence: Callable[[], None] = lambda: None
        """Called when a lost connection to the other servers is restored. Messages may have been
        missed."""

    async def open(self) -> None:
        """Start to listen for other servers, and set this server's clock to theirs.

        If other servers are running, wait until one has answered, but at most `_GREETING` seconds.
        Do nothing if the database cannot send notifications.

        Raises:
            ConnectionError: the database cannot be reached.
        """
        if not can_listen(self._store.engine):
            return
        self._channel = Notifications(self._store.engine, self.number, self._heard, self._serving)
        if await self._channel.open():
            return
        self.since, self.first, self._joining = 0.0, False, True
        self._tell(Hello(self.number))
        with suppress(TimeoutError):
            await asyncio.wait_for(self._welcomed.wait(), _GREETING)
        self._joining = False

    async def close(self) -> None:
        """Stop listening, and notify the other servers that this server stops."""
        if self._channel is not None:
            await self._channel.close()
            self._tell(Goodbye(self.number))
            await asyncio.gather(*self._sending, return_exceptions=True)

    @property
    def shared(self) -> bool:
        """Whether other servers may share the database."""
        return self._channel is not None

    @property
    def listening(self) -> bool:
        """Whether messages of other servers arrive now. True if there can be no other servers."""
        return self._channel is None or self._channel.listening

    def minds(self, table_id: str) -> bool:
        """Return whether this server runs a table's bots and clocks."""
        return all(_rank(self.number, table_id) > _rank(other, table_id) for other in self.others)

    # Sending --------------------------------------------------------------------------------

    def note(self, table_id: str, version: int) -> str | None:
        """Return the message that a table has new entries, up to the entry `version`, as JSON.

        None if there can be no other servers.
        """
        if self._channel is None:
            return None
        return _text(Entries(self.number, table_id, version))

    def ahead_note(self, table_id: str, person: str, seat: int) -> str | None:
        """Return the message that announces changed plans for a seat, as JSON.

        None if there can be no other servers.
        """
        if self._channel is None:
            return None
        return _text(AheadChanged(self.number, table_id, person, seat))

    def tell_presence(self, table_id: str, presence: Presence) -> None:
        """Notify other servers if the people connected to a table at this server have changed.

        Args:
            table_id: the id of the table.
            presence: the people who are connected to the table at this server now.
        """
        if self._channel is None or self._here.get(table_id, Presence()) == presence:
            return
        if presence == Presence():
            del self._here[table_id]
        else:
            self._here[table_id] = presence
        self._tell(self._connected(table_id, presence))

    def tell_person(self, person: str) -> None:
        """Notify the other servers that a person's name or colour has changed."""
        self._tell(PersonChanged(self.number, person))

    def tell_signed_out(self, person: str) -> None:
        """Notify the other servers that sessions of a person may have ended."""
        self._tell(SignedOut(self.number, person))

    def _connected(self, table_id: str, presence: Presence) -> Connected:
        return Connected(self.number, table_id, sorted(presence.present), presence.viewers)

    def _tell(self, message: Message) -> None:
        if self._channel is None:
            return
        task = asyncio.create_task(self._sent(_text(message)))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _sent(self, payload: str) -> None:
        try:
            await self._store.announce(payload)
        except Exception:
            logs.failed("announcing")

    # Receiving ------------------------------------------------------------------------------

    def presence(self, table_id: str) -> list[Presence]:
        """Return the people connected to a table at other servers: one item for each server."""
        return [*self._presences.get(table_id, {}).values()]

    def _heard(self, payload: str) -> None:
        try:
            message: Message = _decoder.decode(payload)
        except msgspec.DecodeError:
            logs.warn("unknown notification")
            return
        if message.server == self.number:
            return
        match message:
            case Entries() if self._joining:
                # No table is in memory yet, and none is read before this server's clock is set.
                return
            case Entries():
                self.on_entries(message.table, message.version)
            case Connected():
                self._note_presence(message)
            case AheadChanged():
                self.on_ahead(message.table, message.person, message.seat)
            case PersonChanged():
                self.on_person(message.person)
            case SignedOut():
                self.on_signed_out(message.person)
            case Hello():
                self._look()
                self._tell(Welcome(self.number, self.since, clock.now()))
                for table_id, presence in self._here.items():
                    self._tell(self._connected(table_id, presence))
            case Welcome():
                if self._joining and message.now and (change := clock.join(message.now)):
                    logs.warn("clock differs from other servers", seconds=round(change, 1))
                # Only the first answer sets the clock. All servers have the same time.
                self._joining = False
                self.since = message.since
                self._welcomed.set()
            case Goodbye():
                self._look()

    def _note_presence(self, message: Connected) -> None:
        presences = self._presences.setdefault(message.table, {})
        after = Presence(frozenset(message.present), message.viewers)
        before = presences.pop(message.server, Presence())
        if after != Presence():
            presences[message.server] = after
        elif not presences:
            del self._presences[message.table]
        self.on_presence(message.table, before, after)

    def _look(self) -> None:
        assert self._channel is not None
        self._channel.look()

    def _serving(self, servers: frozenset[int], again: bool) -> None:
        self.others = servers - {self.number}
        if again:
            self._tell(Hello(self.number))
            self.on_silence()
        for table_id, presences in [*self._presences.items()]:
            for server in presences.keys() - self.others:
                self._note_presence(Connected(server, table_id, [], 0))
        self.on_servers()


def _text(message: Message) -> str:
    return msgspec.json.encode(message).decode()


def _rank(server: int, table_id: str) -> bytes:
    """Return a server's pseudo-random rank for a table.

    The server with the highest rank runs the table's bots and clocks.
    """
    return hashlib.blake2b(f"{server} {table_id}".encode(), digest_size=8).digest()
