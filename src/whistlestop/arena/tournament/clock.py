"""Thinking time: time that passes, less the time spent waiting for a processor.

On a busy machine a bot may be ready to think while others have the processors. That is no fault of
the bot, and would make results depend on what else the machine does. Linux tells how long a thread
has waited; elsewhere all time counts.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

_THIS_THREAD: Final = Path("/proc/thread-self/schedstat")


class Clock:
    """Measures the thinking time of a thread from now on."""

    def __init__(self, process: int | None = None) -> None:
        """Start.

        Args:
            process: the number of the process whose first thread thinks; this thread if None.
        """
        self._file = _THIS_THREAD if process is None else Path(f"/proc/{process}/schedstat")
        self._waited = self._waiting()
        self._begin = time.perf_counter()

    def seconds(self) -> float:
        """The thinking time so far."""
        passed = time.perf_counter() - self._begin
        return max(0.0, passed - (self._waiting() - self._waited))

    def _waiting(self) -> float:
        """Seconds that the thread has waited for a processor; 0 where nobody tells."""
        try:
            return int(self._file.read_bytes().split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            return 0.0
