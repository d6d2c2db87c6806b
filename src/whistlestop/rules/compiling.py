"""The compilation of the rules: one decorator, and the place of the compiled code.

Numba's cache does not notice that a *called* file changed, so the cache lives in a folder named by
a hash of all sources of the rules: stale code cannot run. `NUMBA_DISABLE_JIT=1` runs the same
sources interpreted.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import numba

from whistlestop.folders import cache_folder


def sources_hash(*folders: str) -> str:
    """A short digest of everything that decides what the compiled code does.

    Args:
        folders: those of the package besides `rules` that the code comes from.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    package = Path(__file__).parent.parent
    files = [file for name in ("rules", *folders) for file in (package / name).rglob("*.py")]
    for file in sorted([*files, package / "editions" / "limits.py"]):
        digest.update(file.relative_to(package).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def rules_cache() -> Path:
    """The folder in the cache for what these sources compile to."""
    return cache_folder() / f"rules-{sources_hash()}"


if "NUMBA_CACHE_DIR" not in os.environ:
    # Read by Numba when a function is decorated; set for this process only.
    numba.config.CACHE_DIR = str(rules_cache())  # type: ignore[attr-defined]

INTERPRETED: bool = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]
"""Whether the rules run as plain Python in this process."""


def rule(function: Any) -> Any:
    """Compile a function of the rules: no Python objects, no lock held, cached on disk.

    It is compiled into the body of each caller. The rules are many small functions that hand each
    other records; as calls that costs more than what most of them do.
    """
    return numba.njit(
        cache=True, nogil=True, error_model="numpy", boundscheck=False, forceinline=True
    )(function)
