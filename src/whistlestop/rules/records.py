"""The records that compiled code works on, and how their fields lie in memory."""

from __future__ import annotations

from typing import Any

import numpy as np


def record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """Return the type of records with these fields, given as NumPy describes fields.

    Every field lies at a multiple of its own alignment, also in the later records of an array.
    Graphics cards cannot read fields that are not aligned. Records that are kept in large numbers
    list their fields by falling size, so that the only gap is at the end.
    """
    return np.dtype((np.record, np.dtype(fields, align=True)))
