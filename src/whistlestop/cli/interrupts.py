"""Keep interrupts (Ctrl-C) that Python would ignore."""

from __future__ import annotations

import signal
import sys
from typing import Final

_SOON: Final = 0.05
"""The seconds after which an ignored interrupt is repeated."""


def keep_interrupts() -> None:
    """Make sure that this process repeats every interrupt whose exception Python ignores.

    On Windows, this function does nothing.

    An interrupt raises `KeyboardInterrupt` in the main thread, wherever this thread is. Python
    ignores every exception in a finalizer (`__del__`) and in a function that C code calls. When
    compiled code is loaded, many of these run, and without this function a command would go on as
    if nobody had interrupted it.
    """
    if sys.platform == "win32":  # It has no timer that interrupts a waiting thread.
        return
    report = sys.unraisablehook

    def repeat_interrupts(unraisable: sys.UnraisableHookArgs) -> None:
        if unraisable.exc_type is not KeyboardInterrupt:
            report(unraisable)
            return
        # The timer goes on until its signal is handled. A single signal could come just before the
        # main thread begins to wait for something, and would be handled only after the wait.
        signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, _SOON, _SOON)

    def interrupt(*_: object) -> None:
        if signal.setitimer(signal.ITIMER_REAL, 0) != (0, 0):
            signal.raise_signal(signal.SIGINT)

    sys.unraisablehook = repeat_interrupts
