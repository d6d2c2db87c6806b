"""The adapter for Stable-Baselines3, with a stand-in for the base class that it fills."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from whistlestop.envs import sb3

MODULE = "stable_baselines3.common.vec_env.base_vec_env"


class VecEnv(ABC):
    """What Stable-Baselines3 2.9 asks of a vector environment, and what its base class does."""

    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs = num_envs
        self.observation_space = observation_space
        self.action_space = action_space
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        self._seeds: list[int | None] = [None] * num_envs
        assert self.get_attr("render_mode") == [None] * num_envs

    def seed(self, seed: int) -> None:
        self._seeds = [seed + lane for lane in range(self.num_envs)]

    def step(self, actions: Any) -> Any:
        self.step_async(actions)
        return self.step_wait()

    def has_attr(self, name: str) -> bool:
        try:
            self.get_attr(name)
        except AttributeError:
            return False
        return True

    @abstractmethod
    def reset(self) -> Any: ...
    @abstractmethod
    def step_async(self, actions: Any) -> None: ...
    @abstractmethod
    def step_wait(self) -> Any: ...
    @abstractmethod
    def close(self) -> None: ...
    @abstractmethod
    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]: ...
    @abstractmethod
    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None: ...
    @abstractmethod
    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kw: Any) -> Any: ...
    @abstractmethod
    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]: ...


@pytest.fixture(autouse=True)
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put the stand-in where the adapter looks for the base class."""
    parts = MODULE.split(".")
    module: Any = None
    for end in range(1, len(parts) + 1):
        name = ".".join(parts[:end])
        module = ModuleType(name)
        module.__path__ = []
        monkeypatch.setitem(sys.modules, name, module)
    module.VecEnv = VecEnv
    make_class: Any = vars(sb3)["_adapter"]
    make_class.cache_clear()
    yield
    make_class.cache_clear()


def test_games_end_and_begin_in_the_same_step() -> None:
    env = sb3.make_vec_env("tiny", 2, 3, opponents=["random"], illegal="error")
    assert VecEnv in type(env).__mro__
    env.seed(4)
    observations = env.reset()
    ended, paid, lengths = 0, np.zeros(3), np.zeros(3)
    for _ in range(40):
        assert env.observation_space.contains(observations[0])
        kept = observations.copy()
        masks = np.stack(env.env_method("action_masks"))
        before = observations
        observations, rewards, done, infos = env.step(masks.argmax(1))
        assert np.array_equal(before, kept), "observations that were handed out stay as they are"
        paid, lengths = paid + rewards, lengths + 1
        for lane in range(3):
            assert ("terminal_observation" in infos[lane]) == done[lane]
            assert ("episode" in infos[lane]) == done[lane]
        for lane in np.flatnonzero(done):
            info = infos[lane]
            phase = env.env.games.layout.part(info["terminal_observation"], "table.phase")
            assert phase.argmax() == 10
            assert info["episode"] == {"r": paid[lane], "l": lengths[lane]}
            assert info["TimeLimit.truncated"] is False
            paid[lane] = lengths[lane] = 0
            ended += 1
    assert ended > 3


def test_seeds_repeat_and_illegal_actions_are_replaced_or_refused() -> None:
    env = sb3.make_vec_env("middle", 2, 4)
    seen: list[Any] = []
    for _ in range(2):
        env.seed(9)
        infos: list[dict[str, Any]] = []
        observations = env.reset()
        for action in range(30):
            observations, _, _, infos = env.step(np.full(4, action))
        seen.append((observations.tobytes(), [info["illegal"] for info in infos]))
    assert seen[0] == seen[1]
    assert env.step(np.full(4, 10**6))[3] == [{"illegal": True}] * 4
    strict = sb3.make_vec_env("middle", 2, 4, illegal="error")
    strict.reset()
    with pytest.raises(ValueError, match="there is no action 1000000"):
        strict.step(np.full(4, 10**6))


def test_games_that_are_given_up_say_so() -> None:
    env = sb3.make_vec_env("middle", 2, 2, max_decisions=3)
    env.reset()
    infos: list[dict[str, Any]] = []
    done = np.zeros(2, dtype=np.bool_)
    for _ in range(3):
        *_, done, infos = env.step(np.stack(env.env_method("action_masks")).argmax(1))
    assert done.all()
    assert [info["TimeLimit.truncated"] for info in infos] == [True, True]


def test_attributes_are_those_of_all_lanes() -> None:
    env = sb3.make_vec_env("tiny", 2, 3)
    assert env.has_attr("action_masks")
    assert not env.has_attr("nothing")
    assert env.get_attr("num_envs", [0, 2]) == [3, 3]
    env.set_attr("note", 5)
    assert env.get_attr("note", 1) == [5]
    with pytest.raises(ValueError, match="share one environment"):
        env.set_attr("note", 5, 1)
    with pytest.raises(AttributeError, match="no method render"):
        env.env_method("render")
    assert env.env_is_wrapped(object) == [False] * 3
    env.close()


def test_what_cannot_be_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="trains one seat"):
        sb3.make_vec_env("tiny", opponents=None)
    with pytest.raises(ValueError, match="always SAME_STEP"):
        sb3.make_vec_env("tiny", autoreset_mode="NextStep")
    with pytest.raises(ValueError, match="illegal is 'random' or 'error'"):
        sb3.make_vec_env("tiny", illegal="maybe")
    with pytest.raises(ValueError, match="cannot be an opponent"):
        sb3.make_vec_env("tiny", opponents=["champion"])
    make_class: Any = vars(sb3)["_adapter"]
    make_class.cache_clear()
    monkeypatch.setitem(sys.modules, MODULE, None)
    with pytest.raises(ImportError, match="pip install stable-baselines3"):
        sb3.make_vec_env("tiny")
