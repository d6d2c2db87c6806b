"""HEAD, everywhere: what GET would be answered, without the body."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any


class Head:
    """An ASGI application around another one."""

    def __init__(self, inside: Any) -> None:
        """Put it before an application."""
        self._inside = inside

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Ask for what HEAD is about, and keep the body back."""
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
                # A stream would go on for as long as somebody listens: nobody does.
                work.cancel()
                with suppress(asyncio.CancelledError):
                    await work
        if not work.cancelled():
            work.result()
