"""All SQL: what is kept of people and tables, and how it is read and written."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import (
    Connection,
    Engine,
    PoolProxiedConnection,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from whistlestop.server import migrations, schema
from whistlestop.server.channel import announce, can_listen
from whistlestop.server.writer import Writer

Result = TypeVar("Result")


class Outrun(Exception):
    """Another server has changed the table first."""


class StoreError(Exception):
    """The database cannot be used; `str()` says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One durable change of a table."""

    number: int
    kind: str
    data: dict[str, Any]
    secret: dict[str, Any] | None
    """What no client ever gets while the game runs."""
    at: float


@dataclass(frozen=True, slots=True)
class Listing:
    """What lists of tables show of one, and what is asked for when a server starts."""

    state: str
    updated: float
    summary: str


@dataclass(frozen=True, slots=True)
class Change:
    """Entries to add to a table, and what else they change."""

    table_id: str
    entries: tuple[Entry, ...]
    listing: Listing | None = None
    """None = as it was."""
    members: tuple[str, ...] = ()
    """People who have a part in the table from now on."""
    note: str | None = None
    """What to tell other servers of it."""


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


_UPGRADING: Final = 0x57484953544C45
"""The number of the lock that a server holds while it brings the database up to date."""


class Store:
    """The database of one server."""

    def __init__(self, url: str) -> None:
        """Open it, and bring it up to date.

        Raises:
            StoreError: it cannot be opened.
        """
        self.url = url
        try:
            self.engine = _engine(url)
            with self.engine.begin() as connection:
                if connection.dialect.name == "postgresql":
                    # Several servers may start at once.
                    connection.execute(select(func.pg_advisory_xact_lock(_UPGRADING)))
                migrations.upgrade(connection)
        except (SQLAlchemyError, ArgumentError, OSError, ImportError) as error:
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()
            raise StoreError(
                f"cannot use the database {_shown(url)}: {reason[0] if reason else error}"
            ) from error
        self._quick = None if sqlite_file(url) is None else _quick(self.engine)
        if self._quick is None:
            self._writer = Writer(self.engine, announce if can_listen(self.engine) else None)
        else:
            connection: Any = self._quick.dbapi_connection
            self._writer = Writer(self.engine, quick=connection, tidy=self._checkpoint)
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="reader")

    def close(self) -> None:
        """Commit what waits, and close."""
        self._writer.close()
        if self._quick is not None:
            self._quick.close()
        self._readers.shutdown()
        self.engine.dispose()

    def _checkpoint(self) -> None:
        """Take what SQLite has appended into the file proper; others read and write meanwhile."""
        # Where it cannot be done now, it can be done later: the writer's thread must live on.
        with suppress(SQLAlchemyError), self.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    async def read(self, question: Callable[[Connection], Result]) -> Result:
        """Ask something."""

        def ask() -> Result:
            with self.engine.connect() as connection:
                return question(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, ask)

    async def write(self, work: Callable[[Connection], Result], note: str | None = None) -> Result:
        """Change something; it is committed when this returns, and the note announced."""
        return await self._done(self._writer.submit(work, note))

    async def announce(self, note: str) -> None:
        """Tell all servers over this database something."""
        await self.write(lambda connection: None, note)

    async def _done(self, future: Future[Result]) -> Result:
        # Whoever stops waiting does not stop the write.
        return await asyncio.shield(asyncio.wrap_future(future))

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
            elif change.listing is None and not change.members:
                rows = _rows(change)
                if not self._writer.insert_at_once(schema.entry, rows):
                    await self._done(self._writer.insert(schema.entry, rows, change.note))
            else:
                await self.write(lambda connection: _append(connection, change), change.note)
        except IntegrityError as error:
            raise Outrun(change.table_id) from error

    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        """All entries of a table after this one, in order; none if there is no such table."""
        columns = schema.entry.c

        def ask(connection: Connection) -> list[Entry]:
            rows = connection.execute(
                select(columns.number, columns.kind, columns.data, columns.secret, columns.at)
                .where(columns.table_id == table_id, columns.number > after)
                .order_by(columns.number)
            )
            return [
                Entry(number, kind, json.loads(data), secret and json.loads(secret), at)
                for number, kind, data, secret, at in rows
            ]

        return await self.read(ask)

    async def unfinished(self) -> list[str]:
        """The tables that are being played."""
        columns = schema.game_table.c

        def ask(connection: Connection) -> list[str]:
            found = select(columns.id).where(columns.state == "playing").order_by(columns.updated)
            return list(connection.scalars(found))

        return await self.read(ask)

    async def tables_of(self, person: str, most: int) -> list[Listed]:
        """The tables that somebody has a part in, the last changed first."""
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
        """Add somebody with a session; `token` is its hash."""

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
            return None if row is None else (row[0], row[1], row[3], row[2])

        return await self.read(ask)

    async def prolong(self, token: str, expires: float) -> None:
        """Let a session last longer."""
        columns = schema.session.c
        change = update(schema.session).where(columns.token == token).values(expires=expires)
        await self.write(lambda connection: connection.execute(change))

    async def forget_expired(self, now: float) -> None:
        """Delete sessions that are over."""
        change = delete(schema.session).where(schema.session.c.expires < now)
        await self.write(lambda connection: connection.execute(change))

    async def add_api_token(self, token: str, person: str, now: float) -> None:
        """Add a token for programs; `token` is its hash."""
        change = insert(schema.api_token).values(token=token, person=person, created=now)
        await self.write(lambda connection: connection.execute(change))

    async def holder(self, token: str) -> tuple[str, str, Any] | None:
        """(person, name, colour) of whoever has the token for programs with this hash."""
        found = (
            select(*_PERSON)
            .join(schema.api_token, schema.api_token.c.person == schema.person.c.id)
            .where(schema.api_token.c.token == token)
        )

        def ask(connection: Connection) -> tuple[str, str, Any] | None:
            row = connection.execute(found).one_or_none()
            return None if row is None else (row[0], row[1], row[2])

        return await self.read(ask)

    async def names(self, people: Sequence[str]) -> dict[str, str]:
        """What these people are called; empty for those who have not said."""
        columns = schema.person.c
        found = select(columns.id, columns.name).where(columns.id.in_(people))

        def ask(connection: Connection) -> dict[str, str]:
            return {row[0]: row[1] for row in connection.execute(found)}

        return await self.read(ask)

    async def rename(self, person: str, name: str) -> None:
        """Remember somebody's name."""
        change = update(schema.person).where(schema.person.c.id == person).values(name=name)
        await self.write(lambda connection: connection.execute(change))

    async def recolour(self, person: str, colour: str) -> None:
        """Remember the colour that somebody chose."""
        change = update(schema.person).where(schema.person.c.id == person).values(colour=colour)
        await self.write(lambda connection: connection.execute(change))

    async def alive(self) -> None:
        """Ask for nothing.

        Raises:
            SQLAlchemyError: the database does not answer.
        """
        await self.read(lambda connection: connection.execute(text("SELECT 1")).scalar())


_PERSON = (schema.person.c.id, schema.person.c.name, schema.person.c.colour)

_LISTED = (
    schema.game_table.c.id,
    schema.game_table.c.state,
    schema.game_table.c.updated,
    schema.game_table.c.summary,
)


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
    for person in change.members:
        there = schema.member.c
        known = select(there.person).where(
            there.person == person, there.table_id == change.table_id
        )
        if connection.execute(known).first() is None:
            connection.execute(
                insert(schema.member), {"table_id": change.table_id, "person": person}
            )


def _rows(change: Change) -> list[dict[str, Any]]:
    return [
        {
            "table_id": change.table_id,
            "number": entry.number,
            "kind": entry.kind,
            "data": _json(entry.data),
            "secret": None if entry.secret is None else _json(entry.secret),
            "at": entry.at,
        }
        for entry in change.entries
    ]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database; None for any other database, and for one in memory."""
    try:
        parts = make_url(url)
    except ArgumentError:
        return None
    if parts.get_backend_name() != "sqlite" or not parts.database or parts.database == ":memory:":
        return None
    return Path(parts.database)


def _shown(url: str) -> str:
    """A URL without its password."""
    with suppress(ArgumentError):
        return make_url(url).render_as_string(hide_password=True)
    return "of that name"


def _engine(url: str) -> Engine:
    file = sqlite_file(url)
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    if file is None:
        raise OSError("tables cannot be kept in memory; name a file")
    file.parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"check_same_thread": False})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:  # pyright: ignore[reportUnusedFunction]
        assert isinstance(connection, sqlite3.Connection)
        for pragma in (
            "journal_mode = WAL",
            "synchronous = NORMAL",
            "foreign_keys = ON",
            "busy_timeout = 10000",
            # It waits for the disk: the writer sees to it, when it keeps nobody waiting.
            "wal_autocheckpoint = 0",
        ):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _quick(engine: Engine) -> PoolProxiedConnection:
    """A connection to SQLite that waits for nobody, and is the caller's to close."""
    connection = engine.raw_connection()
    connection.detach()
    connection.cursor().execute("PRAGMA busy_timeout = 0")
    return connection
