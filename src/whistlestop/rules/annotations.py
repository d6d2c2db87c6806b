"""The types that annotations of compiled functions name. Numba ignores annotations.

Modules import this module for type checking only. The fields of each record are in the modules
`record_types`, which `tools/record_types.py` makes from the definitions of the records.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias, TypeVar, overload

import numpy as np
import numpy.typing as npt

Number: TypeAlias = int | np.integer[Any]
"""A whole number, of Python or of NumPy. Truth values are the numbers 0 and 1."""

Real: TypeAlias = float | np.floating[Any] | Number
"""A number with fractions, of Python or of NumPy."""

Set: TypeAlias = np.uint64
"""A set of up to 64 members: member i is bit i. A set of routes takes two such words."""

WideSet: TypeAlias = tuple[np.uint64, np.uint64]
"""A set of up to 128 members, in two words: member m is bit m % 64 of word m // 64."""

Numbers: TypeAlias = npt.NDArray[Any]
"""An array of numbers. The docstring of the function that takes the array says its shape."""

R = TypeVar("R")


class Records(Protocol[R]):
    """An array of records of one type."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of records along each axis."""
        ...

    @overload
    def __getitem__(self, index: Number | tuple[Number, ...], /) -> R: ...
    @overload
    def __getitem__(self, index: slice, /) -> Records[R]: ...
    def __setitem__(self, index: Number | tuple[Number, ...], record: R, /) -> None:
        """Copy a record into the array."""
        ...
