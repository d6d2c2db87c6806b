"""Change the host of a table."""

from __future__ import annotations

from litestar import post
from litestar.params import FromPath, JSONBody

from whistlestop.server.http.request import (
    Call,
    SeatNamed,
    Version,
    commands_of,
    rate_limited_person,
)
from whistlestop.server.http.responses import BODY, changes


@post(
    "/api/tables/{table_id:str}/host",
    status_code=200,
    summary="Change the host",
    responses=changes(Version, 404, 409, BODY),
)
async def host(request: Call, table_id: FromPath[str], data: JSONBody[SeatNamed]) -> Version:
    """Make another player the host. Only the host can do this.

    Other players can make themselves the host if the host has left, has resigned, or has been
    absent for long (at least two minutes).
    """
    caller = await rate_limited_person(request)
    return Version(await commands_of(request).hosting.choose_host(table_id, caller, data.seat))


handlers = [host]
