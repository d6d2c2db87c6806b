"""PettingZoo's own tests, for editions and table sizes."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from whistlestop import load_edition
from whistlestop.editions.load import names
from whistlestop.envs import pettingzoo
from whistlestop.seen.view import see

# They bring no types.
tests_of_pettingzoo: Any = import_module("pettingzoo.test")

# It lists the environments whose observations are dictionaries by name, and says of others that
# theirs are.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably", "ignore:Observation is not a NumPy array"
)


@pytest.mark.parametrize("edition", [*names(), "tiny", "middle"])
def test_it_passes_the_tests_of_pettingzoo(
    edition: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fewest, most = (2, 2) if edition in ("tiny", "middle") else load_edition(edition).players
    for players in {fewest, most}:
        game = pettingzoo.env(edition=edition, players=players, render_mode="ansi")
        tests_of_pettingzoo.api_test(game, num_cycles=60)
        assert "Passed" in capsys.readouterr().out
        assert game.metadata["name"] == f"whistlestop_{edition}_v0"


def test_the_same_seed_brings_the_same_game() -> None:
    tests_of_pettingzoo.seed_test(
        lambda: pettingzoo.env(edition="europe", players=3), num_cycles=60
    )


def finished(game: Any) -> dict[str, float]:
    """Play a game at random; what everybody got."""
    game.reset(seed=4)
    got = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, _ = game.last()
        got[agent] += reward
        over = terminated or truncated
        game.step(None if over else game.action_space(agent).sample(observation["action_mask"]))
    return got


def test_the_winner_gets_what_the_others_pay() -> None:
    got = finished(pettingzoo.env(edition="middle", players=3))
    assert sum(got.values()) == pytest.approx(0)
    assert max(got.values()) > 0


def test_a_game_may_be_given_up() -> None:
    game = pettingzoo.env(edition="usa", max_cycles=9)
    assert set(finished(game).values()) == {0.0}


def test_every_agent_sees_its_own_hand_and_only_that() -> None:
    game = pettingzoo.env(edition="usa", players=3).unwrapped
    game.reset(seed=1)
    layout, state = game._games.layout, game._games.states[0]
    for seat, agent in enumerate(game.possible_agents):
        told = layout.describe(game.observe(agent)["observation"])
        assert told["players"][0]["hand"] == dict(see(layout.edition, state, seat).me.hand or {})
        assert [player["hand"] for player in told["players"][1:]] == [None, None]
        if agent != game.agent_selection:
            assert game.observe(agent)["action_mask"].sum() == 1


def test_before_the_deal_everything_says_what_is_missing() -> None:
    game = pettingzoo.raw_env(edition="tiny", render_mode="ansi")
    for ask in (
        lambda: game.step(0),
        lambda: game.observe("player_0"),
        lambda: game.last(),  # pyright: ignore[reportUnknownMemberType]
        game.render,
    ):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            ask()
    with pytest.raises(ValueError, match="a seed is a whole number from 0"):
        game.reset(seed=-1)
    game.reset(seed=np.int64(1))  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError, match="an action: expected a whole number, not '1'"):
        game.step("1")
    with pytest.raises(ValueError, match="no agent 'nobody': there are player_0, player_1"):
        game.observe("nobody")
