"""Arrays that other libraries can take over without copying."""

from __future__ import annotations

from math import prod
from typing import Any, Final, cast

import numpy as np

ALIGNMENT: Final = 64
"""Where arrays begin in memory: a multiple of this. JAX copies every array that does not."""


def aligned(array: Any) -> Any:
    """Return an array of NumPy's that begins at a multiple of `ALIGNMENT`: itself, or a copy.

    Args:
        array: an array. What is no array of NumPy's is returned as it is.
    """
    if not isinstance(array, np.ndarray) or array.ctypes.data % ALIGNMENT == 0:
        return cast(Any, array)
    found = cast(Any, array)
    made = aligned_zeros(found.shape, found.dtype)
    made[...] = found
    return made


def aligned_zeros(shape: int | tuple[int, ...], dtype: Any) -> Any:
    """Return an array of zeros that begins at a multiple of `ALIGNMENT` bytes.

    Args:
        shape: as for `np.zeros`.
        dtype: as for `np.zeros`.
    """
    kind = np.dtype(dtype)
    sizes = shape if isinstance(shape, tuple) else (shape,)
    length = prod(sizes) * kind.itemsize
    if not length:
        return np.zeros(shape, dtype=kind)
    store = np.zeros(length + ALIGNMENT, dtype=np.uint8)
    start = -store.ctypes.data % ALIGNMENT
    return store[start : start + length].view(kind).reshape(sizes)
