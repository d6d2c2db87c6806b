"""The game for PettingZoo, with its AEC interface: the agents decide one after the other.

>>> from whistlestop.envs import pettingzoo
>>> game = pettingzoo.env(edition="usa", players=3)
>>> game.reset(seed=7)
>>> observation, reward, termination, truncation, info = game.last()
>>> sorted(observation)
['action_mask', 'observation']
"""

from __future__ import annotations

from os import PathLike
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding

from whistlestop.editions.model import Edition
from whistlestop.envs.compiled import lanes
from whistlestop.envs.games import Games
from whistlestop.envs.rendering import RENDER_MODES, checked_mode, rendered
from whistlestop.envs.versions import VERSION
from whistlestop.extras import needed
from whistlestop.rules.actions import PASS
from whistlestop.whole_numbers import SEEDS, seed_number, whole_number

_pettingzoo: Any = needed("pettingzoo")
_wrappers: Any = needed("pettingzoo.utils").wrappers


def env(**options: Any) -> Any:
    """Return a `raw_env` in a wrapper that checks the order of calls, such as `step` after `reset`.

    Args:
        options: the arguments of `raw_env`.
    """
    return _wrappers.OrderEnforcingWrapper(raw_env(**options))


class raw_env(_pettingzoo.AECEnv, EzPickle):  # noqa: N801 (PettingZoo calls it so)
    """The PettingZoo environment of a game, without wrappers.

    An observation is a dictionary. `observation` is what the agent sees (`float32`). `action_mask`
    has 1 for each legal action and 0 for the others (`int8`). If the agent has nothing to decide,
    only passing is 1. The agents are `player_0` and so on, in the order of the seats. The seat that
    begins is drawn by lot.
    """

    def __init__(
        self,
        edition: str | PathLike[str] | Edition = "usa",
        players: int = 2,
        *,
        reward: str = "win",
        information: bool = False,
        padded: bool = False,
        max_cycles: int = 0,
        render_mode: str | None = None,
    ) -> None:
        """Create the environment. Call `reset` to deal.

        Args:
            edition: a built-in edition, a study board (`tiny`, `middle`), the path of a file, or an
                edition.
            players: the number of players.
            reward: `win`, `margin` or `score` (see `whistlestop.envs.rewards`).
            information: whether observations also contain the past. They are then information
                states.
            padded: whether observations have the layout that all editions share.
            max_cycles: the number of decisions after which the game is truncated. 0 = never.
            render_mode: the form in which `render` returns the game. `ansi` is words, `svg` is a
                drawing of the board, and `rgb_array` is the drawing as `uint8[height, width, 3]`.
                With None, `render` returns None.

        Raises:
            EditionError: there is no such edition.
            TypeError: a number is not a whole number.
            ValueError: another argument is not possible.
        """
        EzPickle.__init__(
            self,
            edition,
            players,
            reward=reward,
            information=information,
            padded=padded,
            max_cycles=max_cycles,
            render_mode=render_mode,
        )
        super().__init__()  # pyright: ignore[reportUnknownMemberType]
        self._games = Games(
            edition,
            players,
            1,
            reward=reward,
            information=information,
            padded=padded,
            most_decisions=max_cycles,
        )
        self._np_random: Any = None
        self._action = np.zeros(1, dtype=np.int64)
        self._seats = {f"player_{seat}": seat for seat in range(self._games.players)}
        self.metadata = {
            "name": f"whistlestop_{self._games.edition.name}_v{VERSION}",
            "render_modes": [*RENDER_MODES],
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = [*self._seats]
        actions = self._games.mask.shape[1]
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(self._games.low, self._games.high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations.

        Raises:
            ValueError: there is no such agent.
        """
        return self.observation_spaces[self._checked(agent)]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions.

        Raises:
            ValueError: there is no such agent.
        """
        return self.action_spaces[self._checked(agent)]

    def _checked(self, agent: str) -> str:
        if agent not in self._seats:
            raise ValueError(f"there is no agent {agent!r}: there are {', '.join(self._seats)}")
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game.

        Args:
            seed: a number from 0 to 2**64 - 1 that makes the games repeatable. The next game is
                that of `Game.new(edition, players, seed=seed)`. None = deal the next game of the
                series that the last seed began, or of a random series if there was no seed.
            options: ignored.

        Raises:
            TypeError: the seed is not a whole number.
            ValueError: the seed is not from 0 to 2**64 - 1.
        """
        del options
        if seed is not None:
            seed = seed_number(seed)
        if seed is not None or self._np_random is None:
            self._np_random, _ = seeding.np_random(seed)
        number = self._np_random.integers(SEEDS, dtype=np.uint64) if seed is None else seed
        self._games.reset(np.array([number], dtype=np.uint64))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self._games.seat[0])]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and action mask now.

        Raises:
            ResetNeeded: no game has been dealt.
            ValueError: there is no such agent.
        """
        self._games.check_dealt()
        games, seat = self._games, self._seats[self._checked(agent)]
        if seat == games.seat[0] and not games.lanes["over"][0]:
            return {
                "observation": games.observation[0].copy(),
                "action_mask": games.mask[0].copy(),
            }
        mask = np.zeros_like(games.mask[0])
        mask[games.numbering.compact[PASS]] = 1
        return {"observation": games.observed_by(seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Take an action for the selected agent, `agent_selection`.

        Args:
            action: the number of the action. None if the agent's game is over.

        Raises:
            ResetNeeded: no game has been dealt.
            TypeError: the action is not a whole number.
            ValueError: the action is not legal. Nothing has changed.
        """
        self._games.check_dealt()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        games = self._games
        self._action[0] = whole_number(action, "an action")
        games.step(self._action, lanes.DISABLED)
        self._cumulative_rewards[agent] = 0.0
        paid = games.paid[0].tolist()
        self.rewards = dict(zip(self.agents, paid, strict=True))
        if games.terminated[0]:
            self.terminations = dict.fromkeys(self.agents, True)
        if games.truncated[0]:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[int(games.seat[0])]
        self._accumulate_rewards()

    def render(self) -> Any:
        """Return the game as a spectator sees it now, in the form of the render mode.

        Return None if the environment has no render mode.

        Raises:
            ResetNeeded: no game has been dealt.
        """
        self._games.check_dealt()
        return rendered(self.render_mode, self._games.edition, self._games.states[0])

    def close(self) -> None:
        """Release the resources of the games."""
        self._games.close()
