"""Read and write files with records. An interrupt never leaves a file half written."""

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
"""The maximum size in bytes of a file with a record or a position. Larger files are refused."""


def games_folder() -> Path:
    """Return the folder where games are saved if the user names no file."""
    return data_folder() / "games"


def new_file(edition: str) -> Path:
    """Return a path in the games folder for the record of a new game. No file has this path yet.

    Args:
        edition: the edition's name. The file name consists of this name and the current time.
    """
    stem = f"{edition}-{datetime.now():%Y-%m-%d-%H%M%S}"
    folder = games_folder()
    number = 1
    path = folder / f"{stem}.record"
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.record"
    return path


class Occupied(Failure):
    """The failure to save a game in an existing file that does not hold this game."""


def check_free(path: Path, record: str) -> None:
    """Check that a file does not exist yet, or has an earlier record of the game to be saved.

    Args:
        path: the file.
        record: the game's record.

    Raises:
        Occupied: the file exists and has other contents.
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
    """Return the lines of a record that identify the game: format, edition, seats and deal."""
    marks = ("whistlestop record ", "edition: ", "seats: ", "deal ")
    lines = [line for line in record.splitlines() if line.startswith(marks)]
    return lines if len(lines) == len(marks) else [""]


def write(path: Path, text: str) -> None:
    """Replace a file by a new text in one step.

    Raises:
        Failure: the file cannot be written. An existing file is then unchanged.
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
    """Return the text of a file.

    Raises:
        Failure: the file cannot be read, is too large, or is not UTF-8 text.
    """
    try:
        with path.open("rb") as file:
            return _text(file, str(path))
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror or error}") from error


def read_standard_input() -> str:
    """Return the text from standard input.

    Raises:
        Failure: the input is too large or is not UTF-8 text.
    """
    return _text(sys.stdin.buffer, "standard input")


def _text(file: BinaryIO, called: str) -> str:
    content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise Failure(f"{called} is too large: a record or position has at most 4 MB")
    try:
        # Every kind of line end becomes a newline, as in files that are opened in text mode.
        return content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise Failure(f"{called} is no text in UTF-8") from error
