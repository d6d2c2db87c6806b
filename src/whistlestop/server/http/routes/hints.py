"""Allow hints at a table, ask for a hint, and ask the coach."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from whistlestop.play.notation import LONGEST_ACTION
from whistlestop.server.hosting.playing import Proposal
from whistlestop.server.http.request import (
    Call,
    Version,
    asker,
    commands_of,
    rate_limited_person,
    service_of,
)
from whistlestop.server.http.responses import BODY, SpokenLanguage, changes
from whistlestop.server.sent.hints import CoachAnswer, HintSent, hint_sent, warning_sent


class HintsChoice(msgspec.Struct):
    """The body of a request to allow or forbid hints at a table."""

    allowed: bool
    """True = hints are allowed, or the other people are asked to allow them."""


class HintsAnswer(msgspec.Struct):
    """The body of an answer to the host's request to allow hints."""

    asked: Annotated[int, msgspec.Meta(ge=1)]
    """The table's version at which the host asked: `table.hints.asked.entry` in updates."""
    agrees: bool
    """Whether the caller agrees to allow hints. If the caller is the host, false withdraws the
    request."""


class ActionToJudge(msgspec.Struct):
    """The body of a request for a verdict on an action that the caller wants to take."""

    version: int
    """The newest version of the table that the sender has seen."""
    action: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_ACTION)]
    """The action, in the words of the notation or as a person types it."""
    language: SpokenLanguage = "en"
    """The language in which the action may be typed, besides English."""


@post(
    "/api/tables/{table_id:str}/hints",
    status_code=200,
    summary="Allow or forbid hints",
    responses=changes(Version, 404, 409, BODY),
)
async def switch(request: Call, table_id: FromPath[str], data: JSONBody[HintsChoice]) -> Version:
    """Allow or forbid hints at a table. Only the host can do this.

    Hints are forbidden at once. They are allowed at once if the host is the only person at the
    table. During a game with other people, they are asked to agree. Before such a game, hints can
    only be allowed while no other person has a seat. Refused (409) in lessons, in
    puzzles, in the deal of the day, and with a clock of minutes.
    """
    caller, hints = await rate_limited_person(request), commands_of(request).hints
    return Version(await hints.switch(table_id, caller, allowed=data.allowed))


@post(
    "/api/tables/{table_id:str}/hints/answer",
    status_code=200,
    summary="Agree to hints",
    responses=changes(Version, 404, 409, BODY),
)
async def answer(request: Call, table_id: FromPath[str], data: JSONBody[HintsAnswer]) -> Version:
    """Answer the host's request to allow hints.

    Hints are allowed when all people who were asked have agreed. The request ends if a person
    refuses, or if the host answers with `agrees` false.
    """
    caller, hints = await rate_limited_person(request), commands_of(request).hints
    return Version(await hints.answer(table_id, caller, data.asked, agrees=data.agrees))


@post(
    "/api/tables/{table_id:str}/hint",
    status_code=200,
    summary="Ask for a hint",
    responses=changes(HintSent, 404, 409, 503),
)
async def hint(request: Call, table_id: FromPath[str]) -> HintSent:
    """Return the best actions for the caller, who has to decide, with their chances to win.

    The answer takes up to three seconds. It depends only on what the caller's seat sees. Everybody
    at the table is told that the caller asked for a hint. In the same position, the caller gets
    the same hint again, and nobody is told. Refused (409) if hints are not allowed at the table, if
    other players decide, or if only one action is possible. Refused (503) while the judge is being
    compiled, or if too many hints are being made.
    """
    caller, hints = await rate_limited_person(request), commands_of(request).hints
    making, payer = service_of(request).hint_making, asker(request).payer
    await hints.position(table_id, caller)
    # The table is not held meanwhile, because this may take seconds.
    await making.ready()
    position = await hints.position(table_id, caller)
    found = await making.hint(position, payer)
    version = await hints.give(caller, position)
    return hint_sent(found, version, position.moves)


@post(
    "/api/tables/{table_id:str}/coach",
    status_code=200,
    summary="Play with a coach",
    responses=changes(Version, 404, 409, 503),
)
async def coach(request: Call, table_id: FromPath[str]) -> Version:
    """Let the coach look at the position in which the caller has to decide.

    Send this when the caller's turn begins, and before every further decision of the turn. The
    server then judges the position while the caller thinks. Everybody at the table is told once in
    a game that the caller plays with a coach. Refused (409) if hints are not allowed at the table,
    if other players decide, or if only one action is possible. Refused (503) while the judge is
    being compiled, or if too many hints are being made.
    """
    caller, hints = await rate_limited_person(request), commands_of(request).hints
    making = service_of(request).hint_making
    await hints.position(table_id, caller)
    await making.ready()
    position, version = await hints.coach(table_id, caller)
    making.prepare(position, asker(request).payer)
    return Version(version)


@post(
    "/api/tables/{table_id:str}/coach/verdict",
    status_code=200,
    summary="Ask the coach about an action",
    responses=changes(CoachAnswer, 404, 409, BODY, 422, 503),
)
async def verdict(
    request: Call, table_id: FromPath[str], data: JSONBody[ActionToJudge]
) -> CoachAnswer:
    """Return a warning if an action that the caller wants to take is a blunder.

    After a blunder, the chance to win is at least 15 percentage points lower than after the best
    action, and chance cannot explain the difference. The caller is warned at most once for each
    decision. This request does not take the action. If there is no answer within two seconds, a
    program should take the action without a warning, as the page does. Refused (409) if hints are
    not allowed at the table, if other players decide, or if only one action is possible. Refused
    (422) if the action is not possible. Refused (503) while the judge is being compiled, or if too
    many hints are being made.
    """
    caller, hints = await rate_limited_person(request), commands_of(request).hints
    making = service_of(request).hint_making
    await hints.position(table_id, caller)
    await making.ready()
    await hints.coach(table_id, caller)
    proposal = Proposal("", data.version, data.action, data.language)
    position, action = await hints.proposed(table_id, caller, proposal)
    found = await making.warning(position, action, asker(request).payer)
    return CoachAnswer(None if found is None else warning_sent(found))


handlers = [switch, answer, hint, coach, verdict]
