"""The pool of worker processes, which read users' files and arrange their boards.

Every task has limits on time and memory. A worker that exceeds them is killed, and the next task
gets a new worker. Each person has one worker at most. Long tasks of one address leave one worker
free, and so do all tasks for which nobody waits. Addresses and people who wait take turns. Decision
0011 gives the reasons.
"""

from __future__ import annotations

import asyncio
import math
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

import msgspec

from whistlestop.server import logs
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting import jobs
from whistlestop.server.hosting.fair_shares import UNKNOWN, FairQueue, Payer
from whistlestop.server.hosting.worker import LENGTH, packed

MOST_WAITING: Final = 32
"""The maximum number of tasks that may wait for a worker."""

MOST_OF_ONE: Final = 4
"""The maximum number of tasks of one person that may wait or be in progress."""

LONG: Final = 60.0
"""The limit of computing time, in seconds, from which a task counts as long."""

MOST_TASKS: Final = 100
"""The number of tasks after which a worker is replaced by a new one."""

MOST_ANSWERED: Final = 16 * 2**20
"""The maximum length of an answer, in bytes."""

STARTING: Final = 120.0
"""The maximum number of seconds that a worker may take to start."""

IDLE: Final = 300.0
"""Seconds after which a worker without a task is ended."""

WAITED: Final = 3.0
"""The factor by which a task's limit of computing time is multiplied to get its limit by the clock.
It allows for other processes that use the processors."""


class WorkerFailed(Exception):
    """The failure of a task because of an error in the program. `str()` gives the traceback."""


class _Lost(Exception):
    """The loss of a worker that ended before its task was done, or sent an invalid answer.

    The argument is the exit status, or None for an invalid answer.
    """


class _Worker:
    """One worker process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.tasks = 0
        self.retiring: asyncio.TimerHandle | None = None

    @classmethod
    async def started(cls, environment: Mapping[str, str]) -> _Worker:
        """Start a process, and return it when it is ready.

        Args:
            environment: environment variables for the process, besides those of the server.

        Raises:
            _Lost: the process ended at once.
            TimeoutError: the process takes too long to start.
            OSError: the system cannot start the process.
        """
        # The process gets its own session, so that Ctrl-C reaches only the server, which then ends
        # its workers.
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "whistlestop.server.hosting.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, **_ONE_THREAD, **environment},
            start_new_session=True,
        )
        worker = cls(process)
        try:
            async with asyncio.timeout(STARTING):
                await worker._answer()
        except BaseException:
            await worker.end()
            raise
        return worker

    async def do(self, task: jobs.Task, seconds: int, megabytes: int) -> jobs.Answer:
        """Send a task to the process, and return its answer.

        Args:
            task: the task.
            seconds: the limit of computing time. By the clock, the task may take `WAITED` times as
                long.
            megabytes: the limit of memory.

        Raises:
            _Lost: the process ended, or its answer was invalid.
            TimeoutError: the task was not done in time.
        """
        self.tasks += 1
        source = self.process.stdin
        assert source is not None
        async with asyncio.timeout(seconds * WAITED):
            with suppress(ConnectionError):
                source.write(packed(jobs.encode(jobs.Order(task, seconds, megabytes))))
                await source.drain()
            return await self._answer()

    async def _answer(self) -> jobs.Answer:
        source = self.process.stdout
        assert source is not None
        try:
            length = int.from_bytes(await source.readexactly(LENGTH), "little")
            if length > MOST_ANSWERED:
                raise _Lost(None)
            return jobs.to_answer(await source.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise _Lost(await self.process.wait()) from error
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise _Lost(None) from error

    async def end(self) -> None:
        """Kill the process if it is still running, and wait until it has ended."""
        if self.retiring is not None:
            self.retiring.cancel()
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


_ONE_THREAD: Final = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"
)
"""Environment variables that keep libraries from starting threads. Each thread would reserve
address space, which counts towards the limit on memory."""


@dataclass(slots=True, eq=False)
class _Waiting:
    """A task and the future for its answer."""

    payer: Payer
    task: jobs.Task
    answer: asyncio.Future[jobs.Answer]

    @property
    def long(self) -> bool:
        """Whether the task may take a worker for a long time."""
        return jobs.SECONDS[type(self.task)] >= LONG

    @property
    def urgent(self) -> bool:
        """Whether a person waits for the answer."""
        return type(self.task) not in jobs.UNHURRIED


class WorkerPool:
    """Worker processes, which are started when they are needed, and the queue of tasks for them."""

    def __init__(
        self,
        most: int = 2,
        megabytes: int = 1024,
        time: float = 1.0,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Create the pool. No process is started yet.

        Args:
            most: the maximum number of processes at once.
            megabytes: the limit of memory for a task.
            time: the factor by which the limits of computing time in `jobs.SECONDS` are multiplied.
            environment: environment variables for the processes, besides those of the server.
        """
        self._environment = environment or {}
        self._most = max(1, most)
        self._megabytes = megabytes
        self._time = time
        self._queue: FairQueue[_Waiting] = FairQueue()
        self._running: dict[str, tuple[_Waiting, asyncio.Task[None]]] = {}
        """The tasks that are in progress, by person."""
        self._workers: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """The number of tasks that wait for a worker."""
        return len(self._queue)

    @property
    def running(self) -> int:
        """The number of tasks that are in progress."""
        return len(self._running)

    @property
    def processes(self) -> tuple[int, ...]:
        """The ids of the worker processes that are running."""
        processes = (worker.process for worker in self._workers)
        return tuple(process.pid for process in processes if process.returncode is None)

    async def do(self, person: str, task: jobs.Task, home: str = UNKNOWN) -> jobs.Answer:
        """Do a task in a worker, and return its answer.

        If the caller is cancelled, a waiting task is dropped and a long task in progress is
        stopped. A short task in progress is finished, because starting a new worker would cost
        more.

        Args:
            person: the id of the person who asks. The tasks of one person are done one after
                another.
            task: the task.
            home: the address of the person, as `addresses.network` returns it.

        Raises:
            Refusal: too many tasks are waiting already, the task exceeds its limits, or its worker
                was lost.
            WorkerFailed: the task failed because of an error in the program.
        """
        if self._closed:
            raise _lost()
        payer = Payer(person, home)
        if self._queue.waiting_of(payer) + (person in self._running) >= MOST_OF_ONE:
            raise Refusal(429, "too_many_files")
        if self.waiting >= MOST_WAITING:
            # The address with the most waiting tasks loses one, if this address has far fewer.
            dropped = self._queue.give_way(home)
            if dropped is None:
                raise _queue_full()
            if not dropped.answer.done():
                dropped.answer.set_exception(_queue_full())
        waiting = _Waiting(payer, task, asyncio.get_running_loop().create_future())
        self._queue.add(payer, waiting)
        self._next()
        try:
            return await waiting.answer
        except asyncio.CancelledError:
            served, serving = self._running.get(person, (None, None))
            if serving is not None and served is waiting and waiting.long:
                serving.cancel()
            raise
        finally:
            self._queue.remove(payer, waiting)

    def _next(self) -> None:
        """Start waiting tasks in their order, while workers are free."""
        while not self._closed and len(self._running) < self._most:
            waiting = self._queue.take(self._may)
            if waiting is None:
                return
            serving = asyncio.create_task(self._serve(waiting), name="worker")
            self._running[waiting.payer.person] = waiting, serving
            serving.add_done_callback(partial(self._served, waiting))

    def _may(self, payer: Payer, waiting: _Waiting) -> bool:
        """Return whether a person's task may start now, given the tasks that are in progress."""
        if payer.person in self._running:
            return False
        running = [other for other, _ in self._running.values()]
        if not waiting.urgent and sum(not one.urgent for one in running) >= max(1, self._most - 1):
            return False
        if not waiting.long or self._most == 1 or payer.home == UNKNOWN:
            return True
        # The long tasks of one address leave one of several workers free.
        long = sum(other.long and other.payer.home == payer.home for other in running)
        return long < self._most - 1

    async def _serve(self, waiting: _Waiting) -> None:
        """Do a task and set its answer, and then start the next task."""
        try:
            answer = await self._done(waiting.task)
        except (Refusal, WorkerFailed) as fault:
            if not waiting.answer.done():
                waiting.answer.set_exception(fault)
        except asyncio.CancelledError:
            if not waiting.answer.done():
                waiting.answer.set_exception(_lost())
            raise
        else:
            if not waiting.answer.done():
                waiting.answer.set_result(answer)
        finally:
            self._make_room(waiting)

    def _served(self, waiting: _Waiting, serving: asyncio.Task[None]) -> None:
        """Refuse a task and count it as done, if `_serve` has ended without doing so.

        This happens if `_serve` is cancelled before its first step.

        Args:
            waiting: the task.
            serving: the finished asyncio task that ran `_serve`.
        """
        if self._running.get(waiting.payer.person) == (waiting, serving):
            if not waiting.answer.done():
                waiting.answer.set_exception(_lost())
            self._make_room(waiting)

    def _make_room(self, waiting: _Waiting) -> None:
        """Count a person's task as done, and start the next task."""
        del self._running[waiting.payer.person]
        self._next()

    async def _done(self, task: jobs.Task) -> jobs.Answer:
        """Return the answer to a task from a free or new worker.

        Raises:
            Refusal: the task exceeds its limits, or the worker was lost.
            WorkerFailed: the task failed because of an error in the program.
        """
        kind = type(task).__name__
        seconds = max(1, math.ceil(jobs.SECONDS[type(task)] * self._time))
        worker: _Worker | None = None
        reusable = False
        try:
            worker = await self._free_worker()
            answer = await worker.do(task, seconds, self._megabytes)
            reusable = not isinstance(answer, jobs.OutOfMemory)
        except TimeoutError as error:
            logs.warn("worker killed", task=kind, why="time")
            raise (_lost() if worker is None else _too_much()) from error
        except _Lost as error:
            (status,) = error.args
            logs.warn("worker ended", task=kind, status=status)
            raise (_too_much() if status == _OUT_OF_TIME else _lost()) from error
        except OSError as error:
            logs.failed("worker", error)
            raise _lost() from error
        finally:
            if worker is not None:
                self._put_back(worker, reusable)
        if isinstance(answer, jobs.OutOfMemory):
            logs.warn("worker ended", task=kind, why="memory")
            raise _too_much()
        if isinstance(answer, jobs.Failed):
            raise WorkerFailed(answer.trace)
        return answer

    async def _free_worker(self) -> _Worker:
        while self._idle:
            worker = self._idle.pop()
            if worker.retiring is not None:
                worker.retiring.cancel()
            if worker.process.returncode is None:
                return worker
            self._put_back(worker, False)
        # Starting a process must not be interrupted halfway.
        starting = asyncio.create_task(_Worker.started(self._environment), name="worker starts")
        try:
            worker = await asyncio.shield(starting)
        except asyncio.CancelledError:
            with suppress(Exception):
                await (await starting).end()
            raise
        self._workers.add(worker)
        return worker

    def _put_back(self, worker: _Worker, reusable: bool) -> None:
        """Keep a worker for the next task, or end it.

        It is ended if `reusable` is false, after `MOST_TASKS` tasks, and when the pool is closed.
        """
        if reusable and worker.tasks < MOST_TASKS and not self._closed:
            loop = asyncio.get_running_loop()
            worker.retiring = loop.call_later(IDLE, self._retire, worker)
            self._idle.append(worker)
            return
        self._workers.discard(worker)
        task = asyncio.create_task(worker.end(), name="worker ends")
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    def _retire(self, worker: _Worker) -> None:
        if worker in self._idle:
            self._idle.remove(worker)
            self._put_back(worker, False)

    async def close(self) -> None:
        """Refuse the waiting tasks, cancel the running ones, and end all worker processes.

        Returns when the processes have ended.
        """
        self._closed = True
        while (waiting := self._queue.take()) is not None:
            if not waiting.answer.done():
                waiting.answer.set_exception(_lost())
        for _, task in tuple(self._running.values()):
            task.cancel()
        for worker in tuple(self._idle):
            self._retire(worker)
        while self._running or self._ending:
            serving = [task for _, task in self._running.values()]
            await asyncio.wait([*serving, *self._ending])
            # The callbacks that note the end of these tasks run one step later.
            await asyncio.sleep(0)


_OUT_OF_TIME: Final = -getattr(signal, "SIGXCPU", 0) or None
"""The exit status of a process that was killed because it exceeded its computing time. None on
systems without this signal."""


def _queue_full() -> Refusal:
    return Refusal(503, "queue_full")


def _too_much() -> Refusal:
    """Return the refusal of a task that exceeds its limits. Trying again would not help."""
    return Refusal(422, "too_much_work")


def _lost() -> Refusal:
    """Return the refusal of a task whose worker was lost. Trying again may help."""
    return Refusal(503, "work_lost")
