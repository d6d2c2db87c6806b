"""Choose how bots play at a table."""

from __future__ import annotations

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from whistlestop.server.http.request import Call, Version, commands_of, rate_limited_person
from whistlestop.server.http.responses import BODY, changes
from whistlestop.server.table.happenings import OptionsChanged
from whistlestop.server.table.seats import BotPace


class BotsChosen(msgspec.Struct):
    """The body of a request to change the options for bots. What is left out stays unchanged."""

    bot_pace: BotPace | msgspec.UnsetType = msgspec.UNSET
    """How fast bots move."""
    explain: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether bots explain their moves during the game, and not only after it."""


@post(
    "/api/tables/{table_id:str}/options",
    status_code=200,
    summary="Choose how bots behave",
    responses=changes(Version, 404, 409, BODY),
)
async def options(request: Call, table_id: FromPath[str], data: JSONBody[BotsChosen]) -> Version:
    """Set the bots' pace, and whether they explain their moves. Only the host can do this."""
    caller = await rate_limited_person(request)
    wanted = OptionsChanged(data.bot_pace, data.explain)
    return Version(await commands_of(request).bots.choose_options(table_id, caller, wanted))


handlers = [options]
