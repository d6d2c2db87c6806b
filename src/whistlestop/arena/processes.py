"""Work shared out among processes, which end with this one in whatever way it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from typing import Any, Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class EngineError(RuntimeError):
    """What is to play cannot, or cannot go on; `str()` says why. What is complete is kept."""


class Submit(Protocol):
    """Hands work to the processes of a pool."""

    def __call__(self, work: Callable[[Item], Result], item: Item, /) -> Future[Result]:
        """Have an item worked on.

        Args:
            work: called in one of the processes with the item; it is found by its name there.
            item: what is worked on.
        """
        ...


@contextmanager
def pool(
    processes: int, begin: Callable[..., object] | None = None, arguments: tuple[Any, ...] = ()
) -> Generator[Submit]:
    """Processes that wait for work.

    The processes are new ones: a copy of this one could inherit locks that nobody would release.

    Args:
        processes: how many there are.
        begin: called once in every process, before it works.
        arguments: with which `begin` is called.

    Yields:
        A function that hands work to them. When the block is left, what has not been worked on
        never will be.
    """
    context = multiprocessing.get_context("spawn")
    # Nothing is ever sent. The system closes the end that is kept here when this process ends, in
    # whatever way; and no process is waited for that still works.
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
    """Have every item worked on by one of several processes.

    Args:
        processes: how many there are.
        work: called in one of them with an item; it is found by its name there.
        items: what is worked on.
        begin: called once in every process, before it works.
        arguments: with which `begin` is called.

    Yields:
        The future results, in the order of the items. When the block is left, what has not been
        worked on never will be.
    """
    with pool(processes, begin, arguments) as submit:
        yield [submit(work, item) for item in items]


def as_they_end(futures: Iterable[Future[Result]], advice: str) -> Iterator[Result]:
    """The results of a pool's work as they come in.

    Args:
        futures: what `pool` or `shared_out` gave.
        advice: a sentence about what to do if the work cannot go on.

    Raises:
        EngineError: a process has ended before its work was done.
    """
    try:
        for future in as_completed(futures):
            yield future.result()
    except BrokenProcessPool as error:
        raise EngineError(
            "a process of the arena has ended: perhaps memory ran out, or a bot of the package "
            f"crashed. {advice}"
        ) from error


class Companion:
    """A process that works for this one, is spoken to over a pipe, and can be ended at any time.

    It ends with this process in whatever way that ends, unless it holds Python's lock for ever.
    """

    def __init__(self, work: Callable[..., object], arguments: tuple[Any, ...]) -> None:
        """Start it.

        Args:
            work: called there with its end of the pipe and the arguments; it is found by its name.
            arguments: these further ones.
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
        """The number by which the system knows it."""
        number = self._process.pid
        assert number is not None, "the process was started"
        return number

    def end(self) -> None:
        """End it at once, whatever it is doing."""
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
    """Make a process ready; an interrupt is for the one that started it."""
    # What the work prints is not mixed with what this program prints.
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    if begin is not None:
        begin(*arguments)


def _end_with(lifeline: Connection) -> None:
    """End this process as soon as the other end of a pipe is closed, whatever it is doing."""
    wait_for([lifeline])
    os._exit(1)


@contextmanager
def _interrupts_held_back() -> Generator[None]:
    """Let interrupts wait: processes that start meanwhile never see one, not even at first."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
