"""The records that compiled code works on: one place that says how they lie in memory."""

from __future__ import annotations

from typing import Any

import numpy as np


def record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """The type of records with these fields, as NumPy writes them down.

    Every field lies at a multiple of its own alignment, and so do the fields of the next record of
    an array: other machines than the processor refuse to read anything else. Fields are listed by
    falling size where many records are kept, so that this leaves no gaps but one at the end.
    """
    return np.dtype((np.record, np.dtype(fields, align=True)))
