"""Evaluate all decisions of a game, each from what the deciding seat knew."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from whistlestop.actions import Action
from whistlestop.judge.candidates import Whole
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
from whistlestop.policies.entry import choose_whole
from whistlestop.policies.mind import PLANNING, mind_of
from whistlestop.rules.book import books_of
from whistlestop.rules.entry.whole_actions import ALONE
from whistlestop.rules.luck import LUCK
from whistlestop.rules.state import PHASES, STATE, Phase
from whistlestop.seen.encoding import encode
from whistlestop.seen.view import View
from whistlestop.whole_numbers import whole_number

_OPENING: Final = PHASES[Phase.OPENING_KEEP]

Task = TypeVar("Task")
Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision that a seat made in a game, and the judge's evaluation of it."""

    move: int
    """The index of the decision in `Game.moves`."""
    view: View
    """What the deciding seat saw before the decision."""
    action: Action
    """The action that was taken."""
    evaluation: Evaluation
    """What each of some actions was worth. The action that was taken is one of them."""
    seconds: float
    """How long the evaluation took, in seconds."""

    def __str__(self) -> str:
        loss = f"{100 * self.taken.loss:.0f} ± {100 * self.taken.loss_error:.0f} %"
        best = self.evaluation.candidates[0]
        better = "" if best.action == self.action else f" (loses {loss}; better: {best})"
        return f"{self.seat + 1}: {self.taken}{better}"

    @property
    def seat(self) -> int:
        """The number of the seat that made the decision, counted from 0."""
        return self.view.viewer

    @property
    def taken(self) -> Candidate:
        """What the evaluation says about the action that was taken in the game."""
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
) -> Generator[JudgedDecision]:
    """Evaluate all decisions of a game so far, in order, each from what its seat knew.

    Decisions with only one legal action are left out. A decision is yielded as soon as it and all
    earlier ones are evaluated. With several threads, a few later ones are evaluated meanwhile. They
    are finished in the background if the caller breaks off.

    Each seat's mind remembers what it planned at the seat's earlier decisions. So if a bot with
    this mind has played the seat, the prior of each decision is the bot's own action.

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
        own: the mind with which each seat begins the game, as an array of one `MIND`. The default
            is the planner's.
        others: the mind that plays on for all seats but the deciding one, as in `evaluate`.

    Raises:
        TypeError: a number is not a whole number.
        ValueError: neither `seconds` nor `playouts` is given, or both are, or the number given is
            not above 0.
    """
    check_effort(seconds, playouts)
    whole_number(seed, "a seed")

    def judge(asked: Asked) -> JudgedDecision:
        begin = time.perf_counter()
        evaluation = evaluate(
            asked.view,
            seconds=seconds,
            playouts=playouts,
            seed=seed + asked.move,
            line=line,
            plan=plan,
            settings=replace(settings, threads=1),
            own=asked.own,
            others=others,
            also=(asked.action,),
        )
        seconds_used = time.perf_counter() - begin
        return JudgedDecision(asked.move, asked.view, asked.action, evaluation, seconds_used)

    return in_order(judge, filter(_open, asked_in(game, own)), settings.threads)


def _open(asked: Asked) -> bool:
    """Return whether the seat had more than one legal action in a decision."""
    return asked.several


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision of a game, with the position before it.

    It has the action that was taken, and the action that the seat's mind would have taken.
    """

    move: int
    """The index of the decision in `Game.moves`."""
    place: int
    """The index of the decision in the game if the answers to the opening offers are put in the
    order of the seats. All other decisions are in the order of `Game.moves`."""
    view: View
    """What the deciding seat saw before the decision."""
    action: Action
    """The action that was taken."""
    several: bool
    """Whether there was more than one legal action."""
    root: npt.NDArray[np.void]
    """The position before the decision, with everything that is hidden, as an array of one `STATE`.
    The deciding seat is the seat of the view. In an opening that all seats have answered, the seats
    before the deciding seat have answered in this position, and no other seat has."""
    taken: Whole
    """The number of the action that was taken, and the number of its payment or `ALONE`."""
    prior: Whole
    """The number of the action that the seat's mind would have taken, and the number of its payment
    or `ALONE`."""
    own: npt.NDArray[np.void]
    """The mind of the deciding seat before the decision, as an array of one `MIND`."""
    minds: npt.NDArray[np.void]
    """`MIND[seats]`, the minds of all seats after the decision."""

    @property
    def seat(self) -> int:
        """The number of the seat that decided, counted from 0."""
        return self.view.viewer


def in_order(work: Callable[[Task], Done], tasks: Iterable[Task], threads: int) -> Generator[Done]:
    """Work on tasks, and yield the results in the order of the tasks.

    With one thread, each task is done when the caller asks for its result. With more threads, the
    next tasks begin before the caller asks, one task for each thread. If the caller breaks off,
    tasks that have begun are finished in the background.

    Args:
        work: does one task.
        tasks: the tasks, in order.
        threads: the number of threads.
    """
    if threads == 1:
        for task in tasks:
            yield work(task)
        return
    begun: deque[Future[Done]] = deque()
    pool = ThreadPoolExecutor(threads)
    try:
        for task in tasks:
            begun.append(pool.submit(work, task))
            if len(begun) > threads:
                yield begun.popleft().result()
        while begun:
            yield begun.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def asked_in(game: Game, own: npt.NDArray[np.void] | None = None) -> Iterator[Asked]:
    """Yield all decisions of a game, in order, forced ones included.

    The game is copied at once, so that later moves do not count.

    Args:
        game: the game, over or not. It is not changed.
        own: the mind with which each seat begins, as an array of one `MIND`. The default is the
            planner's. The minds decide, too, so that they remember what they planned.
    """
    seats = len(game.seats)
    begun = mind_of(PLANNING, game.edition.board, seats) if own is None else own
    return _asked(game.copy(), np.repeat(begun, seats))


def _asked(game: Game, minds: npt.NDArray[np.void]) -> Iterator[Asked]:
    """Yield all decisions of a game, in order.

    Args:
        game: the game. All its moves are taken back.
        minds: `MIND[seats]`, the minds before the game; changed.
    """
    moves: list[_Played] = []
    unanswered = game
    while game.length:
        move = game.undo()
        several = len(game.legal_actions(move.seat)) > 1
        view, root = game.view(move.seat), _root(game, move.seat)
        moves.append(_Played(game.length, view, move.action, several, root))
        if view.phase == _OPENING:
            unanswered = game.copy()
    moves.reverse()
    places = _in_turn([played for played in moves if played.view.phase == _OPENING], unanswered)
    books = books_of(game.edition)
    lucks = np.zeros(1, dtype=LUCK)
    chosen = np.empty(2, dtype=np.int64)
    for played in moves:
        seat, root = played.view.viewer, played.root
        mine = slice(seat, seat + 1)
        before = minds[mine].copy()
        choose_whole(books, root.copy(), minds[mine], lucks, chosen)
        numbers = encode(game.edition, root[0], played.action, seat)
        first, payment = (*numbers, ALONE)[:2]
        yield Asked(
            move=played.number,
            place=places.get(played.number, played.number),
            view=played.view,
            action=played.action,
            several=played.several,
            root=root,
            taken=(first, payment),
            prior=(int(chosen[0]), int(chosen[1])),
            own=before,
            minds=minds.copy(),
        )


@dataclass(slots=True)
class _Played:
    """A move of a finished or unfinished game, with the position before it.

    Attributes:
        number: the index of the move in `Game.moves`.
        view: what the deciding seat saw.
        action: the action that was taken.
        several: whether there was more than one legal action.
        root: the position with everything that is hidden, as an array of one `STATE`.
    """

    number: int
    view: View
    action: Action
    several: bool
    root: npt.NDArray[np.void]


def _in_turn(answers: list[_Played], game: Game) -> dict[int, int]:
    """Put the answers to the opening offers in the order of the seats, and return their indices.

    Answers are secret until all seats have answered, so their order has no effect. If all seats
    have answered, the root of each answer becomes the position in which only the seats before its
    seat have answered.

    Args:
        answers: the answers in the order of the game; their roots change.
        game: the game before the first answer. If all seats have answered, the answers are played.

    Returns:
        The index in the new order of each answer, by the answer's `number`. The index counts all
        decisions of the game.
    """
    if not answers:
        return {}
    first = answers[0].number
    in_turn = sorted(answers, key=lambda played: played.view.viewer)
    if len(answers) == len(game.seats):
        for played in in_turn:
            played.root = _root(game, played.view.viewer)
            game.play(played.action, played.view.viewer)
    return {played.number: first + place for place, played in enumerate(in_turn)}


def _root(game: Game, seat: int) -> npt.NDArray[np.void]:
    """Return the position of a game as an array of one `STATE`, in which a seat decides."""
    root = np.array([game.state.copy()], dtype=STATE)
    root["seat"] = seat
    return root
