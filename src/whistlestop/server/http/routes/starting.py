"""Start a game."""

from __future__ import annotations

from litestar import post
from litestar.params import FromPath

from whistlestop.server.http.request import Call, Version, commands_of, person
from whistlestop.server.http.responses import changes


@post(
    "/api/tables/{table_id:str}/start",
    status_code=200,
    summary="Start the game",
    responses=changes(Version, 404, 409),
)
async def start(request: Call, table_id: FromPath[str]) -> Version:
    """Begin the game. Bots take the open seats. Only the host can do this."""
    return Version(await commands_of(request).starting.start(table_id, await person(request)))


handlers = [start]
