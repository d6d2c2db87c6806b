"""A bot that joins a running game, and decides as if it had played from the beginning."""

from __future__ import annotations

from whistlestop.actions import Action
from whistlestop.bots.protocol import Bot
from whistlestop.play.game import Game
from whistlestop.seen.view import View


class RecallingBot:
    """A bot that first makes the earlier decisions of its seat again, to remember its plans.

    Bots keep plans in mind, which a restart of the server loses. At a deal of the day, the same
    moves of the person must meet the same moves of the bots, whatever happens to the server.
    """

    def __init__(self, bot: Bot, game: Game, seat: int) -> None:
        """Make the bot. The earlier decisions are made before its first decision, in its thread.

        Args:
            bot: a new bot that decides from views alone and not by the time.
            game: the running game. It is copied.
            seat: the bot's seat.
        """
        self._bot = bot
        self._game: Game | None = game.copy(seed=0)
        self._seat = seat

    def choose(self, view: View, legal: tuple[Action, ...], seconds: float) -> Action:
        """Return the bot's choice among the legal actions of a view."""
        if self._game is not None:
            for earlier, choices in _decisions(self._game, self._seat):
                self._bot.choose(earlier, choices, seconds)
            self._game = None
        return self._bot.choose(view, legal, seconds)


def _decisions(game: Game, seat: int) -> list[tuple[View, tuple[Action, ...]]]:
    """Return the view and the legal actions of each earlier decision of a seat, in order.

    Decisions with only one legal action are left out, because bots are not asked for them.

    Args:
        game: a copy of the game. All its moves are taken back.
        seat: the seat.
    """
    found: list[tuple[View, tuple[Action, ...]]] = []
    while game.length:
        if game.undo().seat != seat:
            continue
        legal = tuple(game.legal_actions(seat))
        if len(legal) > 1:
            found.append((game.view(seat), legal))
    return found[::-1]
