"""Look for puzzles in games.

A quick search looks at every decision. Where one action seems clearly better, a deeper search looks
at more actions and plays all worlds to the end. Then the best actions are compared in new worlds,
because in the worlds of a search the chosen action seems better than it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from whistlestop.actions import Action
from whistlestop.analysis.puzzles.puzzle import (
    HARDEST,
    Other,
    Puzzle,
    Source,
    Step,
    kind_of,
    topic_of,
)
from whistlestop.analysis.verdicts import SURE
from whistlestop.bots.asking import ask, decision
from whistlestop.bots.levels import LEVELS, Level
from whistlestop.bots.registry import bot_factory
from whistlestop.judge.comparison import Comparison
from whistlestop.judge.evaluation import Candidate, Evaluation, evaluate
from whistlestop.judge.search import Settings
from whistlestop.judge.whole_games import Asked, asked_in
from whistlestop.play.game import Game
from whistlestop.play.record import Reader, write_record
from whistlestop.seen.encoding import LegalActions
from whistlestop.seen.view import View

FEWEST_KINDS: Final = 3
"""The minimum number of different kinds of legal actions in a puzzle."""

LEVEL_PLAYOUTS: Final = 200
"""The number of playouts with which levels that search try to solve a puzzle."""


@dataclass(frozen=True, slots=True)
class Thoroughness:
    """The numbers of playouts with which puzzles are found, and how clear a puzzle must be."""

    quick_playouts: int = 160
    """The playouts of the first search, in every decision."""
    quick_gap: float = 0.10
    """How much more chance to win the best kind of action must have in the first search."""
    deep_playouts: int = 1600
    """The playouts of the second search."""
    worlds: int = 1200
    """The number of new worlds in which the best actions are compared."""
    loss: float = 0.08
    """The smallest loss of all other actions, as a part of a win."""
    sure_loss: float = 0.04
    """What the loss of all other actions must exceed even if it is `SURE` standard errors
    smaller."""


USUAL: Final = Thoroughness()

_DEEP: Final = Settings(candidates=24, horizon=0)
_COMPARED: Final = 5
_QUICK, _SEARCH, _NEW = (purpose << 40 for purpose in range(3))


def puzzles_in(game: Game, seed: int, how: Thoroughness = USUAL) -> Iterator[Puzzle]:
    """Yield the puzzles in a game, in order.

    Equal games, seeds and thoroughness give equal puzzles on every machine.

    Args:
        game: the game, over or not. It is not changed.
        seed: the seed of all imagined worlds.
        how: the numbers of playouts, and how clear a puzzle must be.
    """
    for asked in asked_in(game):
        if not asked.several:
            continue
        quick = evaluate(
            asked.view,
            playouts=how.quick_playouts,
            seed=seed + _QUICK + asked.move,
            line=0,
            plan=0,
        )
        rivals = _rivals(quick)
        if rivals and quick.candidates[0].chance - rivals[0].chance >= how.quick_gap:
            found = _confirmed(game, asked, quick.choice, seed, how)
            if found is not None:
                yield found


def _rivals(evaluation: Evaluation) -> list[Candidate]:
    """Return the candidates that do something else than the choice, the best first.

    Of several candidates of one kind (`kind_of`), only the best is returned.
    """
    best: dict[tuple[str, ...], Candidate] = {}
    for candidate in sorted(evaluation.candidates, key=lambda one: -one.chance):
        best.setdefault(kind_of(candidate.action), candidate)
    best.pop(kind_of(evaluation.choice), None)
    return list(best.values())


def _confirmed(
    game: Game, asked: Asked, choice: Action, seed: int, how: Thoroughness
) -> Puzzle | None:
    """Return the puzzle of a decision; None if no action is clearly better than all others."""
    deep = evaluate(
        asked.view,
        playouts=how.deep_playouts,
        seed=seed + _SEARCH + asked.move,
        line=0,
        settings=_DEEP,
    )
    rivals = _rivals(deep)[:_COMPARED]
    if kind_of(deep.choice) != kind_of(choice) or not rivals:
        return None
    if deep.candidates[0].chance - rivals[0].chance < how.loss:
        return None
    others = [rival.action for rival in rivals]
    comparison = Comparison(
        asked.view, (deep.choice, *others), seed=seed + _NEW + asked.move, horizon=0
    )
    comparison.play(how.worlds)
    if not is_clear(comparison, deep.choice, others, how):
        return None
    before = game.copy(seed=0)
    while before.length > asked.move:
        before.undo()
    legal = before.legal_actions(asked.seat)
    if len({kind_of(action) for action in legal}) < FEWEST_KINDS:
        return None
    levels = tuple(
        level.name
        for level in LEVELS
        if kind_of(_choice_of(level, asked.view, legal, seed)) == kind_of(deep.choice)
    )
    if len(levels) == HARDEST:
        return None
    outlook = comparison.outlook(deep.choice)
    told = sorted(
        (_other(comparison, deep.choice, action) for action in others), key=lambda one: one.loss
    )
    return Puzzle(
        id=f"{game.edition.name}-{_digits(before)}",
        topic=topic_of(deep.choice),
        move=asked.move,
        seat=asked.seat,
        best=str(deep.choice),
        chance=round(outlook.chance, 3),
        error=round(outlook.chance_error, 3),
        margin=round(outlook.margin, 1),
        others=tuple(told),
        plan=tuple(Step(str(step.action), tuple(step.missing)) for step in deep.candidates[0].plan),
        worlds=comparison.worlds,
        levels=levels,
    )


def _choice_of(level: Level, view: View, legal: LegalActions, seed: int) -> Action:
    """Return the action that a level of bots chooses."""
    bot = bot_factory(level.name, LEVEL_PLAYOUTS if level.searches else None)(seed)
    return decision(level.name, ask(bot, view, legal, 1.0, ()))


def is_clear(comparison: Comparison, best: Action, others: list[Action], how: Thoroughness) -> bool:
    """Return whether one action is clearly better than others in the worlds of a comparison.

    Args:
        comparison: the comparison of all these actions. Its worlds have been played.
        best: the action.
        others: the other actions.
        how: how clear the difference must be.
    """
    losses = [comparison.loss(best, action) for action in others]
    return all(loss >= how.loss and loss - SURE * error > how.sure_loss for loss, error in losses)


def _other(comparison: Comparison, best: Action, action: Action) -> Other:
    loss, error = comparison.loss(best, action)
    chance = comparison.outlook(action).chance
    return Other(str(action), round(chance, 3), round(loss, 3), round(error, 3))


def _digits(before: Game) -> str:
    """Return the second part of a puzzle's id: eight hexadecimal digits.

    They are the first digits of the SHA-256 of the record of the game up to the puzzle.
    """
    return hashlib.sha256(write_record(before).encode()).hexdigest()[:8]


def source_of(game: Game, puzzles: list[Puzzle]) -> Source:
    """Return the source of a game's puzzles. Its record ends before the last puzzle's decision.

    Args:
        game: the game. It is not changed.
        puzzles: its puzzles, at least one.
    """
    kept = game.copy(seed=0)
    while kept.length > max(puzzle.move for puzzle in puzzles):
        kept.undo()
    return Source(write_record(kept), tuple(puzzles))


def holds(
    source: Source, puzzle: Puzzle, worlds: int, seed: int, how: Thoroughness = USUAL
) -> bool:
    """Play a puzzle's actions in new worlds, and return whether the best one is better again.

    Each of the other listed actions must lose at least half of what `how` asks for. The full loss
    is not asked for again, because puzzles were selected for large measured losses.

    Args:
        source: the game of the puzzle.
        puzzle: the puzzle.
        worlds: the number of new worlds.
        seed: the seed of these worlds.
        how: how clear a puzzle must be when it is found.
    """
    game = Reader(source.record).game()
    while game.length > puzzle.move:
        game.undo()
    best = game.parse(puzzle.best, puzzle.seat)
    others = [game.parse(other.action, puzzle.seat) for other in puzzle.others]
    comparison = Comparison(game.view(puzzle.seat), (best, *others), seed=seed, horizon=0)
    comparison.play(worlds)
    half = Thoroughness(loss=how.loss / 2, sure_loss=how.sure_loss / 2)
    return is_clear(comparison, best, others, half)
