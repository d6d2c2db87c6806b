"""Many games side by side: what every environment is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from os import PathLike
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.editions.model import Edition
from whistlestop.envs.compiled import lanes
from whistlestop.envs.editions import checked_players, edition_of
from whistlestop.envs.opponents import minds_of, names_by_seat
from whistlestop.envs.rewards import reward_kind
from whistlestop.observations import Layout, Numbering
from whistlestop.observations.compiled.memory import MEMORY
from whistlestop.observations.compiled.writing import inform, observe
from whistlestop.rules.actions import MOST_LEGAL
from whistlestop.rules.book import books_of
from whistlestop.rules.luck import LIGHT_LUCK
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import STATE


class Worker:
    """The lanes that one thread looks after, and its room to work in."""

    def __init__(self, first: int, end: int) -> None:
        """Make room.

        Args:
            first: the first lane.
            end: the lane behind the last one.
        """
        self.first = first
        self.end = end
        self.lucks = np.zeros(1, dtype=LIGHT_LUCK)
        self.choosing = np.zeros(1, dtype=LIGHT_LUCK)
        self.sheets = np.zeros(1, dtype=SHEET)
        self.numbers = np.zeros(MOST_LEGAL, dtype=np.int16)
        self.before = np.zeros(1, dtype=STATE)


class Games:
    """Games of one edition in lanes, stepped together.

    All arrays are made once and written in place; rows are lanes.

    Attributes:
        edition: what is played.
        players: how many play each game.
        learner: the seat whose decisions are asked for; `lanes.SELF_PLAY` = every seat's.
        states: `STATE[n]`, the positions.
        lanes: `lanes.LANE[n]`.
        memories: `MEMORY[n]`, the past of each game, if observations tell it.
        low, high: `float32[features]`, the range of each number of an observation.
        observation: `float32[n, features]`, what the deciding seat sees.
        mask: `int8[n, actions]`, 1 for what it may do.
        seat: `int64[n]`, the deciding seat.
        paid: `float32[n, players]`, what the last step paid to each seat.
        terminated: `bool[n]`, whether the game ended with the last step.
        truncated: `bool[n]`, whether it was given up.
        final_observation: `float32[n, features]`, the last one of games that ended with the last
            step; made only where the next game begins in the same step.
    """

    def __init__(
        self,
        edition: str | PathLike[str] | Edition,
        players: int,
        number: int,
        *,
        opponents: Sequence[str] | None = None,
        seat: int = 0,
        reward: str = "win",
        information: bool = False,
        padded: bool = False,
        most_decisions: int = 0,
        threads: int = 1,
    ) -> None:
        """Make lanes without games; `reset` deals.

        Args:
            edition: as for `editions.edition_of`.
            players: how many play each game.
            number: how many lanes.
            opponents: who plays the other seats; None asks for every seat's decisions.
            seat: the learner's seat, if there are opponents.
            reward: the kind of reward: see `rewards`.
            information: whether observations tell the past, too: they are information states then.
            padded: whether observations have the layout that is the same for all editions.
            most_decisions: decisions after which a game is given up; 0 = never.
            threads: how many threads share the lanes.

        Raises:
            BotError: there is no such opponent, or it has no policy.
            EditionError: there is no such edition.
            ValueError: something else is not possible.
        """
        self.edition = edition_of(edition)
        self.players = checked_players(self.edition, players)
        if number < 1 or threads < 1 or most_decisions < 0:
            raise ValueError("lanes and threads are 1 at least, and decisions 0")
        self.learner = lanes.SELF_PLAY
        self._minds: npt.NDArray[np.void] | None = None
        self._remembered: Any = None
        if opponents is not None:
            names = names_by_seat(opponents, players, seat)
            self.learner = seat
            self._minds = minds_of(names, self.edition, seat)
        self._reward = reward_kind(reward)
        self._most = most_decisions
        self._books = books_of(self.edition)
        self._blank = np.zeros(1, dtype=STATE)
        self.numbering = Numbering.of(self.edition)
        self.layout = (
            Layout.padded(self.edition) if padded else Layout.fitted(self.edition, players)
        )
        self.low, self.high = _range(self.layout, information=information)
        actions, features = self.numbering.size, len(self.high)
        self.states = np.zeros(number, dtype=STATE)
        self.lanes = np.zeros(number, dtype=lanes.LANE)
        self.memories = np.zeros(number if information else 0, dtype=MEMORY)
        self.observation = np.zeros((number, features), dtype=np.float32)
        self.final_observation = np.zeros((number, features), dtype=np.float32)
        self.mask = np.zeros((number, actions), dtype=np.int8)
        self.seat = np.zeros(number, dtype=np.int64)
        self.paid = np.zeros((number, players), dtype=np.float32)
        self.terminated = np.zeros(number, dtype=np.bool_)
        self.truncated = np.zeros(number, dtype=np.bool_)
        self._ended = np.zeros(number, dtype=np.bool_)
        self._allowed = np.zeros((number, (actions + 63) // 64), dtype=np.uint64)
        self._sampled = np.zeros(number, dtype=np.int64)
        if self._minds is not None:
            self._remembered = np.zeros((number, players), dtype=self._minds.dtype)
        edges = [number * i // threads for i in range(threads + 1)]
        self._workers = [Worker(first, end) for first, end in pairwise(edges)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def reset(
        self, seeds: npt.NDArray[np.uint64], chosen: npt.NDArray[np.bool_] | None = None
    ) -> None:
        """Deal the first games of the lanes anew.

        Args:
            seeds: the seeds of the lanes.
            chosen: which lanes; all of them if left out.
        """
        which = np.ones(len(self.states), dtype=np.bool_) if chosen is None else chosen
        self.lanes["seed"][which] = seeds[which]
        self.lanes["games"][which] = 0
        self.paid[which] = 0
        self.terminated[which] = False
        self.truncated[which] = False
        self._deal(which)

    def deal_again(self, chosen: npt.NDArray[np.bool_]) -> None:
        """Deal the next games of some lanes, whose chance goes on."""
        self.paid[chosen] = 0
        self.terminated[chosen] = False
        self.truncated[chosen] = False
        self._deal(chosen)

    def _deal(self, chosen: npt.NDArray[np.bool_]) -> None:
        def work(worker: Worker) -> None:
            self._deal_chosen(worker, chosen)
            self._show(worker)

        self._each(work)

    def step(self, actions: npt.NDArray[np.int64], mode: int) -> None:
        """Take an action in every lane.

        Args:
            actions: `int64[n]`, by their places in the mask; in a lane whose game is over it does
                not matter which.
            mode: when the next game of a lane begins: `lanes.NEXT_STEP`, `SAME_STEP` or `DISABLED`.

        Raises:
            ValueError: an action is not legal; nothing has happened in any lane.
        """
        wrong = lanes.first_illegal(self.lanes, self._allowed, actions)
        if wrong >= 0:
            raise ValueError(self._refusal(int(wrong), int(actions[wrong])))

        def whole(worker: Worker) -> None:
            lanes.step(
                self._books,
                self.states,
                self.lanes,
                self.memories,
                actions,
                self.numbering.numbers,
                mode == lanes.NEXT_STEP,
                self.players,
                self._blank,
                worker.before,
                worker.lucks,
                self.learner,
                worker.choosing,
                self._reward,
                self._most,
                worker.sheets,
                self.paid,
                self.terminated,
                self.truncated,
                self.numbering.compact,
                self.mask,
                self._allowed,
                worker.numbers,
                self.layout.record,
                self.observation,
                self.seat,
                worker.first,
                worker.end,
            )

        def in_parts(worker: Worker) -> None:
            lanes.act(
                self._books,
                self.states,
                self.lanes,
                self.memories,
                actions,
                self.numbering.numbers,
                mode == lanes.NEXT_STEP,
                self.players,
                self._blank,
                worker.before,
                worker.lucks,
                worker.first,
                worker.end,
            )
            self._answer(worker)
            lanes.settle(
                self._books,
                self.states,
                self.lanes,
                self.players,
                self._reward,
                self._most,
                worker.sheets,
                self.paid,
                self.terminated,
                self.truncated,
                worker.first,
                worker.end,
            )
            if mode == lanes.SAME_STEP:
                self._begin_again(worker)
            self._show(worker)

        # Policies are compiled apart, and the next game of the same step waits for the last look.
        parted = self._minds is not None or mode == lanes.SAME_STEP
        self._each(in_parts if parted else whole)

    def observed_by(self, seat: int, lane: int = 0) -> npt.NDArray[np.float32]:
        """What any seat sees in a lane, as an array of its own."""
        observation = np.empty(len(self.high), dtype=np.float32)
        book, layout, state = self._books[0], self.layout.record[0], self.states[lane]
        if len(self.memories):
            inform(book, layout, state, self.memories[lane], seat, observation)
        else:
            observe(book, layout, state, seat, observation)
        return observation

    def sample(self) -> npt.NDArray[np.int64]:
        """A legal action for every lane, each equally likely, drawn by the lane's own chance."""

        def work(worker: Worker) -> None:
            lanes.sample(
                self.lanes, self._allowed, worker.choosing, self._sampled, worker.first, worker.end
            )

        self._each(work)
        return self._sampled

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _each(self, work: Callable[[Worker], None]) -> None:
        if self._pool is None:
            work(self._workers[0])
        else:
            for _ in self._pool.map(work, self._workers):
                pass

    def _refusal(self, lane: int, action: int) -> str:
        if not 0 <= action < self.numbering.size:
            last = self.numbering.size - 1
            return f"lane {lane}: there is no action {action}; actions are 0 to {last}"
        return (
            f"lane {lane}: the action {action} ({self.numbering.words(action)}) is not legal; "
            "the mask has those that are"
        )

    def _deal_chosen(self, worker: Worker, chosen: npt.NDArray[np.bool_]) -> None:
        lanes.deal_lanes(
            self._books,
            self.states,
            self.lanes,
            self.memories,
            chosen,
            self.players,
            self._blank,
            worker.lucks,
            worker.first,
            worker.end,
        )
        self._answer(worker)

    def _begin_again(self, worker: Worker) -> None:
        """Keep the last observations of the games that have ended, and deal the next ones."""
        here = slice(worker.first, worker.end)
        np.logical_or(self.terminated[here], self.truncated[here], out=self._ended[here])
        if self._ended[here].any():
            self._observe(worker, self._ended, self.final_observation, every=False)
            self._deal_chosen(worker, self._ended)

    def _answer(self, worker: Worker) -> None:
        """Let the opponents play until the learner has to decide."""
        if self.learner == lanes.SELF_PLAY:
            return
        here = self._books, self.states, self.lanes, self.memories, self.learner, worker.before
        rooms = worker.lucks, worker.choosing, worker.first, worker.end
        if self._minds is None:
            lanes.answer_at_random(*here, *rooms)
            return
        # Late, as it loads the policies.
        from whistlestop.envs.compiled.answers import answer_by_policy

        answer_by_policy(*here, self._minds, self._remembered, *rooms)

    def _show(self, worker: Worker) -> None:
        lanes.mark_legal(
            self._books,
            self.states,
            self.lanes,
            self.numbering.compact,
            self.mask,
            self._allowed,
            worker.numbers,
            worker.first,
            worker.end,
        )
        self._observe(worker, self._ended, self.observation, every=True)

    def _observe(
        self,
        worker: Worker,
        chosen: npt.NDArray[np.bool_],
        observation: npt.NDArray[np.float32],
        *,
        every: bool,
    ) -> None:
        """Write what the deciding seats of some lanes, or of all of them, see."""
        lanes.show(
            self._books,
            self.layout.record,
            self.states,
            self.memories,
            self.learner,
            observation,
            self.seat,
            chosen,
            every,
            worker.first,
            worker.end,
        )


def _range(
    layout: Layout, *, information: bool
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """The least and the greatest that each number of an observation can be."""
    size = layout.whole if information else layout.size
    high = np.zeros(size, dtype=np.float32)
    for placed in layout.placed.values():
        high[placed.start : placed.stop] = placed.feature.high
    return np.zeros(size, dtype=np.float32), high
