"""The interface of a bot.

A bot sits on one seat for one game. Its life is short:

1. a factory makes it, with a seed, before the deal: `factory(seed)`;
2. whenever its seat has something to decide, `choose` is asked, with what the seat may see and
   what it may do;
3. after the game it is thrown away.

A bot may remember what it likes between two calls, but need not: a view tells everything that is
on the table, so a bot may as well be seated in the middle of a game. It is asked about one decision
at a time: two cards are two calls, and a claim comes with its cards.

Equal seeds and equal views should give equal choices; then whole tournaments can be repeated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from whistlestop.actions import Action
from whistlestop.view import View


class Bot(Protocol):
    """A player that makes its own decisions."""

    def choose(self, view: View, legal: tuple[Action, ...], seconds: float) -> Action:
        """Decide.

        Args:
            view: what the seat sees; `view.viewer` is the seat.
            legal: what it may do: at least one action, each once.
            seconds: how long it may think. A bot that needs no time may ignore it.

        Returns:
            One of the legal actions.
        """
        ...


Factory = Callable[[int], Bot]
"""Makes a bot for one seat of one game; its argument is the bot's seed."""
