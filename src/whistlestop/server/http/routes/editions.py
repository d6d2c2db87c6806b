"""Routes to check and draw the files of editions that players send, and to get such files."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery

from whistlestop import drawing
from whistlestop.drawing.art.palette import THEMES
from whistlestop.editions.load import LARGEST_FILE, all_names, load
from whistlestop.editions.model import Edition
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.boards import own_edition
from whistlestop.server.http.assets import Asset, answer
from whistlestop.server.http.request import (
    Call,
    asker,
    check_rate,
    person,
    service_of,
    unless_gone,
)
from whistlestop.server.http.responses import BODY, TextBody, answers, changes
from whistlestop.server.rate_limits import EDITIONS
from whistlestop.server.table.table import OWN


class Checked(msgspec.Struct):
    """The summary of a player's own edition, whose file has no faults."""

    name: str
    """The name of the edition, as records write it."""
    title: str
    """The edition's title, which pages show instead of `name`."""
    revision: int
    """The revision of the edition, as its author numbers it."""
    players: tuple[int, int]
    """The minimum and the maximum number of players."""
    cities: int
    """The number of cities, without countries."""
    routes: int
    """The number of routes. The two tracks of a double route count as two."""
    tickets: int
    """The number of tickets in all stacks together."""
    notes: tuple[str, ...]
    """Notes of the edition's author."""


@post(
    "/api/editions",
    status_code=200,
    request_max_body_size=LARGEST_FILE + 1,
    operation_class=TextBody,
    summary="Check your own edition",
    responses=changes(Checked, BODY, 422),
)
async def check(request: Call) -> Checked:
    """Check the file of an edition, and return a summary of the edition.

    The body of the request is the file's text.

    If the file has faults, the request is refused (422) with a list of the faults.
    """
    found = await _sent(request)
    return Checked(
        name=found.name,
        title=found.title,
        revision=found.revision,
        players=found.players,
        cities=len(found.cities),
        routes=len(found.routes),
        tickets=len(found.tickets),
        notes=found.notes,
    )


@post(
    "/api/editions/board.svg",
    status_code=200,
    request_max_body_size=LARGEST_FILE + 1,
    operation_class=TextBody,
    media_type="image/svg+xml",
    summary="Draw your own edition",
    responses={
        **changes(str, BODY, 404, 422),
        **answers(str, media_type="image/svg+xml"),
    },
)
async def draw(request: Call, theme: FromQuery[str] = "light") -> Response[str]:
    """Return a drawing of an edition's board, as SVG. `theme` is `light` or `dark`.

    The body of the request is the text of the edition's file. Arranging the board of a new file can
    take up to a minute. If the file has faults, the request is refused (422).
    """
    if theme not in THEMES:
        raise Refusal(404, "not_found")
    found = await _sent(request)
    await arranged(request, found)
    picture = await asyncio.to_thread(drawing.board, found, theme=theme)
    headers = {"cache-control": "no-store"}
    return Response(str(picture), media_type="image/svg+xml", headers=headers)


async def _sent(request: Call) -> Edition:
    """Return the edition whose file is the body of a request.

    Raises:
        Refusal: the file has faults, or the caller has sent too many files.
    """
    caller = await person(request)
    check_rate(request, EDITIONS)
    body = await request.body()
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refusal(
            422,
            "bad_edition",
            case="not_utf8",
            number=1,
            faults=["Expected text in UTF-8, found other bytes; save the file as UTF-8."],
        ) from error
    workers, home = service_of(request).workers, asker(request).home
    return await unless_gone(request, own_edition(workers, caller.id, text, home))


@get(
    "/api/tables/{table_id:str}/edition.toml",
    media_type="text/plain",
    summary="Get the file of a table's own edition",
    responses=answers(str, 404, media_type="text/plain"),
)
async def edition_file(request: Call, table_id: FromPath[str]) -> Response[str]:
    """Return the file of the edition that a table was set up with.

    Refused (404) if the table plays a built-in edition.
    """
    async with service_of(request).tables.use(table_id) as (_, table):
        if table.edition_text is None:
            raise Refusal(404, "no_edition", case="built_in")
        text, name = table.edition_text, table.edition.name
    headers = {
        "content-disposition": f'attachment; filename="{name}.toml"',
        "cache-control": "no-store",
    }
    return Response(text, media_type="text/plain", headers=headers)


# By their addresses ---------------------------------------------------------------------------


async def edition_of(request: Call, key: str) -> Edition:
    """Return an edition by its key.

    Args:
        request: the request.
        key: the name of a built-in edition, or `table.ID` for the edition of a table.

    Raises:
        Refusal: there is no such edition or table.
    """
    if key.startswith(OWN):
        async with service_of(request).tables.use(key.removeprefix(OWN)) as (_, table):
            return table.edition
    if key not in all_names():
        raise Refusal(404, "no_edition")
    return load(key)


async def drawn(request: Call, key: str, make: Callable[[Edition], Asset]) -> Response[bytes]:
    """Return an asset that is drawn from an edition, such as its board.

    The first drawing of an edition can take up to a minute.

    Args:
        request: the request.
        key: the name of a built-in edition, or `table.ID` for the edition of a table.
        make: returns the asset of an edition, from the cache or newly drawn.

    Raises:
        Refusal: there is no such edition or table, or its board cannot be arranged now.
    """
    try:
        edition = await edition_of(request, key)
    except Refusal as refusal:
        raise no_drawing() if refusal.code == "no_edition" else refusal from refusal
    await arranged(request, edition)
    return answer(request, await asyncio.to_thread(make, edition))


async def arranged(request: Call, edition: Edition) -> None:
    """Wait until the board of an edition has a layout. Start to compute the layout if necessary.

    Raises:
        Refusal: too many boards are waiting, the board cannot be drawn, or the client has closed
            the connection.
    """
    by = asker(request)
    ready = by.service.boards.ready(edition, by.payer.person, by.payer.home)
    await unless_gone(request, ready)


def no_drawing() -> Refusal:
    """Return the refusal (404) of a request for a drawing or a file that does not exist."""
    return Refusal(404, "not_found")


handlers = [check, draw, edition_file]
