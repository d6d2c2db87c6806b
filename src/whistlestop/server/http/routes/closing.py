"""Close a table, and answer a request to close it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from whistlestop.server.http.request import Call, Version, commands_of, rate_limited_person
from whistlestop.server.http.responses import BODY, changes


class CloseAnswer(msgspec.Struct):
    """The body of an answer to the host's request to end the game without a result."""

    asked: Annotated[int, msgspec.Meta(ge=1)]
    """The table's version at which the host asked to end the game: `table.closing.entry` in
    updates."""
    agrees: bool
    """Whether the caller agrees to end the game. If the caller is the host, false withdraws the
    request."""


@post(
    "/api/tables/{table_id:str}/close",
    status_code=200,
    summary="Close a table",
    responses=changes(Version, 404, 409),
)
async def close(request: Call, table_id: FromPath[str]) -> Version:
    """End a table without a result. Only the host can do this.

    During a game, the table ends only after the other players have agreed. Players who have been
    absent for long (at least two minutes) are not asked.
    """
    caller = await rate_limited_person(request)
    return Version(await commands_of(request).closing.close(table_id, caller))


@post(
    "/api/tables/{table_id:str}/close/answer",
    status_code=200,
    summary="Agree to a table being closed",
    responses=changes(Version, 404, 409, BODY),
)
async def answer(request: Call, table_id: FromPath[str], data: JSONBody[CloseAnswer]) -> Version:
    """Answer the host's request to end the game without a result.

    The game ends when all players who were asked have agreed. The request ends if a player refuses,
    or if the host answers with `agrees` false.
    """
    caller, closing = await rate_limited_person(request), commands_of(request).closing
    version = await closing.answer_close(table_id, caller, data.asked, agrees=data.agrees)
    return Version(version)


handlers = [close, answer]
