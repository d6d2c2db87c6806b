"""Split the result of each seat of a finished game into luck and decisions.

The result of a seat is the sum of what was to be expected at the start, of what chance brought, and
of what all seats decided. Every term is measured by playouts to the end:

- The *value* of a position is the mean result if all seats go on as the planner does, with all
  cards as they really are.
- A *decision* is worth the value after the action that was taken, minus the value after the
  planner's own action. Both are played in equal worlds.
- *Luck* is the value after the random outcomes of an action, minus the value before these outcomes
  were known.

The value before an outcome is the mean of the values after all possible outcomes. So luck is 0 on
average, whatever the players do and however well the planner plays. The terms add up to the result,
because each value is added once and subtracted once. This follows N. Burch et al., "AIVAT: a new
variance reduction technique for agent evaluation in imperfect information games" (2018), and M.
Zinkevich et al., "Optimal unbiased estimators for evaluating agent performance" (2006), where a
known player is the measure of decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from whistlestop.actions import ClaimRoute, DrawTickets
from whistlestop.judge.open_cards import play_open
from whistlestop.judge.whole_games import Asked, asked_in
from whistlestop.play.game import Game
from whistlestop.seen.sheet import ScoreSheet

Values = npt.NDArray[np.float64]


class Luck(StrEnum):
    """The kinds of chance into which a seat's luck is split."""

    DEAL = "deal"
    """The first cards and tickets, and who begins."""
    CARDS = "cards"
    """Cards drawn from the deck, and cards turned up in the display."""
    TICKETS = "tickets"
    """Tickets drawn during the game."""
    TUNNELS = "tunnels"
    """Cards turned up for tunnels (E-11)."""


@dataclass(frozen=True, slots=True)
class MoveValues:
    """The results of playouts from the position before a move, in each world and for every seat.

    The axis `measure` of the arrays `prior` and `taken` has two elements: the share of the win, and
    the lead over the best other seat in points.
    """

    move: int
    """The index of the move in `Game.moves`."""
    place: int
    """The number of the move in the game, from 0. Answers to the opening offers are counted in the
    order of the seats, in whatever order they were given."""
    seat: int
    """The seat that made the move."""
    luck: Luck
    """The kind of chance that followed the move. Moves without chance count as `CARDS`."""
    prior: Values
    """[measure, world, seat] the results after the action that the planner would take."""
    taken: Values
    """[measure, world, seat] the results after the action that was taken, in worlds equal to those
    of `prior`."""

    @property
    def chances(self) -> tuple[float, ...]:
        """The chance of each seat to win before the move, if the planner plays on for all seats.

        The worlds of the playouts contain the hidden cards as they really are.
        """
        return tuple(self.prior[0].mean(0).tolist())


@dataclass(frozen=True, slots=True)
class Term:
    """How much one cause adds to a seat's result. Values below 0 are subtracted from the result."""

    chance: float
    """How much the cause adds to the share of the win, such as 0.1 for ten percent of a win."""
    chance_error: float
    """The standard error of `chance`."""
    points: float
    """How much the cause adds to the lead over the best other seat, in points."""
    points_error: float
    """The standard error of `points`."""


@dataclass(frozen=True, slots=True)
class Account:
    """A seat's result, split into luck and decisions. All other terms add up to `result`."""

    seat: int
    start: Term
    """The result that could be expected before the deal. The share of the win is 1 / seats. The
    lead is the mean of all seats' expected leads after the deal, which is 0 with two seats."""
    luck: dict[Luck, Term]
    """For each kind of chance, how much it changed the seat's result."""
    own: Term
    """How much the seat's decisions changed its result, compared with the planner's decisions."""
    others: Term
    """How much the decisions of all other seats changed this seat's result, compared with the
    planner's decisions."""
    result: Term
    """The seat's share of the win, and its lead over the best other seat. The errors are 0."""


@dataclass(frozen=True, slots=True)
class SeatLuck:
    """How much chance changed a seat's result in a game. Over many games, the mean is 0."""

    chance: float
    """What luck adds to the share of the win, such as -0.1 for ten percent of a win less."""
    points: float
    """What luck adds to the lead over the best other seat, in points."""


def luck_in(game: Game, worlds: int, seed: int) -> tuple[SeatLuck, ...]:
    """Return how much chance changed the result of each seat, without naming the kinds of chance.

    The luck of a seat is the sum of the terms `Account.luck` that `accounts` would return, up to
    the errors of the playouts. This function is faster: it subtracts the expected result and the
    effects of all decisions from the final result. So only decisions in which the planner would
    have taken another action need playouts.

    Over all deals and all orders of the seats, the mean of a player's luck is 0.

    Args:
        game: a game that is over. It is not changed.
        worlds: the number of worlds in which each decision is measured, at least 1. More worlds
            make the numbers more exact.
        seed: the seed of all chance in these worlds.
    """
    sheet = game.score_sheet()
    seats = len(sheet.players)
    known = np.zeros((2, seats))
    known[0] = 1 / seats
    for asked in asked_in(game):
        # Before the deal, the leads of more than two seats do not add up to 0.
        first = seats > 2 and asked.place == 0
        if first or asked.taken != asked.prior:
            values = move_values(asked, worlds, seed + asked.move)
            known += (values.taken - values.prior).mean(1)
            if first:
                known[1] += values.prior[1].mean()
    chances, points = (_result(sheet) - known).tolist()
    return tuple(map(SeatLuck, chances, points))


def move_values(asked: Asked, worlds: int, seed: int) -> MoveValues:
    """Return the results of playouts from the position before a move.

    In each world, the game is played to the end twice: after the action that was taken, and after
    the action that the planner would take. The worlds have the hidden cards as they really are.

    Args:
        asked: the decision. There may be only one legal action.
        worlds: the number of worlds.
        seed: the seed of all chance in these worlds.
    """
    actions = [asked.prior] if asked.taken == asked.prior else [asked.prior, asked.taken]
    edition = asked.view.edition
    endings = play_open(edition, asked.root, asked.minds, actions, worlds, seed)
    both = np.stack((endings.shares, endings.margins))
    prior, taken = both[:, :, 0], both[:, :, -1]
    return MoveValues(asked.move, asked.place, asked.seat, _luck(asked), prior, taken)


def _luck(asked: Asked) -> Luck:
    """Return the kind of chance that follows an action. Actions without chance count as `CARDS`."""
    if isinstance(asked.action, DrawTickets):
        return Luck.TICKETS
    if isinstance(asked.action, ClaimRoute) and _is_tunnel(asked, asked.action):
        return Luck.TUNNELS
    return Luck.CARDS


def _is_tunnel(asked: Asked, claim: ClaimRoute) -> bool:
    index = asked.view.index
    return bool(index.edition.routes[index.route_of[claim.route]].tunnel)


def accounts(moves: Sequence[MoveValues], sheet: ScoreSheet) -> tuple[Account, ...]:
    """Split the result of each seat into luck and decisions. Return one account for each seat.

    Args:
        moves: the results of playouts before every move of the game, in any order.
        sheet: the score sheet at the end of the game.
    """
    seats = len(sheet.players)
    result = _result(sheet)
    moves = sorted(moves, key=lambda move: move.place)
    return tuple(_account(moves, seat, seats, result) for seat in range(seats))


def _result(sheet: ScoreSheet) -> Values:
    """Return the final results as an array [measure, seat].

    The measures are the share of the win, and the lead over the best other seat in points.
    """
    totals = sheet.totals
    leads = [total - max(totals[:seat] + totals[seat + 1 :]) for seat, total in enumerate(totals)]
    return np.array([sheet.shares, leads], dtype=np.float64)


class _Sum:
    """A sum of means over worlds for one seat, with the standard error of the sum.

    Means that belong to one move come from the same worlds, so their errors depend on one another.
    The errors of means that belong to different moves are independent.
    """

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._total = np.zeros(2)
        self._parts: dict[int, Values] = {}

    def add(self, number: int, values: Values, factor: float = 1.0) -> None:
        """Add the mean of a move's values to the sum.

        Args:
            number: the number of the move.
            values: [measure, world, seat] the move's values.
            factor: the number by which the values are multiplied, such as -1.
        """
        mine = factor * values[:, :, self._seat]
        self._total += mine.mean(1)
        self._parts[number] = self._parts.get(number, 0.0) + mine

    def add_number(self, number: Values) -> None:
        """Add exact numbers to the sum.

        Args:
            number: [measure] one number for the share of the win, and one for the lead in points.
        """
        self._total += number

    def term(self) -> Term:
        """Return the sum and its standard error."""
        variance = np.zeros(2)
        for part in self._parts.values():
            worlds = part.shape[1]
            variance += part.var(1, ddof=1) / worlds if worlds > 1 else np.inf
        chance, points = self._total.tolist()
        chance_error, points_error = np.sqrt(variance).tolist()
        return Term(chance, chance_error, points, points_error)


def _account(moves: Sequence[MoveValues], seat: int, seats: int, result: Values) -> Account:
    luck = {kind: _Sum(seat) for kind in Luck}
    start, own, others = _Sum(seat), _Sum(seat), _Sum(seat)
    # Before the deal, all seats have equal chances, and the same expected lead.
    first = moves[0].prior
    equal = np.full_like(first, 1 / seats)
    equal[1] = first[1].mean(1, keepdims=True)
    start.add(0, equal)
    luck[Luck.DEAL].add(0, first)
    luck[Luck.DEAL].add(0, equal, -1)
    for number, move in enumerate(moves):
        decision = own if move.seat == seat else others
        decision.add(number, move.taken)
        decision.add(number, move.prior, -1)
        outcome = luck[move.luck]
        outcome.add(number, move.taken, -1)
        if number + 1 < len(moves):
            outcome.add(number + 1, moves[number + 1].prior)
        else:
            outcome.add_number(result[:, seat])
    return Account(
        seat=seat,
        start=start.term(),
        luck={kind: total.term() for kind, total in luck.items()},
        own=own.term(),
        others=others.term(),
        result=Term(float(result[0, seat]), 0.0, float(result[1, seat]), 0.0),
    )
