"""The writer: one transaction at a time, in which everything that waits is committed together.

A commit costs about the same for one entry as for fifty. So a thread takes all jobs that have come
in while it was busy, carries them out in one transaction, and only then tells those who wait. Rows
for one table that follow each other are one statement.

Where a commit is but a few lines appended to a file, to hand it over to a thread costs more than
the commit itself: then rows are written at once, as long as nobody else is writing.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, Insert, Table, insert
from sqlalchemy.exc import OperationalError

Result = TypeVar("Result")
Row = dict[str, Any]

MOST_TOGETHER: Final = 200

TIDIED_AFTER: Final = 2000
"""Transactions after which the database is tidied up."""


@dataclass(frozen=True, slots=True)
class _Job:
    future: Future[Any]
    work: Callable[[Connection], Any] | None = None
    table: Table | None = None
    """Where to insert rows, if that is the work."""
    rows: Sequence[Row] = ()
    note: str | None = None
    """What is announced along with it."""


Announce = Callable[[Connection, Sequence[str]], None]


class Writer:
    """Carries out work in transactions, in the order in which it came."""

    def __init__(
        self,
        engine: Engine,
        announce: Announce | None = None,
        quick: sqlite3.Connection | None = None,
        tidy: Callable[[], object] | None = None,
    ) -> None:
        """Start the thread.

        Args:
            engine: the database.
            announce: called with the notes of a transaction before it is committed.
            quick: a connection for rows that are written at once; None = the thread writes all.
                It must fail rather than wait for another program.
            tidy: called by the thread now and then, while nothing keeps others from writing.
        """
        self._engine = engine
        self._announce = announce
        self._quick = quick
        self._tidy = tidy
        self._untidy = 0
        self._writing = threading.Lock()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(
        self, work: Callable[[Connection], Result], note: str | None = None
    ) -> Future[Result]:
        """Have work done; the future has its result once it is committed."""
        future: Future[Result] = Future()
        self._jobs.put(_Job(future, work, note=note))
        return future

    def insert(self, table: Table, rows: Sequence[Row], note: str | None = None) -> Future[None]:
        """Have rows inserted; the future is done once they are committed."""
        future: Future[None] = Future()
        self._jobs.put(_Job(future, table=table, rows=rows, note=note))
        return future

    def insert_at_once(self, table: Table, rows: Sequence[Row]) -> bool:
        """Have rows inserted and committed here and now; False = they must be handed over."""
        if self._quick is None or not self._jobs.empty() or not self._writing.acquire(False):
            return False
        words, columns = _insert_in_words(self._engine, table)
        try:
            self._quick.executemany(words, [[row[column] for column in columns] for row in rows])
            self._quick.commit()
        except Exception:
            # Another program is writing, or something is wrong: the thread can wait, and tells.
            self._quick.rollback()
            return False
        finally:
            self._writing.release()
        self._untidy += 1
        if self._untidy == TIDIED_AFTER:
            self.submit(lambda _: None)
        return True

    def close(self) -> None:
        """Finish what waits, then end."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            batch, ending = [job], False
            while len(batch) < MOST_TOGETHER and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    ending = True
                    break
                batch.append(following)
            with self._writing:
                tell = self._commit(batch)
            # Not before: somebody who is told may write at once.
            for one in tell:
                one()
            if ending:
                return
            self._untidy += 1
            if self._tidy is not None and self._untidy >= TIDIED_AFTER:
                self._untidy = 0
                self._tidy()

    def _commit(self, batch: list[_Job]) -> list[Callable[[], None]]:
        """Carry jobs out together; what tells those who wait for them."""
        try:
            with self._engine.begin() as connection:
                results = _carried_out(connection, batch)
                notes = [job.note for job in batch if job.note is not None]
                if notes and self._announce is not None:
                    self._announce(connection, notes)
        except Exception as fault:
            if len(batch) == 1 or isinstance(fault, OperationalError):
                # The database is at fault: each by itself would have to wait for it again.
                return [partial(job.future.set_exception, fault) for job in batch]
            # One of them is at fault: the others must not suffer for it.
            return [tell for job in batch for tell in self._commit([job])]
        return [
            partial(job.future.set_result, result)
            for job, result in zip(batch, results, strict=True)
        ]


@cache
def _insert(table: Table) -> Insert:
    """The statement; made once, it is also compiled once."""
    return insert(table)


@cache
def _insert_in_words(engine: Engine, table: Table) -> tuple[str, list[str]]:
    """The statement as the database reads it, and the columns whose values it takes in order."""
    compiled = _insert(table).compile(engine)
    return str(compiled), list(compiled.positiontup or ())


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
