"""Many games side by side. All environments but those of OpenSpiel are built on them.

A *lane* holds one game at a time. When the game ends, the next one can begin in the lane.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from os import PathLike
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from whistlestop.editions.arguments import checked_players
from whistlestop.editions.model import Edition
from whistlestop.envs.arrays import aligned, aligned_zeros
from whistlestop.envs.compilation import compile_when_needed
from whistlestop.envs.compiled import lanes
from whistlestop.envs.compiled.arguments import (
    ActionTables,
    LaneGames,
    Observations,
    Opponents,
    StepResults,
    Terms,
    Workspace,
)
from whistlestop.envs.editions import edition_of
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
from whistlestop.whole_numbers import whole_number

MOST_DECISIONS: Final = (1 << 31) - 1
"""The highest limit that can be set for the number of decisions in a game."""


_GROUPS: Final = ("_lane_games", "_terms", "_tables", "_results", "_shown", "_final")
"""The attributes of `Games` that group its arrays. They are not pickled."""


class Worker:
    """A range of lanes that one call of a compiled function works on, and its working memory.

    On a CPU, each worker has a thread of its own. On a GPU, one worker has all lanes.
    """

    def __init__(self, first: int, end: int, zeros: Callable[..., Any], threads: int = 1) -> None:
        """Create the working memory.

        Args:
            first: the first lane.
            end: the lane after the last one.
            zeros: a function that creates arrays, such as `np.zeros`.
            threads: the number of threads that share this range of lanes: 1 on a CPU, more on a
                GPU. Each gets one row of the working memory.
        """
        self.first = first
        self.end = end
        self.work: tuple[Any, ...] = tuple(
            Workspace(
                before=zeros(threads, dtype=STATE),
                lucks=zeros(threads, dtype=LIGHT_LUCK),
                choosing=zeros(threads, dtype=LIGHT_LUCK),
                sheets=zeros(threads, dtype=SHEET),
                legal=zeros((threads, MOST_LEGAL), dtype=np.int16),
            )
        )


class Games:
    """Games of one edition in lanes. Each lane holds one game at a time.

    A step takes one action in every lane.

    All arrays are created once, and each step writes into them. Each row is a lane.

    Attributes:
        edition: the edition.
        players: the number of players in each game.
        learner: the seat that the caller decides for, or `lanes.SELF_PLAY` for every seat.
        states: `STATE[n]`, the positions.
        lanes: `lanes.LANE[n]`, the records of the lanes.
        memories: `MEMORY[n]`, the past of each game. The array is empty if observations do not need
            the past.
        low, high: `float32[features]`, the range of each number in an observation.
        observation: `float32[n, features]`, the observation of the deciding seat, or
            `float32[0, features]` without observations.
        mask: `int8[n, actions]`, 1 for each action that is legal for the deciding seat.
        seat: `int64[n]`, the deciding seat.
        paid: `float32[n, players]`, the reward of the last step for each seat.
        reward: `float32[n]`, the reward of the last step for the learner, or in self-play for the
            seat that acted.
        terminated: `bool[n]`, whether the game ended with the last step.
        truncated: `bool[n]`, whether the game was given up with the last step.
        ended: `bool[n]`, whether the game is terminated or truncated. Only written if the next game
            begins in the same step.
        final_observation: `float32[n, features]`, the last observation of each game that ended with
            the last step. Only written if the next game begins in the same step.
    """

    _functions: Any = lanes
    """The functions that work on lanes: a module, or an object with functions of the same names."""

    _whole: bool = True
    """Whether `_functions.step` can take a whole step in one call. If not, the method `step` calls
    one function of `_functions` for each part of the step."""

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
        observe: bool = True,
    ) -> None:
        """Create lanes without games. Call `reset` to deal.

        Args:
            edition: a built-in edition, a study board (`tiny`, `middle`), the path of a file, or an
                edition.
            players: the number of players in each game.
            number: the number of lanes.
            opponents: the bots on the other seats: one name for all, or one for each. None means
                self-play: the caller decides for every seat.
            seat: the learner's seat, if there are opponents.
            reward: the kind of reward, see `rewards`.
            information: whether observations also contain the past. They are then information
                states.
            padded: whether observations have the layout that all editions share.
            most_decisions: the number of decisions of the caller after which a game is given up.
                0 = never.
            threads: the number of threads that share the lanes.
            observe: whether observations are written. Without them a step is about three times as
                fast.

        Raises:
            BotError: there is no such opponent, or it does not decide by a policy alone.
            EditionError: there is no such edition.
            TypeError: a number is not a whole number, or a name is not a string.
            ValueError: another argument is out of range, or the arguments contradict each other.
        """
        self.edition = edition_of(edition)
        self.players = players = checked_players(self.edition, players)
        number = whole_number(number, "num_envs", 1)
        threads = whole_number(threads, "threads", 1)
        most_decisions = whole_number(most_decisions, "max_decisions", 0, MOST_DECISIONS)
        if information and not observe:
            raise ValueError("information=True asks for observations, and observe=False for none")
        self.learner = lanes.SELF_PLAY
        self._minds: Any = None
        self._remembered: Any = None
        seat = whole_number(seat, "seat", 0, players - 1)
        if opponents is None and seat:
            raise ValueError(
                f"seat={seat} is a learner's seat among opponents, and here are none: name "
                "opponents, or leave seat out, as in self-play every seat is asked"
            )
        if opponents is not None:
            names = names_by_seat(opponents, players, seat)
            self.learner = seat
            self._minds = minds_of(names, self.edition, seat)
        self._reward = reward_kind(reward)
        if self._functions is lanes:
            compile_when_needed(policies=self._minds is not None)
        self._most_decisions = most_decisions
        self._books = self.given(books_of(self.edition))
        self._blank = self._zeros(1, dtype=STATE)
        self.numbering = Numbering.of(self.edition)
        self._numbers = self.given(self.numbering.numbers)
        self._indices = self.given(self.numbering.compact)
        self.layout = (
            Layout.padded(self.edition) if padded else Layout.fitted(self.edition, players)
        )
        self._layouts = self.given(self.layout.record)
        self.low, self.high = _range(self.layout, information=information)
        actions, features = self.numbering.size, len(self.high)
        self._number = number
        self._dealt = False
        self.states = self._zeros(number, dtype=STATE)
        self.lanes = self._zeros(number, dtype=lanes.LANE)
        self.memories = self._zeros(number if information else 0, dtype=MEMORY)
        seen = number if observe else 0
        self.observation = self._zeros((seen, features), dtype=np.float32)
        self.final_observation = self._zeros((seen, features), dtype=np.float32)
        self.mask = self._zeros((number, actions), dtype=np.int8)
        self.seat = self._zeros(number, dtype=np.int64)
        self.paid = self._zeros((number, players), dtype=np.float32)
        self.reward = self._zeros(number, dtype=np.float32)
        self.terminated = self._zeros(number, dtype=np.bool_)
        self.truncated = self._zeros(number, dtype=np.bool_)
        self.ended = self._zeros(number, dtype=np.bool_)
        self._allowed = self._zeros((number, (actions + 63) // 64), dtype=np.uint64)
        self._sampled = self._zeros(number, dtype=np.int64)
        if self._minds is not None:
            self._remembered = np.zeros((number, players), dtype=self._minds.dtype)
        self._workers = self._made_workers(threads)
        self._group_arrays()
        self._begin_threads()

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes that copies and pickles contain.

        The threads and the groups of arrays are missing. `__setstate__` creates them.
        """
        kept = {**vars(self), "_pool": None}
        for name in _GROUPS:
            del kept[name]
        return kept

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the attributes that `__getstate__` returned, and start the threads.

        Arrays that are not aligned are copied, so that other libraries can share them.
        """
        vars(self).update({name: aligned(value) for name, value in state.items()})
        self._group_arrays()
        self._begin_threads()

    def _group_arrays(self) -> None:
        """Group the arrays into the plain tuples that the compiled functions take.

        The tuples are stored in the attributes that `_GROUPS` names.
        """
        self._lane_games = tuple(
            LaneGames(
                books=self._books,
                states=self.states,
                lanes=self.lanes,
                memories=self.memories,
                blank=self._blank,
                seats=self.players,
            )
        )
        self._terms = tuple(
            Terms(learner=self.learner, reward=self._reward, most_decisions=self._most_decisions)
        )
        self._tables = tuple(
            ActionTables(
                numbers=self._numbers,
                indices=self._indices,
                marks=self.mask,
                allowed=self._allowed,
            )
        )
        self._results = tuple(
            StepResults(
                paid=self.paid,
                rewards=self.reward,
                terminated=self.terminated,
                truncated=self.truncated,
                ended=self.ended,
            )
        )
        self._shown = tuple(Observations(self._layouts, self.observation, self.seat))
        self._final = tuple(Observations(self._layouts, self.final_observation, self.seat))

    def _begin_threads(self) -> None:
        """Start one thread for each worker. A single worker needs no thread."""
        number = len(self._workers)
        self._pool = ThreadPoolExecutor(number) if number > 1 else None

    def _zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        """Return an array of zeros in the memory of the CPU or GPU that steps the lanes."""
        return aligned_zeros(shape, dtype)

    def given(self, array: Any, dtype: Any = None) -> Any:
        """Return an array in the memory of the CPU or GPU that steps the lanes.

        `array` is only copied if it is elsewhere or has elements of another type.

        Args:
            array: the array.
            dtype: the type of the elements of the result. None = that of the elements of `array`.
        """
        return np.asarray(array, dtype=dtype)

    def _made_workers(self, threads: int) -> list[Worker]:
        edges = [self._number * i // threads for i in range(threads + 1)]
        return [Worker(first, end, np.zeros) for first, end in pairwise(edges)]

    def reset(
        self, seeds: npt.NDArray[np.uint64], chosen: npt.NDArray[np.bool_] | None = None
    ) -> None:
        """Seed lanes and deal their first games.

        Args:
            seeds: the seed of every lane. Seeds of lanes that are not dealt are ignored.
            chosen: for every lane whether it is dealt. If left out, all are. The first call always
                deals all lanes.
        """
        # No lane may be without a game, so the first call deals all of them.
        every = chosen is None or not self._dealt
        which = np.ones(self._number, dtype=np.bool_) if every else chosen
        self._dealt = True
        given = self.given(seeds), self.given(which)

        def work(worker: Worker) -> None:
            self._functions.begin_anew(self.lanes, *given, worker.first, worker.end)

        self._each(work)
        self._deal(given[1])

    def deal_again(self, chosen: npt.NDArray[np.bool_]) -> None:
        """Deal the next games of some lanes. Their seeds follow from the seeds of the lanes.

        Args:
            chosen: for every lane whether it is dealt.
        """
        self._deal(self.given(chosen))

    def _deal(self, chosen: Any) -> None:
        def work(worker: Worker) -> None:
            self._functions.forget_step(self._results, chosen, worker.first, worker.end)
            self._deal_chosen(worker, chosen)
            self._show(worker)

        self._each(work)

    def step(self, actions: Any, mode: int) -> None:
        """Take an action in every lane.

        Args:
            actions: `int64[n]`, the index of each action in the mask. If a lane's game is over, its
                action is ignored.
            mode: when the next game of a lane begins: `lanes.NEXT_STEP`, `SAME_STEP` or `DISABLED`.

        Raises:
            ResetNeeded: no games have been dealt.
            ValueError: an action is not legal. Nothing has changed in any lane.
        """
        self.check_dealt()
        wrong = self._first_illegal(actions)
        if wrong >= 0:
            raise ValueError(self._refusal(wrong, int(actions[wrong])))

        functions, deal_next = self._functions, mode == lanes.NEXT_STEP

        def whole(worker: Worker) -> None:
            functions.step(
                self._lane_games,
                self._terms,
                self._tables,
                self._results,
                self._shown,
                actions,
                deal_next,
                worker.work,
                worker.first,
                worker.end,
            )

        def in_parts(worker: Worker) -> None:
            work, first, end = worker.work, worker.first, worker.end
            functions.act(self._lane_games, self._numbers, actions, deal_next, work, first, end)
            self._answer(worker)
            functions.settle(self._lane_games, self._terms, self._results, work, first, end)
            functions.note_rewards(self.lanes, self.learner, self._results, first, end)
            if mode == lanes.SAME_STEP:
                self._begin_again(worker)
            self._show(worker)

        # A step needs several calls if opponents decide by policies, because the policies are
        # compiled separately. It also needs them if the next game begins in the same step, because
        # the last observation must be stored before the deal.
        parted = not self._whole or self._minds is not None or mode == lanes.SAME_STEP
        self._each(in_parts if parted else whole)

    def observed_by(self, seat: int, lane: int = 0) -> npt.NDArray[np.float32]:
        """Return the observation of any seat in a lane, as a new array `float32[features]`."""
        observation = np.empty(len(self.high), dtype=np.float32)
        book, layout = books_of(self.edition)[0], self.layout.record[0]
        state = self._fetched(self.states, lane)
        if len(self.memories):
            memory = self._fetched(self.memories, lane)
            inform(book, layout, state, memory, seat, observation)
        else:
            observe(book, layout, state, seat, observation)
        return observation

    def _fetched(self, records: Any, lane: int) -> Any:
        """Return a lane's record in memory that Python can read."""
        return records[lane]

    def _first_illegal(self, actions: Any) -> int:
        """Return the first lane whose action is not legal, or -1."""
        return int(self._functions.first_illegal(self.lanes, self._allowed, actions))

    def any_ended(self) -> bool:
        """Return whether a game may have ended with the last step.

        Call this method only after steps with the mode `lanes.SAME_STEP`. False means that no game
        has ended. If the result is True, `ended` says which games have ended, if any.
        """
        return bool(self.ended.any())

    def sample(self) -> Any:
        """Return a random legal action for every lane, as `int64[n]`. The next call overwrites it.

        Each legal action is equally likely. Each lane has its own random number generator.

        Raises:
            ResetNeeded: no games have been dealt.
        """
        self.check_dealt()

        def work(worker: Worker) -> None:
            self._functions.sample(
                self.lanes, self._allowed, self._sampled, worker.work, worker.first, worker.end
            )

        self._each(work)
        return self._sampled

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _each(self, work: Callable[[Worker], None]) -> None:
        if self._pool is None:
            work(self._workers[0])
        else:
            for _ in self._pool.map(work, self._workers):
                pass

    def check_dealt(self) -> None:
        """Check that games have been dealt.

        Raises:
            ResetNeeded: no game has been dealt.
        """
        if not self._dealt:
            raise ResetNeeded("no game has been dealt yet: call reset() first")

    def _refusal(self, lane: int, action: int) -> str:
        if not 0 <= action < self.numbering.size:
            last = self.numbering.size - 1
            return f"lane {lane}: there is no action {action}; actions are 0 to {last}"
        return (
            f"lane {lane}: the action {action} ({self.numbering.words(action)}) is not legal; "
            "the mask has those that are"
        )

    def _deal_chosen(self, worker: Worker, chosen: Any) -> None:
        self._functions.deal_lanes(self._lane_games, chosen, worker.work, worker.first, worker.end)
        self._answer(worker)

    def _begin_again(self, worker: Worker) -> None:
        """Store the last observations of ended games, and deal the next games in their lanes.

        Args:
            worker: the worker. Only its lanes are read and dealt.
        """
        self._functions.note_ended(self._results, worker.first, worker.end)
        self._observe(worker, self._final, every=False)
        self._deal_chosen(worker, self.ended)

    def _answer(self, worker: Worker) -> None:
        """Let the opponents play until the learner has to decide or the game is over.

        In self-play, do nothing.

        Args:
            worker: the worker in whose lanes the opponents play.
        """
        if self.learner == lanes.SELF_PLAY:
            return
        games: Any = self._lane_games
        work: Any = worker.work
        first, end = worker.first, worker.end
        if self._minds is None:
            self._functions.answer_at_random(games, self.learner, work, first, end)
            return
        # Imported late, because this loads the policies.
        from whistlestop.envs.compiled.answers import answer_by_policy

        opponents: Any = tuple(Opponents(self._minds, self._remembered))
        answer_by_policy(games, self.learner, opponents, work, first, end)

    def _show(self, worker: Worker) -> None:
        self._functions.mark_legal(
            self._lane_games, self._tables, worker.work, worker.first, worker.end
        )
        self._observe(worker, self._shown, every=True)

    def _observe(self, worker: Worker, shown: tuple[Any, ...], *, every: bool) -> None:
        """Write the observations of the deciding seats.

        Args:
            worker: the worker whose lanes are written.
            shown: an `Observations` group, which receives the observations.
            every: whether to write all lanes, or only those in which a game has just ended.
        """
        self._functions.show(
            self._lane_games, self.learner, shown, every, self.ended, worker.first, worker.end
        )


def _range(
    layout: Layout, *, information: bool
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Return the lowest and the highest possible value of each number in an observation.

    Args:
        layout: the layout of observations.
        information: whether the observations are information states.
    """
    size = layout.whole if information else layout.size
    high = np.zeros(size, dtype=np.float32)
    for placed in layout.placed.values():
        high[placed.start : placed.stop] = placed.feature.most(len(layout.edition.tickets))
    return np.zeros(size, dtype=np.float32), high
