"""Take an action, and ask why one is not possible."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from whistlestop.actions import BuildStation, ClaimRoute
from whistlestop.play.game import Game
from whistlestop.play.notation import LONGEST_ACTION
from whistlestop.reasons import Reason, because
from whistlestop.seen.explain import reason_for, reason_for_routes
from whistlestop.server import clock
from whistlestop.server.errors import Refusal, Values, values_sent
from whistlestop.server.hosting.playing import Proposal
from whistlestop.server.http.guard import Asker
from whistlestop.server.http.request import Call, Version, asker, json_answer, playing, service_of
from whistlestop.server.http.responses import BODY, SpokenLanguage, answers, changes
from whistlestop.server.table.table import Table


class ActionToTake(msgspec.Struct):
    """The body of a request to take an action."""

    # PostgreSQL cannot store text that contains NUL.
    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[^\\u0000]+$")]
    """An id that the sender chooses, different for every action.

    If a request is sent again with the same id, the server sends the same answer and does not take
    the action twice. So a lost answer does no harm.
    """
    version: int
    """The newest version of the table that the sender has seen.

    An action that is still legal is accepted with an old version, unless the sender chose it before
    moves were taken back.
    """
    action: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_ACTION)]
    """The action, in the words of the notation or as a person types it."""
    language: SpokenLanguage = "en"
    """The language in which the action may be typed, besides English."""


class WhyNot(msgspec.Struct):
    """The reason why an action is not possible: a sentence, and its code and values."""

    message: str
    """The reason as an English sentence; empty if the action is possible."""
    code: str | None
    """The code of the reason in `docs/reasons.md`; null if the action is possible."""
    values: Values
    """The values that fill in the sentence for `code`, such as a card or a number
    (`docs/reasons.md`); empty if the action is possible."""


@post(
    "/api/tables/{table_id:str}/actions",
    status_code=200,
    summary="Take an action",
    responses=changes(Version, 404, 409, BODY, 422),
)
async def act(request: Call, table_id: FromPath[str], data: JSONBody[ActionToTake]) -> Version:
    """Take an action. The response is sent only after the action has been saved.

    If the action is refused, `details.reason` and `details.values` say why; see `docs/reasons.md`.
    """
    return await take(asker(request), table_id, data)


async def take(by: Asker, table_id: str, move: ActionToTake) -> Version:
    """Take an action. Return the table's version afterwards.

    The handler `act` and `http.fast_path` share this function.

    Args:
        by: the sender of the request.
        table_id: the id of the table.
        move: the action.

    Raises:
        Refusal: the action is not possible.
    """
    caller = await by.admitted()
    proposal = Proposal(move.id, move.version, move.action, move.language)
    version = await by.service.commands.playing.act(table_id, caller, proposal, clock.now())
    if not by.program:
        # A page ignores this response and waits for its update. So let updates be sent first.
        await asyncio.sleep(0)
    return Version(version)


@get(
    "/api/tables/{table_id:str}/why",
    summary="Explain why something is not possible",
    responses=answers(WhyNot, 403, 404, 409, 422),
)
async def why(
    request: Call,
    table_id: FromPath[str],
    route: FromQuery[str | None] = None,
    city: FromQuery[str | None] = None,
) -> Response[bytes]:
    """Return why the caller cannot claim a route now, or cannot build a station in a city.

    The request names either a `route` or a `city`. If the action is possible, the message is empty.
    """
    async with service_of(request).tables.use(table_id) as (_, table):
        game, seat = playing(request, table)
        reason = _why(table, game, seat, route, city)
    if reason is None:
        return json_answer(WhyNot("", None, {}))
    return json_answer(WhyNot(str(reason), reason.code, values_sent(reason.values)))


def _why(table: Table, game: Game, seat: int, route: str | None, city: str | None) -> Reason | None:
    """Return why a seat cannot claim a route or build a station now; None if it can.

    Args:
        table: the table.
        game: the table's game.
        seat: the seat.
        route: the route to claim; None = the seat builds a station.
        city: the city for the station. It is ignored if there is a route.

    Raises:
        Refusal: there is no such route or city, or neither is named.
    """
    view, legal = game.view(seat), game.legal_actions(seat)
    if route is not None:
        if route not in view.index.route_of:
            raise Refusal(422, "unknown_route")
        code = view.index.route_codes[view.index.route_of[route]]
        if any(isinstance(action, ClaimRoute) and action.route == code for action in legal):
            return None
        return _waiting(table, game, seat) or reason_for_routes(view, (code,))
    if city is None:
        raise Refusal(422, "unknown_city", case="neither")
    if city not in view.index.place_of:
        raise Refusal(422, "unknown_city")
    if any(isinstance(action, BuildStation) and action.city == city for action in legal):
        return None
    return _waiting(table, game, seat) or reason_for(view, BuildStation(city, ()))


def _waiting(table: Table, game: Game, seat: int) -> Reason | None:
    """Return why a seat cannot take any action now; None if it can take one."""
    if table.state == "over":
        return because(game.index, "game_over")
    if seat in table.deciding:
        return None
    people = [player.name for player in table.seats]
    return because(game.index, "not_your_turn", people, seats=table.deciding)


handlers = [act, why]
