"""Look for puzzles in games.

A quick search looks at every decision. Where one action seems clearly better, a deeper search looks
at more actions and plays all worlds to the end. Then the best actions are compared in new worlds,
because in the worlds of a search the chosen action seems better than it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final

from whistlestop.actions import Action
from whistlestop.analysis.puzzles.puzzle import (
    HARDEST,
    USUAL,
    Other,
    Puzzle,
    Source,
    Step,
    Thoroughness,
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
"""The number of playouts that a bot has to solve a puzzle, if its level searches."""


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
        if is_promising(quick, how):
            found = _confirmed(game, asked, quick.choice, seed, how)
            if found is not None:
                yield found


def is_promising(evaluation: Evaluation, how: Thoroughness = USUAL) -> bool:
    """Return whether a decision is worth a second search.

    This is so if the chance to win of the best action is higher by at least `how.quick_gap` than
    that of every action of another kind (see `kind_of`), and if there is such an action.

    Args:
        evaluation: the result of the first search for the decision.
        how: how clear a puzzle must be.
    """
    rivals = _rivals(evaluation)
    return bool(rivals) and evaluation.candidates[0].chance - rivals[0].chance >= how.quick_gap


def seems_missed(evaluation: Evaluation, taken: Action, how: Thoroughness = USUAL) -> bool:
    """Return whether a player seems to have missed an action that is clearly the best.

    This is so if the decision is promising (`is_promising`), and if the action that was taken is of
    another kind (`kind_of`) than the best one.

    Args:
        evaluation: the result of the first search for the decision.
        taken: the action that was taken.
        how: how clear a puzzle must be.
    """
    other = kind_of(evaluation.choice) != kind_of(taken)
    return other and is_promising(evaluation, how)


def puzzle_at(
    game: Game, move: int, choice: str, seed: int, how: Thoroughness = USUAL
) -> Puzzle | None:
    """Return a decision of a game as a puzzle, or None if the decision is not clear enough.

    A decision that a first search found promising (`is_promising`) is judged again by the same
    rules as in `puzzles_in`.

    Args:
        game: the game, over or not. It is not changed.
        move: the index of the decision in `Game.moves`.
        choice: the action that the first search chose, in the notation of records.
        seed: the seed of all imagined worlds.
        how: how clear a puzzle must be.

    Raises:
        ValueError: the game has no such decision, or there was only one legal action.
        ActionError: the action is not legal.
    """
    asked = next((one for one in asked_in(game) if one.move == move and one.several), None)
    if asked is None:
        raise ValueError(f"move {move} is no decision with more than one legal action")
    action = _before(game, move).parse(choice, asked.seat)
    return _confirmed(game, asked, action, seed, how)


def _before(game: Game, move: int) -> Game:
    """Return a copy of a game in which the moves from an index on are taken back."""
    before = game.copy(seed=0)
    before.undo_to(move)
    return before


def _rivals(evaluation: Evaluation) -> list[Candidate]:
    """Return the candidates that are of another kind (`kind_of`) than the chosen action.

    The best candidate comes first. Of several candidates of one kind, only the best is returned.
    """
    best: dict[tuple[str, ...], Candidate] = {}
    for candidate in sorted(evaluation.candidates, key=lambda one: -one.chance):
        best.setdefault(kind_of(candidate.action), candidate)
    best.pop(kind_of(evaluation.choice), None)
    return list(best.values())


def _confirmed(
    game: Game, asked: Asked, choice: Action, seed: int, how: Thoroughness
) -> Puzzle | None:
    """Search a decision again, and return it as a puzzle, or None if it is no good puzzle.

    It is no good puzzle if the search chooses another kind of action than `choice`, if no action is
    clearly better than all others, if there are fewer than `FEWEST_KINDS` kinds of legal actions,
    or if bots of all levels find the best action.

    Args:
        game: the game. It is not changed.
        asked: the decision.
        choice: the action that the first search chose.
        seed: the seed of all imagined worlds.
        how: the numbers of playouts, and how clear a puzzle must be.
    """
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
    before = _before(game, asked.move)
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
    """Return the action that a bot of a level chooses, with the given seed."""
    bot = bot_factory(level.name, LEVEL_PLAYOUTS if level.searches else None)(seed)
    return decision(level.name, ask(bot, view, legal, 1.0, ()))


def is_clear(comparison: Comparison, best: Action, others: list[Action], how: Thoroughness) -> bool:
    """Return whether one action is clearly better than others in the worlds of a comparison.

    The loss of each other action must be at least `how.loss`, and its sure loss more than
    `how.sure_loss`.

    Args:
        comparison: the comparison of all these actions, which has been played.
        best: the action that should be the best.
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
    """Return a game's puzzles with a record that ends before the decision of the last puzzle.

    Args:
        game: the game. It is not changed.
        puzzles: the puzzles in the game, at least one.
    """
    kept = _before(game, max(puzzle.move for puzzle in puzzles))
    return Source(write_record(kept), tuple(puzzles))


def holds(
    source: Source, puzzle: Puzzle, worlds: int, seed: int, how: Thoroughness = USUAL
) -> bool:
    """Return whether the best action of a puzzle is also clearly better in new worlds.

    The best action and the actions in `puzzle.others` are played in new worlds. The other actions
    must then lose at least half of `how.loss` and `how.sure_loss`. The limits are halved because
    puzzles were selected for large measured losses, which are on average larger than the true ones.

    Args:
        source: the game of the puzzle.
        puzzle: the puzzle.
        worlds: the number of new worlds.
        seed: the seed of these worlds.
        how: how clear a puzzle must be when it is found.
    """
    game = Reader(source.record).game()
    game.undo_to(puzzle.move)
    best = game.parse(puzzle.best, puzzle.seat)
    others = [game.parse(other.action, puzzle.seat) for other in puzzle.others]
    comparison = Comparison(game.view(puzzle.seat), (best, *others), seed=seed, horizon=0)
    comparison.play(worlds)
    half = Thoroughness(loss=how.loss / 2, sure_loss=how.sure_loss / 2)
    return is_clear(comparison, best, others, half)
