"""The page, its files, and its drawings."""

from __future__ import annotations

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery

from whistlestop import drawing
from whistlestop.drawing.art.cards import card_definitions
from whistlestop.drawing.art.palette import THEMES
from whistlestop.drawing.art.pieces import further_pieces, piece_definitions
from whistlestop.drawing.lettering import FONTS
from whistlestop.drawing.tickets import definitions as ticket_definitions
from whistlestop.editions.load import load, names
from whistlestop.editions.model import Edition
from whistlestop.server.http.assets import Asset, answer, asset, made, page_file
from whistlestop.server.http.request import Call, person
from whistlestop.server.http.responses import JSON, file
from whistlestop.server.http.routes.editions import drawn, no_drawing
from whistlestop.server.sent.editions import Geometry, geometry_sent

_UNFINISHED = b"""<!doctype html>
<html lang="en"><title>Whistlestop</title>
<p>The server is running; the page is not part of this installation.
See <a href="/docs">/docs</a> for what programs can ask.</p></html>
"""


async def _shell(request: Call) -> Response[bytes]:
    """Return the HTML of the page. The page's code chooses by the address what to show."""
    await person(request)
    return answer(request, page_file("index.html") or asset(_UNFINISHED, ".html"))


@get("/", include_in_schema=False)
async def start_page(request: Call) -> Response[bytes]:
    """Return the start page, where tables are set up."""
    return await _shell(request)


@get(["/t/{_table:str}", "/replay/{_table:str}"], include_in_schema=False)
async def table_page(request: Call, _table: FromPath[str]) -> Response[bytes]:
    """Return the page of one table."""
    return await _shell(request)


@get("/me", include_in_schema=False)
async def personal_page(request: Call) -> Response[bytes]:
    """Return the page of the caller's account."""
    return await _shell(request)


@get("/daily", include_in_schema=False)
async def daily_page(request: Call) -> Response[bytes]:
    """Return the page of the deal of the day, with its rankings and its calendar."""
    return await _shell(request)


@get("/ladder", include_in_schema=False)
async def ladder_page(request: Call) -> Response[bytes]:
    """Return the page of the ladder, with its ratings and the results against others."""
    return await _shell(request)


@get("/clubs", include_in_schema=False)
async def clubs_page(request: Call) -> Response[bytes]:
    """Return the page that lists the caller's clubs, where new clubs are founded."""
    return await _shell(request)


@get("/club/{_club:str}", include_in_schema=False)
async def club_page(request: Call, _club: FromPath[str]) -> Response[bytes]:
    """Return the page of one club, which its link opens, too."""
    return await _shell(request)


@get("/learn/{_lesson:str}", include_in_schema=False)
async def lesson_page(request: Call, _lesson: FromPath[str]) -> Response[bytes]:
    """Return the page that finds or sets up the caller's table for a lesson, and opens it."""
    return await _shell(request)


@get("/puzzles", include_in_schema=False)
async def puzzles_page(request: Call) -> Response[bytes]:
    """Return the page that lists the puzzles."""
    return await _shell(request)


@get("/puzzle/{_puzzle:str}", include_in_schema=False)
async def puzzle_page(request: Call, _puzzle: FromPath[str]) -> Response[bytes]:
    """Return the page that sets up a table with a puzzle, and opens it."""
    return await _shell(request)


@get("/rules/{_edition:str}", include_in_schema=False)
async def rules_page(request: Call, _edition: FromPath[str]) -> Response[bytes]:
    """Return the page with the rules of an edition."""
    return await _shell(request)


@get("/static/{path:path}", sync_to_thread=False, include_in_schema=False)
def static(request: Call, path: FromPath[str]) -> Response[bytes]:
    """Return a file of the page, such as a script or a style sheet."""
    return _answer(request, page_file(path))


@get("/favicon.ico", sync_to_thread=False, include_in_schema=False)
def favicon(request: Call) -> Response[bytes]:
    """Return the page's icon, for browsers that request `/favicon.ico`."""
    return _answer(request, page_file("icons/whistlestop.svg"))


@get("/service-worker.js", sync_to_thread=False, include_in_schema=False)
def service_worker(request: Call) -> Response[bytes]:
    """Return the service worker of the installed page.

    A service worker serves only addresses below its own folder, so this file is at the top.
    """
    return _answer(request, page_file("offline/service-worker.js"))


# Drawings -----------------------------------------------------------------------------------


@get(
    "/drawings/stylesheet.css",
    sync_to_thread=False,
    summary="Get the style sheet of the drawings",
    responses=file("text/css"),
)
def stylesheet(request: Call) -> Response[bytes]:
    """Return the style sheet of the drawings."""
    make = lambda: drawing.stylesheet("/drawings/fonts/")  # noqa: E731
    return answer(request, made(("stylesheet",), ".css", make))


@get(
    "/drawings/pieces.svg",
    sync_to_thread=False,
    summary="Get the drawings of the pieces",
    responses=file("image/svg+xml"),
)
def pieces(request: Call) -> Response[bytes]:
    """Return SVG definitions of the pieces of every colour.

    The piece with the id `piece-N` has colour N, counted from 1, in the list `colours` of
    `GET /api/me`.
    """
    make = lambda: _defined(piece_definitions(load("usa")))  # noqa: E731
    return answer(request, made(("pieces",), ".svg", make))


@get(
    "/drawings/fonts/{name:str}",
    sync_to_thread=False,
    summary="Get a font of the drawings",
    responses=file("font/woff2", 404),
)
def font(request: Call, name: FromPath[str]) -> Response[bytes]:
    """Return a font of the drawings: `text.woff2`, `text-small.woff2` or `display.woff2`."""
    if name not in ("text.woff2", "text-small.woff2", "display.woff2"):
        raise no_drawing()
    return answer(request, made(("font", name), ".woff2", FONTS.joinpath(name).read_bytes))


@get(
    "/drawings/{edition:str}/board.svg",
    summary="Get the drawing of a board",
    responses=file("image/svg+xml", 404, 422),
)
async def board(request: Call, edition: FromPath[str]) -> Response[bytes]:
    """Return a drawing of an edition's empty board, as SVG."""
    return await drawn(request, edition, board_asset)


@get(
    "/drawings/{edition:str}/thumbnail.svg",
    summary="Get a thumbnail of a board",
    responses=file("image/svg+xml", 404, 422),
)
async def thumbnail(
    request: Call, edition: FromPath[str], theme: FromQuery[str] = "light"
) -> Response[bytes]:
    """Return a small picture of a part of an edition's board, as SVG.

    `theme` is `light` or `dark`.
    """
    if theme not in THEMES:
        raise no_drawing()
    return await drawn(request, edition, lambda one: thumbnail_asset(one, theme))


@get(
    "/drawings/{edition:str}/cards.svg",
    summary="Get the drawings of the cards",
    responses=file("image/svg+xml", 404, 422),
)
async def cards(request: Call, edition: FromPath[str]) -> Response[bytes]:
    """Return SVG definitions of an edition's cards and of the small map on its tickets."""
    return await drawn(request, edition, cards_asset)


@get(
    "/drawings/{edition:str}/geometry.json",
    summary="Get the positions on a board",
    responses=file(JSON, 404, 422, kind=Geometry),
)
async def geometry(request: Call, edition: FromPath[str]) -> Response[bytes]:
    """Return the positions of cities, routes and the scoring track on an edition's board."""
    return await drawn(request, edition, geometry_asset)


def board_asset(edition: Edition) -> Asset:
    """Return the drawing of an edition's board. It is made at the first request and then cached."""
    make = lambda: str(drawing.board(edition, standalone=False))  # noqa: E731
    return made(("board", edition.source), ".svg", make)


def thumbnail_asset(edition: Edition, theme: str) -> Asset:
    """Return a small picture of a part of an edition's board, as SVG.

    The picture has no words, and includes its style sheet. It is drawn at the first request and
    then cached.
    """
    make = lambda: str(drawing.vignette(edition, theme=theme))  # noqa: E731
    return made(("thumbnail", edition.source, theme), ".svg", make)


def cards_asset(edition: Edition) -> Asset:
    """Return SVG definitions of an edition's cards, made at the first request and then cached."""

    def make() -> str:
        # Include pieces of all colours: players may have any of them, even with few seats.
        pieces = further_pieces(edition)
        return _defined(card_definitions(edition) + ticket_definitions(edition) + pieces)

    return made(("cards", edition.source), ".svg", make)


def geometry_asset(edition: Edition) -> Asset:
    """Return the positions on an edition's board as JSON, computed once and then cached."""
    make = lambda: msgspec.json.encode(geometry_sent(edition))  # noqa: E731
    return made(("geometry", edition.source), ".json", make)


def _defined(inside: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing"><defs>{inside}</defs></svg>\n'


def _answer(request: Call, found: Asset | None) -> Response[bytes]:
    if found is None:
        raise no_drawing()
    return answer(request, found)


def draw_ahead() -> None:
    """Put all boards, cards and positions into the cache, so that the first page loads quickly."""
    for name in names():
        edition = load(name)
        board_asset(edition)
        cards_asset(edition)
        geometry_asset(edition)


handlers = [
    start_page,
    table_page,
    personal_page,
    daily_page,
    ladder_page,
    clubs_page,
    club_page,
    lesson_page,
    puzzles_page,
    puzzle_page,
    rules_page,
    static,
    favicon,
    service_worker,
    stylesheet,
    pieces,
    font,
    board,
    thumbnail,
    cards,
    geometry,
]
