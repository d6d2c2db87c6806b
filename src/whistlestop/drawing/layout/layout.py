"""The layout of a board: the positions of places and labels, and the curves of the routes.

Each built-in edition has a layout file (`boards/usa.toml`), which `arrange` made and which was then
corrected by hand. The board of any other edition is arranged when it is first drawn.

All lengths are board units. A space is 44 by 16 units, so that a piece has equal size on every
board. x grows to the right and y downwards from the top left corner.
"""

from __future__ import annotations

import hashlib
import json
import threading
import tomllib
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import numpy as np

from whistlestop.drawing import lettering
from whistlestop.drawing.layout import curves
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.layout_section import border_codes, track_codes
from whistlestop.editions.model import Edition
from whistlestop.folders import cache_folder

SPACE_LENGTH = 44
"""The length of a space along its route, in board units."""
SPACE_WIDTH = 16
"""The width of a space across its route, in board units."""
TRACKS_APART = 19
"""The distance between the middles of neighbouring parallel tracks, in board units."""
WIDEST_PITCH = 54
"""The maximum distance, in board units, between the middles of two neighbouring spaces of a track
that has a parallel track with more spaces."""
BORDER_RADIUS = 9
TOKEN = 19
"""The additional width of a city's label for a merchandise token, in board units."""

_LAYOUTS = resources.files("whistlestop.drawing").joinpath("layout").joinpath("boards")


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle, given by its middle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def left(self) -> float:
        """The x of the left edge."""
        return self.x - self.width / 2

    @property
    def top(self) -> float:
        """The y of the upper edge."""
        return self.y - self.height / 2


@dataclass(frozen=True, slots=True)
class Label:
    """A name on the board: its lines of text, and the area that it covers."""

    lines: tuple[str, ...]
    box: Box
    """The area that the name covers. If the city has merchandise, the area includes the token to
    the left of the name."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The parallel routes between two places, which share one curve."""

    routes: tuple[int, ...]
    """The numbers of the routes, from left to right as seen from `a`. The order is the edition's or
    its reverse."""
    a: int
    """The number of the place where the curve starts."""
    b: int
    """The number of the place where the curve ends."""
    bend_a: float = 0.0
    """How far the first control point of the curve is to the right of the straight line from `a` to
    `b`, in board units."""
    bend_b: float = 0.0
    """How far the second control point of the curve is to the right of the line from `a` to `b`,
    in board units."""
    pad_a: float = 16.0
    """The length of the curve without spaces at its start, from the middle of the place, in board
    units."""
    pad_b: float = 16.0
    """The length of the curve without spaces at its end, to the middle of the place, in board
    units."""


@dataclass(frozen=True, slots=True)
class Space:
    """One space of a route: its middle, in board units, and its direction on the board."""

    x: float
    """The x of the middle of the space."""
    y: float
    """The y of the middle of the space."""
    cos: float
    """The cosine of the direction along the route."""
    sin: float
    """The sine of the direction along the route."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The geometry of one edition's board. All lengths are in board units."""

    width: int
    height: int
    frame: int
    """The width of the border with the score track, in board units."""
    city_radius: float
    label_size: float
    """The font size of the names of cities, in board units."""
    cartouche: Box
    """The box of the title."""
    places: tuple[tuple[float, float], ...]
    """The middle of every city and border point, by number."""
    labels: tuple[Label, ...]
    """The name of every city, by number."""
    countries: tuple[Label, ...]
    """The names of the countries at the board's edge, in the edition's order."""
    bundles: tuple[Bundle, ...]

    def radius(self, place: int) -> float:
        """Return the radius of a city or a border point, in board units."""
        return self.city_radius if place < len(self.labels) else BORDER_RADIUS


def bundles_of(edition: Edition) -> tuple[Bundle, ...]:
    """Return an edition's routes, grouped into bundles of parallel routes, with straight curves."""
    index = gazetteer(edition)
    return tuple(
        Bundle((number, *index.parallel[number]), *index.route_ends[number])
        for number in range(len(edition.routes))
        if not index.parallel[number] or number < min(index.parallel[number])
    )


def label_lines(edition: Edition, city: int, number: int) -> tuple[str, ...]:
    """Return the name of a city in lines.

    Args:
        edition: the edition.
        city: the number of the city.
        number: the maximum number of lines, 1 or 2. A single word is never broken.
    """
    return lettering.lines(edition.cities[city].name, number)


def label_box(edition: Edition, city: int, number: int, size: float) -> tuple[float, float]:
    """Return width and height of a city's label in board units.

    The label is the name, and the merchandise token to its left if the city has one.

    Args:
        edition: the edition.
        city: the number of the city.
        number: into how many lines the name is broken, 1 or 2.
        size: the font size in board units.
    """
    wide, high = lettering.box(label_lines(edition, city, number), size)
    token = TOKEN if edition.cities[city].merchandise else 0
    return wide + token, max(high, token)


COUNTRY_SIZE = 1.2
"""The font size of a country's name, as a share of the size of city names."""
COUNTRY_SPACING = 0.14
"""The additional space between the letters of a country's name, as a share of its size."""


def country_box(name: str, size: float) -> tuple[float, float]:
    """Return width and height of a country's name in board units.

    Args:
        name: the name.
        size: the font size of the names of cities.
    """
    wide, high = lettering.box((name.upper(),), size * COUNTRY_SIZE)
    return wide + len(name) * size * COUNTRY_SIZE * COUNTRY_SPACING, high


def trace(layout: Layout, bundle: Bundle) -> Any:
    """Return points along a bundle's curve: rows of x, y and the length of the curve up to there.

    The lengths are in board units, and the curve starts at the bundle's place `a`.
    """
    points = np.zeros((curves.STEPS + 1, 3))
    ends = (*layout.places[bundle.a], *layout.places[bundle.b])
    curves.trace(points, ends, bundle.bend_a, bundle.bend_b)
    return points


def spaces(edition: Edition, layout: Layout) -> tuple[tuple[Space, ...], ...]:
    """Return the spaces of every route, by the route's number."""
    laid: list[tuple[Space, ...]] = [()] * len(edition.routes)
    for bundle in layout.bundles:
        points = trace(layout, bundle)
        longest = max(edition.routes[route].length for route in bundle.routes)
        room = float(points[-1, 2]) - bundle.pad_a - bundle.pad_b
        for track, route in enumerate(bundle.routes):
            length = edition.routes[route].length
            # A track with fewer spaces than the longest one keeps them close together.
            loose = room - length * WIDEST_PITCH if length < longest else 0.0
            rest = max(0.0, loose) / 2
            out = np.zeros((length, 4))
            aside = (track - (len(bundle.routes) - 1) / 2) * TRACKS_APART
            pads = (bundle.pad_a + rest, bundle.pad_b + rest)
            curves.place(out, points, pads, 1, TRACKS_APART, aside)
            laid[route] = tuple(Space(*map(float, row)) for row in out)
    return tuple(laid)


def read(edition: Edition) -> Layout | None:
    """Return the layout in an edition's file, or else the layout file of a built-in edition.

    Return None if there is neither, or if the layout does not have the edition's places and routes.
    """
    if edition.layout:
        return _laid_out(edition, json.loads(edition.layout))
    file = _LAYOUTS.joinpath(f"{edition.board}.toml")
    if not file.is_file():
        return None
    return parse(edition, file.read_text(encoding="utf-8"))


def parse(edition: Edition, text: str) -> Layout | None:
    """Return the layout in the text of a layout file.

    Return None if the layout does not have the edition's places and routes.

    Raises:
        KeyError, TypeError, ValueError: the text is not a layout file.
    """
    return _laid_out(edition, tomllib.loads(text))


def _laid_out(edition: Edition, table: dict[str, Any]) -> Layout | None:
    """Return the layout in a TOML table.

    Return None if the layout does not have the edition's places and routes.

    Raises:
        KeyError, TypeError, ValueError: the table is not a layout.
    """
    bundles = bundles_of(edition)
    codes = track_codes(edition)
    borders = border_codes(edition)
    fits = (
        table["cities"].keys() == {city.code for city in edition.cities}
        and table.get("borders", {}).keys() == set(borders)
        and table.get("countries", {}).keys() == {country.code for country in edition.countries}
        and table["routes"].keys() == set(codes)
    )
    if not fits:
        return None
    size = table["label_size"]
    width, height = table["size"]
    left, top, wide, high = table["cartouche"]
    labels: list[Label] = []
    for number, city in enumerate(edition.cities):
        entry = table["cities"][city.code]
        lines = entry.get("lines", 1)
        x, y = (at + by for at, by in zip(entry["at"], entry["label"], strict=True))
        box = Box(x, y, *label_box(edition, number, lines, size))
        labels.append(Label(label_lines(edition, number, lines), box))
    return Layout(
        width=width,
        height=height,
        frame=table["frame"],
        city_radius=table["city_radius"],
        label_size=size,
        cartouche=Box(left + wide / 2, top + high / 2, wide, high),
        places=(
            *(tuple(table["cities"][city.code]["at"]) for city in edition.cities),
            *(tuple(table["borders"][code]) for code in borders),
        ),
        labels=tuple(labels),
        countries=tuple(
            Label(
                (country.name.upper(),),
                Box(x, y, *country_box(country.name, size)),
            )
            for country in edition.countries
            for x, y in [table["countries"][country.code]]
        ),
        bundles=tuple(
            Bundle(bundle.routes[:: -1 if swap else 1], bundle.a, bundle.b, *curve)
            for bundle, code in zip(bundles, codes, strict=True)
            for *curve, swap in [(*table["routes"][code], 0)[:5]]
        ),
    )


def write(edition: Edition, layout: Layout, section: bool = False) -> str:
    """Return a layout as the text of a layout file.

    Args:
        edition: the edition.
        layout: the layout.
        section: whether to return the section `[layout]` of an edition's file instead.
    """
    index = gazetteer(edition)
    within = "layout." if section else ""

    def numbers(*values: float) -> str:
        return "[" + ", ".join(f"{round(value)}" for value in values) + "]"

    def key(code: str) -> str:
        return code if "/" not in code else f'"{code}"'

    box = layout.cartouche
    if section:
        out = [
            "[layout]",
            "# Where everything stands on the board: docs/drawing.md explains every key. Without",
            "# this section the board is arranged when it is drawn.",
        ]
    else:
        out = [
            "# Where everything stands on this board: docs/drawing.md explains every key.",
            "# Made by tools/boards/arrange.py; lines that were then set by hand stay as they are.",
            "",
        ]
    out += [
        f"size = {numbers(layout.width, layout.height)}",
        f"frame = {layout.frame}",
        f"city_radius = {layout.city_radius:g}",
        f"label_size = {layout.label_size:g}",
        f"cartouche = {numbers(box.left, box.top, box.width, box.height)}",
        "",
        f"[{within}cities]",
    ]
    for city, place, label in zip(edition.cities, layout.places, layout.labels, strict=False):
        by = numbers(label.box.x - round(place[0]), label.box.y - round(place[1]))
        lines = f", lines = {len(label.lines)}" if len(label.lines) > 1 else ""
        out.append(f"{city.code} = {{at = {numbers(*place)}, label = {by}{lines}}}")
    if edition.countries:
        out += ["", f"[{within}borders]"]
        places = layout.places[len(edition.cities) :]
        for code, place in zip(border_codes(edition), places, strict=True):
            out.append(f"{key(code)} = {numbers(*place)}")
        out += ["", f"[{within}countries]"]
        for country, label in zip(edition.countries, layout.countries, strict=True):
            out.append(f"{country.code} = {numbers(label.box.x, label.box.y)}")
    out += [""]
    out += ["# Bends of the curve, then what stays free at both ends."] if not section else []
    out += [f"[{within}routes]"]
    out += ["# Bends of the curve, then what stays free at both ends."] if section else []
    for bundle in layout.bundles:
        first = min(bundle.routes)
        swap = (1.0,) if bundle.routes[0] != first else ()
        values = numbers(bundle.bend_a, bundle.bend_b, bundle.pad_a, bundle.pad_b, *swap)
        out.append(f"{key(index.route_codes[first])} = {values}")
    return "\n".join(out) + "\n"


MOST_REMEMBERED: Final = 64
"""The maximum number of layouts in memory. The least recently used are dropped."""

_remembered: OrderedDict[Edition, Layout] = OrderedDict()
_remembering = threading.Lock()


def is_arranged(edition: Edition) -> bool:
    """Return whether `layout_of` can return a layout without arranging the board."""
    return _known(edition) is not None


def adopt(edition: Edition, text: str) -> bool:
    """Use a layout that another process has arranged for an edition's board.

    Args:
        edition: the edition.
        text: the layout, as written by `write`.

    Returns:
        Whether the text is a layout for this edition. If not, nothing changes.
    """
    layout = _parsed(edition, text)
    if layout is not None:
        _remember(edition, layout)
    return layout is not None


def layout_of(edition: Edition, progress: Callable[[float], None] | None = None) -> Layout:
    """Return the layout of an edition: its own if it has one, else an arranged one.

    A board without a layout is arranged at the first call, which takes up to a minute. The layout
    is then kept in the user's cache folder, or in the one that `WHISTLESTOP_CACHE` names.

    Args:
        edition: the edition.
        progress: called several times with the share that is done, from 0 to 1.
    """
    if (known := _known(edition)) is not None:
        return known
    return _remember(edition, _arrange(edition, progress))


def _known(edition: Edition) -> Layout | None:
    """Return the layout of an edition if it exists already, or None. No board is arranged."""
    with _remembering:
        if edition in _remembered:
            _remembered.move_to_end(edition)
            return _remembered[edition]
    found = read(edition) or _from_cache(edition)
    return None if found is None else _remember(edition, found)


def _remember(edition: Edition, layout: Layout) -> Layout:
    """Store an edition's layout in memory, and return the stored layout.

    If another caller has already stored a layout for the edition, that one is kept and returned. So
    all callers get one object.
    """
    with _remembering:
        layout = _remembered.setdefault(edition, layout)
        _remembered.move_to_end(edition)
        while len(_remembered) > MOST_REMEMBERED:
            _remembered.popitem(last=False)
    return layout


def _kept(edition: Edition) -> Path:
    return (
        cache_folder() / f"layouts-{_sources_hash()}" / f"{edition.name}-{edition.source[:16]}.toml"
    )


@cache
def _sources_hash() -> str:
    """Return a digest of the code that arranges boards.

    The cache folder for layouts has the digest in its name. So boards are arranged again after a
    change of the code.
    """
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _from_cache(edition: Edition) -> Layout | None:
    try:
        return _parsed(edition, _kept(edition).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _parsed(edition: Edition, text: str) -> Layout | None:
    """Return the layout in the text of a layout file.

    Return None if the text is damaged or is not a layout of this edition.
    """
    try:
        return parse(edition, text)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        return None


def _arrange(edition: Edition, progress: Callable[[float], None] | None) -> Layout:
    # Imported here, because it loads Numba, which built-in boards do not need.
    from whistlestop.drawing.layout.arrange import arranged

    found = arranged(edition, progress)
    path = _kept(edition)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write(edition, found), encoding="utf-8")
    return found
