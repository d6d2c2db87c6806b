"""An interrupt counts wherever it meets the program."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import ctypes
import signal
import sys
import time

from whistlestop.cli.interrupts import keep_interrupts


def interrupted():
    signal.raise_signal(signal.SIGINT)
    print("not interrupted")


class Finalized:
    def __del__(self):
        interrupted()


from_c = ctypes.CFUNCTYPE(None)(interrupted)


class Failing:
    def __del__(self):
        raise LookupError("no coal")


signal.signal(signal.SIGINT, signal.default_int_handler)
{keep}
try:
    {lines}
except KeyboardInterrupt:
    print("interrupted later")
"""


def run(*lines: str, keep: str = "keep_interrupts()") -> subprocess.CompletedProcess[str]:
    program = PROGRAM.replace("{keep}", keep).replace("{lines}", "\n    ".join(lines))
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120
    )


@pytest.mark.parametrize("going_on", ["while True: pass", "time.sleep(1000)"])
@pytest.mark.parametrize("ignoring", ["Finalized()", "from_c()"])
def test_an_ignored_interrupt_is_repeated(ignoring: str, going_on: str) -> None:
    done = run(ignoring, "print('ignored', flush=True)", going_on)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "interrupted later"


def test_other_ignored_errors_are_still_reported() -> None:
    done = run("Failing()", "print('going on')")
    assert (done.returncode, done.stdout) == (0, "going on\n")
    assert "LookupError: no coal" in done.stderr


def test_commands_keep_interrupts() -> None:
    main = "from whistlestop.cli import main; sys.argv[1:] = ['--version']; main()"
    done = run(
        "try:", f"    {main}", "finally:", "    print(sys.unraisablehook.__module__)", keep=""
    )
    assert done.stdout.splitlines()[-1] == "whistlestop.cli.interrupts"
