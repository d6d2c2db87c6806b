"""Preview which tickets a station would complete."""

from __future__ import annotations

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from whistlestop.seen.sheet import completed_by_stations
from whistlestop.server.http.request import Call, json_answer, playing, service_of
from whistlestop.server.http.responses import answers


class StationProspects(msgspec.Struct):
    """The tickets that one more station would complete for the caller."""

    completes: dict[str, tuple[str, ...]]
    """For each city code, the codes of the caller's tickets that a station in the city would
    complete. Cities where it would complete none are left out."""


@get(
    "/api/tables/{table_id:str}/stations",
    summary="List the tickets that a station would complete",
    responses=answers(StationProspects, 403, 404, 409),
)
async def look(request: Call, table_id: FromPath[str]) -> Response[bytes]:
    """Return the caller's tickets that one more station would complete, by city (E-21).

    The caller's existing stations also count, as in the final scoring. The result does not depend
    on what other players hold, and nothing changes.
    """
    async with service_of(request).tables.use(table_id) as (_, table):
        game, seat = playing(request, table)
        completes = completed_by_stations(game.edition, game.state, seat)
    return json_answer(StationProspects(completes))


handlers = (look,)
