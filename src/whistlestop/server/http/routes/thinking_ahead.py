"""Private plans: routes that players mark, and what they want to do in their next turns."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from whistlestop.actions import ClaimRoute, DrawDisplay
from whistlestop.play.notation import LONGEST_ACTION
from whistlestop.server.errors import Values, values_sent
from whistlestop.server.hosting.thinking_ahead import Change, Plan
from whistlestop.server.http.request import (
    Call,
    asker,
    json_answer,
    rate_limited_person,
    service_of,
)
from whistlestop.server.http.responses import BODY, SpokenLanguage, answers, changes
from whistlestop.server.sent.choices import ClaimAction, DrawAction, claim_sent
from whistlestop.server.table.ahead import (
    MOST_CLAIMS,
    MOST_CONDITIONS,
    MOST_STEPS,
    MOST_TURNS,
    Ahead,
    Condition,
    Dropped,
    Step,
    Stopped,
    Until,
)

LONGEST_CODE = 64
MOST_MARKED = 200

Code = Annotated[str, msgspec.Meta(max_length=LONGEST_CODE)]
Words = Annotated[str, msgspec.Meta(max_length=LONGEST_ACTION)]


DEFAULT_TURNS: Final = 10
"""The maximum number of turns in which a plan counts, if the request names no number."""


class NewPlan(msgspec.Struct):
    """A plan for the caller's next turn, or for several turns, as a part of `NewPlans`."""

    steps: Annotated[list[Words], msgspec.Meta(max_length=MOST_STEPS)]
    """The steps, in the words of the notation: claims and draws. In every decision of the turn, the
    first possible step is carried out. A claim without cards, such as `claim DEN-OMA`, stands for
    any cards. An empty list deletes the plan."""
    until: Until = "once"
    """`once` = the plan counts for the next turn; `claimed` = it counts in every turn, until a
    route of the plan has been claimed; `all_claimed` = it counts in every turn, until all routes of
    the plan have been claimed."""
    turns: Annotated[int, msgspec.Meta(ge=1, le=MOST_TURNS)] = DEFAULT_TURNS
    """In how many turns at most the plan counts, if `until` is not `once`."""
    conditions: Annotated[list[Condition], msgspec.Meta(max_length=MOST_CONDITIONS)] = []
    """What stops the plan before its end. Then the caller decides."""
    language: SpokenLanguage = "en"
    """The language of the steps. They may always be in English."""


class NewPlans(msgspec.Struct):
    """The body of a request to change the caller's plans. A null field changes nothing."""

    marked: Annotated[list[Code], msgspec.Meta(max_length=MOST_MARKED)] | None = None
    """The codes of all routes that are marked from now on."""
    claims: Annotated[list[Words], msgspec.Meta(max_length=MOST_CLAIMS)] | None = None
    """A plan that consists of claims for the next turn, in the words of the notation. Each must be
    possible with the cards that the caller has."""
    plan: NewPlan | None = None
    """The new plan, which takes precedence over `claims`."""
    seen: bool = False
    """Whether to delete the list of `dropped` steps, and `stopped`."""


class Plans(msgspec.Struct):
    """The caller's plans."""

    marked: list[str]
    """The codes of the routes that the caller has marked."""
    steps: list[ClaimAction | DrawAction]
    """The steps of the plan. In every decision of the turn, the first possible one is carried out.
    A claim that has no cards may be paid with any cards."""
    claims: list[ClaimAction]
    """Those of `steps` that are claims and name the cards to pay with."""
    until: Until
    """`once` = the plan counts for the next turn; `claimed` = it counts in every turn, until a
    route of the plan has been claimed; `all_claimed` = it counts in every turn, until all routes of
    the plan have been claimed."""
    turns: int
    """In how many more turns at most the plan counts; 0 if there is no plan or `until` is
    `once`."""
    conditions: list[Condition]
    """What stops the plan before its end."""
    dropped: list[Dropped]
    """Steps that were not possible when the turn came, and why."""
    stopped: Stopped | None
    """Why the last plan stopped; null if there is nothing to report."""


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
    """The code of the reason in `message`, one of those in `docs/reasons.md`; null if `message` is
    empty."""
    values: Values
    """The values that fill in the sentence for `code`, such as a card or a number
    (`docs/reasons.md`); empty if `message` is empty."""
    routes: list[str]
    """The codes of the routes that the caller could claim with enough cards. If the request names a
    route, no other route is listed."""
    most_pieces: int
    """The highest number of pieces that a condition of a new plan can name: one less than the
    player with the fewest pieces has. Below 0 if no number is possible."""
    cards: list[str]
    """The kinds of cards that a condition can name."""
    tickets: bool
    """Whether a completed ticket can be a condition: the caller has a ticket that is not
    completed."""


def _kept(ahead: Ahead) -> Response[bytes]:
    steps = [_step(step) for step in ahead.steps]
    claims = [step for step in steps if isinstance(step, ClaimAction) and step.cards]
    plans = Plans(
        ahead.marked,
        steps,
        claims,
        ahead.until,
        ahead.turns,
        ahead.conditions,
        ahead.dropped,
        ahead.stopped,
    )
    return json_answer(plans)


def _step(step: Step) -> ClaimAction | DrawAction:
    match step.action:
        case ClaimRoute(route, cards):
            return ClaimAction(step.words, route, cards)
        case DrawDisplay(card):
            return DrawAction(step.words, card)
        case _:
            return DrawAction(step.words, None)


@get(
    "/api/tables/{table_id:str}/ahead",
    summary="Get your plans",
    responses=answers(Plans, 403, 404, 409),
)
async def look(request: Call, table_id: FromPath[str]) -> Response[bytes]:
    """Return the caller's marked routes and plan. Nobody else can see them."""
    caller = asker(request).caller
    return _kept(await service_of(request).ahead.of(table_id, caller))


@post(
    "/api/tables/{table_id:str}/ahead",
    status_code=200,
    summary="Change your plans",
    responses=changes(Plans, 404, 409, BODY, 422),
)
async def keep(request: Call, table_id: FromPath[str], data: JSONBody[NewPlans]) -> Response[bytes]:
    """Mark routes, and plan what to do in the caller's next turns. Return the new plans.

    A new list or plan replaces the old one. When the turn comes, the first step that is possible
    then is carried out. If none is possible, `dropped` says why. Nobody else can see the marks and
    the plan before a step is carried out.
    """
    await rate_limited_person(request)
    new = data.plan
    plan = new and Plan(new.steps, new.until, new.turns, new.conditions, new.language)
    change = Change(data.marked, data.claims, plan, data.seen)
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

    If the request has a `route`, return only the claims of that route. `routes` has the codes of
    the routes that the caller could claim with enough cards.
    """
    caller = asker(request).caller
    found = await service_of(request).ahead.plannable(table_id, caller, route)
    reason = found.reason
    return json_answer(
        PossibleClaims(
            claims=[*map(claim_sent, found.claims)],
            message="" if reason is None else str(reason),
            code=None if reason is None else reason.code,
            values={} if reason is None else values_sent(reason.values),
            routes=[*found.routes],
            most_pieces=found.most_pieces,
            cards=[*found.cards],
            tickets=found.tickets,
        )
    )


handlers = [look, keep, possible]
