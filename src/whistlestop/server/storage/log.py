"""SQLite's write-ahead log: how it is kept small, and how a loss at its end is noticed.

SQLite appends what is committed to a log beside the file (`-wal`), and a checkpoint takes it over
into the file. The log is begun again from its start only where a checkpoint has taken over all of
it and nobody has written meanwhile. So the thread that writes makes the checkpoints, too.
"""

from __future__ import annotations

import mmap
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

CHECKPOINT_AFTER: Final = 500
"""Batches after which the log is taken over into the file."""

LARGE: Final = 8 * 1024 * 1024
"""Bytes beyond which the log is cut to nothing, as soon as no reader needs it."""

PATIENCE: Final = 100
"""Milliseconds for which such a cut may keep writers waiting for readers that began before it."""

LOOKED_AFTER: Final = 32
"""Batches after which it is looked how large the log is."""


class Log:
    """The log of one file. Only the thread that writes may use it."""

    def __init__(self, file: Path, connection: sqlite3.Connection) -> None:
        """Keep what is needed.

        Args:
            file: the database.
            connection: one in autocommit mode, for checkpoints alone.
        """
        self._log = file.with_name(f"{file.name}-wal")
        self._connection = connection
        connection.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        self._batches = 0

    def tend(self) -> None:
        """Take the log over into the file if it is due; called after every batch."""
        self._batches += 1
        if self._batches % LOOKED_AFTER == 0 and self._size() > LARGE:
            self.cut()
        elif self._batches % CHECKPOINT_AFTER == 0:
            self._checkpoint("PASSIVE")

    def cut(self) -> bool:
        """Take all of the log over and cut it to nothing. Return whether that was possible."""
        return self._checkpoint("TRUNCATE")

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _size(self) -> int:
        try:
            return self._log.stat().st_size
        except OSError:
            return 0

    def _checkpoint(self, kind: str) -> bool:
        # Where it cannot be done now, it can be done later: the writer's thread must live on.
        with suppress(sqlite3.Error):
            (busy, _, _) = self._connection.execute(f"PRAGMA wal_checkpoint({kind})").fetchone()
            return not busy
        return False


class Acknowledged:
    """The number of the last entry that was acknowledged, in a small file beside the database.

    A log that has been cut short is no different from one that was never longer: SQLite reads as
    much of it as is whole, and says nothing. So the number is kept outside. It is written after
    the commit and before the answer, and never waits for the disk: what a power cut leaves of it
    is at most behind the database, as long as commits are on the disk before they are answered.
    """

    def __init__(self, file: Path) -> None:
        """Open the file, or make it.

        Args:
            file: the database.

        Raises:
            OSError: it cannot be opened.
        """
        name = file.with_name(f"{file.name}.acknowledged")
        name.touch(mode=0o600)
        with name.open("r+b", buffering=0) as opened:
            if len(opened.read()) != _WIDTH:
                opened.seek(0)
                opened.write(b" " * _WIDTH)
                opened.truncate()
            # To write is then no call into the system, for which a thread gives up its turn.
            self._content = mmap.mmap(opened.fileno(), _WIDTH)

    def read(self) -> int:
        """Return the number; 0 if there is none, or nothing that could be one."""
        text = self._content[:].strip()
        return int(text) if text.isdigit() else 0

    def write(self, number: int) -> None:
        """Write the number."""
        self._content[:] = b"%*d\n" % (_WIDTH - 1, number)

    def close(self) -> None:
        """Close the file."""
        self._content.close()


_WIDTH: Final = 20


def set_aside(file: Path) -> Path | None:
    """Copy a log before anything is written to it. Return the copy; None if there is no log.

    The database itself must not be opened beside SQLite: closing it would take SQLite's locks away.
    Its log has none.
    """
    log = file.with_name(f"{file.name}-wal")
    copy = file.with_name(f"{file.name}-wal.damaged")
    try:
        content = log.read_bytes()
        if not content:
            return None
        copy.write_bytes(content)
    except OSError:
        return None
    return copy
