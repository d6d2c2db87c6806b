"""Manage a table: its seats, its host and its clock, and close it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from whistlestop.bots.registry import USUAL_LEVEL, bot_names
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.managing import Offered
from whistlestop.server.http.request import Call, Version, service_of
from whistlestop.server.http.responses import BODY, changes
from whistlestop.server.http.routes.tables import lively
from whistlestop.server.table.happenings import PaceChanged
from whistlestop.server.table.seats import Colour, PaceKind

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=100)]


class SeatNamed(msgspec.Struct):
    """A seat."""

    seat: SeatNumber


class SeatKey(msgspec.Struct):
    """A seat, and the key in the link for it."""

    seat: SeatNumber
    key: Annotated[str, msgspec.Meta(max_length=64)]


class SeatColour(msgspec.Struct):
    """A seat, and the new colour of its pieces."""

    seat: SeatNumber
    colour: Colour


class SeatForBot(msgspec.Struct):
    """A seat, and the bot that takes it."""

    seat: SeatNumber
    bot: str = USUAL_LEVEL


class CloseAnswer(msgspec.Struct):
    """An answer to the host's request to end the game."""

    asked: Annotated[int, msgspec.Meta(ge=1)]
    """The version at which the host asked, in `table.closing.entry`."""
    agrees: bool


@post(
    "/api/tables/{table_id:str}/seats/colour",
    status_code=200,
    summary="Choose the colour of a seat",
    responses=changes(Version, 404, 409, BODY),
)
async def recolour(request: Call, table_id: FromPath[str], data: JSONBody[SeatColour]) -> Version:
    """Choose the colour of a seat of the caller, at this table only.

    This is mainly for other players at the caller's device: `POST /api/me` sets the caller's own
    colour. A colour that another person plays with is refused (409).
    """
    caller, commands = await lively(request), service_of(request).commands
    return Version(await commands.recolour(table_id, caller, data.seat, data.colour))


@post(
    "/api/tables/{table_id:str}/seats/offer",
    status_code=200,
    summary="Offer a seat",
    responses=changes(Offered, 404, 409, BODY),
)
async def offer(request: Call, table_id: FromPath[str], data: JSONBody[SeatNamed]) -> Offered:
    """Return a key with which one other person can take a seat during the game.

    Players can offer their own seat. The host can offer a bot's seat, or the seat of a player who
    has resigned or has been away for long, if all other players agree. The first request asks these
    players, and `key` is null in the response. Repeat the request after they have agreed. If nobody
    else plays, the host gets a key after the seat's owner has been away for a day.
    """
    caller = await lively(request)
    return await service_of(request).managing.offer(table_id, caller, data.seat)


@post(
    "/api/tables/{table_id:str}/seats/withdraw",
    status_code=200,
    summary="Withdraw the offer of a seat",
    responses=changes(Version, 404, 409, BODY),
)
async def withdraw(request: Call, table_id: FromPath[str], data: JSONBody[SeatNamed]) -> Version:
    """Cancel the offer of a seat, so that its key is no longer valid."""
    caller = await lively(request)
    return Version(await service_of(request).managing.withdraw(table_id, caller, data.seat))


class SeatAnswer(msgspec.Struct):
    """An answer to the host's request to let another person take a seat."""

    asked: Annotated[int, msgspec.Meta(ge=1)]
    """The version at which the host asked, in `table.passing.entry`."""
    agrees: bool


@post(
    "/api/tables/{table_id:str}/seats/answer",
    status_code=200,
    summary="Agree that a seat is offered",
    responses=changes(Version, 404, 409, BODY),
)
async def answer_offer(
    request: Call, table_id: FromPath[str], data: JSONBody[SeatAnswer]
) -> Version:
    """Answer the host's request to let another person take a seat.

    The request ends if a player refuses, or if the host answers with `agrees` false.
    """
    caller, managing = await lively(request), service_of(request).managing
    version = await managing.answer_offer(table_id, caller, data.asked, agrees=data.agrees)
    return Version(version)


@post(
    "/api/tables/{table_id:str}/seats/take",
    status_code=200,
    summary="Take over a seat",
    responses=changes(Version, 404, 409, BODY),
)
async def take(request: Call, table_id: FromPath[str], data: JSONBody[SeatKey]) -> Version:
    """Take a seat during the game, with the key from a link."""
    caller = await lively(request)
    managing = service_of(request).managing
    return Version(await managing.take(table_id, caller, data.seat, data.key))


@post(
    "/api/tables/{table_id:str}/seats/bot",
    status_code=200,
    summary="Give a seat to a bot",
    responses=changes(Version, 404, 409, BODY, 422),
)
async def substitute(request: Call, table_id: FromPath[str], data: JSONBody[SeatForBot]) -> Version:
    """Give a seat to a bot for good. Only the host can do this.

    The seat must belong to a bot, or to a player who has resigned or has been away for long.
    """
    if data.bot not in bot_names():
        known = ", ".join(bot_names())
        raise Refusal(422, "unknown_bot", case="known", known=known)
    caller = await lively(request)
    return Version(
        await service_of(request).managing.replace(table_id, caller, data.seat, data.bot)
    )


@post(
    "/api/tables/{table_id:str}/host",
    status_code=200,
    summary="Change the host",
    responses=changes(Version, 404, 409, BODY),
)
async def host(request: Call, table_id: FromPath[str], data: JSONBody[SeatNamed]) -> Version:
    """Make another player the host. Only the host can do this.

    Other players can make themselves the host if the host has been away for long.
    """
    caller = await lively(request)
    return Version(await service_of(request).managing.choose_host(table_id, caller, data.seat))


class NewPace(msgspec.Struct):
    """The new time to think."""

    kind: PaceKind
    amount: Annotated[float, msgspec.Meta(ge=0, le=1000)] = 0


@post(
    "/api/tables/{table_id:str}/pace",
    status_code=200,
    summary="Choose the time to think",
    responses=changes(Version, 404, 409, BODY, 422),
)
async def pace(request: Call, table_id: FromPath[str], data: JSONBody[NewPace]) -> Version:
    """Change the time to think. Only the host can do this.

    During the game, the time can only be made longer.
    """
    if data.kind != "none" and data.amount <= 0:
        raise Refusal(422, "bad_pace")
    caller = await lively(request)
    wanted = PaceChanged(data.kind, data.amount if data.kind != "none" else 0)
    return Version(await service_of(request).managing.choose_pace(table_id, caller, wanted))


@post(
    "/api/tables/{table_id:str}/close",
    status_code=200,
    summary="Close a table",
    responses=changes(Version, 404, 409),
)
async def close(request: Call, table_id: FromPath[str]) -> Version:
    """End a table without a result. Only the host can do this.

    During a game, the players who are present are asked first.
    """
    caller = await lively(request)
    return Version(await service_of(request).managing.close(table_id, caller))


@post(
    "/api/tables/{table_id:str}/close/answer",
    status_code=200,
    summary="Agree to a table being closed",
    responses=changes(Version, 404, 409, BODY),
)
async def answer(request: Call, table_id: FromPath[str], data: JSONBody[CloseAnswer]) -> Version:
    """Answer the host's request to end the game without a result.

    The request ends if a player refuses, or if the host answers with `agrees` false.
    """
    caller, managing = await lively(request), service_of(request).managing
    version = await managing.answer_close(table_id, caller, data.asked, agrees=data.agrees)
    return Version(version)


handlers = [recolour, offer, withdraw, answer_offer, take, substitute, host, pace, close, answer]
