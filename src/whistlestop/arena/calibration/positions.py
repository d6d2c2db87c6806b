"""Positions in which the judge estimates chances, and the results of the games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from whistlestop.actions import Action
from whistlestop.arena.match import asking, play_on
from whistlestop.arena.seeds import derived
from whistlestop.arena.tournament.contestants import Contestant
from whistlestop.editions.model import Edition
from whistlestop.judge.comparison import Comparison
from whistlestop.judge.evaluation import Candidate, Evaluation, evaluate
from whistlestop.judge.search import Settings
from whistlestop.play.game import Game
from whistlestop.rules.state import PHASES, Phase
from whistlestop.seen.view import View

_TURN: Final = PHASES[Phase.TURN]

_DEAL, _BOT, _POSITIONS, _JUDGE, _AGAIN, _COMPARING = range(6)
"""The numbers that are passed to `seeds.derived`, so that each use of random numbers in a game has
its own seed: the deal, the bots, the choice of positions, the judge, the judge's second evaluation,
and the comparison of its two choices."""

COMPARED_WORLDS: Final = 1000
"""The number of worlds in which `distance` compares two actions."""

FEATURES: Final = ("score", "pieces", "cards", "tickets")
"""The names of the public numbers that the simple forecast uses: a seat's score, pieces left, cards
in hand and tickets. Each is compared with the highest such number of another seat."""


@dataclass(frozen=True, slots=True)
class Study:
    """The settings of a calibration. They determine the games and the positions to judge."""

    edition: Edition
    players: int
    bot: Contestant
    """The bot that plays on every seat."""
    playouts: int
    """The number of playouts of each evaluation."""
    positions: int
    """The number of positions to judge in each game. In a game with fewer turns, the beginning of
    every turn is judged."""
    seed: int
    horizon: int | None = None
    """The number of turns after which a neural network estimates how a world ends. 0 = play every
    world to the end, as reviews do. None = the default for the edition and number of players."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The judge's evaluation at the beginning of a turn, and the result of the game."""

    game: int
    """The number of the game, from 0."""
    turn: int
    """The number of turns of all seats before this turn."""
    seat: int
    """The seat whose turn it is."""
    chance: float
    """The chance to win that the judge estimated for the action that the seat took. If the judge
    did not try this action, the chance for the judge's own choice."""
    error: float
    """The standard error of `chance`, as the judge estimated it."""
    won: float
    """The seat's share of the win: 0, 1, or a part of a shared win."""
    others: float | None
    """The sum of the chances that the judge estimated for the other seats, each at its next turn
    and from what that seat knows. None if another seat had no more turns."""
    again: float
    """A second estimate of `chance`, with another seed."""
    again_error: float
    """The standard error of `again`."""
    same_choice: bool
    """Whether the judge chose the same action with both seeds."""
    apart: float
    """The absolute difference between the chances to win of the actions that the judge chose with
    the two seeds. Both chances are estimated again, in the same `COMPARED_WORLDS` worlds. 0 if the
    judge chose the same action with both seeds."""
    features: tuple[float, ...]
    """For each of `FEATURES`, the seat's value minus the highest value of another seat."""
    progress: float
    """The progress of the game, 0 to 1: the share of pieces used by the seat that has the fewest
    pieces left."""


def judged_game(study: Study, number: int) -> list[Judged]:
    """Play a game, let the judge estimate chances in some positions, and return these positions.

    Args:
        study: the settings of the calibration.
        number: the number of the game, from which its seeds are derived.

    Raises:
        BotError: the bot cannot be made, chose an illegal action or raised an exception.
    """
    seed = derived(study.seed, number)
    turns, shares = _played(study, number, seed)
    if not turns:
        return []
    random = Random(derived(seed, _POSITIONS))
    chosen = sorted(random.sample(range(len(turns)), min(study.positions, len(turns))))
    told = _Told(study, turns, seed)
    found: list[Judged] = []
    for at in chosen:
        view, _ = turns[at]
        first, second = told.judged(at, _JUDGE), told.judged(at, _AGAIN)
        mine, again = told.chance(at, first), told.chance(at, second)
        seed_of_worlds = derived(seed, _COMPARING, at)
        apart = distance(view, first.choice, second.choice, seed_of_worlds, study.horizon)
        found.append(
            Judged(
                game=number,
                turn=view.turns,
                seat=view.seat,
                chance=mine.chance,
                error=mine.chance_error,
                won=shares[view.seat],
                others=told.of_others(at),
                again=again.chance,
                again_error=again.chance_error,
                same_choice=first.choice == second.choice,
                apart=apart,
                features=_features(view),
                progress=_progress(view),
            )
        )
    return found


def distance(
    view: View, choice: Action, other: Action, seed: int, horizon: int | None = None
) -> float:
    """Return the absolute difference between the chances to win of two actions, from 0 to 1.

    Both actions are played in the same `COMPARED_WORLDS` worlds.

    Args:
        view: what the seat that decides sees.
        choice: a legal action.
        other: another legal action, or the same one.
        seed: the seed of the worlds.
        horizon: as `Study.horizon`.

    Raises:
        ValueError: the seat has nothing to decide, or an action is not legal.
    """
    if choice == other:
        return 0.0
    comparison = Comparison(view, (choice, other), seed=seed, horizon=horizon)
    comparison.play(COMPARED_WORLDS)
    return abs(comparison.loss(choice, other)[0])


class _Told:
    """The judge's evaluations of the turns of one game, each computed when it is first needed."""

    def __init__(self, study: Study, turns: Sequence[tuple[View, Action]], seed: int) -> None:
        self._study, self._turns, self._seed = study, turns, seed
        self._made: dict[tuple[int, int], Evaluation] = {}

    def judged(self, at: int, purpose: int) -> Evaluation:
        """Return the judge's evaluation of the position at the beginning of a turn.

        Args:
            at: the index of the turn.
            purpose: `_JUDGE`, or `_AGAIN` for an evaluation with another seed.
        """
        if (at, purpose) not in self._made:
            self._made[at, purpose] = evaluate(
                self._turns[at][0],
                playouts=self._study.playouts,
                seed=derived(self._seed, purpose, at),
                line=0,
                plan=0,
                settings=Settings(horizon=self._study.horizon),
            )
        return self._made[at, purpose]

    def chance(self, at: int, evaluation: Evaluation) -> Candidate:
        """Return the evaluation's candidate for the action that was taken on a turn.

        If the judge did not try this action, return the candidate that the judge chose.

        Args:
            at: the index of the turn.
            evaluation: the evaluation of the turn.
        """
        taken = self._turns[at][1]
        for candidate in evaluation.candidates:
            if candidate.action == taken:
                return candidate
        return evaluation.candidates[0]

    def of_others(self, at: int) -> float | None:
        """Return the sum of the other seats' chances, each at the seat's next turn.

        Return None if another seat has no more turns.

        Args:
            at: the index of the turn after which the next turns are looked up.
        """
        seats = {self._turns[at][0].seat}
        total = 0.0
        for later in range(at + 1, len(self._turns)):
            seat = self._turns[later][0].seat
            if seat in seats:
                break
            seats.add(seat)
            total += self.chance(later, self.judged(later, _JUDGE)).chance
        return total if len(seats) == self._study.players else None


def _played(
    study: Study, number: int, seed: int
) -> tuple[list[tuple[View, Action]], tuple[float, ...]]:
    """Play a game, and return its turns and the seats' shares of the win.

    Args:
        study: the bot, the board and the number of players.
        number: the number of the game, which determines the starter.
        seed: the seed from which the seeds of the deal and of the bots are derived.

    Returns:
        A pair. First, for the beginning of each turn, the view of the seat whose turn it is and the
        action that this seat took. Second, the share of the win of each seat.
    """
    players = study.players
    game = Game.new(study.edition, players, seed=derived(seed, _DEAL), starter=number % players)
    make = study.bot.factory()
    bots = [make(derived(seed, _BOT, seat)) for seat in range(players)]
    asked = asking(game, bots, [study.bot.name] * players, study.bot.budget.seconds or 1.0)
    turns: list[tuple[View, Action]] = []

    def decide(seat: int) -> Action:
        view, action = game.view(seat), asked(seat)
        if view.phase == _TURN and (not turns or turns[-1][0].turns < view.turns):
            turns.append((view, action))
        return action

    sheet = play_on(game, decide).sheet
    return turns, sheet.shares


def _features(view: View) -> tuple[float, ...]:
    rows = [
        (player.score, player.pieces, player.cards, len(player.stacks)) for player in view.players
    ]
    mine = rows[view.seat]
    others = [row for seat, row in enumerate(rows) if seat != view.seat]
    best = (max(row[i] for row in others) for i in range(len(mine)))
    return tuple(float(own - other) for own, other in zip(mine, best, strict=True))


def _progress(view: View) -> float:
    return 1 - min(player.pieces for player in view.players) / view.edition.pieces
