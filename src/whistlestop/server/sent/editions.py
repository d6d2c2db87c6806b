"""The rules data and the board geometry of an edition that a page needs, as JSON data."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from whistlestop.drawing.art.palette import wild_glyph
from whistlestop.drawing.board import FIGURE, board_of
from whistlestop.drawing.layout.layout import (
    SPACE_LENGTH,
    SPACE_WIDTH,
    layout_of,
    spaces,
)
from whistlestop.drawing.lettering import BELOW, CAP
from whistlestop.drawing.ticket_headings import MAPS, TYPE
from whistlestop.drawing.tickets import fit, window
from whistlestop.drawing.track import FIELDS, field
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.layout_section import border_codes
from whistlestop.editions.model import Edition, Offer
from whistlestop.play.notation import commands_of


@lru_cache(maxsize=16)
def edition_data(edition: Edition) -> dict[str, Any]:
    """Return an edition's figures, cards, cities, routes, tickets and districts as JSON data."""
    index = gazetteer(edition)
    cards = edition.cards
    return {
        "name": edition.name,
        "title": edition.title,
        "revision": edition.revision,
        "players": edition.players,
        "pieces": edition.pieces,
        "piece_name": edition.piece_name,
        "passengers": edition.passengers,
        "stations": edition.stations,
        "colours": [name for name, _ in cards.colours],
        "locomotive": cards.locomotive_name,
        "locomotive_glyph": wild_glyph(cards.locomotive_name),
        "locomotive4": cards.locomotive4 > 0,
        "locomotive4_from_length": cards.locomotive4_from_length,
        "locomotive_use": cards.locomotive_use,
        "passenger_cards": cards.passenger > 0,
        "cards": {
            "colours": cards.colours,
            "kinds": {
                **dict(cards.colours),
                cards.locomotive_name: cards.locomotive,
                "locomotive4": cards.locomotive4,
                "passenger": cards.passenger,
            },
            "starting_hand": cards.starting_hand,
            "locomotive_ends_draw": cards.locomotive_ends_draw,
            "sweep": cards.sweep_locomotives,
            "sweep_passengers": cards.sweep_passengers,
        },
        "commands": commands_of(edition),
        "opening": _offer(edition.opening),
        "turn": _offer(edition.turn),
        "stacks": edition.stacks,
        "points": edition.points,
        "cities": {
            city.code: {
                "name": city.name,
                "country": False,
                "merchandise": city.merchandise,
                "attraction": city.attraction,
            }
            for city in edition.cities
        },
        "countries": {
            country.code: {"name": country.name, "flag": country.flag is not None}
            for country in edition.countries
        },
        "routes": {
            code: {
                "a": route.a,
                "b": route.b,
                "length": route.length,
                "colour": route.colour,
                "ferry": route.ferry,
                "tunnel": route.tunnel,
            }
            for code, route in zip(index.route_codes, edition.routes, strict=True)
        },
        "tickets": {
            code: {
                "stack": ticket.stack,
                "origin": ticket.origin,
                "options": ticket.options,
                "title": index.ticket_title(number),
            }
            for number, (code, ticket) in enumerate(
                zip(index.ticket_codes, edition.tickets, strict=True)
            )
        },
        "districts": [
            {"name": district.name, "cities": district.cities, "points": district.points}
            for district in edition.districts
        ],
        "merchandise": {kind.name: kind.tokens for kind in edition.merchandise},
        "longest_path_bonus": edition.longest_path_bonus,
        "most_tickets_bonus": edition.most_tickets_bonus,
        "attraction_points": edition.attraction_points,
        "station_points": edition.station_points,
        "parallel_closed_up_to": edition.parallel_closed_up_to,
        "final_round_at": edition.final_round_at,
        "notes": edition.notes,
    }


def _offer(offer: Offer) -> dict[str, Any]:
    return {"keep": offer.keep, "draw": offer.draw, "choose": offer.choose}


@lru_cache(maxsize=16)
def geometry_data(edition: Edition) -> dict[str, Any]:
    """Return where cities, routes and the scoring track are on an edition's board, as JSON data."""
    layout, index = layout_of(edition), gazetteer(edition)
    scale, left, top = fit(board_of(edition))
    laid = spaces(edition, layout)
    cities = len(edition.cities)
    borders: dict[str, list[tuple[float, float]]] = {}
    for place, at in zip(index.places[cities:], layout.places[cities:], strict=True):
        borders.setdefault(place.code, []).append(at)
    return {
        "size": (layout.width, layout.height),
        "track": [_rounded(field(layout, points)) for points in range(FIELDS)],
        "cities": {
            city.code: _rounded(at) for city, at in zip(edition.cities, layout.places, strict=False)
        },
        "borders": borders,
        "mini": {
            "scale": scale,
            "left": left,
            "top": top,
            "window": window(board_of(edition)),
        },
        "border_ids": border_codes(edition),
        "measures": {
            "space": (SPACE_LENGTH, SPACE_WIDTH),
            "figure": (2 * FIGURE[0], 2 * FIGURE[1]),
            "capital": CAP,
            "below": BELOW,
            "heading": {**TYPE, "maps": MAPS},
        },
        "routes": {
            code: {
                "number": number,
                "ends": (edition.routes[number].a, edition.routes[number].b),
                "spaces": [
                    _rounded((space.x, space.y, math.degrees(math.atan2(space.sin, space.cos))))
                    for space in laid[number]
                ],
            }
            for number, code in enumerate(index.route_codes)
        },
    }


def _rounded(values: tuple[float, ...]) -> list[float]:
    return [round(value, 1) for value in values]
