"""The section `[layout]` of an edition's file: the position of everything on its board.

The section is optional. Without it, drawings arrange the board. This module only checks the
section: everything on the board has a position, and every number is one that can be drawn.
"""

from __future__ import annotations

import json
from typing import Final

from whistlestop.editions.model import Edition
from whistlestop.editions.reading import Table

SMALLEST: Final = 400
"""The minimum length of a board's sides in board units, so that the score track is legible."""
LARGEST: Final = 8000

_SIDE: Final = (SMALLEST, LARGEST)
_AT: Final = (0, LARGEST)
_ASIDE: Final = (-2000, 2000)
"""The lowest and the highest offset in board units.

The range is for the offset of a name from its city. It is also for the offset of the control points
of a route's curve from the straight line between the route's ends.
"""
_FREE: Final = (0, 500)
_SWAP: Final = (0, 1)
"""The last number of a curve, which may be left out. 1 = parallel routes change their sides."""


def border_codes(edition: Edition) -> tuple[str, ...]:
    """Return the codes that layouts use for border points, in the order of `Gazetteer.places`.

    In a layout, a border point has the code of the first route that leads to the point.
    """
    # Imported late, because gazetteer imports the loader, which imports this module.
    from whistlestop.editions.gazetteer import gazetteer

    index = gazetteer(edition)
    first: dict[int, str] = {}
    for route, (_, b) in zip(index.route_codes, index.route_ends, strict=True):
        if index.places[b].country:
            first.setdefault(b, route)
    return tuple(first[place] for place in range(len(edition.cities), len(index.places)))


def track_codes(edition: Edition) -> tuple[str, ...]:
    """Return the codes of the curves that a layout must have: one for each pair of neighbours.

    Parallel routes share a curve, which has the code of the first of these routes.
    """
    from whistlestop.editions.gazetteer import gazetteer

    index = gazetteer(edition)
    return tuple(
        code
        for route, code in enumerate(index.route_codes)
        if all(route < other for other in index.parallel[route])
    )


def layout_text(top: Table, edition: Edition) -> str:
    """Return the section `[layout]` of a file as JSON for `Edition.layout`.

    If the file has no such section, return an empty string.

    Args:
        top: the file's top-level table. Faults of the section are added to the table's faults.
        edition: the edition from the rest of the file, which must have no faults.
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
    for key, codes, bounds, fewest in (
        ("borders", border_codes(edition), (_AT, _AT), 2),
        ("countries", countries, (_AT, _AT), 2),
        ("routes", track_codes(edition), (_ASIDE, _ASIDE, _FREE, _FREE, _SWAP), 4),
    ):
        table = board.table(key, required=bool(codes))
        data[key] = {code: table.row(code, bounds, fewest) for code in codes}
        table.close()
    board.close()
    return json.dumps(data, separators=(",", ":"))
