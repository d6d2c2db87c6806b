"""Distribute work over processes that always end when this process ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, as_completed, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from typing import Any, Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class EngineError(RuntimeError):
    """The error for processes or a cluster that cannot do their work. `str()` gives the reason."""


class Submit(Protocol):
    """A function that submits work to the processes of a pool."""

    def __call__(self, work: Callable[[Item], Result], item: Item, /) -> Future[Result]:
        """Submit an item of work and return the future result.

        Args:
            work: the function that a process of the pool calls with the item. It must be importable
                by its name.
            item: the argument of `work`.
        """
        ...


@contextmanager
def pool(
    processes: int, begin: Callable[..., object] | None = None, arguments: tuple[Any, ...] = ()
) -> Generator[Submit]:
    """Start processes that wait for work, and end them at the end of the `with` block.

    The processes are spawned, not forked: a fork could inherit locks that are never released.

    Args:
        processes: the number of processes.
        begin: a function that each process calls once before its first work.
        arguments: the arguments of `begin`.

    Yields:
        A function that submits work to the processes. Work that has not been started at the end of
        the `with` block is dropped.
    """
    context = multiprocessing.get_context("spawn")
    # Nothing is ever sent through this pipe. When this process ends for any reason, the system
    # closes the end that is held here. The other processes notice that and end, even in the middle
    # of their work.
    held_there, held_here = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(
        processes, context, initializer=_begin, initargs=(held_there, begin, arguments)
    )

    def submit(work: Callable[[Item], Result], item: Item, /) -> Future[Result]:
        with _interrupts_held_back():
            return executor.submit(work, item)

    try:
        yield submit
    finally:
        held_here.close()
        executor.shutdown(wait=True, cancel_futures=True)
        held_there.close()


@contextmanager
def shared_out(
    processes: int,
    work: Callable[[Item], Result],
    items: Iterable[Item],
    begin: Callable[..., object] | None = None,
    arguments: tuple[Any, ...] = (),
) -> Generator[list[Future[Result]]]:
    """Let several processes work on all items, and end them at the end of the `with` block.

    Args:
        processes: the number of processes.
        work: the function that a process calls with an item. It must be importable by its name.
        items: the items.
        begin: a function that each process calls once before its first work.
        arguments: the arguments of `begin`.

    Yields:
        The future results, in the order of the items. Work that has not been started at the end of
        the `with` block is dropped.
    """
    with pool(processes, begin, arguments) as submit:
        yield [submit(work, item) for item in items]


def as_they_end(futures: Iterable[Future[Result]], advice: str) -> Iterator[Result]:
    """Yield the results of a pool's work as they arrive, in any order.

    Args:
        futures: the future results that a `Submit` or `shared_out` returned.
        advice: a sentence for the error message that says what to do if a process ends.

    Raises:
        EngineError: a process ended before its work was done.
    """
    try:
        for future in as_completed(futures):
            yield future.result()
    except BrokenProcessPool as error:
        raise EngineError(
            "a process of the arena has ended: perhaps memory ran out, or a bot of the package "
            f"crashed. {advice}"
        ) from error


def few_at_a_time(
    submit: Submit,
    work: Callable[[Item], Result],
    items: Iterable[Item],
    most: int,
    advice: str,
) -> Iterator[Result]:
    """Submit work to a pool little by little, and yield the results as they arrive, in any order.

    At most `most` items are in progress at a time. So the first results arrive early, and an
    interrupt discards little work.

    Args:
        submit: the function that `pool` yielded.
        work: the function that a process calls with an item. It must be importable by its name.
        items: the items. They are read only as far as needed.
        most: the maximum number of items that are submitted and not yet finished.
        advice: a sentence for the error message that says what to do if a process ends.

    Raises:
        EngineError: a process ended before its work was done.
    """
    left = iter(items)
    waiting = {submit(work, item) for item in islice(left, most)}
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        waiting |= {submit(work, item) for item in islice(left, len(done))}
        yield from as_they_end(done, advice)


class Companion:
    """A second process that works for this process. It can be killed at any time.

    The two processes communicate over a pipe. The second process ends when this process ends for
    any reason, unless its code never releases Python's global lock.

    Attributes:
        pipe: this process's end of the pipe.
    """

    def __init__(self, work: Callable[..., object], arguments: tuple[Any, ...]) -> None:
        """Start the process.

        Args:
            work: the function that the process calls with its end of the pipe and the arguments. It
                must be importable by its name.
            arguments: the further arguments of `work`.
        """
        context = multiprocessing.get_context("spawn")
        held_there, self._held_here = context.Pipe(duplex=False)
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_accompany, args=(held_there, work, theirs, *arguments), daemon=True
        )
        with _interrupts_held_back():
            self._process.start()
        theirs.close()
        held_there.close()

    @property
    def number(self) -> int:
        """The process id of the second process."""
        number = self._process.pid
        assert number is not None, "the process was started"
        return number

    def end(self) -> None:
        """Kill the process at once, even in the middle of its work, and close the pipes."""
        self._process.kill()
        self._process.join()
        self.pipe.close()
        self._held_here.close()


def _accompany(
    lifeline: Connection, work: Callable[..., object], pipe: Connection, *arguments: object
) -> None:
    _begin(lifeline, None, ())
    work(pipe, *arguments)


def _begin(
    lifeline: Connection, begin: Callable[..., object] | None, arguments: tuple[Any, ...]
) -> None:
    """Prepare a new process. It will ignore interrupts and end when its parent process ends.

    Args:
        lifeline: the new process's end of a pipe that is closed when the parent process ends.
        begin: a function to call at the end of the preparation. None calls nothing.
        arguments: the arguments of `begin`.
    """
    # What the work prints goes to standard error, apart from the output of the program.
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    if begin is not None:
        begin(*arguments)


def _end_with(lifeline: Connection) -> None:
    """Wait until the other end of a pipe is closed, then end this process at once."""
    wait_for([lifeline])
    os._exit(1)


@contextmanager
def _interrupts_held_back() -> Generator[None]:
    """Delay interrupts (Ctrl-C) to the end of the `with` block.

    Processes that start inside the block never receive interrupts. On Windows, interrupts
    are not delayed.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
