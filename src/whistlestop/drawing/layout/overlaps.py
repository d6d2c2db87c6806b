"""Find and name the overlaps on a board."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from whistlestop.drawing.layout import curves
from whistlestop.drawing.layout.layout import SPACE_LENGTH, SPACE_WIDTH, Box, Layout, spaces, trace
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.model import Edition

Rectangle = tuple[float, float, float, float, float, float]
"""A rotated rectangle: x and y of the middle, cosine and sine of the direction of its length, half
the length, half the width."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two things that overlap, or one that extends beyond the map."""

    what: str
    """The name of the first thing, such as `space 2 of DEN-OMA`, `the city Denver` or `the
    title`."""
    other: str
    """The name of the second thing, or `the frame`."""
    depth: float
    """The distance by which one of the two things would have to move, in board units. For routes
    that cross, it is the width of a space."""
    x: float
    y: float
    """The y of the approximate position of the overlap, in board units. `x` is the x."""
    crossing: bool = False
    """Whether the two things are routes that cross."""

    def sentence(self, edition: Edition) -> str:
        """Return the overlap as a sentence, with the names of places instead of codes."""
        index = gazetteer(edition)

        def named(thing: str) -> str:
            before, _, code = thing.rpartition(" ")
            if code not in index.route_of:
                return thing
            return f"{before} {index.route_title(index.route_of[code])}"

        verb = "crosses" if self.crossing else "lies in"
        where = f"at {self.x:.0f}, {self.y:.0f}"
        units = round(self.depth)
        deep = "" if self.crossing else f" by {units} unit{'' if units == 1 else 's'}"
        return f"{named(self.what)} {verb} {named(self.other)}{deep}, {where}"

    def __str__(self) -> str:
        return (
            f"{self.what} and {self.other}: {self.depth:.1f} units, at {self.x:.0f}, {self.y:.0f}"
        )


def _rectangle(box: Box) -> Rectangle:
    return (box.x, box.y, 1.0, 0.0, box.width / 2, box.height / 2)


def rectangles(edition: Edition, layout: Layout) -> dict[str, Rectangle]:
    """Return the rectangle of every space and name on a board, and of the title.

    The keys are names such as `space 2 of DEN-OMA` or `the title`.
    """
    index = gazetteer(edition)
    found: dict[str, Rectangle] = {}
    for code, row in zip(index.route_codes, spaces(edition, layout), strict=True):
        for number, space in enumerate(row, start=1):
            half = (SPACE_LENGTH / 2, SPACE_WIDTH / 2)
            found[f"space {number} of {code}"] = (space.x, space.y, space.cos, space.sin, *half)
    for label in (*layout.labels, *layout.countries):
        found[f"the name {' '.join(label.lines)}"] = _rectangle(label.box)
    found["the title"] = _rectangle(layout.cartouche)
    return found


def discs(edition: Edition, layout: Layout) -> dict[str, tuple[float, float, float]]:
    """Return every city and border point as x, y and radius, in board units.

    The keys are names such as `the city Denver`.
    """
    index = gazetteer(edition)
    found: dict[str, tuple[float, float, float]] = {}
    for number, (place, (x, y)) in enumerate(zip(index.places, layout.places, strict=True)):
        name = f"the border {place.name} {number}" if place.country else f"the city {place.name}"
        found[name] = (x, y, layout.radius(number))
    return found


def _crossings(edition: Edition, layout: Layout) -> Iterator[Overlap]:
    """Yield an overlap for every two routes whose curves cross, except at a common end."""
    codes = gazetteer(edition).route_codes
    ways = [(bundle, trace(layout, bundle)[:, :2]) for bundle in layout.bundles]
    for (one, a), (other, b) in combinations(ways, 2):
        if (a.min(0) > b.max(0)).any() or (b.min(0) > a.max(0)).any():
            continue
        along, across = np.diff(a, axis=0)[:, None], np.diff(b, axis=0)[None]
        between = b[None, :-1] - a[:-1, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            turn = _cross(along, across)
            share_a = _cross(between, across) / turn
            share_b = _cross(between, along) / turn
        hits = (share_a >= 0) & (share_a <= 1) & (share_b >= 0) & (share_b <= 1)
        shared = [layout.places[place] for place in {one.a, one.b} & {other.a, other.b}]
        for row, column in np.argwhere(hits):
            x, y = a[row] + along[row, 0] * share_a[row, column]
            if all(math.dist((x, y), place) > layout.city_radius for place in shared):
                first, second = (f"the route {codes[min(way.routes)]}" for way in (one, other))
                yield Overlap(first, second, SPACE_WIDTH, float(x), float(y), crossing=True)


def _cross(a: Any, b: Any) -> Any:
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def overlaps(edition: Edition, layout: Layout, margin: float = 0.0) -> Iterator[Overlap]:
    """Yield every overlap on a board.

    There are three kinds of overlaps: two things that are closer together than `margin` board
    units, two routes that cross, and a space, a name or the title that is closer to the frame than
    `margin`.
    """
    boxes = rectangles(edition, layout)
    places = discs(edition, layout)
    for (name, a), (other, b) in combinations(boxes.items(), 2):
        if depth := curves.overlap(a, b, margin):
            yield Overlap(name, other, depth, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    for name, disc in places.items():
        for other, b in boxes.items():
            if depth := curves.disc_overlap(disc, b, margin):
                yield Overlap(name, other, depth, disc[0], disc[1])
    for (name, a), (other, b) in combinations(places.items(), 2):
        depth = a[2] + b[2] + margin - ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
        if depth > 0:
            yield Overlap(name, other, depth, a[0], a[1])
    yield from _crossings(edition, layout)
    inside = layout.frame + margin
    for name, (x, y, cos, sin, length, width) in boxes.items():
        across = abs(cos) * length + abs(sin) * width
        down = abs(sin) * length + abs(cos) * width
        depth = max(
            inside - (x - across),
            inside - (y - down),
            x + across - (layout.width - inside),
            y + down - (layout.height - inside),
        )
        if depth > 0:
            yield Overlap(name, "the frame", depth, x, y)
