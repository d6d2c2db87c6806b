"""Give a seat to a bot and take it back, and choose when bots stand in."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from whistlestop.server.http.request import Call, Version, commands_of, person, rate_limited_person
from whistlestop.server.http.responses import BODY, changes

Patience = Annotated[float, msgspec.Meta(ge=0, le=31_536_000)] | None
"""Seconds after which a bot moves for an absent player; null = never."""


class Standins(msgspec.Struct):
    """The body of a request to change the time after which bots move for absent players."""

    seconds: Patience
    """The seconds for which a player must be absent before a bot moves; null = never."""


@post(
    "/api/tables/{table_id:str}/resign",
    status_code=200,
    summary="Resign",
    responses=changes(Version, 404, 409),
)
async def resign(request: Call, table_id: FromPath[str]) -> Version:
    """Resign: a bot plays the caller's seat until the end of the game."""
    return Version(await commands_of(request).standing_in.resign(table_id, await person(request)))


@post(
    "/api/tables/{table_id:str}/return",
    status_code=200,
    summary="Take your seat back",
    responses=changes(Version, 404, 409),
)
async def come_back(request: Call, table_id: FromPath[str]) -> Version:
    """Take the caller's seat back from the bot or person that got it meanwhile.

    All seats at the caller's device are taken back together.
    """
    caller = await rate_limited_person(request)
    return Version(await commands_of(request).standing_in.come_back(table_id, caller))


@post(
    "/api/tables/{table_id:str}/standin-after",
    status_code=200,
    summary="Choose when bots stand in",
    responses=changes(Version, 404, 409, BODY),
)
async def standin_after(
    request: Call, table_id: FromPath[str], data: JSONBody[Standins]
) -> Version:
    """Set the seconds after which a bot moves for an absent player. Only the host can do this.

    With null, bots never move for absent players. For players who are already absent, the time is
    counted from this request on.
    """
    caller = await rate_limited_person(request)
    standing_in = commands_of(request).standing_in
    return Version(await standing_in.choose_standin_after(table_id, caller, data.seconds))


handlers = [resign, come_back, standin_after]
