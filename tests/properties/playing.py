"""Which tables are played, and random games on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from whistlestop.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawTickets,
    StartJourney,
    Withdraw,
)
from whistlestop.editions.load import load
from whistlestop.play.game import Game

EDITIONS = ("usa", "germany", "london", "europe", "switzerland", "newyork", "india", "nordic")
TABLES = [
    (name, seats)
    for name in EDITIONS
    for seats in range(load(name).players[0], load(name).players[1] + 1)
]
"""Every edition with every number of players."""

STYLES = ("any", "claims", "hoards", "tickets", "travels")
"""Ways to choose: each brings games to corners where the others seldom come."""


def choose(random: Random, legal: Sequence[Action], style: str) -> Action:
    """A random legal action, in a style."""
    liked = {
        "any": legal,
        "claims": [a for a in legal if isinstance(a, ClaimRoute)],
        "hoards": [a for a in legal if not isinstance(a, ClaimRoute)],
        "tickets": [a for a in legal if isinstance(a, DrawTickets)],
        "travels": [a for a in legal if isinstance(a, StartJourney | BuildStation | Withdraw)],
    }[style]
    often = 0.93 if style == "hoards" else 0.5
    return random.choice(liked if liked and random.random() < often else legal)


def decisions(
    edition: str, seats: int, seed: int, style: str = "any", starter: int | None = None
) -> Iterator[tuple[Game, int, Sequence[Action], Action]]:
    """Play a game: yields it before each action, with the seat, its choices and the choice."""
    game = Game.new(edition, seats, seed=seed, starter=starter)
    random = Random(f"{edition} {seats} {seed} {style}")
    while not game.over:
        seat = random.choice(game.deciding)
        legal = game.legal_actions(seat)
        action = choose(random, legal, style)
        yield game, seat, legal, action
        game.play(action, seat)
    yield game, -1, (), None  # type: ignore[misc]


def whole(edition: str, seats: int, seed: int, style: str = "any") -> Game:
    """A game that has been played to its end."""
    *_, (game, *_) = decisions(edition, seats, seed, style)
    return game


def up_to(edition: str, seats: int, seed: int, moves: int, style: str = "any") -> Game:
    """A game after so many actions, or at its end."""
    return next(
        game
        for game, *_ in decisions(edition, seats, seed, style)
        if len(game.moves) >= moves or game.over
    )
