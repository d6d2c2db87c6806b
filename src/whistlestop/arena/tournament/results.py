"""The outcomes of deals. A line in a tournament's folder has the outcome of one deal."""

from __future__ import annotations

from dataclasses import dataclass

from whistlestop.analysis.accounting import SeatLuck
from whistlestop.arena.summary import SeatResult


@dataclass(frozen=True, slots=True)
class Thinking:
    """The counts and times of a seat's decisions in one game."""

    decisions: int
    seconds: float
    """The total seconds of all decisions."""
    slowest: float
    """The seconds of the longest decision."""
    late: int
    """The number of decisions that the fallback took because the bot's answer came too late."""
    failed: int
    """The number of decisions that the fallback took because the bot failed or chose an illegal
    action.
    """
    complaint: str = ""
    """The reason why `limits.fallback` first decided instead of the bot. Empty if it never did."""


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """The result of one seat in a game, with its bot's thinking times, faults and luck."""

    contestant: int
    """The number of the contestant on the seat."""
    result: SeatResult
    thinking: Thinking
    luck: SeatLuck | None = None
    """How much chance changed the result. None if luck is not measured."""


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """The length of one game, and the outcome for each seat."""

    turns: int
    """The number of turns of all seats together."""
    decisions: int
    """The number of actions of all seats together."""
    seats: tuple[SeatOutcome, ...]
    """The outcomes in the order of the seats."""


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """The outcome of one deal of a matchup. The deal is played once for each of its seats.

    From game to game, every contestant moves on by one seat (a rotation), so each contestant has
    every seat once.
    """

    matchup: int
    """The number of the matchup in the tournament, from 0."""
    deal: int
    """The number of the deal in the matchup, from 0."""
    games: tuple[GameOutcome, ...]
    """The games, in the order in which they were played."""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """The outcome of a deal together with the records of its games."""

    outcome: DealOutcome
    records: tuple[str, ...]
    """The records of the games, in the order of `outcome.games`."""
