"""Previews of passengers' journeys: where they would lead, and what they would bring."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery

from whistlestop.actions import StartJourney, TravelRoute
from whistlestop.play.game import Game
from whistlestop.seen.journeys import BestJourney, best_journeys
from whistlestop.seen.view import Journey
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.playing import not_your_turn
from whistlestop.server.http.request import Call, json_answer, playing, service_of
from whistlestop.server.http.responses import answers
from whistlestop.server.sent.choices import Action, legal_sent

LONGEST_WAY = 4_000
"""The maximum number of characters of the query parameter `way`, a list of route codes. A longer
list is refused. The codes of all routes of any board need fewer characters."""


class JourneyPreview(msgspec.Struct):
    """The answer to a request for a preview: what a journey would bring and cost so far.

    The journey is not made.
    """

    words: list[str]
    """The actions that make the journey so far, in the words of the notation."""
    journey: Journey
    """The journey after these actions, in the format of `position.journey` in updates."""
    legal: list[Action]
    """The legal actions that would follow: to continue the journey, or to end it."""
    points: int
    """The points that the journey would have brought so far."""
    tolls: int
    """The number of passenger cards that the journey would have cost so far."""


class JourneyProspects(msgspec.Struct):
    """The best journeys that the caller's passengers could make now."""

    best: dict[str, BestJourney]
    """The best journey by city code, for each city where the caller has a passenger to move."""


@get(
    "/api/tables/{table_id:str}/journeys",
    summary="List the best journeys",
    responses=answers(JourneyProspects, 403, 404, 409),
)
async def prospects(request: Call, table_id: FromPath[str]) -> Response[bytes]:
    """Return the best journey of each of the caller's passengers (M-21 to M-23), by city code.

    Refused (409) if it is not the caller's turn. The result depends only on what the caller can
    see, and nothing changes.
    """
    async with service_of(request).tables.use(table_id) as (_, table):
        game, seat = playing(request, table)
        if seat not in table.deciding:
            raise not_your_turn(table)
        view = game.view(seat)
    # This can take a quarter of a second, so the table is released before.
    return json_answer(JourneyProspects(await asyncio.to_thread(best_journeys, view)))


@get(
    "/api/tables/{table_id:str}/journey",
    summary="Preview a journey",
    responses=answers(JourneyPreview, 403, 404, 409, 422),
)
async def consider(
    request: Call, table_id: FromPath[str], city: FromQuery[str], way: FromQuery[str] = ""
) -> Response[bytes]:
    """Return a preview of a journey from a city along routes (M-21 to M-23).

    `way` lists the codes of the routes in order, separated by commas. Refused (409) if it is not
    the caller's turn. The journey is tried in a copy of the game, so nothing changes. The result
    does not depend on chance or on other players' hands.
    """
    if len(way) > LONGEST_WAY:
        raise Refusal(422, "illegal_action", case="route_twice")
    async with service_of(request).tables.use(table_id) as (_, table):
        game, seat = playing(request, table)
        if seat not in table.deciding:
            raise not_your_turn(table)
        preview = _tried(game, seat, city, [code for code in way.split(",") if code])
    return json_answer(preview)


def _tried(game: Game, seat: int, city: str, way: list[str]) -> JourneyPreview:
    """Try a journey in a copy of the game, and return its preview.

    Args:
        game: the game, which stays unchanged.
        seat: the seat whose passenger travels.
        city: the code of the city where the journey begins.
        way: the codes of the routes to travel, in order. Empty = the journey only begins.

    Raises:
        Refusal: the rules do not allow the journey.
    """
    before = game.view(seat)
    copy = game.copy()
    actions = [StartJourney(city), *map(TravelRoute, way)]
    for action in actions:
        if action not in copy.legal_actions(seat):
            raise Refusal(422, "illegal_action", case="named", action=str(action))
        copy.play(action, seat)
    after = copy.view(seat)
    assert after.journey is not None, "a journey goes on until somebody ends it"
    return JourneyPreview(
        [str(action) for action in actions],
        after.journey,
        list(legal_sent(after, copy.legal_actions(seat))),
        after.players[seat].score - before.players[seat].score,
        before.players[seat].cards - after.players[seat].cards,
    )


handlers = (consider, prospects)
