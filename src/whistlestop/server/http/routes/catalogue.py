"""Routes for data that does not change while the server runs: editions and bots."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from whistlestop.bots.levels import LEVELS
from whistlestop.bots.registry import USUAL_LEVEL, bot_names
from whistlestop.editions.load import all_names, load, names
from whistlestop.server.http.assets import answer, made
from whistlestop.server.http.request import Call
from whistlestop.server.http.responses import JSON, answers, file
from whistlestop.server.http.routes.editions import edition_of
from whistlestop.server.sent.editions import Board, Facts, board_sent, edition_sent


class Bot(msgspec.Struct):
    """A bot that can play."""

    name: str
    """The bot's name."""
    level: int | None
    """The number of the bot's level, from 1 = the weakest; null if the bot is not one of the
    levels."""
    usual: bool
    """Whether this bot plays if a request names none."""


@lru_cache(maxsize=1)
def _editions() -> bytes:
    return msgspec.json.encode([edition_sent(load(name)) for name in names()])


@get(
    "/api/editions",
    sync_to_thread=False,
    summary="List the editions",
    responses=file(JSON, kind=list[Facts]),
)
def editions(request: Call) -> Response[bytes]:
    """Return all built-in editions, each with its cities, routes and tickets.

    The response also has the numbers in the rules, such as how many pieces each player has.
    """
    return answer(request, made(("editions",), ".json", _editions))


@lru_cache(maxsize=1)
def _boards() -> bytes:
    return msgspec.json.encode([board_sent(name) for name in names()])


@get(
    "/api/boards",
    sync_to_thread=False,
    summary="List the boards",
    responses=file(JSON, kind=list[Board]),
)
def boards(request: Call) -> Response[bytes]:
    """Return all built-in boards, each with the base game and the variants that are played on it.

    For each game, the response has its name, title, number of tickets, offers and bonuses, but no
    cities, routes or tickets. `GET /api/editions` has those.
    """
    return answer(request, made(("boards",), ".json", _boards))


@get(
    "/api/editions/{name:str}",
    summary="Get an edition",
    responses=file(JSON, 404, kind=Facts),
)
async def one_edition(request: Call, name: FromPath[str]) -> Response[bytes]:
    """Return one edition. `name` is an edition's name, or `table.ID` for the edition of a table."""
    edition = await edition_of(request, name)
    # A player's own edition may have the name of a built-in one. The page must tell them apart.
    own = name not in all_names()
    make = lambda: msgspec.json.encode(edition_sent(edition, own=own))  # noqa: E731
    return answer(request, made(("edition", edition.source, str(own)), ".json", make))


@get("/api/bots", sync_to_thread=False, summary="List the bots", responses=answers(list[Bot]))
def bots() -> list[Bot]:
    """Return all bots: first the levels, the weakest first, then the others."""
    levels = {level.name: place for place, level in enumerate(LEVELS, start=1)}
    return [Bot(name, levels.get(name), name == USUAL_LEVEL) for name in bot_names()]


handlers = [editions, boards, one_edition, bots]
