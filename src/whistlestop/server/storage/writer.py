"""The writer: a thread that commits all waiting work in one transaction.

A commit waits for the disk for milliseconds, and fifty entries take no longer than one. So the
thread takes all jobs that arrived while it was busy and commits them together. After the commit, it
sends all outcomes to each event loop in one call.

Most writes are entries of moves. On SQLite, all entries of a batch are one statement, which is also
its own transaction. Every call into SQLite releases the interpreter's lock, and getting the lock
back from a busy event loop takes longer than the work itself.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from queue import SimpleQueue
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, Insert, Table, insert
from sqlalchemy.exc import DBAPIError, OperationalError

Result = TypeVar("Result")
Row = dict[str, Any]

MOST_TOGETHER: Final = 200
"""The maximum number of jobs in one transaction."""

PACE: Final = 0.006
"""The minimum time in seconds between the starts of two batches.

A single move does not wait. When moves come quickly, more of them share a commit, so that each uses
less processor time.
"""

MOST_ROWS: Final = 64
"""The maximum number of rows in one statement. Builds of SQLite have different limits."""

MOST_TRIES: Final = 5
"""The number of times that a single job is tried if the database breaks its transaction off."""

_LOST: Final = ("40001", "40P01")
"""The codes of PostgreSQL's errors `serialization_failure` and `deadlock_detected`.

After such an error, a transaction can be tried again.
"""


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    work: Callable[[Connection], Any] | None = None
    table: Table | None = None
    """The table to insert rows into; None if the job is a function."""
    rows: Sequence[Row] = ()
    note: str | None = None
    """The notification to send with the commit; None = none."""


class _Outcome(NamedTuple):
    """The result of a job, or the exception with which the job failed."""

    job: _Job
    result: Any = None
    fault: Exception | None = None


class Quick(NamedTuple):
    """A connection to SQLite that inserts all rows of a batch by a single statement."""

    connection: sqlite3.Connection
    """A connection in autocommit mode that fails at once if another program is writing."""
    written: Callable[[int], object]
    """A function called with the last row's `rowid` after the rows have been committed."""


class Writer:
    """A thread that carries out work in transactions, in the order in which it was submitted."""

    def __init__(
        self,
        engine: Engine,
        *,
        closing: Callable[[Connection, Sequence[str]], Callable[[], object] | None] | None = None,
        quick: Quick | None = None,
        repair: Callable[[Exception], bool] | None = None,
        tend: Callable[[], object] | None = None,
    ) -> None:
        """Start the thread, which calls all functions given here.

        Args:
            engine: the database.
            closing: called before the commit of a transaction, with the connection and the
                notifications of the jobs. If it returns a function, this function is called after
                the commit. It is not called for batches that `quick` inserts. None = notifications
                are not sent.
            quick: the connection for batches that only insert rows of one table; None = use
                `engine`.
            repair: called with the exception if the database fails. It returns whether to try the
                jobs once more. None = never try them again.
            tend: called after every batch, when nothing is being written; None = nothing is called.
        """
        self._engine = engine
        self._closing = closing
        self._quick = quick
        self._repair = repair
        self._tend = tend
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(
        self, work: Callable[[Connection], Result], note: str | None = None
    ) -> asyncio.Future[Result]:
        """Submit a function that changes the database.

        Args:
            work: the function.
            note: the notification to send with the commit; None = none.

        Returns:
            A future of the running event loop. After the commit, it has the function's result. It
            has the exception if the work failed.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self._jobs.put(_Job(future, loop, work, note=note))
        return future

    def insert(
        self, table: Table, rows: Sequence[Row], note: str | None = None
    ) -> asyncio.Future[None]:
        """Submit rows to insert.

        Args:
            table: the table to insert into.
            rows: the rows.
            note: the notification to send with the commit; None = none.

        Returns:
            A future of the running event loop. It is done after the commit. It has the exception if
            the insertion failed.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._jobs.put(_Job(future, loop, table=table, rows=rows, note=note))
        return future

    def close(self) -> None:
        """Finish the waiting work, and block until the thread has ended."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        due = 0.0
        while (job := self._jobs.get()) is not None:
            if (wait := due - time.monotonic()) > 0:
                time.sleep(wait)
            due = time.monotonic() + PACE
            batch, ending = [job], False
            while len(batch) < MOST_TOGETHER and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    ending = True
                    break
                batch.append(following)
            _tell(self._committed(batch))
            if ending:
                return
            if self._tend is not None:
                self._tend()

    def _committed(self, batch: list[_Job]) -> list[_Outcome]:
        """Carry out a batch of jobs in one transaction. Return the result or exception of each job.

        If one job is at fault, or if the transaction was broken off for that of another server,
        each job is carried out in a transaction of its own. If the database is at fault, a repair
        is tried once. If the repair does not help, every job gets the exception.
        """
        if self._quick is not None and _insert_rows(self._quick, self._engine, batch):
            return [_Outcome(job) for job in batch]
        repaired, tries = False, 1
        while True:
            try:
                return self._transaction(batch)
            except Exception as fault:
                if _lost_to_another(fault):
                    if len(batch) > 1:
                        return self._each(batch, fault)
                    if tries < MOST_TRIES:
                        tries += 1
                        continue
                if not isinstance(fault, OperationalError):
                    return self._each(batch, fault)
                if repaired or self._repair is None or not self._repair(fault):
                    # The database is at fault. Single transactions would have to wait for it again.
                    return [_Outcome(job, fault=fault) for job in batch]
                repaired = True

    def _each(self, batch: list[_Job], fault: Exception) -> list[_Outcome]:
        """Carry out each job in a transaction of its own. Return the result or exception of each.

        A job at fault then does not affect the others.

        Args:
            batch: the jobs.
            fault: the exception of the whole batch. If the batch has only one job, the job is not
                tried again, and `fault` is its outcome.
        """
        if len(batch) == 1:
            return [_Outcome(batch[0], fault=fault)]
        return [outcome for job in batch for outcome in self._committed([job])]

    def _transaction(self, batch: list[_Job]) -> list[_Outcome]:
        then: Callable[[], object] | None = None
        with self._engine.begin() as connection:
            results = _carried_out(connection, batch)
            notes = [job.note for job in batch if job.note is not None]
            if self._closing is not None:
                then = self._closing(connection, notes)
        if then is not None:
            then()
        return [_Outcome(job, result) for job, result in zip(batch, results, strict=True)]


def _lost_to_another(fault: Exception) -> bool:
    """Return whether the database broke off a transaction in favour of another one.

    This happens if two servers lock the same rows in different orders. The transaction can be tried
    again.
    """
    origin = fault.orig if isinstance(fault, DBAPIError) else None
    return getattr(origin, "sqlstate", None) in _LOST


def _tell(outcomes: list[_Outcome]) -> None:
    """Set the results or exceptions of the jobs' futures, with one call for each event loop."""
    for loop, group in groupby(outcomes, key=lambda outcome: outcome.job.loop):
        # If the loop has ended, nothing waits for the outcome.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, list(group))


def _settle(outcomes: list[_Outcome]) -> None:
    for job, result, fault in outcomes:
        if job.future.done():
            continue
        if fault is None:
            job.future.set_result(result)
        else:
            job.future.set_exception(fault)


@cache
def _insert(table: Table) -> Insert:
    """Return the statement that inserts rows into a table.

    Each table has one cached statement, which SQLAlchemy compiles only once.
    """
    return insert(table)


@cache
def _insert_in_words(engine: Engine, table: Table, rows: int) -> tuple[str, list[str]]:
    """Return the SQL that inserts rows, and the column names in the order of a row's values.

    Args:
        engine: the database.
        table: the table to insert into.
        rows: the number of rows.
    """
    compiled = _insert(table).compile(engine)
    start, _, values = str(compiled).rpartition("VALUES ")
    return f"{start}VALUES {', '.join([values] * rows)}", list(compiled.positiontup or ())


def _insert_rows(quick: Quick, engine: Engine, batch: list[_Job]) -> bool:
    """Insert and commit all rows of a batch by one statement, or none of them.

    Returns:
        Whether the rows were inserted. If not, nothing has changed, and the batch has to be carried
        out in a transaction, which finds the job at fault.
    """
    table = batch[0].table
    if table is None or any(job.table is not table for job in batch):
        return False
    rows = [row for job in batch for row in job.rows]
    if len(rows) > MOST_ROWS:
        return False
    words, columns = _insert_in_words(engine, table, len(rows))
    try:
        done = quick.connection.execute(words, [row[name] for row in rows for name in columns])
    except sqlite3.Error:
        if quick.connection.in_transaction:
            quick.connection.rollback()
        return False
    quick.written(done.lastrowid or 0)
    return True


def _carried_out(connection: Connection, batch: list[_Job]) -> list[Any]:
    results: list[Any] = []
    for table, jobs in groupby(batch, key=lambda job: job.table):
        if table is None:
            results += [job.work(connection) for job in jobs if job.work is not None]
            continue
        together = list(jobs)
        connection.execute(_insert(table), [row for job in together for row in job.rows])
        results += [None] * len(together)
    return results
