"""Fields of the records in `envs/compiled`. Made by `tools/record_types.py`."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from whistlestop.rules.annotations import Number, Set


class Lane(Protocol):
    """What a lane holds besides its game's state."""

    seed: Set
    """The lane's seed."""
    generator: npt.NDArray[np.uint64]
    """[i] the state of the random number generator for cards, tickets, and who begins."""
    choices: npt.NDArray[np.uint64]
    """[i] the state of the random number generator for actions that are chosen at random."""
    games: Number
    """The number of games dealt since the lane was seeded."""
    decisions: Number
    """The number of actions that the caller took in this game."""
    mover: Number
    """The seat for which the caller took the last action."""
    over: Number
    """1 = the game has ended or was given up; else 0."""
    fresh: Number
    """1 = a game was dealt, and the opponents have no new minds for it yet; else 0."""
    points: npt.NDArray[np.int64]
    """[seat] the points of this game that have been paid out as rewards of the kind `SCORE`."""
    total: npt.NDArray[np.int64]
    """[seat] the final score in the last game that ended."""
    rank: npt.NDArray[np.int64]
    """[seat] the rank in the last game that ended; 1 = winner."""
