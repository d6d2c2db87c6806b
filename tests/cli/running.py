"""Running the command line as a user does: a process of its own, fed through a pipe."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Self

from tests.cli.zygote import Ended, Zygote

COMMAND = [sys.executable, "-m", "whistlestop"]


def run(
    *arguments: str,
    words: str = "",
    data: Path | None = None,
    cache: Path | None = None,
    folder: Path | None = None,
    patience: float = 240,
) -> Ended:
    """Run a command to its end in a folder, with these lines as its input."""
    environment = dict(os.environ)
    if data is not None:
        environment["WHISTLESTOP_DATA"] = str(data)
    if cache is not None:
        environment["WHISTLESTOP_CACHE"] = str(cache)
    place = folder or Path.cwd()
    if (zygote := prepared(environment)) is not None:
        return zygote.run([*arguments], words, environment, place, patience)
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=words,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        cwd=place,
        timeout=patience,
        check=False,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


_zygotes: list[Zygote] = []
"""The prepared process of these tests, once there is one."""


def prepared(environment: dict[str, str]) -> Zygote | None:
    """Return the prepared process for commands in this environment; None = start from scratch."""
    if not hasattr(os, "fork"):
        return None
    if not _zygotes:
        _zygotes.append(Zygote())
        atexit.register(_zygotes[0].close)
    return _zygotes[0] if _zygotes[0].fits(environment) else None


class Conversation:
    """A game in a process, answered line by line as it asks."""

    def __init__(self, *arguments: str, data: Path) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env={**os.environ, "WHISTLESTOP_DATA": str(data)},
        )
        self.screen = ""
        """Everything that was shown."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End the process and close its pipes, however far the game is."""
        self.process.kill()
        self.process.communicate()

    def until_asked(self, names: tuple[str, ...]) -> str | None:
        """Read on until one of these people is asked; who, or None at the end."""
        assert self.process.stdout is not None
        line = ""
        while letter := self.process.stdout.read(1):
            self.screen += letter
            line = "" if letter == "\n" else line + letter
            if line.endswith("> ") and line[:-2] in names:
                return line[:-2]
        return None

    def say(self, words: str) -> None:
        """Answer one line."""
        assert self.process.stdin is not None
        self.process.stdin.write(words + "\n")
        self.process.stdin.flush()

    def play(self, names: tuple[str, ...], answer: Callable[[str], str]) -> int:
        """Answer every question until the program ends; its exit status."""
        while (name := self.until_asked(names)) is not None:
            self.say(answer(name))
        return self.process.wait(timeout=240)
