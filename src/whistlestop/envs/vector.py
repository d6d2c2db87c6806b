"""Many games at once, with Gymnasium's vector interface."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium import spaces, vector
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode

from whistlestop.editions.model import Edition
from whistlestop.envs.compiled import lanes
from whistlestop.envs.games import Games
from whistlestop.envs.spaces import LegalActions, LegalActionsOfLanes
from whistlestop.whole_numbers import SEEDS, seed_number

_MODES: Final = {
    AutoresetMode.NEXT_STEP: lanes.NEXT_STEP,
    AutoresetMode.SAME_STEP: lanes.SAME_STEP,
    AutoresetMode.DISABLED: lanes.DISABLED,
}

Arrays = dict[str, Any]


class VectorEnv(vector.VectorEnv[Any, Any, Any]):
    """Games of one edition in lanes. Each lane holds one game at a time.

    Compiled code steps all lanes at once.

    Without opponents this is self-play. Each lane then has the observation and the mask of the seat
    that decides, which is in `info["seat"]`. The reward of a step is that of the seat that has just
    acted. `info["rewards"]` has the rewards of all seats. With opponents, observation, mask and
    reward are always the learner's.

    All arrays are created once and returned at every step. The next step overwrites them. It also
    overwrites arrays that another library has made from them without copying (NumPy, PyTorch and
    JAX by DLPack). Their addresses are multiples of 64 bytes, as JAX needs. `info` has

    - `action_mask`: `int8[lanes, actions]`, 1 for each legal action. If a lane's game is over, only
      passing is 1
    - `seat`: `int64[lanes]`, the seat that decides
    - `rewards`: `float32[lanes, players]`, the reward of the step for each seat
    - `final_obs`, `_final_obs`: if games ended and the next ones began in the same step, the last
      observations of the ended games, and for each lane whether it has one

    Attributes:
        games: the games, with all their arrays.
    """

    observation_space: Any
    action_space: Any
    single_observation_space: Any
    single_action_space: Any
    _games_of: type[Games] = Games

    def __init__(
        self,
        edition: str | PathLike[str] | Edition = "usa",
        players: int = 2,
        num_envs: int = 1,
        *,
        opponents: Sequence[str] | None = None,
        seat: int = 0,
        reward: str = "win",
        information: bool = False,
        padded: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_decisions: int = 0,
        threads: int = 1,
        observe: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """Create the environment. Call `reset` to deal.

        Args:
            edition: a built-in edition, a study board (`tiny`, `middle`), the path of a file, or an
                edition.
            players: the number of players in each game.
            num_envs: the number of games that are played at once.
            opponents: the bots on the other seats: one name for all, or one for each. They must
                decide by a compiled policy, or be `random`. For bots that search (`champion`,
                `thinker`) and bots of your own, use `SeatEnv`. None is self-play.
            seat: the learner's seat, if there are opponents. The seat that begins is drawn by lot.
            reward: `win`, `margin` or `score` (see `whistlestop.envs.rewards`).
            information: whether observations also contain the past. They are then information
                states.
            padded: whether observations have the layout that all editions share.
            autoreset_mode: when the next game of a lane begins, as Gymnasium defines it. With
                `DISABLED`, call `reset(options={"reset_mask": ...})`.
            max_decisions: the number of decisions after which a game is truncated. 0 = never. The
                decisions of opponents do not count.
            threads: the number of threads that share the lanes. It does not affect the games.
            observe: whether observations are written. Without them (`float32[lanes, 0]`) a step is
                about three times as fast. Use this if you read `games.states` or only the mask.
            render_mode: must be None, because many games at once are not drawn.

        Raises:
            BotError: there is no such opponent, or it does not decide by a policy alone.
            EditionError: there is no such edition.
            TypeError: a number is not a whole number, or a name is not a string.
            ValueError: another argument is not possible.
        """
        if render_mode is not None:
            raise ValueError("many games at once are not drawn: render_mode is None")
        mode = AutoresetMode(autoreset_mode)
        self.games = self._games_of(
            edition,
            players,
            num_envs,
            opponents=opponents,
            seat=seat,
            reward=reward,
            information=information,
            padded=padded,
            most_decisions=max_decisions,
            threads=threads,
            observe=observe,
        )
        self._observes = observe
        self._mode = _MODES[mode]
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.num_envs = num_envs
        features = len(self.games.low) if observe else 0
        low, high = self.games.low[:features], self.games.high[:features]
        shape = num_envs, features
        self._nothing = np.zeros(shape if not observe else (0, 0), dtype=np.float32)
        self.single_observation_space = spaces.Box(low, high, dtype=np.float32)
        self.observation_space = spaces.Box(
            np.broadcast_to(low, shape), np.broadcast_to(high, shape), dtype=np.float32
        )
        self.single_action_space = LegalActions(self.games.mask[0])
        self.action_space = LegalActionsOfLanes(self.games.mask)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a copied or pickled environment. Its action spaces use its own masks."""
        vars(self).update(state)
        self.single_action_space.watch(self.games.mask[0])
        self.action_space.watch(self.games.mask)

    @property
    def _observation(self) -> npt.NDArray[np.float32]:
        return self.games.observation if self._observes else self._nothing

    @property
    def action_mask(self) -> npt.NDArray[np.int8]:
        """The mask of every lane: `int8[lanes, actions]`, 1 for each legal action."""
        return self.games.mask

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[npt.NDArray[np.float32], Arrays]:
        """Deal games, in all lanes or in some of them.

        Args:
            seed: the seeds of the lanes, from 0 to 2**64 - 1: one number for each lane, or one for
                the first lane, with the following numbers for the others (after 2**64 - 1 comes 0).
                If left out, the lanes go on to their next games. Lanes that were never seeded get
                random seeds.
            options: may contain `reset_mask`, `bool[lanes]`: only lanes with True are dealt. The
                first call deals all lanes.

        Returns:
            The observations, and `info`.

        Raises:
            TypeError: a seed is not a whole number, or `reset_mask` is not an array of truth
                values.
            ValueError: a seed is out of range, there are too many or too few, or `reset_mask` has
                another length or is all False.
        """
        chosen = np.ones(self.num_envs, dtype=np.bool_)
        if options is not None and "reset_mask" in options:
            chosen = self._reset_mask(options["reset_mask"])
        if seed is None and self._np_random is not None:
            self.games.deal_again(chosen)
        else:
            self.games.reset(self._seeds(seed), chosen)
        return self._observation, self._info()

    def _reset_mask(self, mask: Any) -> npt.NDArray[np.bool_]:
        """Check the mask of the lanes that are to be dealt, and return it.

        Raises:
            TypeError: the mask is not an array of truth values.
            ValueError: the mask has another length or is all False.
        """
        chosen = np.asarray(mask)
        if chosen.dtype != np.bool_:
            raise TypeError(
                f"reset_mask has a truth value for each lane (bool[{self.num_envs}]), not "
                f"{chosen.dtype}{[*chosen.shape]}; numbers of lanes make one by "
                "mask = np.zeros(env.num_envs, dtype=bool); mask[lanes] = True"
            )
        if chosen.shape != (self.num_envs,) or not chosen.any():
            raise ValueError(
                f"reset_mask has a truth value for each lane (bool[{self.num_envs}]), one of them "
                f"true; this one is bool{[*chosen.shape]} with {int(chosen.sum())} true"
            )
        return chosen

    def _seeds(self, seed: int | Sequence[int] | None) -> npt.NDArray[np.uint64]:
        if seed is None:
            self._np_random, self._np_random_seed = seeding.np_random()
            return self._np_random.integers(SEEDS, size=self.num_envs, dtype=np.uint64)
        if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str) and np.ndim(seed):
            seeds = [seed_number(one, f"the seed of lane {i}") for i, one in enumerate(seed)]
            if len(seeds) != self.num_envs:
                raise ValueError(
                    f"{len(seeds)} seeds are given for {self.num_envs} lanes; give one for each, "
                    "or one number for all"
                )
        else:
            first = seed_number(seed)
            seeds = [(first + lane) % SEEDS for lane in range(self.num_envs)]
        self._np_random, self._np_random_seed = seeding.np_random(seeds[0])
        return np.array(seeds, dtype=np.uint64)

    def step(
        self, actions: Any
    ) -> tuple[
        npt.NDArray[np.float32],
        npt.NDArray[np.float32],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        Arrays,
    ]:
        """Take an action in every lane.

        Args:
            actions: the number of an action for each lane. If a lane's game is over, its action is
                ignored.

        Returns:
            The observations, the rewards, whether each game ended, whether each game was truncated,
            and `info`.

        Raises:
            ResetNeeded: no games have been dealt.
            TypeError: the actions are not whole numbers.
            ValueError: there is not one action for each lane, or an action is not legal. Nothing
                has changed in any lane.
        """
        games = self.games
        chosen = self._chosen(actions)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"one action a lane: expected {self.num_envs}, not {chosen.shape}")
        games.step(chosen, self._mode)
        info = self._info()
        if self._mode == lanes.SAME_STEP and games.any_ended():
            final = games.final_observation if self._observes else self._nothing
            info["final_obs"], info["_final_obs"] = final, games.ended
        return self._observation, games.reward, games.terminated, games.truncated, info

    def _chosen(self, actions: Any) -> Any:
        """Return actions as `int64`, in the memory of the device that steps the games."""
        return np.asarray(actions).astype(np.int64, casting="same_kind", copy=False)

    def sample_actions(self) -> npt.NDArray[np.int64]:
        """Return a random legal action for every lane. Each legal action is equally likely.

        The next call overwrites the array.

        Raises:
            ResetNeeded: no games have been dealt.
        """
        return self.games.sample()

    def _info(self) -> Arrays:
        games = self.games
        return {"action_mask": games.mask, "seat": games.seat, "rewards": games.paid}

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        del kwargs
        self.games.close()
