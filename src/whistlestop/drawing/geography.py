"""The land under a board: simplified paths that come with Whistlestop, one file a board.

Made by `tools/boards/geography.py` from public-domain and openly licensed data; each file carries
its credit. An edition without such a file is drawn on plain paper.
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
"""Tints there are for the lands next to the game's own: by the codes' order, and round again."""

_ORDER: Final = (
    "waterlines",
    "land",
    *(f"country-{number}" for number in range(1, COUNTRIES + 1)),
    "focus",
    "parks",
    "streets",
    "slopes",
    "relief",
    "states",
    "lakes",
    "rivers",
    "borders",
)
"""The layers that a map may have, the lowest first."""


_IDS: Final = {"land": ' id="map-land"', "focus": ' id="map-focus"'}
"""What the miniature maps of tickets refer to."""


@dataclass(frozen=True, slots=True)
class Geography:
    """The base map of one board."""

    credit: str
    """Whose data it is made of."""
    layers: dict[str, str]
    """Path data by the name of the layer."""
    names: dict[str, tuple[float, float]]
    """Where the names of waters stand: left and base line, by what is written."""
    landmarks: tuple[tuple[str, float, float, float], ...]
    """Of each of `art.landmarks` that stands there: name, middle, foot, and scale."""


@lru_cache(maxsize=16)
def geography(edition: Edition) -> Geography | None:
    """The base map of an edition, or None.

    An edition file that only shares the name of a built-in edition has none.
    """
    file = _MAPS.joinpath(f"{edition.name}.json")
    if not file.is_file() or read(edition) is None:
        return None
    data = json.loads(file.read_text(encoding="utf-8"))
    names = {name: (x, y) for name, (x, y) in data.get("names", {}).items()}
    landmarks = tuple((name, x, y, scale) for name, x, y, scale in data.get("landmarks", ()))
    return Geography(data["credit"], data["layers"], names, landmarks)


WATER_NAME: Final = 0.72
"""The type of a water's name, as a share of that of the cities' names."""


def name_boxes(edition: Edition, layout: Layout) -> dict[str, Box]:
    """What the names of waters cover."""
    base = geography(edition)
    size = layout.label_size * WATER_NAME
    found: dict[str, Box] = {}
    for name, (left, bottom) in ({} if base is None else base.names).items():
        wide, high = lettering.box((name,), size)
        middle = bottom - size * lettering.CAP + high / 2
        found[name] = Box(left + wide / 2, middle, wide, high)
    return found


def landmark_boxes(edition: Edition) -> tuple[tuple[str, Box], ...]:
    """What the landmarks cover, by name."""
    base = geography(edition)
    return tuple(
        (name, Box(x, y - size.height * scale / 2, size.width * scale, size.height * scale))
        for name, x, y, scale in (() if base is None else base.landmarks)
        for size in [LANDMARKS[name]]
    )


def draw(edition: Edition, layout: Layout) -> str:
    """Everything that lies under the routes, cut off at the frame."""
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
            text(name, x, y, layout.label_size * WATER_NAME, "water-name")
            for name, (x, y) in base.names.items()
        )
    )


def layers(base: Geography) -> list[tuple[str, str, str]]:
    """Name, classes and path data of every layer that a map has, the lowest first."""
    # Where no country is the game's own, all land is.
    land = "land" if "focus" in base.layers else "land focus"
    return [
        (name, land if name == "land" else name, base.layers[name])
        for name in _ORDER
        if name in base.layers
    ]
