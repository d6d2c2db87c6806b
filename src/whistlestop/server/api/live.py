"""Following a table while it is played: a WebSocket, or a stream of lines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

from litestar import get, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from whistlestop.server import logs
from whistlestop.server.api.answers import answers
from whistlestop.server.api.calls import Call, Line, asker, service_of
from whistlestop.server.errors import Refusal
from whistlestop.server.live import HEARTBEAT

NO_TABLE = 4404
"""How a WebSocket is closed when there is no such table."""


@websocket("/api/tables/{table_id:str}/live")
async def live(socket: Line, table_id: FromPath[str], since: FromQuery[int | None] = None) -> None:
    """Updates, from the version after `since` on, or from a snapshot."""
    service = service_of(socket)
    await socket.accept()
    frames = service.live.follow(table_id, asker(socket).caller, since)

    async def send(frame: bytes) -> None:
        async with asyncio.timeout(service.settings.send_timeout):
            await socket.send_text(frame.decode())

    async def listen() -> None:
        """Whatever comes is a sign of life, and is answered by one."""
        while True:
            await socket.receive_data(mode="text")
            await send(HEARTBEAT)

    with service.live.connection():
        listening = asyncio.create_task(listen())
        talking = asyncio.create_task(_talk(frames, send))
        try:
            await asyncio.wait((listening, talking), return_when=asyncio.FIRST_COMPLETED)
            if talking.done() and not talking.cancelled():
                await _hang_up(socket, talking.exception())
        finally:
            for task in (listening, talking):
                task.cancel()
            await asyncio.gather(listening, talking, return_exceptions=True)


async def _hang_up(socket: Line, fault: BaseException | None) -> None:
    """Say why nothing more comes."""
    with suppress(WebSocketDisconnect, OSError, RuntimeError):
        if fault is None:
            await socket.close(1001, reason="closing")
        elif isinstance(fault, Refusal):
            await socket.close(NO_TABLE, reason=fault.code)
        else:
            # Clients hang up whenever they like.
            if not isinstance(fault, WebSocketDisconnect | OSError):
                logs.logger.error("live", exc_info=fault)
            await socket.close(1011)


async def _talk(frames: AsyncIterator[bytes], send: Callable[[bytes], Awaitable[None]]) -> None:
    """Send every frame."""
    async for frame in frames:
        await send(frame)


@get(
    "/api/tables/{table_id:str}/stream",
    media_type="application/x-ndjson",
    summary="Follow a table",
    responses=answers(str, 404, media_type="application/x-ndjson"),
)
async def stream(
    request: Call, table_id: FromPath[str], since: FromQuery[int | None] = None
) -> Stream:
    """The same updates as the WebSocket's, one a line."""
    service, caller = service_of(request), asker(request).caller
    async with service.tables.use(table_id):
        pass

    async def lines() -> AsyncIterator[bytes]:
        async for frame in service.live.follow(table_id, caller, since):
            yield frame + b"\n"

    return Stream(lines(), media_type="application/x-ndjson", headers={"cache-control": "no-store"})


handlers = [live, stream]
