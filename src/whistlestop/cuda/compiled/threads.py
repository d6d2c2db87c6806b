"""Kernels, and which of their threads does what.

A kernel is what the processor starts on the device. Everything that it calls stays what it is: a
function that Numba compiles for the processor. numba-cuda takes its Python source and compiles that
for the device (`CUDATypingContext.resolve_value_type`), and so on with whatever that calls; options
that say nothing there, such as where the cache is, it leaves alone. So no rule is written twice,
and none knows of the device.

What has to hold for that, holds for all compiled code here: records whose fields are aligned, no
allocation, no recursion, no Python objects, and whole numbers wherever something is decided.
"""

from __future__ import annotations

from typing import Any

from numba import cuda

from whistlestop.rules.compiling import rule

device: Any = cuda
"""What kernels ask for which thread they are."""


def kernel(function: Any) -> Any:
    """Compile a function for the device when it is first started with arguments of such types."""
    return device.jit(function)


@rule
def share(thread, threads, number):
    """The first of `number` things that a thread looks after, and the one behind its last.

    All get equally many, or one more.
    """
    return number * thread // threads, number * (thread + 1) // threads
