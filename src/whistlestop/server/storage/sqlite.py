"""SQLite as the database: its file, how to open it, and why a file is refused."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Engine,
    NullPool,
    and_,
    create_engine,
    event,
    func,
    or_,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from whistlestop.server.storage.log import LARGE

LOCK_TIMEOUT: Final = 2_000
"""Milliseconds that a transaction waits for another program that is writing.

The server writes one transaction at a time. So a write can wait for twice this time: first while
the server's previous write waits for the other program, and then for the program itself.
"""


def sqlite_file(url: str) -> Path | None:
    """Return the file of an SQLite database.

    None if the database is of another kind or in memory, or if the URL names a file by an SQLite
    URI.
    """
    try:
        parts = make_url(url)
    except ArgumentError:
        return None
    name = parts.database
    # A URI can name a file in other ways, so the lock might not be beside the right file.
    if parts.get_backend_name() != "sqlite" or not name or name.startswith((":memory:", "file:")):
        return None
    return Path(name)


def open_file(
    url: str, upgrade: Callable[[Connection], None], *, power_cut_safe: bool = True
) -> Engine:
    """Return an engine for an SQLite file. Create the file if it is missing.

    Args:
        url: the URL that names the file.
        upgrade: creates the tables, or migrates them.
        power_cut_safe: whether a commit waits until it is on the disk.

    Raises:
        OSError: the URL names no file, or the file is empty, is no regular file, or has a hard
            link.
        SQLAlchemyError: the file cannot be opened.
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
        # New databases get their name only when complete, so an empty file is never a new one.
        raise OSError(
            "the file is empty, so whatever was kept in it is gone. Put a copy of it back, or "
            "delete the empty file to begin anew"
        )
    if found.st_nlink > 1:
        # SQLite names its journal after the file. With two names there would be two journals.
        raise OSError("the file has a second name (a hard link), and can be used by one name only")
    # Errors are logged, and the values of statements contain secrets.
    engine = create_engine(url, connect_args={"check_same_thread": False}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:  # pyright: ignore[reportUnusedFunction]
        assert isinstance(connection, sqlite3.Connection)
        # A damaged byte must affect only the text that contains it. Code that reads the text as
        # JSON reports the damage. If the row could not be read at all, all other work would fail,
        # too.
        connection.text_factory = _text
        for pragma in (
            "journal_mode = WAL",
            f"synchronous = {'FULL' if power_cut_safe else 'NORMAL'}",
            "foreign_keys = ON",
            # Overwrite deleted data. The default differs between builds of SQLite.
            "secure_delete = ON",
            f"busy_timeout = {LOCK_TIMEOUT}",
            # The writer makes checkpoints between its batches.
            "wal_autocheckpoint = 0",
            f"journal_size_limit = {LARGE}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _text(stored: bytes) -> str:
    """Return stored text. Bytes that are not UTF-8 become lone surrogates, which JSON forbids."""
    return stored.decode("utf-8", "surrogateescape")


def legible(text: Any) -> str:
    """Return a stored name as text that can be sent.

    Bytes that are not UTF-8 become replacement characters.

    Args:
        text: the value in the database, which can have any type if it was damaged.
    """
    stored = text if isinstance(text, bytes) else str(text).encode("utf-8", "surrogateescape")
    return stored.decode("utf-8", "replace")


def intact(numbers: Iterable[Column[Any]], names: Iterable[Column[Any]]) -> ColumnElement[bool]:
    """Return a condition that leaves out rows which were damaged on the disk.

    SQLite keeps any value in any column. Databases that check types need no such condition.

    Args:
        numbers: columns that must contain whole numbers.
        names: columns that must contain printable ASCII text or null.
    """
    whole = (func.typeof(column) == "integer" for column in numbers)
    legible = (
        or_(
            column.is_(None),
            and_(func.typeof(column) == "text", column.bool_op("NOT GLOB")("*[^ -~]*")),
        )
        for column in names
    )
    return and_(*whole, *legible)


def plain_connection(engine: Engine) -> sqlite3.Connection:
    """Return an SQLite connection in autocommit mode that fails at once if the database is locked.

    The caller closes the connection.
    """
    proxy = engine.raw_connection()
    proxy.detach()
    connection = proxy.dbapi_connection
    assert isinstance(connection, sqlite3.Connection)
    connection.isolation_level = None
    connection.execute("PRAGMA busy_timeout = 0")
    return connection


def _make(url: str, file: Path, upgrade: Callable[[Connection], None]) -> None:
    """Create a database under a temporary name, and rename it to `file` when it is complete.

    `upgrade` creates the tables.
    """
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
    """Make the system write a folder's list of file names to the disk, if it supports this."""
    if os.name != "posix":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
