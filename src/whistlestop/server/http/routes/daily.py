"""The deal of the day, its rankings and its calendar."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Annotated, Final, TypeVar

import msgspec
from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody

from whistlestop.play.daily import FIRST_DAY, Span, closes_at, days_of, deal_of
from whistlestop.server import clock
from whistlestop.server.errors import Refusal
from whistlestop.server.http.request import (
    Call,
    Made,
    asker,
    check_new_table,
    check_rate,
    json_answer,
    person,
    service_of,
)
from whistlestop.server.http.responses import BODY, answers, changes
from whistlestop.server.rate_limits import Rate
from whistlestop.server.sent.daily import (
    DailyCalendar,
    DailyRanking,
    DailyToday,
    day_row,
    days_row,
    deal_sent,
    today_sent,
)
from whistlestop.server.storage.daily import RankedAttempt, RankedPerson

Ranked = TypeVar("Ranked", RankedAttempt, RankedPerson)

PAGE = 50
"""The maximum number of people on a page of a ranking."""

MOST_PAGES = 1000
"""The number of the last page of a ranking that can be requested."""

RANKINGS: Final = Rate(30, 1)
"""The limit on rankings for a person, because those of a month sort many results: how many at once,
and how many more each second."""

_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

Day = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]


class DailyToPlay(msgspec.Struct):
    """The body of a request to play the deal of a day."""

    day: Day | None = None
    """The day in UTC, such as `2026-11-27`; null = today. Only today's deal counts."""


@get("/api/daily", summary="Get the deal of the day", responses=answers(DailyToday))
async def today(request: Call) -> Response[bytes]:
    """Return the deal of today (UTC): the board, the bots, and the caller's attempt and streaks.

    The deal is the same for everybody on every server.
    """
    daily, caller = service_of(request).daily, asker(request).person
    deal = deal_of(daily.today)
    attempts = (
        [] if caller is None else await daily.kept.attempts(caller.id, "", deal.day.isoformat())
    )
    return json_answer(today_sent(deal, attempts, daily.unfinished(attempts)))


@post(
    "/api/daily",
    status_code=201,
    summary="Play the deal of a day",
    responses=changes(Made, 404, BODY, 422, 503, status=201),
)
async def play(request: Call, data: JSONBody[DailyToPlay | None] = None) -> Made:
    """Return the id of the table where the caller plays the deal of a day.

    Everybody has one attempt at the deal of today. Later requests return the same table. Deals of
    past days can be played as often as the caller likes, but do not count. Refused (404) for days
    to come, and for days before the first deal. Refused (503) while the bots are being compiled,
    which happens once on a new installation.
    """
    caller, daily = await person(request), service_of(request).daily
    wanted = None if data is None else data.day
    day = daily.today if wanted is None else _day(wanted)
    begun = await daily.begun(caller, day)
    if begun is not None:
        return Made(begun)
    # At these tables, no interpreted code decides for the bots. The person would wait for minutes.
    if not await service_of(request).players.ready():
        raise Refusal(503, "players_compiling")
    check_new_table(request)
    return Made(await daily.begin(caller, day))


@get("/api/daily/days", summary="List the deals of a month", responses=answers(DailyCalendar, 422))
async def days(request: Call, month: FromQuery[str | None] = None) -> Response[bytes]:
    """Return the deals of a month up to today, with the caller's attempts.

    `month` is a month such as `2026-11`. Without `month`, the present month is returned.
    """
    daily, caller = service_of(request).daily, asker(request).person
    first, last = days_of(daily.today if month is None else _day(f"{month}-01"), "month")
    shown = [
        first + timedelta(days=number)
        for number in range((last - first).days + 1)
        if FIRST_DAY <= first + timedelta(days=number) <= daily.today
    ]
    attempts = {}
    if caller is not None:
        kept = await daily.kept.attempts(caller.id, first.isoformat(), last.isoformat())
        attempts = {one.day: one for one in kept}
    return json_answer(
        DailyCalendar(
            month=_month(first),
            earlier=_month(first - timedelta(days=1)) if first > FIRST_DAY else None,
            later=_month(last + timedelta(days=1)) if last < daily.today else None,
            days=tuple(deal_sent(deal_of(day), attempts.get(day.isoformat())) for day in shown),
        )
    )


@get("/api/daily/ranking", summary="Get a ranking", responses=answers(DailyRanking, 422))
async def ranking(
    request: Call,
    day: FromQuery[str | None] = None,
    span: FromQuery[Span] = "day",
    page: FromQuery[int] = 1,
) -> Response[bytes]:
    """Return a page of this server's ranking of a day, or of the week or month with this day.

    On a day, the lead over the better bot decides, then the score, then who finished first. Those
    who gave up come last. In a week or month, the points of the days are added: 10, 7, 5, 4, 3 and
    2 for the first six places, 1 for all others who finished, and 0 for those who gave up. With
    equal points, the sum of the leads decides. `page` is counted from 1, and at most 1000.
    """
    return json_answer(await ranking_for(request, day, span, page))


async def ranking_for(
    call: Call, day: str | None, span: Span, page: int, among: Mapping[str, str] | None = None
) -> DailyRanking:
    """Return a page of the ranking of a day, a week or a month.

    Args:
        call: the request.
        day: a day such as `2026-11-27`; None = today.
        span: the days that are ranked together.
        page: the number of the page, counted from 1.
        among: the displayed names of the only people who are ranked, by the ids of the people;
            None = everybody.

    Raises:
        Refusal: there is no such day or page, or the caller asks too often.
    """
    check_rate(call, RANKINGS)
    if not 1 <= page <= MOST_PAGES:
        raise Refusal(422, "bad_request", case="page", most=MOST_PAGES)
    daily, caller = service_of(call).daily, asker(call).person
    first, last = days_of(daily.today if day is None else _day(day), span)
    one, start = "" if caller is None else caller.id, (page - 1) * PAGE
    closed = clock.now() >= closes_at(last)

    def named(row: Ranked) -> Ranked:
        return row if among is None else replace(row, name=among[row.person])

    if span == "day":
        found = await daily.kept.day(first.isoformat(), one, start, PAGE, among)
        rows = tuple([day_row(named(row), one, closed=closed) for row in found.rows])
        mine = None if found.mine is None else day_row(named(found.mine), one, closed=closed)
        people = found.people
    else:
        several = await daily.kept.days(
            first.isoformat(), last.isoformat(), one, start, PAGE, among
        )
        rows = tuple([days_row(named(row), one) for row in several.rows])
        mine = None if several.mine is None else days_row(named(several.mine), one)
        people = several.people
    return DailyRanking(
        span=span,
        first=first.isoformat(),
        last=last.isoformat(),
        earlier=(first - timedelta(days=1)).isoformat() if first > FIRST_DAY else None,
        later=(last + timedelta(days=1)).isoformat() if last < daily.today else None,
        final=closed,
        people=people,
        rows=rows,
        mine=mine,
        page=page,
        more=people > start + PAGE and page < MOST_PAGES,
    )


def _day(text: str) -> date:
    """Return the date that a text such as `2026-11-27` names.

    Raises:
        Refusal: there is no such day, or it is too far away.
    """
    if not _DAY.fullmatch(text):
        raise Refusal(422, "bad_request", case="day")
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise Refusal(422, "bad_request", case="day") from error
    if not 2000 <= day.year < 9000:
        raise Refusal(422, "bad_request", case="day")
    return day


def _month(day: date) -> str:
    return f"{day:%Y-%m}"


handlers = [today, play, days, ranking]
