"""A worker process: `python -m whistlestop.server.hosting.worker`, started by the worker pool.

Tasks come in by standard input and answers go out by standard output, each as its length in four
bytes and then JSON. When standard input ends, so does the process, whatever it is doing: the server
has gone.
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
"""How many bytes say how long a task or an answer is."""

NICE: Final = 10
"""How far a worker stands back behind the server and other programs, where that can be said."""


def packed(body: bytes) -> bytes:
    """A task or an answer with its length before it."""
    return len(body).to_bytes(LENGTH, "little") + body


def main() -> None:
    """Do one task after another, for as long as there is a server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    # Whatever else is printed goes where errors go: standard output is for answers.
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)
        orders: SimpleQueue[bytes] = SimpleQueue()
        threading.Thread(target=_listen, args=(sys.stdin.buffer, orders), daemon=True).start()
        _send(answers, jobs.Ready())
        while True:
            answer = _done(jobs.to_order(orders.get()))
            _send(answers, answer)
            if isinstance(answer, jobs.OutOfMemory):
                # What is left of its memory may be in pieces.
                return


def _listen(source: IO[bytes], orders: SimpleQueue[bytes]) -> None:
    """Pass on what the server sends; end the process when the server has gone."""
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
    """The answer to an order, reached within its limits."""
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
    """Bound the computing time and the memory of what is done, where the system can do so.

    Beyond its time the process is killed; for more memory than that there is a `MemoryError`.
    """
    try:
        import resource
    except ImportError:  # Windows: the pool's clock is what is left.
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
    """Bytes of addresses that the process has now; None where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return None


if __name__ == "__main__":
    main()
