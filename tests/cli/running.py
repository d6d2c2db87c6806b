"""Running the command line as a user does: a process of its own, fed through a pipe."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Self

COMMAND = [sys.executable, "-m", "whistlestop"]


def run(
    *arguments: str,
    words: str = "",
    data: Path | None = None,
    cache: Path | None = None,
    folder: Path | None = None,
    patience: float = 240,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end in a folder, with these lines as its input."""
    environment = dict(os.environ)
    if data is not None:
        environment["WHISTLESTOP_DATA"] = str(data)
    if cache is not None:
        environment["WHISTLESTOP_CACHE"] = str(cache)
    return subprocess.run(
        [*COMMAND, *arguments],
        input=words,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        cwd=folder,
        timeout=patience,
        check=False,
    )


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
