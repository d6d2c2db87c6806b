"""A lock that lets only one server use a database file.

Without the lock, two servers would both make the moves of the bots. The lock is an SQLite lock on a
file beside the database. The operating system releases it when the process ends, even after a
crash.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path


class Locked(Exception):
    """Another server uses the database. `url` is that server's address, or empty if unknown."""

    def __init__(self, url: str) -> None:
        super().__init__(f"another server is using these tables{url and f': {url}'}")
        self.url = url


class Lock:
    """A lock on a database file, held by this process."""

    def __init__(self, database: Path) -> None:
        """Take the lock.

        Raises:
            Locked: another process holds the lock.
            OSError: the file of the lock, or its folder, cannot be written.
        """
        # Resolve links, so that a database has one lock under all of its names.
        database = database.resolve()
        database.parent.mkdir(parents=True, exist_ok=True)
        self._address = database.with_name(f"{database.name}.address")
        self._lock = _opened(database.with_name(f"{database.name}.lock"))
        try:
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._lock.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise OSError(str(error)) from error
            url = ""
            with suppress(OSError):
                url = self._address.read_text(encoding="utf-8").strip()
            raise Locked(url) from error

    def tell(self, url: str) -> None:
        """Write this server's address to a file, for other servers that fail to get the lock."""
        self._address.write_text(url + "\n", encoding="utf-8")

    def release(self) -> None:
        """Release the lock and delete the file with the address."""
        self._address.unlink(missing_ok=True)
        self._lock.close()


def _opened(file: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.OperationalError as error:
        raise OSError(str(error)) from error
