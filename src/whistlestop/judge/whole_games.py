"""Evaluate all decisions of a game, each from what the deciding seat knew."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from whistlestop.actions import Action
from whistlestop.judge.continuation import LINE, PLAN
from whistlestop.judge.evaluation import (
    DEFAULT,
    Candidate,
    Evaluation,
    check_effort,
    evaluate,
)
from whistlestop.judge.search import Settings
from whistlestop.play.game import Game
from whistlestop.seen.view import View
from whistlestop.whole_numbers import whole_number


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a game, and what the judge says about it."""

    move: int
    """The index of the decision in `Game.moves`."""
    view: View
    """What the deciding seat saw before the decision."""
    action: Action
    """The action that was taken."""
    evaluation: Evaluation
    """The judge's evaluation. The action that was taken is among the candidates."""
    seconds: float
    """How long the evaluation took, in seconds."""

    def __str__(self) -> str:
        loss = f"{100 * self.taken.loss:.0f} ± {100 * self.taken.loss_error:.0f} %"
        best = self.evaluation.candidates[0]
        better = "" if best.action == self.action else f" (loses {loss}; better: {best})"
        return f"{self.seat + 1}: {self.taken}{better}"

    @property
    def seat(self) -> int:
        """The seat that decided."""
        return self.view.viewer

    @property
    def taken(self) -> Candidate:
        """The candidate whose action was taken."""
        candidates = self.evaluation.candidates
        return next(candidate for candidate in candidates if candidate.action == self.action)


def evaluate_game(
    game: Game,
    *,
    seconds: float | None = None,
    playouts: int | None = None,
    seed: int = 0,
    line: int = LINE,
    plan: int = PLAN,
    settings: Settings = DEFAULT,
    own: npt.NDArray[np.void] | None = None,
    others: npt.NDArray[np.void] | None = None,
) -> Generator[Decision]:
    """Evaluate all decisions of a game so far, in order, each from what its seat knew.

    Decisions with only one legal action are left out. A decision is yielded as soon as it and all
    earlier ones are evaluated. With several threads, a few later ones are evaluated meanwhile. They
    are finished in the background if the caller breaks off.

    With `playouts`, equal games and seeds give equal evaluations with any number of threads.

    Args:
        game: the game, over or not. It is not changed. Moves after this call are not evaluated.
        seconds: how many seconds to search for each decision.
        playouts: how many games to imagine for each decision (see `evaluate`).
        seed: the seed of the worlds. Each decision has its own worlds.
        line: the maximum number of actions to return in the line of each candidate.
        plan: the maximum number of steps to return in the plan of each candidate.
        settings: how to search. `threads` is the number of decisions that are evaluated at the same
            time. Each of them has one thread.
        own: the mind of the seat that decides, in each decision, as in `evaluate`.
        others: the mind of all other seats, as in `evaluate`.

    Raises:
        TypeError: a number is not a whole number.
        ValueError: neither `seconds` nor `playouts` is given, or both are, or the number given is
            not above 0.
    """
    check_effort(seconds, playouts)
    whole_number(seed, "a seed")

    def judge(move: int, view: View, action: Action) -> Decision:
        begin = time.perf_counter()
        evaluation = evaluate(
            view,
            seconds=seconds,
            playouts=playouts,
            seed=seed + move,
            line=line,
            plan=plan,
            settings=replace(settings, threads=1),
            own=own,
            others=others,
            also=(action,),
        )
        return Decision(move, view, action, evaluation, time.perf_counter() - begin)

    return _in_order(judge, _decisions(game.copy()), settings.threads)


def _in_order(
    judge: Callable[[int, View, Action], Decision],
    decisions: Iterable[tuple[int, View, Action]],
    threads: int,
) -> Generator[Decision]:
    """Judge decisions in threads, and yield them in order. Few are judged ahead of the caller."""
    if threads == 1:
        for decision in decisions:
            yield judge(*decision)
        return
    begun: deque[Future[Decision]] = deque()
    pool = ThreadPoolExecutor(threads)
    try:
        for decision in decisions:
            begun.append(pool.submit(judge, *decision))
            if len(begun) > threads:
                yield begun.popleft().result()
        while begun:
            yield begun.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _decisions(game: Game) -> list[tuple[int, View, Action]]:
    """Return the moves with more than one legal action: index, view before it, and action.

    Args:
        game: the game. All its moves are taken back.
    """
    found: list[tuple[int, View, Action]] = []
    while game.length:
        move = game.undo()
        if len(game.legal_actions(move.seat)) > 1:
            found.append((game.length, game.view(move.seat), move.action))
    return found[::-1]
