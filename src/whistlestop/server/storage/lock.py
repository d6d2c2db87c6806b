"""One server to a database file: a second one would play the same bots.

The lock is one on a file beside the database, which the operating system takes away when the
process ends, however it ends.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path


class Locked(Exception):
    """Another server has the database; `url` is where it can be reached, if it said so."""

    def __init__(self, url: str) -> None:
        super().__init__(f"another server is using these tables{url and f': {url}'}")
        self.url = url


class Lock:
    """Holds a database file for this process."""

    def __init__(self, database: Path) -> None:
        """Take it.

        Raises:
            Locked: another process has it.
            OSError: nothing can be written there.
        """
        # By whatever name it is reached, a file has one lock.
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
        """Write down where this server can be reached."""
        self._address.write_text(url + "\n", encoding="utf-8")

    def release(self) -> None:
        """Give it back."""
        self._address.unlink(missing_ok=True)
        self._lock.close()


def _opened(file: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.OperationalError as error:
        raise OSError(str(error)) from error
