"""Choose the colour of a seat."""

from __future__ import annotations

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from whistlestop.server.http.request import (
    Call,
    SeatNumber,
    Version,
    commands_of,
    rate_limited_person,
)
from whistlestop.server.http.responses import BODY, changes
from whistlestop.server.table.seats import Colour


class SeatColour(msgspec.Struct):
    """The body of a request to change the colour of a seat's pieces."""

    seat: SeatNumber
    """The number of the seat, counted from 0."""
    colour: Colour
    """The new colour, which no other person may play with."""


@post(
    "/api/tables/{table_id:str}/seats/colour",
    status_code=200,
    summary="Choose the colour of a seat",
    responses=changes(Version, 404, 409, BODY),
)
async def recolour(request: Call, table_id: FromPath[str], data: JSONBody[SeatColour]) -> Version:
    """Choose the colour of a seat of the caller, at this table only.

    This is mainly for other players at the caller's device: `POST /api/me` sets the caller's own
    colour. A colour that another person plays with is refused (409).
    """
    caller, appearance = await rate_limited_person(request), commands_of(request).appearance
    return Version(await appearance.recolour(table_id, caller, data.seat, data.colour))


handlers = [recolour]
