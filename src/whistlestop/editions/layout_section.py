"""The section `[layout]` of an edition's file: where everything stands on its board.

It may be left out; then drawings arrange the board themselves. Here it is only checked: everything
that stands on the board has its place, and every number is one that can be drawn.
"""

from __future__ import annotations

import json
from typing import Final

from whistlestop.editions.model import Edition
from whistlestop.editions.reading import Table

SMALLEST: Final = 400
"""Fewest board units of a board's sides: the score track goes round it and wants to be read."""
LARGEST: Final = 8000

_SIDE: Final = (SMALLEST, LARGEST)
_AT: Final = (0, LARGEST)
_ASIDE: Final = (-2000, 2000)
"""How far names stand from their cities, and control points beside the straight line."""
_FREE: Final = (0, 500)


def border_codes(edition: Edition) -> tuple[str, ...]:
    """The name of each border point in layouts: the code of the first route to it."""
    # Late, as it looks editions up, and the loader needs this module.
    from whistlestop.editions.gazetteer import gazetteer

    index = gazetteer(edition)
    first: dict[int, str] = {}
    for route, (_, b) in zip(index.route_codes, index.route_ends, strict=True):
        if index.places[b].country:
            first.setdefault(b, route)
    return tuple(first[place] for place in range(len(edition.cities), len(index.places)))


def track_codes(edition: Edition) -> tuple[str, ...]:
    """The name of each curve in layouts: the code of its route, or of the first parallel one."""
    from whistlestop.editions.gazetteer import gazetteer

    index = gazetteer(edition)
    return tuple(
        code
        for route, code in enumerate(index.route_codes)
        if all(route < other for other in index.parallel[route])
    )


def layout_text(top: Table, edition: Edition) -> str:
    """The section as JSON, as `Edition.layout` has it, or nothing if there is none.

    Args:
        top: the file's uppermost table, which notes what does not fit the edition.
        edition: all else that the file says, without faults.
    """
    if "layout" not in top:
        return ""
    board = top.table("layout")
    data: dict[str, object] = {
        "size": board.row("size", (_SIDE, _SIDE)),
        "frame": board.integer("frame", 20, 100),
        "city_radius": board.integer("city_radius", 4, 40),
        "label_size": board.integer("label_size", 8, 60),
        "cartouche": board.row("cartouche", (_AT, _AT, (40, LARGEST), (40, LARGEST))),
    }
    cities = board.table("cities")
    places: dict[str, object] = {}
    for city in edition.cities:
        entry = cities.table(city.code)
        places[city.code] = {
            "at": entry.row("at", (_AT, _AT)),
            "label": entry.row("label", (_ASIDE, _ASIDE)),
            "lines": entry.integer("lines", 1, 2, 1),
        }
        entry.close()
    data["cities"] = places
    cities.close()
    countries = tuple(country.code for country in edition.countries)
    for key, codes, bounds in (
        ("borders", border_codes(edition), (_AT, _AT)),
        ("countries", countries, (_AT, _AT)),
        ("routes", track_codes(edition), (_ASIDE, _ASIDE, _FREE, _FREE)),
    ):
        table = board.table(key, required=bool(codes))
        data[key] = {code: table.row(code, bounds) for code in codes}
        table.close()
    board.close()
    return json.dumps(data, separators=(",", ":"))
