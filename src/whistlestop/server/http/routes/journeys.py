"""Journeys looked at before anybody sets out: where they would lead, and what that brings."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Any

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery

from whistlestop.actions import StartJourney, TravelRoute
from whistlestop.game import Game
from whistlestop.journeys import BestJourney, best_journeys
from whistlestop.server.errors import Refusal
from whistlestop.server.http.request import Call, json_answer, playing, service_of
from whistlestop.server.http.responses import answers
from whistlestop.server.sent.choices import action_data

LONGEST_WAY = 4_000
"""Characters of a way: more than all routes of a board have."""


class Outing(msgspec.Struct):
    """A journey that nobody has set out on."""

    words: list[str]
    """The actions that lead there."""
    journey: dict[str, Any]
    """As a position has it."""
    legal: list[dict[str, Any]]
    """Where it could go on, and whether it may end there."""
    points: int
    """What it would have brought so far."""


class JourneyProspects(msgspec.Struct):
    """What the caller's passengers could bring now."""

    best: dict[str, BestJourney]
    """For the code of every city from which the caller can send a passenger off now."""


@get(
    "/api/tables/{table_id:str}/journeys",
    summary="Look at what the best journeys would bring",
    responses=answers(JourneyProspects, 403, 404, 409),
)
async def prospects(request: Call, table_id: FromPath[str]) -> Response[bytes]:
    """Return what the best journey of each passenger of the caller would bring now (M-21 to M-23).

    Only what the caller sees matters, and nothing happens.
    """
    async with service_of(request).tables.use(table_id) as (_, table):
        game, seat = playing(request, table)
        if seat not in table.deciding:
            raise Refusal(409, "not_your_turn", "It is not your turn.", seats=list(table.deciding))
        view = game.view(seat)
    # Rarely it takes a quarter of a second; the table goes on meanwhile.
    return json_answer(JourneyProspects(await asyncio.to_thread(best_journeys, view)))


@get(
    "/api/tables/{table_id:str}/journey",
    summary="Look at a journey before setting out",
    responses=answers(Outing, 403, 404, 409, 422),
)
async def consider(
    request: Call, table_id: FromPath[str], city: FromQuery[str], way: FromQuery[str] = ""
) -> Response[bytes]:
    """What a journey from a city along a way, route codes with commas, would bring (M-21 to M-23).

    Nothing of it depends on chance or on what others hold, and nothing happens: it is tried in a
    copy of the game.
    """
    if len(way) > LONGEST_WAY:
        raise Refusal(422, "illegal_action", "A journey takes each route at most once.")
    async with service_of(request).tables.use(table_id) as (_, table):
        game, seat = playing(request, table)
        if seat not in table.deciding:
            raise Refusal(409, "not_your_turn", "It is not your turn.", seats=list(table.deciding))
        outing = _tried(game, seat, city, [code for code in way.split(",") if code])
    return json_answer(outing)


def _tried(game: Game, seat: int, city: str, way: list[str]) -> Outing:
    """Go that way in a copy.

    Raises:
        Refusal: the rules do not allow it.
    """
    before = game.view(seat)
    copy = game.copy()
    actions = [StartJourney(city), *map(TravelRoute, way)]
    for action in actions:
        if action not in copy.legal_actions(seat):
            raise Refusal(422, "illegal_action", f"That is not possible now: {action}.")
        copy.play(action, seat)
    after = copy.view(seat)
    assert after.journey is not None, "a journey goes on until somebody ends it"
    return Outing(
        [str(action) for action in actions],
        asdict(after.journey),
        [action_data(action) for action in copy.legal_actions(seat)],
        after.players[seat].score - before.players[seat].score,
    )


handlers = (consider, prospects)
