"""Set up a table."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar import post
from litestar.params import JSONBody
from msgspec import UNSET

from whistlestop.bots.registry import USUAL_LEVEL, bot_names
from whistlestop.editions.load import (
    LARGEST_FILE,
    all_names,
    load,
    names,
    short_name,
    variants_of,
)
from whistlestop.editions.model import Edition
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.appearance import default_name
from whistlestop.server.hosting.boards import own_edition
from whistlestop.server.hosting.people import Person
from whistlestop.server.http.request import (
    Call,
    Made,
    asker,
    check_new_table,
    commands_of,
    person,
    service_of,
    unless_gone,
)
from whistlestop.server.http.responses import BODY, changes
from whistlestop.server.http.routes.seating import Share, name_beside
from whistlestop.server.http.routes.standing_in import Patience
from whistlestop.server.table.seats import BotPace, Colour, Options, PaceKind, Seat, free_colour

LARGEST_TABLE = 4 * LARGEST_FILE
"""The maximum size in bytes of a request for a new table. JSON's escapes make a file longer."""


SeatKinds = Literal["me", "here", "bot", "open"]
"""The player wanted for a seat of a new table.

`me` = the caller; `here` = another player at the caller's device; `bot` = a bot; `open` = a person
who takes the seat later.
"""


def _one_of(*values: str) -> msgspec.Meta:
    """Return a JSON schema with the possible values of a field, and null.

    The schema is only for the documentation: requests are not checked against it.
    """
    return msgspec.Meta(extra_json_schema={"enum": [*values, None]})


class SeatChoice(msgspec.Struct):
    """The player wanted for a seat, as a part of the body of a request to set up a table."""

    kind: SeatKinds
    """`me` = the caller; `here` = another player at the caller's device; `bot` = a bot; `open` = a
    person who takes the seat later."""
    bot: Annotated[str | None, _one_of(*bot_names())] = None
    """The name of a built-in bot; null = the usual bot, which `GET /api/bots` marks."""
    name: str | None = None
    """The name of a player who is `here`. Required for such a player; ignored for others."""
    colour: Colour | None = None
    """The colour of a player who is `here`; left out = the next free colour."""


class TimeToThink(msgspec.Struct):
    """The time to think, as a part of the body of a request to set up a table."""

    kind: PaceKind = "none"
    """`minutes` = minutes per player for the whole game; `days` = days per turn; `none` = no
    clock."""
    amount: Annotated[float, msgspec.Meta(ge=0, le=1000)] = 0
    """The number of minutes if `kind` is `minutes`, or of days if `kind` is `days`; then above 0.
    Ignored if `kind` is `none`."""


class NewTable(msgspec.Struct, kw_only=True):
    """The body of a request to set up a table.

    Give either `edition`, the name of a built-in edition, or `edition_text`.
    """

    edition: Annotated[str | None, _one_of(*all_names())] = None
    """The name of a built-in edition, or the full name of a variant, such as `usa-1910`."""
    variant: str | None = None
    """The last part of the name of a variant on the board of `edition`, such as `1910`; null = as
    `edition` says."""
    edition_text: (
        Annotated[str, msgspec.Meta(extra_json_schema={"maxLength": LARGEST_FILE})] | None
    ) = None
    """The file of a player's own edition."""
    seats: Annotated[list[SeatChoice], msgspec.Meta(min_length=1, max_length=8)]
    """The player wanted for each seat. The game begins when no seat is open."""
    public: bool = False
    """Whether the table is listed for everyone."""
    pace: TimeToThink = msgspec.field(default_factory=TimeToThink)
    """The time to think. When a player's time is up, a bot moves for the player until the player
    comes back. A player who comes back has at least half a minute."""
    standin_after: Patience = None
    """Seconds of absence after which a bot moves for the player whose turn it is, if another player
    is there and waits; null = never."""
    shuffle: bool = True
    """Whether the order of play is drawn by lot. Seats then get new numbers when the game
    begins."""
    explain: bool = False
    """Whether bots explain their moves during the game, too. The explanations can reveal the bots'
    tickets."""
    bot_pace: BotPace = "brisk"
    """How fast bots move. With `relaxed` and `brisk`, bots wait at least until the page has had
    time to show the last move, unless the server's `bot_pause` is set below its default."""
    take_back: bool | None = None
    """Whether moves may be taken back; null = only if there is no clock."""
    hints: bool = False
    """Whether players can ask for hints during the game. Refused (422) with a clock of minutes."""
    luck: Share | None = None
    """A random value that the caller adds to the luck."""
    club: str | None = None
    """The id of a club of the caller to which the table belongs; null = no club. All members find
    the table on the club's page."""


@post(
    "/api/tables",
    status_code=201,
    request_max_body_size=LARGEST_TABLE,
    summary="Set up a table",
    responses=changes(Made, 404, BODY, 422, status=201),
)
async def create(request: Call, data: JSONBody[NewTable]) -> Made:
    """Set up a table. The game begins immediately if no seat is open.

    Refused (404) if the caller is no member of the `club`.
    """
    caller = await person(request)
    check_new_table(request)
    if data.club is not None:
        await service_of(request).clubs.get(data.club, caller)
    edition = await _edition(request, data, caller)
    seats = _seats(data.seats, caller)
    if data.pace.kind != "none" and data.pace.amount <= 0:
        raise Refusal(422, "bad_pace")
    if data.hints and data.pace.kind == "minutes":
        raise Refusal(422, "no_hints", case="clock")
    options = Options(
        data.public,
        data.pace.kind,
        data.pace.amount,
        data.standin_after,
        data.shuffle,
        explain=data.explain or UNSET,
        bot_pace=UNSET if data.bot_pace == "brisk" else data.bot_pace,
        take_back=UNSET if data.take_back is None else data.take_back,
        hints=data.hints or UNSET,
    )
    setting_up = commands_of(request).setting_up
    made = await setting_up.create(
        caller, edition, seats, options, data.edition_text, data.luck, data.club
    )
    return Made(made)


async def _edition(request: Call, wanted: NewTable, caller: Person) -> Edition:
    if wanted.edition_text is not None:
        if wanted.edition is not None or wanted.variant is not None:
            raise Refusal(422, "unknown_edition", case="both")
        workers, home = service_of(request).workers, asker(request).home
        read = own_edition(workers, caller.id, wanted.edition_text, home)
        return await unless_gone(request, read)
    # Accept built-in names only: elsewhere, a name can also be the path of a file.
    if wanted.edition not in all_names():
        known = ", ".join(names())
        raise Refusal(422, "unknown_edition", case="known", known=known)
    if wanted.variant is None:
        return load(wanted.edition)
    full = f"{wanted.edition}-{wanted.variant}"
    if full not in variants_of(wanted.edition):
        known = ", ".join(short_name(name) for name in variants_of(wanted.edition))
        if not known:
            raise Refusal(422, "unknown_edition", case="no_variants")
        raise Refusal(422, "unknown_edition", case="variant", known=known)
    return load(full)


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
                    caller.name or default_name(number),
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


handlers = [create]
