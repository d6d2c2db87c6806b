"""Tables: set up, list, join and leave them, and everything else that is not a move."""

from __future__ import annotations

import io
from contextlib import suppress
from typing import Annotated, Literal

import msgspec
import segno
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from msgspec import UNSET

from whistlestop.bots.registry import USUAL_LEVEL, bot_names
from whistlestop.editions.load import LARGEST_FILE, load, names
from whistlestop.editions.model import Edition
from whistlestop.player_names import LONGEST_NAME, displayed_name
from whistlestop.server import clock
from whistlestop.server.errors import Refusal, no_table
from whistlestop.server.hosting.absences import absences
from whistlestop.server.hosting.boards import own_edition
from whistlestop.server.hosting.commands import unnamed
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.registry import TABLE_ID
from whistlestop.server.http.request import (
    Call,
    Made,
    Version,
    asker,
    json_answer,
    looking,
    person,
    service_of,
    unless_gone,
)
from whistlestop.server.http.responses import BODY, answers, changes
from whistlestop.server.rate_limits import BUSTLE, NEW_TABLES
from whistlestop.server.sent.listing import Listed, listed, listed_from, newest_lessons
from whistlestop.server.sent.update import Snapshot
from whistlestop.server.service import Service
from whistlestop.server.storage import store
from whistlestop.server.table.commitment import VALUE
from whistlestop.server.table.happenings import OptionsChanged
from whistlestop.server.table.happenings.talking import PHRASES
from whistlestop.server.table.seats import (
    COLOURS,
    BotPace,
    Colour,
    Options,
    PaceKind,
    Seat,
    free_colour,
)

LARGEST_TABLE = 4 * LARGEST_FILE
"""The maximum size in bytes of a request for a new table, with the escapes of JSON."""

MOST_LISTED = 50
MOST_SEATS = len(COLOURS)
LISTED_FOR = 86400.0
"""Seconds after its last change for which a public table is listed."""


def _one_of(*values: str) -> msgspec.Meta:
    """Return a description of the possible values, for a field that the handler checks."""
    return msgspec.Meta(extra_json_schema={"enum": [*values, None]})


class SeatChoice(msgspec.Struct):
    """The player wanted for a seat."""

    kind: Literal["me", "here", "bot", "open"]
    """`me` is the caller, and `here` is another player at the caller's device."""
    bot: Annotated[str | None, _one_of(*bot_names())] = None
    """The name of the bot; null = the usual one."""
    name: str | None = None
    """The name of a player who is `here`."""
    colour: Colour | None = None
    """The colour of a player who is `here`; left out = the next free colour."""


class TimeToThink(msgspec.Struct):
    """The time to think: minutes per player for the whole game, or days per turn."""

    kind: PaceKind = "none"
    """`minutes` for each player and game, `days` for each turn, or no clock."""
    amount: Annotated[float, msgspec.Meta(ge=0, le=1000)] = 0
    """The number of minutes or days."""


Patience = Annotated[float, msgspec.Meta(ge=0, le=31_536_000)] | None
"""Seconds after which a bot moves for an absent player; null = never."""


Share = Annotated[str, msgspec.Meta(pattern=VALUE)]
"""A random value that a player adds to the luck."""


class NewTable(msgspec.Struct, kw_only=True):
    """A table to set up. Give either the name of a built-in `edition` or `edition_text`."""

    edition: Annotated[str | None, _one_of(*names())] = None
    """The name of a built-in edition."""
    edition_text: (
        Annotated[str, msgspec.Meta(extra_json_schema={"maxLength": LARGEST_FILE})] | None
    ) = None
    """The file of a player's own edition."""
    seats: Annotated[list[SeatChoice], msgspec.Meta(min_length=1, max_length=8)]
    """The player wanted for each seat. The game begins when no seat is open."""
    public: bool = False
    """Whether the table is listed for everyone."""
    pace: TimeToThink = msgspec.field(default_factory=TimeToThink)
    """The time to think. When a player's time is up, a bot moves for them until they come back;
    they then have at least half a minute."""
    standin_after: Patience = None
    """Seconds of absence after which a bot moves for the player whose turn it is, if another player
    is there and waits; null = never."""
    shuffle: bool = True
    """Whether the order of play is drawn by lot. Seats then get new numbers when the game
    begins."""
    explain: bool = False
    """Whether bots say why they made a move during the game, too. This gives away their tickets."""
    bot_pace: BotPace = "brisk"
    """How long bots wait before they move. Except with `instant`, they wait at least until a page
    has shown the last move."""
    take_back: bool | None = None
    """Whether moves may be taken back; null = only if there is no clock."""
    luck: Share | None = None
    """A random value that the caller adds to the luck."""


class SeatToTake(msgspec.Struct):
    """The seat that a person wants."""

    seat: (
        Annotated[int, msgspec.Meta(extra_json_schema={"minimum": 0, "maximum": MOST_SEATS - 1})]
        | None
    ) = None
    """The number of the seat; null = the first open one."""
    luck: Share | None = None
    """A random value that the caller adds to the luck."""
    beside: str | None = None
    """The name of a second player at the caller's device, who gets the seat.

    The caller must have a seat already.
    """


class ShareOfLuck(msgspec.Struct):
    """A value that the caller adds to the luck of a rematch."""

    luck: Share | None = None
    """The value."""


class Phrase(msgspec.Struct):
    """A phrase to say, by its code."""

    phrase: Annotated[str, msgspec.Meta(extra_json_schema={"enum": [*PHRASES]})]
    """The code of a phrase of `/api/me`."""


class Standins(msgspec.Struct):
    """When bots move for absent players."""

    seconds: Patience
    """Seconds of absence; null = never."""


class BotsChosen(msgspec.Struct):
    """New options for the bots. What is left out stays unchanged."""

    bot_pace: BotPace | msgspec.UnsetType = msgspec.UNSET
    """How long bots wait before they move."""
    explain: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether bots say why they made a move during the game, too."""


class Lists(msgspec.Struct):
    """Lists of tables, each with the last changed table first."""

    mine: list[Listed]
    """The caller's tables."""
    public: list[Listed]
    """Public tables."""


@post(
    "/api/tables",
    status_code=201,
    request_max_body_size=LARGEST_TABLE,
    summary="Set up a table",
    responses=changes(Made, BODY, 422, status=201),
)
async def create(request: Call, data: JSONBody[NewTable]) -> Made:
    """Set up a table. The game begins immediately if no seat is open."""
    caller = await person(request)
    spare(request)
    edition = await _edition(request, data, caller)
    seats = _seats(data.seats, caller)
    if data.pace.kind != "none" and data.pace.amount <= 0:
        raise Refusal(422, "bad_pace")
    options = Options(
        data.public,
        data.pace.kind,
        data.pace.amount,
        data.standin_after,
        data.shuffle,
        explain=data.explain or UNSET,
        bot_pace=UNSET if data.bot_pace == "brisk" else data.bot_pace,
        take_back=UNSET if data.take_back is None else data.take_back,
    )
    commands = service_of(request).commands
    made = await commands.create(caller, edition, seats, options, data.edition_text, data.luck)
    return Made(made)


def spare(request: Call) -> None:
    """Refuse if the caller sets up too many tables, or has used up the space for a day.

    Raises:
        Refusal: one of the limits is reached.
    """
    if not asker(request).allows(NEW_TABLES):
        raise Refusal(429, "too_many_requests")
    service_of(request).quotas.check_space(asker(request).payer.person)


async def lively(request: Call) -> Person:
    """Return the sender, for requests that add entries other than moves.

    Raises:
        Refusal: the sender has made too many such requests.
    """
    caller = await person(request)
    if not asker(request).allows(BUSTLE):
        raise Refusal(429, "too_many_requests")
    return caller


async def _edition(request: Call, wanted: NewTable, caller: Person) -> Edition:
    if wanted.edition_text is not None:
        if wanted.edition is not None:
            raise Refusal(422, "unknown_edition", case="both")
        workers, home = service_of(request).workers, asker(request).home
        read = own_edition(workers, caller.id, wanted.edition_text, home)
        return await unless_gone(request, read)
    # Accept built-in names only: elsewhere, a name can also be the path of a file.
    if wanted.edition not in names():
        known = ", ".join(names())
        raise Refusal(422, "unknown_edition", case="known", known=known)
    return load(wanted.edition)


def name_beside(name: str | None) -> str:
    """Return the name of a player at the caller's device as it is displayed.

    Raises:
        Refusal: the name is empty, too long, or cannot be displayed.
    """
    shown = displayed_name(name or "")
    if shown is None:
        raise Refusal(422, "bad_name", most=LONGEST_NAME)
    return shown


def _seats(choices: list[SeatChoice], caller: Person) -> list[Seat]:
    seats: list[Seat] = []
    # Keep the caller's colour free while there is a seat for them to take.
    comes = any(choice.kind in ("me", "open") for choice in choices)
    reserved: list[Colour] = []
    if comes:
        reserved.append(caller.colour)
    here: list[Colour | None] = [choice.colour for choice in choices if choice.kind == "here"]
    reserved += filter(None, here)
    if len({*reserved}) < len(reserved):
        raise Refusal(422, "colour_taken", case="twice")
    for number, choice in enumerate(choices):
        # Accept built-in names only: elsewhere, a name can also be a program to run.
        if choice.bot is not None and choice.bot not in bot_names():
            known = ", ".join(bot_names())
            raise Refusal(422, "unknown_bot", case="known", known=known)
        if choice.kind == "me":
            if any(seat.kind == "person" and not seat.beside for seat in seats):
                raise Refusal(422, "already_seated", case="twice")
            seats.append(
                Seat(
                    "person",
                    caller.id,
                    caller.name or unnamed(number),
                    colour=caller.colour,
                    given=not caller.name,
                )
            )
        elif choice.kind == "here":
            name = name_beside(choice.name)
            colour = choice.colour or free_colour(caller.colour, reserved, seats)
            seats.append(Seat("person", caller.id, name, colour=colour, beside=True))
        elif choice.kind == "bot":
            bot = choice.bot or USUAL_LEVEL
            seats.append(Seat("bot", bot=bot, name=bot.capitalize()))
        else:
            seats.append(Seat("open"))
    return seats


@get(
    "/api/tables",
    summary="List your tables and the public ones",
    responses=answers(Lists),
)
async def lists(request: Call) -> Response[bytes]:
    """Return the caller's tables and the public tables, the last changed first."""
    service, caller = service_of(request), asker(request).caller
    mine: list[Listed] = []
    if caller.person is not None:
        kept = await service.store.tables_of(caller.person, MOST_LISTED)
        rows = await service.tables.readable(kept)
        for row in rows:
            # Another server may run this table. Read it to learn whose turn it is.
            room = service.tables.in_memory(row.id)
            if row.state == "playing" and (room is None or room.table is None):
                # A damaged table is shown as the database lists it.
                with suppress(Refusal):
                    async with service.tables.use(row.id):
                        pass
        # Of several unfinished tables of a lesson, only the newest is shown.
        lessons = newest_lessons((row.id, row.state, row.summary) for row in rows)
        mine = [
            shown
            for shown in [await _listed(service, row, caller.person) for row in rows]
            if shown.lesson is None
            or shown.state in ("over", "closed")
            or lessons.get(shown.lesson) == shown.id
        ]
    since = clock.now() - LISTED_FOR
    public = await service.tables.readable(await service.store.public_tables(MOST_LISTED, since))
    own = caller.person or ""
    return json_answer(Lists(mine, [await _listed(service, row, own) for row in public]))


async def _listed(service: Service, row: store.Listed, caller: str) -> Listed:
    room = service.tables.in_memory(row.id)
    if room is not None:
        # Wait until what is being written has been committed.
        async with room.lock:
            if room.table is not None:
                return listed(room.table, caller, room.company().present)
    return listed_from(row, caller)


@get(
    "/api/tables/{table_id:str}",
    summary="Get a table as it is now",
    responses=answers(Snapshot, 404),
)
async def snapshot(request: Call, table_id: FromPath[str]) -> Response[bytes]:
    """Return everything at the table that the caller may see, with the log so far."""
    async with service_of(request).tables.use(table_id) as (room, table):
        caller = asker(request).caller
        looking(request, table)
        company = room.company()
        away = absences(room, table, company, caller.person)
        return json_answer(room.updates.snapshot(table, caller, company, away, room.now()))


@post(
    "/api/tables/{table_id:str}/join",
    status_code=200,
    summary="Take a seat",
    responses=changes(Version, 404, 409, BODY, 422),
)
async def join(
    request: Call, table_id: FromPath[str], data: JSONBody[SeatToTake | None] = None
) -> Version:
    """Take an open seat: the named one, or the first.

    `luck` is a random value that the caller adds to the luck: up to 64 letters, digits, `-`, `_`.
    With `beside`, the seat is for a second player at the caller's device, who gets that name.
    """
    caller, wanted = await lively(request), data or SeatToTake()
    commands = service_of(request).commands
    beside = None if wanted.beside is None else name_beside(wanted.beside)
    return Version(await commands.join(table_id, caller, wanted.seat, wanted.luck, beside))


@post(
    "/api/tables/{table_id:str}/leave",
    status_code=200,
    summary="Give a seat back",
    responses=changes(Version, 404, 409),
)
async def leave(request: Call, table_id: FromPath[str]) -> Version:
    """Give a seat back before the game begins.

    Without the parameter `seat`, all seats at the caller's device are given back.
    """
    return Version(await service_of(request).commands.leave(table_id, await lively(request)))


@post(
    "/api/tables/{table_id:str}/start",
    status_code=200,
    summary="Start the game",
    responses=changes(Version, 404),
)
async def start(request: Call, table_id: FromPath[str]) -> Version:
    """Begin the game. Bots take the open seats. Only the host can do this."""
    return Version(await service_of(request).commands.start(table_id, await person(request)))


@post(
    "/api/tables/{table_id:str}/resign",
    status_code=200,
    summary="Resign",
    responses=changes(Version, 404, 409),
)
async def resign(request: Call, table_id: FromPath[str]) -> Version:
    """Resign: a bot plays the caller's seat until the end of the game."""
    return Version(await service_of(request).commands.resign(table_id, await person(request)))


@post(
    "/api/tables/{table_id:str}/return",
    status_code=200,
    summary="Take your seat back",
    responses=changes(Version, 404, 409),
)
async def come_back(request: Call, table_id: FromPath[str]) -> Version:
    """Take the caller's seat back from the bot or person that got it meanwhile.

    All seats at the caller's device are taken back together.
    """
    return Version(await service_of(request).commands.come_back(table_id, await lively(request)))


@post(
    "/api/tables/{table_id:str}/rematch",
    status_code=200,
    summary="Play again",
    responses=changes(Made, 404, 409, BODY),
)
async def rematch(
    request: Call, table_id: FromPath[str], data: JSONBody[ShareOfLuck | None] = None
) -> Made:
    """Set up a table for the same people with the order of seats rotated. Return its id.

    Later requests return the id of the table that already exists.
    """
    luck = None if data is None else data.luck
    commands = service_of(request).commands
    return Made(await commands.rematch(table_id, await person(request), luck))


@post(
    "/api/tables/{table_id:str}/standin-after",
    status_code=200,
    summary="Choose when bots stand in",
    responses=changes(Version, 404, 409, BODY),
)
async def standin_after(
    request: Call, table_id: FromPath[str], data: JSONBody[Standins]
) -> Version:
    """Set the seconds after which a bot moves for an absent player. Only the host can do this.

    With null, bots never do. The time is counted from this request on, so that nobody's time is
    over immediately.
    """
    caller = await lively(request)
    hosting = service_of(request).commands
    return Version(await hosting.let_stand_in(table_id, caller, data.seconds))


@post(
    "/api/tables/{table_id:str}/options",
    status_code=200,
    summary="Choose how bots behave",
    responses=changes(Version, 404, 409, BODY),
)
async def options(request: Call, table_id: FromPath[str], data: JSONBody[BotsChosen]) -> Version:
    """Set the bots' pace, and whether they explain their moves. Only the host can do this."""
    caller = await lively(request)
    wanted = OptionsChanged(data.bot_pace, data.explain)
    return Version(await service_of(request).commands.choose_options(table_id, caller, wanted))


@get(
    "/api/tables/{table_id:str}/qr.svg",
    sync_to_thread=False,
    summary="Get the invitation as a QR code",
    responses=answers(str, 404, media_type="image/svg+xml"),
)
def invitation(request: Call, table_id: FromPath[str]) -> Response[bytes]:
    """Return a table's link as a QR code, in SVG.

    The link has the server's address in the local network, if there is one.
    """
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
    summary="Say a phrase",
    responses=changes(Version, 404, BODY, 422),
)
async def chat(request: Call, table_id: FromPath[str], data: JSONBody[Phrase]) -> Version:
    """Say one of the fixed phrases, which `GET /api/me` lists."""
    caller = await lively(request)
    return Version(await service_of(request).commands.chat(table_id, caller, data.phrase))


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
    standin_after,
    options,
    chat,
]
