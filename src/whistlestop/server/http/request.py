"""Helpers for all handlers: the sender of a request, and responses in JSON."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine
from typing import Annotated, Any, Final, TypeVar, cast

import msgspec
from litestar import Request, Response, WebSocket

from whistlestop.play.game import Game
from whistlestop.server import connections
from whistlestop.server.errors import Refusal, not_started, not_your_seat
from whistlestop.server.hosting.commands import Commands
from whistlestop.server.hosting.people import Person
from whistlestop.server.http.guard import Asker, asker_of
from whistlestop.server.rate_limits import BUSTLE, NEW_TABLES, Rate
from whistlestop.server.service import Service
from whistlestop.server.table.table import Table

Result = TypeVar("Result")

Call = Request[Any, Any, Any]
Line = WebSocket[Any, Any, Any]


def service_of(call: Call | Line) -> Service:
    """Return the object that holds the server's parts, such as its tables, commands and store.

    Args:
        call: an HTTP request or a WebSocket connection to this server.
    """
    return asker(call).service


def commands_of(call: Call) -> Commands:
    """Return the commands of people at the server's tables."""
    return service_of(call).commands


def line_of(call: Line) -> connections.Line:
    """Return the connection of a WebSocket.

    Data sent over this connection bypasses the framework, whose layers would take longer than
    sending the message.
    """
    return cast(dict[str, Any], call.scope)["line"]


def asker(call: Call | Line) -> Asker:
    """Return the sender of a request, as the guard has determined it."""
    return asker_of(call.scope)


def looking(call: Call | Line, table: Table) -> int | None:
    """Return the seat from whose view a request sees a table; None = the spectators' view.

    Raises:
        Refusal: the request names a seat that does not belong to the caller.
    """
    caller = asker(call).caller
    seat = table.looking(caller.person, caller.seat)
    if seat != caller.seat and caller.seat is not None:
        raise not_your_seat()
    return seat


def playing(call: Call, table: Table) -> tuple[Game, int]:
    """Return the game of a table, and the seat of the caller.

    Raises:
        Refusal: the game has not begun, or the caller has no seat at the table, has resigned, or
            must name one of several seats.
    """
    seat = table.own_seat(looking(call, table))
    if table.game is None:
        raise not_started()
    if seat is None:
        raise not_your_seat()
    return table.game, seat


def own_address(call: Call) -> str:
    """Return the address of this server's pages without a slash at the end, for links to them.

    This is the server's address in the local network, if it has one, so that the link leads here
    from other devices, too. Otherwise it is the host name of the request.
    """
    lan = service_of(call).lan
    return (lan[0] if lan else str(call.base_url)).rstrip("/")


async def person(call: Call) -> Person:
    """Return the person who sent a request. If there is no session yet, add a new person.

    Raises:
        Refusal: too many new people came from this address.
    """
    return await asker(call).admitted()


def session_token(call: Call) -> str:
    """Return the session token of a request.

    Raises:
        Refusal: the request has no session, because it comes from a program.
    """
    token = asker(call).token
    if token is None:
        raise Refusal(403, "not_for_programs")
    return token


def check_rate(call: Call, rate: Rate) -> None:
    """Count a request against a limit on requests of the sender.

    Raises:
        Refusal: the sender or the address has made too many such requests.
    """
    if not asker(call).allows(rate):
        raise Refusal(429, "too_many_requests")


async def rate_limited_person(call: Call) -> Person:
    """Return the person who sent a request that adds entries other than moves to a table.

    If there is no session yet, add a new person.

    Raises:
        Refusal: the person or the address has made too many such requests, or too many new people
            came from this address.
    """
    sender = await person(call)
    check_rate(call, BUSTLE)
    return sender


def check_new_table(call: Call) -> None:
    """Check that the sender of a request may set up another table now.

    Raises:
        Refusal: the sender sets up too many tables, or has used up the bytes that may be saved in
            a day.
    """
    check_rate(call, NEW_TABLES)
    service_of(call).quotas.check_space(asker(call).payer.person)


async def unless_gone(call: Call, work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine for a request, and cancel it if the client closes the connection.

    The request's body must have been read before. Return the result of the coroutine.

    Raises:
        Refusal: the client closed the connection. The client does not get this refusal.
    """
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(_disconnected(call))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Refusal(408, "too_slow")
        return await working
    finally:
        leaving.cancel()
        if not working.done():
            working.cancel()
            await asyncio.wait((working,))


async def _disconnected(call: Call) -> None:
    """Wait until the client has closed the connection."""
    while (await call.receive())["type"] != "http.disconnect":
        pass


_LIST_PLACE: Final = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,9})?)~([A-Za-z0-9_-]{8,24})")


def list_place(before: str) -> tuple[float, str] | None:
    """Return the place in a list of tables after which the next page begins.

    Args:
        before: a moment in seconds since 1970 and the id of a table, with `~` between them; empty =
            the first page.

    Returns:
        The moment and the id; None = the first page.

    Raises:
        Refusal: the text has another form.
    """
    found = _LIST_PLACE.fullmatch(before)
    if before and found is None:
        raise Refusal(422, "bad_request", case="list_place")
    return None if found is None else (float(found[1]), found[2])


def json_answer(value: Any, status: int = 200) -> Response[bytes]:
    """Return a JSON response with a value. A value of type `bytes` is JSON already."""
    body = value if isinstance(value, bytes) else msgspec.json.encode(value)
    headers = {"cache-control": "no-store"}
    return Response(body, status_code=status, media_type="application/json", headers=headers)


SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=100)]


class SeatNamed(msgspec.Struct):
    """The body of a request that says nothing but which seat it is about."""

    seat: SeatNumber
    """The number of the seat, counted from 0."""


class Version(msgspec.Struct):
    """The version of a table after a change."""

    version: int
    """The number of the table's newest entry, counted from 1."""


class Made(msgspec.Struct):
    """The response to a request that sets up a table, or that founds, joins or changes a club."""

    id: str
    """The id of the table or club. The path of a table's page is `/t/ID`, and that of a club's page
    is `/club/ID`."""
