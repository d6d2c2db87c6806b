"""Thinking time: the time that passes, without the time spent waiting for a processor.

On a busy machine a bot may be ready to think while other programs use the processors. The bot is
not charged for that time, so results do not depend on the machine's other work. Only Linux reports
how long a thread has waited. On other systems all time counts.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

_THIS_THREAD: Final = Path("/proc/thread-self/schedstat")


class Clock:
    """A clock that measures the thinking time of a thread from the moment it is created."""

    def __init__(self, process: int | None = None) -> None:
        """Start the clock.

        Args:
            process: the id of the process whose main thread is measured; the calling thread if
                None.
        """
        self._file = _THIS_THREAD if process is None else Path(f"/proc/{process}/schedstat")
        self._waited = self._waiting()
        self._begin = time.perf_counter()

    def seconds(self) -> float:
        """Return the seconds of thinking time so far."""
        passed = time.perf_counter() - self._begin
        return max(0.0, passed - (self._waiting() - self._waited))

    def _waiting(self) -> float:
        """Return the seconds that the thread has waited for a processor, or 0 if unknown."""
        try:
            return int(self._file.read_bytes().split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            return 0.0
