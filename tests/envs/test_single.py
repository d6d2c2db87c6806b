"""Gymnasium's environment of one seat: its own checks, bots, rendering."""

from __future__ import annotations

import copy
import importlib
import io
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from whistlestop.bots.files import module_of
from whistlestop.bots.registry import BotError
from whistlestop.drawing import position
from whistlestop.editions.load import EditionError
from whistlestop.envs import VectorEnv, compilation
from whistlestop.envs.registration import NAMES
from whistlestop.envs.single import SeatEnv
from whistlestop.seen.view import SPECTATOR, see

imread: Any = importlib.import_module("matplotlib.image").imread


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


LISTENING = """
from whistlestop.bots.random import RandomBot

made = []

class Ear(RandomBot):
    def __init__(self, seed):
        super().__init__(seed)
        self.heard, self.views = [], []
        made.append(self)

    def observe(self, events):
        self.heard += events

    def choose(self, view, legal, seconds):
        self.views.append(view)
        return super().choose(view, legal, seconds)

class Failing(Ear):
    def choose(self, view, legal, seconds):
        if len(self.views) == 3:
            raise KeyError("three")
        return super().choose(view, legal, seconds)

class Cheat(Ear):
    def choose(self, view, legal, seconds):
        return "win"

class Broken(Ear):
    def __init__(self, seed):
        raise RuntimeError("out of order")
"""


@pytest.mark.parametrize(
    ("edition", "players"), [("middle", 3), ("switzerland", 2), ("europe", 2), ("nordic", 2)]
)
def test_bots_hear_what_happens(tmp_path: Path, edition: str, players: int) -> None:
    file = tmp_path / "ear.py"
    file.write_text(LISTENING)
    env = SeatEnv(edition, players, seat=1, opponents=[f"{file}:Ear"])
    for number in (4, 5):
        rollout(env, number)
        seats = [seat for seat in range(players) if seat != 1]
        for seat, bot in zip(seats, module_of(file).made[-len(seats) :], strict=True):
            kinds = {type(event).__name__ for event in bot.heard}
            assert {"CardsDealt", "TicketsKept", "CardDrawn", "RouteClaimed"} <= kinds
            assert all(event == event.seen_by(seat) for event in bot.heard)
            claims = [event for event in bot.heard if type(event).__name__ == "RouteClaimed"]
            assert len({event.route for event in claims}) == len(claims)
            owned = {(event.route, event.seat) for event in claims}
            assert {*bot.views[-1].owners.items()} == owned


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Failing", r"failed: KeyError: 'three' \(ear.py, line"),
        ("Cheat", "chose 'win', which is not among its legal actions"),
    ],
)
def test_a_bot_that_fails_is_named(tmp_path: Path, name: str, message: str) -> None:
    file = tmp_path / "ear.py"
    file.write_text(LISTENING)
    env = SeatEnv("middle", opponents=[f"{file}:{name}"])
    with pytest.raises(BotError, match=rf"the bot .*ear\.py:{name} {message}"):
        rollout(env, 1)
    with pytest.raises(ResetNeeded, match=r"call reset\(\)"):
        env.step(0)


def test_compiling_for_bots_in_python_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def mark(part: str) -> Path:
        return tmp_path / "marks" / part

    monkeypatch.setattr(compilation, "_mark", mark)
    file = tmp_path / "ear.py"
    file.write_text(LISTENING)
    SeatEnv("tiny", opponents=[f"{file}:Ear"])
    assert "5 of 5: games that bots in Python see" in capsys.readouterr().err
    SeatEnv("tiny", opponents=[f"{file}:Ear"])
    assert capsys.readouterr().err == ""


def test_a_bot_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    file = tmp_path / "ear.py"
    file.write_text(LISTENING)
    with pytest.raises(BotError, match=r"ear\.py:Broken cannot be made: RuntimeError: out of"):
        SeatEnv("middle", opponents=[f"{file}:Broken"])


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


def test_a_table_in_pixels_is_the_drawing() -> None:
    env = SeatEnv("tiny", render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert pixels.dtype == np.uint8
    assert pixels.shape[1:] == (1000, 3)
    picture = position(see(env.games.edition, env.games.states[0], SPECTATOR))
    expected: Any = imread(io.BytesIO(picture.png(1000)), format="png")
    mixed = expected[..., :3] * expected[..., 3:] + 1 - expected[..., 3:]
    assert np.abs(pixels / 255 - mixed).max() < 0.005
    with pytest.raises(ValueError, match="there are ansi, svg, rgb_array"):
        SeatEnv("tiny", render_mode="human")


def test_a_step_before_the_deal_says_what_is_missing() -> None:
    for env in (VectorEnv("tiny", 2, 2), SeatEnv("tiny"), SeatEnv("tiny", illegal="error")):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            env.step(np.zeros(2, dtype=np.int64) if isinstance(env, VectorEnv) else 0)
    vector = VectorEnv("tiny", 2, 2)
    with pytest.raises(ResetNeeded):
        vector.sample_actions()
    vector.reset(options={"reset_mask": np.array([True, False])})
    vector.step(vector.sample_actions())
    assert (vector.games.lanes["games"] == 1).all()


def test_an_unknown_board_is_answered_with_all_that_there_are() -> None:
    with pytest.raises(EditionError, match="usa-mega, tiny, middle, or the path"):
        VectorEnv("nope")
    with pytest.raises(EditionError, match='did you mean "middle"'):
        SeatEnv("midle")
    with pytest.raises(EditionError, match="expected a file to read"):
        VectorEnv("./nope.toml")


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


AGAIN: list[Callable[[Any], Any]] = [copy.deepcopy, pickled]


@pytest.mark.parametrize("again", AGAIN)
def test_a_copy_draws_from_its_own_mask(again: Any) -> None:
    env = SeatEnv("middle", 3, opponents=["random"])
    env.reset(seed=1)
    twin = again(env)
    over = False
    while not over:
        action = twin.action_space.sample()
        assert twin.action_masks()[action]
        one, other = env.step(action), twin.step(action)
        assert not other[4]["illegal"]
        assert np.array_equal(one[0], other[0])
        over = other[2]


def test_a_copy_has_bots_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "ear.py"
    file.write_text(LISTENING)
    env = SeatEnv("middle", opponents=[f"{file}:Ear"])
    env.reset(seed=1)
    twin = copy.deepcopy(env)
    for _ in range(3):
        action = env.action_space.sample()
        assert np.array_equal(env.step(action)[0], twin.step(action)[0])
    twin.reset(seed=1)
    assert np.array_equal(twin.reset(seed=1)[0], env.reset(seed=1)[0])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 2.0}, "players: expected a whole number, not 2.0"),
        ({"opponents": None}, "opponents is a list of names of bots, not None"),
        ({"opponents": [None]}, "an opponent is the name of a bot, not None"),
        ({"seat": 7}, "the learner's seat: expected a whole number from 0 to 1, not 7"),
        ({"max_decisions": 1.5}, "max_decisions: expected a whole number"),
        ({"seconds": "1"}, "seconds is a number above 0, not '1'"),
        ({"seconds": 0}, "seconds is a number above 0, not 0"),
    ],
)
def test_every_option_that_cannot_be_is_named(options: dict[str, Any], said: str) -> None:
    with pytest.raises((TypeError, ValueError), match=re.escape(said)):
        SeatEnv("tiny", **options)


@pytest.mark.parametrize("action", ["1", 1.0, None, np.array([1])])
def test_an_action_is_a_whole_number(action: Any) -> None:
    env = SeatEnv("tiny")
    env.reset(seed=np.int64(1))  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError, match="an action: expected a whole number, not"):
        env.step(action)
    for seed in (-1, 1.5, 2**64):
        with pytest.raises((TypeError, ValueError), match=r"a seed is a whole number from 0"):
            env.reset(seed=seed)  # pyright: ignore[reportArgumentType]


def test_nothing_is_drawn_before_the_deal() -> None:
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        SeatEnv("tiny", render_mode="ansi").render()
