"""Keep interrupts (Ctrl-C) that Python would ignore."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
import time


def keep_interrupts() -> None:
    """From now on, repeat every interrupt whose exception Python ignored.

    An interrupt raises `KeyboardInterrupt` in the main thread, wherever this thread is. Python
    ignores every exception in a finalizer (`__del__`) and in a function that C code calls. When
    compiled code is loaded, many of these run, and without this function a command would go on as
    if nobody had interrupted it.
    """
    report = sys.unraisablehook

    def repeat_interrupts(unraisable: sys.UnraisableHookArgs) -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            threading.Thread(target=interrupt_again, daemon=True).start()
        else:
            report(unraisable)

    def interrupt_again() -> None:
        # Here the exception would be ignored, too.
        while _calls(repeat_interrupts.__code__):
            time.sleep(0.001)
        _interrupt_main_thread()

    sys.unraisablehook = repeat_interrupts


def _calls(code: object) -> bool:
    """Return whether the main thread is inside a call of a function with this code."""
    frames = sys._current_frames()  # pyright: ignore[reportPrivateUsage]
    frame = frames.get(threading.main_thread().ident or 0)
    while frame is not None:
        if frame.f_code is code:
            return True
        frame = frame.f_back
    return False


def _interrupt_main_thread() -> None:
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:
        # The signal must reach the main thread itself, because it may be waiting in a system call.
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
