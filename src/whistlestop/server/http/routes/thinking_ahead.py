"""Private plans: routes that players mark, and claims for their next turn."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from whistlestop.play.notation import LONGEST_ACTION
from whistlestop.server.errors import Values, values_sent
from whistlestop.server.hosting.thinking_ahead import Change
from whistlestop.server.http.request import (
    Call,
    asker,
    json_answer,
    rate_limited_person,
    service_of,
)
from whistlestop.server.http.responses import BODY, answers, changes
from whistlestop.server.sent.choices import ClaimAction, claim_sent
from whistlestop.server.table.ahead import MOST_CLAIMS, Ahead, Dropped

LONGEST_CODE = 64
MOST_MARKED = 200

Code = Annotated[str, msgspec.Meta(max_length=LONGEST_CODE)]
Words = Annotated[str, msgspec.Meta(max_length=LONGEST_ACTION)]


class NewPlans(msgspec.Struct):
    """A change of the caller's plans. A list that is null stays unchanged."""

    marked: Annotated[list[Code], msgspec.Meta(max_length=MOST_MARKED)] | None = None
    """The codes of the marked routes."""
    claims: Annotated[list[Words], msgspec.Meta(max_length=MOST_CLAIMS)] | None = None
    """The planned claims, in the words of the notation. The first possible one is made when the
    turn comes."""
    seen: bool = False
    """Whether to delete the list of `dropped` claims."""


class Plans(msgspec.Struct):
    """The caller's plans."""

    marked: list[str]
    """The codes of the marked routes."""
    claims: list[ClaimAction]
    """The planned claims. The first possible one is made when the turn comes."""
    dropped: list[Dropped]
    """Planned claims that were not possible when the turn came, and why."""


class PossibleClaims(msgspec.Struct):
    """The claims that would be possible if the caller's turn began now.

    If the request names a route that the caller could not claim, the reason is included.
    """

    claims: list[ClaimAction]
    """The claims, one for each way to pay for a route. If the request names a route, only its
    claims are listed."""
    message: str
    """Why the route could not be claimed, as an English sentence; empty if there are claims or the
    request names no route."""
    code: str | None
    """The code of the reason; null if `message` is empty."""
    values: Values
    """The values that `docs/reasons.md` lists for the code; empty if `message` is empty."""


def _kept(ahead: Ahead) -> Response[bytes]:
    claims = [claim_sent(claim.action) for claim in ahead.claims]
    return json_answer(Plans(ahead.marked, claims, ahead.dropped))


@get(
    "/api/tables/{table_id:str}/ahead",
    summary="Get your plans",
    responses=answers(Plans, 403, 404, 409),
)
async def look(request: Call, table_id: FromPath[str]) -> Response[bytes]:
    """Return the caller's marked routes and planned claims. Nobody else can see them."""
    caller = asker(request).caller
    return _kept(await service_of(request).ahead.of(table_id, caller))


@post(
    "/api/tables/{table_id:str}/ahead",
    status_code=200,
    summary="Change your plans",
    responses=changes(Plans, 404, 409, BODY, 422),
)
async def keep(request: Call, table_id: FromPath[str], data: JSONBody[NewPlans]) -> Response[bytes]:
    """Mark routes, and plan claims for the caller's next turn. Return the caller's new plans.

    A new list replaces the old one. When the turn comes, the first claim that is possible then is
    made. If none is possible, `dropped` says why. Nobody else can see the marks and the claims
    before a claim is made.
    """
    await rate_limited_person(request)
    change = Change(data.marked, data.claims, data.seen)
    return _kept(await service_of(request).ahead.change(table_id, asker(request).caller, change))


@get(
    "/api/tables/{table_id:str}/ahead/claims",
    summary="List the claims that you can plan",
    responses=answers(PossibleClaims, 403, 404, 409, 422),
)
async def possible(
    request: Call, table_id: FromPath[str], route: FromQuery[str | None] = None
) -> Response[bytes]:
    """Return the claims that would be possible if the caller's turn began now.

    If the request has a `route`, return only the claims of that route.
    """
    caller = asker(request).caller
    claims, reason = await service_of(request).ahead.claims(table_id, caller, route)
    found = [claim_sent(claim) for claim in claims]
    if reason is None:
        return json_answer(PossibleClaims(found, "", None, {}))
    return json_answer(PossibleClaims(found, str(reason), reason.code, values_sent(reason.values)))


handlers = [look, keep, possible]
