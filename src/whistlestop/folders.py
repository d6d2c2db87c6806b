"""The folders in which Whistlestop keeps its cache and its data on this machine.

The environment variables `WHISTLESTOP_CACHE` and `WHISTLESTOP_DATA` set other folders.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def cache_folder() -> Path:
    """Return the folder for files that the program can create again.

    The environment variable `WHISTLESTOP_CACHE` sets the folder. Without the variable, this
    is the folder for Whistlestop inside the user's cache folder. The folder may not exist yet.
    """
    return _folder("WHISTLESTOP_CACHE") or platformdirs.user_cache_path("whistlestop")


def data_folder() -> Path:
    """Return the folder for tables and games.

    The environment variable `WHISTLESTOP_DATA` sets the folder. Without the variable, this is
    the folder for Whistlestop inside the user's data folder. The folder may not exist yet.
    """
    return _folder("WHISTLESTOP_DATA") or platformdirs.user_data_path("whistlestop")


def _folder(variable: str) -> Path | None:
    named = os.environ.get(variable)
    return Path(named) if named else None
