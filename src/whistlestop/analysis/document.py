"""Reviews as JSON: the structs that programs and web pages read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from whistlestop.analysis.accounting import Account, Luck, Term
from whistlestop.analysis.review import (
    Effort,
    PlayerReview,
    Review,
    ReviewedDecision,
    ReviewedMove,
    Tally,
)
from whistlestop.analysis.trust import Trust, trust_in
from whistlestop.analysis.verdicts import Verdict
from whistlestop.judge.continuation import Foreseen, Planned
from whistlestop.judge.evaluation import Candidate

VERSION: Final = 1
"""The version of the format. It rises when a field changes its meaning or is removed."""


class TermDocument(msgspec.Struct, frozen=True):
    """How much one cause, such as luck with cards, adds to a player's result."""

    chance: float
    """How much the cause adds to the share of the win, such as 0.1 for ten percent of a win."""
    chance_error: float | None
    """The standard error of `chance`; null after a single playout."""
    points: float
    """How much the cause adds to the lead over the best other player, in points."""
    points_error: float | None
    """The standard error of `points`; null after a single playout."""


class AccountDocument(msgspec.Struct, frozen=True):
    """A player's result, split into luck and decisions.

    All other terms add up to `result`.
    """

    start: TermDocument
    """The result that could be expected before the deal."""
    deal: TermDocument
    """How much the first cards and tickets, and the choice of who begins, changed the result."""
    cards: TermDocument
    """How much the cards that were drawn and turned up changed the result."""
    tickets: TermDocument
    """How much the tickets that were drawn during the game changed the result."""
    tunnels: TermDocument
    """How much the cards that were turned up for tunnels changed the result."""
    own: TermDocument
    """How much the player's decisions changed the result, compared with the planner's decisions."""
    others: TermDocument
    """How much the decisions of all other players changed this player's result, compared with the
    planner's decisions."""
    result: TermDocument
    """The share of the win, and the lead over the best other player, at the end of the game."""


class PlayerDocument(msgspec.Struct, frozen=True):
    """What a review says about a player."""

    seat: int
    """The seat, counted from 0."""
    name: str
    """The player's name in the record."""
    bot: str | None
    """The name of the bot that played; null for a person."""
    decisions: int
    """The number of decisions with more than one legal action."""
    verdicts: dict[Verdict, int]
    """The number of decisions with each verdict, by verdict."""
    accuracy: float | None
    """The share of decisions that were no inaccuracy, mistake or blunder; null without
    decisions."""
    lost: float
    """The sum of the losses of all inaccuracies, mistakes and blunders. 1 is a whole win."""
    account: AccountDocument | None
    """The player's result, split into luck and decisions; null if the game is not over or luck was
    not asked for."""


class CandidateDocument(msgspec.Struct, frozen=True):
    """An action that the search tried, with its results."""

    action: str
    """The action in the words of records."""
    chance: float
    """The chance to win after the action, from 0 to 1, estimated from what the seat knew."""
    chance_error: float | None
    """The standard error of `chance`; null after a single playout."""
    margin: float
    """The expected lead over the best other player after the action, in points."""
    margin_error: float | None
    """The standard error of `margin`; null after a single playout."""
    playouts: int
    """The number of games that were imagined after the action."""
    prior: bool
    """Whether the planner would take this action."""
    plan: tuple[str, ...]
    """What the player could do in the next turns, in the words of records."""
    line: tuple[str, ...]
    """How the game could go on: the next actions of all players, each with the player's number,
    counted from 1."""


class DecisionDocument(msgspec.Struct, frozen=True):
    """A verdict on a decision with more than one legal action."""

    verdict: Verdict
    """How good the decision was."""
    chance: float
    """The chance to win after the action that was taken, from 0 to 1, measured in imagined worlds
    that the search for better actions did not use."""
    chance_error: float | None
    """The standard error of `chance`; null after a single world."""
    margin: float
    """The expected lead over the best other player after the action that was taken, in points."""
    margin_error: float | None
    """The standard error of `margin`; null after a single world."""
    loss: float
    """How much lower the chance to win was than after the best action, measured in imagined worlds
    that the search for better actions did not use."""
    loss_error: float | None
    """The standard error of `loss`; null after a single world."""
    worlds: int
    """The number of worlds in which the loss was measured; 0 if nothing better was found."""
    best: str
    """The best action that the search found. It may be the one that was taken."""
    candidates: tuple[CandidateDocument, ...]
    """All actions that the search tried. The best one comes first."""


class MoveDocument(msgspec.Struct, frozen=True):
    """A move with its verdict."""

    move: int
    """The number of the move in the game, counted from 0."""
    turn: int
    """The number of turns of all players before the move."""
    seat: int
    """The seat that moved, counted from 0."""
    action: str
    """The action in the words of records."""
    decision: DecisionDocument | None
    """The verdict; null if there was only one legal action."""
    chances: tuple[float, ...] | None
    """The chance of each seat to win before the move, given all hidden cards; null if luck was not
    asked for."""
    luck: Luck | None
    """The kind of chance to which the move's luck belongs. Moves without chance count as `cards`.
    null if luck was not asked for."""


class ReviewDocument(msgspec.Struct, frozen=True):
    """The review of a game: its settings, the verdicts on the moves, and each player's figures."""

    version: int
    """The version of the format of reviews."""
    edition: str
    """The name of the edition of the game."""
    over: bool
    """Whether the game is over."""
    complete: bool
    """Whether all moves of the game are reviewed. If not, the review was interrupted."""
    seed: int
    """The seed of all imagined worlds."""
    playouts: int
    """The number of playouts with which a better action was looked for in each decision."""
    least_worlds: int
    """The number of worlds in which the chance after each decision was measured."""
    most_worlds: int
    """The maximum number of worlds in which the loss of a decision was measured."""
    luck_worlds: int
    """The number of worlds in which each position was played to measure luck; 0 if luck was not
    asked for."""
    trust: Trust | None
    """How far the chances can be trusted on this board; null if this was not measured."""
    players: tuple[PlayerDocument, ...]
    """The players in the order of their seats."""
    turning_points: tuple[int, ...]
    """The numbers of the moves with the largest losses, at most three, in the order of the game."""
    moves: tuple[MoveDocument, ...]
    """The reviewed moves, in the order of the game."""


def document(
    review: Review, effort: Effort, seed: int, bots: Sequence[str | None] = ()
) -> ReviewDocument:
    """Return a review as a struct that `msgspec.json.encode` writes.

    Args:
        review: the review.
        effort: how thorough the review is.
        seed: the seed of the review.
        bots: the name of the bot of each seat, or None for a person. Empty if the bots
            are unknown.
    """
    known = bots or (None,) * len(review.players)
    return ReviewDocument(
        version=VERSION,
        edition=review.game.edition.name,
        over=review.game.over,
        complete=len(review.moves) == review.game.length,
        seed=seed,
        playouts=effort.playouts,
        least_worlds=effort.least_worlds,
        most_worlds=effort.most_worlds,
        luck_worlds=effort.luck_worlds,
        trust=trust_in(review.game.edition, len(review.players)),
        players=tuple(
            player_document(player, name, bot)
            for player, name, bot in zip(review.players, review.game.seats, known, strict=True)
        ),
        turning_points=tuple(move.move for move in review.turning_points),
        moves=tuple(map(move_document, review.moves)),
    )


def move_document(move: ReviewedMove) -> MoveDocument:
    """Return a reviewed move as a struct that `msgspec.json.encode` writes."""
    return MoveDocument(
        move=move.move,
        turn=move.turn,
        seat=move.seat,
        action=str(move.action),
        decision=_decision(move.decision) if move.decision else None,
        chances=move.values.chances if move.values else None,
        luck=move.values.luck if move.values else None,
    )


def _decision(decision: ReviewedDecision) -> DecisionDocument:
    return DecisionDocument(
        verdict=decision.verdict,
        chance=decision.outlook.chance,
        chance_error=finite(decision.outlook.chance_error),
        margin=decision.outlook.margin,
        margin_error=finite(decision.outlook.margin_error),
        loss=decision.loss.chance,
        loss_error=finite(decision.loss.error),
        worlds=decision.loss.worlds,
        best=str(decision.best.action),
        candidates=tuple(map(_candidate, decision.evaluation.candidates)),
    )


def _candidate(candidate: Candidate) -> CandidateDocument:
    return CandidateDocument(
        action=str(candidate.action),
        chance=candidate.chance,
        chance_error=finite(candidate.chance_error),
        margin=candidate.margin,
        margin_error=finite(candidate.margin_error),
        playouts=candidate.playouts,
        prior=candidate.prior,
        plan=_words(candidate.plan),
        line=_words(candidate.line),
    )


def _words(steps: Sequence[Planned | Foreseen]) -> tuple[str, ...]:
    return tuple(map(str, steps))


def player_document(player: PlayerReview, name: str, bot: str | None = None) -> PlayerDocument:
    """Return what a review says about a player as a struct that `msgspec.json.encode` writes.

    Args:
        player: the player's part of the review.
        name: the player's name.
        bot: the name of the bot that played, or None for a person.
    """
    account = account_document(player.account) if player.account else None
    return player_of(player, account, player.seat, name, bot)


def player_of(
    counted: Tally, account: AccountDocument | None, seat: int, name: str, bot: str | None
) -> PlayerDocument:
    """Return what a review says about a player, put together from its parts.

    Args:
        counted: the numbers of the player's verdicts.
        account: the player's result, split into luck and decisions. None if it is not known.
        seat: the player's seat, counted from 0.
        name: the player's name.
        bot: the name of the bot that played, or None for a person.
    """
    return PlayerDocument(
        seat=seat,
        name=name,
        bot=bot,
        decisions=counted.decisions,
        verdicts=counted.verdicts,
        accuracy=counted.accuracy,
        lost=counted.lost,
        account=account,
    )


def account_document(account: Account) -> AccountDocument:
    """Return a player's result, split into luck and decisions, as a struct for JSON."""
    return AccountDocument(
        start=_term(account.start),
        own=_term(account.own),
        others=_term(account.others),
        result=_term(account.result),
        **{str(kind): _term(term) for kind, term in account.luck.items()},
    )


def _term(term: Term) -> TermDocument:
    return TermDocument(
        chance=term.chance,
        chance_error=finite(term.chance_error),
        points=term.points,
        points_error=finite(term.points_error),
    )


def finite(error: float) -> float | None:
    """Return a standard error, or None if it is infinite, because JSON has no infinity."""
    return error if error < float("inf") else None
