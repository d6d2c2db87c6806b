"""Clubs: founding and joining them, their tables and games, and their rankings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from whistlestop.play.daily import Span
from whistlestop.player_names import LONGEST_NAME, displayed_name
from whistlestop.server import clock
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.clubs import MOST_CLUBS, MOST_MEMBERS, Clubs, no_club
from whistlestop.server.hosting.people import Person
from whistlestop.server.http.qr import qr_svg
from whistlestop.server.http.request import (
    Call,
    Made,
    asker,
    check_rate,
    json_answer,
    list_place,
    own_address,
    person,
    rate_limited_person,
    service_of,
    session_token,
)
from whistlestop.server.http.responses import BODY, answers, changes
from whistlestop.server.http.routes.accounts import Confirmation
from whistlestop.server.http.routes.daily import ranking_for
from whistlestop.server.http.routes.tables import listed_now
from whistlestop.server.rate_limits import NEW_CLUBS, Rate
from whistlestop.server.sent.clubs import (
    ClubGames,
    ClubInvitation,
    ClubLink,
    ClubNow,
    ClubOfTable,
    ClubStandings,
    OwnClubs,
    game_sent,
    line_sent,
    members_sent,
    names_of,
    standings_sent,
)
from whistlestop.server.sent.daily import DailyRanking
from whistlestop.server.sent.listing import Listed, listed_from
from whistlestop.server.storage import store
from whistlestop.server.storage.standings import does_count

MOST_LISTED: Final = 50
"""The maximum number of open tables of a club in a response, and of those being played."""

OPEN_FOR: Final = 30 * 86400.0
"""Seconds after its last change for which an open table of a club is listed."""

PAGE: Final = 20
"""The maximum number of finished games in a response."""

LISTS: Final = Rate(60, 1)
"""The limit on lists of clubs for a person: how many at once, and how many more each second."""

_KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")
"""The form of the secret part of a link."""


class ClubName(msgspec.Struct):
    """The body of a request to found a club, or to change its name."""

    name: str
    """The name, of 1 to 24 characters, with the same characters as people's names."""


class ClubKey(msgspec.Struct):
    """The body of a request to open the link of a club, or to join the club with it."""

    key: Annotated[str, msgspec.Meta(max_length=100)]
    """What stands behind `#` in the link."""


class ClubMemberNamed(msgspec.Struct):
    """The body of a request to remove a member, or to make the member the founder."""

    member: Annotated[str, msgspec.Meta(max_length=100)]
    """The id of the member in this club."""


@get("/api/clubs", summary="List your clubs", responses=answers(OwnClubs))
async def own(request: Call) -> Response[bytes]:
    """Return the caller's clubs, the one that the caller joined first at the beginning."""
    return await _own(request)


@post(
    "/api/clubs",
    status_code=201,
    summary="Found a club",
    responses=changes(Made, BODY, 409, 422, status=201),
)
async def found(request: Call, data: JSONBody[ClubName]) -> Made:
    """Found a club, and return its id. The caller becomes its founder and first member.

    Refused (409) if the caller has no name, or is in 20 clubs. Programs cannot found clubs.
    """
    name = _name(data)
    caller = await person(request)
    session_token(request)
    if not asker(request).allows(NEW_CLUBS):
        raise Refusal(429, "too_many_requests", case="minutes")
    return Made(await _clubs(request).found(caller, name))


@get(
    "/api/clubs/{club:str}",
    summary="Get a club as it is now",
    responses=answers(ClubNow, 404),
)
async def now(request: Call, club: FromPath[str]) -> Response[bytes]:
    """Return a club of the caller: the members, and the tables that are open or being played.

    Only members get it. To all others, there is no such club (404). Of a table that is being
    played, the list shows what lists of tables show of open ones.
    """
    caller, clubs = _reader(request), _clubs(request)
    one = await clubs.get(club, caller)
    members = await clubs.members(one.id)
    since = clock.now() - OPEN_FOR
    waiting = await clubs.kept.tables(one.id, "open", MOST_LISTED, since)
    return json_answer(
        ClubNow(
            id=one.id,
            name=one.name,
            founder=one.founder,
            members=members_sent(members, caller.id),
            most=MOST_MEMBERS,
            open=await _listed(request, waiting, caller),
            playing=await _listed(
                request, await clubs.kept.tables(one.id, "playing", MOST_LISTED), caller
            ),
        )
    )


@get(
    "/api/clubs/{club:str}/games",
    summary="List the finished games of a club",
    responses=answers(ClubGames, 404, 422),
)
async def games(request: Call, club: FromPath[str], before: FromQuery[str] = "") -> Response[bytes]:
    """Return a page of the finished games of a club with their results, the last ended first.

    Leave `before` out for the first page. For the next page, pass `further` of the previous
    response as `before`. Only members get it.
    """
    start = list_place(before)
    caller, clubs, service = _reader(request), _clubs(request), service_of(request)
    one = await clubs.get(club, caller)
    people = frozenset([member.person for member, _ in await clubs.members(one.id)])
    rows = await clubs.kept.ended(one.id, start, PAGE + 1)
    shown = await service.tables.readable([row for row, _ in rows[:PAGE]])
    results = await clubs.kept.results([row.id for row in shown])
    made = [
        game_sent(
            listed_from(row, caller.id),
            results.get(row.id, []),
            counts=does_count(results.get(row.id, []), people),
        )
        for row in shown
    ]
    last = rows[:PAGE][-1:] if len(rows) > PAGE else []
    further = f"{last[0][1]}~{last[0][0].id}" if last else None
    return json_answer(ClubGames(tuple(made), further))


@get(
    "/api/clubs/{club:str}/standings",
    summary="Get the standings of a club",
    responses=answers(ClubStandings, 404),
)
async def standings(request: Call, club: FromPath[str]) -> Response[bytes]:
    """Return the standings of the members in the games of a club.

    A game counts if at least two members have played it and each person had one seat. The ratings
    are computed as on the ladder, from the games of the club alone. Only members get it.
    """
    caller, clubs = _reader(request), _clubs(request)
    one = await clubs.get(club, caller)
    members = await clubs.members(one.id)
    found = await clubs.standings(one.id, [member.person for member, _ in members])
    return json_answer(standings_sent(found, members, caller.id))


@get(
    "/api/tables/{table_id:str}/club",
    summary="Get the club of a table",
    responses=answers(ClubOfTable, 404),
)
async def of_table(request: Call, table_id: FromPath[str]) -> Response[bytes]:
    """Return the club to which a table belongs. Only members of the club get it.

    To all others, the answer is the same as for a table without a club.
    """
    caller = asker(request).person
    check_rate(request, LISTS)
    async with service_of(request).tables.use(table_id):
        pass
    found = None if caller is None else await _clubs(request).kept.of_table(table_id, caller.id)
    return json_answer(ClubOfTable(None if found is None else line_sent(found)))


@get(
    "/api/clubs/{club:str}/daily",
    summary="Get the ranking of a club in the deal of the day",
    responses=answers(DailyRanking, 404, 422),
)
async def daily(
    request: Call,
    club: FromPath[str],
    day: FromQuery[str | None] = None,
    span: FromQuery[Span] = "day",
    page: FromQuery[int] = 1,
) -> Response[bytes]:
    """Return a page of the ranking of a club's members in the deal of the day.

    Only the results of members are ranked, by the rules of `GET /api/daily/ranking`. Only members
    get the ranking.
    """
    caller, clubs = _reader(request), _clubs(request)
    one = await clubs.get(club, caller)
    names = names_of(await clubs.members(one.id))
    return json_answer(await ranking_for(request, day, span, page, names))


@post(
    "/api/clubs/{club:str}/invitation",
    status_code=200,
    summary="Open the link of a club",
    responses=changes(ClubInvitation, BODY, 404),
)
async def invitation(
    request: Call, club: FromPath[str], data: JSONBody[ClubKey]
) -> Response[bytes]:
    """Return what the link of a club shows: the names of the club and of its founder.

    Nothing changes. Refused (404) if the link is not valid.
    """
    caller = await person(request)
    check_rate(request, LISTS)
    found = await _clubs(request).invited(club, _key(data), caller)
    return json_answer(ClubInvitation(club, found.name, found.founder, found.member))


@post(
    "/api/clubs/{club:str}/join",
    status_code=200,
    summary="Join a club",
    responses=changes(Made, BODY, 404, 409),
)
async def join(request: Call, club: FromPath[str], data: JSONBody[ClubKey]) -> Made:
    """Make the caller a member of a club, and return the id of the club.

    All members then see the caller's name, the results in games of the club, and the results in
    the deal of the day. Refused (404) if the link is not valid. Refused (409) if the caller has no
    name or is in 20 clubs, or if the club has 100 members. Programs cannot join clubs.
    """
    caller = await rate_limited_person(request)
    session_token(request)
    await _clubs(request).join(club, _key(data), caller)
    return Made(club)


@post(
    "/api/clubs/{club:str}/leave",
    status_code=200,
    summary="Leave a club",
    responses=changes(OwnClubs, 404),
)
async def leave(request: Call, club: FromPath[str]) -> Response[bytes]:
    """Remove the caller from a club, and return the caller's other clubs.

    If the founder leaves, the longest member becomes the founder. If nobody is left, the club is
    deleted. Programs cannot leave clubs.
    """
    caller = await _changer(request)
    await _clubs(request).leave(club, caller)
    return await _own(request)


@get(
    "/api/clubs/{club:str}/link",
    summary="Get the link of a club",
    responses=answers(ClubLink, 403, 404),
)
async def link(request: Call, club: FromPath[str]) -> Response[bytes]:
    """Return the link with which people join a club. Only the founder gets it, and no program."""
    caller = _reader(request)
    session_token(request)
    return _link(request, club, await _clubs(request).key(club, caller))


@post(
    "/api/clubs/{club:str}/link",
    status_code=200,
    summary="Make a new link of a club",
    responses=changes(ClubLink, 404),
)
async def new_link(request: Call, club: FromPath[str]) -> Response[bytes]:
    """Replace the link with which people join a club, and return the new link.

    The old link no longer works. Only the founder can do this.
    """
    caller = await _changer(request)
    return _link(request, club, await _clubs(request).new_key(club, caller))


@post(
    "/api/clubs/{club:str}/rename",
    status_code=200,
    summary="Rename a club",
    responses=changes(Made, BODY, 404, 422),
)
async def rename(request: Call, club: FromPath[str], data: JSONBody[ClubName]) -> Made:
    """Give a club another name. Only the founder can do this."""
    name = _name(data)
    caller = await _changer(request)
    await _clubs(request).rename(club, caller, name)
    return Made(club)


@post(
    "/api/clubs/{club:str}/remove",
    status_code=200,
    summary="Remove a member from a club",
    responses=changes(Made, BODY, 404, 409),
)
async def remove(request: Call, club: FromPath[str], data: JSONBody[ClubMemberNamed]) -> Made:
    """Remove another member from a club. The link of the club ends, because the member knows it.

    Only the founder can do this.
    """
    caller = await _changer(request)
    await _clubs(request).remove(club, caller, data.member)
    return Made(club)


@post(
    "/api/clubs/{club:str}/hand-over",
    status_code=200,
    summary="Hand a club over",
    responses=changes(Made, BODY, 404),
)
async def hand_over(request: Call, club: FromPath[str], data: JSONBody[ClubMemberNamed]) -> Made:
    """Make another member the founder of a club. Only the founder can do this."""
    caller = await _changer(request)
    await _clubs(request).hand_over(club, caller, data.member)
    return Made(club)


@post(
    "/api/clubs/{club:str}/close",
    status_code=200,
    summary="Close a club",
    responses=changes(OwnClubs, BODY, 404),
)
async def close(
    request: Call, club: FromPath[str], data: JSONBody[Confirmation]
) -> Response[bytes]:
    """Delete a club, and return the caller's other clubs. Only the founder can do this.

    The tables and games of the club stay with their players.
    """
    caller = await _changer(request)
    await _clubs(request).close(club, caller)
    return await _own(request)


def _clubs(call: Call) -> Clubs:
    return service_of(call).clubs


async def _own(call: Call) -> Response[bytes]:
    """Return the response with the caller's clubs."""
    caller = asker(call).person
    clubs = [] if caller is None else await _clubs(call).kept.of_person(caller.id)
    return json_answer(OwnClubs(tuple([line_sent(club) for club in clubs]), MOST_CLUBS))


def _reader(call: Call) -> Person:
    """Return the person who asks for something about a club.

    Raises:
        Refusal: nobody is signed in, or the person asks too often.
    """
    caller = asker(call).person
    if caller is None:
        raise no_club()
    check_rate(call, LISTS)
    return caller


async def _changer(call: Call) -> Person:
    """Return the person who changes something about a club.

    Raises:
        Refusal: the request comes from a program, or the person makes too many changes.
    """
    caller = await rate_limited_person(call)
    session_token(call)
    return caller


def _key(data: ClubKey) -> str:
    """Return the secret part of a club's link from a request.

    Raises:
        Refusal: the text does not have the form of such a secret part (`_KEY`).
    """
    if not _KEY.fullmatch(data.key):
        raise Refusal(404, "club_link_ended")
    return data.key


def _name(data: ClubName) -> str:
    """Return the wanted name of a club in displayed form.

    Raises:
        Refusal: the text cannot be a name.
    """
    name = displayed_name(data.name)
    if name is None:
        raise Refusal(422, "bad_name", most=LONGEST_NAME)
    return name


def _link(call: Call, club: str, key: str) -> Response[bytes]:
    """Return the response with the link of a club."""
    made = f"{own_address(call)}/club/{club}#{key}"
    return json_answer(ClubLink(made, qr_svg(made).decode()))


async def _listed(call: Call, rows: Sequence[store.Listed], caller: Person) -> tuple[Listed, ...]:
    """Return tables as lines of a list."""
    service = service_of(call)
    readable = await service.tables.readable(rows)
    return tuple([await listed_now(service, row, caller.id) for row in readable])


handlers = [
    own,
    found,
    now,
    games,
    standings,
    daily,
    of_table,
    invitation,
    join,
    leave,
    link,
    new_link,
    rename,
    remove,
    hand_over,
    close,
]
