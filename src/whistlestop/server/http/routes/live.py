"""Follow a table while it is played: by a WebSocket, or by a stream of lines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from functools import partial

from litestar import get, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from whistlestop.server import logs
from whistlestop.server.connections import HELD_UP
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.live import HEARTBEAT
from whistlestop.server.http.request import Call, Line, asker, line_of, looking, service_of
from whistlestop.server.http.responses import answers
from whistlestop.server.rate_limits import REQUESTS
from whistlestop.server.sent.update import Frame

NO_TABLE = 4404
"""The code with which a WebSocket is closed if the table cannot be followed, for example because it
does not exist. The close reason is the code of the refusal."""


@websocket("/api/tables/{table_id:str}/live")
async def live(socket: Line, table_id: FromPath[str], since: FromQuery[int | None] = None) -> None:
    """Send updates of a table, starting after the version `since`.

    Without `since`, or if too many updates were missed, the first update is a snapshot. Each
    message of the client is answered with a heartbeat. If the table cannot be followed, the
    WebSocket is closed with the code `NO_TABLE`.
    """
    service = service_of(socket)
    await socket.accept()
    line = line_of(socket)
    line.allows = allowed = partial(asker(socket).allows, REQUESTS)
    frames = service.live.follow(table_id, asker(socket).caller, since)
    patience = Patience(service.settings.send_timeout)

    async def send(frame: bytes) -> None:
        with patience:
            await line.tell(frame)

    async def listen() -> None:
        """Answer every message of the client with a heartbeat, until the connection ends."""
        while True:
            await socket.receive_data(mode="text")
            while not allowed():
                # Until then, no further message is read.
                await asyncio.sleep(HELD_UP)
            await send(HEARTBEAT)

    with service.live.connection():
        listening = asyncio.create_task(listen())
        talking = asyncio.create_task(_talk(frames, send))
        patience.watch(talking)
        try:
            await asyncio.wait((listening, talking), return_when=asyncio.FIRST_COMPLETED)
            if talking.done() and not talking.cancelled():
                await _hang_up(socket, talking.exception())
        finally:
            patience.end()
            for task in (listening, talking):
                task.cancel()
            await asyncio.gather(listening, talking, return_exceptions=True)


class Patience:
    """A timeout for sending frames. It cancels a task if sending one frame takes too long.

    Each frame is sent in a `with` block of this object. The timeout is checked at intervals,
    because setting a timer for every frame would cost more than sending the frame. So the task is
    cancelled after one to two times the timeout.
    """

    def __init__(self, seconds: float) -> None:
        """Create a timeout. `watch` begins to check it.

        Args:
            seconds: the timeout for sending one frame.
        """
        self._seconds = seconds
        self._loop = asyncio.get_running_loop()
        self._since: float | None = None
        self._alarm: asyncio.TimerHandle | None = None

    def __enter__(self) -> None:
        """Store the time at which sending a frame begins."""
        self._since = self._loop.time()

    def __exit__(self, *fault: object) -> None:
        """Clear the stored time, because sending has ended. Exceptions are passed on."""
        self._since = None

    def watch(self, task: asyncio.Task[None]) -> None:
        """Begin to check at intervals whether sending takes too long, and return immediately.

        If sending takes too long, cancel the task and stop checking.
        """
        if self._since is not None and self._loop.time() - self._since >= self._seconds:
            task.cancel()
        else:
            self._alarm = self._loop.call_later(self._seconds, self.watch, task)

    def end(self) -> None:
        """Stop checking, so that the task given to `watch` is no longer cancelled."""
        if self._alarm is not None:
            self._alarm.cancel()


async def _hang_up(socket: Line, fault: BaseException | None) -> None:
    """Close a WebSocket: with 1001, with `NO_TABLE` after a refusal, or with 1011 after a fault.

    Args:
        socket: the WebSocket.
        fault: the exception that ended the sending; None = there was none, and 1001 is sent.
    """
    with suppress(WebSocketDisconnect, OSError, RuntimeError):
        if fault is None:
            await socket.close(1001, reason="closing")
        elif isinstance(fault, Refusal):
            await socket.close(NO_TABLE, reason=fault.code)
        else:
            # Clients may close the connection at any time. This is no fault.
            if not isinstance(fault, WebSocketDisconnect | OSError):
                logs.failed("live", fault)
            await socket.close(1011)


async def _talk(frames: AsyncIterator[bytes], send: Callable[[bytes], Awaitable[None]]) -> None:
    """Send every frame, until there are no more frames."""
    async for frame in frames:
        await send(frame)


@get(
    "/api/tables/{table_id:str}/stream",
    media_type="application/x-ndjson",
    summary="Follow a table",
    responses=answers(Frame, 404, media_type="application/x-ndjson"),
)
async def stream(
    request: Call, table_id: FromPath[str], since: FromQuery[int | None] = None
) -> Stream:
    """Follow a table by a stream of lines. Each line is one of the WebSocket's updates, as JSON.

    The stream starts after the version `since`. Without `since`, or if too many updates were
    missed, it starts with a snapshot.
    """
    service, caller = service_of(request), asker(request).caller
    async with service.tables.use(table_id) as (_, table):
        looking(request, table)

    async def lines() -> AsyncIterator[bytes]:
        async for frame in service.live.follow(table_id, caller, since):
            yield frame + b"\n"

    return Stream(lines(), media_type="application/x-ndjson", headers={"cache-control": "no-store"})


handlers = [live, stream]
