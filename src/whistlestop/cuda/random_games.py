"""Whole random games on the device: seeds in, scores and places out."""

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
from whistlestop.editions.model import Edition
from whistlestop.envs.editions import checked_players, edition_of
from whistlestop.rules.book import books_of
from whistlestop.rules.luck import LIGHT_LUCK
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import STATE


@dataclass(frozen=True, slots=True)
class Results:
    """How games ended: arrays on the device, which have `copy_to_host()`.

    Attributes:
        totals: `int64[games, players]`, the final scores.
        ranks: `int64[games, players]`, the places; 1 = winner, and several may share it.
        decisions: `int64[games]`, how many decisions there were.
    """

    totals: Any
    ranks: Any
    decisions: Any


class RandomGames:
    """Room on the device for uniformly random games of one edition.

    Attributes:
        edition: what is played.
        players: how many play each game.
        states: `STATE[threads]` on the device: the final positions of the last games; of all of
            them, in their order, if there were as many games as threads.
    """

    def __init__(
        self,
        edition: str | PathLike[str] | Edition = "usa",
        players: int = 2,
        threads: int = MOST_THREADS,
    ) -> None:
        """Make room.

        Args:
            edition: a built-in edition, a study board (`tiny`, `middle`), the path of a file, or an
                edition.
            players: how many play each game.
            threads: how many games are played at once, at least; each takes about 13 KB.

        Raises:
            EditionError: there is no such edition.
            NoDevice: there is no device.
            ValueError: the edition is not for so many players, or there are no threads.
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
        """Play a game for every seed; the seats take turns to begin.

        The game of a seed is the one that `rules.entry.playouts.play_games` plays at the same place
        of a list.

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
