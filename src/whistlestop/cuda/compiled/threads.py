"""Kernels, and how their threads share the work.

A kernel is a function that the processor starts on the device. The functions that a kernel calls
are those that Numba compiles for the processor. numba-cuda takes their Python source and compiles
it for the device (`CUDATypingContext.resolve_value_type`), and so on for the functions that they
call. It ignores options without a meaning there, such as the place of the cache. So every rule is
written once, and no rule depends on the device.

This works because all compiled code here keeps to some limits. The fields of records are aligned.
There is no allocation, no recursion and no Python object. Decisions use whole numbers only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import cuda

from whistlestop.rules.compiling import rule

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number

device: Any = cuda
"""The module `numba.cuda`, which kernels ask for the number of their thread."""


def kernel(function: Any) -> Any:
    """Return a kernel that runs a function on the device.

    It is compiled at its first start with arguments of each type.
    """
    return device.jit(function)


@rule
def share(thread: Number, threads: Number, number: Number):
    """Return the range of `number` things that a thread works on: the first, and one past the last.

    The shares of any two threads differ by one thing at most.
    """
    return number * thread // threads, number * (thread + 1) // threads
