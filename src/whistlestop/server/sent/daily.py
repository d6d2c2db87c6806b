"""The deal of the day, its rankings and its calendar, as clients get them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Literal

import msgspec

from whistlestop.editions.load import load
from whistlestop.play.daily import Deal, Span, Streak, closes_at, ends_at, streak_of
from whistlestop.server.sent.entries import iso
from whistlestop.server.storage.daily import KeptAttempt, RankedAttempt, RankedPerson

AttemptState = Literal["playing", "finished", "given_up", "late"]


class DailyAttempt(msgspec.Struct, frozen=True):
    """The caller's attempt at the deal of a day."""

    table: str
    """The id of the table at which the caller plays the deal."""
    state: AttemptState
    """`playing` = the game is not over; `finished` = the caller played to the end, in time for the
    ranking; `given_up` = the caller resigned, and comes last in the ranking; `late` = the game
    ended too late for the ranking."""
    place: int | None
    """The caller's rank among the players of the game, counted from 1; the last rank if the caller
    resigned; null while the game is not over."""
    won: bool
    """Whether the caller has won the game; false while the game is not over."""
    score: int | None
    """The caller's score; null while the game is not over."""
    margin: int | None
    """The caller's score less the highest score of the bots; null while the game is not over."""


class DailyStreak(msgspec.Struct, frozen=True):
    """The lengths of the current and of the longest series of days that count, such as days won."""

    now: int
    """The number of days of the series up to today, or up to yesterday if today does not count. 0
    if neither day counts."""
    longest: int
    """The number of days of the longest series so far."""


class DailyDeal(msgspec.Struct, frozen=True):
    """The deal of a day: the board and the bots."""

    day: str
    """The day in UTC, such as `2026-11-27`."""
    edition: str
    """The name of the edition."""
    title: str
    """The title of the edition."""
    bots: tuple[str, ...]
    """The levels of the bots, the weakest first."""
    attempt: DailyAttempt | None
    """The caller's attempt on that day; null if there was none."""


class DailyToday(DailyDeal, frozen=True):
    """The deal of today, with the caller's attempt and streaks."""

    ends: str
    """When the day ends, in UTC (ISO 8601). Until then, an attempt can be begun."""
    closes: str
    """When the deal closes, in UTC (ISO 8601). An attempt counts in the ranking if its game ends
    before this time."""
    played: DailyStreak
    """The days in a row on which the caller finished the game in time, without giving up."""
    won: DailyStreak
    """The days in a row on which the caller won the game."""
    unfinished: DailyDeal | None
    """The deal of yesterday, if the caller has begun it and can still finish it in time; otherwise
    null."""


class DailyCalendar(msgspec.Struct, frozen=True):
    """The deals of the days of one month, up to today."""

    month: str
    """The month, such as `2026-11`."""
    earlier: str | None
    """The month before; null if it has no deals that can be played."""
    later: str | None
    """The month after; null if it has not begun."""
    days: tuple[DailyDeal, ...]
    """The deals of the month up to today, the first day first. The deals before today can be
    played, without counting in a ranking."""


class DailyRow(msgspec.Struct, frozen=True):
    """A person in a ranking."""

    rank: int
    """The place in the ranking, counted from 1. Equal results have equal places."""
    name: str
    """The person's name; empty if the person has chosen none."""
    you: bool
    """Whether the person is the caller."""
    won: int
    """The number of days on which the person won against the bots."""
    margin: int
    """The person's score less the highest score of the bots. If the ranking covers several days,
    this is the sum over the days on which the person did not give up."""
    score: int | None
    """The person's score; null if the ranking covers several days."""
    given_up: bool
    """Whether the person resigned; false if the ranking covers several days."""
    points: int | None
    """The sum of the points that the person got for the places in the rankings of the days; null if
    the ranking covers only one day."""
    days: int | None
    """The number of days on which the person finished the game without giving up; null if the
    ranking covers only one day."""
    table: str | None
    """The id of the table, which can be opened and replayed; null until the day is closed, and if
    the ranking covers several days."""


class DailyRanking(msgspec.Struct, frozen=True):
    """A part of the ranking of a day, a week or a month on this server."""

    span: Span
    """`day`, `week` (Monday to Sunday) or `month`."""
    first: str
    """The first day that the ranking covers, such as `2026-11-23`."""
    last: str
    """The last day that the ranking covers, such as `2026-11-29`."""
    earlier: str | None
    """A date in the previous day, week or month; null if no deal can have been played then."""
    later: str | None
    """A date in the next day, week or month; null if the next one has not begun."""
    final: bool
    """Whether no result can be added to the ranking any more."""
    people: int
    """The number of people in the whole ranking; 0 if the page lies beyond the end and `mine` is
    null."""
    rows: tuple[DailyRow, ...]
    """The people on this page of the ranking, the best first."""
    mine: DailyRow | None
    """The caller's row, even if it is on another page; null if the caller is not in the ranking."""
    page: int
    """The number of this page of the ranking, counted from 1."""
    more: bool
    """Whether the ranking has a further page."""


def deal_sent(deal: Deal, attempt: KeptAttempt | None) -> DailyDeal:
    """Return the deal of a day with the caller's attempt; None = the caller made no attempt."""
    return DailyDeal(
        deal.day.isoformat(), deal.edition, load(deal.edition).title, deal.bots, _attempt(attempt)
    )


def today_sent(deal: Deal, attempts: Iterable[KeptAttempt], unfinished: Deal | None) -> DailyToday:
    """Return the deal of today with the caller's attempt and streaks.

    Args:
        deal: the deal of today.
        attempts: all attempts of the caller.
        unfinished: the deal of yesterday, if the caller can still finish it; otherwise None.
    """
    by_day = {attempt.day: attempt for attempt in attempts}
    today = deal_sent(deal, by_day.get(deal.day.isoformat()))
    finished = [one for one in by_day.values() if one.counts and not one.given_up]
    yesterday = None
    if unfinished is not None:
        yesterday = deal_sent(unfinished, by_day.get(unfinished.day.isoformat()))
    return DailyToday(
        **msgspec.structs.asdict(today),
        ends=iso(ends_at(deal.day)),
        closes=iso(closes_at(deal.day)),
        played=_streak(finished, deal.day),
        won=_streak([one for one in finished if one.won], deal.day),
        unfinished=yesterday,
    )


def _streak(attempts: Iterable[KeptAttempt], today: date) -> DailyStreak:
    """Return the lengths of the current and the longest series of days with attempts.

    Args:
        attempts: the attempts that count for the series.
        today: the present day.
    """
    found: Streak = streak_of((date.fromisoformat(one.day) for one in attempts), today)
    return DailyStreak(found.now, found.longest)


def _attempt(kept: KeptAttempt | None) -> DailyAttempt | None:
    if kept is None:
        return None
    state: AttemptState = "finished"
    if kept.ended is None:
        state = "playing"
    elif not kept.counts:
        state = "late"
    elif kept.given_up:
        state = "given_up"
    return DailyAttempt(kept.table_id, state, kept.place, bool(kept.won), kept.score, kept.margin)


def day_row(row: RankedAttempt, caller: str | None, *, closed: bool) -> DailyRow:
    """Return a row of the ranking of a day.

    Args:
        row: the row.
        caller: the id of the person who asks; None = nobody is signed in.
        closed: whether the day's deal is closed. The row has the id of the table only then.
    """
    return DailyRow(
        rank=row.rank,
        name=row.name,
        you=row.person == caller,
        won=int(row.won),
        margin=row.margin,
        score=row.score,
        given_up=row.given_up,
        points=None,
        days=None,
        table=row.table_id if closed else None,
    )


def days_row(row: RankedPerson, caller: str | None) -> DailyRow:
    """Return a row of the ranking of a week or a month.

    Args:
        row: the row.
        caller: the id of the person who asks; None = nobody is signed in.
    """
    return DailyRow(
        rank=row.rank,
        name=row.name,
        you=row.person == caller,
        won=row.won,
        margin=row.margin,
        score=None,
        given_up=False,
        points=row.points,
        days=row.days,
        table=None,
    )
