"""The history of a game: its log as a seat saw it, its turns, and its result as a picture."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Final, Literal

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery

from whistlestop import drawing
from whistlestop.language import language as language_called
from whistlestop.play.retelling import Overtaking, Turn, overtakings, turns_of
from whistlestop.server.errors import Refusal, not_started
from whistlestop.server.http.request import Call, asker, json_answer, looking, service_of
from whistlestop.server.http.responses import SpokenLanguage, answers
from whistlestop.server.http.routes.editions import arranged
from whistlestop.server.sent.entries import Entry
from whistlestop.server.sent.update import log_sent
from whistlestop.server.table.seats import COLOURS, colours
from whistlestop.server.table.table import Table


def check_eyes(request: Call, table: Table, eyes: int | None) -> None:
    """Check that the caller may see the game from a seat's view.

    Args:
        request: the request.
        table: the table.
        eyes: the seat; None = the caller's own view, which is always allowed.

    Raises:
        Refusal: there is no such seat, or the game is not over and the seat is not the caller's.
    """
    own = table.own_seat(looking(request, table))
    if eyes is None or eyes == own:
        return
    if not 0 <= eyes < len(table.seats):
        raise Refusal(404, "no_such_seat")
    if table.state != "over":
        raise Refusal(403, "eyes_secret")


@get(
    "/api/tables/{table_id:str}/log",
    summary="Get the log",
    responses=answers(list[Entry], 403, 404, 409),
)
async def log(
    request: Call, table_id: FromPath[str], eyes: FromQuery[int | None] = None
) -> Response[bytes]:
    """Return everything that happened at a table, entry by entry.

    `eyes` is the number of the seat whose view is returned. Without `eyes`, the caller's own view
    is returned. Until the game is over, the view of another seat is refused (403).
    """
    async with service_of(request).tables.use(table_id) as (_, table):
        if table.game is None:
            raise not_started()
        check_eyes(request, table, eyes)
        return json_answer(log_sent(table, asker(request).caller, eyes))


MOST_DRAWN: Final = 32
"""The maximum number of pictures of results in the cache. The oldest picture is dropped first."""

_DRAWN: Final[dict[tuple[str, int, str, str], bytes]] = {}
"""A cache of pictures of results, the oldest first. The key is the table's id and version, the
language and the theme. The value is the picture as SVG."""


class Turns(msgspec.Struct):
    """The turns of a game so far."""

    turns: tuple[Turn, ...]
    """The completed turns, in the order of the game."""
    overtakings: tuple[Overtaking, ...]
    """The turns that gave the sole lead to a different player, in the order of the game."""


@get(
    "/api/tables/{table_id:str}/turns",
    summary="Get the turns",
    responses=answers(Turns, 404, 409),
)
async def turns(request: Call, table_id: FromPath[str]) -> Response[bytes]:
    """Return the completed turns so far, each with the points of all seats after the turn.

    Also return the turns after which a different player led alone.
    """
    async with service_of(request).tables.use(table_id) as (_, table):
        if table.game is None:
            raise not_started()
        game = table.game.copy()

    def encoded() -> bytes:
        taken = turns_of(game)
        return msgspec.json.encode(Turns(taken, overtakings(taken)))

    return json_answer(await asyncio.to_thread(encoded))


@get(
    "/api/tables/{table_id:str}/result.svg",
    media_type="image/svg+xml",
    summary="Get the result as a picture",
    responses=answers(str, 404, 409, 422, media_type="image/svg+xml"),
)
async def result(
    request: Call,
    table_id: FromPath[str],
    language: FromQuery[SpokenLanguage] = "en",
    theme: FromQuery[Literal["light", "dark"]] = "light",
) -> Response[bytes]:
    """Return a picture of the final board and the result, as SVG.

    Refused (409) before the game is over.
    """
    async with service_of(request).tables.use(table_id) as (_, table):
        if table.game is None or table.state != "over":
            raise Refusal(409, "not_over")
        edition, found, view = table.edition, table.game.score_sheet(), table.game.view()
        company, day = _company(table, language), _day(table)
        about = (table_id, table.version, language, theme)
    await arranged(request, edition)

    def drawn() -> bytes:
        picture = drawing.result(view, found, company, day=day, spoken=language, theme=theme)
        return picture.encode()

    body = _DRAWN.get(about) or await asyncio.to_thread(drawn)
    _DRAWN[about] = body
    while len(_DRAWN) > MOST_DRAWN:
        _DRAWN.pop(next(iter(_DRAWN)), None)
    headers = {"cache-control": "no-store"}
    return Response(body, media_type="image/svg+xml", headers=headers)


def _company(table: Table, code: str) -> drawing.Company:
    """Return the names and colours of a table's players, for a picture of the result.

    If a player has resigned, the name says which bot has played for this player, and a sentence is
    added. Names that no person chose are translated into the language with the code `code`.
    """
    spoken = language_called(code)
    names: list[str] = []
    left: list[str] = []
    for seat in table.seats:
        made = seat.name_of or ""
        given = spoken.say_or(f"given.{made}", seat.name[: len(made)])
        name = f"{given}{seat.name[len(made) :]}"
        if seat.resigned and seat.bot is not None:
            bot = spoken.say(f"given.{seat.bot}")
            left.append(spoken.say("finale.gave_up", name=name, bot=bot))
            name = spoken.say("finale.stand_in", name=name, bot=bot)
        names.append(name)
    painted = [COLOURS.index(colour) for colour in colours(table.seats) if colour is not None]
    return drawing.Company(tuple(names), tuple(painted), tuple(left))


def _day(table: Table) -> str:
    """Return the day of the latest move, as YYYY-MM-DD in UTC.

    If there are no moves, return the day of the table's last change.
    """
    moves = [logged.at for logged in table.log if logged.move is not None]
    return datetime.fromtimestamp(max(moves, default=table.updated), UTC).date().isoformat()


handlers = [log, turns, result]
