"""One seat against named bots, with Gymnasium's interface for a single environment."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from os import PathLike
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from whistlestop.bots.asking import ask, decision
from whistlestop.bots.following import Following
from whistlestop.bots.protocol import Bot, Factory
from whistlestop.bots.registry import bot_factory
from whistlestop.editions.arguments import checked_players
from whistlestop.editions.model import Edition
from whistlestop.envs.compilation import compile_when_needed
from whistlestop.envs.compiled import lanes
from whistlestop.envs.editions import edition_of
from whistlestop.envs.games import Games
from whistlestop.envs.opponents import CHANCE, has_policy, names_by_seat
from whistlestop.envs.rendering import RENDER_MODES, checked_mode, rendered
from whistlestop.envs.spaces import LegalActions
from whistlestop.play.game import Game
from whistlestop.rules.state import Phase
from whistlestop.seen.encoding import decode, encode
from whistlestop.whole_numbers import SEEDS, seed_number, whole_number


class SeatEnv(gymnasium.Env[npt.NDArray[np.float32], np.int64]):
    """A game in which a learner plays one seat against bots.

    Each step takes one action of the learner, and then lets the bots play until the learner has to
    decide again. An observation is what the learner's seat sees. `info["action_mask"]` and
    `action_masks()` have the legal actions. `action_space.sample()` without a mask returns a legal
    action.

    Attributes:
        games: the game, as `Games` with one lane.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (as Gymnasium has it)
        "render_modes": [*RENDER_MODES],
        "render_fps": 1,
    }

    def __init__(
        self,
        edition: str | PathLike[str] | Edition = "usa",
        players: int = 2,
        *,
        opponents: Sequence[str] = (CHANCE,),
        seat: int = 0,
        reward: str = "win",
        information: bool = False,
        padded: bool = False,
        max_decisions: int = 0,
        illegal: str = "random",
        seconds: float = 1.0,
        render_mode: str | None = None,
    ) -> None:
        """Create the environment. Call `reset` to deal.

        Args:
            edition: a built-in edition, a study board (`tiny`, `middle`), the path of a file, or an
                edition.
            players: the number of players.
            opponents: the bots on the other seats: one name for all, or one for each. All bots are
                possible, including those in files of your own (`./my_bot.py:Name`). Bots that
                decide by a compiled policy are the fastest.
            seat: the learner's seat. The seat that begins is drawn by lot.
            reward: `win`, `margin` or `score` (see `whistlestop.envs.rewards`).
            information: whether observations also contain the past. They are then information
                states.
            padded: whether observations have the layout that all editions share.
            max_decisions: the number of decisions after which the game is truncated. 0 = never.
                The decisions of the learner count. If a bot does not decide by a compiled policy,
                the decisions of all bots count, too.
            illegal: what happens to an action that is not legal. `random` takes a random legal
                action instead, and sets `info["illegal"]` to True, because Gymnasium expects every
                action of the space to be possible. `error` raises an error.
            seconds: the thinking time for each decision of a bot, in seconds. Bots that need no
                time ignore this limit.
            render_mode: the form in which `render` returns the game. `ansi` is words, `svg` is a
                drawing of the board, and `rgb_array` is the drawing as `uint8[height, width, 3]`.
                With None, `render` returns None.

        Raises:
            BotError: there is no such bot, or a method of the bot is asynchronous or does not take
                the required arguments.
            EditionError: there is no such edition.
            TypeError: a number is not a whole number, or a name is not a string.
            ValueError: another argument is not possible.
        """
        if illegal not in ("random", "error"):
            raise ValueError(f"illegal is 'random' or 'error', not {illegal!r}")
        if isinstance(seconds, bool) or not isinstance(seconds, Real) or not seconds > 0:
            raise ValueError(f"seconds is a number above 0, not {seconds!r}")
        self._refuses = illegal == "error"
        board = edition_of(edition)
        self._names = names_by_seat(opponents, checked_players(board, players), seat)
        self._quick = quick = all(has_policy(name) for name in self._names if name)
        self._factories = self._made_factories()
        if not quick:
            compile_when_needed(policies=False, bots=True)
        self.games = Games(
            board,
            players,
            1,
            opponents=opponents if quick else None,
            seat=seat if quick else 0,
            reward=reward,
            information=information,
            padded=padded,
            most_decisions=max_decisions,
        )
        self._bots: dict[int, Bot] = {}
        self._following: dict[int, Following] = {}
        self._game: Game | None = None
        self._claim: tuple[int, ...] = ()
        self._seat = int(seat)
        self._seconds = seconds
        self._action = np.zeros(1, dtype=np.int64)
        self.render_mode = checked_mode(render_mode)
        self.observation_space = spaces.Box(self.games.low, self.games.high, dtype=np.float32)
        self.action_space = LegalActions(self.games.mask[0])

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes that copies and pickles contain: all but the bots' factories."""
        return {**vars(self), "_factories": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a copied or pickled environment. Its action space uses its own mask.

        Raises:
            BotError: the file of a bot no longer exists, or cannot be loaded.
        """
        vars(self).update(state)
        self._factories = self._made_factories()
        space: Any = self.action_space
        space.watch(self.games.mask[0])

    def _made_factories(self) -> dict[int, Factory]:
        """Return a dictionary from the seat of each bot to the function that makes this bot.

        The result is empty if all bots decide by compiled policies.
        """
        if self._quick:
            return {}
        return {other: bot_factory(name) for other, name in enumerate(self._names) if name}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal now, as `bool[actions]`. `MaskablePPO` calls this."""
        return self.games.mask[0].astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Deal a game, and let the bots play until the learner has to decide.

        Args:
            seed: a number from 0 to 2**64 - 1 that makes this game and the later ones repeatable.
                None = deal the next game of the series that the last seed began, or of a random
                series if there was no seed.
            options: ignored.

        Returns:
            The first observation, and `info`.

        Raises:
            BotError: a bot cannot be made, failed, or chose an illegal action. The message names
                the bot.
            TypeError: the seed is not a whole number.
            ValueError: the seed is out of range.
        """
        super().reset(seed=None if seed is None else seed_number(seed), options=options)
        number = self.np_random.integers(SEEDS, dtype=np.uint64)
        self.games.reset(np.array([number], dtype=np.uint64))
        self._seat_bots(int(number))
        self._answer()
        return self._observation(), self._info()

    def step(
        self, action: Any
    ) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Take an action, and let the bots play until the learner has to decide again.

        Args:
            action: the number of the action.

        Returns:
            The observation, the learner's reward, whether the game ended, whether it was truncated,
            and `info`.

        Raises:
            BotError: a bot failed or chose an illegal action. The message names the bot. Call
                `reset` to continue.
            ResetNeeded: no game has been dealt, or a bot failed in this game.
            TypeError: the action is not a whole number.
            ValueError: the action is not legal, with `illegal="error"`. Nothing has changed.
        """
        if self._factories and not self._is_asked():
            raise ResetNeeded("no game is under way, or a bot failed in it: call reset() first")
        chosen, marks = whole_number(action, "an action"), self.games.mask[0]
        illegal = not 0 <= chosen < len(marks) or not marks[chosen]
        if illegal and not self._refuses:
            chosen = int(self.games.sample()[0])
        reward = self._take(chosen) + self._answer()
        return (
            self._observation(),
            reward,
            bool(self.games.terminated[0]),
            bool(self.games.truncated[0]),
            {**self._info(), "illegal": illegal},
        )

    def _seat_bots(self, seed: int) -> None:
        """Make the bots that run in Python, and the `Game` from which they get their views.

        Args:
            seed: the seed of the lane. The `Game` gets the seed, too, so that it equals the game of
                the lane.
        """
        self._bots, self._game, self._claim = {}, None, ()
        if not self._factories:
            return
        self._game = Game.new(self.games.edition, self.games.players, seed=seed)
        self._bots = {
            other: make((seed + other) % SEEDS) for other, make in self._factories.items()
        }
        self._following = {other: Following(other) for other in self._factories}

    def _is_asked(self) -> bool:
        """Return whether `step` can be called, in a game with bots that run in Python.

        It can be called if the learner has to decide or the game is over. It cannot be called
        before the first game or after a bot has failed.

        If no bot runs in Python, the result is always False and has no meaning.
        """
        return bool(self._bots) and bool(
            self.games.seat[0] == self._seat or self.games.lanes["over"][0]
        )

    def _take(self, action: int) -> float:
        games = self.games
        self._action[0] = action
        before = games.states.copy() if self._game is not None else games.states
        games.step(self._action, lanes.DISABLED)
        if self._game is not None:
            self._repeat(self._game, before[0], int(games.numbering.numbers[action]))
        return float(games.paid[0, self._seat])

    def _repeat(self, game: Game, before: Any, number: int) -> None:
        """Repeat an action of the lane in the `Game` from which the bots get their views.

        A claim or a station that still has to be paid for is only stored. The call for the payment
        then repeats both as one action.

        Args:
            game: the game to repeat the action in.
            before: the lane's state before the action.
            number: the action's number in the rules.
        """
        self._claim = (*self._claim, number)
        if self.games.states[0]["phase"] not in (Phase.PAYMENT, Phase.STATION_PAYMENT):
            seat = int(before["seat"])
            game.play(decode(game.edition, game.state, self._claim, seat), seat)
            self._claim = ()

    def _answer(self) -> float:
        """Let the bots that run in Python play until the learner has to decide.

        Returns:
            The sum of the rewards that the learner got during these actions.

        Raises:
            BotError: a bot failed or chose an illegal action.
        """
        games, game, paid = self.games, self._game, 0.0
        while game is not None and games.seat[0] != self._seat and not games.lanes["over"][0]:
            seat = int(games.seat[0])
            bot, news = self._bots[seat], self._following[seat].news_for(self._bots[seat], game)
            answer = ask(bot, game.view(seat), game.legal_actions(seat), self._seconds, news)
            chosen = decision(self._names[seat], answer)
            for number in encode(games.edition, games.states[0], chosen, seat):
                paid += self._take(int(games.numbering.compact[number]))
        return paid

    def _observation(self) -> npt.NDArray[np.float32]:
        if self._factories:
            return self.games.observed_by(self._seat)
        return self.games.observation[0].copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.games.mask[0].copy(), "seat": self._seat}

    def render(self) -> Any:
        """Return the game as a spectator sees it now, in the form of the render mode.

        Return None if the environment has no render mode.

        Raises:
            ResetNeeded: no game has been dealt.
        """
        self.games.check_dealt()
        return rendered(self.render_mode, self.games.edition, self.games.states[0])
