"""Offer and take seats during a game, and give them to bots."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from whistlestop.bots.registry import USUAL_LEVEL, bot_names
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.changing_hands import Offered
from whistlestop.server.http.request import (
    Call,
    SeatNamed,
    SeatNumber,
    Version,
    commands_of,
    rate_limited_person,
)
from whistlestop.server.http.responses import BODY, changes


class SeatKey(msgspec.Struct):
    """The body of a request to take over a seat, with the key in the link for the seat."""

    seat: SeatNumber
    """The number of the seat, counted from 0."""
    key: Annotated[str, msgspec.Meta(max_length=64)]
    """The key in the link, at most 64 characters."""


class SeatForBot(msgspec.Struct):
    """The body of a request to give a seat to a bot."""

    seat: SeatNumber
    """The number of the seat, counted from 0."""
    bot: str = USUAL_LEVEL
    """The name of the bot, as `GET /api/bots` lists it."""


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
    else plays, the host gets a key after the seat's owner has been away for at least
    a day.
    """
    caller = await rate_limited_person(request)
    return await commands_of(request).changing_hands.offer(table_id, caller, data.seat)


@post(
    "/api/tables/{table_id:str}/seats/withdraw",
    status_code=200,
    summary="Withdraw the offer of a seat",
    responses=changes(Version, 404, 409, BODY),
)
async def withdraw(request: Call, table_id: FromPath[str], data: JSONBody[SeatNamed]) -> Version:
    """End the offer of a seat. The key of the offer is no longer valid.

    The host's request to let another person take the seat ends, too. Only the host and the player
    in the seat can do this.
    """
    caller = await rate_limited_person(request)
    return Version(await commands_of(request).changing_hands.withdraw(table_id, caller, data.seat))


class SeatAnswer(msgspec.Struct):
    """The body of an answer to the host's request to let another person take a seat."""

    asked: Annotated[int, msgspec.Meta(ge=1)]
    """The table's version at which the host asked, which is the value of `table.passing.entry`."""
    agrees: bool
    """Whether the caller agrees that another person takes the seat. If the host answers, false
    withdraws the request."""


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
    caller, changing_hands = await rate_limited_person(request), commands_of(request).changing_hands
    version = await changing_hands.answer_offer(table_id, caller, data.asked, agrees=data.agrees)
    return Version(version)


@post(
    "/api/tables/{table_id:str}/seats/take",
    status_code=200,
    summary="Take over a seat",
    responses=changes(Version, 404, 409, BODY),
)
async def take(request: Call, table_id: FromPath[str], data: JSONBody[SeatKey]) -> Version:
    """Take a seat during the game, with the key from a link."""
    caller = await rate_limited_person(request)
    changing_hands = commands_of(request).changing_hands
    return Version(await changing_hands.take(table_id, caller, data.seat, data.key))


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
    caller = await rate_limited_person(request)
    return Version(
        await commands_of(request).changing_hands.replace(table_id, caller, data.seat, data.bot)
    )


handlers = [offer, withdraw, answer_offer, take, substitute]
