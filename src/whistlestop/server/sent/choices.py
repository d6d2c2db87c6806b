"""Legal actions as the page gets them: their words in the notation, and their parts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from whistlestop.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawDeck,
    DrawDisplay,
    DrawTickets,
    EndJourney,
    KeepTickets,
    PassTurn,
    PaySurcharge,
    PlacePassenger,
    StartJourney,
    TravelRoute,
    Withdraw,
)
from whistlestop.seen.known import ticket_draw
from whistlestop.seen.view import View


def action_data(action: Action) -> dict[str, Any]:
    """Return an action as JSON data: its words, as records write them, and its parts."""
    return {"words": str(action), **_parts(action)}


@lru_cache(maxsize=1 << 15)
def action_json(action: Action) -> msgspec.Raw:
    """Return an action as encoded JSON. Results are cached, because most actions occur again."""
    return msgspec.Raw(msgspec.json.encode(action_data(action)))


def legal_json(view: View, legal: Sequence[Action]) -> list[msgspec.Raw]:
    """Return a seat's legal actions as encoded JSON.

    Draws of tickets also say how many tickets are drawn, and how many of them must be kept.
    """
    return [
        _draw_json(action, *ticket_draw(view))
        if type(action) is DrawTickets
        else action_json(action)
        for action in legal
    ]


@lru_cache(maxsize=1 << 12)
def _draw_json(action: DrawTickets, drawn: int, keep: int) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode({**action_data(action), "drawn": drawn, "keep": keep}))


def _parts(action: Action) -> dict[str, Any]:
    match action:
        case DrawDeck():
            return {"kind": "draw", "card": None}
        case DrawDisplay(card):
            return {"kind": "draw", "card": card}
        case DrawTickets(mix):
            return {"kind": "tickets", "mix": mix}
        case KeepTickets(tickets):
            return {"kind": "keep", "tickets": tickets}
        case ClaimRoute(route, cards):
            return {"kind": "claim", "route": route, "cards": cards}
        case PlacePassenger(city):
            return {"kind": "passenger", "city": city}
        case StartJourney(city):
            return {"kind": "move", "city": city}
        case TravelRoute(route):
            return {"kind": "go", "route": route}
        case EndJourney():
            return {"kind": "stop"}
        case PaySurcharge(cards):
            return {"kind": "pay", "cards": cards}
        case Withdraw():
            return {"kind": "withdraw"}
        case BuildStation(city, cards):
            return {"kind": "station", "city": city, "cards": cards}
        case PassTurn():
            return {"kind": "pass"}
