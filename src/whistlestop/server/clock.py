"""The server's clock, which does not jump when the machine's clock is set.

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
"""Seconds by which two clocks may differ and still count as equal, because a message between
servers takes some time."""


def _elapsed() -> float:
    """Return the seconds since a fixed moment in the past, usually the start of the machine.

    Nobody can set this count. It includes time for which the machine was suspended, on systems that
    can report it.
    """
    if sys.platform == "linux":
        try:
            return time.clock_gettime(time.CLOCK_BOOTTIME)
        except OSError:
            return time.monotonic()
    if sys.platform == "darwin":
        # On macOS, time.monotonic() stands still while the machine is suspended.
        return time.clock_gettime(time.CLOCK_MONOTONIC)
    return time.monotonic()


_offset = time.time() - _elapsed()


def now() -> float:
    """Return the server's time, in seconds since 1970.

    It is the wall clock's time at the start of the process plus the time that has passed since.
    Setting the wall clock later does not change it.
    """
    return _offset + _elapsed()


def join(moment: float) -> float:
    """Set this clock to the time of another server that uses the same database.

    A difference of less than `NEAR` seconds is ignored.

    Args:
        moment: the other server's time now, in seconds since 1970.

    Returns:
        The seconds by which this clock was moved. 0 means that nothing changed.
    """
    global _offset
    change = moment - now()
    if abs(change) < NEAR:
        return 0.0
    _offset += change
    return change


def wall_ahead() -> float:
    """Return by how many seconds the machine's wall clock is ahead of the server's clock.

    The number is negative if the wall clock is behind.
    """
    return time.time() - now()
