"""All tables: finding them, and changing them so that what is answered is committed."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from whistlestop.server import logs
from whistlestop.server.errors import Refusal, no_table
from whistlestop.server.metrics import Metrics
from whistlestop.server.peers import Peers
from whistlestop.server.rooms import Room
from whistlestop.server.store import Change, Entry, Listing, NewTable, Outrun, Store
from whistlestop.server.table import Table, played
from whistlestop.server.update import iso, seats_data

IDLE_ROOMS: Final = 500
"""Finished or waiting tables that stay in memory though nobody looks at them."""

LISTED_AFTER: Final = 30.0
"""Seconds by which the time of the last change may lag behind in lists while a game is played."""

TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,24}")
"""What a table's id looks like."""

Draft = tuple[str, dict[str, Any], dict[str, Any] | None]
"""An entry to be: kind, data, secret."""


class Use:
    """A table that is being used; what `contextlib` would make of it takes three times as long."""

    __slots__ = ("_room", "_table_id", "_tables", "_version")

    def __init__(self, tables: Tables, table_id: str, version: int | None) -> None:
        """Of what `Tables.use` was given."""
        self._tables = tables
        self._table_id = table_id
        self._version = version

    async def __aenter__(self) -> tuple[Room, Table]:
        """Wait for it."""
        room, table = await self._tables.taken(self._table_id, self._version)
        self._room = room
        return room, table

    async def __aexit__(self, *fault: object) -> None:
        """Let others have it."""
        self._room.lock.release()


class Tables:
    """Every table that is in memory; the others are read when somebody asks for them."""

    def __init__(self, store: Store, metrics: Metrics, peers: Peers) -> None:
        """Start with none in memory."""
        self._store = store
        self._metrics = metrics
        self._peers = peers
        peers.on_entries = self._heard
        peers.on_silence = self._doubt
        self._fetching: set[asyncio.Task[None]] = set()
        self._rooms: dict[str, Room] = {}
        self.on_change: Callable[[Room], None] = lambda _: None
        """Called whenever a table has come into memory or has changed."""

    @property
    def rooms(self) -> Sequence[Room]:
        """The tables in memory."""
        return tuple(self._rooms.values())

    def in_memory(self, table_id: str) -> Room | None:
        """A table's room, if there is one now."""
        return self._rooms.get(table_id)

    def use(self, table_id: str, version: int | None = None) -> Use:
        """A table to read or change, for `async with`: nobody else has it meanwhile.

        Args:
            table_id: which one.
            version: one that somebody has seen already, maybe at another server.

        Raises:
            Refusal: there is no such table.
        """
        return Use(self, table_id, version)

    async def taken(self, table_id: str, version: int | None) -> tuple[Room, Table]:
        """The same, until the room's lock is released."""
        room = self._rooms.get(table_id)
        if room is None:
            # Whatever else it is, no database need be asked for it.
            if not TABLE_ID.fullmatch(table_id):
                raise no_table()
            room = self._room(table_id)
            self._make_room()
        await room.lock.acquire()
        try:
            if version is not None and self._peers.shared and room.table is not None:
                await self._catch_up(room, room.table, version)
            if room.table is None:
                room.table = await self._read(table_id)
                self.on_change(room)
        except BaseException:
            if room.table is None and not room.listeners:
                self._rooms.pop(table_id, None)
            room.lock.release()
            raise
        room.used = time.monotonic()
        return room, room.table

    def _room(self, table_id: str) -> Room:
        return self._rooms.setdefault(
            table_id, Room(table_id, elsewhere=partial(self._peers.company, table_id))
        )

    async def names_of(self, people: Sequence[str]) -> dict[str, str]:
        """What people are called now."""
        return await self._store.names(people)

    async def _read(self, table_id: str) -> Table:
        entries = await self._store.entries(table_id)
        if not entries:
            raise no_table()
        table, oddity = await asyncio.to_thread(played, table_id, entries)
        if oddity:
            logs.warn("luck differs", table=table_id, why=oddity)
        running = table.state == "playing" and table.options.clock is not None
        if running and table.updated < self._peers.since:
            # Nobody's clock ran while nothing was served.
            try:
                await self._commit(table, [("resumed", {}, None)])
            except Outrun:
                return await self._read(table_id)
        return table

    # Other servers --------------------------------------------------------------------------

    def _heard(self, table_id: str, version: int) -> None:
        """Another server has added to a table: show it here, too."""
        room = self._rooms.get(table_id)
        if room is None:
            if not self._peers.minds(table_id):
                return
            room = self._room(table_id)
        elif room.table is not None and room.table.version >= version:
            return
        self._fetch(room, version)

    def _doubt(self) -> None:
        """Something may have been missed: look at every table."""
        for room in self.rooms:
            self._fetch(room, None)

    def _fetch(self, room: Room, version: int | None) -> None:
        task = asyncio.create_task(self._fetched(room.id, version), name=f"fetch {room.id}")
        self._fetching.add(task)
        task.add_done_callback(self._fetching.discard)

    def close(self) -> None:
        """Hear nothing more."""
        for task in self._fetching:
            task.cancel()

    async def _fetched(self, table_id: str, version: int | None) -> None:
        try:
            async with self.use(table_id, sys.maxsize if version is None else version):
                pass
        except Refusal:
            return
        except Exception:
            self._metrics.errors["fetch"] += 1
            logs.failed("fetch", table=table_id)

    async def _catch_up(self, room: Room, table: Table, version: int) -> None:
        """Carry out here what other servers have written, if this version is not here yet."""
        if table.version >= version:
            return
        entries = await self._store.entries(table.id, table.version)
        if not entries:
            return
        try:
            for entry in entries:
                table.apply(entry)
        except Exception:
            # Read from the beginning, it says what is odd about it.
            logs.failed("catching up", table=table.id)
            room.table = None
        else:
            self.on_change(room)
        room.tell()

    # Changing -------------------------------------------------------------------------------

    async def create(
        self,
        drafts: Sequence[Draft],
        *,
        members: Sequence[str] = (),
    ) -> str:
        """A new table, with its first entries; its id."""
        table, new = await self._prepared(drafts, members)
        await self._store.create_table(new)
        self._welcome(table)
        return table.id

    async def _prepared(
        self, drafts: Sequence[Draft], members: Sequence[str]
    ) -> tuple[Table, NewTable]:
        table = Table(secrets.token_urlsafe(9))
        # A whole record takes its time, in which others may go on; nobody knows the table yet.
        entries = await asyncio.to_thread(self._applied, table, drafts, time.time())
        note = self._peers.note(table.id, table.version)
        first = Change(table.id, entries, members=tuple(members), note=note)
        listing = Listing(table.state, table.updated, summary(table))
        return table, NewTable(table.edition.name, table.options.public, listing, first)

    def _welcome(self, table: Table) -> None:
        """A new table has been committed."""
        room = self._room(table.id)
        room.table, room.listed = table, table.updated
        self._make_room()
        self.on_change(room)
        logs.log("table", table=table.id, edition=table.edition.name, seats=len(table.seats))

    async def follow_up(
        self, room: Room, table: Table, seat: int, drafts: Sequence[Draft], members: Sequence[str]
    ) -> str:
        """A new table after this one, which leads there from now on; the caller holds the room.

        Raises:
            Outrun: another server has changed this table meanwhile.
        """
        made, new = await self._prepared(drafts, members)
        draft: Draft = ("rematch", {"seat": seat, "table": made.id}, None)
        await self.append(room, table, [draft], new=new)
        self._welcome(made)
        return made.id

    async def append(
        self,
        room: Room,
        table: Table,
        drafts: Sequence[Draft],
        *,
        members: Sequence[str] = (),
        new: NewTable | None = None,
    ) -> int:
        """Carry something out and commit it; the caller holds the room.

        Args:
            room: the table's.
            table: what is changed.
            drafts: what happens, in order.
            members: people who have a part in the table from now on.
            new: a table that is made along with it.

        Returns:
            The table's version.

        Raises:
            ActionError: a move is not legal; nothing has changed.
            Outrun: another server has changed the table meanwhile; it is read again when it is
                next used.
        """
        before, began = table.version, time.perf_counter()
        try:
            late = time.time() - room.listed > LISTED_AFTER
            entries = await self._commit(table, drafts, members, new, late=late)
            if late:
                room.listed = table.updated
        except BaseException:
            if table.version != before:
                # What is in memory may not be in the store: read it again when it is next used.
                room.table = None
                room.tell()
            raise
        version = table.version
        for entry in entries:
            if entry.kind == "move":
                self._metrics.moves[entry.data["by"]] += 1
                self._metrics.move_seconds.add(time.perf_counter() - began)
            logs.log(entry.kind, table=table.id, version=entry.number)
        self.on_change(room)
        room.tell()
        return version

    async def _commit(
        self,
        table: Table,
        drafts: Sequence[Draft],
        members: Sequence[str] = (),
        new: NewTable | None = None,
        *,
        late: bool = True,
    ) -> tuple[Entry, ...]:
        """Carry something out and write it, and tell lists if they must know or know too little."""
        entries = self._applied(table, drafts, time.time())
        listing = None
        if late or _tells_lists(table, entries):
            listing = Listing(table.state, table.updated, summary(table))
        note = self._peers.note(table.id, table.version)
        await self._store.append(Change(table.id, entries, listing, tuple(members), note), new)
        return entries

    def _applied(self, table: Table, drafts: Sequence[Draft], at: float) -> tuple[Entry, ...]:
        return tuple(
            [
                table.apply(Entry(table.version + 1, kind, data, secret, at))
                for kind, data, secret in drafts
            ]
        )

    def _make_room(self) -> None:
        """Forget tables that nobody uses; those that are being played stay."""
        if len(self._rooms) <= IDLE_ROOMS:
            return
        idle = [
            room
            for room in self._rooms.values()
            if not room.listeners
            and not room.lock.locked()
            and (
                room.table is None
                or room.table.state != "playing"
                or not self._peers.minds(room.id)
            )
        ]
        idle.sort(key=lambda room: room.used)
        for room in idle[: max(len(idle) - IDLE_ROOMS, 0)]:
            del self._rooms[room.id]


def _tells_lists(table: Table, entries: Sequence[Entry]) -> bool:
    """Whether lists show anything of this: they show no moves."""
    return table.state != "playing" or any(entry.kind != "move" for entry in entries)


def summary(table: Table) -> str:
    """What lists show of a table; people are told apart, but never named to others."""
    people = [seat.person for seat in table.seats]
    data = {"title": table.edition.title, "edition": table.edition_key}
    return json.dumps({**data, "seats": seats_data(table, ()), "people": people})


def listed(table: Table, person: str, present: frozenset[str]) -> dict[str, Any]:
    """A table in a list."""
    seat = table.seat_of(person)
    return {
        "id": table.id,
        "edition": table.edition_key,
        "title": table.edition.title,
        "state": table.state,
        "seats": seats_data(table, present),
        "yours": seat,
        "your_turn": seat in table.deciding and not table.seats[seat].resigned
        if seat is not None
        else False,
        "updated": iso(table.updated),
    }


def listed_from(table_id: str, state: str, updated: float, kept: str, person: str) -> Any:
    """A table in a list that is not in memory."""
    data = json.loads(kept)
    people = data.pop("people")
    seat = people.index(person) if person in people else None
    return {
        "id": table_id,
        **data,
        "state": state,
        "yours": seat,
        "your_turn": False,
        "updated": iso(updated),
    }
