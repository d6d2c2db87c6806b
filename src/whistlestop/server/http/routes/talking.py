"""Say a phrase at a table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from whistlestop.server.http.request import Call, Version, commands_of, rate_limited_person
from whistlestop.server.http.responses import BODY, changes
from whistlestop.server.table.happenings.talking import PHRASES


class Phrase(msgspec.Struct):
    """The body of a request to say a phrase."""

    phrase: Annotated[str, msgspec.Meta(extra_json_schema={"enum": [*PHRASES]})]
    """The code of one of the phrases that `GET /api/me` lists."""


@post(
    "/api/tables/{table_id:str}/chat",
    status_code=200,
    summary="Say a phrase",
    responses=changes(Version, 404, 409, BODY, 422),
)
async def chat(request: Call, table_id: FromPath[str], data: JSONBody[Phrase]) -> Version:
    """Say one of the fixed phrases, which `GET /api/me` lists."""
    caller = await rate_limited_person(request)
    return Version(await commands_of(request).talking.chat(table_id, caller, data.phrase))


handlers = [chat]
