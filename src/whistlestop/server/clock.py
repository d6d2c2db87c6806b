"""The server's clock, which nobody can set while the server runs.

The wall clock of a machine jumps when somebody sets it, when the network corrects it, or when a
virtual machine was stopped. Whatever a server decides by the time (turn clocks, absences, how long
codes and sessions last) must not jump with it. So the wall clock is read once, when the process
starts. From then on only time that really passes is added. The time for which a laptop was
suspended counts, where the system can tell.
"""

from __future__ import annotations

import sys
import time
from typing import Final

NEAR: Final = 1.0
"""Seconds by which two clocks may differ and still count as equal: a message takes some time."""


def _elapsed() -> float:
    """Return seconds that nobody can set; they also pass while the machine is suspended."""
    if sys.platform == "linux":
        try:
            return time.clock_gettime(time.CLOCK_BOOTTIME)
        except OSError:
            return time.monotonic()
    if sys.platform == "darwin":
        # Python's own monotonic clock stands still there while the machine is suspended.
        return time.clock_gettime(time.CLOCK_MONOTONIC)
    return time.monotonic()


_offset = time.time() - _elapsed()


def now() -> float:
    """Return the time in seconds since 1970: the wall clock at the start, and what has passed."""
    return _offset + _elapsed()


def join(moment: float) -> float:
    """Take over the time of a server that was there before, unless the two are near.

    Args:
        moment: what the other server's clock shows now.

    Returns:
        The seconds by which this clock was changed; 0 if it is left as it is.
    """
    global _offset
    change = moment - now()
    if abs(change) < NEAR:
        return 0.0
    _offset += change
    return change


def wall_ahead() -> float:
    """Return by how many seconds the machine's wall clock is ahead of the server's clock."""
    return time.time() - now()
