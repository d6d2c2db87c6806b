"""The ladder: lists of ratings, results against others, and who is on it."""

from __future__ import annotations

import re
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import UNSET

from whistlestop.editions.load import all_names, load, names
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.ladder import Ladder
from whistlestop.server.http.request import (
    Call,
    asker,
    check_rate,
    json_answer,
    person,
    service_of,
)
from whistlestop.server.http.responses import BODY, answers, changes
from whistlestop.server.http.routes.setting_up import SeatKinds
from whistlestop.server.rate_limits import NAMES, Rate
from whistlestop.server.sent.ladder import (
    LadderChange,
    LadderMembership,
    LadderPerson,
    LadderPreview,
    LadderStandings,
    LadderTable,
    player_sent,
    rating_sent,
    rival_sent,
    row_sent,
)
from whistlestop.server.storage.ladder import (
    ALL,
    PROVISIONAL,
    Listing,
    Player,
    season_bounds,
)
from whistlestop.server.table.seats import Options, Seat

PAGE = 50
"""The maximum number of players on a page."""

MOST_PAGES = 1000
"""The number of the last page that can be requested."""

LISTS: Final = Rate(30, 1)
"""The limit on lists of the ladder for a person: how many at once, and how many more each
second."""

_PLAYER: Final = re.compile(r"[A-Za-z0-9_-]{1,16}")
"""The form of a player's id on the ladder."""


class WantedTable(msgspec.Struct):
    """The body of a request that asks whether a game would count for the ladder.

    The fields are the choices for a new table on which this depends.
    """

    seats: Annotated[list[SeatKinds], msgspec.Meta(min_length=2, max_length=8)]
    """The player wanted for each seat of the new table."""
    hints: bool = False
    """Whether players can ask for hints."""
    explain: bool = False
    """Whether bots explain their moves."""
    own_board: bool = False
    """Whether the table has a player's own edition."""


@get(
    "/api/ladder", summary="Get a list of the ladder", responses=answers(LadderStandings, 404, 422)
)
async def standings(
    request: Call,
    edition: FromQuery[str] = ALL,
    players: FromQuery[int] = 0,
    season: FromQuery[str] = ALL,
    page: FromQuery[int] = 1,
) -> Response[bytes]:
    """Return a page of a list of ratings, with the highest rating first.

    Listed are the people who have joined the ladder, and the bots they have played against.

    `edition` is the name of an edition, `players` the number of seats, and `season` a quarter of a
    year such as `2026-Q4`. Each can be left out, and then games of all kinds are rated together.
    In a season, the rating is the one after the player's last game of the season. `page` is counted
    from 1, and at most 1000.
    """
    listing, start = _checked(request, edition, players, season, page)
    ladder, caller = service_of(request).ladder, asker(request).person
    await ladder.settle()
    asks = None if caller is None else caller.id
    found = await ladder.kept.ranked(listing, season, asks or "", start, PAGE)
    return json_answer(
        LadderStandings(
            edition=edition or None,
            players=players or None,
            season=season or None,
            seasons=tuple(await ladder.kept.seasons()),
            people=found.players,
            rows=tuple([row_sent(row, asks) for row in found.rows]),
            mine=None if found.mine is None else row_sent(found.mine, asks),
            joined=await ladder.is_on(caller),
            provisional_below=PROVISIONAL,
            page=page,
            more=found.players > start + PAGE and page < MOST_PAGES,
        )
    )


@get(
    "/api/ladder/people/{player:str}",
    summary="Get a player on the ladder",
    responses=answers(LadderPerson, 404, 422),
)
async def one_player(
    request: Call,
    player: FromPath[str],
    against: FromQuery[str | None] = None,
    edition: FromQuery[str] = ALL,
    players: FromQuery[int] = 0,
    season: FromQuery[str] = ALL,
    page: FromQuery[int] = 1,
) -> Response[bytes]:
    """Return a player's ratings, and a page of the results against other players.

    `player` and `against` are ids from a list. With `against`, only the results against this player
    are returned. `edition`, `players` and `season` choose games as in lists. Refused (404) if a
    player is not on the ladder.
    """
    listing, start = _checked(request, edition, players, season, page)
    ladder, caller = service_of(request).ladder, asker(request).person
    await ladder.settle()
    found = await _found(ladder, player)
    if against is not None:
        await _found(ladder, against)
    payer = asker(request).payer
    rivals = await ladder.rivals(payer, player, listing, season, against, start, PAGE + 1)
    asks = None if caller is None else caller.id
    return json_answer(
        LadderPerson(
            player=player_sent(found, asks),
            ratings=tuple([rating_sent(one) for one in await ladder.kept.ratings(player)]),
            against=tuple([rival_sent(one, asks) for one in rivals[:PAGE]]),
            page=page,
            more=len(rivals) > PAGE and page < MOST_PAGES,
        )
    )


@post(
    "/api/ladder/join",
    status_code=200,
    summary="Join the ladder",
    responses=changes(LadderMembership),
)
async def join(request: Call) -> LadderMembership:
    """Put the caller on the ladder.

    From now on, everybody sees the caller's name, ratings and number of games, and games that
    begin count.
    """
    caller = await person(request)
    check_rate(request, NAMES)
    await service_of(request).ladder.join(caller)
    return LadderMembership(joined=True)


@post(
    "/api/ladder/leave",
    status_code=200,
    summary="Leave the ladder",
    responses=changes(LadderMembership),
)
async def leave(request: Call) -> LadderMembership:
    """Take the caller off the ladder, and hide their ratings and results.

    Games that have begun still count. If the caller comes back, the rating is what it was.
    """
    caller = await person(request)
    check_rate(request, NAMES)
    await service_of(request).ladder.leave(caller)
    return LadderMembership(joined=False)


@post(
    "/api/ladder/preview",
    status_code=200,
    summary="Get whether a game would count for the ladder",
    responses=changes(LadderPreview, BODY),
)
async def preview(request: Call, data: JSONBody[WantedTable]) -> LadderPreview:
    """Return whether a game would count for the ladder if the caller set its table up now.

    Nothing is set up. People who are not at the table yet are not considered.
    """
    check_rate(request, LISTS)
    caller = asker(request).person
    me = caller.id if caller is not None else ""
    seats = [
        Seat("person", me) if kind in ("me", "here") else Seat("open" if kind == "open" else "bot")
        for kind in data.seats
    ]
    options = Options(explain=data.explain or UNSET, hints=data.hints or UNSET)
    ladder = service_of(request).ladder
    why_not = await ladder.of_new_table(caller, seats, options, own_board=data.own_board)
    return LadderPreview(why_not is None, why_not, await ladder.is_on(caller))


@get(
    "/api/tables/{table_id:str}/ladder",
    summary="Get whether a game counts for the ladder",
    responses=answers(LadderTable, 404, 409),
)
async def of_table(request: Call, table_id: FromPath[str]) -> Response[bytes]:
    """Return whether the game of a table counts for the ladder.

    After the end of a game that counts, the response has the changes of the ratings.
    """
    ladder = service_of(request).ladder
    found = await ladder.of_table(table_id)
    return json_answer(
        LadderTable(
            counts=found.why_not is None,
            why_not=found.why_not,
            joined=await ladder.is_on(asker(request).person),
            changes=tuple(
                [
                    LadderChange(
                        one.seat,
                        one.player,
                        one.before.shown,
                        one.after.shown,
                        one.after.uncertainty,
                    )
                    for one in found.changes
                ]
            ),
        )
    )


async def _found(ladder: Ladder, player: str) -> Player:
    """Return the player on the ladder with an id.

    Raises:
        Refusal: no player on the ladder has this id.
    """
    found = await ladder.kept.player(player) if _PLAYER.fullmatch(player) else None
    if found is None:
        raise Refusal(404, "no_player")
    return found


def _checked(call: Call, edition: str, players: int, season: str, page: int) -> tuple[Listing, int]:
    """Return the list of ratings that a request names, and the number of rows before the page.

    Raises:
        Refusal: there is no such list or page, or the caller asks too often.
    """
    check_rate(call, LISTS)
    if edition and edition not in all_names():
        raise Refusal(404, "no_edition")
    sizes = [load(name).players for name in ([edition] if edition else names())]
    fewest, most = min(size[0] for size in sizes), max(size[1] for size in sizes)
    if players and not fewest <= players <= most:
        raise Refusal(
            422, "wrong_number_of_seats", players=[fewest, most], fewest=fewest, most=most
        )
    if season:
        try:
            season_bounds(season)
        except ValueError as error:
            raise Refusal(422, "bad_request", case="season") from error
    if not 1 <= page <= MOST_PAGES:
        raise Refusal(422, "bad_request", case="page", most=MOST_PAGES)
    return Listing(edition, players), (page - 1) * PAGE


handlers = [standings, one_player, join, leave, preview, of_table]
