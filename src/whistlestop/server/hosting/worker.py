"""A worker process, which the worker pool starts: `python -m whistlestop.server.hosting.worker`.

Tasks come in on standard input, and answers go out on standard output. Each is four bytes with its
length and then JSON. The process ends as soon as standard input ends, even during a task, because
the server is gone then.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Final

from whistlestop.server.hosting import jobs

LENGTH: Final = 4
"""The number of bytes that give the length of a task or an answer."""

NICE: Final = 10
"""The number that the worker adds to its nice value, on systems that have one. A higher nice value
means a lower priority."""


def packed(body: bytes) -> bytes:
    """Return the bytes of a task or an answer, preceded by their length."""
    return len(body).to_bytes(LENGTH, "little") + body


def main() -> None:
    """Do the tasks that the server sends, one after another, until the server has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    # Only answers may go to standard output, so other output is sent to standard error.
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)
        orders: SimpleQueue[bytes] = SimpleQueue()
        threading.Thread(target=_listen, args=(sys.stdin.buffer, orders), daemon=True).start()
        _send(answers, jobs.Ready())
        while True:
            answer = _done(jobs.to_order(orders.get()))
            _send(answers, answer)
            if isinstance(answer, jobs.OutOfMemory):
                # The remaining memory may be fragmented.
                return


def _listen(source: IO[bytes], orders: SimpleQueue[bytes]) -> None:
    """Queue the orders that the server sends. End this process when the server has ended."""
    while len(head := source.read(LENGTH)) == LENGTH:
        orders.put(source.read(int.from_bytes(head, "little")))
    os._exit(0)


def _send(answers: IO[bytes], answer: jobs.Answer) -> None:
    try:
        answers.write(packed(jobs.encode(answer)))
        answers.flush()
    except BrokenPipeError:
        os._exit(0)


def _done(order: jobs.Order) -> jobs.Answer:
    """Do the task of an order within its limits, and return the answer."""
    try:
        jobs.prepare(order.task)
        with _limited(order.seconds, order.megabytes):
            answer = jobs.do(order.task)
    except MemoryError:
        answer = jobs.OutOfMemory()
    except Exception:
        answer = jobs.Failed(traceback.format_exc())
    gc.collect()
    return answer


@contextmanager
def _limited(seconds: int, megabytes: int) -> Generator[None]:
    """Limit the computing time and memory of the block, where the system supports this.

    If the time is exceeded, the process is killed. If the memory is exceeded, a `MemoryError` is
    raised.
    """
    try:
        import resource
    except ImportError:  # On Windows, only the pool limits the time.
        yield
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    spent = int(time.process_time())
    before = {name: resource.getrlimit(name) for name in (resource.RLIMIT_CPU, resource.RLIMIT_AS)}
    limits = {resource.RLIMIT_CPU: spent + seconds}
    if (taken := _taken()) is not None:
        limits[resource.RLIMIT_AS] = taken + megabytes * 2**20
    try:
        for name, limit in limits.items():
            _, hard = before[name]
            most = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
            resource.setrlimit(name, (most, hard))
        yield
    finally:
        for name in limits:
            resource.setrlimit(name, before[name])


def _taken() -> int | None:
    """Return the bytes of address space that the process uses. None if the system cannot tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return None


if __name__ == "__main__":
    main()
