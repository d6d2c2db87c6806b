"""How the rules are compiled: one decorator, and where the compiled code is kept.

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
import platformdirs


def sources_hash() -> str:
    """A short digest of everything that decides what the compiled code does."""
    digest = hashlib.sha256(numba.__version__.encode())
    folder = Path(__file__).parent
    for file in sorted([*folder.glob("*.py"), folder.parent / "editions" / "limits.py"]):
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled code is kept: `WHISTLESTOP_CACHE`, or the user's cache folder."""
    root = os.environ.get("WHISTLESTOP_CACHE")
    base = Path(root) if root else Path(platformdirs.user_cache_dir("whistlestop"))
    return base / f"rules-{sources_hash()}"


if "NUMBA_CACHE_DIR" not in os.environ:
    # Read by Numba when a function is decorated; set for this process only.
    numba.config.CACHE_DIR = str(cache_folder())  # type: ignore[attr-defined]

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
