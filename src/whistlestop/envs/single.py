"""One seat against named bots, by Gymnasium's interface for a single environment."""

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
from whistlestop.encoding import decode, encode
from whistlestop.envs.compilation import compile_when_needed
from whistlestop.envs.compiled import lanes
from whistlestop.envs.editions import edition_of
from whistlestop.envs.games import Games
from whistlestop.envs.opponents import CHANCE, has_policy, names_by_seat
from whistlestop.envs.rendering import RENDER_MODES, checked_mode, rendered
from whistlestop.envs.spaces import LegalActions
from whistlestop.game import Game
from whistlestop.rules.state import Phase
from whistlestop.whole_numbers import SEEDS, seed_number, whole_number


class SeatEnv(gymnasium.Env[npt.NDArray[np.float32], np.int64]):
    """A learner's seat at a table of bots.

    The learner is asked for its own decisions; between two of them the bots have made theirs. An
    observation is what its seat sees; `info["action_mask"]` and `action_masks()` have what it may
    do, and `action_space.sample()` draws from that when it is given no mask.

    Attributes:
        games: the game itself, in a lane of its own.
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
        """Make the environment; `reset` deals.

        Args:
            edition: a built-in edition, a study board (`tiny`, `middle`), the path of a file, or an
                edition.
            players: how many play.
            opponents: the bots on the other seats: one name for all, or one for each. Any bot will
                do, also one of a file of your own (`./my_bot.py:Name`); those that decide by a
                compiled policy are the fastest.
            seat: the learner's seat. Who begins is drawn by lot.
            reward: `win`, `margin` or `score` (see `whistlestop.envs.rewards`).
            information: whether observations tell the past, too: information states.
            padded: whether observations have the layout that is the same for all editions.
            max_decisions: decisions after which the game is given up as truncated; 0 = never. They
                are those of the learner; of bots without a policy theirs count, too.
            illegal: what becomes of an action that is not legal: `random` takes a legal one in its
                place, drawn at random, and says so by `info["illegal"]`, as Gymnasium wants every
                action of the space to be possible; `error` refuses it.
            seconds: how long a bot that thinks by the clock may think for a decision.
            render_mode: `ansi`, the table in words; `svg`, the board as a drawing; `rgb_array`, the
                same in pixels, `uint8[height, width, 3]`; or None.

        Raises:
            BotError: there is no such bot, or it cannot be asked.
            EditionError: there is no such edition.
            ValueError: something else is not possible.
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
        """Return what a copy is made of: all but the functions that make bots."""
        return {**vars(self), "_factories": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a copied or pickled environment; its space looks at its own mask.

        Raises:
            BotError: the file of a bot is not there any more, or has faults now.
        """
        vars(self).update(state)
        self._factories = self._made_factories()
        space: Any = self.action_space
        space.watch(self.games.mask[0])

    def _made_factories(self) -> dict[int, Factory]:
        """Return what makes the bots by seat, if one of them has to be asked in Python."""
        if self._quick:
            return {}
        return {other: bot_factory(name) for other, name in enumerate(self._names) if name}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, as a maskable learner asks for it."""
        return self.games.mask[0].astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Deal a game, and play until the learner has to decide.

        Args:
            seed: makes it repeatable, and the games after it; 0 to 2**64 - 1.
            options: there are none.

        Raises:
            BotError: a bot cannot be made, failed or chose an illegal action; the message names it.
            TypeError: the seed is no whole number.
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
        """Take an action, and play until the learner has to decide again.

        Args:
            action: its number.

        Raises:
            BotError: a bot failed or chose an illegal action; the message names it. Only `reset`
                goes on then.
            ResetNeeded: no game has been dealt, or a bot failed.
            TypeError: the action is no whole number.
            ValueError: the action is not legal, and is not to be replaced; nothing has happened.
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
        """Make the bots that are asked in Python, and the game in which they are.

        Args:
            seed: the seed of the lane, whose first game has the same chance as the `Game` of it.
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
        """Whether the learner has to decide, or the game is over; else a bot has failed."""
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
        """Take an action of the lane in the game that bots see, when its payment is known, too.

        Args:
            game: that game.
            before: the lane's state before the action.
            number: the action's number in the rules.
        """
        self._claim = (*self._claim, number)
        if self.games.states[0]["phase"] != Phase.PAYMENT:
            seat = int(before["seat"])
            game.play(decode(game.edition, game.state, self._claim, seat), seat)
            self._claim = ()

    def _answer(self) -> float:
        """Let bots without a policy play until the learner has to decide; what that paid."""
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
        """The table as everybody sees it; None without a render mode.

        Raises:
            ResetNeeded: no game has been dealt.
        """
        self.games.check_dealt()
        return rendered(self.render_mode, self.games.edition, self.games.states[0])
