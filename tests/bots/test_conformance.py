"""What every built-in bot owes the table, in every edition and at every table size."""

from __future__ import annotations

from random import Random

import pytest

from whistlestop.bots.registry import bot_names, make_bot
from whistlestop.editions.load import load, names
from whistlestop.game import Game

TABLES = [
    (edition, players)
    for edition in names()
    for players in range(load(edition).players[0], load(edition).players[1] + 1)
]


@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("bot", bot_names())
def test_plays_whole_games_and_repeats_itself(bot: str, edition: str, players: int) -> None:
    game = Game.new(edition, players, seed=players)
    bots, twins = ([make_bot(bot, seed) for seed in range(players)] for _ in range(2))
    while (seat := game.seat) is not None:
        legal = game.legal_actions(seat)
        action = bots[seat].choose(game.view(seat), legal, 1.0)
        assert action in legal
        assert action == twins[seat].choose(game.view(seat), legal, 1.0)
        game.play(action, seat)


@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("bot", bot_names())
def test_gets_along_in_any_position(bot: str, edition: str, players: int) -> None:
    """A bot may be seated at any moment, also where nobody sensible would have gone."""
    random = Random(f"{edition} {players}")
    game = Game.new(edition, players, seed=players)
    asked = 0
    while (seat := game.seat) is not None:
        legal = game.legal_actions(seat)
        if random.random() < 0.2 or asked < 2 * players:
            view = game.view(seat)
            choices = [make_bot(bot, 3).choose(view, legal, 1.0) for _ in range(2)]
            assert choices[0] in legal
            assert choices[0] == choices[1]
            asked += 1
        game.play(random.choice(legal), seat)
    assert asked > 2 * players
