"""Collect the new events for a bot: every event of the game once, as the bot's seat sees it."""

from __future__ import annotations

from whistlestop.bots.protocol import Bot, Observer
from whistlestop.events import Event
from whistlestop.play.game import Game


class Following:
    """A counter of the events of one game that the bot of one seat has received."""

    def __init__(self, seat: int) -> None:
        """Set the seat. No events count as received yet, not even those of the deal.

        Args:
            seat: the bot's seat.
        """
        self._seat = seat
        self._heard = -1
        """The number of moves whose events the bot has received. -1 = not even those of the deal.
        """

    def news(self, game: Game) -> tuple[Event, ...]:
        """Return the events since the last call, as the seat sees them, in order.

        The first call returns all events so far, including those of the deal.

        Args:
            game: the game. Pass the same game to every call. If moves are taken back, create a new
                `Following`.
        """
        found = game.events_since(self._heard)
        self._heard = game.length
        return tuple(event.seen_by(self._seat) for event in found)

    def news_for(self, bot: Bot, game: Game) -> tuple[Event, ...]:
        """Return the events since the last call, if the bot has a method `observe`.

        Otherwise return no events. The events then do not count as received.
        """
        return self.news(game) if isinstance(bot, Observer) else ()
