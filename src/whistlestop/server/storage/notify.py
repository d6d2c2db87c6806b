"""Notifications between servers that share one PostgreSQL database.

Every server listens on a connection of its own. On that connection, it holds an advisory lock with
the server's number. Other servers read these locks to find out which servers are running. The
database releases the lock when the process ends, even after a crash.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

from sqlalchemy import Connection, Engine, text

from whistlestop.server import logs

NAME: Final = "whistlestop"
"""The name of the channel of the notifications."""

LONGEST: Final = 7_900
"""The maximum size of a notification in bytes. PostgreSQL's own limit is slightly higher."""

_SERVING: Final = 0x5753
_STARTING: Final = 0x5754
"""The first of the two numbers of the advisory lock that lets servers start one at a time.

The lock of a running server has the numbers `_SERVING` and the server's own number.
"""

_LOOKS: Final = 1.0
"""Seconds between two checks of which servers are running."""

_AGAIN: Final = 1.0
"""Seconds to wait before reconnecting after the connection was lost."""

_SERVERS: Final = (
    "SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted"
    " AND classid = %s AND database = (SELECT oid FROM pg_database WHERE datname = "
    "current_database())"
)


def can_listen(engine: Engine) -> bool:
    """Return whether servers that share this database can notify each other."""
    return engine.dialect.name == "postgresql" and engine.dialect.driver == "psycopg"


def announce(connection: Connection, payloads: Iterable[str]) -> None:
    """Send notifications to all servers when the transaction of a connection is committed.

    If the transaction is rolled back, nothing is sent.

    Args:
        connection: the connection to PostgreSQL, with an open transaction.
        payloads: the texts of the notifications.
    """
    rows = [{"name": NAME, "payload": payload} for payload in payloads]
    if rows:
        connection.execute(text("SELECT pg_notify(:name, :payload)"), rows)


class Notifications:
    """A thread that receives notifications and passes them to the event loop that started it."""

    def __init__(
        self,
        engine: Engine,
        number: int,
        heard: Callable[[str], None],
        serving: Callable[[frozenset[int], bool], None],
    ) -> None:
        """Prepare to listen. `open` starts the thread.

        `heard` and `serving` are called in the running event loop, not in the thread.

        Args:
            engine: the database.
            number: the number of this server, below 2**31.
            heard: called with the text of every notification, including those of this server.
            serving: called with the numbers of all running servers, including this one, when they
                have changed. The second argument is True in the first call after a lost connection
                has been restored.
        """
        self._engine = engine
        self._number = number
        self._heard = heard
        self._serving = serving
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="channel", daemon=True)
        self._first: asyncio.Future[bool] = self._loop.create_future()
        self._closing = threading.Event()
        self._look_now = threading.Event()
        self.listening = False
        """Whether the connection is open, so that notifications arrive."""

    async def open(self) -> bool:
        """Connect to the database, and start to receive the notifications of other servers.

        The function waits for the connection. If the connection is lost later, it is restored
        automatically.

        Returns:
            Whether this server is the only one: True if no other server was listening.

        Raises:
            ConnectionError: the database cannot be reached.
        """
        self._thread.start()
        return await self._first

    async def close(self) -> None:
        """Stop listening, and wait until the thread has ended.

        Other servers then see that this server has ended.
        """
        self._closing.set()
        await asyncio.to_thread(self._thread.join)

    def look(self) -> None:
        """Make the thread check soon which servers are running, before its next regular check."""
        self._look_now.set()

    def _run(self) -> None:
        # Imported here, because users of SQLite need not have psycopg installed.
        import psycopg

        while not self._closing.is_set():
            try:
                self._listen(psycopg)
            except psycopg.Error as error:
                self.listening = False
                if not self._first.done():
                    self._loop.call_soon_threadsafe(self._fail, str(error).strip())
                    return
                if not self._closing.is_set():
                    logs.warn("channel lost", why=str(error).strip())
                    self._closing.wait(_AGAIN)
            except RuntimeError:
                # The event loop has ended, so there is nothing to notify.
                return

    def _listen(self, psycopg: Any) -> None:
        arguments, options = self._engine.dialect.create_connect_args(self._engine.url)
        options = {"keepalives_idle": 10, "keepalives_interval": 5, **options, "autocommit": True}
        with psycopg.connect(*arguments, **options) as connection:
            connection.execute(f"LISTEN {NAME}")
            # This lock lets servers start one at a time, so that only one can find no other server.
            connection.execute("SELECT pg_advisory_lock(%s, 0)", (_STARTING,))
            first = not self._others(connection)
            connection.execute("SELECT pg_advisory_lock(%s, %s)", (_SERVING, self._number))
            connection.execute("SELECT pg_advisory_unlock(%s, 0)", (_STARTING,))
            self.listening = True
            again = self._first.done()
            self._loop.call_soon_threadsafe(self._answer, first)
            known: frozenset[int] | None = None
            looked = 0.0
            while not self._closing.is_set():
                if self._look_now.is_set() or time.monotonic() - looked >= _LOOKS:
                    self._look_now.clear()
                    looked = time.monotonic()
                    serving = self._others(connection) | {self._number}
                    if serving != known:
                        known = serving
                        self._loop.call_soon_threadsafe(self._serving, serving, again)
                        again = False
                for notice in connection.notifies(timeout=0.2, stop_after=1):
                    self._loop.call_soon_threadsafe(self._heard, notice.payload)

    def _others(self, connection: Any) -> frozenset[int]:
        found = connection.execute(_SERVERS, (_SERVING,)).fetchall()
        return frozenset(number for (number,) in found) - {self._number}

    def _fail(self, why: str) -> None:
        if not self._first.done():
            self._first.set_exception(ConnectionError(why))

    def _answer(self, first: bool) -> None:
        if not self._first.done():
            self._first.set_result(first)
