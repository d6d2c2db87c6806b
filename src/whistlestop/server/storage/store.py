"""The store: the SQL that reads and writes people and tables."""

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

from whistlestop.server.storage import club_tables, migrations, schema
from whistlestop.server.storage.log import Acknowledged, Log, set_aside
from whistlestop.server.storage.notify import announce, can_listen
from whistlestop.server.storage.rated import RatedEnd, RatedStart, begin, finish
from whistlestop.server.storage.sqlite import legible, open_file, plain_connection, sqlite_file
from whistlestop.server.storage.writer import Quick, Writer

Result = TypeVar("Result")


class Conflict(Exception):
    """Another server has added an entry to the table in the meantime, so a change was refused."""


class StoreError(Exception):
    """The database cannot be used. The message says why."""


class Unavailable(Exception):
    """The database does not answer or cannot write. Nothing has changed. The message says why."""


@dataclass(frozen=True, slots=True)
class KeptEntry:
    """An entry of a table, from a row of the database table `entry`. `table.entries` reads it."""

    number: int
    kind: str
    data: str
    """JSON of the fields that the entry's kind has, without the secret fields."""
    secret: str | None
    """JSON of the fields that no client may learn while the game runs; None if there are none."""
    at: float


@dataclass(frozen=True, slots=True)
class Listing:
    """The facts that lists of tables show about a table. A starting server reads them, too."""

    state: str
    updated: float
    """When the table last changed, in seconds since 1970."""
    summary: str
    """JSON of the facts that lists show, made by `sent.listing.summary`."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of a seat in a finished game: a row to write to the database table `result`."""

    seat: int
    person: str | None
    """The id of the person for whom the result counts; None if it counts for nobody."""
    bot: str | None
    board: str | None
    """The name of the edition; None = a player's own edition."""
    place: int
    """The rank on the score sheet."""
    won: bool
    """Whether the seat is the first on the score sheet, and its player has not resigned."""
    score: int
    path: int
    """The length of the longest path in spaces; 0 in editions that do not count it."""
    given_up: bool = False
    """Whether the person resigned, or left the game to a bot or to another person."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A new attempt at the deal of a day."""

    day: str
    """The day in UTC, such as `2026-11-27`."""
    person: str
    """The id of the person. A person has one attempt for each day."""


@dataclass(frozen=True, slots=True)
class AttemptResult:
    """The result of an attempt at the deal of a day, with columns of `daily` as its fields."""

    ended: float
    """When the game ended, in seconds since 1970."""
    counts: bool
    """Whether the game ended in time for the day's ranking."""
    given_up: bool
    """Whether the person resigned."""
    won: bool
    place: int
    """The person's place among the three players, counted from 1. The last place if they resigned.
    """
    score: int
    margin: int
    """The person's score less the highest score of the bots."""


@dataclass(frozen=True, slots=True)
class Change:
    """New entries of a table, and the other stored data that changes with them."""

    table_id: str
    entries: tuple[KeptEntry, ...]
    listing: Listing | None = None
    """The new facts that lists show about the table; None = unchanged."""
    joined: frozenset[str] = frozenset()
    """The ids of people who belong to the table from now on."""
    left: frozenset[str] = frozenset()
    """The ids of people who no longer belong to the table."""
    note: str | None = None
    """The notification to send to other servers; None = none."""
    results: tuple[SeatResult, ...] = ()
    """The results of the game if these entries end it; otherwise empty."""
    attempt: AttemptResult | None = None
    """The result of a deal of the day if these entries end its game; otherwise None."""
    rated: RatedStart | RatedEnd | None = None
    """The beginning or the end of a game for the ladder, if these entries begin or end one."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to create, with its first entries."""

    edition: str
    public: bool
    listing: Listing
    first: Change
    """The table's first entries."""
    attempt: Attempt | None = None
    """The attempt at the deal of the day for which the table is; None = it is not for one."""
    host: str | None = None
    """The id of the person who sets up the table; None = nobody."""
    club: str | None = None
    """The id of the club to which the table belongs if the host is a member; None = no club."""


@dataclass(frozen=True, slots=True)
class Listed:
    """What lists show about a table, from its row of the database table `game_table`.

    The fields besides `id` are those of `Listing`.
    """

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
"""The longest interruption, in seconds, after which a starting server leaves sessions as they are.

If the last sign of life of a server is older, the starting server extends all sessions.
`Store.settle_times` says what counts as a sign of life.
"""

NEVER: Final = 1e11
"""A time later than all valid times, in seconds since 1970.

A time that was damaged on the disk may be a text or infinite. In SQLite, any text is greater than
every number.
"""

CHECKED_WITHIN: Final = 4.0
"""Seconds within which the database has to answer a check. A slower check fails."""

_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_FULL: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)

FULL_FOR: Final = 10.0
"""Seconds for which a disk counts as full after a failed write.

`Store.check` fails during this time, even if a smaller write would succeed.
"""

_UPGRADING: Final = 0x57484953544C45
"""The number of the PostgreSQL advisory lock that a server holds during a migration."""


class Store:
    """The connection of one server to its database. Several servers can share a database."""

    def __init__(self, url: str, *, power_cut_safe: bool = True) -> None:
        """Open the database, and migrate it to the present schema.

        Args:
            url: the URL of the database, as SQLAlchemy writes it.
            power_cut_safe: whether SQLite waits at every commit until the commit is on the disk.

        Raises:
            StoreError: the database cannot be opened.
        """
        self.url = url
        self._file = sqlite_file(url)
        self._acknowledged: Acknowledged | None = None
        self._countable = True
        """Whether the number of the last entry can be read from the database. If it cannot, because
        the file is damaged, the number is not checked or stored, and other work goes on."""
        self.loss: str | None = None
        """A message for the operator about acknowledged entries that are missing; None if none is
        missing."""
        try:
            self.engine = _engine(url, power_cut_safe)
            if self._file is not None:
                self._acknowledged = Acknowledged(self._file.resolve())
                self.loss = self._missing(self._file.resolve(), self._acknowledged)
            with self.engine.begin() as connection:
                if connection.dialect.name == "postgresql":
                    # Several servers may start at the same time.
                    connection.execute(select(func.pg_advisory_xact_lock(_UPGRADING)))
                else:
                    # Python's driver begins no transaction for the statements that create tables.
                    # Without one, an interrupted upgrade would leave some of them behind.
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
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
        """Commit the waiting work, and close the database."""
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
        """Check that the database has all acknowledged entries.

        Then store the number of the database's last entry in `acknowledged`.

        Args:
            file: the database file.
            acknowledged: reads and writes the number of the last acknowledged entry.

        Returns:
            A message about the missing entries. None if no entry is missing, or if the number of
            the last entry in the database cannot be read.
        """
        known = acknowledged.read()
        with self.engine.connect() as connection:
            there = inspect(connection).has_table(schema.entry.name)
            last = _last_entry(connection) if there else 0
            if last is None:
                self._countable = False
                return None
            lost = known - last
            # Copy the log before anything is written.
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
        """Return a function that stores the number of the last entry as the acknowledged number.

        The writer calls the returned function after the commit. Return None if the number of the
        last entry cannot be read.
        """
        assert self._acknowledged is not None
        last = _last_entry(connection)
        return None if last is None else partial(self._acknowledged.write, last)

    def recount(self) -> None:
        """Store the number of the last entry as acknowledged. Call this after deleting entries."""
        if self._acknowledged is not None:
            with self.engine.connect() as connection:
                last = _last_entry(connection)
            if last is not None:
                self._acknowledged.write(last)

    def _make_space(self, fault: Exception) -> bool:
        """Truncate the log if a write failed because of a full disk or an error of the disk.

        Return whether the log was truncated. `fault` is the exception of the failed write.
        """
        code = getattr(getattr(fault, "orig", None), "sqlite_errorcode", 0) & 0xFF
        return self._log is not None and code in _FULL and self._log.cut()

    async def read(self, question: Callable[[Connection], Result]) -> Result:
        """Run a function that reads from the database, in a reader thread. Return its result.

        Raises:
            Unavailable: the database cannot be read.
        """

        def ask() -> Result:
            with self.engine.connect() as connection:
                return question(connection)

        with self._understood():
            return await asyncio.get_running_loop().run_in_executor(self._readers, ask)

    async def write(self, work: Callable[[Connection], Result], note: str | None = None) -> Result:
        """Run a function that changes the database, and commit. Return the function's result.

        Args:
            work: the function.
            note: the notification to send to all servers with the commit; None = none.

        Raises:
            Unavailable: the database cannot be written. Nothing has changed.
            IntegrityError: the change contradicts what is in the database. Nothing has changed.
        """
        return await self._done(self._writer.submit(work, note))

    async def announce(self, note: str) -> None:
        """Send a notification to all servers that share this database."""
        await self.write(lambda connection: None, note)

    async def _done(self, future: asyncio.Future[Result]) -> Result:
        with self._understood():
            try:
                return await asyncio.shield(future)
            except asyncio.CancelledError:
                # A cancelled caller does not stop the write. The caller must not release the table
                # before the outcome of the write is known.
                if not future.done():
                    await asyncio.wait((future,))
                raise

    @contextmanager
    def _understood(self) -> Generator[None]:
        """Return a context manager that turns the database's exceptions into `Unavailable`.

        An `IntegrityError` is passed on, because only the request is at fault.

        Raises:
            Unavailable: the database cannot be used now.
            IntegrityError: the request contradicts what is in the database.
        """
        try:
            yield
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            reason = _reason(error)
            # The last eight bits of an extended code are the kind of fault.
            kind = getattr(getattr(error, "orig", None), "sqlite_errorcode", 0) & 0xFF
            if kind in _DAMAGED:
                self._damage = reason
            elif kind in _FULL:
                self._full = (reason, time.monotonic() + FULL_FOR)
            raise Unavailable(reason) from error

    # Tables ---------------------------------------------------------------------------------

    async def create_table(self, new: NewTable) -> None:
        """Add a table with its first entries.

        Raises:
            Unavailable: the database cannot be written. Nothing has changed.
            IntegrityError: there is a table with this id already, or the person has already begun
                an attempt at the deal of this day. Nothing has changed.
        """
        await self.write(lambda connection: _create(connection, new), new.first.note)

    async def append(self, change: Change, new: NewTable | None = None) -> None:
        """Add entries to a table, and commit.

        Args:
            change: the entries, and what changes with them.
            new: a table to create in the same transaction; None = none.

        Raises:
            Conflict: another server has added an entry first. Nothing has changed.
            Unavailable: the database cannot be written. Nothing has changed.
        """
        try:
            if new is not None:
                await self.write(lambda connection: _append(connection, change, new), change.note)
            elif change.listing is None and not change.joined and not change.left:
                await self._done(self._writer.insert(schema.entry, _rows(change), change.note))
            else:
                await self.write(lambda connection: _append(connection, change), change.note)
        except IntegrityError as error:
            raise Conflict(change.table_id) from error

    async def rewrite(self, change: Change, entries: Sequence[KeptEntry], *, hidden: bool) -> None:
        """Replace the data of entries, and add entries, in one transaction.

        The plans of people who leave the table are deleted. Their results count for nobody from
        then on.

        Args:
            change: the entries to add, and what changes with them.
            entries: the existing entries with their new data.
            hidden: whether to remove the table from public lists.

        Raises:
            Conflict: another server has added an entry first. Nothing has changed.
            Unavailable: the database cannot be written. Nothing has changed.
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
            raise Conflict(change.table_id) from error

    async def entries(self, table_id: str, after: int = 0) -> list[KeptEntry]:
        """Return the entries of a table with numbers above `after`, in order.

        The list is empty if there is no such table.
        """
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
        """Return the plans of all people at a table as JSON texts, keyed by the person's id."""
        columns = schema.ahead.c

        def ask(connection: Connection) -> dict[str, str]:
            found = select(columns.person, columns.data).where(columns.table_id == table_id)
            return {row.person: row.data for row in connection.execute(found)}

        return await self.read(ask)

    async def keep_ahead(
        self, table_id: str, person: str, data: str | None, note: str | None = None
    ) -> None:
        """Replace or delete a person's plans at a table.

        Args:
            table_id: the id of the table.
            person: the person's id.
            data: the new plans as JSON; None = delete the plans.
            note: the notification to send to all servers with the commit; None = none.
        """
        columns = schema.ahead.c
        here = (columns.table_id == table_id) & (columns.person == person)

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.ahead).where(here))
            if data is not None:
                row = {"table_id": table_id, "person": person, "data": data}
                connection.execute(insert(schema.ahead), row)

        await self.write(work, note)

    async def relist(self, table_id: str, listing: Listing) -> None:
        """Replace the facts that lists show about a table."""
        change = (
            update(schema.game_table)
            .where(schema.game_table.c.id == table_id)
            .values(state=listing.state, updated=listing.updated, summary=listing.summary)
        )
        await self.write(lambda connection: connection.execute(change))

    async def forget_plans(self) -> None:
        """Delete all plans at tables whose games are over, and at closed tables."""
        over = select(schema.game_table.c.id).where(
            schema.game_table.c.state.in_(("over", "closed"))
        )
        change = delete(schema.ahead).where(schema.ahead.c.table_id.in_(over))
        await self.write(lambda connection: connection.execute(change))

    async def unfinished(self) -> list[str]:
        """Return the ids of the tables that are being played. Those that changed last come last."""
        columns = schema.game_table.c

        def ask(connection: Connection) -> list[str]:
            found = select(columns.id).where(columns.state == "playing").order_by(columns.updated)
            return list(connection.scalars(found))

        return await self.read(ask)

    async def running(
        self, people: Sequence[str], tables: Sequence[str], since: float
    ) -> frozenset[str]:
        """Return the ids of some unfinished tables that changed recently.

        Args:
            people: the ids of people. All tables that they belong to are considered.
            tables: the ids of further tables to consider.
            since: a moment, in seconds since 1970. Tables that last changed earlier are left out.
        """
        columns, members = schema.game_table.c, schema.member.c
        theirs = select(members.table_id).where(members.person.in_(people))
        # `lower` keeps the database from using the index of states, which covers everybody's games.
        going_on = func.lower(columns.state).in_(("open", "playing"))
        found = select(columns.id).where(
            columns.id.in_(theirs) | columns.id.in_(tables), going_on, columns.updated >= since
        )
        return await self.read(lambda connection: frozenset(connection.scalars(found)))

    async def tables_of(self, person: str, most: int) -> list[Listed]:
        """Return tables that a person belongs to, the most recently changed first.

        Args:
            person: the person's id.
            most: the maximum number of tables.
        """
        return await self._listed(
            select(*_LISTED)
            .join(schema.member, schema.member.c.table_id == schema.game_table.c.id)
            .where(schema.member.c.person == person)
            .order_by(schema.game_table.c.updated.desc())
            .limit(most)
        )

    async def public_tables(self, most: int, since: float) -> list[Listed]:
        """Return public tables whose games have not begun, the most recently changed first.

        Closed tables are left out.

        Args:
            most: the maximum number of tables.
            since: a moment, in seconds since 1970. Tables that last changed earlier are left out.
        """
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
        """Add a person with a session.

        Args:
            person: the person's id.
            name: the person's name; empty if they have none.
            token: the hash of the session's token.
            expires: when the session ends, in seconds since 1970.
            now: the present moment, in seconds since 1970.
        """

        def work(connection: Connection) -> None:
            connection.execute(insert(schema.person).values(id=person, name=name, created=now))
            connection.execute(
                insert(schema.session).values(token=token, person=person, expires=expires)
            )

        await self.write(work)

    async def session(self, token: str) -> tuple[str, str, float, Any] | None:
        """Return the person of a session, and when the session ends.

        Args:
            token: the hash of the session's token.

        Returns:
            The person's id and name, the end in seconds since 1970, and the person's colour. The
            colour is None if the person has not chosen one. The result is None if there is no such
            session.
        """
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
        """Set the end of a session. If there is no such session, do nothing.

        Args:
            token: the hash of the session's token.
            expires: the new end of the session, in seconds since 1970.
        """
        columns = schema.session.c
        change = update(schema.session).where(columns.token == token).values(expires=expires)
        await self.write(lambda connection: connection.execute(change))

    async def settle_times(self, now: float, lasts: float, code_lasts: float) -> float:
        """Delete expired sessions and codes when the first server starts.

        Sessions must not expire while no server runs: nobody can use them then, and the machine's
        clock may be changed. The last sign of life is the last change of a table or the last use of
        a session, whichever is later. If it is more than a day old, all sessions are extended by
        the time since then. If it lies in the future, all sessions are shortened by the difference.

        Args:
            now: the present moment, in seconds since 1970.
            lasts: the seconds that a session lasts after its last use. If sessions are extended or
                shortened, they end at `now + lasts` at the latest.
            code_lasts: the seconds that a code lasts. Codes that would last longer are deleted.

        Returns:
            The seconds by which sessions were extended, or 0. Negative if they were shortened.
        """
        sessions, codes = schema.session.c, schema.carrying.c

        def work(connection: Connection) -> float:
            updated = schema.game_table.c.updated
            changed = connection.scalar(select(func.max(updated)).where(updated < NEVER))
            # The end of such a session is damaged and unknown.
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
        """Add an API token of a person.

        Args:
            token: the hash of the token.
            person: the person's id.
            now: the present moment, in seconds since 1970.
        """
        change = insert(schema.api_token).values(token=token, person=person, created=now)
        await self.write(lambda connection: connection.execute(change))

    async def holder(self, token: str) -> tuple[str, str, Any] | None:
        """Return the person to whom an API token belongs.

        Args:
            token: the hash of the token.

        Returns:
            The person's id, name and colour. The colour is None if the person has not chosen one.
            The result is None if there is no such token.
        """
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
        """Return the names of people by id.

        The name of a person who has chosen none is empty. Unknown ids are left out.
        """
        columns = schema.person.c
        found = select(columns.id, columns.name).where(columns.id.in_(people))

        def ask(connection: Connection) -> dict[str, str]:
            return {row[0]: legible(row[1]) for row in connection.execute(found)}

        return await self.read(ask)

    async def rename(self, person: str, name: str) -> None:
        """Store a person's new name."""
        change = update(schema.person).where(schema.person.c.id == person).values(name=name)
        await self.write(lambda connection: connection.execute(change))

    async def recolour(self, person: str, colour: str) -> None:
        """Store the colour that a person chose."""
        change = update(schema.person).where(schema.person.c.id == person).values(colour=colour)
        await self.write(lambda connection: connection.execute(change))

    async def check(self) -> None:
        """Check that the database can be read and written. Simultaneous callers share one check.

        Raises:
            Unavailable: reading or writing failed, the disk is full, or the file is damaged or was
                replaced.
            TimeoutError: the check took longer than `CHECKED_WITHIN` seconds.
        """
        if self._damage is not None:
            # Damage is permanent, but this check might read only undamaged pages.
            raise Unavailable(self._damage)
        if self._full is not None and time.monotonic() < self._full[1]:
            raise Unavailable(self._full[0])
        if _identity(self._file) != self._identity:
            # Writes would go to the deleted file, and be lost when the server ends.
            raise Unavailable("the database file has been removed, emptied or replaced")
        if self._checking is None or self._checking.done():
            self._checking = asyncio.ensure_future(self.write(_touch))
            # Take note of the exception even if all callers have been cancelled.
            self._checking.add_done_callback(lambda done: done.cancelled() or done.exception())
        async with asyncio.timeout(CHECKED_WITHIN):
            await asyncio.shield(self._checking)


def _identity(file: Path | None) -> tuple[int, int] | None:
    """Return a file's device and inode, which identify the file even if its name is reused.

    None if the file is missing or empty, or if `file` is None.
    """
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
    """Test the database: read the last entry of the game table that changed last, and write.

    The write sets a value to what it already is. The database's exceptions are passed on.
    """
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
    # Without a change, the commit would write nothing to the disk.
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
    if new.attempt is not None:
        begun = new.first.entries[0].at
        row = {**asdict(new.attempt), "table_id": new.first.table_id, "begun": begun}
        connection.execute(insert(schema.daily), row)
    if new.club is not None:
        club_tables.add(connection, new.first.table_id, new.club, new.host)


def _append(connection: Connection, change: Change, new: NewTable | None = None) -> None:
    if new is not None:
        _create(connection, new)
        club_tables.follow(connection, new.first.table_id, change.table_id, new.host)
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
            # Plans are useless after the end of the game.
            plans = schema.ahead.c.table_id == change.table_id
            connection.execute(delete(schema.ahead).where(plans))
    if change.results:
        connection.execute(insert(schema.result), result_rows(change.table_id, change.results))
        club_tables.end(connection, change.table_id, change.entries[-1].at)
    if change.attempt is not None:
        attempt = update(schema.daily).where(schema.daily.c.table_id == change.table_id)
        connection.execute(attempt.values(asdict(change.attempt)))
    if isinstance(change.rated, RatedStart):
        begin(connection, change.table_id, change.rated)
    elif change.rated is not None:
        finish(connection, change.table_id, change.rated)
    there = schema.member.c
    here = there.table_id == change.table_id
    for person in sorted(change.joined):
        # Earlier versions did not delete the rows of people who left, so the row may exist.
        known = select(there.person).where(there.person == person, here)
        if connection.execute(known).first() is None:
            connection.execute(
                insert(schema.member), {"table_id": change.table_id, "person": person}
            )
    if change.left:
        connection.execute(delete(schema.member).where(there.person.in_(change.left), here))


def result_rows(table_id: str, results: Sequence[SeatResult]) -> list[dict[str, Any]]:
    """Return results as rows of the database's table `result`."""
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
    """Return the first line of a database error's message; the error's class if there is none."""
    words = str(getattr(error, "orig", None) or error).strip()
    return words.splitlines()[0] if words else type(error).__name__


def _shown(url: str) -> str:
    """Return a URL without its password, for messages. If it cannot be read: `of that name`."""
    with suppress(ArgumentError):
        return make_url(url).render_as_string(hide_password=True)
    return "of that name"


def _last_entry(connection: Connection) -> int | None:
    """Return the highest row number (`rowid`) in the database table `entry`.

    Rows are numbered from 1, so this is also the number of entries if no repair has deleted any.
    The result is 0 if there are no entries, and None if the file is so damaged that the number
    cannot be read.
    """
    with suppress(DatabaseError):
        return connection.exec_driver_sql("SELECT max(rowid) FROM entry").scalar() or 0
    return None


def _engine(url: str, power_cut_safe: bool) -> Engine:
    if make_url(url).get_backend_name() == "sqlite":
        return open_file(url, migrations.upgrade, power_cut_safe=power_cut_safe)
    # Errors are logged, and the values of statements contain secrets.
    return create_engine(url, pool_pre_ping=True, hide_parameters=True)
