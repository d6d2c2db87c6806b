"""The results of many games: scores, win shares, tickets and bonuses of every entrant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

from whistlestop.sheet import ScoreSheet

LEVEL: Final = 0.95
"""The level of intervals."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of a game for one entrant."""

    score: int
    victory: float
    """1 for the winner; those who share a victory get equal parts of it (C-42)."""
    tickets: int
    """Tickets held at the end."""
    completed: int
    districts: int
    """Completed districts (L-10)."""
    longest_path: bool
    """Whether it got the bonus for the longest path (U-11)."""
    most_tickets: bool
    """Whether it got the bonus for the most tickets (M-30)."""
    path: int
    """Spaces of its longest path; 0 in editions without that bonus (U-10)."""
    rank: int
    """1 = won; those who share a place have the same rank."""


def seat_result(sheet: ScoreSheet, seat: int) -> SeatResult:
    """The result of one seat.

    Args:
        sheet: the score sheet of a game that is over.
        seat: the seat, from 0.
    """
    column = sheet.players[seat]
    return SeatResult(
        score=column.total,
        victory=(seat in sheet.winners) / len(sheet.winners),
        tickets=len(column.tickets),
        completed=column.completed,
        districts=len(column.districts),
        longest_path=column.longest_path_bonus > 0,
        most_tickets=column.most_tickets_bonus > 0,
        path=column.longest_path,
        rank=column.rank,
    )


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game."""

    number: int
    """Its number in the series, from 0."""
    turns: int
    """Turns of all seats together."""
    decisions: int
    """Actions of all seats together."""
    entrants: tuple[SeatResult, ...]
    """In the order in which the bots were named, wherever they sat."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A mean and the sample's standard deviation, which is 0 for a single game."""

    mean: float
    sd: float


@dataclass(frozen=True, slots=True)
class Share:
    """A share of games, 0 to 1, with its 95 % interval after Wilson."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Entrant:
    """One bot's figures. Those of tickets, districts and bonuses are means a game."""

    name: str
    wins: Share
    """Shared victories count in equal parts."""
    score: Spread
    tickets: float
    completed: float
    longest_path: float
    most_tickets: float
    districts: float


@dataclass(frozen=True, slots=True)
class Summary:
    """The results of a series of games."""

    games: int
    turns: Spread
    """Turns a game, of all seats together."""
    decisions: Spread
    """Actions a game, of all seats together."""
    entrants: tuple[Entrant, ...]


def summarise(names: Sequence[str], results: Sequence[GameResult]) -> Summary | None:
    """Sum up a series; None if no game was played.

    Args:
        names: the bots' names, in the order of `GameResult.entrants`.
        results: the games, in any order.
    """
    if not results:
        return None
    ordered = sorted(results, key=lambda result: result.number)
    return Summary(
        games=len(ordered),
        turns=spread([result.turns for result in ordered]),
        decisions=spread([result.decisions for result in ordered]),
        entrants=tuple(
            _entrant(name, [result.entrants[number] for result in ordered])
            for number, name in enumerate(names)
        ),
    )


def _entrant(name: str, games: list[SeatResult]) -> Entrant:
    return Entrant(
        name=name,
        wins=wilson(sum(game.victory for game in games), len(games)),
        score=spread([game.score for game in games]),
        tickets=fmean(game.tickets for game in games),
        completed=fmean(game.completed for game in games),
        longest_path=fmean(game.longest_path for game in games),
        most_tickets=fmean(game.most_tickets for game in games),
        districts=fmean(game.districts for game in games),
    )


def spread(values: Sequence[float]) -> Spread:
    """The mean and the standard deviation of at least one value."""
    return Spread(fmean(values), stdev(values) if len(values) > 1 else 0.0)


def wilson(wins: float, games: int, level: float = LEVEL) -> Share:
    """A share with its interval after Wilson.

    Args:
        wins: may be a fraction, where victories were shared.
        games: at least 1.
        level: how often such intervals contain the truth.
    """
    share = wins / games
    quantile = NormalDist().inv_cdf((1 + level) / 2)
    square = quantile**2 / games
    middle = (share + square / 2) / (1 + square)
    half = sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return Share(share, max(0.0, middle - half), min(1.0, middle + half))
