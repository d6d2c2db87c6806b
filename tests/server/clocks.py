"""The time, turned by tests: the server's own clock, or the machine's wall clock beneath it."""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from tests.server.disk import compiler
from whistlestop.server import clock

SOURCE = Path(__file__).with_name("wall_clock.c")

DAY = 86400.0


class Clock:
    """The clock of all servers of this process, which can be put forward."""

    def __init__(self, now: Callable[[], float] | None = None) -> None:
        self._now = now or clock.now
        self.ahead = 0.0

    def __call__(self) -> float:
        return self._now() + self.ahead

    def forward(self, seconds: float) -> None:
        """Let so much time pass; less than nothing puts the clock back."""
        self.ahead += seconds


@contextmanager
def turned(now: Callable[[], float]) -> Generator[None]:
    """Let servers of this process ask another clock."""
    with mock.patch.object(clock, "now", now):
        yield


class WallClock:
    """The wall clock of servers in processes of their own, which can be set while they run."""

    def __init__(self, folder: Path) -> None:
        self._library = folder / "wall_clock.so"
        self._file = folder / "wall_clock"
        words = ["-O1", "-shared", "-fPIC", "-o", str(self._library), str(SOURCE), "-ldl"]
        subprocess.run([compiler() or "cc", *words], check=True)
        self.set(0)

    def set(self, ahead: float) -> None:
        """Put it ahead of this machine's by some seconds."""
        mode = "r+b" if self._file.exists() else "wb"
        with self._file.open(mode) as file:
            file.write(struct.pack("=q", round(ahead)))

    @property
    def environment(self) -> dict[str, str]:
        """What a process has to be started with."""
        return {"LD_PRELOAD": str(self._library), "WALL_CLOCK": str(self._file)}
