"""SQLite as a place for tables: its file, how it is opened, and what is wrong with a file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from whistlestop.server.storage.log import LARGE

LOCK_TIMEOUT: Final = 2_000
"""Milliseconds that a transaction waits for another program that is writing.

A write waits for two of them at most: for the one before it, and for its own.
"""


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database; None for any other database, one in memory, and a URI."""
    try:
        parts = make_url(url)
    except ArgumentError:
        return None
    name = parts.database
    # A URI can name a file in ways of its own; the lock would be beside another one.
    if parts.get_backend_name() != "sqlite" or not name or name.startswith((":memory:", "file:")):
        return None
    return Path(name)


def open_file(
    url: str, upgrade: Callable[[Connection], None], *, power_cut_safe: bool = True
) -> Engine:
    """An engine over an SQLite file, which is made if there is none.

    Args:
        url: names the file.
        upgrade: makes the tables, or brings them up to date.
        power_cut_safe: whether a commit waits until it is on the disk.

    Raises:
        OSError: the file cannot be one that tables are kept in.
        SQLAlchemyError: it cannot be opened.
    """
    file = sqlite_file(url)
    if file is None:
        raise OSError(
            "tables cannot be kept in memory, nor under an SQLite URI; name a file by its path"
        )
    file = file.resolve()
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        _make(url, file, upgrade)
    if not file.is_file():
        raise OSError("this is not a file")
    found = file.stat()
    if found.st_size == 0:
        # A database is made aside and then given its name, so an empty file is never a new one.
        raise OSError(
            "the file is empty, so whatever was kept in it is gone. Put a copy of it back, or "
            "delete the empty file to begin anew"
        )
    if found.st_nlink > 1:
        # SQLite keeps a journal by the file's name: through two names it would be torn apart.
        raise OSError("the file has a second name (a hard link), and can be used by one name only")
    # Errors are logged, and what is written has secrets in it.
    engine = create_engine(url, connect_args={"check_same_thread": False}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:  # pyright: ignore[reportUnusedFunction]
        assert isinstance(connection, sqlite3.Connection)
        # A byte that was changed on the disk is a fault of that text alone, for whoever reads it as
        # JSON; a database that refuses to show the row would be a fault of everything.
        connection.text_factory = _text
        for pragma in (
            "journal_mode = WAL",
            f"synchronous = {'FULL' if power_cut_safe else 'NORMAL'}",
            "foreign_keys = ON",
            # What is deleted is overwritten: some builds of SQLite do so, others do not.
            "secure_delete = ON",
            f"busy_timeout = {LOCK_TIMEOUT}",
            # The writer sees to it, between its batches.
            "wal_autocheckpoint = 0",
            f"journal_size_limit = {LARGE}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _text(stored: bytes) -> str:
    """Return text as it is stored; bytes that are no UTF-8 become what no JSON may have."""
    return stored.decode("utf-8", "surrogateescape")


def legible(text: Any) -> str:
    """Return a name as it can be sent: what was damaged on the disk shows as question marks."""
    stored = text if isinstance(text, bytes) else str(text).encode("utf-8", "surrogateescape")
    return stored.decode("utf-8", "replace")


def plain_connection(engine: Engine) -> sqlite3.Connection:
    """A connection to SQLite in autocommit mode that waits for nobody; the caller closes it."""
    proxy = engine.raw_connection()
    proxy.detach()
    connection = proxy.dbapi_connection
    assert isinstance(connection, sqlite3.Connection)
    connection.isolation_level = None
    connection.execute("PRAGMA busy_timeout = 0")
    return connection


def _make(url: str, file: Path, upgrade: Callable[[Connection], None]) -> None:
    """Make a database aside, and give it its name once it is whole."""
    half = file.with_name(f".{file.name}.new")
    half.unlink(missing_ok=True)
    try:
        engine = create_engine(make_url(url).set(database=str(half)), poolclass=NullPool)
        with engine.begin() as connection:
            upgrade(connection)
        engine.dispose()
        with half.open("rb") as written:
            os.fsync(written.fileno())
        half.replace(file)
        _keep_names(file.parent)
    finally:
        with suppress(OSError):
            half.unlink(missing_ok=True)


def _keep_names(folder: Path) -> None:
    """Have the names in a folder on the disk, where the system knows such a thing."""
    if os.name != "posix":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
