"""What does not change: editions and bots."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from whistlestop.bots.registry import bot_names
from whistlestop.editions.load import load, names
from whistlestop.server.api.answers import JSON, answers, file
from whistlestop.server.api.calls import Call
from whistlestop.server.api.editions import edition_of
from whistlestop.server.assets import answer, made
from whistlestop.server.facts import edition_data

LEVELS = {"planner": "strong", "random": "beginner"}


class Bot(msgspec.Struct):
    """A bot that can be seated."""

    name: str
    level: str


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
    """The same of one edition, or of what is played at a table: `table.ID`."""
    edition = await edition_of(request, name)
    # One of somebody's own may be called like one that comes along: the page must not mix them up.
    own = name not in names()
    make = lambda: msgspec.json.encode(edition_data(edition) | {"own": own})  # noqa: E731
    return answer(request, made(("edition", edition.source, str(own)), ".json", make))


@get("/api/bots", sync_to_thread=False, summary="All bots", responses=answers(list[Bot]))
def bots() -> list[Bot]:
    """The bots, the strongest first."""
    found = [Bot(name, LEVELS.get(name, "strong")) for name in bot_names()]
    return sorted(found, key=lambda bot: bot.level != "strong")


handlers = [editions, one_edition, bots]
