"""The compilation of players: one decorator, and the place of the compiled code.

What knows or decides for a seat changes more often than the rules, and is compiled when it is first
asked for. So it has folders of its own in the cache, each named by a hash of its sources, of the
rules' and of what else it is built on.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numba

from whistlestop.folders import cache_folder
from whistlestop.rules.compiling import sources_hash

COMPILED_FOLDERS: Final[dict[str, tuple[str, ...]]] = {
    "knowledge": (),
    "policies": ("knowledge",),
    "judge/compiled": ("knowledge", "policies"),
    "observations/compiled": ("knowledge",),
    "envs/compiled": ("knowledge", "policies", "observations/compiled"),
}
"""The folders of the package with compiled code besides the rules, and the others that each is
built on."""

PLAYERS: Final = "judge/compiled"
"""The folder that is built on everything that players need."""


@lru_cache
def players_cache(folder: str = PLAYERS) -> Path:
    """The folder in the cache for what the sources in a folder of the package compile to.

    Args:
        folder: one of `COMPILED_FOLDERS`. A change of it, or of one that it is built on, makes a
            new one.
    """
    return cache_folder() / f"players-{sources_hash(*COMPILED_FOLDERS[folder], folder)}"


def compiled(function: Any, **options: Any) -> Any:
    """Compile a function that decides for a seat: no Python objects, no lock held, cached on disk.

    Unlike a rule it stays a function of its own: these are larger, and called less often.
    """
    config: Any = numba.config  # pyright: ignore[reportPrivateImportUsage]
    before = config.CACHE_DIR
    if "NUMBA_CACHE_DIR" not in os.environ:
        # Read while the function is decorated.
        path = function.__module__.partition(".")[2].replace(".", "/")
        folder = next(name for name in COMPILED_FOLDERS if path.startswith(name + "/"))
        config.CACHE_DIR = str(players_cache(folder))
    try:
        return numba.njit(
            cache=True, nogil=True, error_model="numpy", boundscheck=False, **options
        )(function)
    finally:
        config.CACHE_DIR = before


def part(function: Any) -> Any:
    """Compile a function as a part of its caller only, and never by itself.

    Whatever calls a function is optimised together with all of it, so that a chain of callers costs
    as many times the whole. For large functions that are called in one place.
    """
    return compiled(function, inline="always")
