"""Set up a table for a rematch."""

from __future__ import annotations

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from whistlestop.server.http.request import Call, Made, commands_of, person
from whistlestop.server.http.responses import BODY, changes
from whistlestop.server.http.routes.seating import Share


class ShareOfLuck(msgspec.Struct):
    """The body of a request for a rematch."""

    luck: Share | None = None
    """A random value that the caller adds to the luck of the rematch; null = none."""


@post(
    "/api/tables/{table_id:str}/rematch",
    status_code=200,
    summary="Play again",
    responses=changes(Made, 404, 409, BODY),
)
async def rematch(
    request: Call, table_id: FromPath[str], data: JSONBody[ShareOfLuck | None] = None
) -> Made:
    """Set up a table for the same players, and return its id.

    The seat that was first plays last, and every other seat moves up by one. Later requests return
    the id of the table that already exists. Refused (409) before the game is over.
    """
    luck = None if data is None else data.luck
    rematching = commands_of(request).rematching
    return Made(await rematching.rematch(table_id, await person(request), luck))


handlers = [rematch]
