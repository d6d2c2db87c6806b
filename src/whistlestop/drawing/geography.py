"""The map under a board: simplified paths that come with Whistlestop, one file for each board.

`tools/boards/geography.py` makes the files from public-domain and openly licensed data. Each file
names its sources. An edition without such a file is drawn on plain paper.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

from whistlestop.drawing import lettering
from whistlestop.drawing.art.landmarks import LANDMARKS, landmark
from whistlestop.drawing.layout.layout import Box, Layout, read
from whistlestop.drawing.markup import number, text
from whistlestop.editions.model import Edition

_MAPS = resources.files("whistlestop.drawing").joinpath("maps")

COUNTRIES: Final = 5
"""The number of tints for countries. They are used in the order of the country codes, and
repeat."""

_ORDER: Final = (
    "waterlines",
    "land",
    *(f"country-{number}" for number in range(1, COUNTRIES + 1)),
    "focus",
    "parks",
    "sands",
    "forests",
    "streets",
    "slopes",
    "relief",
    "states",
    "lakes",
    "rivers",
    "borders",
)
"""The layers that a map can have, lowest first."""


_IDS: Final = {"land": ' id="map-land"', "focus": ' id="map-focus"'}
"""The ids of the layers that the miniature maps of tickets refer to."""


@dataclass(frozen=True, slots=True)
class Geography:
    """The base map of one board."""

    credit: str
    """The sources of the data."""
    layers: dict[str, str]
    """Path data by the name of the layer."""
    names: dict[str, tuple[float, float, float]]
    """The names of waters. Each has x and y of the left end of its base line, in board units, and
    the size of its letters as a multiple of the usual size."""
    landmarks: tuple[tuple[str, float, float, float], ...]
    """The landmarks of `art.landmarks` on the map: name, x of the middle, y of the foot, and
    scale."""


@lru_cache(maxsize=16)
def geography(edition: Edition) -> Geography | None:
    """Return the base map that belongs to an edition's board, or None if there is no such map.

    Return None, too, if `layout.read` finds no layout for the edition. So an edition file with the
    name of a built-in edition but other routes has a map only if the file contains a layout.
    """
    file = _MAPS.joinpath(f"{edition.board}.json")
    if not file.is_file() or read(edition) is None:
        return None
    data = json.loads(file.read_text(encoding="utf-8"))
    names = {
        name: (x, y, scale[0] if scale else 1.0)
        for name, (x, y, *scale) in data.get("names", {}).items()
    }
    landmarks = tuple((name, x, y, scale) for name, x, y, scale in data.get("landmarks", ()))
    return Geography(data["credit"], data["layers"], names, landmarks)


WATER_NAME: Final = 0.72
"""The usual size of the name of a water, as a share of the size of city names."""


def name_boxes(edition: Edition, layout: Layout) -> dict[str, Box]:
    """Return the box that the name of each sea, lake or river covers, by the name.

    Boxes are in board units. The result is empty if the edition has no map.
    """
    base = geography(edition)
    found: dict[str, Box] = {}
    for name, (left, bottom, scale) in ({} if base is None else base.names).items():
        size = layout.label_size * WATER_NAME * scale
        wide, high = lettering.box((name,), size)
        middle = bottom - size * lettering.CAP + high / 2
        found[name] = Box(left + wide / 2, middle, wide, high)
    return found


def landmark_boxes(edition: Edition) -> tuple[tuple[str, Box], ...]:
    """Return for each landmark its name and the box that its drawing covers, in board units."""
    base = geography(edition)
    return tuple(
        (name, Box(x, y - size.height * scale / 2, size.width * scale, size.height * scale))
        for name, x, y, scale in (() if base is None else base.landmarks)
        for size in [LANDMARKS[name]]
    )


def draw(edition: Edition, layout: Layout) -> str:
    """Return the map of a board as SVG: everything that lies under the routes, inside the frame.

    Without a map for the edition, the result is plain ground.
    """
    frame = layout.frame
    inside = (
        f'x="{frame}" y="{frame}" width="{number(layout.width - 2 * frame)}" '
        f'height="{number(layout.height - 2 * frame)}"'
    )
    base = geography(edition)
    if base is None:
        return f'<rect class="focus" {inside}/>'
    drawn = "".join(
        f'<path{_IDS.get(name, "")} class="{css}" d="{data}"/>' for name, css, data in layers(base)
    )
    return (
        f'<clipPath id="inside"><rect {inside}/></clipPath>'
        f'<g class="map" clip-path="url(#inside)"><rect class="water" {inside}/>{drawn}</g>'
        + "".join(landmark(*one) for one in base.landmarks)
        + "".join(
            text(name, x, y, layout.label_size * WATER_NAME * scale, "water-name")
            for name, (x, y, scale) in base.names.items()
        )
    )


def layers(base: Geography) -> list[tuple[str, str, str]]:
    """Return the name, classes and path data of every layer of a map, lowest first."""
    # If the map has no layer for the game's own country, all land gets that country's colour.
    land = "land" if "focus" in base.layers else "land focus"
    return [
        (name, land if name == "land" else name, base.layers[name])
        for name in _ORDER
        if name in base.layers
    ]
