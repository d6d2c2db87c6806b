"""Taking back: a move of one's own at once, or by consent of all people at the table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from whistlestop.server.http.request import Call, Version, service_of
from whistlestop.server.http.responses import BODY, changes
from whistlestop.server.http.routes.tables import lively

Counted = Annotated[int, msgspec.Meta(ge=1)]


class Regret(msgspec.Struct):
    """The move that somebody would like to take back."""

    move: Counted | None = None
    """Counted from 1, with all that were made after it; null = the newest of one's own."""
    ask: bool = False
    """Whether to ask the others, if they have to agree."""
    version: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """The newest that the sender had seen: nothing is taken back if the game has gone on since."""


class Consent(msgspec.Struct):
    """An answer to what somebody would like to take back."""

    asked: Counted
    """The version at which it was asked."""
    agrees: bool
    """Whether they may; false to one's own wish gives it up."""


@post(
    "/api/tables/{table_id:str}/take-back",
    status_code=200,
    summary="Take a move back",
    responses=changes(Version, 404, 409, BODY),
)
async def take_back(
    request: Call, table_id: FromPath[str], data: JSONBody[Regret | None] = None
) -> Version:
    """Take a move of one's own back, or ask the others whether one may.

    The newest move of the game is taken back at once if it was one's own decision, nothing came by
    chance, and nothing hidden was shown. Anything else needs the consent of all people at the
    table: it is asked for only with `ask`. Bots consent at once.
    """
    caller, regret = await lively(request), data or Regret()
    commands = service_of(request).commands
    version = await commands.take_back(
        table_id, caller, regret.move, regret.version, ask=regret.ask
    )
    return Version(version)


@post(
    "/api/tables/{table_id:str}/take-back/answer",
    status_code=200,
    summary="Agree to a move being taken back",
    responses=changes(Version, 404, 409, BODY),
)
async def answer(request: Call, table_id: FromPath[str], data: JSONBody[Consent]) -> Version:
    """Agree to what somebody would like to take back, or refuse; or give up one's own wish.

    It is taken back as soon as the last one agrees. A refusal ends it, and so does any move.
    """
    caller, commands = await lively(request), service_of(request).commands
    return Version(
        await commands.answer_take_back(table_id, caller, data.asked, agrees=data.agrees)
    )


handlers = [take_back, answer]
