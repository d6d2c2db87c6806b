"""Arrays on the device, and the number of threads that work on them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import cuda

MOST_THREADS: Final = 1 << 16
"""The maximum number of threads that work at once. The largest graphics cards keep about this
many threads running. If there is more work, each thread does several parts of the work one after
another, because each thread needs about 13 KB of device memory."""

BLOCK: Final = 128
"""The number of threads in a block."""

_device: Any = cuda


def zeros(shape: int | tuple[int, ...], dtype: Any) -> Any:
    """Return an array of zeros on the device."""
    return _device.to_device(np.zeros(shape, dtype=dtype))


def empty(shape: int | tuple[int, ...], dtype: Any) -> Any:
    """Return an array on the device without setting its contents."""
    return _device.device_array(shape, dtype=dtype)


def on_device(array: Any, dtype: Any = None) -> Any:
    """Return an array on the device.

    Args:
        array: an array, or anything that NumPy converts to an array. An array that another library
            has made on the device is returned without a copy. Everything else is copied to the
            device.
        dtype: the type of the items of a copy. The default is NumPy's choice.
    """
    if getattr(array, "__cuda_ndarray__", False):
        return array
    if hasattr(array, "__cuda_array_interface__"):
        return _device.as_cuda_array(array)
    # Copied first, because Numba refuses arrays that are read-only.
    return _device.to_device(np.array(array, dtype=dtype, order="C"))


def grid(wanted: int) -> tuple[int, int]:
    """Return the number of blocks, and of threads in each block, for at least `wanted` threads.

    The blocks have `wanted` threads together, rounded up to whole blocks.
    """
    block = min(BLOCK, wanted)
    return -(-wanted // block), block
