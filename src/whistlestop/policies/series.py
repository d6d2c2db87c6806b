"""Series of games between minds, in which every player plays each deal from every seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.editions.model import Edition
from whistlestop.policies.games import play_games
from whistlestop.policies.mind import MIND
from whistlestop.rules.book import books_of
from whistlestop.rules.luck import LUCK
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import STATE


def final_totals(
    edition: Edition, minds: Sequence[npt.NDArray[np.void]], seeds: npt.NDArray[np.uint64]
) -> npt.NDArray[np.int64]:
    """Play each deal in every rotation of the seats, and return the final scores.

    Args:
        edition: the edition.
        minds: the players' minds, each an array of one record, as `policies.mind.mind_of` makes it.
        seeds: [deal] the seed of each deal.

    Returns:
        [deal, rotation, player] the final scores.
    """
    number = len(minds)
    players: Any = np.concatenate(minds)
    totals = np.zeros((len(seeds), number, number), dtype=np.int64)
    decisions = np.zeros((len(seeds), number), dtype=np.int64)
    luck: Any = np.zeros(1, dtype=LUCK)[0]
    sheet: Any = np.zeros(1, dtype=SHEET)[0]
    book: Any = books_of(edition)[0]
    play_games(
        book,
        np.zeros(2, dtype=STATE),
        players,
        np.zeros(number, dtype=MIND),
        luck,
        sheet,
        seeds,
        totals,
        decisions,
    )
    return totals


def win_shares(totals: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Return each player's share of the win in every game, as [deal, rotation, player].

    The share of a sole winner is 1. In a tie of n winners, the share of each is 1/n. `totals` are
    the final scores, also [deal, rotation, player].
    """
    won = totals == totals.max(-1, keepdims=True)
    return won / won.sum(-1, keepdims=True)
