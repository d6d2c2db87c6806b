"""Records on disk: written whole or not at all, so that an interrupt never spoils one."""

from __future__ import annotations

import os
import tempfile
from datetime import datetime
from pathlib import Path

import platformdirs

from whistlestop.cli.failures import Failure


def games_folder() -> Path:
    """Where games are saved if no file is named: `WHISTLESTOP_DATA`, or the user's data folder."""
    root = os.environ.get("WHISTLESTOP_DATA")
    return (Path(root) if root else platformdirs.user_data_path("whistlestop")) / "games"


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
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Failure(f"{path} is no text in UTF-8") from error
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror or error}") from error
