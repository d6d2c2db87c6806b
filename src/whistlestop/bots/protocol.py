"""The interface of a bot.

A bot plays one seat in one game:

1. Before the deal, a factory makes the bot from a seed: `factory(seed)`.
2. Whenever the seat has to decide, `choose` is called with the seat's view and the legal actions.
   If the bot has a method `observe`, this method is called first, with the events since its last
   call.
3. After the game, the bot is discarded.

A bot may store anything between two calls, but need not. A view shows everything on the table, so a
bot can also start in the middle of a game. Each call asks for one decision: drawing two cards takes
two calls, but claiming a route and paying for it is one action.

Equal seeds and equal views should give equal decisions, so that whole tournaments can be repeated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from whistlestop.actions import Action
    from whistlestop.events import Event
    from whistlestop.seen.view import View


class Bot(Protocol):
    """A program that plays on one seat in one game."""

    def choose(self, view: View, legal: tuple[Action, ...], seconds: float) -> Action:
        """Choose one of the legal actions, and return it.

        Args:
            view: the view of the bot's seat, which is `view.viewer`.
            legal: the legal actions: at least one, and each only once.
            seconds: the seconds that the bot may think. Bots that decide at once can ignore them.
        """
        ...


@runtime_checkable
class Observer(Protocol):
    """A bot that also receives the events of its game.

    The method `observe` is optional. A `Bot` without this method only gets views.
    """

    def observe(self, events: tuple[Event, ...]) -> None:
        """Receive the events since the last call. This method is called right before `choose`.

        The time that this method takes counts as time for the decision. A bot that starts in the
        middle of a game first receives all events so far. When moves are taken back, a new bot
        replaces the old one and receives only the events that still count.

        Args:
            events: the events since the last call, each once and in order, as the bot's seat sees
                them: hidden fields are None. The first call begins with the events of the deal.
        """
        ...


Factory = Callable[[int], Bot]
"""A function that makes a bot for one seat of one game. Its argument is the bot's seed."""
