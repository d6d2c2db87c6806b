"""Take a move back: at once, or with the consent of all people at the table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from whistlestop.server.http.request import Call, Version, commands_of, rate_limited_person
from whistlestop.server.http.responses import BODY, changes

Counted = Annotated[int, msgspec.Meta(ge=1)]


class MovesToTakeBack(msgspec.Struct):
    """The body of a request to take back a move, and all moves after it."""

    move: Counted | None = None
    """The first move to take back, counted from 1; null = the caller's newest move.

    All later moves are taken back, too.
    """
    ask: bool = False
    """What happens if consent is needed: true = the other players are asked; false = the request
    is refused."""
    version: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """The newest version that the sender has seen. If moves have been made or taken back since, the
    request is refused. Null = not checked."""


class TakeBackAnswer(msgspec.Struct):
    """The body of an answer to a player's request to take a move back."""

    asked: Counted
    """The table's version at which the player asked: `table.take_back.asked.entry` in updates."""
    agrees: bool
    """Whether the caller agrees to take the move back. The player who asked withdraws the request
    with false."""


@post(
    "/api/tables/{table_id:str}/take-back",
    status_code=200,
    summary="Take a move back",
    responses=changes(Version, 404, 409, BODY),
)
async def take_back(
    request: Call, table_id: FromPath[str], data: JSONBody[MovesToTakeBack | None] = None
) -> Version:
    """Take back one of the caller's moves and all moves after it, or ask for consent to do so.

    The newest move of the game is taken back at once if the caller chose it, nothing in it came by
    chance, and it showed nothing hidden. Any other take-back needs the consent of all people at
    the table. If `ask` is true, they are asked. If not, the request is refused (409). Bots consent
    at once.
    """
    caller, wanted = await rate_limited_person(request), data or MovesToTakeBack()
    taking_back = commands_of(request).taking_back
    version = await taking_back.take_back(
        table_id, caller, wanted.move, wanted.version, ask=wanted.ask
    )
    return Version(version)


@post(
    "/api/tables/{table_id:str}/take-back/answer",
    status_code=200,
    summary="Agree to a move being taken back",
    responses=changes(Version, 404, 409, BODY),
)
async def answer(request: Call, table_id: FromPath[str], data: JSONBody[TakeBackAnswer]) -> Version:
    """Answer a player's request to take a move back.

    The move is taken back when the last player agrees. The request ends if a player refuses, if the
    player who asked answers with `agrees` false, or if a move is made.
    """
    caller, taking_back = await rate_limited_person(request), commands_of(request).taking_back
    return Version(
        await taking_back.answer_take_back(table_id, caller, data.asked, agrees=data.agrees)
    )


handlers = [take_back, answer]
