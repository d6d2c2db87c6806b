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

_TRIES: Final = 20
"""The maximum number of times that `Clock._running` repeats its two readings. After a wait, a
thread usually runs long enough for both readings without another wait."""


class Clock:
    """A clock that measures how long a thread has been able to run since the clock was created.

    This is the elapsed time without the time that the thread waited for a processor.
    """

    def __init__(self, process: int | None = None) -> None:
        """Start the clock.

        Args:
            process: the id of the process whose main thread is measured. If None, the calling
                thread is measured.
        """
        self._file = _THIS_THREAD if process is None else Path(f"/proc/{process}/schedstat")
        self._begin = self._running()

    def seconds(self) -> float:
        """Return the seconds of thinking time so far."""
        return max(0.0, self._running() - self._begin)

    def _running(self) -> float:
        """Return the present time minus the thread's total waiting time, in seconds.

        The present time and the waiting time are read one after the other. If the thread waits
        between the two readings, only the second one includes this wait. Both are then read again.
        """
        waited = self._waiting()
        now = time.perf_counter()
        for _ in range(_TRIES):
            before, waited = waited, self._waiting()
            if waited == before:
                break
            now = time.perf_counter()
        return now - waited

    def _waiting(self) -> float:
        """Return the seconds that the thread has waited for a processor, or 0 if unknown."""
        try:
            return int(self._file.read_bytes().split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            return 0.0
