"""What every built-in bot owes the table, in every edition and at every table size."""

from __future__ import annotations

from random import Random

import pytest

from whistlestop.bots.protocol import Factory
from whistlestop.bots.registry import bot_factory, bot_names, takes_playouts
from whistlestop.editions.load import load, names
from whistlestop.play.game import Game

AT_ALL_TABLES = ("beginner", "random")
"""What is between beginner and planner differs from both by numbers alone."""


def numbers_of_players(bot: str, edition: str) -> list[int]:
    """With how many a bot plays here; the slower a bot, the fewer."""
    fewest, most = load(edition).players
    if bot in AT_ALL_TABLES:
        return list(range(fewest, most + 1))
    if bot in ("casual", "skilled"):
        return [most] if edition == "europe" else []
    return [fewest] if takes_playouts(bot) else [fewest, most]


SEATED = [
    (bot, edition, players)
    for edition in names()
    for bot in bot_names()
    for players in numbers_of_players(bot, edition)
]


def factory(bot: str) -> Factory:
    """A factory of bots that can be repeated: they do not think by the clock."""
    return bot_factory(bot, playouts=4 if takes_playouts(bot) else None)


@pytest.mark.parametrize(("bot", "edition", "players"), SEATED)
def test_plays_whole_games_and_repeats_itself(bot: str, edition: str, players: int) -> None:
    game = Game.new(edition, players, seed=players)
    bots, twins = ([factory(bot)(seed) for seed in range(players)] for _ in range(2))
    while (seat := game.seat) is not None:
        legal = game.legal_actions(seat)
        action = bots[seat].choose(game.view(seat), tuple(legal), 1.0)
        assert action in legal
        assert action == twins[seat].choose(game.view(seat), tuple(legal), 1.0)
        game.play(action, seat)


@pytest.mark.parametrize(("bot", "edition", "players"), SEATED)
def test_gets_along_in_any_position(bot: str, edition: str, players: int) -> None:
    """A bot may be seated at any moment, also where nobody sensible would have gone."""
    random = Random(f"{edition} {players}")
    game = Game.new(edition, players, seed=players)
    asked = 0
    while (seat := game.seat) is not None:
        legal = game.legal_actions(seat)
        if random.random() < 0.2 or asked < 2 * players:
            view = game.view(seat)
            choices = [factory(bot)(3).choose(view, tuple(legal), 1.0) for _ in range(2)]
            assert choices[0] in legal
            assert choices[0] == choices[1]
            asked += 1
        game.play(random.choice(legal), seat)
    assert asked > 2 * players
