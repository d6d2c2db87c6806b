"""The bot that searches: before each decision, it tries several actions in imagined worlds."""

from __future__ import annotations

import time
from random import Random
from typing import Final

from whistlestop.actions import Action
from whistlestop.judge.evaluation import chosen_action, search_from
from whistlestop.judge.search import Settings
from whistlestop.seen.view import View

RESERVED: Final = 0.1
"""The share of the time for a decision that the bot does not use, because the last playouts may
take longer."""


class ThinkerBot:
    """A bot that tries the actions that the planner rates highest, in imagined worlds.

    The worlds agree with the bot's view. Every action is tried in the same worlds. The bot takes
    the planner's choice unless another action does clearly better in these playouts.

    Attributes:
        settings: the settings of the search.
    """

    def __init__(
        self, seed: int, playouts: int | None = None, settings: Settings | None = None
    ) -> None:
        """Make a bot for one seat of one game.

        Args:
            seed: the seed of the worlds. Equal seeds give equal decisions if `playouts` is given.
            playouts: the number of playouts for each decision. None plays as many as time allows.
            settings: the settings of the search. If left out, `Settings()`.
        """
        self._random = Random(seed)
        self._playouts = playouts
        self.settings = settings or Settings()

    def choose(self, view: View, legal: tuple[Action, ...], seconds: float) -> Action:
        """Search, and return the best action. If only one action is legal, return it at once.

        Args:
            view: the view of the bot's seat.
            legal: the legal actions.
            seconds: the seconds that the bot may think. Ignored if the number of playouts is fixed.
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
