"""Reviews of finished games, as clients get them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from whistlestop import actions
from whistlestop.actions import Cards
from whistlestop.analysis.document import (
    AccountDocument,
    PlayerDocument,
    account_document,
    finite,
    player_of,
)
from whistlestop.analysis.review import (
    Judged,
    ReviewedDecision,
    ReviewedMove,
    summed_up,
    tally,
    turning_points,
)
from whistlestop.analysis.trust import Trust, trust_in
from whistlestop.analysis.verdicts import Verdict
from whistlestop.judge.continuation import Planned
from whistlestop.judge.evaluation import Candidate
from whistlestop.play.game import Game
from whistlestop.server.sent.choices import Action, action_sent

MOST_OPTIONS = 3
"""The maximum number of actions that are sent for a decision, besides the one that was taken."""


class PlannedStep(msgspec.Struct, frozen=True):
    """What a player could do in one of the next turns."""

    action: Action
    """The first action of the player in that turn: of a journey, its start; of a tunnel, the claim
    without the surcharge."""
    missing: Cards
    """The cards that the player would have to collect first, as pairs of a kind and a number."""


class Option(msgspec.Struct, frozen=True):
    """An action that the player could have taken, judged from what the player knew."""

    action: Action
    """The action that the player could have taken."""
    chance: float
    """The chance to win after the action, from 0 to 1."""
    chance_error: float | None
    """The standard error of `chance`; null after a single playout."""
    margin: float
    """The expected lead over the best other player after the action, in points."""
    plan: tuple[PlannedStep, ...]
    """What the player could do in the next turns, besides drawing cards."""


class Judgement(msgspec.Struct, frozen=True):
    """The verdict on a decision."""

    verdict: Verdict
    """How good the decision was."""
    loss: float
    """How much lower the chance to win was than after the best action. It is measured in new
    worlds, which were not used to find the best action."""
    loss_error: float | None
    """The standard error of `loss`; null after a single world."""
    chance: float
    """The chance to win after the action that was taken, from 0 to 1, judged from what the player
    knew."""
    chance_error: float | None
    """The standard error of `chance`; null after a single world."""
    taken: Action
    """The action that was taken."""
    others: tuple[Option, ...]
    """Other actions, at most three. If the action taken was not the best one, the best one is
    first."""
    deeper: bool = False
    """Whether the decision was judged more deeply, with more worlds."""


class ReviewedMoveSent(msgspec.Struct, frozen=True):
    """A move of a finished game, with its verdict."""

    move: int
    """The number of moves before this one."""
    turn: int
    """The number of turns of all players before the move."""
    seat: int
    """The seat that moved."""
    judgement: Judgement | None
    """The verdict; null if there was only one legal action."""
    chances: tuple[float, ...]
    """The chance of each seat to win before the move, computed with all hidden cards as they really
    were. Empty if these chances were not computed."""


class Summary(msgspec.Struct, frozen=True):
    """The overall results of the review of a game: about each player, and the turning points."""

    players: tuple[PlayerDocument, ...]
    """What the review says about each player."""
    turning_points: tuple[int, ...]
    """The value of `move` of the moves with the largest losses, at most three, in the order of the
    game. Only inaccuracies, mistakes and blunders count."""
    trust: Trust | None
    """How far the chances can be trusted on this board; null if this was not measured."""


class OwnPuzzle(msgspec.Struct, frozen=True):
    """A puzzle made of a decision in a finished game of the caller.

    The caller did not take the best action. The puzzle is sent only to the caller.
    """

    id: str
    """The id of the puzzle. The path of the puzzle's page is `/puzzle/ID`."""
    edition: str
    """The name of the edition."""
    difficulty: int
    """The number of levels of bots that do not find the best action, from 1 to 5."""
    table: str
    """The id of the table with the game."""
    move: int
    """The number of moves of the game before the decision."""
    found: str
    """When the puzzle was found, in UTC (ISO 8601)."""


class DeeperSent(msgspec.Struct, frozen=True):
    """The state of a request to judge decisions of a finished game in more worlds."""

    moves: tuple[ReviewedMoveSent, ...]
    """The moves with their new verdicts so far, in the order of the game. The first ones are left
    out: as many as the request's `since` says."""
    judged: int
    """The number of decisions that were asked for and are judged so far."""
    all: int
    """The number of decisions that were asked for. When all moves are reviewed, moves without a
    choice are not counted any more."""
    summary: Summary | None
    """What the review says about the whole game, with the new verdicts; null until all moves are
    reviewed."""


class ReviewSent(msgspec.Struct, frozen=True):
    """The review of a finished game, as far as it has been made."""

    moves: tuple[ReviewedMoveSent, ...]
    """The reviewed moves so far, in order. The first ones are left out: as many as the request's
    `since` says."""
    reviewed: int
    """The number of moves that are reviewed so far."""
    all: int
    """The number of moves of the game."""
    summary: Summary | None
    """What the review says about the whole game; null until all moves are reviewed."""
    puzzles: tuple[OwnPuzzle, ...] = ()
    """Decisions of the caller in this game that are puzzles. Empty until all moves are reviewed."""
    looking: int = 0
    """The number of decisions of the caller about which the server still has to find out whether
    they are puzzles. Ask again later if it is not 0."""


def summary_sent(
    moves: Sequence[ReviewedMoveSent],
    accounts: Sequence[AccountDocument | None],
    game: Game,
    bots: Sequence[str | None] = (),
) -> Summary:
    """Return what the review of a whole game says, in the form in which clients get it.

    Args:
        moves: all moves of the game, reviewed, in order.
        accounts: the result of each seat, split into luck and decisions. None for a seat = this
            was not computed.
        game: the finished game, which has the names of the players.
        bots: the name of the bot of each seat, or None for a person. Empty if the bots are not
            known.
    """
    known = bots or (None,) * len(game.seats)
    judged = [
        Judged(move.move, move.seat, move.judgement.verdict, move.judgement.loss)
        for move in moves
        if move.judgement is not None
    ]
    return Summary(
        players=tuple(
            player_of(tally(judged, seat), account, seat, name, bot)
            for seat, (account, name, bot) in enumerate(
                zip(accounts, game.seats, known, strict=True)
            )
        ),
        turning_points=turning_points(judged),
        trust=trust_in(game.edition, len(game.seats)),
    )


def accounts_of(game: Game, moves: Sequence[ReviewedMove]) -> tuple[AccountDocument | None, ...]:
    """Return the result of each seat, split into luck and decisions.

    An element is None if the review was made without luck.

    Args:
        game: the finished game.
        moves: all its moves, reviewed, in order.
    """
    return tuple(
        None if player.account is None else account_document(player.account)
        for player in summed_up(game, moves).players
    )


def move_sent(move: ReviewedMove) -> ReviewedMoveSent:
    """Return a reviewed move in the form in which clients get it."""
    return ReviewedMoveSent(
        move=move.move,
        turn=move.turn,
        seat=move.seat,
        judgement=None if move.decision is None else judgement_sent(move.action, move.decision),
        chances=move.values.chances if move.values else (),
    )


def judgement_sent(
    taken: actions.Action, decision: ReviewedDecision, *, deeper: bool = False
) -> Judgement:
    """Return the verdict on a decision in the form in which clients get it.

    Args:
        taken: the action that was taken.
        decision: the verdict with its evidence.
        deeper: whether the decision was judged more deeply.
    """
    others = [one for one in decision.evaluation.candidates if one.action != taken]
    return Judgement(
        verdict=decision.verdict,
        loss=decision.loss.chance,
        loss_error=finite(decision.loss.error),
        chance=decision.outlook.chance,
        chance_error=finite(decision.outlook.chance_error),
        taken=action_sent(taken),
        others=tuple(map(_option, others[:MOST_OPTIONS])),
        deeper=deeper,
    )


def _option(candidate: Candidate) -> Option:
    return Option(
        action=action_sent(candidate.action),
        chance=candidate.chance,
        chance_error=finite(candidate.chance_error),
        margin=candidate.margin,
        plan=tuple(map(step_sent, candidate.plan)),
    )


def step_sent(step: Planned) -> PlannedStep:
    """Return a step of a plan in the form in which clients get it."""
    return PlannedStep(action_sent(step.action), step.missing)
