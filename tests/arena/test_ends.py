"""However a simulation or a tournament over several processes ends, all of them end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

BOT = """
import os, pathlib, time

class Bot:
    def __init__(self, seed):
        pathlib.Path(os.environ["THINKING"], str(os.getpid())).touch()

    def choose(self, view, legal, seconds):
        while True:
            {thinking}
"""

PATIENCE = 240.0
"""Seconds until something hangs."""

JOBS = 2


SIMULATE = ["simulate", "london"]
ARENA = ["arena", "--editions", "london", "--think", "3600s"]
"""A tournament's bots think in processes of processes."""


@contextmanager
def playing(command: list[str], folder: Path, thinking: str) -> Generator[subprocess.Popen[str]]:
    """A command whose processes all think, and would for ever.

    They share the pipes to this process: `communicate` returns when the last of them has ended.
    """
    started = folder / "started"
    started.mkdir()
    # The arena makes every bot once beforehand, in a process that ends.
    begun = JOBS + (command is ARENA)
    bot = folder / "bot.py"
    bot.write_text(BOT.format(thinking=thinking))
    words = ["--games", "1000", "--bots", f"{bot}:Bot,{bot}:Bot", "--jobs", str(JOBS)]
    process = subprocess.Popen(
        [sys.executable, "-m", "whistlestop", *command, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "THINKING": str(started)},
        start_new_session=True,
    )
    try:
        end = time.monotonic() + PATIENCE
        while len([*started.iterdir()]) < begun:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < end, "the processes do not begin"
            time.sleep(0.02)
        yield process
    finally:
        for survivor in [process.pid, *(int(file.name) for file in started.iterdir())]:
            with suppress(ProcessLookupError):
                os.kill(survivor, signal.SIGKILL)
        process.communicate()


def interrupted(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGINT)


def interrupted_at_a_terminal(process: subprocess.Popen[str]) -> None:
    """A terminal sends it to all processes, not to the first alone."""
    os.killpg(process.pid, signal.SIGINT)


def interrupted_twice(process: subprocess.Popen[str]) -> None:
    for _ in range(2):
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.05)


def ended(process: subprocess.Popen[str]) -> None:
    process.terminate()


def killed(process: subprocess.Popen[str]) -> None:
    process.kill()


@pytest.mark.parametrize(
    ("command", "end", "thinking", "statuses"),
    [
        (SIMULATE, interrupted, "pass", {130}),
        (SIMULATE, interrupted_at_a_terminal, "time.sleep(3600)", {130}),
        # The second may come while what has been played is told.
        (SIMULATE, interrupted_twice, "pass", {130, 1, -signal.SIGINT}),
        (SIMULATE, ended, "pass", {-signal.SIGTERM}),
        (SIMULATE, killed, "pass", {-signal.SIGKILL}),
        (ARENA, interrupted_at_a_terminal, "pass", {130}),
        (ARENA, killed, "pass", {-signal.SIGKILL}),
    ],
)
def test_no_process_is_left(
    tmp_path: Path,
    command: list[str],
    end: Callable[[subprocess.Popen[str]], None],
    thinking: str,
    statuses: set[int],
) -> None:
    with playing(command, tmp_path, thinking) as process:
        end(process)
        told, complained = process.communicate(timeout=PATIENCE)
        assert process.returncode in statuses, complained
        if command == SIMULATE and statuses == {130}:
            assert told == "Interrupted before the first game ended.\n"
            assert complained == ""
