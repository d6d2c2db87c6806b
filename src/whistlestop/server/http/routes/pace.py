"""Choose the time to think at a table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from whistlestop.server.errors import Refusal
from whistlestop.server.http.request import Call, Version, commands_of, rate_limited_person
from whistlestop.server.http.responses import BODY, changes
from whistlestop.server.table.happenings import PaceChanged
from whistlestop.server.table.seats import PaceKind


class NewPace(msgspec.Struct):
    """The body of a request to change the time to think at a table."""

    kind: PaceKind
    """`minutes` = minutes per player for the whole game; `days` = days per turn; `none` = no
    clock."""
    amount: Annotated[float, msgspec.Meta(ge=0, le=1000)] = 0
    """The number of minutes if `kind` is `minutes`, or of days if `kind` is `days`; then above 0.
    Ignored if `kind` is `none`."""


@post(
    "/api/tables/{table_id:str}/pace",
    status_code=200,
    summary="Choose the time to think",
    responses=changes(Version, 404, 409, BODY, 422),
)
async def pace(request: Call, table_id: FromPath[str], data: JSONBody[NewPace]) -> Version:
    """Change the time to think. Only the host can do this.

    During the game, the time can only be made longer.
    """
    if data.kind != "none" and data.amount <= 0:
        raise Refusal(422, "bad_pace")
    caller = await rate_limited_person(request)
    wanted = PaceChanged(data.kind, data.amount if data.kind != "none" else 0)
    return Version(await commands_of(request).pace.choose_pace(table_id, caller, wanted))


handlers = [pace]
