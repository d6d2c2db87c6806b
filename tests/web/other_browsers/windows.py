"""What a browser's window can be told, whichever browser it is."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, Any, Protocol

PATIENCE = 60.0
"""Seconds that anything may take on a busy machine."""


Point = tuple[float, float]


class Interrupted(Exception):
    """The page went elsewhere while something was being done in it."""


class Window(Protocol):
    """One window of somebody new: without cookies, and with nothing remembered."""

    def go(self, url: str) -> None:
        """Open an address, and wait until it is loaded."""
        ...

    def run(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function, given as its text, in the page.

        Raises:
            Interrupted: the page is no longer there, or not yet.
        """
        ...

    def pointer(self, *path: Point, rest: int = 0) -> None:
        """Press the pointer down at the first point, move it over the others, and lift it.

        One point is a click, or a tap in a window that is played by touch.

        Args:
            path: the points.
            rest: the milliseconds that the pointer stays down at the last point.
        """
        ...

    def key(self, key: str) -> None:
        """Press and release a key, by its code in WebDriver."""
        ...

    def resize(self, width: int, height: int) -> None:
        """Give the page this much room."""
        ...

    def faults(self) -> list[str]:
        """Errors and warnings since the window was opened."""
        ...


class Browser(Protocol):
    """A browser that runs, and opens windows."""

    @contextmanager
    def window(self, *, touch: bool = False) -> Generator[Window]:
        """A window, which is closed in the end; `touch`: fingers play, where there can be any."""
        ...


@contextmanager
def process(
    command: Sequence[str],
    environment: Mapping[str, str],
    *,
    heard: bool = False,
    files: Sequence[int] = (),
) -> Generator[subprocess.Popen[str]]:
    """A process that ends, with all that it started, when the block does or this process dies.

    Args:
        command: what to run.
        environment: its variables.
        heard: whether somebody reads what it says on `stderr`.
        files: numbers of open files that it is given.
    """
    tied = ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []
    with subprocess.Popen(
        [*tied, *command],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE if heard else subprocess.DEVNULL,
        pass_fds=files,
        start_new_session=True,
        text=True,
    ) as started:
        try:
            yield started
        finally:
            _end(started)


def _end(started: subprocess.Popen[str]) -> None:
    group = started.pid
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            # What it started may be there although it is not.
            os.killpg(group, how)
            started.wait(PATIENCE / 3)
        except ProcessLookupError:
            break
        except subprocess.TimeoutExpired:
            continue


@contextmanager
def line_with(stream: IO[str], part: str) -> Generator[str]:
    """The first line in which something stands; whatever comes later is read, and forgotten."""
    said: list[str] = []
    for line in stream:
        said.append(line)
        if part in line:
            break
    else:
        raise AssertionError(f"the browser ended without a word of {part!r}: {''.join(said)}")
    reader = threading.Thread(target=deque, args=(stream, 0), daemon=True)
    reader.start()
    yield said[-1]


def called(function: str, arguments: Sequence[Any]) -> tuple[str, str]:
    """A function that takes and gives one text of JSON, and the text that it takes."""
    taken = f"async (text) => JSON.stringify((await ({function})(...JSON.parse(text))) ?? null)"
    return taken, json.dumps(arguments)


def pointing(kind: str, path: Sequence[Point], rest: int) -> dict[str, Any]:
    """Return the actions of a pointer, in the words of WebDriver and of WebDriver BiDi."""
    moves = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in path]
    down, up = ({"type": what, "button": 0} for what in ("pointerDown", "pointerUp"))
    return {
        "type": "pointer",
        "id": "pointer",
        "parameters": {"pointerType": kind},
        "actions": [moves[0], down, *moves[1:], {"type": "pause", "duration": rest}, up],
    }


def keying(key: str) -> dict[str, Any]:
    """A key that is pressed and released."""
    actions = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
    return {"type": "key", "id": "keys", "actions": actions}
