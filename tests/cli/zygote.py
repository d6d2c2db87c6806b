"""A process that has imported the command line already, and forks to run each command.

A command starts in a second or two, most of it spent on imports and on loading compiled rules. The
tests run hundreds of commands. Each of them still has a process of its own, with its own arguments,
environment, folder, standard input and output; only the imports are shared. The tests in
`tests/cli/test_lean.py` and those that start servers run commands from scratch.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

LONGEST = 1 << 20
"""Bytes of a request: arguments and environment."""

FIXED_BY_IMPORTS = ("WHISTLESTOP_CACHE", "NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "PYTHONPATH")
"""Variables that are read at import: a command that differs in one starts from scratch."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    returncode: int
    """As in `subprocess`: the exit status, or minus the number of a signal."""
    stdout: str
    stderr: str


class Zygote:
    """The prepared process, on the side of the tests."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._line = ours
        self._environment = {name: os.environ.get(name) for name in FIXED_BY_IMPORTS}
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.cli.zygote", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                cwd=Path(__file__).parents[2],
            )

    def fits(self, environment: dict[str, str]) -> bool:
        """Return whether a command in this environment may share the imports."""
        return all(environment.get(name) == value for name, value in self._environment.items())

    def run(
        self, words: list[str], text: str, environment: dict[str, str], cwd: Path, patience: float
    ) -> Ended:
        """Run `whistlestop` with these words to its end.

        Raises:
            subprocess.TimeoutExpired: the command took longer than `patience` seconds. It is
                killed.
        """
        request = {"words": words, "environment": environment, "cwd": str(cwd)}
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
            # A pipe, as a shell has one. A thread writes to it, since all may not fit at once.
            reading, writing = os.pipe()
            feeder = threading.Thread(target=_feed, args=(writing, text.encode()), daemon=True)
            feeder.start()
            socket.send_fds(
                self._line,
                [json.dumps(request).encode()],
                [reading, out.fileno(), errors.fileno()],
            )
            os.close(reading)
            child = int(self._line.recv(LONGEST))
            self._line.settimeout(patience)
            try:
                status = int(self._line.recv(LONGEST))
            except TimeoutError:
                os.kill(child, signal.SIGKILL)
                self._line.settimeout(None)
                self._line.recv(LONGEST)
                raise subprocess.TimeoutExpired(["whistlestop", *words], patience) from None
            finally:
                self._line.settimeout(None)
                feeder.join()
            out.seek(0)
            errors.seek(0)
            code = os.waitstatus_to_exitcode(status)
            return Ended(code, _text(out), _text(errors))

    def close(self) -> None:
        """End the process."""
        self._line.close()
        self._process.wait(timeout=60)


def _text(file: Any) -> str:
    """Return what was written to a file, with newlines as `subprocess` reads them."""
    return file.read().decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def _feed(writing: int, data: bytes) -> None:
    """Write a command's standard input, then close it; a command may end without reading it."""
    with contextlib.suppress(BrokenPipeError), open(writing, "wb") as pipe:
        pipe.write(data)


def _serve(line: socket.socket) -> None:
    """Fork for each request, one at a time; tell the child's id, then how it ended."""
    while True:
        message, descriptors, *_ = socket.recv_fds(line, LONGEST, 3)
        if not message:
            return
        request = json.loads(message)
        child = os.fork()
        if child == 0:
            line.close()
            _become(request, descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        line.send(str(child).encode())
        line.send(str(os.waitpid(child, 0)[1]).encode())


def _become(request: dict[str, Any], descriptors: list[int]) -> NoReturn:
    """Be the command: never returns."""
    for place, descriptor in enumerate(descriptors):
        os.dup2(descriptor, place)
        os.close(descriptor)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["cwd"])
    sys.argv = ["whistlestop", *request["words"]]
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", buffering=1, errors="backslashreplace")  # noqa: SIM115
    from whistlestop.cli import main

    status: int | str | None = 0
    try:
        main()
    except SystemExit as end:
        status = end.code
    except BaseException as fault:
        sys.excepthook(type(fault), fault, fault.__traceback__)
        status = 1
    if isinstance(status, str):
        print(status, file=sys.stderr)
        status = 1
    # What an interpreter does at its end, without taking apart all that was imported.
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()  # pyright: ignore[reportPrivateUsage]
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(status or 0)


def _prepare() -> None:
    """Import what commands use, and load the compiled rules by playing one move."""
    from importlib import import_module

    from whistlestop import Game
    from whistlestop.cli.main import COMMANDS

    for name in COMMANDS:
        import_module(f"whistlestop.cli.{name}")
    game = Game.new("usa", seed=1)
    for _ in range(4):
        game.play(game.legal_actions()[0])
    game.view(0)
    # A child that collected garbage would copy all of it.
    gc.freeze()


if __name__ == "__main__":
    _prepare()
    _serve(socket.socket(fileno=int(sys.argv[1])))
