"""Oneself: the name, and tokens for programs."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from whistlestop import __version__
from whistlestop.server.api.answers import BODY, answers, changes
from whistlestop.server.api.calls import Call, json_answer, person, service_of
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting import PHRASES
from whistlestop.server.seats import LONGEST_NAME, clean_name


class Name(msgspec.Struct):
    """What somebody wants to be called."""

    name: str


class Me(msgspec.Struct):
    """Who asks, and what the server tells them about itself."""

    name: str
    lan: list[str] | None
    version: str
    phrases: list[str]


class Token(msgspec.Struct):
    """A token for programs, shown this once."""

    token: str


def _me(call: Call, name: str) -> Me:
    lan = service_of(call).lan
    return Me(name, None if lan is None else list(lan), __version__, list(PHRASES))


@get("/api/me", summary="Who one is", responses=answers(Me))
async def me(request: Call) -> Response[bytes]:
    """The caller's name, and the addresses at which others in the house find this server."""
    return json_answer(_me(request, (await person(request)).name))


@post("/api/me", status_code=200, summary="Choose a name", responses=changes(Me, BODY, 422))
async def rename(request: Call, data: JSONBody[Name]) -> Response[bytes]:
    """Remember a name of 1 to 24 characters; tables joined earlier keep the old one."""
    name = clean_name(data.name)
    if name is None:
        raise Refusal(
            422, "bad_name", f"A name has 1 to {LONGEST_NAME} characters that can be seen."
        )
    caller = await person(request)
    await service_of(request).people.rename(caller, name)
    return json_answer(_me(request, name))


@post(
    "/api/tokens",
    status_code=201,
    summary="Get a token for a program",
    responses=changes(Token, status=201),
)
async def new_token(request: Call) -> Token:
    """A token with which a program acts for the caller; it is shown once and does not expire."""
    caller = await person(request)
    return Token(await service_of(request).people.new_api_token(caller))


handlers = [me, rename, new_token]
