"""Medians and ranges of what `whistlestop bench` measures in several rounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

ROUNDS = 7
"""The number of rounds in which a rate is measured."""


@dataclass(frozen=True, slots=True)
class Rates:
    """What several rounds made in a second, as whole numbers."""

    median: int
    range: tuple[int, int]
    """The lowest and the highest round."""


def rates(measured: Iterable[float]) -> Rates:
    """Return the median and the range of what each round made in a second."""
    found = sorted(measured)
    return Rates(round(median(found)), (round(found[0]), round(found[-1])))


def told(row: Mapping[str, Any], figure: str) -> str:
    """Return a figure of a row with its range, as people read it: `1,250 (1,100 to 1,300)`."""
    lowest, highest = row[f"{figure}_range"]
    return f"{row[figure]:,} ({lowest:,} to {highest:,})"
