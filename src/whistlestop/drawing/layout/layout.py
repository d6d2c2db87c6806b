"""Where everything stands on a board: places, labels, and the curves of the routes.

An edition that comes with Whistlestop has a layout file (`boards/usa.toml`): made by `arrange`,
then set by hand where places are crowded. Any other edition is arranged when it is first drawn.

All lengths are board units; a space is 44 by 16 of them, so that a piece has the same size on every
board; x grows to the right and y downwards from the top left corner.
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
"""Of a space along its route."""
SPACE_WIDTH = 16
"""Of a space across its route."""
TRACKS_APART = 19
"""From the middle of one parallel track to the middle of the next."""
BORDER_RADIUS = 9
TOKEN = 19
"""What a merchandise token adds to the width of its city's label."""

_LAYOUTS = resources.files("whistlestop.drawing").joinpath("layout").joinpath("boards")


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle by its middle."""

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
    """A name on the board."""

    lines: tuple[str, ...]
    box: Box
    """What the name covers, the merchandise token before it included."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The parallel routes between two places, which share one curve."""

    routes: tuple[int, ...]
    """Their numbers; the first lies on the left, seen from `a`."""
    a: int
    b: int
    """The places at its ends, by number."""
    bend_a: float = 0.0
    bend_b: float = 0.0
    """How far the curve's control points stand to the right of the straight line."""
    pad_a: float = 16.0
    pad_b: float = 16.0
    """What stays free between the middle of a place and the nearest space."""


@dataclass(frozen=True, slots=True)
class Space:
    """One space of a route."""

    x: float
    y: float
    """Its middle."""
    cos: float
    sin: float
    """Its direction, along the route."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The geometry of one edition's board."""

    width: int
    height: int
    frame: int
    """Width of the border that holds the score track."""
    city_radius: float
    label_size: float
    """Size of the type of the names of cities."""
    cartouche: Box
    """Where the title stands."""
    places: tuple[tuple[float, float], ...]
    """The middle of every city and border point, by number."""
    labels: tuple[Label, ...]
    """The name of every city, by number."""
    countries: tuple[Label, ...]
    """The names of the countries at the board's edge, in the edition's order."""
    bundles: tuple[Bundle, ...]

    def radius(self, place: int) -> float:
        """The radius of a city, or of a border point."""
        return self.city_radius if place < len(self.labels) else BORDER_RADIUS


def bundles_of(edition: Edition) -> tuple[Bundle, ...]:
    """The parallel routes of an edition taken together, straight as yet."""
    index = gazetteer(edition)
    return tuple(
        Bundle((number, *index.parallel[number]), *index.route_ends[number])
        for number in range(len(edition.routes))
        if not index.parallel[number] or number < min(index.parallel[number])
    )


def label_lines(edition: Edition, city: int, number: int) -> tuple[str, ...]:
    """The name of a city in one line or two."""
    return lettering.lines(edition.cities[city].name, number)


def label_box(edition: Edition, city: int, number: int, size: float) -> tuple[float, float]:
    """Width and height of the name of a city in one line or two, with its token."""
    wide, high = lettering.box(label_lines(edition, city, number), size)
    token = TOKEN if edition.cities[city].merchandise else 0
    return wide + token, max(high, token)


COUNTRY_SIZE = 1.2
"""The type of a country's name, as a share of that of the cities' names."""
COUNTRY_SPACING = 0.14
"""What is put between its letters, as a share of its size."""


def country_box(name: str, size: float) -> tuple[float, float]:
    """Width and height of the name of a country; `size` is that of the cities' names."""
    wide, high = lettering.box((name.upper(),), size * COUNTRY_SIZE)
    return wide + len(name) * size * COUNTRY_SIZE * COUNTRY_SPACING, high


def trace(layout: Layout, bundle: Bundle) -> Any:
    """The points of a bundle's curve, an array of (x, y, length from the start)."""
    points = np.zeros((curves.STEPS + 1, 3))
    ends = (*layout.places[bundle.a], *layout.places[bundle.b])
    curves.trace(points, ends, bundle.bend_a, bundle.bend_b)
    return points


def spaces(edition: Edition, layout: Layout) -> tuple[tuple[Space, ...], ...]:
    """The spaces of every route, by the route's number, in order from its first city."""
    laid: list[tuple[Space, ...]] = [()] * len(edition.routes)
    for bundle in layout.bundles:
        tracks = len(bundle.routes)
        length = edition.routes[bundle.routes[0]].length
        out = np.zeros((length * tracks, 4))
        pads = (bundle.pad_a, bundle.pad_b)
        curves.place(out, trace(layout, bundle), pads, tracks, TRACKS_APART)
        for track, route in enumerate(bundle.routes):
            laid[route] = tuple(Space(*map(float, row)) for row in out[track::tracks])
    return tuple(laid)


def read(edition: Edition) -> Layout | None:
    """The layout that the edition's file brings, or else the one that comes with Whistlestop.

    An edition file that only shares the name, and has other places or routes, has none.
    """
    if edition.layout:
        return _laid_out(edition, json.loads(edition.layout))
    file = _LAYOUTS.joinpath(f"{edition.name}.toml")
    if not file.is_file():
        return None
    return parse(edition, file.read_text(encoding="utf-8"))


def parse(edition: Edition, text: str) -> Layout | None:
    """Read a layout file; None if it is for other places or routes."""
    return _laid_out(edition, tomllib.loads(text))


def _laid_out(edition: Edition, table: dict[str, Any]) -> Layout | None:
    """The layout in a table; None if it is for other places or routes."""
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
            Bundle(bundle.routes, bundle.a, bundle.b, *table["routes"][code])
            for bundle, code in zip(bundles, codes, strict=True)
        ),
    )


def write(edition: Edition, layout: Layout, section: bool = False) -> str:
    """A layout as the text of a layout file.

    Args:
        edition: whose.
        layout: what is written.
        section: write it as the section `[layout]` of an edition's file instead.
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
        values = numbers(bundle.bend_a, bundle.bend_b, bundle.pad_a, bundle.pad_b)
        out.append(f"{key(index.route_codes[bundle.routes[0]])} = {values}")
    return "\n".join(out) + "\n"


MOST_REMEMBERED: Final = 64
"""Layouts that stay in memory, those used last; others are read from their files again."""

_remembered: OrderedDict[Edition, Layout] = OrderedDict()
_remembering = threading.Lock()


def is_arranged(edition: Edition) -> bool:
    """Whether `layout_of` can answer without arranging the board first."""
    return _known(edition) is not None


def adopt(edition: Edition, text: str) -> bool:
    """Take a layout for an edition's board that another process has arranged.

    Args:
        edition: whose board.
        text: what `write` made of the layout there.

    Returns:
        Whether the text is a layout of this edition.
    """
    layout = _parsed(edition, text)
    if layout is not None:
        _remember(edition, layout)
    return layout is not None


def layout_of(edition: Edition, progress: Callable[[float], None] | None = None) -> Layout:
    """The layout of an edition: the one that comes with it, or one that is arranged for it.

    An edition file's board is arranged when it is first asked for, which takes a minute; the
    layout is then kept in the user's cache folder (`WHISTLESTOP_CACHE` names another).

    Args:
        edition: whose.
        progress: called now and then with the share that is done, 0 to 1.
    """
    if (known := _known(edition)) is not None:
        return known
    return _remember(edition, _arrange(edition, progress))


def _known(edition: Edition) -> Layout | None:
    """The layout of an edition without arranging one."""
    with _remembering:
        if edition in _remembered:
            _remembered.move_to_end(edition)
            return _remembered[edition]
    found = read(edition) or _from_cache(edition)
    return None if found is None else _remember(edition, found)


def _remember(edition: Edition, layout: Layout) -> Layout:
    """The layout of an edition, the same one for all who ask at once."""
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
    """A digest of what decides how a board is arranged, so that another version arranges anew."""
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
    """The layout in a text that may hold anything; None if it holds none of this edition."""
    try:
        return parse(edition, text)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        return None


def _arrange(edition: Edition, progress: Callable[[float], None] | None) -> Layout:
    # Late, because it brings a compiler that no built-in board needs.
    from whistlestop.drawing.layout.arrange import arranged

    found = arranged(edition, progress)
    path = _kept(edition)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write(edition, found), encoding="utf-8")
    return found
