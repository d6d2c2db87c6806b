"""Check seeds, seats and counts that callers pass. Whole numbers of NumPy are accepted, too."""

from __future__ import annotations

from operator import index
from typing import Final, SupportsIndex, cast

SEEDS: Final = 1 << 64
"""The number of seeds. Seeds are 0 to `SEEDS - 1`."""


def whole_number(
    value: object, what: str, least: int | None = None, most: int | None = None
) -> int:
    """Check a whole number and return it as an int.

    Args:
        value: the value that the caller passed.
        what: the name of the number for the message, such as `a seat` or `players`.
        least: the lowest value allowed. None sets no lower bound.
        most: the highest value allowed. None sets no upper bound.

    Raises:
        TypeError: the value is not a whole number. Truth values do not count as numbers.
        ValueError: the number is out of the bounds.
    """
    if type(value) is int and (least is None or value >= least) and (most is None or value <= most):
        return value
    wanted = f"{what}: expected a whole number{_bounds(least, most)}"
    if isinstance(value, bool):
        raise TypeError(f"{wanted}, not {value!r}")
    try:
        number = index(cast(SupportsIndex, value))
    except TypeError:
        raise TypeError(f"{wanted}, not {value!r}") from None
    if (least is not None and number < least) or (most is not None and number > most):
        raise ValueError(f"{wanted}, not {number}")
    return number


def _bounds(least: int | None, most: int | None) -> str:
    if least is None:
        return ""
    return f", at least {least}" if most is None else f" from {least} to {most}"


def seed_number(value: object, what: str = "a seed") -> int:
    """Check a seed and return it as an int.

    Args:
        value: the value that the caller passed.
        what: the name of the seed for the message.

    Raises:
        TypeError: the value is not a whole number.
        ValueError: the number is not from 0 to 2**64 - 1.
    """
    if type(value) is int and 0 <= value < SEEDS:
        return value
    wanted = f"{what} is a whole number from 0 to 2**64 - 1"
    try:
        number = whole_number(value, what)
    except TypeError:
        raise TypeError(f"{wanted}, not {value!r}") from None
    if not 0 <= number < SEEDS:
        raise ValueError(f"{wanted}, not {number}")
    return number
