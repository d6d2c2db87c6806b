"""Tables: setting them up, joining, leaving, and everything that is no move."""

from __future__ import annotations

import io
import time
from typing import Annotated, Any, Literal

import msgspec
import segno
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from whistlestop.bots.registry import bot_names
from whistlestop.editions.load import load, names
from whistlestop.editions.model import Edition
from whistlestop.server.api.answers import BODY, Update, answers, changes
from whistlestop.server.api.calls import (
    Call,
    Made,
    Version,
    asker,
    json_answer,
    person,
    service_of,
)
from whistlestop.server.boards import LARGEST_EDITION, own_edition
from whistlestop.server.errors import Refusal, no_table
from whistlestop.server.hosting import unnamed
from whistlestop.server.limits import BUSTLE, NEW_TABLES
from whistlestop.server.people import Person
from whistlestop.server.seats import Options, Seat
from whistlestop.server.service import Service
from whistlestop.server.store import Listed
from whistlestop.server.tables import TABLE_ID, listed, listed_from

LARGEST_TABLE = 4 * LARGEST_EDITION
"""Most bytes of a new table, where an edition's file is written with JSON's escapes."""

MOST_LISTED = 50
LISTED_FOR = 86400.0
"""Seconds for which a public table is offered to others after it changed last."""


class SeatChoice(msgspec.Struct):
    """Who shall sit somewhere."""

    kind: Literal["me", "bot", "open"]
    bot: str | None = None


class Pace(msgspec.Struct):
    """How fast must be played: minutes for a player and a game, or days for a turn."""

    kind: Literal["none", "minutes", "days"] = "none"
    amount: Annotated[float, msgspec.Meta(ge=0, le=1000)] = 0


class NewTable(msgspec.Struct, kw_only=True):
    """A table to be set up: with an edition by its name, or with the file of one of one's own."""

    edition: str | None = None
    edition_text: str | None = None
    seats: Annotated[list[SeatChoice], msgspec.Meta(min_length=1, max_length=8)]
    public: bool = False
    pace: Pace = msgspec.field(default_factory=Pace)
    standin_after: Annotated[float, msgspec.Meta(ge=0, le=31_536_000)] | None = None
    shuffle: bool = True


class Wish(msgspec.Struct):
    """Where somebody wants to sit."""

    seat: int | None = None


class Phrase(msgspec.Struct):
    """What to say, by its code."""

    phrase: str


class Lists(msgspec.Struct):
    """Tables, the last changed first."""

    mine: list[Any]
    public: list[Any]


@post(
    "/api/tables",
    status_code=201,
    request_max_body_size=LARGEST_TABLE,
    summary="Set up a table",
    responses=changes(Made, BODY, 422, status=201),
)
async def create(request: Call, data: JSONBody[NewTable]) -> Made:
    """Set up a table. Without an open seat the game begins at once."""
    caller = await person(request)
    spare(request, caller)
    edition = await _edition(data)
    seats = _seats(data.seats, caller)
    if data.pace.kind != "none" and data.pace.amount <= 0:
        raise Refusal(422, "bad_pace", "A clock needs some time on it.")
    options = Options(
        data.public, data.pace.kind, data.pace.amount, data.standin_after, data.shuffle
    )
    hosting = service_of(request).hosting
    return Made(await hosting.create(caller, edition, seats, options, data.edition_text))


def spare(request: Call, caller: Person) -> None:
    """Keep anybody from filling the disk with tables."""
    if not service_of(request).limits.allow(NEW_TABLES, caller.id):
        raise Refusal(429, "too_many_requests", "These were many tables; wait a moment.")


async def lively(request: Call) -> Person:
    """Who asks, if they have not been coming, going and talking without end: all that is kept."""
    caller = await person(request)
    if not service_of(request).limits.allow(BUSTLE, caller.id):
        raise Refusal(429, "too_many_requests", "That was very much at once; wait a moment.")
    return caller


async def _edition(wanted: NewTable) -> Edition:
    if wanted.edition_text is not None:
        if wanted.edition is not None:
            raise Refusal(422, "unknown_edition", "Name an edition or send one, not both.")
        return await own_edition(wanted.edition_text)
    # Only those that come along: elsewhere a name may also be a file to read.
    if wanted.edition not in names():
        known = ", ".join(names())
        raise Refusal(422, "unknown_edition", f"There is no such edition; there are {known}.")
    return load(wanted.edition)


def _seats(choices: list[SeatChoice], caller: Person) -> list[Seat]:
    seats: list[Seat] = []
    for number, choice in enumerate(choices):
        # Only those that come along: a name may also be a file to run.
        if choice.bot is not None and choice.bot not in bot_names():
            known = ", ".join(bot_names())
            raise Refusal(422, "unknown_bot", f"There is no such bot; there are {known}.")
        if choice.kind == "me":
            if any(seat.kind == "person" for seat in seats):
                raise Refusal(422, "already_seated", "Nobody sits in two seats.")
            seats.append(
                Seat("person", caller.id, caller.name or unnamed(number), colour=caller.colour)
            )
        elif choice.kind == "bot":
            bot = choice.bot or bot_names()[0]
            seats.append(Seat("bot", bot=bot, name=bot.capitalize()))
        else:
            seats.append(Seat("open"))
    return seats


@get(
    "/api/tables",
    summary="One's own tables, and those that are open to all",
    responses=answers(Lists),
)
async def lists(request: Call) -> Response[bytes]:
    """The caller's tables and the public ones, the last changed first."""
    service, caller = service_of(request), asker(request).caller
    mine: list[Any] = []
    if caller.person is not None:
        rows = await service.store.tables_of(caller.person, MOST_LISTED)
        for row in rows:
            # Another server may be minding it: whose turn it is, is to be read.
            if row.state == "playing" and service.tables.in_memory(row.id) is None:
                async with service.tables.use(row.id):
                    pass
        mine = [_listed(service, row, caller.person) for row in rows]
    public = await service.store.public_tables(MOST_LISTED, time.time() - LISTED_FOR)
    own = caller.person or ""
    return json_answer(Lists(mine, [_listed(service, row, own) for row in public]))


def _listed(service: Service, row: Listed, caller: str) -> Any:
    room = service.tables.in_memory(row.id)
    if room is None or room.table is None:
        return listed_from(row.id, row.state, row.updated, row.summary, caller)
    return listed(room.table, caller, room.company().present)


@get("/api/tables/{table_id:str}", summary="A table as it is now", responses=answers(Update, 404))
async def snapshot(request: Call, table_id: FromPath[str]) -> Response[bytes]:
    """Everything at the table that the caller may see, with the log so far."""
    async with service_of(request).tables.use(table_id) as (room, table):
        caller = asker(request).caller
        return json_answer(room.desk.snapshot(table, caller, room.company(), time.time()))


@post(
    "/api/tables/{table_id:str}/join",
    status_code=200,
    summary="Take a seat",
    responses=changes(Version, 404, 409, BODY),
)
async def join(
    request: Call, table_id: FromPath[str], data: JSONBody[Wish | None] = None
) -> Version:
    """Take an open seat: the one named, or the first."""
    caller = await lively(request)
    wanted = None if data is None else data.seat
    return Version(await service_of(request).hosting.join(table_id, caller, wanted))


@post(
    "/api/tables/{table_id:str}/leave",
    status_code=200,
    summary="Give a seat back",
    responses=changes(Version, 404, 409),
)
async def leave(request: Call, table_id: FromPath[str]) -> Version:
    """Give a seat back before the game begins."""
    return Version(await service_of(request).hosting.leave(table_id, await lively(request)))


@post(
    "/api/tables/{table_id:str}/start",
    status_code=200,
    summary="Begin",
    responses=changes(Version, 404),
)
async def start(request: Call, table_id: FromPath[str]) -> Version:
    """Begin the game; bots take the open seats."""
    return Version(await service_of(request).hosting.start(table_id, await person(request)))


@post(
    "/api/tables/{table_id:str}/resign",
    status_code=200,
    summary="Resign",
    responses=changes(Version, 404, 409),
)
async def resign(request: Call, table_id: FromPath[str]) -> Version:
    """Turn one's seat over to a bot for good."""
    return Version(await service_of(request).hosting.resign(table_id, await person(request)))


@post(
    "/api/tables/{table_id:str}/return",
    status_code=200,
    summary="Come back",
    responses=changes(Version, 404, 409),
)
async def come_back(request: Call, table_id: FromPath[str]) -> Version:
    """Take one's seat back from the bot that moved meanwhile."""
    return Version(await service_of(request).hosting.come_back(table_id, await lively(request)))


@post(
    "/api/tables/{table_id:str}/rematch",
    status_code=200,
    summary="Play again",
    responses=changes(Made, 404, 409),
)
async def rematch(request: Call, table_id: FromPath[str]) -> Made:
    """A table for the same people with the order rotated; asked again, the same one."""
    return Made(await service_of(request).hosting.rematch(table_id, await person(request)))


@get(
    "/api/tables/{table_id:str}/qr.svg",
    sync_to_thread=False,
    summary="The invitation as a code",
    responses=answers(str, 404, media_type="image/svg+xml"),
)
def invitation(request: Call, table_id: FromPath[str]) -> Response[bytes]:
    """A table's link as a QR code: of the address in the house, where there is one."""
    if not TABLE_ID.fullmatch(table_id):
        raise no_table()
    lan = service_of(request).lan
    address = lan[0] if lan else str(request.base_url)
    out = io.BytesIO()
    segno.make(f"{address.rstrip('/')}/t/{table_id}", error="m", micro=False).save(
        out, kind="svg", xmldecl=False, border=2, light="#ffffff", scale=4
    )
    return Response(out.getvalue(), media_type="image/svg+xml")


@post(
    "/api/tables/{table_id:str}/chat",
    status_code=200,
    summary="Say something",
    responses=changes(Version, 404, BODY, 422),
)
async def chat(request: Call, table_id: FromPath[str], data: JSONBody[Phrase]) -> Version:
    """Say one of the fixed phrases."""
    caller = await lively(request)
    return Version(await service_of(request).hosting.chat(table_id, caller, data.phrase))


handlers = [
    create,
    invitation,
    lists,
    snapshot,
    join,
    leave,
    start,
    resign,
    come_back,
    rematch,
    chat,
]
