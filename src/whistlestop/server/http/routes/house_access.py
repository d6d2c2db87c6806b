"""Allow or block other devices in the house."""

from __future__ import annotations

import msgspec
from litestar import Response, post
from litestar.params import JSONBody

from whistlestop.server import logs
from whistlestop.server.errors import Refusal
from whistlestop.server.http.at_the_computer import at_the_computer
from whistlestop.server.http.request import Call, json_answer, person, service_of
from whistlestop.server.http.responses import BODY, changes
from whistlestop.server.http.routes.people import Me, me_sent


class Door(msgspec.Struct):
    """The body of a request to let devices in the house join, or to shut them out."""

    open: bool
    """True = devices in the house can join from now on; false = they no longer can."""


@post(
    "/api/house",
    status_code=200,
    summary="Let the devices in the house join",
    responses=changes(Me, 409, BODY),
)
async def house(request: Call, data: JSONBody[Door]) -> Response[bytes]:
    """Start or stop listening at this machine's private addresses.

    Return the caller and the facts about the server, like `GET /api/me`.

    Only the person at the server's computer can do this, and only if the server was started without
    settings for who can reach it. After a restart of the server, devices in the house cannot join.
    """
    found = service_of(request).house
    if found is None or not at_the_computer(request):
        raise Refusal(403, "not_at_the_computer")
    caller = await person(request)
    await found.switch(data.open)
    logs.log("house", open=found.open)
    if data.open and not found.open:
        raise Refusal(409, "no_private_network")
    return json_answer(me_sent(request, caller))


handlers = [house]
