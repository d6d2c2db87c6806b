"""Routes for what never changes: editions and bots."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from whistlestop.bots.levels import LEVELS
from whistlestop.bots.registry import USUAL_LEVEL, bot_names
from whistlestop.editions.load import load, names
from whistlestop.server.http.assets import answer, made
from whistlestop.server.http.request import Call
from whistlestop.server.http.responses import JSON, answers, file
from whistlestop.server.http.routes.editions import edition_of
from whistlestop.server.sent.editions import edition_data


class Bot(msgspec.Struct):
    """A bot that can be seated."""

    name: str
    level: int | None
    """Its place among the levels, 1 = the weakest; None for one that is no level."""
    usual: bool
    """Whether it is seated where nobody says which bot."""


@lru_cache(maxsize=1)
def _editions() -> bytes:
    return msgspec.json.encode([edition_data(load(name)) | {"own": False} for name in names()])


@get(
    "/api/editions",
    sync_to_thread=False,
    summary="All editions",
    responses=file(JSON, kind=list[dict[str, Any]]),
)
def editions(request: Call) -> Response[bytes]:
    """Cities, routes, tickets and the rules' numbers of every edition."""
    return answer(request, made(("editions",), ".json", _editions))


@get(
    "/api/editions/{name:str}",
    summary="One edition",
    responses=file(JSON, 404, kind=dict[str, Any]),
)
async def one_edition(request: Call, name: FromPath[str]) -> Response[bytes]:
    """The facts of one edition, or of the one played at a table: `table.ID`."""
    edition = await edition_of(request, name)
    # One of somebody's own may be called like one that comes along: the page must not mix them up.
    own = name not in names()
    make = lambda: msgspec.json.encode(edition_data(edition) | {"own": own})  # noqa: E731
    return answer(request, made(("edition", edition.source, str(own)), ".json", make))


@get("/api/bots", sync_to_thread=False, summary="All bots", responses=answers(list[Bot]))
def bots() -> list[Bot]:
    """The levels, the weakest first, and then the others."""
    levels = {level.name: place for place, level in enumerate(LEVELS, start=1)}
    return [Bot(name, levels.get(name), name == USUAL_LEVEL) for name in bot_names()]


handlers = [editions, one_edition, bots]
