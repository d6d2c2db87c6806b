"""Sets as bit masks: a set of numbers from 0 to 63 is a word of 64 bits.

A set of routes takes two words: word 0 has the routes below 64, and word 1 has the others. A set
of tickets takes two words, too. The module `wide_sets` has the functions for both words together.

The Python versions of these functions define the results. Compiled code uses the processor's
instructions instead. Every mask must be an `np.uint64` and every number an `np.int64`: mixed types
give wrong results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir  # pyright: ignore[reportMissingTypeStubs]
from numba.core import types
from numba.extending import intrinsic, overload

from whistlestop.rules.compiling import rule

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Set

NONE = np.uint64(0)
"""The empty set."""

ONE = np.uint64(1)


@rule
def bit(member: Number):
    """Return the set with one member."""
    return ONE << np.uint64(member)


@rule
def has(mask: Set, member: Number):
    """Return whether a member is in the set."""
    return (mask >> np.uint64(member)) & ONE != NONE


def lowest(mask: Any) -> np.int64:
    """Return the smallest member of a set. For the empty set, the result has no meaning."""
    return np.int64((int(mask) & -int(mask)).bit_length() - 1)


def size(mask: Any) -> np.int64:
    """Return the number of members of a set."""
    return np.int64(int(mask).bit_count())


@rule
def span(first: Number, last: Number):
    """Return the set of all members from `first` to `last`.

    The set is empty if `last` is `first - 1`.
    """
    return (ONE << np.uint64(last + 1)) - (ONE << np.uint64(first))


@rule
def without_lowest(mask: Set):
    """Return a set without its smallest member. For the empty set, return the empty set."""
    return mask & (mask - ONE)


@rule
def nth(mask: Set, index: Number):
    """Return the member at this index of the set in ascending order, counted from 0.

    If the set has no such member, the result has no meaning.
    """
    while index > 0:
        mask = without_lowest(mask)
        index -= 1
    return lowest(mask)


@intrinsic
def _count_trailing_zeros(typing_context: Any, mask: Set):  # type: ignore[no-untyped-def]
    def generate(context: Any, builder: Any, signature: Any, arguments: Any):  # type: ignore[no-untyped-def]
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


@intrinsic
def _count_ones(typing_context: Any, mask: Set):  # type: ignore[no-untyped-def]
    def generate(context: Any, builder: Any, signature: Any, arguments: Any):  # type: ignore[no-untyped-def]
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@overload(lowest, inline="never")
def _lowest(mask: Set):  # type: ignore[no-untyped-def]
    def count(mask: Set):  # type: ignore[no-untyped-def]
        return _count_trailing_zeros(np.uint64(mask))  # pyright: ignore[reportCallIssue]

    return count


@overload(size, inline="never")
def _size(mask: Set):  # type: ignore[no-untyped-def]
    def count(mask: Set):  # type: ignore[no-untyped-def]
        return _count_ones(np.uint64(mask))  # pyright: ignore[reportCallIssue]

    return count
