"""Notifications between servers over one PostgreSQL.

Every server listens on a connection of its own. Who is serving is read from advisory locks: each
server holds one with its number on that connection, and the database takes it away when the process
ends, however it ends.
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
"""Of the notifications."""

LONGEST: Final = 7_900
"""Bytes of a notification; PostgreSQL takes some more."""

_SERVING: Final = 0x5753
_STARTING: Final = 0x5754
"""The classes of the locks, as PostgreSQL calls the first of their two numbers."""

_LOOKS: Final = 1.0
"""Seconds between looks at who is serving."""

_AGAIN: Final = 1.0
"""Seconds before a lost connection is tried again."""

_SERVERS: Final = (
    "SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted"
    " AND classid = %s AND database = (SELECT oid FROM pg_database WHERE datname = "
    "current_database())"
)


def can_listen(engine: Engine) -> bool:
    """Whether servers over this database can hear of each other."""
    return engine.dialect.name == "postgresql" and engine.dialect.driver == "psycopg"


def announce(connection: Connection, payloads: Iterable[str]) -> None:
    """Tell all servers something; they hear it when the transaction is committed, and only then."""
    rows = [{"name": NAME, "payload": payload} for payload in payloads]
    if rows:
        connection.execute(text("SELECT pg_notify(:name, :payload)"), rows)


class Notifications:
    """Listens in a separate thread, and passes on what it hears to the loop that opened it."""

    def __init__(
        self,
        engine: Engine,
        number: int,
        heard: Callable[[str], None],
        serving: Callable[[frozenset[int], bool], None],
    ) -> None:
        """Prepare; `open` begins.

        Args:
            engine: the database.
            number: this server's, 31 bits.
            heard: called with every notification.
            serving: called with the numbers of all servers, this one's included, whenever they
                have changed; and with True whenever a lost connection is there again.
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
        """Whether it hears anything now."""

    async def open(self) -> bool:
        """Begin to listen; whether no other server was there before.

        Raises:
            ConnectionError: the database is not there. Once it was, a lost connection is tried
                again and again.
        """
        self._thread.start()
        return await self._first

    async def close(self) -> None:
        """End: from now on others know that this server is gone."""
        self._closing.set()
        await asyncio.to_thread(self._thread.join)

    def look(self) -> None:
        """Find out now who is serving."""
        self._look_now.set()

    def _run(self) -> None:
        # Late: whoever uses SQLite need not have it.
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
                # The loop has ended, and nobody is there to be told.
                return

    def _listen(self, psycopg: Any) -> None:
        arguments, options = self._engine.dialect.create_connect_args(self._engine.url)
        options = {"keepalives_idle": 10, "keepalives_interval": 5, **options, "autocommit": True}
        with psycopg.connect(*arguments, **options) as connection:
            connection.execute(f"LISTEN {NAME}")
            # One after the other, so that only one can be the first.
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
