"""Check whole numbers that callers hand in: seeds, seats and counts. NumPy's are taken, too."""

from __future__ import annotations

from operator import index
from typing import Final, SupportsIndex, cast

SEEDS: Final = 1 << 64
"""How many seeds there are; the largest is one less."""


def whole_number(
    value: object, what: str, least: int | None = None, most: int | None = None
) -> int:
    """Return a whole number as an int.

    Args:
        value: what was handed in.
        what: what the number is, for the message: `a seat`, `players`.
        least: the least that it may be; None = there is no bound.
        most: the most that it may be; None = there is no bound.

    Raises:
        TypeError: it is no whole number.
        ValueError: it is out of these bounds.
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
    """Return a seed as an int.

    Args:
        value: what was handed in.
        what: what the seed is, for the message.

    Raises:
        TypeError: it is no whole number.
        ValueError: it is not from 0 to 2**64 - 1.
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
