"""Play one game between bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from whistlestop.actions import Action
from whistlestop.bots.asking import ask, decision
from whistlestop.bots.following import Following
from whistlestop.bots.protocol import Bot
from whistlestop.play.game import Game
from whistlestop.seen.sheet import ScoreSheet


@dataclass(frozen=True, slots=True)
class Match:
    """The result of a game that has been played to its end."""

    sheet: ScoreSheet
    turns: int
    """The number of turns of all seats together."""
    decisions: int
    """The number of actions of all seats together."""


def play_match(
    game: Game, bots: Sequence[Bot], names: Sequence[str] | None = None, *, seconds: float = 1.0
) -> Match:
    """Let bots play a game to its end. The bots get views of the game, never the game itself.

    Args:
        game: the game, in any position.
        bots: one bot for each seat.
        names: the names of the bots in error messages. If left out, the names of the seats.
        seconds: the seconds that each bot is given for a decision. A bot that takes longer is not
            stopped.

    Returns:
        The score sheet and the numbers of turns and decisions.

    Raises:
        BotError: a bot chose an illegal action or raised an exception.
        ValueError: the number of bots is not the number of seats.
    """
    if len(bots) != len(game.seats):
        raise ValueError(f"{len(game.seats)} seats need so many bots, not {len(bots)}")
    called = game.seats if names is None else names
    return play_on(game, asking(game, bots, called, seconds))


def asking(
    game: Game, bots: Sequence[Bot], names: Sequence[str], seconds: float
) -> Callable[[int], Action]:
    """Return a function that asks the bot of a seat for its next action in a game.

    Args:
        game: the game. The function reads the game and does not change it.
        bots: one bot for each seat.
        names: the names of the bots in error messages.
        seconds: the seconds that each bot is given for a decision.

    Returns:
        A function for the argument `decide` of `play_on`. This function raises `BotError` if the
        bot chooses an illegal action or raises an exception.
    """
    following = [Following(seat) for seat in range(len(bots))]

    def decide(seat: int) -> Action:
        bot = bots[seat]
        news = following[seat].news_for(bot, game)
        answer = ask(bot, game.view(seat), game.legal_actions(seat), seconds, news)
        return decision(names[seat], answer)

    return decide


def play_on(game: Game, decide: Callable[[int], Action]) -> Match:
    """Play a game to its end with the actions that a function chooses.

    Args:
        game: the game, in any position.
        decide: a function that is called with the number of the seat that must decide. It returns
            one of the seat's legal actions.

    Returns:
        The score sheet and the numbers of turns and decisions.
    """
    decisions = 0
    while (seat := game.seat) is not None:
        game.play(decide(seat), seat)
        decisions += 1
    return Match(game.score_sheet(), int(game.state.turns), decisions)
