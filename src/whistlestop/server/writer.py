"""The one thread that writes: whatever waits together is committed together.

A commit costs about the same for one entry as for fifty. So the thread takes all jobs that have
come in while it was busy, carries them out in one transaction, and only then tells those who wait.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine

Result = TypeVar("Result")

MOST_TOGETHER: Final = 200


@dataclass(frozen=True, slots=True)
class _Job:
    work: Callable[[Connection], Any]
    future: Future[Any]


class Writer:
    """Carries out work in transactions, in the order in which it came."""

    def __init__(self, engine: Engine) -> None:
        """Start the thread."""
        self._engine = engine
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], Result]) -> Future[Result]:
        """Have work done; the future has its result once it is committed."""
        future: Future[Result] = Future()
        self._jobs.put(_Job(work, future))
        return future

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
            self._commit(batch)
            if ending:
                return

    def _commit(self, batch: list[_Job]) -> None:
        try:
            with self._engine.begin() as connection:
                results = [job.work(connection) for job in batch]
        except Exception as fault:
            if len(batch) == 1:
                batch[0].future.set_exception(fault)
                return
            # One of them is at fault: the others must not suffer for it.
            for job in batch:
                self._commit([job])
            return
        for job, result in zip(batch, results, strict=True):
            job.future.set_result(result)
