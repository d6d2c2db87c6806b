"""The interface of a bot.

A bot sits on one seat for one game. Its life is short:

1. a factory makes it, with a seed, before the deal: `factory(seed)`;
2. whenever its seat has something to decide, `choose` is asked, with what the seat may see and
   what it may do; a bot that has a method `observe` is told first what has happened since;
3. after the game it is thrown away.

A bot may remember what it likes between two calls, but need not: a view tells everything that is
on the table, so a bot may as well be seated in the middle of a game. It is asked about one decision
at a time: two cards are two calls, and a claim comes with its cards.

Equal seeds and equal views should give equal choices; then whole tournaments can be repeated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from whistlestop.actions import Action
    from whistlestop.events import Event
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


@runtime_checkable
class Observer(Protocol):
    """What a bot is besides, if it wants to hear what happens and not only to see what lies there.

    Whoever asks it for decisions calls this, too; it is no part of `Bot`, so a bot may do without.
    """

    def observe(self, events: tuple[Event, ...]) -> None:
        """Hear what has happened, right before a decision; its time is the decision's.

        A bot that is seated in the middle of a game is told at first all that is known of it, and
        after moves were taken back another bot is seated, which hears of what counts alone.

        Args:
            events: everything since the last call, each event once, in order, and as the seat
                sees it: what is hidden is None. The first call begins with the deal.
        """
        ...


Factory = Callable[[int], Bot]
"""Makes a bot for one seat of one game; its argument is the bot's seed."""
