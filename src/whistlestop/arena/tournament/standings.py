"""Compute the results of a tournament: shares of victories, margins and more, with intervals.

The results are computed for each matchup, and for each board and number of players over all of its
matchups. If a bot has several seats at a table, its figures are means over these seats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from whistlestop.arena.summary import Spread, spread
from whistlestop.arena.tournament.intervals import (
    Estimate,
    mean_with_interval,
    share_with_interval,
)
from whistlestop.arena.tournament.less_luck import LessLuck, less_luck
from whistlestop.arena.tournament.matchups import Tournament
from whistlestop.arena.tournament.ratings import Rating, can_rate, rate
from whistlestop.arena.tournament.results import DealOutcome, GameOutcome, SeatOutcome


@dataclass(frozen=True, slots=True)
class Standing:
    """The figures of one bot. Tickets, paths, bonuses and districts are means per game."""

    name: str
    games: int
    """The number of the bot's games. A game counts once for each seat that the bot has in it."""
    wins: Estimate
    """The share of games that the bot won. A shared victory counts in equal parts (C-42)."""
    margin: Estimate
    """The mean, over games, of the bot's score minus the best score of the other seats."""
    score: Spread
    rank: float
    completed: float
    failed_tickets: float
    """The number of tickets held at the end and not completed, as the mean per game."""
    path: float
    """The length in spaces of the bot's longest path, as the mean per game. 0 in editions without a
    bonus for the longest path."""
    longest_path: float
    """The share of games in which the bot got the bonus for the longest path."""
    most_tickets: float
    districts: float
    doubly_joined: float
    decisions: float
    seconds: float
    """The mean seconds per decision."""
    slowest: float
    """The seconds of the longest decision."""
    late: int
    """The number of decisions, over all games, that `limits.fallback` took because the bot's answer
    came too late."""
    failed: int
    """The number of decisions, over all games, that `limits.fallback` took because the bot failed
    or chose an illegal action."""
    less_luck: LessLuck | None
    """The results with luck subtracted. None if luck is not measured, or for too few deals."""
    complaint: str
    """The reason why `limits.fallback` first decided instead of the bot. Empty if it never did."""


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of some games on one board with one number of players."""

    edition: str
    players: int
    deals: int
    """The number of different deals that were played."""
    games: int
    turns: Spread
    """The number of turns in a game, of all seats together."""
    standings: tuple[Standing, ...]
    ratings: tuple[Rating, ...] = ()
    """The ratings of the bots, in the order of `standings`. Empty in `Results.matchups`, for fewer
    than two bots, and if SciPy is not installed.
    """

    @property
    def fair_share(self) -> float:
        """The share of games that each player would win if all were equally strong: 1 / players."""
        return 1 / self.players


@dataclass(frozen=True, slots=True)
class Results:
    """The standings of a whole tournament: for each matchup, and over all matchups of a board."""

    matchups: tuple[Table, ...]
    """The standings of every matchup that has a complete deal, in the order of the tournament."""
    overall: tuple[Table, ...]
    """The standings of every board and number of players over all matchups. In each table, the best
    bot comes first.
    """


@dataclass(frozen=True, slots=True)
class _Played:
    """A seat's outcome in one game, with the number of the deal and the seat's margin."""

    deal: int
    seat: SeatOutcome
    margin: float


def results(tournament: Tournament, outcomes: Iterable[DealOutcome]) -> Results:
    """Compute the standings of a tournament.

    Args:
        tournament: the tournament.
        outcomes: its complete deals, in any order.
    """
    by_matchup: dict[int, list[DealOutcome]] = defaultdict(list)
    for outcome in sorted(outcomes, key=lambda one: (one.deal, one.matchup)):
        by_matchup[outcome.matchup].append(outcome)
    matchups = [one for one in tournament.matchups if one.number in by_matchup]
    return Results(
        matchups=tuple(
            _table(
                tournament,
                one.edition.name,
                one.players,
                by_matchup[one.number],
                tuple(dict.fromkeys(tournament.names(one))),
            )
            for one in matchups
        ),
        overall=tuple(
            _overall(tournament, edition.name, players, found)
            for edition, players in tournament.settings
            if (
                found := [
                    outcome
                    for one in matchups
                    if (one.edition, one.players) == (edition, players)
                    for outcome in by_matchup[one.number]
                ]
            )
        ),
    )


def _overall(
    tournament: Tournament, edition: str, players: int, outcomes: Sequence[DealOutcome]
) -> Table:
    seated = {seat.contestant for one in outcomes for game in one.games for seat in game.seats}
    names = tuple(dict.fromkeys(tournament.contestants[number].name for number in sorted(seated)))
    table = _table(tournament, edition, players, outcomes, names)
    best_first = tuple(sorted(table.standings, key=lambda one: -one.wins.value))
    rated = len(best_first) > 1 and can_rate()
    return replace(
        table,
        standings=best_first,
        ratings=rate(tournament, [one.name for one in best_first], outcomes) if rated else (),
    )


def _table(
    tournament: Tournament,
    edition: str,
    players: int,
    outcomes: Sequence[DealOutcome],
    names: Sequence[str],
) -> Table:
    played: dict[str, list[_Played]] = {name: [] for name in names}
    for outcome in outcomes:
        for game in outcome.games:
            for seat in game.seats:
                name = tournament.contestants[seat.contestant].name
                played[name].append(_Played(outcome.deal, seat, margin(game, seat)))
    games = [game for outcome in outcomes for game in outcome.games]
    return Table(
        edition=edition,
        players=players,
        deals=len({outcome.deal for outcome in outcomes}),
        games=len(games),
        turns=spread([game.turns for game in games]),
        standings=tuple(_standing(name, played[name]) for name in names),
    )


def margin(game: GameOutcome, seat: SeatOutcome) -> int:
    """Return a seat's score minus the best score of the other seats in the game.

    Only a seat that has the highest score alone has a margin above 0.
    """
    return seat.result.score - max(one.result.score for one in game.seats if one is not seat)


def _standing(name: str, played: Sequence[_Played]) -> Standing:
    results = [one.seat.result for one in played]
    thoughts = [one.seat.thinking for one in played]
    decisions = sum(one.decisions for one in thoughts)
    return Standing(
        name=name,
        games=len(played),
        wins=share_with_interval(
            by_deal((one.deal, one.seat.result.victory) for one in played), len(played)
        ),
        margin=mean_with_interval(by_deal((one.deal, one.margin) for one in played)),
        score=spread([one.score for one in results]),
        rank=fmean(one.rank for one in results),
        completed=fmean(one.completed for one in results),
        failed_tickets=fmean(one.tickets - one.completed for one in results),
        path=fmean(one.path for one in results),
        longest_path=fmean(one.longest_path for one in results),
        most_tickets=fmean(one.most_tickets for one in results),
        districts=fmean(one.districts for one in results),
        doubly_joined=fmean(one.doubly_joined for one in results),
        decisions=decisions / len(played),
        seconds=sum(one.seconds for one in thoughts) / max(1, decisions),
        slowest=max(one.slowest for one in thoughts),
        late=sum(one.late for one in thoughts),
        failed=sum(one.failed for one in thoughts),
        less_luck=_less_luck(played),
        complaint=next((one.complaint for one in thoughts if one.complaint), ""),
    )


def _less_luck(played: Sequence[_Played]) -> LessLuck | None:
    """Return a bot's results with luck subtracted. None if luck was not measured in every game."""
    measured = [(one.deal, luck) for one in played if (luck := one.seat.luck) is not None]
    if len(measured) < len(played):
        return None
    return less_luck(
        len(played),
        by_deal((one.deal, one.seat.result.victory) for one in played),
        by_deal((deal, luck.chance) for deal, luck in measured),
        by_deal((one.deal, one.margin) for one in played),
        by_deal((deal, luck.points) for deal, luck in measured),
    )


def by_deal(values: Iterable[tuple[int, float]]) -> list[float]:
    """Return one number for each deal: the mean of the deal's values.

    The deals are in the order of their numbers. Deals without values are left out.

    Args:
        values: pairs of the number of a deal and a value, in any order.
    """
    found: Mapping[int, list[float]] = defaultdict(list)
    for deal, value in values:
        found[deal].append(value)
    return [fmean(found[deal]) for deal in sorted(found)]
