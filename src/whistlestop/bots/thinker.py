"""The bot that tries its options in imagined worlds before it decides."""

from __future__ import annotations

import time
from random import Random
from typing import Final

from whistlestop.actions import Action
from whistlestop.judge.evaluation import chosen_action, search_from
from whistlestop.judge.search import Settings
from whistlestop.view import View

RESERVED: Final = 0.1
"""The share of its time that it leaves: the last worlds may take longer than those before."""


class ThinkerBot:
    """Tries the planner's best options in worlds that agree with what it sees.

    Every option is played on in the same worlds; what the planner would do is done unless
    these playouts speak clearly for something else.

    Attributes:
        settings: how its search weighs.
    """

    def __init__(
        self, seed: int, playouts: int | None = None, settings: Settings | None = None
    ) -> None:
        """Make a bot for one seat of one game.

        Args:
            seed: the seed of the worlds; equal ones play equally, if they play so many playouts.
            playouts: games to imagine for a decision; None = as many as there is time for.
            settings: how the search weighs; as `Settings()` says if left out.
        """
        self._random = Random(seed)
        self._playouts = playouts
        self.settings = settings or Settings()

    def choose(self, view: View, legal: tuple[Action, ...], seconds: float) -> Action:
        """Decide.

        Args:
            view: what the seat sees.
            legal: what it may do.
            seconds: how long it may think, where it is not given a number of playouts.
        """
        begin = time.perf_counter()
        seed = self._random.getrandbits(64)
        if len(legal) == 1:
            return legal[0]
        search = search_from(view, seed=seed, settings=self.settings)
        if len(search.actions) == 1:
            return chosen_action(view.edition, search, 0)
        if self._playouts is None:
            search.run_seconds((1 - RESERVED) * seconds - (time.perf_counter() - begin))
        else:
            search.run_playouts(self._playouts)
        return chosen_action(view.edition, search, search.chosen())
