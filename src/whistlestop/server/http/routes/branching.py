"""Play on from a moment of a finished game."""

from __future__ import annotations

from typing import Literal

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from whistlestop.server.http.request import (
    Call,
    Made,
    check_new_table,
    person,
    service_of,
)
from whistlestop.server.http.responses import BODY, changes


class BranchPoint(msgspec.Struct):
    """The body of a request to play on from a moment of a finished game."""

    move: int
    """The number of moves before the moment, from 0 to the number of moves of the game minus 1. You
    get the seat of the player who made the next move."""
    hidden: Literal["same", "new"] = "same"
    """`same` = the other players hold the cards and tickets that they held. `new` = what was hidden
    from the player of the next move is dealt anew, and everything that this player saw stays."""


@post(
    "/api/tables/{table_id:str}/branches",
    status_code=201,
    summary="Play on from a moment",
    responses=changes(Made, 404, 409, 503, BODY, status=201),
)
async def branch_off(request: Call, table_id: FromPath[str], data: JSONBody[BranchPoint]) -> Made:
    """Set up a table at which the game goes on from a moment, and return its id.

    The moves up to that moment are the same. The other seats keep their bots. In seats of other
    people, the bot plays that stands in for absent players. Cards that come from the deck later
    are random. The result counts for nobody. Refused (409) before the game is over. Refused (404)
    if the game has no move after `move` moves. With `new`, refused (503) while the judge is being
    compiled.
    """
    caller = await person(request)
    check_new_table(request)
    service = service_of(request)
    if data.hidden == "new":
        await service.reviews.ready()
    return Made(await service.branching.branch_off(table_id, caller, data.move, data.hidden))


handlers = [branch_off]
