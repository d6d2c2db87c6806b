"""The outcomes of deals: what one line of a tournament's folder says."""

from __future__ import annotations

from dataclasses import dataclass

from whistlestop.arena.summary import SeatResult


@dataclass(frozen=True, slots=True)
class Thinking:
    """A seat's decisions in one game, and what they took."""

    decisions: int
    seconds: float
    """The time of all of them."""
    slowest: float
    """The longest of them, in seconds."""
    late: int
    """Those that the fallback took because the bot's answer did not come in time."""
    failed: int
    """Those that the fallback took because the bot raised something or chose an illegal action."""
    complaint: str = ""
    """What was wrong with the first of them."""


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """What became of one seat."""

    contestant: int
    """The number of the contestant that sat there."""
    result: SeatResult
    thinking: Thinking


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """What became of one game."""

    turns: int
    """Turns of all seats together."""
    decisions: int
    """Actions of all seats together."""
    seats: tuple[SeatOutcome, ...]
    """In the order of the seats."""


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """What became of one deal of a matchup: a game for every rotation of the seats."""

    matchup: int
    """The number of the matchup in the tournament, from 0."""
    deal: int
    """The number of the deal in the matchup, from 0."""
    games: tuple[GameOutcome, ...]
    """In the order of the rotations."""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal's outcome together with the records of its games."""

    outcome: DealOutcome
    records: tuple[str, ...]
    """In the order of the rotations."""
