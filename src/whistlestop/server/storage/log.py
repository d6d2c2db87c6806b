"""SQLite's write-ahead log: keep it small, and detect that its end is missing.

SQLite appends what is committed to a log beside the file (`-wal`). A checkpoint copies the log's
content into the file. SQLite starts again at the beginning of the log only if a checkpoint has
copied everything and nothing was written during the checkpoint. For this reason, the thread that
writes also makes the checkpoints.
"""

from __future__ import annotations

import mmap
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

CHECKPOINT_AFTER: Final = 500
"""The number of the writer's batches between two checkpoints."""

LARGE: Final = 8 * 1024 * 1024
"""The size in bytes beyond which the log is truncated, as soon as no reader needs it."""

PATIENCE: Final = 100
"""The maximum milliseconds that truncating the log waits for earlier readers to finish.

Writers wait during this time, too.
"""

LOOKED_AFTER: Final = 32
"""The number of the writer's batches between two checks of the size of the log."""


class Log:
    """The write-ahead log of one database file. Only the thread that writes may use this object."""

    def __init__(self, file: Path, connection: sqlite3.Connection) -> None:
        """Limit how long the connection waits for other connections (`PATIENCE`).

        Args:
            file: the database file.
            connection: a connection in autocommit mode that is used for checkpoints only.
        """
        self._log = file.with_name(f"{file.name}-wal")
        self._connection = connection
        connection.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        self._batches = 0

    def tend(self) -> None:
        """Make a checkpoint if one is due, or truncate the log if it is large.

        Call this after every batch of the writer.
        """
        self._batches += 1
        if self._batches % LOOKED_AFTER == 0 and self._size() > LARGE:
            self.cut()
        elif self._batches % CHECKPOINT_AFTER == 0:
            self._checkpoint("PASSIVE")

    def cut(self) -> bool:
        """Make a full checkpoint and truncate the log. Return whether both succeeded."""
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
        # A checkpoint that fails can be made later. An exception would end the writer's thread.
        with suppress(sqlite3.Error):
            (busy, _, _) = self._connection.execute(f"PRAGMA wal_checkpoint({kind})").fetchone()
            return not busy
        return False


class Acknowledged:
    """The row number of the last acknowledged entry, in a small file beside the database.

    An entry counts as acknowledged after its commit, just before the client gets an answer.

    SQLite cannot tell a log that was cut short from one that was never longer: it reads the part of
    the log that is intact and reports nothing. So the number is also kept outside the database. It
    is written after the commit and before the client gets an answer, without waiting for the disk.
    If commits reach the disk before clients get answers, the number is never ahead of the database
    after a power cut. It may be behind.
    """

    def __init__(self, file: Path) -> None:
        """Open the file that holds the number of the last acknowledged entry, or create it.

        Args:
            file: the database file. The name of the opened file is this name and `.acknowledged`.

        Raises:
            OSError: the file with the number cannot be opened or created.
        """
        name = file.with_name(f"{file.name}.acknowledged")
        name.touch(mode=0o600)
        with name.open("r+b", buffering=0) as opened:
            if len(opened.read()) != _WIDTH:
                opened.seek(0)
                opened.write(b" " * _WIDTH)
                opened.truncate()
            # Writing to mapped memory is no system call. A system call would release the
            # interpreter's lock.
            self._content = mmap.mmap(opened.fileno(), _WIDTH)

    def read(self) -> int:
        """Return the number of the last acknowledged entry; 0 if the file is new or damaged."""
        text = self._content[:].strip()
        return int(text) if text.isdigit() else 0

    def write(self, number: int) -> None:
        """Write the number of the last acknowledged entry."""
        self._content[:] = b"%*d\n" % (_WIDTH - 1, number)

    def close(self) -> None:
        """Close the file."""
        self._content.close()


_WIDTH: Final = 20


def set_aside(file: Path) -> Path | None:
    """Copy the log of a database to a file beside it. Call this before the log changes.

    SQLite holds no locks on the log, so the log is safe to open. The database file must not be
    opened in this way: closing it would release SQLite's locks on it.

    Args:
        file: the database file.

    Returns:
        The path of the copy. None if the log is missing, empty, or cannot be copied.
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
