"""HEAD for all addresses: the response to GET without its body."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any


class HeadRequests:
    """An ASGI application that turns HEAD into GET for another application."""

    def __init__(self, inside: Any) -> None:
        """Wrap the application that answers all requests but HEAD."""
        self._inside = inside

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer HEAD with the headers of GET. Pass all other requests on."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._inside(scope, receive, send)
            return
        endless = asyncio.Event()

        async def send_head(message: Any) -> None:
            if message["type"] == "http.response.start":
                await send(message)
            elif message["type"] == "http.response.body" and not endless.is_set():
                await send({"type": "http.response.body", "body": b""})
                if message.get("more_body"):
                    endless.set()

        work = asyncio.ensure_future(self._inside({**scope, "method": "GET"}, receive, send_head))
        stop = asyncio.ensure_future(endless.wait())
        try:
            await asyncio.wait((work, stop), return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop.cancel()
            if not work.done():
                # The response is a stream that would not end by itself.
                work.cancel()
                with suppress(asyncio.CancelledError):
                    await work
        if not work.cancelled():
            work.result()
