"""Preview how likely a tunnel asks for more cards."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery

from whistlestop.actions import ClaimRoute
from whistlestop.seen.tunnels import TunnelRisk, tunnel_risks
from whistlestop.server.errors import Refusal
from whistlestop.server.http.request import Call, json_answer, playing, service_of
from whistlestop.server.http.responses import answers


class TunnelProspects(msgspec.Struct):
    """The risks of a tunnel for the caller."""

    risks: dict[str, TunnelRisk]
    """The risk of each possible claim of the tunnel. The key is the claim in the words of the
    notation."""


@get(
    "/api/tables/{table_id:str}/tunnel",
    summary="Preview the risk of a tunnel",
    responses=answers(TunnelProspects, 403, 404, 409, 422),
)
async def look(request: Call, table_id: FromPath[str], route: FromQuery[str]) -> Response[bytes]:
    """Return the risk of each way in which the caller can pay for a tunnel now (E-11).

    The result depends only on what the caller can see, and nothing changes. The result is empty if
    the caller cannot claim the route now, or if the route is not a tunnel.
    """
    async with service_of(request).tables.use(table_id) as (_, table):
        game, seat = playing(request, table)
        if route not in game.index.route_of:
            raise Refusal(422, "unknown_route")
        code = game.index.route_codes[game.index.route_of[route]]
        mine = game.legal_actions(seat) if seat in table.deciding else ()
        claims = [one for one in mine if isinstance(one, ClaimRoute) and one.route == code]
        view = game.view(seat)
    # The first call in an installation compiles code, so the table is released before.
    found = await asyncio.to_thread(tunnel_risks, view, claims) if claims else {}
    return json_answer(TunnelProspects({str(claim): risk for claim, risk in found.items()}))


handlers = (look,)
