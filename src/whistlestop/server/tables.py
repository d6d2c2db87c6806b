"""All tables: finding them, and changing them so that what is answered is committed."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from whistlestop.server import logs
from whistlestop.server.errors import no_table
from whistlestop.server.metrics import Metrics
from whistlestop.server.rooms import Room
from whistlestop.server.store import Change, Entry, Listing, Store
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


class Tables:
    """Every table that is in memory; the others are read when somebody asks for them."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        """Start with none in memory."""
        self._store = store
        self._metrics = metrics
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

    @asynccontextmanager
    async def use(self, table_id: str) -> AsyncGenerator[tuple[Room, Table]]:
        """A table to read or change: nobody else has it meanwhile.

        Raises:
            Refusal: there is no such table.
        """
        room = self._rooms.get(table_id)
        if room is None:
            # Whatever else it is, no database need be asked for it.
            if not TABLE_ID.fullmatch(table_id):
                raise no_table()
            room = self._rooms.setdefault(table_id, Room(table_id))
            self._make_room()
        async with room.lock:
            if room.table is None:
                try:
                    room.table = await self._read(table_id)
                except BaseException:
                    self._rooms.pop(table_id, None)
                    raise
                self.on_change(room)
            room.used = time.monotonic()
            yield room, room.table

    async def names_of(self, people: Sequence[str]) -> dict[str, str]:
        """What people are called now."""
        return await self._store.names(people)

    async def _read(self, table_id: str) -> Table:
        entries = await self._store.entries(table_id)
        if not entries:
            raise no_table()
        table, oddity = await asyncio.to_thread(played, table_id, entries)
        # Nobody's clock ran while nothing was served.
        now = time.time()
        table.since = dict.fromkeys(table.since, now)
        if oddity:
            logs.warn("luck differs", table=table_id, why=oddity)
        return table

    async def create(
        self,
        drafts: Sequence[Draft],
        *,
        members: Sequence[str] = (),
    ) -> str:
        """A new table, with its first entries; its id."""
        table = Table(secrets.token_urlsafe(9))
        # A whole record takes its time, in which others may go on; nobody knows the table yet.
        entries = await asyncio.to_thread(self._applied, table, drafts, time.time())
        listing = Listing(table.state, table.updated, summary(table))
        change = Change(table.id, entries, members=tuple(members))
        await self._store.create_table(table.edition.name, table.options.public, listing, change)
        room = self._rooms.setdefault(table.id, Room(table.id))
        room.table, room.listed = table, table.updated
        self._make_room()
        self.on_change(room)
        logs.log("table", table=table.id, edition=table.edition.name, seats=len(table.seats))
        return table.id

    async def append(
        self,
        room: Room,
        table: Table,
        drafts: Sequence[Draft],
        *,
        members: Sequence[str] = (),
    ) -> int:
        """Carry something out and commit it; the caller holds the room.

        Args:
            room: the table's.
            table: what is changed.
            drafts: what happens, in order.
            members: people who have a part in the table from now on.

        Returns:
            The table's version.

        Raises:
            ActionError: a move is not legal; nothing has changed.
        """
        before, began = table.version, time.perf_counter()
        try:
            entries = self._applied(table, drafts, time.time())
            listing = None
            if _tells_lists(table, entries) or table.updated - room.listed > LISTED_AFTER:
                listing = Listing(table.state, table.updated, summary(table))
                room.listed = table.updated
            await self._store.append(Change(table.id, entries, listing, tuple(members)))
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
            and (room.table is None or room.table.state != "playing")
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
