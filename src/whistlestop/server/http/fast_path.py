"""A fast path for moves: requests to take an action bypass the framework.

The framework's work on a request takes longer than most moves. So the usual form of this request,
with the JSON in one part of the body, is answered here. The framework answers all other requests.
"""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.registry import TABLE_ID
from whistlestop.server.http.guard import asker_of
from whistlestop.server.http.routes.playing import ActionToTake, take
from whistlestop.server.service import Service

_PATH: Final = re.compile(rf"/api/tables/({TABLE_ID.pattern})/actions")
_JSON: Final = (b"content-type", b"application/json")

_decode: Final = msgspec.json.Decoder(ActionToTake).decode


class FastPath:
    """An ASGI application that answers moves, and passes other requests to another application.

    The guard has checked every request before it comes here.
    """

    def __init__(self, inside: Any, service: Service) -> None:
        """Wrap an application.

        Args:
            inside: the application that answers all other requests.
            service: the parts of the server.
        """
        self._inside = inside
        self._service = service

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a move, or pass the request on.

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
            await self._inside(scope, _replayed(first, receive), send)
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


def _move(message: Any) -> ActionToTake | None:
    """Return the action that a request asks for, from the first ASGI message of its body.

    Return None if the body has further messages, or if it is no valid `ActionToTake`. The framework
    must answer such a request.
    """
    if message["type"] != "http.request" or message.get("more_body"):
        return None
    try:
        return _decode(message["body"])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _replayed(first: Any, receive: Any) -> Any:
    """Return an ASGI `receive` that delivers `first`, and then the messages of `receive`."""
    waiting = [first]

    async def received() -> Any:
        return waiting.pop() if waiting else await receive()

    return received
