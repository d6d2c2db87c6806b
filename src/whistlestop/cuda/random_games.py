"""Whole random games on the device: play a game for each seed, and return scores and ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.cuda.arrays import MOST_THREADS, empty, grid, on_device, zeros
from whistlestop.cuda.compiled.playing import play_games
from whistlestop.cuda.needs import check_device
from whistlestop.editions.arguments import checked_players
from whistlestop.editions.model import Edition
from whistlestop.envs.editions import edition_of
from whistlestop.rules.book import books_of
from whistlestop.rules.luck import LIGHT_LUCK
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import STATE


@dataclass(frozen=True, slots=True)
class Results:
    """The results of games. The arrays are on the device, and have `copy_to_host()`.

    Attributes:
        totals: `int64[games, players]`, the final scores.
        ranks: `int64[games, players]`, the ranks. 1 = winner, and several players can share a rank.
        decisions: `int64[games]`, the number of decisions in each game.
    """

    totals: Any
    ranks: Any
    decisions: Any


class RandomGames:
    """Memory on the device for uniformly random games of one edition.

    Attributes:
        edition: the edition.
        players: the number of players in each game.
        states: `STATE[threads]` on the device, the final position of the last game of each thread.
            If there are as many games as threads, these are the final positions of all games, in
            order.
    """

    def __init__(
        self,
        edition: str | PathLike[str] | Edition = "usa",
        players: int = 2,
        threads: int = MOST_THREADS,
    ) -> None:
        """Allocate the memory.

        Args:
            edition: a built-in edition, a study board (`tiny`, `middle`), the path of a file, or an
                edition.
            players: the number of players in each game.
            threads: the minimum number of games that are played at once. Each needs about 13 KB of
                device memory.

        Raises:
            EditionError: there is no such edition.
            NoDevice: there is no device.
            ValueError: the edition is not for this number of players, or `threads` is below 1.
        """
        check_device()
        self.edition = edition_of(edition)
        self.players = checked_players(self.edition, players)
        if threads < 1:
            raise ValueError("threads are 1 at least")
        self._books = on_device(books_of(self.edition))
        self._blank = zeros(1, STATE)
        self._grid = blocks, block = grid(threads)
        self._lucks = zeros(blocks * block, LIGHT_LUCK)
        self._sheets = zeros(blocks * block, SHEET)
        self.states = zeros(blocks * block, STATE)

    def play(self, seeds: Sequence[int] | npt.NDArray[np.uint64]) -> Results:
        """Play a game for every seed, and return the results.

        Seat 0 starts the first game. Each following game is started by the next seat. For an equal
        seed at an equal index, `rules.entry.playouts.play_games` plays an equal game.

        Args:
            seeds: whole numbers, or an array of them on the device.
        """
        given = on_device(seeds, np.uint64)
        games = given.shape[0]
        results = Results(
            empty((games, self.players), np.int64),
            empty((games, self.players), np.int64),
            empty(games, np.int64),
        )
        play_games[self._grid](
            self._books,
            self._blank,
            self.states,
            self._lucks,
            self._sheets,
            self.players,
            given,
            results.totals,
            results.ranks,
            results.decisions,
        )
        return results
