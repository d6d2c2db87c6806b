"""The bot that plays at random. Other bots are compared with it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whistlestop.actions import Action
    from whistlestop.seen.view import View


class RandomBot:
    """A bot that chooses any legal action with equal probability.

    Each way to pay for a route is an action of its own. A route with many ways to pay is therefore
    chosen more often.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: View, legal: tuple[Action, ...], seconds: float) -> Action:
        """Return a random legal action. The view and the time are ignored."""
        del view, seconds
        return self._random.choice(legal)
