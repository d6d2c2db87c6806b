"""Sum up the results of many games: each bot's scores, shares of victories, tickets and bonuses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

from whistlestop.seen.sheet import ScoreSheet

LEVEL: Final = 0.95
"""The default confidence level of all intervals."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of a game for one entrant, which is one of the bots of a series."""

    score: int
    victory: float
    """The entrant's share of the victory, 0 to 1. Winners who share the victory get equal parts
    (C-42).
    """
    tickets: int
    """The number of tickets held at the end."""
    completed: int
    districts: int
    """The number of completed districts (L-10)."""
    longest_path: bool
    """Whether the entrant got the bonus for the longest path (U-11)."""
    most_tickets: bool
    """Whether the entrant got the bonus for the most completed tickets (M-30)."""
    path: int
    """The length in spaces of the entrant's longest path (U-10). 0 in editions without a bonus for
    the longest path.
    """
    rank: int
    """The final rank: 1 for the winner. Entrants that tie have an equal rank."""
    doubly_joined: int = 0
    """The number of doubly joined tickets (B-10). 0 in editions in which they bring no points, and
    in results of versions that did not count them.
    """


def seat_result(sheet: ScoreSheet, seat: int) -> SeatResult:
    """Return the result of one seat.

    Args:
        sheet: the score sheet of a game that is over.
        seat: the number of the seat, from 0.
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
        doubly_joined=column.doubly_joined,
    )


@dataclass(frozen=True, slots=True)
class GameResult:
    """The length of one game, and the result of each bot."""

    number: int
    """The number of the game in the series, from 0."""
    turns: int
    """The number of turns of all seats together."""
    decisions: int
    """The number of actions of all seats together."""
    entrants: tuple[SeatResult, ...]
    """The results in the order in which the bots were given, independent of their seats."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The mean and the sample standard deviation of some values.

    The standard deviation of a single value is 0.
    """

    mean: float
    sd: float


@dataclass(frozen=True, slots=True)
class Share:
    """A share of games, 0 to 1, with its 95 % Wilson interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Entrant:
    """The figures of one bot over all games of a series.

    The figures of tickets, districts and bonuses are means per game. The mean of a bonus that one
    player gets is the share of the games in which the bot got the bonus.
    """

    name: str
    wins: Share
    """The share of the games that the bot won. A shared victory counts in equal parts."""
    score: Spread
    tickets: float
    completed: float
    longest_path: float
    most_tickets: float
    districts: float
    doubly_joined: float


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of a series of games: how many and how long they were, and each bot's figures."""

    games: int
    turns: Spread
    """The number of turns in a game, of all seats together."""
    decisions: Spread
    """The number of actions in a game, of all seats together."""
    entrants: tuple[Entrant, ...]


def summarise(names: Sequence[str], results: Sequence[GameResult]) -> Summary | None:
    """Return the summary of the results of a series, or None if there are no results.

    Args:
        names: the names of the bots, in the order of `GameResult.entrants`.
        results: the results of the games, in any order.
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
        doubly_joined=fmean(game.doubly_joined for game in games),
    )


def spread(values: Sequence[float]) -> Spread:
    """Return the mean and the sample standard deviation of at least one value.

    The standard deviation of a single value is 0.
    """
    return Spread(fmean(values), stdev(values) if len(values) > 1 else 0.0)


def wilson(wins: float, games: int, level: float = LEVEL) -> Share:
    """Return the share of games won with its Wilson interval.

    Args:
        wins: the number of games won, which may be a fraction because victories can be shared.
        games: the number of games, at least 1.
        level: the confidence level: the share of such intervals that contain the true value.
    """
    share = wins / games
    quantile = NormalDist().inv_cdf((1 + level) / 2)
    square = quantile**2 / games
    middle = (share + square / 2) / (1 + square)
    half = sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return Share(share, max(0.0, middle - half), min(1.0, middle + half))
