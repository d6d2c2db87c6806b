"""Medians and ranges of rates that `whistlestop bench` measures in several rounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

ROUNDS = 7
"""The number of rounds in which a rate is measured."""


@dataclass(frozen=True, slots=True)
class Rates:
    """The median and the range of the rates of several rounds, as whole numbers per second."""

    median: int
    range: tuple[int, int]
    """The lowest and the highest rate."""


def rates(measured: Iterable[float]) -> Rates:
    """Return the median and the range of the rates of several rounds."""
    found = sorted(measured)
    return Rates(round(median(found)), (round(found[0]), round(found[-1])))


def told(row: Mapping[str, Any], figure: str) -> str:
    """Return a figure with its range as text, such as `1,250 (1,100 to 1,300)`.

    Args:
        row: the figures, by their names in the JSON output.
        figure: the name of the figure. The name of its range ends in `_range`.
    """
    lowest, highest = row[f"{figure}_range"]
    return f"{row[figure]:,} ({lowest:,} to {highest:,})"
