"""Sets as bit masks of 64-bit words: members are numbers from 0 to 63.

The interpreted versions below are the meaning; compiled code uses the processor's instruction for
each. Every mask is an `np.uint64`, every number an `np.int64`: mixing the two is what goes wrong.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from whistlestop.rules.compiling import rule

NONE = np.uint64(0)
"""The empty set."""

ONE = np.uint64(1)


@rule
def bit(member):
    """The set of one member."""
    return ONE << np.uint64(member)


@rule
def has(mask, member):
    """Whether the member is in the set."""
    return (mask >> np.uint64(member)) & ONE != NONE


def lowest(mask: Any) -> Any:
    """The smallest member of a set that is not empty."""
    return np.int64((int(mask) & -int(mask)).bit_length() - 1)


def size(mask: Any) -> Any:
    """The number of members of a set."""
    return np.int64(int(mask).bit_count())


@rule
def span(first, last):
    """The set of all members from first to last; empty if last is one below first."""
    return (ONE << np.uint64(last + 1)) - (ONE << np.uint64(first))


@rule
def without_lowest(mask):
    """The set less its smallest member; the set must not be empty."""
    return mask & (mask - ONE)


@rule
def nth(mask, index):
    """The member at this index (from 0) in ascending order."""
    while index > 0:
        mask = without_lowest(mask)
        index -= 1
    return lowest(mask)


@intrinsic
def _count_trailing_zeros(typing_context, mask):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


@intrinsic
def _count_ones(typing_context, mask):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@overload(lowest, inline="never")
def _lowest(mask):  # type: ignore[no-untyped-def]
    return lambda mask: _count_trailing_zeros(np.uint64(mask))  # pyright: ignore[reportCallIssue]


@overload(size, inline="never")
def _size(mask):  # type: ignore[no-untyped-def]
    return lambda mask: _count_ones(np.uint64(mask))  # pyright: ignore[reportCallIssue]
