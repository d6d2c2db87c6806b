"""Records on disk: written whole or not at all, so that an interrupt never spoils one."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Final

from whistlestop.cli.failures import Failure
from whistlestop.folders import data_folder

LARGEST_FILE: Final = 4_000_000
"""The most bytes of a file with a record or a position."""


def games_folder() -> Path:
    """Where games are saved if no file is named."""
    return data_folder() / "games"


def new_file(edition: str) -> Path:
    """A file for a new game that is not there yet."""
    stem = f"{edition}-{datetime.now():%Y-%m-%d-%H%M%S}"
    folder = games_folder()
    number = 1
    path = folder / f"{stem}.record"
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.record"
    return path


class Occupied(Failure):
    """There is a file already that is something else."""


def check_free(path: Path, record: str) -> None:
    """Check that saving a game in a file destroys at most an earlier record of that game.

    Args:
        path: the file.
        record: the game's record.

    Raises:
        Occupied: the file is there already, and is something else.
    """
    if path.is_symlink() or path.exists():
        text = ""
        with suppress(OSError, UnicodeDecodeError):
            if path.is_file():
                with path.open(encoding="utf-8") as file:
                    text = file.read(2 * len(record))
        if _deal_of(text) != _deal_of(record):
            raise Occupied(
                f"the file {path} is there already and is not a record of this game; "
                "name another file"
            )


def _deal_of(record: str) -> list[str]:
    """The lines by which two records are known to be of one game: who plays what, and the deal."""
    marks = ("whistlestop record ", "edition: ", "seats: ", "deal ")
    lines = [line for line in record.splitlines() if line.startswith(marks)]
    return lines if len(lines) == len(marks) else [""]


def write(path: Path, text: str) -> None:
    """Replace a file by this text in one step.

    Raises:
        Failure: it cannot be written; the old file is untouched.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            temporary = Path(file.name)
            try:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
        temporary.replace(path)
    except OSError as error:
        raise Failure(f"cannot write {path}: {error.strerror or error}") from error


def read(path: Path) -> str:
    """The text of a file.

    Raises:
        Failure: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return _text(file, str(path))
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror or error}") from error


def read_standard_input() -> str:
    """The text that comes from standard input.

    Raises:
        Failure: it is none, or too long.
    """
    return _text(sys.stdin.buffer, "standard input")


def _text(file: BinaryIO, called: str) -> str:
    content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise Failure(f"{called} is too large: a record or position has at most 4 MB")
    try:
        # Lines end as in any text file, whatever system wrote them.
        return content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise Failure(f"{called} is no text in UTF-8") from error
