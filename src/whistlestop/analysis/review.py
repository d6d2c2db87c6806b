"""Review a game: judge every decision, and say what was luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from whistlestop.actions import Action
from whistlestop.analysis.accounting import Account, MoveValues, accounts, move_values
from whistlestop.analysis.verdicts import (
    MISTAKES,
    NO_LOSS,
    Loss,
    Verdict,
    at_once,
    measuring,
    playing,
    verdict_on,
)
from whistlestop.judge.comparison import Comparison, Outlook
from whistlestop.judge.continuation import LINE, PLAN
from whistlestop.judge.evaluation import Candidate, Evaluation, evaluate
from whistlestop.judge.search import Settings
from whistlestop.judge.whole_games import Asked, asked_in, in_order
from whistlestop.play.game import Game
from whistlestop.seen.sheet import ScoreSheet
from whistlestop.whole_numbers import whole_number

TURNING_POINTS: Final = 3
"""The maximum number of turning points of a review, which are the moves with the largest losses."""

DIFFERING: Final = 4
"""The factor for the number of worlds (`Effort.luck_worlds`) in which a position is played if the
planner would not have taken the action that the player took."""

_SEARCH, _LOSS, _LUCK = (purpose << 48 for purpose in range(3))
"""The numbers that are added to the seed of a review, so that each purpose has its own worlds."""


_TO_THE_END: Final = Settings(horizon=0)
"""The settings of the search: every world is played to the end. Searches that end worlds early with
a neural network are faster, but find better actions less often."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The numbers of playouts and threads with which a game is reviewed.

    Higher numbers give smaller errors, and take more time.
    """

    playouts: int = 200
    """The number of playouts with which a better action is looked for in each decision."""
    least_worlds: int = 400
    """The number of new worlds in which the chance after each decision is measured."""
    most_worlds: int = 1600
    """The maximum number of new worlds in which the loss of a decision is measured."""
    luck_worlds: int = 100
    """The number of worlds in which each position is played to measure luck: 0 or at least 2. With
    0, luck is not measured. Positions in which the planner would have taken another action are
    played in `DIFFERING` times as many worlds, because most of the error comes from them."""
    threads: int = 1
    """The number of moves that are reviewed at the same time. It does not change the result."""

    def __post_init__(self) -> None:
        """Check the numbers.

        Raises:
            TypeError: a number is not a whole number.
            ValueError: a number is too small.
        """
        whole_number(self.playouts, "playouts", 1)
        whole_number(self.least_worlds, "least_worlds", 2)
        whole_number(self.most_worlds, "most_worlds", 2)
        if self.most_worlds < self.least_worlds:
            raise ValueError(
                f"most_worlds is at least least_worlds, {self.least_worlds}, not {self.most_worlds}"
            )
        whole_number(self.luck_worlds, "luck_worlds", 0)
        if self.luck_worlds == 1:
            raise ValueError("luck_worlds is 0 or at least 2, not 1")
        whole_number(self.threads, "threads", 1)


USUAL: Final = Effort()


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A verdict on a decision with more than one legal action."""

    evaluation: Evaluation
    """The result of the search from what the seat knew. It includes the action that was taken."""
    verdict: Verdict
    loss: Loss
    """How much the action that was taken lost against the best one, measured in imagined worlds
    that the search for better actions did not use."""
    outlook: Outlook
    """The chance to win and the expected lead after the action that was taken, measured in imagined
    worlds that the search for better actions did not use."""

    @property
    def best(self) -> Candidate:
        """The best action that the search found. It may be the one that was taken."""
        return self.evaluation.candidates[0]


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a game, with its verdict and its values."""

    move: int
    """The index of the move in `Game.moves`."""
    turn: int
    """The number of turns of all seats before the move. 0 during the opening."""
    seat: int
    action: Action
    decision: ReviewedDecision | None
    """The verdict, or None if there was only one legal action."""
    values: MoveValues | None
    """The results of playouts from the position, with all hidden cards as they really are. None if
    luck is not measured."""

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the move, or None if there was only one legal action."""
        return self.decision.verdict if self.decision else None


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on a decision, without its evidence."""

    move: int
    """The index of the move in `Game.moves`."""
    seat: int
    verdict: Verdict
    loss: float
    """How much lower the chance to win was than after the best action."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The numbers of a player's verdicts, and the sum of the player's losses."""

    decisions: int
    """The number of decisions with more than one legal action."""
    verdicts: dict[Verdict, int]
    """The number of decisions with each verdict, by verdict."""
    lost: float
    """The sum of the losses of all inaccuracies, mistakes and blunders. A loss is a difference
    between two chances to win, so 1 is a whole win."""

    @property
    def accuracy(self) -> float | None:
        """The share of decisions that were no inaccuracy, mistake or blunder, 0 to 1.

        None if the player had nothing to decide.
        """
        wrong = sum(self.verdicts[verdict] for verdict in MISTAKES)
        return 1 - wrong / self.decisions if self.decisions else None


@dataclass(frozen=True, slots=True)
class PlayerReview(Tally):
    """What a review says about a player."""

    seat: int
    account: Account | None
    """The player's result, split into luck and decisions. None if the game is not over, or if the
    review was made without luck (`Effort.luck_worlds` is 0)."""


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game: its reviewed moves, and a summary for each player.

    A move with more than one legal action has a verdict. The summary counts a player's verdicts. If
    the game is over and luck was measured, it also splits the player's result into luck and
    decisions.
    """

    game: Game
    moves: tuple[ReviewedMove, ...]
    players: tuple[PlayerReview, ...]

    @property
    def turning_points(self) -> tuple[ReviewedMove, ...]:
        """The moves with the largest losses, at most `TURNING_POINTS`, in the order of the game.

        Only inaccuracies, mistakes and blunders count.
        """
        found = turning_points(_judged(self.moves))
        return tuple(move for move in self.moves if move.move in found)


def turning_points(judged: Iterable[Judged]) -> tuple[int, ...]:
    """Return the indexes of the moves with the largest losses, in the order of the game.

    Only inaccuracies, mistakes and blunders count. There are at most `TURNING_POINTS` indexes.

    Args:
        judged: the decisions, in the order of the game.
    """
    wrong = sorted(
        (one for one in judged if one.verdict in MISTAKES), key=lambda one: one.loss, reverse=True
    )
    return tuple(sorted(one.move for one in wrong[:TURNING_POINTS]))


def tally(judged: Iterable[Judged], seat: int) -> Tally:
    """Count the verdicts on the decisions of a seat, and add up its losses.

    Args:
        judged: the decisions of all seats.
        seat: the seat.
    """
    own = [one for one in judged if one.seat == seat]
    counted = Counter(one.verdict for one in own)
    return Tally(
        decisions=len(own),
        verdicts={verdict: counted[verdict] for verdict in Verdict},
        lost=sum((one.loss for one in own if one.verdict in MISTAKES), 0.0),
    )


def _judged(moves: Iterable[ReviewedMove]) -> list[Judged]:
    return [
        Judged(move.move, move.seat, move.decision.verdict, move.decision.loss.chance)
        for move in moves
        if move.decision is not None
    ]


def reviewed_moves(
    game: Game,
    effort: Effort = USUAL,
    *,
    seed: int = 0,
    line: int = LINE,
    plan: int = PLAN,
) -> Generator[ReviewedMove]:
    """Review the moves of a game in order, and yield each as soon as it is reviewed.

    Equal games, efforts and seeds give equal reviews on every machine and with any number of
    threads.

    Args:
        game: the game, over or not. It is not changed. Moves after this call are not reviewed.
        effort: how thorough the review is.
        seed: the seed of all worlds, at least 0.
        line: the maximum number of actions in the line of each candidate.
        plan: the maximum number of steps in the plan of each candidate.

    Raises:
        TypeError: the seed is not a whole number.
        ValueError: the seed is below 0.
    """
    whole_number(seed, "a seed", 0)

    def work(asked: Asked) -> ReviewedMove:
        values = None
        if effort.luck_worlds:
            worlds = effort.luck_worlds * (1 if asked.taken == asked.prior else DIFFERING)
            values = move_values(asked, worlds, seed + _LUCK + asked.move)
        decision = at_once(judging(asked, effort, seed, line, plan)) if asked.several else None
        return ReviewedMove(
            asked.move, asked.view.turns, asked.seat, asked.action, decision, values
        )

    return in_order(work, asked_in(game), effort.threads)


def judging(
    asked: Asked,
    effort: Effort,
    seed: int,
    line: int = LINE,
    plan: int = PLAN,
    step: int | None = None,
) -> Generator[None, None, ReviewedDecision]:
    """Judge one decision in steps. The generator returns the verdict with its evidence.

    Args:
        asked: a decision with more than one legal action.
        effort: how thorough the judgement is. `luck_worlds` and `threads` have no effect.
        seed: the seed of all worlds, at least 0.
        line: the maximum number of actions in the line of each candidate.
        plan: the maximum number of steps in the plan of each candidate.
        step: the maximum number of worlds that are played in one step; None = no maximum. The
            search for a better action is one step.
    """
    step = effort.most_worlds if step is None else step
    evaluation = evaluate(
        asked.view,
        playouts=effort.playouts,
        seed=seed + _SEARCH + asked.move,
        line=line,
        plan=plan,
        settings=_TO_THE_END,
        own=asked.own,
        also=(asked.action,),
    )
    yield
    comparison = Comparison(
        asked.view,
        (evaluation.choice, asked.action),
        seed=seed + _LOSS + asked.move,
        horizon=0,
        own=asked.own,
    )
    least, most = effort.least_worlds, effort.most_worlds
    if evaluation.choice == asked.action:
        yield from playing(comparison, least, step)
        return ReviewedDecision(evaluation, Verdict.BEST, NO_LOSS, comparison.outlook(asked.action))
    loss = yield from measuring(comparison, asked.action, evaluation.choice, least, most, step)
    return ReviewedDecision(evaluation, verdict_on(loss), loss, comparison.outlook(asked.action))


def summed_up(game: Game, moves: Sequence[ReviewedMove]) -> Review:
    """Return a review that is made of reviewed moves.

    The players' results are split into luck and decisions only if the game is over, all of its
    moves are given, and luck was measured.

    Args:
        game: the game. It is not changed.
        moves: the reviewed moves of the game, in order. There may be fewer than the game has, but
            none before or between the given ones is missing.
    """
    sheet = game.score_sheet() if game.over and len(moves) == game.length else None
    found = _accounts(moves, sheet)
    judged = _judged(moves)
    players = tuple(
        _player(seat, judged, found[seat] if found else None) for seat in range(len(game.seats))
    )
    return Review(game, tuple(moves), players)


def review(game: Game, effort: Effort = USUAL, *, seed: int = 0) -> Review:
    """Review a whole game. `reviewed_moves` yields the moves one by one instead.

    Args:
        game: the game, over or not. It is not changed.
        effort: how thorough the review is.
        seed: the seed of all worlds, at least 0.

    Raises:
        TypeError: the seed is not a whole number.
        ValueError: the seed is below 0.
    """
    return summed_up(game, list(reviewed_moves(game, effort, seed=seed)))


def _accounts(
    moves: Sequence[ReviewedMove], sheet: ScoreSheet | None
) -> tuple[Account, ...] | None:
    values = [move.values for move in moves if move.values is not None]
    if sheet is None or not values:
        return None
    return accounts(values, sheet)


def _player(seat: int, judged: Sequence[Judged], account: Account | None) -> PlayerReview:
    counted = tally(judged, seat)
    return PlayerReview(counted.decisions, counted.verdicts, counted.lost, seat, account)
