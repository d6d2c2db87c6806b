"""Puzzles as clients get them, and the answer after the decision."""

from __future__ import annotations

import msgspec

from whistlestop.analysis.puzzles.puzzle import Puzzle, Topic, kind_of, solves
from whistlestop.play.game import Game
from whistlestop.server.sent.choices import Action, action_sent
from whistlestop.server.sent.reviews import OwnPuzzle, PlannedStep


class PuzzleTitle(msgspec.Struct, frozen=True):
    """A puzzle in a list, without its solution."""

    id: str
    """The id of the puzzle. The path of the puzzle's page is `/puzzle/ID`."""
    edition: str
    """The name of the edition of the puzzle."""
    difficulty: int
    """The number of levels of bots that do not find the best action, from 1 to 5."""


class PuzzleList(msgspec.Struct, frozen=True):
    """All puzzles of this server."""

    today: str
    """The id of the puzzle of the day, by the date in UTC."""
    date: str
    """The date in UTC of the puzzle of the day, such as `2026-11-27`."""
    puzzles: tuple[PuzzleTitle, ...]
    """All puzzles, board by board, the easiest of each board first."""
    own: tuple[OwnPuzzle, ...] = ()
    """The puzzles from the games of the caller, the last found first."""


class PuzzleAction(msgspec.Struct, frozen=True):
    """An action of a puzzle that is not as good as the best one."""

    action: Action
    """An action other than the best one."""
    chance: float
    """The chance to win after the action, from 0 to 1."""
    loss: float
    """How much lower the chance to win is after this action than after the best action. Both
    actions were tried in the same imagined worlds."""
    loss_error: float
    """The standard error of `loss`."""


class Solution(msgspec.Struct, frozen=True):
    """The solution of a puzzle, and how the solver's decision compares with it."""

    right: bool
    """Whether the decision is as good as the best one."""
    taken: Action
    """The solver's action."""
    loss: float | None
    """How much lower the chance to win is after the solver's action than after the best one. 0 if
    the action is as good. Null if the action is not in `others`, and loses more than those."""
    topic: Topic
    """What the best decision of the puzzle is about."""
    best: Action
    """The best action."""
    chance: float
    """The chance to win after the best action, from 0 to 1."""
    chance_error: float
    """The standard error of `chance`."""
    others: tuple[PuzzleAction, ...]
    """The best other actions, from the smallest loss to the greatest."""
    plan: tuple[PlannedStep, ...]
    """What the player could do in the turns after the best action, besides drawing cards."""
    levels: tuple[str, ...]
    """The levels of bots that find the best action."""


class TablePuzzle(msgspec.Struct, frozen=True):
    """The puzzle that is solved at a table, with its solution after the decision."""

    puzzle: PuzzleTitle
    """The puzzle without its solution."""
    move: int
    """The number of moves of the game before the decision of the puzzle."""
    solution: Solution | None
    """The solution; null until the solver has decided."""


def title_sent(puzzle: Puzzle) -> PuzzleTitle:
    """Return a puzzle without its solution."""
    return PuzzleTitle(puzzle.id, puzzle.edition, puzzle.difficulty)


def puzzle_sent(puzzle: Puzzle, game: Game | None) -> TablePuzzle:
    """Return the puzzle that is solved at a table, with its solution if the solver has decided.

    Args:
        puzzle: the puzzle.
        game: a copy of the table's game. This function takes back the copy's moves from the
            solver's decision on. None = the solver has not decided, and there is no solution yet.
    """
    solution = None if game is None else _solution(puzzle, game)
    return TablePuzzle(title_sent(puzzle), puzzle.move, solution)


def _solution(puzzle: Puzzle, game: Game) -> Solution:
    game.undo_to(puzzle.move + 1)
    taken = game.undo().action
    best = game.parse(puzzle.best, puzzle.seat)
    others = [game.parse(other.action, puzzle.seat) for other in puzzle.others]
    right = solves(puzzle, taken, best)
    same = (
        other.loss
        for other, action in zip(puzzle.others, others, strict=True)
        if kind_of(action) == kind_of(taken)
    )
    return Solution(
        right=right,
        taken=action_sent(taken),
        loss=0.0 if right else next(same, None),
        topic=puzzle.topic,
        best=action_sent(best),
        chance=puzzle.chance,
        chance_error=puzzle.error,
        others=tuple(
            PuzzleAction(action_sent(action), other.chance, other.loss, other.error)
            for other, action in zip(puzzle.others, others, strict=True)
        ),
        plan=tuple(
            PlannedStep(action_sent(game.parse(step.action, puzzle.seat)), step.missing)
            for step in puzzle.plan
        ),
        levels=puzzle.levels,
    )
