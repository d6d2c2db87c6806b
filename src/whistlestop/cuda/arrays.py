"""Arrays on the device, and how many threads work on them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import cuda

MOST_THREADS: Final = 1 << 16
"""Threads that work at once: about as many as the largest cards keep running. More work than that
is shared among them, since each needs some 13 KB of room."""

BLOCK: Final = 128
"""Threads in a block."""

_device: Any = cuda


def zeros(shape: int | tuple[int, ...], dtype: Any) -> Any:
    """An array of zeros on the device."""
    return _device.to_device(np.zeros(shape, dtype=dtype))


def empty(shape: int | tuple[int, ...], dtype: Any) -> Any:
    """An array on the device that holds anything."""
    return _device.device_array(shape, dtype=dtype)


def on_device(array: Any, dtype: Any = None) -> Any:
    """An array on the device.

    Args:
        array: one that is there already, whoever made it, and stays where it is; or anything that
            NumPy makes an array of, which is copied there.
        dtype: the type of its items, if it is to be copied; NumPy's choice if left out.
    """
    if getattr(array, "__cuda_ndarray__", False):
        return array
    if hasattr(array, "__cuda_array_interface__"):
        return _device.as_cuda_array(array)
    # A copy here, too: what may not be written is not taken.
    return _device.to_device(np.array(array, dtype=dtype, order="C"))


def grid(wanted: int) -> tuple[int, int]:
    """How many blocks, and how many threads in each, make as many as are wanted, or a few more."""
    block = min(BLOCK, wanted)
    return -(-wanted // block), block
