"""The caller's name and colour, and tokens for programs."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from whistlestop import __version__
from whistlestop.player_names import LONGEST_NAME, displayed_name
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.people import Person
from whistlestop.server.http.at_the_computer import at_the_computer
from whistlestop.server.http.request import (
    Call,
    check_rate,
    commands_of,
    json_answer,
    person,
    service_of,
)
from whistlestop.server.http.responses import BODY, answers, changes
from whistlestop.server.rate_limits import NAMES, NEW_TOKENS
from whistlestop.server.table.happenings.talking import PHRASES
from whistlestop.server.table.seats import COLOURS, Colour

MOST_TABLES = 100
"""The maximum number of a person's tables that get the person's new name or colour. If there are
more, the most recently changed ones are chosen."""


class NameAndColour(msgspec.Struct):
    """The body of a request to change the caller's name or colour."""

    name: Annotated[str, msgspec.Meta(extra_json_schema={"minLength": 1})] | None = None
    """The new name, of 1 to 24 characters; None = unchanged."""
    colour: Colour | None = None
    """The new colour; None = unchanged."""


class Me(msgspec.Struct):
    """The caller, and facts about the server."""

    name: str
    """The caller's name; empty if they have not chosen one."""
    colour: Colour
    """The colour that the caller prefers."""
    colours: list[Colour]
    """All colours that a player's pieces can have."""
    lan: list[str] | None
    """The addresses at which other devices reach the server; null if there are none."""
    house: bool | None
    """Whether devices in the house can join; null if the caller cannot change that."""
    version: str
    """The version of the server."""
    phrases: list[str]
    """The codes of the phrases that players can say at a table."""
    webhooks: bool
    """Whether the server can call an address that a person has entered when it is their turn."""
    push: bool
    """Whether the server can send a message to people's devices when it is their turn."""


class Token(msgspec.Struct):
    """A token with which a program can act as the caller."""

    token: str
    """The token, which is shown only once."""


def me_sent(call: Call, caller: Person) -> Me:
    """Return the facts about a caller and the server that are sent to the caller."""
    lan, house = service_of(call).lan, service_of(call).house
    return Me(
        name=caller.name,
        colour=caller.colour,
        colours=list(COLOURS),
        lan=None if lan is None else list(lan),
        house=house.open if house is not None and at_the_computer(call) else None,
        version=__version__,
        phrases=list(PHRASES),
        webhooks=service_of(call).webhooks.on,
        push=service_of(call).push.on,
    )


@get("/api/me", summary="Get your name and colour", responses=answers(Me))
async def me(request: Call) -> Response[bytes]:
    """Return the caller's name and colour, and the addresses of the server for other devices."""
    return json_answer(me_sent(request, await person(request)))


@post(
    "/api/me",
    status_code=200,
    summary="Choose your name and colour",
    responses=changes(Me, BODY, 422),
)
async def wish(request: Call, data: JSONBody[NameAndColour]) -> Response[bytes]:
    """Set the caller's name (1 to 24 characters), their colour, or both.

    Return the changed caller and the facts about the server, like `GET /api/me`.

    The change is also made at tables that the caller plays at. At a table where another person has
    the chosen colour, the caller's colour does not change.
    """
    name = None if data.name is None else displayed_name(data.name)
    if data.name is not None and name is None:
        raise Refusal(422, "bad_name", most=LONGEST_NAME)
    caller, service = await person(request), service_of(request)
    check_rate(request, NAMES)
    known = caller
    if name is not None and name != caller.name:
        caller = await service.people.rename(caller, name)
    if data.colour is not None and data.colour != caller.colour:
        caller = await service.people.recolour(caller, data.colour)
    # The person's present colour may have become free at a table where they play with another one.
    recolour = data.colour is not None
    if caller != known or recolour:
        appearance = commands_of(request).appearance
        for listed in await service.store.tables_of(caller.id, MOST_TABLES):
            if listed.state not in ("over", "closed"):
                await appearance.update(listed.id, caller, recolour=recolour)
    return json_answer(me_sent(request, caller))


@post(
    "/api/tokens",
    status_code=201,
    summary="Get a token for a program",
    responses=changes(Token, status=201),
)
async def new_token(request: Call) -> Token:
    """Return a new API token, with which a program can act for the caller.

    The token is shown only once. It does not expire.
    """
    caller = await person(request)
    check_rate(request, NEW_TOKENS)
    return Token(await service_of(request).people.new_api_token(caller))


handlers = [me, wish, new_token]
