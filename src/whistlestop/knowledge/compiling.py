"""Compile code that decides for a seat: two decorators, and the folders of the compiled code.

Code that knows or decides something for a seat changes more often than the rules, and is compiled
when it is first needed. So each folder of such code has a cache folder of its own. The name of a
cache folder contains a hash of the sources in the folder, in the rules, and in the other folders
that the code uses.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import numba

from whistlestop.folders import cache_folder
from whistlestop.rules.compiling import sources_hash

P = ParamSpec("P")
R = TypeVar("R")

COMPILED_FOLDERS: Final[dict[str, tuple[str, ...]]] = {
    "knowledge": (),
    "policies": ("knowledge",),
    "judge/compiled": ("knowledge", "policies"),
    "observations/compiled": ("knowledge",),
    "envs/compiled": ("knowledge", "policies", "observations/compiled"),
}
"""The source folders with the compiled code of knowledge, policies, the judge, observations and
environments. Each is mapped to the other folders that its code uses, besides `rules`."""

PLAYERS: Final = "judge/compiled"
"""The source folder with the judge's code, one of `COMPILED_FOLDERS`. This folder and the folders
that it uses have all code that decides for a seat."""


@lru_cache
def players_cache(folder: str = PLAYERS) -> Path:
    """Return the path of the folder on disk that caches the compiled code of one source folder.

    Args:
        folder: the source folder, one of `COMPILED_FOLDERS`. If its sources change, or those of a
            folder that it uses, the result is another path.
    """
    return cache_folder() / f"players-{sources_hash(*COMPILED_FOLDERS[folder], folder)}"


def compiled(function: Callable[P, R], **options: Any) -> Callable[P, R]:
    """Compile a function that decides for a seat. It then runs without Python's global lock.

    The function may use no Python objects. Its compiled code is cached on disk. Unlike a function
    with the decorator `rule`, it is not compiled into its callers, because functions that decide
    are larger and are called less often.

    Args:
        function: the function.
        **options: further options of `numba.njit`.
    """
    config: Any = numba.config  # pyright: ignore[reportPrivateImportUsage]
    before = config.CACHE_DIR
    if "NUMBA_CACHE_DIR" not in os.environ:
        # Numba reads this value when a function is decorated.
        path = function.__module__.partition(".")[2].replace(".", "/")
        folder = next(name for name in COMPILED_FOLDERS if path.startswith(name + "/"))
        config.CACHE_DIR = str(players_cache(folder))
    try:
        return numba.njit(
            cache=True, nogil=True, error_model="numpy", boundscheck=False, **options
        )(function)
    finally:
        config.CACHE_DIR = before


def part(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function that is compiled only as a part of its callers, never by itself.

    Numba compiles and optimises such a function again within each caller, and within the callers of
    that caller. So mark only large functions that are called in one place.
    """
    return compiled(function, inline="always")
