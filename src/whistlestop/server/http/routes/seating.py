"""Take a seat before the game begins, and give it back."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from whistlestop.player_names import LONGEST_NAME, displayed_name
from whistlestop.server.errors import Refusal
from whistlestop.server.http.request import Call, Version, commands_of, rate_limited_person
from whistlestop.server.http.responses import BODY, changes
from whistlestop.server.table.commitment import VALUE
from whistlestop.server.table.seats import COLOURS

MOST_SEATS = len(COLOURS)

Share = Annotated[str, msgspec.Meta(pattern=VALUE)]
"""A random value that a player adds to the luck."""


class SeatToTake(msgspec.Struct):
    """The body of a request to join a table: the seat to take, and the person who takes it."""

    seat: (
        Annotated[int, msgspec.Meta(extra_json_schema={"minimum": 0, "maximum": MOST_SEATS - 1})]
        | None
    ) = None
    """The number of the seat; null = the first open one."""
    luck: Share | None = None
    """A random value that the caller adds to the luck."""
    beside: str | None = None
    """The name of a second player at the caller's device, who gets the seat; null = the caller gets
    the seat.

    For a second player, the caller must have a seat already.
    """


@post(
    "/api/tables/{table_id:str}/join",
    status_code=200,
    summary="Take a seat",
    responses=changes(Version, 404, 409, BODY, 422),
)
async def join(
    request: Call, table_id: FromPath[str], data: JSONBody[SeatToTake | None] = None
) -> Version:
    """Take an open seat: the named one, or the first.

    `luck` is a random value that the caller adds to the luck: up to 64 letters, digits, `-`, `_`.
    With `beside`, the seat is for a second player at the caller's device, who gets that name.
    """
    caller, wanted = await rate_limited_person(request), data or SeatToTake()
    seating = commands_of(request).seating
    beside = None if wanted.beside is None else name_beside(wanted.beside)
    return Version(await seating.join(table_id, caller, wanted.seat, wanted.luck, beside))


@post(
    "/api/tables/{table_id:str}/leave",
    status_code=200,
    summary="Give a seat back",
    responses=changes(Version, 404, 409),
)
async def leave(request: Call, table_id: FromPath[str]) -> Version:
    """Give a seat back before the game begins.

    The query parameter `seat` names the seat. Without it, all seats at the caller's device are
    given back.
    """
    caller = await rate_limited_person(request)
    return Version(await commands_of(request).seating.leave(table_id, caller))


def name_beside(name: str | None) -> str:
    """Return the name of a player at the caller's device as it is displayed.

    Raises:
        Refusal: the name is None, empty, too long, or cannot be displayed.
    """
    shown = displayed_name(name or "")
    if shown is None:
        raise Refusal(422, "bad_name", most=LONGEST_NAME)
    return shown


handlers = [join, leave]
