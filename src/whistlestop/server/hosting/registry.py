"""The registry of tables: finding them, and committing every change before it is answered."""

from __future__ import annotations

import asyncio
import re
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET

from whistlestop.server import clock, logs
from whistlestop.server.errors import Refusal, damaged_table, no_table
from whistlestop.server.hosting.peers import Peers
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.metrics import Metrics
from whistlestop.server.sent.listing import is_readable, summary
from whistlestop.server.sent.update import UpdateMaker
from whistlestop.server.storage.accounts import Ended
from whistlestop.server.storage.store import (
    Attempt,
    Change,
    Conflict,
    KeptEntry,
    Listed,
    Listing,
    NewTable,
    Store,
)
from whistlestop.server.table.ahead import Plans
from whistlestop.server.table.ahead import from_kept as from_kept_ahead
from whistlestop.server.table.damage import good_part
from whistlestop.server.table.entries import Entry, from_kept, to_keep
from whistlestop.server.table.forgetting import without
from whistlestop.server.table.happenings import (
    ClocksResumed,
    Created,
    Forgotten,
    Moved,
    RematchMade,
)
from whistlestop.server.table.happenings.happening import Happening, kind_of
from whistlestop.server.table.ladder import rated_end, rated_start
from whistlestop.server.table.outcome import attempt_result, outcome
from whistlestop.server.table.table import Table, played

Row = TypeVar("Row", Listed, Ended)

IDLE_ROOMS: Final = 500
"""The maximum number of unused tables in memory. Running games whose bots this server runs do not
count."""

SLEEPING_ROOMS: Final = 5_000
"""The maximum number of rooms that are kept after their tables were dropped from memory. The rooms
record when people left. Rooms that wait for a deadline do not count."""

LISTED_AFTER: Final = 30.0
"""Seconds that must pass after a running game's row in lists of tables was written, before a move
writes the row again. Until then, the row may show an older time of the last change."""

FORGOTTEN: Final = kind_of(Forgotten)

TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,24}")
"""The form of a table's id."""


class Use:
    """A context manager that holds a table's lock.

    It is a class because a context manager from `contextlib` would take three times as long.
    """

    __slots__ = ("_by_itself", "_room", "_table_id", "_tables", "_version")

    def __init__(self, tables: Tables, table_id: str, version: int | None, by_itself: bool) -> None:
        """Store the arguments, which `Tables.use` explains. The lock is not taken yet."""
        self._tables = tables
        self._table_id = table_id
        self._version = version
        self._by_itself = by_itself

    async def __aenter__(self) -> tuple[Room, Table]:
        """Wait for the lock of the table, take it, and return the room and the table.

        A table that is not in memory is read from the database.

        Raises:
            Refusal: there is no such table, or it is damaged.
        """
        room, table = await self._tables.taken(self._table_id, self._version, self._by_itself)
        self._room = room
        return room, table

    async def __aexit__(self, *fault: object) -> None:
        """Release the room's lock."""
        self._room.lock.release()


def new_id() -> str:
    """Return a new random id for a table.

    It never begins with `-`, because `whistlestop repair ID` would take such an id for an option.
    """
    while (made := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return made


def daily_id(day: date) -> str:
    """Return a new random id for a table that plays the deal of a day.

    The id contains the day, which `daily_tables_in` finds. So requests for other tables need no
    check.
    """
    return f"day-{day:%Y%m%d}-{secrets.token_urlsafe(8)}"


def daily_tables_in(text: str) -> list[tuple[date, str]]:
    """Return the tables that play a deal of the day whose ids are in a text.

    Args:
        text: a text that may contain such ids anywhere, such as the path of a request.

    Returns:
        The day and the id of each table.
    """
    found: list[tuple[date, str]] = []
    for match in _DAILY_ID.finditer(text):
        with suppress(ValueError):
            found.append((date.fromisoformat(match[1]), match[0]))
    return found


_DAILY_ID: Final = re.compile(r"day-([0-9]{8})-[A-Za-z0-9_-]{11}")


def _day_of(created: Created) -> date | None:
    """Return the day whose deal is played at a new table; None if it is no deal of the day.

    A game that branches off from such a game has its deal, too.
    """
    if created.daily is not UNSET:
        return date.fromisoformat(created.daily)
    if created.branch is UNSET:
        return None
    return next((day for day, _ in daily_tables_in(created.branch.table)), None)


class Tables:
    """The tables in memory. Other tables are read from the database when they are needed."""

    def __init__(self, store: Store, metrics: Metrics, peers: Peers) -> None:
        """Create the registry. No table is in memory yet.

        Args:
            store: the database.
            metrics: counts moves, failures and damaged tables.
            peers: the other servers, which report new entries.
        """
        self._store = store
        self._metrics = metrics
        self._peers = peers
        peers.on_entries = self._heard
        peers.on_silence = self._doubt
        self._fetching: set[asyncio.Task[None]] = set()
        self._rooms: dict[str, Room] = {}
        self._damaged: dict[str, _KnownDamage] = {}
        """Tables whose entries are damaged, by id."""
        self.on_change: Callable[[Room], None] = lambda _: None
        """Called with the room of a table that was read into memory or has changed."""
        self.on_kept: Callable[[Table, int], None] = lambda table, size: None
        """Called with a table and the number of bytes that were written for it."""

    @property
    def rooms(self) -> Sequence[Room]:
        """The rooms of all tables in memory, and those that are kept for tables removed from it."""
        return tuple(self._rooms.values())

    def in_memory(self, table_id: str) -> Room | None:
        """Return a table's room, which may have no table at present. None if there is no room."""
        return self._rooms.get(table_id)

    def use(self, table_id: str, version: int | None = None, *, by_itself: bool = False) -> Use:
        """Return a context manager for `async with` that holds a table, to read or change it.

        Args:
            table_id: the id of the table.
            version: a version that the client has seen, perhaps at another server. The table is
                brought up to this version at least; None = any version will do.
            by_itself: whether the server itself needs the table. Such uses do not keep the table in
                memory.

        Raises:
            Refusal: when the block is entered, if there is no such table or it is damaged.
        """
        return Use(self, table_id, version, by_itself)

    async def taken(
        self, table_id: str, version: int | None, by_itself: bool = False
    ) -> tuple[Room, Table]:
        """Take a table's lock, and return the room and the table. The caller releases the lock.

        `use` explains the arguments.

        Raises:
            Refusal: there is no such table, or it is damaged.
        """
        room = await self._locked(table_id)
        try:
            if version is not None and self._peers.shared and room.table is not None:
                await self._catch_up(room, room.table, version)
            if room.table is None:
                table = await self._read(room)
                room.ahead = await self.ahead(table_id, table)
                room.table = table
                room.wake_never()
                self.on_change(room)
        except BaseException:
            if room.table is None and not room.listeners:
                self._rooms.pop(table_id, None)
            room.lock.release()
            raise
        if not by_itself:
            room.used = time.monotonic()
        return room, room.table

    async def _locked(self, table_id: str) -> Room:
        """Return a table's room with its lock held.

        Raises:
            Refusal: the id cannot be the id of a table.
        """
        while True:
            room = self._rooms.get(table_id)
            if room is None:
                # Text that cannot be an id needs no query to the database.
                if not TABLE_ID.fullmatch(table_id):
                    raise no_table()
                room = self._room(table_id)
                self._make_room(room)
            await room.lock.acquire()
            if self._rooms.get(table_id) is room:
                return room
            # The room was dropped from the registry while others held its lock.
            room.lock.release()

    def sleep(self, room: Room) -> None:
        """Drop a table from memory until it is next used. The caller holds the room's lock."""
        room.table, room.ahead, room.updates = None, {}, UpdateMaker()
        self._make_room(room)

    def _room(self, table_id: str) -> Room:
        return self._rooms.setdefault(
            table_id, Room(table_id, elsewhere=partial(self._peers.presence, table_id))
        )

    async def names_of(self, people: Sequence[str]) -> dict[str, str]:
        """Return the present names of people, by their ids."""
        return await self._store.names(people)

    async def ahead(self, table_id: str, table: Table) -> dict[str, Plans]:
        """Return the plans of all people at a table from the database, by person.

        Plans that are damaged are logged and left out.
        """
        plans: dict[str, Plans] = {}
        for who, data in (await self._store.ahead(table_id)).items():
            try:
                plans[who] = from_kept_ahead(data, table.seats_of(who))
            except (msgspec.DecodeError, UnicodeError, TypeError) as fault:
                # Plans are not part of the game, and a player can make them again quickly.
                logs.failed("damaged plans", fault, table=table_id)
        return plans

    async def readable(self, rows: Sequence[Row]) -> list[Row]:
        """Return those rows of a list of tables that can be shown, in their order.

        A row that was damaged on the disk is made again from the table's entries and saved. If the
        entries are damaged, too, the row is left out.
        """
        found: list[Row] = []
        for row in rows:
            state = row.state if isinstance(row, Listed) else "over"
            if is_readable(state, row.updated, row.summary):
                found.append(row)
                continue
            try:
                async with self.use(row.id, by_itself=True) as (_, table):
                    new = Listing(table.state, table.updated, summary(table))
                    await self._store.relist(row.id, new)
            except Refusal:
                continue
            logs.warn("row in lists made again", table=row.id)
            mended: Any = {"updated": new.updated, "summary": new.summary}
            if isinstance(row, Listed):
                mended["state"] = new.state
            found.append(replace(row, **mended))
        return found

    @property
    def served_since(self) -> float:
        """The moment since which at least one server has been running at all times.

        It need not have been the same server. In seconds since 1970; 0 = not known.
        """
        return self._peers.since

    async def _read(self, room: Room) -> Table:
        table_id = room.id
        kept = await self._store.entries(table_id)
        if not kept:
            raise no_table()
        table, oddity = await self._played(table_id, kept)
        if oddity:
            logs.warn("luck differs", table=table_id, why=oddity)
        other_clock = room.reach(table.updated)
        running = table.state == "playing" and table.options.clock is not None
        if running and (other_clock or table.updated - room.lead < self.served_since):
            # Clocks stand still while no server runs. If another clock wrote the last entry, the
            # time since that entry is not known, either.
            try:
                await self._commit(room, table, [ClocksResumed()])
            except Conflict:
                return await self._read(room)
        return table

    async def _played(self, table_id: str, kept: Sequence[KeptEntry]) -> tuple[Table, str]:
        """Return a table with its entries applied, and a warning.

        The warning is empty, or says that the seed no longer leads to the stored outcomes.

        Raises:
            Refusal: an entry is damaged. Other tables are not affected. The table can be used again
                after it is repaired.
        """
        known = self._damaged.get(table_id)
        if known is not None and (known.entries, known.last) == (len(kept), kept[-1]):
            # Damaged entries are not applied again for every request.
            raise damaged_table(known.bad)
        try:
            if [row.number for row in kept] != [*range(1, len(kept) + 1)]:
                raise ValueError("an entry is missing")
            return await asyncio.to_thread(played, table_id, map(from_kept, kept))
        except Exception as fault:
            _, damage = await asyncio.to_thread(good_part, table_id, kept)
            if damage is None:
                raise
            self._metrics.errors["damaged"] += 1
            logs.failed("damaged table", fault, table=table_id, entry=damage.entry)
            if len(self._damaged) >= IDLE_ROOMS:
                self._damaged.clear()
            self._damaged[table_id] = _KnownDamage(len(kept), kept[-1], damage.entry)
            raise damaged_table(damage.entry) from fault

    # Other servers --------------------------------------------------------------------------

    def _heard(self, table_id: str, version: int) -> None:
        """Fetch a table's new entries, which another server has added."""
        room = self._rooms.get(table_id)
        if room is None:
            if not self._peers.minds(table_id):
                return
            room = self._room(table_id)
        elif room.table is not None and room.table.version >= version:
            return
        self._fetch(room, version)

    def wake(self, table_id: str) -> None:
        """Start to read a table into memory."""
        self._fetch(self._room(table_id), None)

    def _doubt(self) -> None:
        """Fetch new entries of every table in memory, because messages may have been missed."""
        for room in self.rooms:
            if room.table is not None:
                self._fetch(room, None)

    def _fetch(self, room: Room, version: int | None) -> None:
        task = asyncio.create_task(self._fetched(room.id, version), name=f"fetch {room.id}")
        self._fetching.add(task)
        task.add_done_callback(self._fetching.discard)

    def close(self) -> None:
        """Cancel the tasks that read tables or their new entries."""
        for task in self._fetching:
            task.cancel()

    async def _fetched(self, table_id: str, version: int | None) -> None:
        try:
            newest = sys.maxsize if version is None else version
            async with self.use(table_id, newest, by_itself=True):
                pass
        except Refusal:
            return
        except Exception:
            self._metrics.errors["fetch"] += 1
            logs.failed("fetch", table=table_id)

    async def _catch_up(self, room: Room, table: Table, version: int) -> None:
        """Apply the entries of other servers to a table, if it has not reached a version yet.

        Args:
            room: the table's room, whose lock the caller holds.
            table: the table in memory.
            version: the version that is needed.
        """
        if table.version >= version:
            return
        kept = await self._store.entries(table.id, table.version)
        if not kept:
            return
        if any(entry.kind == FORGOTTEN for entry in kept):
            # Forgetting a person has also changed earlier entries.
            room.table = None
            room.tell()
            return
        try:
            for entry in kept:
                table.apply(from_kept(entry))
        except Exception:
            # Reading the table from the start will find the bad entry.
            logs.failed("catching up", table=table.id)
            room.table = None
        else:
            room.reach(table.updated)
            self.on_change(room)
        room.tell()

    # Changing -------------------------------------------------------------------------------

    async def create(
        self,
        drafts: Sequence[Happening],
        attempt: Attempt | None = None,
        club: str | None = None,
    ) -> str:
        """Create a table with its first entries, and return its id.

        Args:
            drafts: the contents of the first entries.
            attempt: the attempt at the deal of the day for which the table is; None = none.
            club: the id of the club to which the table belongs, unless the host is no member any
                more; None = no club.

        Raises:
            IntegrityError: the person has already begun an attempt at the deal of this day. No
                table was created.
        """
        table, new = await self._prepared(drafts)
        new = replace(new, attempt=attempt, club=club)
        await self._store.create_table(new)
        self.on_kept(table, _size(new.first))
        self._welcome(table)
        return table.id

    async def _prepared(self, drafts: Sequence[Happening]) -> tuple[Table, NewTable]:
        created = drafts[0]
        day = _day_of(created) if isinstance(created, Created) else None
        table = Table(new_id() if day is None else daily_id(day))
        # Playing a whole record takes a while, so it is done in a thread. No other task can know
        # the table yet.
        entries = await asyncio.to_thread(self._applied, table, drafts, clock.now())
        note = self._peers.note(table.id, table.version)
        kept = tuple([to_keep(entry) for entry in entries])
        first = Change(table.id, kept, joined=table.members, note=note, rated=rated_start(table))
        listing = Listing(table.state, table.updated, summary(table))
        public, host = table.options.public, table.host
        return table, NewTable(table.edition.name, public, listing, first, host=host)

    def _welcome(self, table: Table) -> None:
        """Bring a new table into memory after it was committed."""
        room = self._room(table.id)
        room.table, room.listed, room.used = table, table.updated, time.monotonic()
        self._make_room(room)
        self.on_change(room)
        logs.log("table", table=table.id, edition=table.edition.name, seats=len(table.seats))

    async def follow_up(
        self, room: Room, table: Table, seat: int, drafts: Sequence[Happening]
    ) -> str:
        """Create a table for a rematch, and record its id at the table whose game is over.

        The caller holds the room's lock. Return the id of the new table.

        Args:
            room: the room of the table whose game is over.
            table: the table whose game is over.
            seat: the seat whose player asks for the rematch.
            drafts: the first entries of the new table.

        Raises:
            Conflict: another server has changed the table in the room meanwhile.
        """
        made, new = await self._prepared(drafts)
        await self.append(room, table, [RematchMade(seat, made.id)], new=new)
        self.on_kept(made, _size(new.first))
        self._welcome(made)
        return made.id

    async def append(
        self,
        room: Room,
        table: Table,
        drafts: Sequence[Happening],
        *,
        new: NewTable | None = None,
    ) -> int:
        """Apply new entries to a table and commit them. The caller holds the room's lock.

        Args:
            room: the table's room.
            table: the table to change.
            drafts: the contents of the new entries, in order.
            new: a table that is created in the same transaction; None = no such table.

        Returns:
            The table's new version.

        Raises:
            ActionError: a move is not legal. Nothing has changed.
            Conflict: another server has changed the table meanwhile. The table is read again when
                it is next used.
        """
        before, began = table.version, time.perf_counter()
        try:
            late = room.now() - room.listed > LISTED_AFTER
            entries = await self._commit(room, table, drafts, new, late=late)
            if late:
                room.listed = table.updated
        except BaseException:
            if table.version != before:
                # The table in memory may differ from the database. Read it again at its next use.
                room.table = None
                room.tell()
            raise
        version = table.version
        for entry in entries:
            if isinstance(entry.content, Moved):
                self._metrics.moves[entry.content.by] += 1
                self._metrics.move_seconds.add(time.perf_counter() - began)
            logs.log(kind_of(entry.content), table=table.id, version=entry.number)
        self.on_change(room)
        room.tell()
        return version

    async def _commit(
        self,
        room: Room,
        table: Table,
        drafts: Sequence[Happening],
        new: NewTable | None = None,
        *,
        late: bool = True,
    ) -> tuple[Entry, ...]:
        """Apply new entries to a table and write them. Return the entries as they were applied.

        The table's row in lists of tables is also written if the change shows there. If `late` is
        true, the row is written in any case, because its time of the last change is too old.
        """
        state = table.state
        # Most entries are moves, which never change who the members are.
        moves = all(isinstance(draft, Moved) for draft in drafts)
        before = frozenset[str]() if moves else table.members
        entries = self._applied(table, drafts, room.now())
        after = before if moves else table.members
        listing = None
        if late or _tells_lists(table, entries):
            listing = Listing(table.state, table.updated, summary(table))
        note = self._peers.note(table.id, table.version)
        kept = tuple([to_keep(entry) for entry in entries])
        ended = () if table.state == state else outcome(table)
        change = Change(
            table.id,
            kept,
            listing,
            after - before,
            before - after,
            note,
            ended,
            attempt_result(table) if ended else None,
            None if table.state == state else rated_start(table) or rated_end(table),
        )
        await self._store.append(change, new)
        self.on_kept(table, _size(change))
        return entries

    async def forget(self, table_id: str, person: str, bot: str) -> None:
        """Remove a person from all entries of a table, and from its row in lists of tables.

        Args:
            table_id: the id of a table that names the person.
            person: the id of the person.
            bot: the name of the bot that plays on for the person if the game is running.
        """
        room = await self._locked(table_id)
        try:
            while True:
                kept = await self._store.entries(table_id)
                try:
                    table, changed = await asyncio.to_thread(
                        _forgotten, table_id, kept, person, bot, room.now()
                    )
                    note = self._peers.note(table_id, table.version)
                    listing = Listing(table.state, table.updated, summary(table))
                    gone = frozenset((person,))
                    new = to_keep(Entry(table.version, changed.content, table.updated))
                    change = Change(table_id, (new,), listing, left=gone, note=note)
                    await self._store.rewrite(
                        change,
                        changed.entries,
                        hidden=table.state == "open" and not table.members,
                    )
                except Conflict:
                    continue
                break
            room.table, room.ahead = table, await self.ahead(table_id, table)
            room.wake_never()
            self.on_change(room)
        finally:
            room.lock.release()
        room.tell()
        self._make_room(room)
        logs.log(FORGOTTEN, table=table_id, version=table.version)

    def _applied(self, table: Table, drafts: Sequence[Happening], at: float) -> tuple[Entry, ...]:
        # The times of entries never decrease, even if the clocks of several servers differ.
        at = max(at, table.updated)
        return tuple([table.apply(Entry(table.version + 1, draft, at)) for draft in drafts])

    def _make_room(self, wanted: Room) -> None:
        """Drop rooms that nobody uses if there are too many of them.

        Running games whose bots and clocks this server runs stay in memory.

        Args:
            wanted: the room of a table that is being used, which is kept.
        """
        if len(self._rooms) <= IDLE_ROOMS:
            return
        idle: list[Room] = []
        asleep: list[Room] = []
        for room in self._rooms.values():
            if room is wanted or room.listeners or room.polling or room.lock.locked():
                continue
            if room.table is None:
                if room.alarm is None:
                    asleep.append(room)
            elif room.table.state != "playing" or not self._peers.minds(room.id):
                idle.append(room)
        for rooms, most in ((idle, IDLE_ROOMS), (asleep, SLEEPING_ROOMS)):
            if len(rooms) <= most:
                continue
            rooms.sort(key=lambda room: room.used)
            # Drop a tenth more than needed, so that this search is not repeated at once.
            for room in rooms[: len(rooms) - most * 9 // 10]:
                del self._rooms[room.id]


class _KnownDamage(NamedTuple):
    """A damaged table, as it was when the damage was found."""

    entries: int
    """How many entries the table had."""
    last: KeptEntry
    """The table's last entry."""
    bad: int
    """The number of the table's first damaged entry, counted from 1."""


class _Rewritten(NamedTuple):
    """The changes to a table from which a person is removed."""

    entries: list[KeptEntry]
    """The earlier entries that have changed."""
    content: Forgotten


def _forgotten(
    table_id: str, kept: Sequence[KeptEntry], person: str, bot: str, at: float
) -> tuple[Table, _Rewritten]:
    """Return a table without a person, and the changes that the caller has to write.

    The changes are the earlier entries without the person, and the contents of a new entry that
    records the removal. All entries are played through, so that an error is raised before any is
    written.

    Args:
        table_id: the id of the table.
        kept: all entries of the table.
        person: the id of the person.
        bot: the name of the bot that plays on for the person if the game is running.
        at: the time of the new entry, in seconds since 1970. If the last entry has a later time,
            the new entry gets that time.

    Raises:
        EntryError: an entry is damaged.
        ActionError: a move is not legal.
    """
    blanked, instead = without(person, kept)
    content = Forgotten(instead, bot)
    table, oddity = played(table_id, map(from_kept, blanked))
    if oddity:
        logs.warn("luck differs", table=table_id, why=oddity)
    table.apply(Entry(table.version + 1, content, max(at, table.updated)))
    changed = [new for old, new in zip(kept, blanked, strict=True) if new != old]
    return table, _Rewritten(changed, content)


def _size(change: Change) -> int:
    """Return how many bytes the entries of a change take, without the database's overhead."""
    return sum(len(entry.data) + len(entry.secret or "") for entry in change.entries)


def _tells_lists(table: Table, entries: Sequence[Entry]) -> bool:
    """Return whether entries change what lists show of a table. Moves in a running game do not."""
    return table.state != "playing" or any(
        not isinstance(entry.content, Moved) for entry in entries
    )
