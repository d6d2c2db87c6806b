"""The way of moves: the one request that comes as often as there are moves goes straight through.

What a framework does for every request takes longer than most moves themselves. So the usual form
of this one is answered here, and any other form of it, like every other request, by the framework.
"""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.registry import TABLE_ID
from whistlestop.server.http.guard import asker_of
from whistlestop.server.http.routes.play import Move, take
from whistlestop.server.service import Service

_PATH: Final = re.compile(rf"/api/tables/({TABLE_ID.pattern})/actions")
_JSON: Final = (b"content-type", b"application/json")

_decode: Final = msgspec.json.Decoder(Move).decode


class FastPath:
    """An ASGI application around another one; the gate is before both."""

    def __init__(self, inside: Any, service: Service) -> None:
        """Put it before an application."""
        self._inside = inside
        self._service = service

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a move, or hand the request on.

        Raises:
            Refusal: the move is not possible.
        """
        posted = scope["type"] == "http" and scope["method"] == "POST"
        found = _PATH.fullmatch(scope["path"]) if posted else None
        if found is None or _JSON not in scope["headers"]:
            await self._inside(scope, receive, send)
            return
        first = await receive()
        move = _move(first)
        if move is None:
            await self._inside(scope, _again(first, receive), send)
            return
        try:
            answer = await take(asker_of(scope), found[1], move)
        except Refusal:
            raise
        except Exception as fault:
            raise self._service.failure(scope["path"], fault) from fault
        body = msgspec.json.encode(answer)
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _move(message: Any) -> Move | None:
    """The move in a body that came in one piece and is as it should be."""
    if message["type"] != "http.request" or message.get("more_body"):
        return None
    try:
        return _decode(message["body"])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _again(first: Any, receive: Any) -> Any:
    """A `receive` that gives the first message once more."""
    waiting = [first]

    async def received() -> Any:
        return waiting.pop() if waiting else await receive()

    return received
