"""The bot that does anything: the yardstick for all others."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whistlestop.actions import Action
    from whistlestop.view import View


class RandomBot:
    """Chooses uniformly among the legal actions; every way to pay for a route is one of them."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: View, legal: tuple[Action, ...], seconds: float) -> Action:
        """Decide, without looking."""
        del view, seconds
        return self._random.choice(legal)
