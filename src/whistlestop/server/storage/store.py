"""The store: all SQL by which people and tables are read and written."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import (
    Connection,
    Engine,
    bindparam,
    case,
    create_engine,
    delete,
    func,
    insert,
    inspect,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError, SQLAlchemyError

from whistlestop.server.storage import migrations, schema
from whistlestop.server.storage.log import Acknowledged, Log, set_aside
from whistlestop.server.storage.notify import announce, can_listen
from whistlestop.server.storage.sqlite import legible, open_file, plain_connection, sqlite_file
from whistlestop.server.storage.writer import Quick, Writer

Result = TypeVar("Result")


class Outrun(Exception):
    """Another server has changed the table first."""


class StoreError(Exception):
    """The database cannot be used; `str()` says why."""


class Unavailable(Exception):
    """The database does not answer, or cannot write; nothing has changed. `str()` says why."""


@dataclass(frozen=True, slots=True)
class KeptEntry:
    """One durable change of a table, as the database keeps it: `table.entries` reads it."""

    number: int
    kind: str
    data: str
    """JSON of what happened."""
    secret: str | None
    """JSON of what no client ever gets while the game runs."""
    at: float


@dataclass(frozen=True, slots=True)
class Listing:
    """A table's line in lists, and what a starting server asks for."""

    state: str
    updated: float
    summary: str


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a game that is over has brought a seat."""

    seat: int
    person: str | None
    """None = nobody whom it counts for."""
    bot: str | None
    board: str | None
    """The name of the edition; None = a board of somebody's own."""
    place: int
    won: bool
    """Whether whoever sits there has won: not those who left the seat to a bot."""
    score: int
    path: int
    """The length of the longest path; 0 in editions that do not count it."""


@dataclass(frozen=True, slots=True)
class Change:
    """Entries to add to a table, and what else they change."""

    table_id: str
    entries: tuple[KeptEntry, ...]
    listing: Listing | None = None
    """None = as it was."""
    joined: frozenset[str] = frozenset()
    """People who have a part in the table from now on."""
    left: frozenset[str] = frozenset()
    """People who have none any more."""
    note: str | None = None
    """What to tell other servers of it."""
    results: tuple[SeatResult, ...] = ()
    """What the game has brought, where these entries end it."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be."""

    edition: str
    public: bool
    listing: Listing
    first: Change
    """Its first entries."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as lists show it."""

    id: str
    state: str
    updated: float
    summary: str


_UPDATE = (
    update(schema.game_table)
    .where(schema.game_table.c.id == bindparam("of"))
    .values(
        updated=bindparam("updated_at"),
        state=bindparam("new_state"),
        summary=bindparam("new_summary"),
    )
)


LONG_GAP: Final = 86_400.0
"""Seconds without a sign of life after which sessions are put off by them."""

NEVER: Final = 1e11
"""Seconds since 1970 before which every moment lies. A moment that was damaged on the disk may be a
text or infinite; SQLite takes any text for greater than every number."""

CHECKED_WITHIN: Final = 4.0
"""Seconds after which a database that has not answered counts as one that does not."""

_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_FULL: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)

FULL_FOR: Final = 10.0
"""Seconds for which a disk counts as full after a write has failed: a smaller one may still fit."""

_UPGRADING: Final = 0x57484953544C45
"""The number of the lock that a server holds while it brings the database up to date."""


class Store:
    """The database of one server."""

    def __init__(self, url: str, *, power_cut_safe: bool = True) -> None:
        """Open it, and bring it up to date.

        Args:
            url: names the database, as SQLAlchemy does.
            power_cut_safe: whether SQLite waits at every commit until it is on the disk.

        Raises:
            StoreError: it cannot be opened.
        """
        self.url = url
        self._file = sqlite_file(url)
        self._acknowledged: Acknowledged | None = None
        self._countable = True
        """Whether entries can be counted; in a damaged file, other work has to go on."""
        self.loss: str | None = None
        """What is missing of what was acknowledged, as a sentence for the host; None = nothing."""
        try:
            self.engine = _engine(url, power_cut_safe)
            if self._file is not None:
                self._acknowledged = Acknowledged(self._file.resolve())
                self.loss = self._missing(self._file.resolve(), self._acknowledged)
            with self.engine.begin() as connection:
                if connection.dialect.name == "postgresql":
                    # Several servers may start at once.
                    connection.execute(select(func.pg_advisory_xact_lock(_UPGRADING)))
                migrations.upgrade(connection)
        except (SQLAlchemyError, ArgumentError, OSError, ImportError) as error:
            if self._acknowledged is not None:
                self._acknowledged.close()
            raise StoreError(f"cannot use the database {_shown(url)}: {_reason(error)}") from error
        self._quick: sqlite3.Connection | None = None
        self._log: Log | None = None
        if self._file is None or self._acknowledged is None:
            self._writer = Writer(
                self.engine, closing=announce if can_listen(self.engine) else None
            )
        else:
            self._quick = plain_connection(self.engine)
            self._log = Log(self._file.resolve(), plain_connection(self.engine))
            self._writer = Writer(
                self.engine,
                closing=self._count if self._countable else None,
                quick=Quick(self._quick, self._acknowledged.write),
                repair=self._make_space,
                tend=self._log.tend,
            )
        self._identity = _identity(self._file)
        self._checking: asyncio.Future[None] | None = None
        self._damage: str | None = None
        self._full: tuple[str, float] | None = None
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="reader")

    def close(self) -> None:
        """Commit what waits, and close."""
        self._writer.close()
        self._readers.shutdown()
        if self._quick is not None:
            self._quick.close()
        if self._log is not None:
            self._log.close()
        self.engine.dispose()
        if self._acknowledged is not None:
            self._acknowledged.close()

    def _missing(self, file: Path, acknowledged: Acknowledged) -> str | None:
        """What is missing of what was acknowledged: a sentence; None if nothing is."""
        known = acknowledged.read()
        with self.engine.connect() as connection:
            there = inspect(connection).has_table(schema.entry.name)
            last = _last_entry(connection) if there else 0
            if last is None:
                self._countable = False
                return None
            lost = known - last
            # It is copied before anything is written.
            copy = set_aside(file) if lost > 0 else None
        acknowledged.write(last)
        if lost <= 0:
            return None
        return (
            f"{lost} entries that were saved in {file} are not in it any more, so some games have "
            "gone back by some moves. The end of its log (-wal) is missing or damaged, or the file "
            "is an older copy. A power cut does this only with WHISTLESTOP_POWER_CUT_SAFE=0; "
            "otherwise check the disk. "
            + (f"What was left of the log is in {copy}. " if copy is not None else "")
            + "Games go on from what is there; if you have a newer copy of the file, stop the "
            "server and put it back now."
        )

    def _count(self, connection: Connection, _: Sequence[str]) -> Callable[[], object] | None:
        """Note the last entry of a transaction. Return what writes it down after the commit."""
        assert self._acknowledged is not None
        last = _last_entry(connection)
        return None if last is None else partial(self._acknowledged.write, last)

    def recount(self) -> None:
        """Note which entry is the last one now: entries have been deleted on purpose."""
        if self._acknowledged is not None:
            with self.engine.connect() as connection:
                last = _last_entry(connection)
            if last is not None:
                self._acknowledged.write(last)

    def _make_space(self, fault: Exception) -> bool:
        """Where a disk is full of the log, empty the log. Return whether that was possible."""
        code = getattr(getattr(fault, "orig", None), "sqlite_errorcode", 0) & 0xFF
        return self._log is not None and code in _FULL and self._log.cut()

    async def read(self, question: Callable[[Connection], Result]) -> Result:
        """Ask something."""

        def ask() -> Result:
            with self.engine.connect() as connection:
                return question(connection)

        with self._understood():
            return await asyncio.get_running_loop().run_in_executor(self._readers, ask)

    async def write(self, work: Callable[[Connection], Result], note: str | None = None) -> Result:
        """Change something; it is committed when this returns, and the note announced."""
        return await self._done(self._writer.submit(work, note))

    async def announce(self, note: str) -> None:
        """Tell all servers over this database something."""
        await self.write(lambda connection: None, note)

    async def _done(self, future: asyncio.Future[Result]) -> Result:
        with self._understood():
            try:
                return await asyncio.shield(future)
            except asyncio.CancelledError:
                # A caller that is cancelled does not stop the write, and must not let go of the
                # table before it is known what has become of it.
                if not future.done():
                    await asyncio.wait((future,))
                raise

    @contextmanager
    def _understood(self) -> Generator[None]:
        """Tell what is wrong with the database apart from what is wrong with a request.

        Raises:
            Unavailable: the database cannot be used now.
            IntegrityError: what was to be written does not fit what is there.
        """
        try:
            yield
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            reason = _reason(error)
            # Of an extended code, the last eight bits are the kind of fault.
            kind = getattr(getattr(error, "orig", None), "sqlite_errorcode", 0) & 0xFF
            if kind in _DAMAGED:
                self._damage = reason
            elif kind in _FULL:
                self._full = (reason, time.monotonic() + FULL_FOR)
            raise Unavailable(reason) from error

    # Tables ---------------------------------------------------------------------------------

    async def create_table(self, new: NewTable) -> None:
        """Add a table with its first entries."""
        await self.write(lambda connection: _create(connection, new), new.first.note)

    async def append(self, change: Change, new: NewTable | None = None) -> None:
        """Add entries to a table; they are committed when this returns.

        Args:
            change: what to add.
            new: a table to be made along with it, or not at all.

        Raises:
            Outrun: another server has added something meanwhile; nothing is changed.
        """
        try:
            if new is not None:
                await self.write(lambda connection: _append(connection, change, new), change.note)
            elif change.listing is None and not change.joined and not change.left:
                await self._done(self._writer.insert(schema.entry, _rows(change), change.note))
            else:
                await self.write(lambda connection: _append(connection, change), change.note)
        except IntegrityError as error:
            raise Outrun(change.table_id) from error

    async def rewrite(self, change: Change, entries: Sequence[KeptEntry], *, hidden: bool) -> None:
        """Put other data into entries, and add to them; all of it, or nothing.

        Args:
            change: what is added.
            entries: the others, as they are from now on.
            hidden: whether the table is listed for nobody any more.

        Whoever leaves with it leaves nothing here that they had in mind, and no result that counts.

        Raises:
            Outrun: another server has added something meanwhile; nothing is changed.
        """
        here = schema.entry.c.table_id == change.table_id

        def work(connection: Connection) -> None:
            _append(connection, change)
            for entry in entries:
                one = here & (schema.entry.c.number == entry.number)
                connection.execute(update(schema.entry).where(one).values(data=entry.data))
            if hidden:
                table = schema.game_table.c.id == change.table_id
                connection.execute(update(schema.game_table).where(table).values(public=False))
            plans, results = schema.ahead.c, schema.result.c
            theirs = plans.person.in_(change.left) & (plans.table_id == change.table_id)
            connection.execute(delete(schema.ahead).where(theirs))
            counted = results.person.in_(change.left) & (results.table_id == change.table_id)
            connection.execute(update(schema.result).where(counted).values(person=None))

        try:
            await self.write(work, change.note)
        except IntegrityError as error:
            raise Outrun(change.table_id) from error

    async def entries(self, table_id: str, after: int = 0) -> list[KeptEntry]:
        """The entries of a table after this one, in order; none if there is no such table."""
        columns = schema.entry.c

        def ask(connection: Connection) -> list[KeptEntry]:
            rows = connection.execute(
                select(columns.number, columns.kind, columns.data, columns.secret, columns.at)
                .where(columns.table_id == table_id, columns.number > after)
                .order_by(columns.number)
            )
            return [KeptEntry(*row) for row in rows]

        return await self.read(ask)

    async def ahead(self, table_id: str) -> dict[str, str]:
        """What people have in mind at a table, by person."""
        columns = schema.ahead.c

        def ask(connection: Connection) -> dict[str, str]:
            found = select(columns.person, columns.data).where(columns.table_id == table_id)
            return {row.person: row.data for row in connection.execute(found)}

        return await self.read(ask)

    async def keep_ahead(
        self, table_id: str, person: str, data: str | None, note: str | None = None
    ) -> None:
        """Keep what somebody has in mind at a table; None = nothing any more."""
        columns = schema.ahead.c
        here = (columns.table_id == table_id) & (columns.person == person)

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.ahead).where(here))
            if data is not None:
                row = {"table_id": table_id, "person": person, "data": data}
                connection.execute(insert(schema.ahead), row)

        await self.write(work, note)

    async def relist(self, table_id: str, listing: Listing) -> None:
        """Put other words into a table's line in lists."""
        change = (
            update(schema.game_table)
            .where(schema.game_table.c.id == table_id)
            .values(state=listing.state, updated=listing.updated, summary=listing.summary)
        )
        await self.write(lambda connection: connection.execute(change))

    async def forget_plans(self) -> None:
        """Delete what people had in mind at tables whose games are over."""
        over = select(schema.game_table.c.id).where(
            schema.game_table.c.state.in_(("over", "closed"))
        )
        change = delete(schema.ahead).where(schema.ahead.c.table_id.in_(over))
        await self.write(lambda connection: connection.execute(change))

    async def unfinished(self) -> list[str]:
        """The tables that are being played."""
        columns = schema.game_table.c

        def ask(connection: Connection) -> list[str]:
            found = select(columns.id).where(columns.state == "playing").order_by(columns.updated)
            return list(connection.scalars(found))

        return await self.read(ask)

    async def running(
        self, people: Sequence[str], tables: Sequence[str], since: float
    ) -> frozenset[str]:
        """Return the tables whose games are waiting to begin or going on, of some people or ids.

        Args:
            people: those who have a part in them.
            tables: further tables, by their ids.
            since: tables that have not changed since this moment are left out.
        """
        columns, members = schema.game_table.c, schema.member.c
        theirs = select(members.table_id).where(members.person.in_(people))
        # Compared in this way, the state is not looked up in its index, which has the games of all.
        going_on = func.lower(columns.state).in_(("open", "playing"))
        found = select(columns.id).where(
            columns.id.in_(theirs) | columns.id.in_(tables), going_on, columns.updated >= since
        )
        return await self.read(lambda connection: frozenset(connection.scalars(found)))

    async def tables_of(self, person: str, most: int) -> list[Listed]:
        """The tables in which a person has a part, the last changed first."""
        return await self._listed(
            select(*_LISTED)
            .join(schema.member, schema.member.c.table_id == schema.game_table.c.id)
            .where(schema.member.c.person == person)
            .order_by(schema.game_table.c.updated.desc())
            .limit(most)
        )

    async def public_tables(self, most: int, since: float) -> list[Listed]:
        """The open tables that everybody may join and that changed lately, the last one first."""
        columns = schema.game_table.c
        return await self._listed(
            select(*_LISTED)
            .where(columns.state == "open", columns.public, columns.updated >= since)
            .order_by(columns.updated.desc())
            .limit(most)
        )

    async def _listed(self, found: Any) -> list[Listed]:
        def ask(connection: Connection) -> list[Listed]:
            return [Listed(*row) for row in connection.execute(found)]

        return await self.read(ask)

    # People ---------------------------------------------------------------------------------

    async def add_person(
        self, person: str, name: str, token: str, expires: float, now: float
    ) -> None:
        """Add a person with a session; `token` is its hash."""

        def work(connection: Connection) -> None:
            connection.execute(insert(schema.person).values(id=person, name=name, created=now))
            connection.execute(
                insert(schema.session).values(token=token, person=person, expires=expires)
            )

        await self.write(work)

    async def session(self, token: str) -> tuple[str, str, float, Any] | None:
        """(person, name, when it expires, colour) of the session with this hash."""
        found = (
            select(*_PERSON, schema.session.c.expires)
            .join(schema.session, schema.session.c.person == schema.person.c.id)
            .where(schema.session.c.token == token)
        )

        def ask(connection: Connection) -> tuple[str, str, float, Any] | None:
            row = connection.execute(found).one_or_none()
            return None if row is None else (row[0], legible(row[1]), row[3], row[2])

        return await self.read(ask)

    async def prolong(self, token: str, expires: float) -> None:
        """Let a session last longer."""
        columns = schema.session.c
        change = update(schema.session).where(columns.token == token).values(expires=expires)
        await self.write(lambda connection: connection.execute(change))

    async def settle_times(self, now: float, lasts: float, code_lasts: float) -> float:
        """Delete sessions and codes that are over, when the first server starts.

        Time in which no server ran ends no session: nobody could use it, and the machine's clock
        may have been set meanwhile. So sessions are put off by the time since the last sign of life
        if that is more than a day. If it lies in the future, they end that much earlier.

        Args:
            now: the present moment.
            lasts: seconds for which a session lasts after it was used. None lasts longer.
            code_lasts: seconds for which a code lasts. None lasts longer.

        Returns:
            The seconds since the last sign of life. They are negative if it lies in the future.
        """
        sessions, codes = schema.session.c, schema.carrying.c

        def work(connection: Connection) -> float:
            updated = schema.game_table.c.updated
            changed = connection.scalar(select(func.max(updated)).where(updated < NEVER))
            # Nobody knows any more until when such a one lasts.
            connection.execute(delete(schema.session).where(~(sessions.expires < NEVER)))
            longest = connection.scalar(select(func.max(sessions.expires)))
            signs = [changed, None if longest is None else longest - lasts]
            last = max((sign for sign in signs if sign is not None), default=now)
            gap = now - last
            if 0 <= gap <= LONG_GAP:
                last, gap = now, 0.0
            connection.execute(delete(schema.session).where(sessions.expires < last))
            if gap:
                ends = sessions.expires + gap
                ends = case((ends > now + lasts, now + lasts), else_=ends)
                connection.execute(update(schema.session).values(expires=ends))
            over = or_(codes.expires < now, codes.expires > now + code_lasts)
            connection.execute(delete(schema.carrying).where(over))
            return gap

        return await self.write(work)

    async def add_api_token(self, token: str, person: str, now: float) -> None:
        """Add a token for programs; `token` is its hash."""
        change = insert(schema.api_token).values(token=token, person=person, created=now)
        await self.write(lambda connection: connection.execute(change))

    async def holder(self, token: str) -> tuple[str, str, Any] | None:
        """(person, name, colour) of the holder of the token for programs with this hash."""
        found = (
            select(*_PERSON)
            .join(schema.api_token, schema.api_token.c.person == schema.person.c.id)
            .where(schema.api_token.c.token == token)
        )

        def ask(connection: Connection) -> tuple[str, str, Any] | None:
            row = connection.execute(found).one_or_none()
            return None if row is None else (row[0], legible(row[1]), row[2])

        return await self.read(ask)

    async def names(self, people: Sequence[str]) -> dict[str, str]:
        """The names of these people; empty for those who have not given one."""
        columns = schema.person.c
        found = select(columns.id, columns.name).where(columns.id.in_(people))

        def ask(connection: Connection) -> dict[str, str]:
            return {row[0]: legible(row[1]) for row in connection.execute(found)}

        return await self.read(ask)

    async def rename(self, person: str, name: str) -> None:
        """Keep the name of a person."""
        change = update(schema.person).where(schema.person.c.id == person).values(name=name)
        await self.write(lambda connection: connection.execute(change))

    async def recolour(self, person: str, colour: str) -> None:
        """Keep the colour that a person chose."""
        change = update(schema.person).where(schema.person.c.id == person).values(colour=colour)
        await self.write(lambda connection: connection.execute(change))

    async def check(self) -> None:
        """Read and write, as games do; simultaneous callers share one answer.

        Raises:
            Unavailable: one or the other cannot be done.
            TimeoutError: it has not been done within `CHECKED_WITHIN` seconds.
        """
        if self._damage is not None:
            # Damage does not heal, and another page of the file may be whole.
            raise Unavailable(self._damage)
        if self._full is not None and time.monotonic() < self._full[1]:
            raise Unavailable(self._full[0])
        if _identity(self._file) != self._identity:
            # What is written goes to a file without a name, and is gone when the server ends.
            raise Unavailable("the database file has been removed, emptied or replaced")
        if self._checking is None or self._checking.done():
            self._checking = asyncio.ensure_future(self.write(_touch))
            # Whoever asked may be gone when it fails.
            self._checking.add_done_callback(lambda done: done.cancelled() or done.exception())
        async with asyncio.timeout(CHECKED_WITHIN):
            await asyncio.shield(self._checking)


def _identity(file: Path | None) -> tuple[int, int] | None:
    """What tells a file from any other of its name; None if it is missing or empty."""
    try:
        found = None if file is None else file.stat()
    except OSError:
        return None
    return None if found is None or found.st_size == 0 else (found.st_dev, found.st_ino)


_PERSON = (schema.person.c.id, schema.person.c.name, schema.person.c.colour)

_LISTED = (
    schema.game_table.c.id,
    schema.game_table.c.state,
    schema.game_table.c.updated,
    schema.game_table.c.summary,
)


def _touch(connection: Connection) -> None:
    """Read where games are, and write what is there already."""
    columns = schema.game_table.c
    last = connection.execute(
        select(columns.id).order_by(columns.updated.desc()).limit(1)
    ).scalar_one_or_none()
    if last is not None:
        entries = schema.entry.c
        connection.execute(
            select(entries.data)
            .where(entries.table_id == last)
            .order_by(entries.number.desc())
            .limit(1)
        ).all()
    # A commit without a change would not reach the disk.
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _create(connection: Connection, new: NewTable) -> None:
    connection.execute(
        insert(schema.game_table).values(
            id=new.first.table_id,
            edition=new.edition,
            public=new.public,
            state=new.listing.state,
            created=new.first.entries[0].at,
            updated=new.listing.updated,
            summary=new.listing.summary,
        )
    )
    _append(connection, new.first)


def _append(connection: Connection, change: Change, new: NewTable | None = None) -> None:
    if new is not None:
        _create(connection, new)
    connection.execute(insert(schema.entry), _rows(change))
    if change.listing is not None:
        connection.execute(
            _UPDATE,
            {
                "of": change.table_id,
                "updated_at": change.listing.updated,
                "new_state": change.listing.state,
                "new_summary": change.listing.summary,
            },
        )
        if change.listing.state in ("over", "closed"):
            # Nobody plans at a table whose game is over.
            plans = schema.ahead.c.table_id == change.table_id
            connection.execute(delete(schema.ahead).where(plans))
    if change.results:
        connection.execute(insert(schema.result), result_rows(change.table_id, change.results))
    there = schema.member.c
    here = there.table_id == change.table_id
    for person in sorted(change.joined):
        # Earlier versions did not note who left: somebody who comes back may be there already.
        known = select(there.person).where(there.person == person, here)
        if connection.execute(known).first() is None:
            connection.execute(
                insert(schema.member), {"table_id": change.table_id, "person": person}
            )
    if change.left:
        connection.execute(delete(schema.member).where(there.person.in_(change.left), here))


def result_rows(table_id: str, results: Sequence[SeatResult]) -> list[dict[str, Any]]:
    """Results as rows of their table."""
    return [{"table_id": table_id, **asdict(result)} for result in results]


def _rows(change: Change) -> list[dict[str, Any]]:
    return [
        {
            "table_id": change.table_id,
            "number": entry.number,
            "kind": entry.kind,
            "data": entry.data,
            "secret": entry.secret,
            "at": entry.at,
        }
        for entry in change.entries
    ]


def _reason(error: Exception) -> str:
    """The first line of what a database says is wrong."""
    words = str(getattr(error, "orig", None) or error).strip()
    return words.splitlines()[0] if words else type(error).__name__


def _shown(url: str) -> str:
    """A URL without its password."""
    with suppress(ArgumentError):
        return make_url(url).render_as_string(hide_password=True)
    return "of that name"


def _last_entry(connection: Connection) -> int | None:
    """The number of the row that was inserted last; only a repair deletes entries.

    None: the file is damaged there, which those who read entries are told.
    """
    with suppress(DatabaseError):
        return connection.exec_driver_sql("SELECT max(rowid) FROM entry").scalar() or 0
    return None


def _engine(url: str, power_cut_safe: bool) -> Engine:
    if make_url(url).get_backend_name() == "sqlite":
        return open_file(url, migrations.upgrade, power_cut_safe=power_cut_safe)
    # Errors are logged, and what is written has secrets in it.
    return create_engine(url, pool_pre_ping=True, hide_parameters=True)
