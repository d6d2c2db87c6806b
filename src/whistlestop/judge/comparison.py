"""Compare some actions of a position in the same imagined worlds, without choosing among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from whistlestop.actions import Action
from whistlestop.judge.evaluation import chosen_action, error_of, search_from
from whistlestop.judge.search import Search, Settings
from whistlestop.seen.view import View


@dataclass(frozen=True, slots=True)
class Outlook:
    """How the game may end for a seat after an action."""

    chance: float
    """The chance to win, from 0 to 1."""
    chance_error: float
    """The standard error of `chance`. Infinite after a single world."""
    margin: float
    """The expected lead over the best other seat, in points."""
    margin_error: float
    """The standard error of `margin`. Infinite after a single world."""


class Comparison:
    """Some actions of a position, played in the same worlds.

    Attributes:
        search: the search that plays the worlds. Its only active candidates are the actions.
    """

    def __init__(
        self,
        view: View,
        actions: Sequence[Action],
        *,
        seed: int,
        horizon: int | None = None,
        own: npt.NDArray[np.void] | None = None,
    ) -> None:
        """Prepare to compare actions. No world is played yet.

        Args:
            view: what the seat that decides sees.
            actions: legal actions of the seat.
            seed: the seed of the worlds and of the luck in them.
            horizon: the number of turns after which a neural network estimates the end of a world.
                0 = play every world to the end. None = the usual number of the edition.
            own: the mind that plays on for the seat, as an array of one `MIND`. The default is the
                planner's.

        Raises:
            ValueError: the seat has nothing to decide.
            ActionError: an action is not legal.
            PositionError: no state agrees with the view.
        """
        settings = Settings(candidates=1, horizon=horizon)
        self.search: Search = search_from(
            view, seed=seed, settings=settings, own=own, also=tuple(actions)
        )
        tried = [
            chosen_action(view.edition, self.search, candidate)
            for candidate in range(len(self.search.actions))
        ]
        self._index = {action: tried.index(action) for action in actions}
        self.search.active = np.array(sorted(set(self._index.values())), dtype=np.int64)

    @property
    def worlds(self) -> int:
        """The number of worlds that were played so far."""
        return self.search.worlds

    def play(self, worlds: int) -> None:
        """Play all actions in more worlds.

        Args:
            worlds: the number of further worlds.
        """
        self.search.play(worlds)

    def outlook(self, action: Action) -> Outlook:
        """Return the chance to win and the expected lead after an action.

        The action must be one of those that are compared. Call `play` first.
        """
        shares = self.search.shares(self._index[action])
        margins = self.search.margins(self._index[action])
        return Outlook(
            float(shares.mean()), error_of(shares), float(margins.mean()), error_of(margins)
        )

    def loss(self, better: Action, worse: Action) -> tuple[float, float]:
        """Return how much lower the chance to win is after `worse` than after `better`.

        The second value is the standard error of this difference.

        Args:
            better: the action whose chance is expected to be higher.
            worse: the action whose chance is expected to be lower.
        """
        return self.search.loss(self._index[better], self._index[worse])
