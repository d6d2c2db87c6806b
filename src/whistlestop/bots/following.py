"""What the bot of a seat is told of its game: every event once, as its seat sees it."""

from __future__ import annotations

from whistlestop.bots.protocol import Bot, Observer
from whistlestop.events import Event
from whistlestop.game import Game


class Following:
    """How much of a game the bot of one seat has been told."""

    def __init__(self, seat: int) -> None:
        """Begin before the deal.

        Args:
            seat: the bot's seat.
        """
        self._seat = seat
        self._heard = -1
        """Moves that have been told; -1 = nothing has, not even the deal."""

    def news(self, game: Game) -> tuple[Event, ...]:
        """What has happened since this was asked last, as the seat sees it.

        Args:
            game: the game, always the same one. Where moves are taken back, another `Following`
                begins.
        """
        found = game.events_since(self._heard)
        self._heard = game.length
        return tuple(event.seen_by(self._seat) for event in found)

    def news_for(self, bot: Bot, game: Game) -> tuple[Event, ...]:
        """The same for a bot that may not want to hear it; nothing then."""
        return self.news(game) if isinstance(bot, Observer) else ()
