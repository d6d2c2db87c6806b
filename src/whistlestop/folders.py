"""Where Whistlestop keeps files on this machine: what can be made again, and what cannot.

Two variables of the environment name other places: `WHISTLESTOP_CACHE` and `WHISTLESTOP_DATA`.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def cache_folder() -> Path:
    """The folder for what can be made again: `WHISTLESTOP_CACHE`, or the user's cache folder."""
    return _folder("WHISTLESTOP_CACHE") or platformdirs.user_cache_path("whistlestop")


def data_folder() -> Path:
    """The folder for tables and games: `WHISTLESTOP_DATA`, or the user's data folder."""
    return _folder("WHISTLESTOP_DATA") or platformdirs.user_data_path("whistlestop")


def _folder(variable: str) -> Path | None:
    named = os.environ.get(variable)
    return Path(named) if named else None
