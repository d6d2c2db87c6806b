"""Playouts with all cards open: how a game may end from a position that is known completely.

The hands, tickets and decks are those of the real game. Only what is still to come is random. In
the playouts, each seat nevertheless decides only by what it can know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from whistlestop.editions.model import Edition
from whistlestop.judge.candidates import Whole
from whistlestop.judge.compiled.arguments import Decision, Outcomes
from whistlestop.judge.compiled.playouts import PLAYOUT_WORKSPACE, play_worlds
from whistlestop.judge.search import NO_NEURAL_NETWORK, NO_TRACE, ONE_BY_ONE, first_seed
from whistlestop.rules.book import books_of

Records = npt.NDArray[np.void]
Values = npt.NDArray[np.float64]

_OPEN: Final = 1
_TO_THE_END: Final = 0


@dataclass(frozen=True, slots=True)
class Endings:
    """How a position ended in playouts, for every seat."""

    shares: Values
    """[world, action, seat] the share of the win: 1 for a sole winner, 1/n for each of n winners,
    otherwise 0."""
    margins: Values
    """[world, action, seat] the lead over the best other seat, in points."""


def play_open(
    edition: Edition,
    roots: Records,
    minds: Records,
    actions: Sequence[Whole],
    worlds: int,
    seed: int,
) -> Endings:
    """Play a position to the end after each of some actions, and return how the playouts ended.

    All hands, tickets and decks are those of the position. In each world, all actions have the same
    luck.

    Args:
        edition: the edition.
        roots: the position, as an array of one `STATE`. It is not over.
        minds: `MIND[seats]`, the minds that play on. They are not changed.
        actions: legal actions of the deciding seat, with their payments.
        worlds: the number of playouts of each action.
        seed: the seed of all chance. Equal seeds give equal results.
    """
    seats = int(roots["seats"][0])
    numbers = np.array([action for action, _ in actions], dtype=np.int64)
    payments = np.array([payment for _, payment in actions], dtype=np.int64)
    shares = np.zeros((worlds, len(actions), seats))
    margins = np.zeros_like(shares)
    own = np.zeros((2, worlds, len(actions)))
    play_worlds(
        Decision(books_of(edition), roots, _OPEN, minds, ONE_BY_ONE, numbers, payments),
        NO_NEURAL_NETWORK,
        _TO_THE_END,
        np.uint64(first_seed(seed)),
        np.zeros(1, dtype=PLAYOUT_WORKSPACE),
        Outcomes(own[0], own[1], shares, margins),
        NO_TRACE,
    )
    return Endings(shares, margins)
