"""Gymnasium's environment of one seat: its own checks, bots, rendering."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from whistlestop.envs.registration import NAMES
from whistlestop.envs.single import SeatEnv


def test_it_passes_the_checks_of_gymnasium() -> None:
    check_env(gymnasium.make("whistlestop/Usa-v0", opponents=["random"]).unwrapped)


def test_every_edition_has_an_environment() -> None:
    for name in NAMES:
        env = gymnasium.make(f"whistlestop/{name}-v0")
        observation, info = env.reset(seed=1)
        assert env.observation_space.contains(observation)
        assert info["action_mask"].any()


def test_many_are_made_at_once_by_name() -> None:
    envs: Any = gymnasium.make_vec("whistlestop/Tiny-v0", num_envs=4)
    assert envs.reset(seed=1)[0].shape[0] == 4
    assert (envs.step(envs.action_space.sample())[4]["seat"] == 0).all()


def rollout(env: SeatEnv, number: int) -> tuple[float, int]:
    """A game with random legal actions: what it paid, and how many decisions it had."""
    env.reset(seed=number)
    env.action_space.seed(number)
    paid, decisions, over = 0.0, 0, False
    while not over:
        assert env.action_masks().any()
        observation, reward, over, given_up, info = env.step(env.action_space.sample())
        assert not info["illegal"]
        assert not given_up
        assert env.observation_space.contains(observation)
        paid += reward
        decisions += 1
    return paid, decisions


def test_a_game_pays_for_the_win() -> None:
    env = SeatEnv("middle", 3, seat=2)
    found = [rollout(env, number) for number in range(12)]
    assert {paid for paid, _ in found} <= {1.0, 0.25, 0.0, -0.5}
    assert len({paid for paid, _ in found}) > 1
    assert found == [rollout(env, number) for number in range(12)]


BOT = """
class Last:
    def choose(self, view, legal, seconds):
        assert view.viewer != 0
        return legal[-1]
"""


def test_bots_of_a_file_are_asked_with_what_they_see(tmp_path: Path) -> None:
    file = tmp_path / "last.py"
    file.write_text(BOT)
    env = SeatEnv("tiny", opponents=[f"{file}:Last"], reward="score")
    paid, decisions = rollout(env, 3)
    assert decisions > 2
    totals = env.games.lanes["total"][0]
    assert paid == pytest.approx(totals[0] - totals[1])


def test_illegal_actions_are_replaced_or_refused() -> None:
    env = SeatEnv("tiny")
    env.reset(seed=1)
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    assert env.step(wrong)[4]["illegal"]
    strict = SeatEnv("tiny", illegal="error")
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="is not legal"):
        strict.step(wrong)


def test_it_renders_what_everybody_sees() -> None:
    env = SeatEnv("middle", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert "The middle board, turn 1" in text
    assert "seat 1: 0 points, 3 cards" in text
    drawn = SeatEnv("usa", render_mode="svg")
    drawn.reset(seed=1)
    assert drawn.render()[:4] == "<svg"
