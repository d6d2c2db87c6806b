"""The other servers over the same database: who they are, and what is said between them.

Each may change every table: the key (table, number) of its entries decides who was first. What has
to be agreed on is only who moves a table's bots and minds its clocks, and all find the same answer
in the list of those who are serving. If they disagree for a moment, the key settles that too.
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
from whistlestop.server.sent.presence import Company
from whistlestop.server.storage.notify import Notifications, can_listen
from whistlestop.server.storage.store import Store

_GREETING: Final = 2.0
"""Seconds that the others have to answer a newcomer."""


class Entries(msgspec.Struct, tag="entries"):
    """A table has new entries, up to this version."""

    server: int
    table: str
    version: int


class Connected(msgspec.Struct, tag="connected"):
    """The people who are connected to a table at this server."""

    server: int
    table: str
    present: list[str]
    viewers: int


class AheadChanged(msgspec.Struct, tag="ahead"):
    """Somebody has something else in mind for a seat of theirs."""

    server: int
    table: str
    person: str
    seat: int


class PersonChanged(msgspec.Struct, tag="person"):
    """Somebody has another name or colour."""

    server: int
    person: str


class SignedOut(msgspec.Struct, tag="signed_out"):
    """Sessions of somebody may have ended: whoever is connected as them has to come again."""

    server: int
    person: str


class Hello(msgspec.Struct, tag="hello"):
    """A server has come."""

    server: int


class Welcome(msgspec.Struct, tag="welcome"):
    """The answer: since when tables have been served without a break."""

    server: int
    since: float
    now: float = 0.0
    """What the sender's clock shows; 0 from a version that does not tell."""


class Goodbye(msgspec.Struct, tag="goodbye"):
    """A server is gone."""

    server: int


Message = Entries | Connected | AheadChanged | PersonChanged | SignedOut | Hello | Welcome | Goodbye

_decoder: Final = msgspec.json.Decoder(Message)


class Peers:
    """The other servers; none where the database cannot tell of them."""

    def __init__(self, store: Store) -> None:
        """Nobody is known yet."""
        self._store = store
        self.number = secrets.randbits(31)
        self.others: frozenset[int] = frozenset()
        self.since = clock.now()
        """Since when tables have been served without a break, by whomever; 0 = not known."""
        self.first = True
        """Whether no other server was there when this one came."""
        self._joining = False
        self._channel: Notifications | None = None
        self._companies: dict[str, dict[int, Company]] = {}
        self._here: dict[str, Company] = {}
        self._welcomed = asyncio.Event()
        self._sending: set[asyncio.Task[None]] = set()
        self.on_entries: Callable[[str, int], None] = lambda table, version: None
        """Called when another server has added to a table."""
        self.on_ahead: Callable[[str, str, int], None] = lambda table, person, seat: None
        """Called when another server has kept what somebody has in mind at a table."""
        self.on_company: Callable[[str, Company, Company], None] = lambda table, before, after: None
        """Called when somebody has come to a table, or gone, at another server: before, after."""
        self.on_person: Callable[[str], None] = lambda person: None
        """Called when another server has heard somebody's new name or colour."""
        self.on_signed_out: Callable[[str], None] = lambda person: None
        """Called when another server has ended somebody's sessions."""
        self.on_servers: Callable[[], None] = lambda: None
        """Called when a server has come or gone."""
        self.on_silence: Callable[[], None] = lambda: None
        """Called when others can be heard again, who may have said something meanwhile."""

    async def open(self) -> None:
        """Begin to hear of others, and take over their time; returns when it is known who they are.

        Raises:
            ConnectionError: the database is not there.
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
        """Leave: others take over."""
        if self._channel is not None:
            await self._channel.close()
            self._tell(Goodbye(self.number))
            await asyncio.gather(*self._sending, return_exceptions=True)

    @property
    def shared(self) -> bool:
        """Whether there may be others."""
        return self._channel is not None

    @property
    def listening(self) -> bool:
        """Whether others would be heard; True where there can be none."""
        return self._channel is None or self._channel.listening

    def minds(self, table_id: str) -> bool:
        """Whether this server moves a table's bots and minds its clocks."""
        return all(_rank(self.number, table_id) > _rank(other, table_id) for other in self.others)

    # Saying ---------------------------------------------------------------------------------

    def note(self, table_id: str, version: int) -> str | None:
        """The announcement that goes with new entries; None if nobody could hear it."""
        if self._channel is None:
            return None
        return _text(Entries(self.number, table_id, version))

    def ahead_note(self, table_id: str, person: str, seat: int) -> str | None:
        """The same for what a person has in mind there for a seat."""
        if self._channel is None:
            return None
        return _text(AheadChanged(self.number, table_id, person, seat))

    def tell_company(self, table_id: str, company: Company) -> None:
        """Tell others who is connected to a table here, if that has changed."""
        if self._channel is None or self._here.get(table_id, Company()) == company:
            return
        if company == Company():
            del self._here[table_id]
        else:
            self._here[table_id] = company
        self._tell(self._connected(table_id, company))

    def tell_person(self, person: str) -> None:
        """Tell the other servers that a person has a new name or colour."""
        self._tell(PersonChanged(self.number, person))

    def tell_signed_out(self, person: str) -> None:
        """Tell the other servers that a person's sessions may have ended."""
        self._tell(SignedOut(self.number, person))

    def _connected(self, table_id: str, company: Company) -> Connected:
        return Connected(self.number, table_id, sorted(company.present), company.viewers)

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

    # Hearing --------------------------------------------------------------------------------

    def company(self, table_id: str) -> list[Company]:
        """The people who are connected to a table at other servers."""
        return [*self._companies.get(table_id, {}).values()]

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
                # No table is in memory yet, and none is read before the time is known.
                return
            case Entries():
                self.on_entries(message.table, message.version)
            case Connected():
                self._note_company(message)
            case AheadChanged():
                self.on_ahead(message.table, message.person, message.seat)
            case PersonChanged():
                self.on_person(message.person)
            case SignedOut():
                self.on_signed_out(message.person)
            case Hello():
                self._look()
                self._tell(Welcome(self.number, self.since, clock.now()))
                for table_id, company in self._here.items():
                    self._tell(self._connected(table_id, company))
            case Welcome():
                if self._joining and message.now and (change := clock.join(message.now)):
                    logs.warn("clock differs from other servers", seconds=round(change, 1))
                # The others that answer show the same time.
                self._joining = False
                self.since = message.since
                self._welcomed.set()
            case Goodbye():
                self._look()

    def _note_company(self, message: Connected) -> None:
        companies = self._companies.setdefault(message.table, {})
        after = Company(frozenset(message.present), message.viewers)
        before = companies.pop(message.server, Company())
        if after != Company():
            companies[message.server] = after
        elif not companies:
            del self._companies[message.table]
        self.on_company(message.table, before, after)

    def _look(self) -> None:
        assert self._channel is not None
        self._channel.look()

    def _serving(self, servers: frozenset[int], again: bool) -> None:
        self.others = servers - {self.number}
        if again:
            self._tell(Hello(self.number))
            self.on_silence()
        for table_id, companies in [*self._companies.items()]:
            for server in companies.keys() - self.others:
                self._note_company(Connected(server, table_id, [], 0))
        self.on_servers()


def _text(message: Message) -> str:
    return msgspec.json.encode(message).decode()


def _rank(server: int, table_id: str) -> bytes:
    """A server's rank for a table: random, but the same to everybody; the highest minds it."""
    return hashlib.blake2b(f"{server} {table_id}".encode(), digest_size=8).digest()
