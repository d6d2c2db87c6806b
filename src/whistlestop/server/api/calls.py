"""What all handlers need: who is asking, and answers in JSON."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, WebSocket

from whistlestop.server.gate import Asker, asker_of
from whistlestop.server.people import Person
from whistlestop.server.service import Service

Call = Request[Any, Any, Any]
Line = WebSocket[Any, Any, Any]


def service_of(call: Call | Line) -> Service:
    """The server's parts."""
    return asker(call).service


def asker(call: Call | Line) -> Asker:
    """Who sent it."""
    return asker_of(call.scope)


async def person(call: Call) -> Person:
    """Who sent it; somebody new if they have no session yet."""
    return await asker(call).admitted()


def json_answer(value: Any, status: int = 200) -> Response[bytes]:
    """A value, or JSON that is made already."""
    body = value if isinstance(value, bytes) else msgspec.json.encode(value)
    headers = {"cache-control": "no-store"}
    return Response(body, status_code=status, media_type="application/json", headers=headers)


class Version(msgspec.Struct):
    """What most changes are answered with."""

    version: int


class Made(msgspec.Struct):
    """The id of a new table."""

    id: str
