"""Why a route or a station is not to be had, as a code and values that a page puts into words.

`explain` has the same reasons as English sentences; a test holds the two together.
"""

from __future__ import annotations

from typing import Any

from whistlestop.editions.gazetteer import colours
from whistlestop.editions.limits import LOCOMOTIVE, LOCOMOTIVE4
from whistlestop.editions.model import LocomotiveUse, Route
from whistlestop.view import View

Reason = tuple[str, dict[str, Any]]
"""A code, and what belongs to it."""


def route_reason(view: View, code: str) -> Reason:
    """Why the viewer, whose decision it is, cannot claim this route now."""
    if view.phase != "turn":
        return "phase", {"phase": view.phase}
    return _closed(view, code) or _lacking(view, code)


def station_reason(view: View, city: str) -> Reason:
    """Why the viewer, whose decision it is, cannot build a station in this city now."""
    if view.phase != "turn":
        return "phase", {"phase": view.phase}
    if not view.edition.stations:
        return "no_stations", {}
    if len(view.me.stations) == view.edition.stations:
        return "all_stations_built", {"number": view.edition.stations}
    for player in view.players:
        if city in player.stations:
            return "station_there", {"city": city, "seat": player.seat}
    return "station_cards", {"number": len(view.me.stations) + 1}


def _closed(view: View, code: str) -> Reason | None:
    """Why nobody's cards help; None if the route is open to the viewer."""
    index, owners = view.index, view.owners
    number = index.route_of[code]
    length = view.edition.routes[number].length
    if code in owners:
        return ("yours" if owners[code] == view.viewer else "taken"), {"seat": owners[code]}
    parallel = {owners.get(index.route_codes[other]) for other in index.parallel[number]} - {None}
    if view.viewer in parallel:
        return "own_parallel", {}
    if parallel and len(view.players) <= view.edition.parallel_closed_up_to:
        return "parallel_closed", {"players": len(view.players)}
    if view.me.pieces < length:
        return "pieces", {"needed": length, "left": view.me.pieces}
    return None


def _lacking(view: View, code: str) -> Reason:
    """What the hand lacks, for the colours of which it lacks least."""
    index = view.index
    route = view.edition.routes[index.route_of[code]]
    hand = view.me.hand or {}
    wild, wild4 = index.kinds[LOCOMOTIVE], index.kinds[LOCOMOTIVE4]
    takes_wild = view.edition.cards.locomotive_use is LocomotiveUse.ANY or route.tunnel
    locomotives = hand.get(wild, 0) if takes_wild else 0
    if locomotives < route.ferry:
        return "ferry", {"missing": route.ferry - locomotives, "card": wild}
    if route.length >= view.edition.cards.locomotive4_from_length:
        locomotives += hand.get(wild4, 0)
    lacking = {
        name: route.length - locomotives - hand.get(name, 0) for name in _colours(view, route)
    }
    least = min(lacking.values())
    best = [name for name, missing in lacking.items() if missing == least]
    return "cards", {
        "missing": least,
        # Four and more are as good as any.
        "colours": best if len(best) < 4 else [],
        "wild": wild if takes_wild else None,
    }


def _colours(view: View, route: Route) -> list[str]:
    if route.colour is not None:
        return [route.colour]
    return [view.index.kinds[kind] for kind in colours(view.edition)]
