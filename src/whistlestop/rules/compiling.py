"""The compilation of the rules: the decorator `rule`, and the folder of the compiled code.

Numba's cache does not notice a change of a file whose functions are called from another file. So
the name of the cache folder contains a hash of all sources of the rules, and outdated code cannot
run. With `NUMBA_DISABLE_JIT=1` the sources run interpreted.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import numba

from whistlestop.folders import cache_folder

P = ParamSpec("P")
R = TypeVar("R")


def sources_hash(*folders: str) -> str:
    """Return a hash of the version of Numba and of the sources of the compiled code.

    The hash has 16 hexadecimal digits.

    Args:
        folders: further folders of the package, besides `rules`, that the compiled code comes from.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    package = Path(__file__).parent.parent
    files = [file for name in ("rules", *folders) for file in (package / name).rglob("*.py")]
    for file in sorted([*files, package / "editions" / "limits.py"]):
        digest.update(file.relative_to(package).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def rules_cache() -> Path:
    """Return the cache folder for the compiled code of the present sources of the rules."""
    return cache_folder() / f"rules-{sources_hash()}"


if "NUMBA_CACHE_DIR" not in os.environ:
    # Numba reads this value when a function is decorated. It holds for this process only.
    numba.config.CACHE_DIR = str(rules_cache())  # type: ignore[attr-defined]

INTERPRETED: bool = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]
"""Whether the rules run as plain Python in this process."""


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function of the rules. The compiled code runs without Python's global lock.

    The compiled code is cached on disk. For type checkers, the compiled function has the parameters
    and the return type of `function`.

    The function may use no Python objects. Its code is copied into each function that calls it. The
    rules are many small functions that pass records to one another, and a call would take longer
    than most of these functions.
    """
    return numba.njit(
        cache=True, nogil=True, error_model="numpy", boundscheck=False, forceinline=True
    )(function)
