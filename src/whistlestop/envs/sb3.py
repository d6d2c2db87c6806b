"""Many games at once for Stable-Baselines3, with its interface for vector environments.

    >>> from stable_baselines3 import PPO
    >>> from whistlestop.envs.sb3 import make_vec_env
    >>> env = make_vec_env("usa", num_envs=8, opponents=["planner"])
    >>> PPO("MlpPolicy", env).learn(100_000)

No extra of Whistlestop installs Stable-Baselines3. Use `pip install stable-baselines3`. The package
`sb3-contrib` has `MaskablePPO`, which chooses only legal actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from os import PathLike
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from whistlestop.editions.model import Edition
from whistlestop.envs.vector import VectorEnv

Indices = int | Sequence[int] | None


def make_vec_env(
    edition: str | PathLike[str] | Edition = "usa",
    players: int = 2,
    num_envs: int = 1,
    *,
    opponents: Sequence[str] | None = ("random",),
    illegal: str = "random",
    **options: Any,
) -> Any:
    """Return a `stable_baselines3.common.vec_env.VecEnv` of games against bots.

    When a game ends, the next one begins in the same step. The last observation of the ended game
    is then in `infos[lane]["terminal_observation"]`, and `infos[lane]["episode"]` has the sum of
    its rewards (`r`) and the number of its decisions (`l`). Observations are copies that you may
    keep.

    Args:
        edition: a built-in edition, a study board (`tiny`, `middle`), the path of a file, or an
            edition.
        players: the number of players in each game.
        num_envs: the number of games that are played at once.
        opponents: the bots on the other seats: one name for all, or one for each. The algorithms of
            Stable-Baselines3 train one seat, so None (self-play) is not possible.
        illegal: what happens to an action that is not legal. `random` takes a random legal action
            instead, and sets `infos[lane]["illegal"]` to True. `error` raises an error.
        **options: other arguments of `VectorEnv`, except `autoreset_mode`.

    Raises:
        ImportError: Stable-Baselines3 is not installed.
        BotError: there is no such opponent, or it does not decide by a policy alone.
        EditionError: there is no such edition.
        TypeError: a number is not a whole number, or a name is not a string.
        ValueError: another argument is not possible.
    """
    made = _adapter()
    if illegal not in ("random", "error"):
        raise ValueError(f"illegal is 'random' or 'error', not {illegal!r}")
    if opponents is None:
        raise ValueError("name opponents: Stable-Baselines3 trains one seat, not self-play")
    if "autoreset_mode" in options:
        raise ValueError("autoreset_mode is always SAME_STEP for Stable-Baselines3")
    games = VectorEnv(
        edition, players, num_envs, opponents=opponents, autoreset_mode="SameStep", **options
    )
    return made(games, replaces=illegal == "random")


@cache
def _adapter() -> Any:
    """Create and return the class of the environment. This needs Stable-Baselines3.

    Raises:
        ImportError: Stable-Baselines3 is not installed.
    """
    try:
        base: Any = import_module("stable_baselines3.common.vec_env.base_vec_env")
    except ImportError as missing:
        raise ImportError(
            "stable_baselines3 is not installed; this brings it: pip install stable-baselines3"
        ) from missing
    return type(
        "WhistlestopVecEnv",
        (_Adapter, base.VecEnv),
        {"__doc__": _Adapter.__doc__, "__module__": __name__},
    )


class _Adapter:
    """A `VectorEnv` with the `VecEnv` interface of Stable-Baselines3.

    Attributes:
        env: the vector environment.
    """

    # Attributes of the base class `VecEnv`, which `_adapter` adds.
    num_envs: int
    _seeds: list[int | None]

    def __init__(self, env: VectorEnv, *, replaces: bool) -> None:
        self.env = env
        self.render_mode = None
        self._replaces = replaces
        self._actions: npt.NDArray[np.int64] = np.zeros(env.num_envs, dtype=np.int64)
        self._returns = np.zeros(env.num_envs)
        self._lengths = np.zeros(env.num_envs, dtype=np.int64)
        single: Any = env.single_observation_space
        # A space without masks, because it is shared by lanes with different legal actions.
        actions = spaces.Discrete(env.games.mask.shape[1])
        super().__init__(env.num_envs, single, actions)  # pyright: ignore[reportCallIssue]

    def reset(self) -> npt.NDArray[np.float32]:
        """Deal a new game in every lane. Return the first observations, with one row for each lane.

        Seeds that were given to the method `seed` are used once. Without new seeds, each lane goes
        on to its next game. Lanes that never had a seed get random seeds.
        """
        seeds = [number for number in self._seeds if number is not None]
        observations, _ = self.env.reset(seed=seeds or None)
        self._seeds = [None] * self.num_envs
        self._returns[:], self._lengths[:] = 0, 0
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return observations.copy()

    def step_async(self, actions: Any) -> None:
        """Store one action for each lane. `step_wait` takes these actions."""
        self._actions = np.array(actions, dtype=np.int64).reshape(self.num_envs)

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Take the stored actions in all lanes.

        Returns:
            The observations, the rewards, whether each game ended or was truncated, and a
            dictionary for each lane (see `make_vec_env`).

        Raises:
            ValueError: an action is not legal, with `illegal="error"`. Nothing has changed.
        """
        games, actions = self.env.games, self._actions
        wrong = np.zeros(self.num_envs, dtype=np.bool_)
        if self._replaces:
            known = (actions >= 0) & (actions < games.mask.shape[1])
            wrong = ~known
            wrong[known] = games.mask[known, actions[known]] == 0
            if wrong.any():
                actions = np.where(wrong, games.sample(), actions)
        observations, rewards, terminated, truncated, step = self.env.step(actions)
        ended = terminated | truncated
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{"illegal": bool(one)} for one in wrong]
        for lane in np.flatnonzero(ended).tolist():
            infos[lane]["TimeLimit.truncated"] = bool(truncated[lane] and not terminated[lane])
            infos[lane]["episode"] = {
                "r": float(self._returns[lane]),
                "l": int(self._lengths[lane]),
            }
            if step["final_obs"].shape[0] == self.num_envs:
                infos[lane]["terminal_observation"] = step["final_obs"][lane].copy()
        self._returns[ended], self._lengths[ended] = 0, 0
        return observations.copy(), rewards.copy(), ended, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal now, as `bool[lanes, actions]`."""
        return self.env.games.mask != 0

    def close(self) -> None:
        """Stop the threads."""
        self.env.close()

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return the value of an attribute once for each of some lanes.

        Args:
            attr_name: the name of the attribute.
            indices: the lanes. None means all lanes.

        Raises:
            AttributeError: there is no such attribute.
        """
        if attr_name == "action_masks":
            return [self.action_masks for _ in self._chosen(indices)]
        value = self.render_mode if attr_name == "render_mode" else getattr(self.env, attr_name)
        return [value for _ in self._chosen(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set an attribute for all lanes. The lanes share one environment.

        Args:
            attr_name: the name of the attribute.
            value: the new value.
            indices: all lanes, or None.

        Raises:
            ValueError: `indices` does not name all lanes.
        """
        if len(self._chosen(indices)) != self.num_envs:
            raise ValueError("the lanes share one environment: an attribute is set for all of them")
        setattr(self.env, attr_name, value)

    def env_method(
        self, method_name: str, *arguments: Any, indices: Indices = None, **named: Any
    ) -> list[Any]:
        """Call a method for each of some lanes. The only method is `action_masks`.

        Args:
            method_name: `action_masks`.
            *arguments: must be empty.
            indices: the lanes. None means all lanes.
            **named: must be empty.

        Returns:
            The mask of each lane.

        Raises:
            AttributeError: another method is named, or arguments are given.
        """
        if method_name != "action_masks" or arguments or named:
            raise AttributeError(
                f"there is no method {method_name} for single lanes: there is action_masks()"
            )
        masks = self.action_masks()
        return [masks[lane] for lane in self._chosen(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Indices = None) -> list[bool]:
        """Return False for each of some lanes, because lanes have no wrappers.

        Args:
            wrapper_class: ignored.
            indices: the lanes. None means all lanes.
        """
        del wrapper_class
        return [False for _ in self._chosen(indices)]

    def get_images(self) -> list[Any]:
        """Return None for each lane, because many games at once are not drawn."""
        return [None] * self.num_envs

    def _chosen(self, indices: Indices) -> list[int]:
        if indices is None:
            return [*range(self.num_envs)]
        return [indices] if isinstance(indices, int) else [*indices]
