"""An event loop whose clock jumps to the next timer as soon as nothing else is to be done."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class VirtualLoop(asyncio.SelectorEventLoop):
    """Takes no time to wait, so that timers fire in their order on any machine.

    It is for code that waits for timers and for other tasks alone: what another thread or a socket
    brings would find that all time has passed already.
    """

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0

    def time(self) -> float:
        """Return the virtual seconds since the loop was made."""
        return self._now

    def _run_once(self) -> None:
        inside: Any = self
        timers: list[asyncio.TimerHandle] = inside._scheduled
        if not inside._ready and timers:
            self._now = max(self._now, min(timer.when() for timer in timers))
        base: Any = asyncio.SelectorEventLoop
        base._run_once(self)


def run_virtually(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end in virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)
