"""The writer: one thread that commits, in one transaction, everything that waits.

A commit waits for the disk, for milliseconds, and that wait is the same for one entry as for fifty.
So a thread takes all jobs that have come in while it was busy and commits them together. Only then
are those who wait told, all by one call into their event loop.

Entries of moves are most of what is written. On SQLite, they are one statement that is a
transaction of its own: every step into SQLite gives up the interpreter's lock, and getting it back
from a busy event loop takes longer than the work.
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
from sqlalchemy.exc import OperationalError

Result = TypeVar("Result")
Row = dict[str, Any]

MOST_TOGETHER: Final = 200
"""The most jobs in one transaction."""

PACE: Final = 0.006
"""Seconds from the beginning of one batch to that of the next. A single move does not wait; when
moves come quickly, more of them share a commit, and each costs less of the processor's time."""

MOST_ROWS: Final = 64
"""The most rows in one statement: SQLite's builds differ in how many values they take."""


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    work: Callable[[Connection], Any] | None = None
    table: Table | None = None
    """Where to insert rows, if that is the work."""
    rows: Sequence[Row] = ()
    note: str | None = None
    """What is announced along with it."""


class _Outcome(NamedTuple):
    """What has become of a job."""

    job: _Job
    result: Any = None
    fault: Exception | None = None


class Quick(NamedTuple):
    """A connection to SQLite on which rows of one table are written by one statement."""

    connection: sqlite3.Connection
    """In autocommit mode. It must fail rather than wait for another program."""
    written: Callable[[int], object]
    """Called with the last row's number once the rows are committed."""


class Writer:
    """Carries out work in transactions, in the order in which it came."""

    def __init__(
        self,
        engine: Engine,
        *,
        closing: Callable[[Connection, Sequence[str]], Callable[[], object] | None] | None = None,
        quick: Quick | None = None,
        repair: Callable[[Exception], bool] | None = None,
        tend: Callable[[], object] | None = None,
    ) -> None:
        """Start the thread.

        Args:
            engine: the database.
            closing: called with the notes of a transaction before it is committed. What it returns
                is called after the commit.
            quick: where batches that are rows of one table are written; None = as everything else.
            repair: called with a fault of the database. It returns whether to try once more.
            tend: called after every batch, when nothing is being written.
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
        """Have work done. The running loop's future has its result once it is committed."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self._jobs.put(_Job(future, loop, work, note=note))
        return future

    def insert(
        self, table: Table, rows: Sequence[Row], note: str | None = None
    ) -> asyncio.Future[None]:
        """Have rows inserted. The running loop's future is done once they are committed."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._jobs.put(_Job(future, loop, table=table, rows=rows, note=note))
        return future

    def close(self) -> None:
        """Finish what waits, then end."""
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
        """Carry out a batch of jobs in one transaction, and return the outcome of each.

        If one job is at fault, each is carried out in a transaction of its own. If the database is
        at fault, a repair is tried once; if that does not help, every outcome is the fault.
        """
        if self._quick is not None and _insert_rows(self._quick, self._engine, batch):
            return [_Outcome(job) for job in batch]
        repaired = False
        while True:
            try:
                return self._transaction(batch)
            except Exception as fault:
                if not isinstance(fault, OperationalError):
                    return self._each(batch, fault)
                if repaired or self._repair is None or not self._repair(fault):
                    # The database is at fault: each by itself would have to wait for it again.
                    return [_Outcome(job, fault=fault) for job in batch]
                repaired = True

    def _each(self, batch: list[_Job], fault: Exception) -> list[_Outcome]:
        """Carry jobs out one by one: one of them is at fault, and the others must not suffer."""
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


def _tell(outcomes: list[_Outcome]) -> None:
    """Tell all who wait what has become of their jobs; once for every event loop."""
    for loop, group in groupby(outcomes, key=lambda outcome: outcome.job.loop):
        # A loop that has ended has nobody left who waits.
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
    """The statement; made once, it is also compiled once."""
    return insert(table)


@cache
def _insert_in_words(engine: Engine, table: Table, rows: int) -> tuple[str, list[str]]:
    """The statement for so many rows, and the columns whose values it takes in order."""
    compiled = _insert(table).compile(engine)
    start, _, values = str(compiled).rpartition("VALUES ")
    return f"{start}VALUES {', '.join([values] * rows)}", list(compiled.positiontup or ())


def _insert_rows(quick: Quick, engine: Engine, batch: list[_Job]) -> bool:
    """Insert and commit the rows of a batch by one statement, which is carried out whole or not.

    Returns:
        Whether it is done. False: nothing has changed, and the batch takes the other way, on which
        faults are told apart.
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
