"""Make NumPy arrays that JAX, PyTorch and other libraries can share by DLPack without a copy.

Such arrays begin at addresses that are multiples of 64 bytes.
"""

from __future__ import annotations

from math import prod
from typing import Any, Final, cast

import numpy as np

ALIGNMENT: Final = 64
"""The address of every array is a multiple of this number of bytes. JAX would copy arrays at other
addresses."""


def aligned(array: Any) -> Any:
    """Return a NumPy array at an address that is a multiple of `ALIGNMENT`.

    Args:
        array: the array. If it is already at such an address, the array itself is returned, and
            otherwise a copy. Objects that are not NumPy arrays are returned unchanged.
    """
    if not isinstance(array, np.ndarray) or array.ctypes.data % ALIGNMENT == 0:
        return cast(Any, array)
    found = cast(Any, array)
    made = aligned_zeros(found.shape, found.dtype)
    made[...] = found
    return made


def aligned_zeros(shape: int | tuple[int, ...], dtype: Any) -> Any:
    """Return an array of zeros at an address that is a multiple of `ALIGNMENT`.

    Args:
        shape: the shape of the array, as `np.zeros` takes it.
        dtype: the type of the elements, as `np.zeros` takes it.
    """
    kind = np.dtype(dtype)
    sizes = shape if isinstance(shape, tuple) else (shape,)
    length = prod(sizes) * kind.itemsize
    if not length:
        return np.zeros(shape, dtype=kind)
    store = np.zeros(length + ALIGNMENT, dtype=np.uint8)
    start = -store.ctypes.data % ALIGNMENT
    return store[start : start + length].view(kind).reshape(sizes)
