"""Bots that a compiled policy decides for."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from whistlestop.actions import Action
from whistlestop.bots.policy import PolicyBot, policy_bots
from whistlestop.editions.load import load, names
from whistlestop.play.game import Game
from whistlestop.policies.entry import choose_whole
from whistlestop.policies.mind import RANDOM, mind_of
from whistlestop.rules.book import books_of
from whistlestop.rules.luck import LUCK, seed
from whistlestop.seen.encoding import decode
from whistlestop.seen.worlds import position_for

TABLES = [
    (edition, players) for edition in names() for players in sorted(set(load(edition).players))
]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_decides_as_its_policy_does_in_the_true_position(edition: str, players: int) -> None:
    game = Game.new(edition, players, seed=players)
    bots = [PolicyBot(number, mind_of(RANDOM)) for number in range(players)]
    twins = [Twin(number) for number in range(players)]
    while (seat := game.seat) is not None:
        action = bots[seat].choose(game.view(seat), tuple(game.legal_actions(seat)), 1.0)
        assert action == twins[seat].choose(game)
        game.play(action, seat)


class Twin:
    """What decides beside a bot, from the true state."""

    def __init__(self, number: int) -> None:
        self.minds = mind_of(RANDOM)
        self.lucks = np.zeros(1, dtype=LUCK)
        seed(self.lucks[0], np.uint64(number))

    def choose(self, game: Game) -> Action:
        seat = game.seat
        assert seat is not None
        state: Any = game.state
        state["seat"] = seat
        states = np.array([state])
        before = states.tobytes()
        numbers = np.empty(2, dtype=np.int64)
        choose_whole(books_of(game.edition), states, self.minds, self.lucks, numbers)
        assert states.tobytes() == before
        chosen = tuple(int(number) for number in numbers if number >= 0)
        return decode(game.edition, states[0], chosen, seat)


def test_answers_in_the_opening_in_any_order() -> None:
    game = Game.new("usa", 3, seed=1)
    for seat in (2, 0, 1):
        bot = PolicyBot(1, mind_of(RANDOM))
        game.play(bot.choose(game.view(seat), tuple(game.legal_actions(seat)), 1.0), seat)
    assert game.view(0).phase == "turn"


def test_equal_seeds_play_equally_and_others_differ() -> None:
    view, legal = _turn()
    make = policy_bots(mind_of(RANDOM))
    choices = {str(make(number).choose(view, legal, 1.0)) for number in range(20)}
    assert len(choices) > 1
    assert make(2**70 + 3).choose(view, legal, 1.0) == make(2**70 + 3).choose(view, legal, 1.0)


def _turn() -> tuple[Any, tuple[Action, ...]]:
    game = Game.new("usa", 2, seed=1)
    random = Random(1)
    while game.view(0).phase != "turn":
        game.play(random.choice(game.legal_actions()))
    seat = game.seat
    assert seat is not None
    return game.view(seat), tuple(game.legal_actions(seat))


def test_who_has_nothing_to_decide_is_not_asked() -> None:
    game = Game.new("usa", 2, seed=1)
    game.play("keep all", 0)
    for viewer in (0, None):
        with pytest.raises(ValueError, match="something to decide"):
            position_for(game.view(viewer))


def test_an_action_that_is_said_to_be_illegal_is_refused() -> None:
    view, _ = _turn()
    with pytest.raises(ValueError, match="not among the legal actions"):
        PolicyBot(1, mind_of(RANDOM)).choose(view, (), 1.0)
