"""Kernels, and how their threads share the work.

A kernel is a function that the processor starts on the device. A kernel calls the functions that
Numba compiles for the processor. numba-cuda compiles the Python source of these functions, and of
all functions that they call, for the device (`CUDATypingContext.resolve_value_type`). It ignores
options that have no meaning on a device, such as the folder of the cache. So every rule is written
once, and no rule depends on the device.

This works because all compiled code in this package keeps to some limits. The fields of records are
aligned. There is no allocation, no recursion and no Python object. Decisions use whole numbers
only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import cuda

from whistlestop.rules.compiling import rule

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number

device: Any = cuda
"""The module `numba.cuda`, from which kernels get the number of the thread that runs them."""


def kernel(function: Any) -> Any:
    """Return a kernel that runs a function on the device.

    The kernel is compiled when it is first started with arguments of some types, and again when it
    is first started with arguments of other types.
    """
    return device.jit(function)


@rule
def share(thread: Number, threads: Number, number: Number):
    """Return the range of items that a thread works on: the first item, and one past the last item.

    The ranges of any two threads differ in length by at most 1.

    Args:
        thread: the thread, from 0 to `threads` - 1.
        threads: the number of threads.
        number: the number of items that the threads share.
    """
    return number * thread // threads, number * (thread + 1) // threads
