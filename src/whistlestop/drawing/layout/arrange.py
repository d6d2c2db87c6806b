"""Arrange a board: find positions for all places, curves and names, without overlaps if possible.

The method is simulated annealing (Kirkpatrick, Gelatt and Vecchi, 1983). It varies the places, the
bends of the routes, the gaps at the ends of their spaces, and the names. It minimises a sum of
squares: the distance of places from their geographic positions, the bends of routes, the gaps
between spaces, and with the greatest weight the depth of overlaps.

The boards of the built-in editions were arranged so, and then corrected by hand. The board of any
other edition is arranged when it is first drawn.
"""

# Numba has no type stubs, so types in compiled code are unknown. All other checks stay strict.
# pyright: reportMissingParameterType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownParameterType=false
# pyright: reportUnknownVariableType=false

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numba
import numpy as np

from whistlestop.drawing.layout import curves
from whistlestop.drawing.layout.layout import (
    BORDER_RADIUS,
    SPACE_LENGTH,
    SPACE_WIDTH,
    TRACKS_APART,
    Box,
    Bundle,
    Label,
    Layout,
    bundles_of,
    country_box,
    label_box,
    label_lines,
)
from whistlestop.drawing.layout.overlaps import overlaps
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.layout_section import border_codes
from whistlestop.editions.model import Edition

_compiled = numba.njit(cache=True, nogil=True, error_model="numpy")
_trace = _compiled(curves.trace)
_place = _compiled(curves.place)
_overlap = _compiled(curves.overlap)
_disc_overlap = _compiled(curves.disc_overlap)

# ---------------------------------------------------------------- what a board should keep apart

GAP: Final = 3.0
"""The gap between two spaces of one track, in board units, below which a layout costs more."""
BETWEEN_ROUTES: Final = 6.0
BARE_TRACK: Final = 2.0
"""The gap between the bare track at the end of a route and another route, in board units, below
which a layout costs more."""
CROSSING: Final = 1500.0
"""The cost of two routes that cross. It is high, because printed maps have no crossings."""
BESIDE_NAMES: Final = 4.0
BESIDE_PLACES: Final = 7.0
NAME_AWAY: Final = 3.0
"""The gap between a city and its own name, in board units."""
NAME_TO_OTHERS: Final = 13.0
"""The gap between a name and any place except its own city, in board units, below which a layout
costs more."""

_SHORTEST_PAD: Final = 5.0
"""The gap between the edge of a city and the nearest space of its routes, in board units, below
which a layout costs more."""

# The columns of the arrays in `_Problem`.
_ANCHOR_X, _ANCHOR_Y, _RADIUS, _HOLD, _COUNTRY = 0, 1, 2, 3, 4
_SPACES, _TRACKS, _FIRST = 2, 3, 4
_WIDE, _HIGH, _WIDE2, _HIGH2, _OWNER = 0, 1, 2, 3, 4


_CORNERS: Final = 9
"""The number of points of the line that stands for a curve in the test for crossings."""


@dataclass(frozen=True, slots=True)
class Start:
    """The settings with which an arrangement begins. Lengths are in board units.

    Attributes:
        size: width and height of the whole board. None = choose by the number of spaces.
        margins: the distances of the outermost places from the edges: left, top, right, bottom.
        cartouche: left, top, width and height of the title. None = choose the emptiest corner.
        parallel: latitude and longitude of the middle of the projection. None = use the mean of the
            places.
        city: the radius of a city.
        label: the font size of the names.
        borders: latitude and longitude of border points, by the code of the first route there.
        frame: the width of the border with the score track.
        hold: the strength with which cities are pulled to their geographic positions.
        room: a factor for the area of the board, if no size is given.
        bends: the initial bends of routes by code, to avoid crossings. Other routes are straight.
    """

    size: tuple[int, int] | None = None
    margins: tuple[int, int, int, int] = (120, 105, 120, 105)
    cartouche: tuple[int, int, int, int] | None = None
    parallel: tuple[float, float] | None = None
    city: float = 11
    label: float = 20
    borders: Mapping[str, tuple[float, float]] | None = None
    frame: int = 46
    hold: float = 0.008
    room: float = 1.0
    bends: Mapping[str, float] | None = None


def conic(latitude: float, longitude: float, middle: tuple[float, float]) -> tuple[float, float]:
    """Return x and y of a place in the equidistant conic projection of one standard parallel.

    The unit is the radius of the earth. y grows downwards.

    Args:
        latitude: the latitude of the place in degrees.
        longitude: the longitude of the place in degrees.
        middle: latitude and longitude of the middle of the projection, in degrees.
    """
    parallel, meridian = math.radians(middle[0]), math.radians(middle[1])
    cone = math.sin(parallel) or 1e-6
    rho = 1 / math.tan(parallel or 1e-6) + parallel - math.radians(latitude)
    theta = cone * (math.radians(longitude) - meridian)
    return rho * math.sin(theta), rho * math.cos(theta)


def place_by_geography(edition: Edition, start: Start) -> Layout:
    """Return a first layout: places by latitude and longitude, straight routes, names on the right.

    If the edition has no geographic positions, the lengths of the routes determine the places.
    """
    codes = border_codes(edition)
    borders = start.borders or {}
    index = gazetteer(edition)
    countries = {country.code: country for country in edition.countries}
    known = [(city.latitude, city.longitude) for city in edition.cities]
    for number, code in enumerate(codes, start=len(edition.cities)):
        country = countries[index.places[number].code]
        near = edition.cities[index.route_ends[index.route_of[code]][0]]
        # A border point without a position lies between its city and the country.
        between = (
            near.latitude * 0.6 + country.latitude * 0.4,
            near.longitude * 0.6 + country.longitude * 0.4,
        )
        known.append(borders.get(code, between))
    middle = start.parallel or (
        sum(latitude for latitude, _ in known) / len(known),
        sum(longitude for _, longitude in known) / len(known),
    )
    if has_geography(edition):
        flat = [conic(*place, middle) for place in known]
    else:
        flat = _spread(edition)
    xs, ys = [x for x, _ in flat], [y for _, y in flat]
    wide, high = max(xs) - min(xs) or 1.0, max(ys) - min(ys) or 1.0
    width, height, full = (
        (*start.size, 1.0) if start.size else _size(edition, wide / high, start.room)
    )
    left, top, right, bottom = start.margins
    # On a board larger than its routes need, the places stay in the middle.
    across, down = (width - left - right) * full, (height - top - bottom) * full
    left, top = left + (width - left - right - across) / 2, top + (height - top - bottom - down) / 2
    places = tuple(
        (left + (x - min(xs)) / wide * across, top + (y - min(ys)) / high * down) for x, y in flat
    )
    cx, cy, cw, ch = start.cartouche or _title(places, width, height, start.frame)
    labels: list[Label] = []
    for number in range(len(edition.cities)):
        w, h = label_box(edition, number, 1, start.label)
        x, y = places[number]
        box = Box(x + start.city + NAME_AWAY + w / 2, y, w, h)
        labels.append(Label(label_lines(edition, number, 1), box))
    names: list[Label] = []
    for country in edition.countries:
        mine = [places[number] for number in index.borders[country.code]]
        x, y = (sum(values) / len(mine) for values in zip(*mine, strict=True))
        names.append(
            Label((country.name.upper(),), Box(x, y, *country_box(country.name, start.label)))
        )
    return Layout(
        width=width,
        height=height,
        frame=start.frame,
        city_radius=start.city,
        label_size=start.label,
        cartouche=Box(cx + cw / 2, cy + ch / 2, cw, ch),
        places=places,
        labels=tuple(labels),
        countries=tuple(names),
        bundles=tuple(
            replace(bundle, bend_a=bend, bend_b=bend)
            for bundle in bundles_of(edition)
            for bend in [(start.bends or {}).get(index.route_codes[bundle.routes[0]], 0.0)]
        ),
    )


def _title(
    places: Sequence[tuple[float, float]], width: int, height: int, frame: int
) -> tuple[float, float, float, float]:
    """Return the box for the title: left, top, width and height, in board units.

    The box is in that corner of the map in which the middle of the box is farthest from the nearest
    place.

    Args:
        places: x and y of all places.
        width: the width of the whole board.
        height: the height of the whole board.
        frame: the width of the border with the score track.
    """
    wide, high, edge = 250, 100, frame + 30
    corners = [
        (left, top) for left in (edge, width - edge - wide) for top in (height - edge - high, edge)
    ]

    def free(corner: tuple[float, float]) -> float:
        return min(math.dist((corner[0] + wide / 2, corner[1] + high / 2), at) for at in places)

    return (*max(corners, key=free), wide, high)


_HALF_TRACK: Final = 1350.0
"""The minimum sum of the map's width and height. With this sum, the fields of the score track are
28 units long."""


def has_geography(edition: Edition) -> bool:
    """Return whether all cities of an edition have geographic positions, no two of them equal.

    Latitude 0 and longitude 0 together mean that a city has no position.
    """
    places = {(city.latitude, city.longitude) for city in edition.cities}
    return len(places) == len(edition.cities) and (0.0, 0.0) not in places


def _spread(edition: Edition) -> list[tuple[float, float]]:
    """Return positions for all places at which distances match the shortest paths between them.

    A path is as long as its spaces, plus 1 for each route. The method is stress majorisation
    (Gansner, Koren and North, 2004), starting from classical scaling. The longer axis is
    horizontal.
    """
    index = gazetteer(edition)
    many = len(index.places)
    far = np.full((many, many), np.inf)
    np.fill_diagonal(far, 0)
    for route, (a, b) in zip(edition.routes, index.route_ends, strict=True):
        far[a, b] = far[b, a] = min(far[a, b], route.length + 1)
    for via in range(many):
        far = np.minimum(far, far[:, via, None] + far[None, via])
    far[np.isinf(far)] = 1.2 * far[np.isfinite(far)].max()
    centre = np.eye(many) - 1 / many
    sizes, axes = np.linalg.eigh(-centre @ (far**2) @ centre / 2)
    places = axes[:, [-1, -2]] * np.sqrt(np.maximum(sizes[[-1, -2]], 1e-3))
    # Noise from a fixed seed separates places to which scaling gives equal positions.
    places = places + np.random.default_rng(1).normal(0, 0.05, places.shape)
    weights = 1 / np.where(far > 0, far, 1) ** 2
    np.fill_diagonal(weights, 0)
    laplace = np.linalg.pinv(np.diag(weights.sum(1)) - weights)
    for _ in range(300):
        apart = np.linalg.norm(places[:, None] - places[None], axis=2)
        pull = -weights * far / np.where(apart > 1e-9, apart, 1)
        np.fill_diagonal(pull, 0)
        np.fill_diagonal(pull, -pull.sum(1))
        places = laplace @ (pull @ places)
    _, turn = np.linalg.eigh(np.cov(places.T))
    return [(float(x), float(y)) for x, y in places @ turn[:, ::-1]]


def _size(edition: Edition, shape: float, room: float) -> tuple[int, int, float]:
    """Return the width and height of a board, and the share of both that the routes need.

    The area for each space is about that of the large built-in boards, times `room`. The edges are
    long enough for the numbers of the score track to be legible. The share is below 1 if only the
    score track requires edges of this length.

    Args:
        edition: the edition.
        shape: the width of all places together, divided by their height.
        room: a factor for the area.
    """
    area = 4600.0 * sum(route.length for route in edition.routes) + 9000 * len(edition.cities)
    area = (area + 80_000) * room
    shape = min(1.6, max(0.75, shape))
    grow = max(1.0, _HALF_TRACK / (math.sqrt(area * shape) + math.sqrt(area / shape)))
    wide, high = math.sqrt(area * shape) * grow, math.sqrt(area / shape) * grow
    return round(wide / 20) * 20 + 92, round(high / 20) * 20 + 92, 1 / grow


# ----------------------------------------------------------------- the problem in plain numbers


@dataclass(slots=True)
class _Problem:
    """A layout as arrays. The search changes `places`, `curve` and `names`.

    A word in brackets, such as `[place]`, names the index of an array's rows.
    """

    fixed: Any
    """[place] five numbers for each place.

    They are x and y of its geographic position, its radius, the strength with which it is pulled
    there, and the country: −1 for border points of the first country, −2 for those of the second
    and so on, 0 for cities.
    """
    bundles: Any
    """[bundle] five numbers for each bundle, which is a group of parallel routes.

    They are the two places that the bundle joins, the spaces on each track, the number of tracks,
    and the bundle's first row in the array of spaces. After its spaces, a bundle has two more rows
    there: the bare track before the first space and the bare track after the last space.
    """
    boxes: Any
    """[name] five numbers for each name.

    They are the width and height in one line, the width and height in two lines (0 = a single
    word), and the number of the city. For the name of a country, the last number is −1 for the
    first country, −2 for the second and so on.
    """
    bounds: Any
    """Left, top, right and bottom of the map, then the title's box as a rotated rectangle."""
    places: Any
    curve: Any
    """[bundle] the bends and pads of each bundle: `bend_a`, `bend_b`, `pad_a` and `pad_b`."""
    names: Any
    """[name] x and y of the middle of each name, 1 if it has two lines (else 0), and its position
    around its city (see `_round_city`)."""


def _problem(edition: Edition, layout: Layout, homes: Layout, holds: Any) -> _Problem:
    cities = len(edition.cities)
    index = gazetteer(edition)
    order = [country.code for country in edition.countries]
    fixed = np.zeros((len(layout.places), 5))
    for number, home in enumerate(homes.places):
        radius = layout.city_radius if number < cities else BORDER_RADIUS
        country = -1 - order.index(index.places[number].code) if number >= cities else 0
        fixed[number] = (*home, radius, holds[number], country)
    bundles = np.zeros((len(layout.bundles), 5), np.int64)
    first = 0
    for number, bundle in enumerate(layout.bundles):
        # Shorter tracks get the room of the longest one, between whose ends their spaces lie.
        length = max(edition.routes[route].length for route in bundle.routes)
        tracks = len(bundle.routes)
        bundles[number] = (bundle.a, bundle.b, length, tracks, first)
        first += length * tracks + 2
    boxes = np.zeros((cities + len(layout.countries), 5))
    names = np.zeros((cities + len(layout.countries), 4))
    for number, label in enumerate(layout.labels):
        one = label_box(edition, number, 1, layout.label_size)
        two = (0.0, 0.0)
        if len(label_lines(edition, number, 2)) > 1:
            two = label_box(edition, number, 2, layout.label_size)
        boxes[number] = (*one, *two, number)
        names[number] = (label.box.x, label.box.y, len(label.lines) - 1, 0)
    for number, label in enumerate(layout.countries, start=cities):
        boxes[number] = (label.box.width, label.box.height, 0, 0, cities - 1 - number)
        names[number] = (label.box.x, label.box.y, 0, 0)
    title = layout.cartouche
    edge = layout.frame + 8
    return _Problem(
        fixed=fixed,
        bundles=bundles,
        boxes=boxes,
        bounds=np.array(
            [
                *(edge, edge, layout.width - edge, layout.height - edge),
                *(title.x, title.y, 1.0, 0.0, title.width / 2, title.height / 2),
            ]
        ),
        places=np.array(layout.places, float),
        curve=np.array([[b.bend_a, b.bend_b, b.pad_a, b.pad_b] for b in layout.bundles], float),
        names=names,
    )


# ----------------------------------------------------------------------------- what is minimised


@_compiled
def _lay(bundle, bundles, places, curve, spaces, points, lines):
    """Place the spaces of one bundle of parallel routes along its curve, and return the pitch.

    The pitch is the distance between the middles of two neighbouring spaces of a track. `bundle` is
    the number of the bundle. `bundles`, `places` and `curve` are fields of `_Problem`.

    The results are written to `spaces` and `lines`, and `points` is a workspace. The bundle has a
    row of `spaces` for each of its spaces, and one for the bare track at each end. A row is a
    rotated rectangle: x and y of the middle, cosine and sine of the angle, half the length and half
    the width. `lines[bundle]` receives x and y of `_CORNERS` points along the curve.
    """
    a, b = bundles[bundle, 0], bundles[bundle, 1]
    tracks, first = bundles[bundle, _TRACKS], bundles[bundle, _FIRST]
    ends = (places[a, 0], places[a, 1], places[b, 0], places[b, 1])
    _trace(points, ends, curve[bundle, 0], curve[bundle, 1])
    for corner in range(_CORNERS):
        lines[bundle, corner, 0] = points[corner * (curves.STEPS // (_CORNERS - 1)), 0]
        lines[bundle, corner, 1] = points[corner * (curves.STEPS // (_CORNERS - 1)), 1]
    rows = spaces[first : first + bundles[bundle, _SPACES] * tracks]
    pads = (curve[bundle, 2], curve[bundle, 3])
    pitch = _place(rows, points, pads, tracks, TRACKS_APART)
    many = bundles[bundle, _SPACES] * tracks
    last = first + many - 1
    # Spaces include the gaps between them, so that nothing can cross in a gap.
    spaces[first : last + 1, 4] = max(SPACE_LENGTH, pitch) / 2
    for end in range(2):
        # The bare track, from the middle of the place to the middle of the nearest spaces.
        one, other = (first, first + tracks - 1) if end == 0 else (last - tracks + 1, last)
        x, y = (spaces[one, 0] + spaces[other, 0]) / 2, (spaces[one, 1] + spaces[other, 1]) / 2
        px, py = ends[2 * end], ends[2 * end + 1]
        away = math.hypot(x - px, y - py) + 1e-9
        cos, sin = (x - px) / away, (y - py) / away
        begin = 14.0
        half = max(0.5, (away - SPACE_LENGTH / 2 - begin) / 2)
        row = first + many + end
        spaces[row, 0] = px + cos * (begin + half)
        spaces[row, 1] = py + sin * (begin + half)
        spaces[row, 2], spaces[row, 3] = cos, sin
        spaces[row, 4], spaces[row, 5] = half, 2.0
    return pitch


@_compiled
def _bundle_cost(bundle, bundles, fixed, bounds, places, curve, spaces, pitches):
    """Return the cost of a bundle's pitch, bends and pads, and of spaces outside the map.

    Overlaps with other things are not included. `bundle` is the number of the bundle. `spaces` and
    `pitches` are results of `_lay`. The other arrays are fields of `_Problem`.
    """
    a, b = bundles[bundle, 0], bundles[bundle, 1]
    chord = math.hypot(places[a, 0] - places[b, 0], places[a, 1] - places[b, 1]) + 1e-6
    length, tracks, first = bundles[bundle, 2], bundles[bundle, 3], bundles[bundle, 4]
    bend_a, bend_b = curve[bundle, 0] / chord, curve[bundle, 1] / chord
    cost = 90 * (bend_a * bend_a + bend_b * bend_b) + 110 * (bend_a - bend_b) ** 2
    cost += 4 * max(0.0, SPACE_LENGTH + GAP - pitches[bundle]) ** 2 * length
    # On the inner side of a bend, the spaces of a track are closer together.
    tight = pitches[bundle] if pitches[bundle] > SPACE_LENGTH else SPACE_LENGTH
    for row in range(first, first + (length - 1) * tracks):
        cost += 12 * _overlap(spaces[row], spaces[row + tracks], GAP + SPACE_LENGTH - tight) ** 2
    cost += 0.05 * max(0.0, pitches[bundle] - 1.16 * SPACE_LENGTH) ** 2 * length
    for end in range(2):
        place = bundles[bundle, end]
        pad = curve[bundle, 2 + end]
        shortest = fixed[place, _RADIUS] + _SHORTEST_PAD
        cost += 3 * max(0.0, shortest - pad) ** 2 + 0.03 * max(0.0, pad - shortest - 4) ** 2
    reach = SPACE_WIDTH / 2 + 2
    for row in range(first, first + length * tracks):
        x, y = spaces[row, 0], spaces[row, 1]
        cost += _outside(x, y, reach, reach, bounds)
    return cost


@_compiled
def _outside(x, y, half_width, half_height, bounds):
    out = max(0.0, bounds[0] + half_width - x) + max(0.0, x + half_width - bounds[2])
    out += max(0.0, bounds[1] + half_height - y) + max(0.0, y + half_height - bounds[3])
    return 2 * out * out


@_compiled
def _set_box(name, boxes, names, rectangles):
    """Write the rectangle that a name covers to its row of `rectangles`.

    `name` is the number of the name. `boxes` and `names` are fields of `_Problem`.
    """
    broken = names[name, 2] > 0
    rectangles[name, 0] = names[name, 0]
    rectangles[name, 1] = names[name, 1]
    rectangles[name, 2] = 1.0
    rectangles[name, 4] = boxes[name, _WIDE2 if broken else _WIDE] / 2
    rectangles[name, 5] = boxes[name, _HIGH2 if broken else _HIGH] / 2


@_compiled
def _name_cost(name, boxes, names, rectangles, bounds, places, fixed):
    """Return the cost of a name alone.

    `name` is the number of the name. `rectangles` has the area that each name covers. The other
    arrays are fields of `_Problem`.

    A name should be inside the map and away from the title. A city's name should be at the side of
    the city, in one line. A country's name should be close to the country's border points.
    """
    r = rectangles[name]
    cost = _outside(r[0], r[1], r[4], r[5], bounds)
    cost += _overlap(r, bounds[4:10], 8.0) ** 2
    owner = int(boxes[name, _OWNER])
    if owner >= 0:
        aside = abs(places[owner, 0] - r[0]) / r[4]
        cost += 1.5 * max(0.0, 1 - aside) + (0.8 if names[name, 2] > 0 else 0.0)
    else:
        # The name of a country should be near its border points, on their outer side.
        x, y, many = 0.0, 0.0, 0
        for place in range(places.shape[0]):
            if fixed[place, _COUNTRY] == owner:
                x, y, many = x + places[place, 0], y + places[place, 1], many + 1
        middle_x, middle_y = (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2
        x, y = x / many, y / many
        out = math.hypot(x - middle_x, y - middle_y) + 1e-9
        x, y = x + (x - middle_x) / out * 50, y + (y - middle_y) / out * 50
        cost += 0.02 * ((r[0] - x) ** 2 + (r[1] - y) ** 2)
    return cost


@_compiled
def _cost(what, number, problem, work):
    """Return the cost of a place, a bundle or a name, with its overlaps with everything near it.

    `what` is 0 for a place, 1 for a bundle and 2 for a name, and `number` is its number. The cost
    of a place includes its routes and its name. `problem` has the fields of `_Problem`, and `work`
    has the arrays that are computed from them.
    """
    fixed, bundles, boxes, bounds, places, curve, names = problem
    spaces, pitches, rectangles, touched, named, _, _ = work
    cost = 0.0
    for bundle in range(bundles.shape[0]):
        touched[bundle] = False
    for name in range(boxes.shape[0]):
        named[name] = False
    if what == 0:
        dx, dy = places[number, 0] - fixed[number, 0], places[number, 1] - fixed[number, 1]
        cost += fixed[number, _HOLD] * (dx * dx + dy * dy)
        edge = fixed[number, _RADIUS] + 4
        cost += _outside(places[number, 0], places[number, 1], edge, edge, bounds)
        for bundle in range(bundles.shape[0]):
            touched[bundle] = bundles[bundle, 0] == number or bundles[bundle, 1] == number
        for name in range(boxes.shape[0]):
            named[name] = boxes[name, _OWNER] == number
        for other in range(places.shape[0]):
            if other != number:
                near = fixed[number, _RADIUS] + fixed[other, _RADIUS] + 20
                apart = math.hypot(
                    places[number, 0] - places[other, 0], places[number, 1] - places[other, 1]
                )
                cost += max(0.0, near - apart) ** 2
        disc = (places[number, 0], places[number, 1], fixed[number, _RADIUS])
        cost += _disc_overlap(disc, bounds[4:10], 12.0) ** 2
        for name in range(boxes.shape[0]):
            if not named[name]:
                cost += _disc_overlap(disc, rectangles[name], NAME_TO_OTHERS) ** 2
        for bundle in range(bundles.shape[0]):
            if not touched[bundle]:
                first = bundles[bundle, _FIRST]
                last = first + bundles[bundle, _SPACES] * bundles[bundle, _TRACKS] + 2
                for row in range(first, last):
                    cost += _disc_overlap(disc, spaces[row], BESIDE_PLACES) ** 2
    elif what == 1:
        touched[number] = True
    else:
        named[number] = True
    for bundle in range(bundles.shape[0]):
        if touched[bundle]:
            cost += _bundle_cost(bundle, bundles, fixed, bounds, places, curve, spaces, pitches)
            cost += _bundle_about(bundle, problem, work)
    for name in range(boxes.shape[0]):
        if named[name]:
            cost += _name_cost(name, boxes, names, rectangles, bounds, places, fixed)
            cost += _name_about(name, problem, work)
    return cost


@_compiled
def _bundle_about(bundle, problem, work):
    """Return the cost of a bundle's crossings and of the overlaps of its spaces with other things.

    Two kinds of things are left out: names that are marked in the array `named` of `work`, and
    bundles with lower numbers that are marked in its array `touched`. The costs of these names and
    bundles contain their overlaps with this bundle. `bundle` is the number of this bundle.
    """
    fixed, bundles, boxes, bounds, places, _, _ = problem
    spaces, _, rectangles, touched, named, boxed, lines = work
    cost = 0.0
    first = bundles[bundle, _FIRST]
    last = first + bundles[bundle, _SPACES] * bundles[bundle, _TRACKS] + 2
    # A test of the rectangles around all spaces excludes most other bundles.
    for other in range(bundles.shape[0]):
        if other == bundle or (touched[other] and other < bundle):
            continue
        if not _near(boxed, bundle, other):
            continue
        cost += CROSSING * _crossings(bundle, other, bundles, places, lines)
        begin = bundles[other, _FIRST]
        end = begin + bundles[other, _SPACES] * bundles[other, _TRACKS] + 2
        for row in range(first, last):
            for column in range(begin, end):
                bare = spaces[row, 5] < 3 or spaces[column, 5] < 3
                if bare:
                    cost += 3 * _overlap(spaces[row], spaces[column], BARE_TRACK) ** 2
                else:
                    cost += _overlap(spaces[row], spaces[column], BETWEEN_ROUTES) ** 2
    for row in range(first, last):
        space = spaces[row]
        cost += _overlap(space, bounds[4:10], 8.0) ** 2
        for name in range(boxes.shape[0]):
            if not named[name]:
                cost += _overlap(space, rectangles[name], BESIDE_NAMES) ** 2
        for place in range(places.shape[0]):
            if place == bundles[bundle, 0] or place == bundles[bundle, 1]:
                continue
            if abs(places[place, 0] - space[0]) < 60 and abs(places[place, 1] - space[1]) < 60:
                disc = (places[place, 0], places[place, 1], fixed[place, _RADIUS])
                cost += _disc_overlap(disc, space, BESIDE_PLACES) ** 2
    return cost


@_compiled
def _crossings(a, b, bundles, places, lines):
    """Return the number of points at which two bundles cross. A common end does not count.

    `a` and `b` are the numbers of the bundles. `lines` has the line of each bundle, from `_lay`.
    """
    found = 0
    for i in range(_CORNERS - 1):
        px, py = lines[a, i, 0], lines[a, i, 1]
        rx, ry = lines[a, i + 1, 0] - px, lines[a, i + 1, 1] - py
        for j in range(_CORNERS - 1):
            qx, qy = lines[b, j, 0], lines[b, j, 1]
            sx, sy = lines[b, j + 1, 0] - qx, lines[b, j + 1, 1] - qy
            turn = rx * sy - ry * sx
            if turn == 0:
                continue
            one = ((qx - px) * sy - (qy - py) * sx) / turn
            other = ((qx - px) * ry - (qy - py) * rx) / turn
            if 0 <= one <= 1 and 0 <= other <= 1:
                shared = False
                for end in range(2):
                    place = bundles[a, end]
                    if place == bundles[b, 0] or place == bundles[b, 1]:
                        x, y = px + one * rx - places[place, 0], py + one * ry - places[place, 1]
                        shared = shared or x * x + y * y < 100
                if not shared:
                    found += 1
    return found


@_compiled
def _near(boxed, a, b):
    return (
        boxed[a, 0] <= boxed[b, 2]
        and boxed[b, 0] <= boxed[a, 2]
        and boxed[a, 1] <= boxed[b, 3]
        and boxed[b, 1] <= boxed[a, 3]
    )


@_compiled
def _bound(bundle, bundles, spaces, boxed):
    """Write the upright rectangle around a bundle's spaces, with a margin, to `boxed`.

    `bundle` is the number of the bundle. Its row of `boxed` receives left, top, right and bottom.
    """
    first = bundles[bundle, _FIRST]
    last = first + bundles[bundle, _SPACES] * bundles[bundle, _TRACKS] + 2
    room = SPACE_LENGTH / 2 + BETWEEN_ROUTES
    for axis in range(2):
        least = most = spaces[first, axis]
        for row in range(first + 1, last):
            least, most = min(least, spaces[row, axis]), max(most, spaces[row, axis])
        boxed[bundle, axis], boxed[bundle, 2 + axis] = least - room, most + room


@_compiled
def _name_about(name, problem, work):
    fixed, _, boxes, _, places, _, _ = problem
    spaces, _, rectangles, _, _, _, _ = work
    cost = 0.0
    r = rectangles[name]
    for other in range(boxes.shape[0]):
        if other != name:
            cost += _overlap(r, rectangles[other], BESIDE_NAMES + 4) ** 2
    for row in range(spaces.shape[0]):
        cost += _overlap(spaces[row], r, BESIDE_NAMES) ** 2
    for place in range(places.shape[0]):
        if place != boxes[name, _OWNER]:
            disc = (places[place, 0], places[place, 1], fixed[place, _RADIUS])
            cost += _disc_overlap(disc, r, NAME_TO_OTHERS) ** 2
    return cost


# ------------------------------------------------------------------------------------ the search


@_compiled
def _refresh(what, number, problem, work, points):
    """Update the arrays in `work` after a place, a bundle or a name has moved.

    Args:
        what: the kind of the thing that has moved: 0 = a place, 1 = a bundle, 2 = a name.
        number: the number of this thing.
        problem: the arrays that describe the board.
        work: the arrays that are computed from `problem`.
        points: a workspace for the points of a curve.
    """
    _, bundles, boxes, _, places, curve, names = problem
    spaces, pitches, rectangles, _, _, boxed, lines = work
    for bundle in range(bundles.shape[0]):
        mine = bundles[bundle, 0] == number or bundles[bundle, 1] == number
        if (what == 0 and mine) or (what == 1 and bundle == number):
            pitches[bundle] = _lay(bundle, bundles, places, curve, spaces, points, lines)
            _bound(bundle, bundles, spaces, boxed)
    for name in range(boxes.shape[0]):
        if (what == 0 and boxes[name, _OWNER] == number) or (what == 2 and name == number):
            _set_box(name, boxes, names, rectangles)


@_compiled
def _round_city(name, boxes, names, places, fixed):
    """Move a name to its position around its city: `names[name, 3]`, where 1 is a full turn."""
    owner = int(boxes[name, _OWNER])
    broken = names[name, 2] > 0
    away = fixed[owner, _RADIUS] + NAME_AWAY
    half_width = boxes[name, _WIDE2 if broken else _WIDE] / 2 + away
    half_height = boxes[name, _HIGH2 if broken else _HIGH] / 2 + away
    along = (names[name, 3] % 1.0) * 4 * (half_width + half_height)
    # From the upper left corner clockwise: top, right, bottom, left.
    if along < 2 * half_width:
        x, y = along - half_width, -half_height
    elif along < 2 * half_width + 2 * half_height:
        x, y = half_width, along - 2 * half_width - half_height
    elif along < 4 * half_width + 2 * half_height:
        x, y = half_width - (along - 2 * half_width - 2 * half_height), half_height
    else:
        x, y = -half_width, half_height - (along - 4 * half_width - 2 * half_height)
    names[name, 0] = places[owner, 0] + x
    names[name, 1] = places[owner, 1] + y


@_compiled
def _copy(to, values):
    """Copy numbers from `values` to `to`, up to the end of the shorter array.

    Assignments of slices would take seconds to compile.
    """
    for number in range(min(to.shape[0], values.shape[0])):
        to[number] = values[number]


@_compiled
def _search(problem, work, points, sweeps, hot, cold, reach, seed):
    """Change places, curves and names of `problem` in place by simulated annealing.

    `problem` and `work` are those of `_refresh`, and `points` is a workspace. `hot` and `cold` are
    the temperatures of the first and the last sweep. `reach` is how far places move at first, in
    board units. Return the sum of the costs of all bundles at the end.
    """
    fixed, bundles, boxes, _, places, curve, names = problem
    np.random.seed(seed)
    many_places, many_bundles, many_names = places.shape[0], bundles.shape[0], boxes.shape[0]
    total = many_places + 2 * many_bundles + 2 * many_names
    saved = np.zeros(4)
    for sweep in range(sweeps):
        share = sweep / sweeps
        heat = hot * (cold / hot) ** share
        step = reach * (1.0 / reach) ** share
        for _ in range(total):
            pick = np.random.randint(total)
            if pick < many_places:
                what, number = 0, pick
                if fixed[number, _HOLD] >= 1e6:
                    continue
            elif pick < many_places + 2 * many_bundles:
                what, number = 1, (pick - many_places) % many_bundles
            else:
                what, number = 2, (pick - many_places - 2 * many_bundles) % many_names
            before = _cost(what, number, problem, work)
            if what == 0:
                _copy(saved, places[number])
                dx, dy = np.random.normal(0, step), np.random.normal(0, step)
                places[number, 0] += dx
                places[number, 1] += dy
                if number < many_names and boxes[number, _OWNER] == number:
                    names[number, 0] += dx
                    names[number, 1] += dy
            elif what == 1:
                _copy(saved, curve[number])
                if np.random.random() < 0.4:
                    curve[number, 2 + np.random.randint(2)] += np.random.normal(0, 4)
                elif np.random.random() < 0.5:
                    by = np.random.normal(0, step)
                    curve[number, 0] += by
                    curve[number, 1] += by
                else:
                    curve[number, np.random.randint(2)] += np.random.normal(0, step)
            else:
                _copy(saved, names[number])
                if boxes[number, _OWNER] < 0:
                    names[number, 0] += np.random.normal(0, 2 * step)
                    names[number, 1] += np.random.normal(0, 2 * step)
                else:
                    if boxes[number, _WIDE2] > 0 and np.random.random() < 0.3:
                        names[number, 2] = 1 - names[number, 2]
                    if np.random.random() < 0.4:
                        names[number, 3] = np.random.random()
                    else:
                        names[number, 3] += np.random.normal(0, 0.03)
                    _round_city(number, boxes, names, places, fixed)
            _refresh(what, number, problem, work, points)
            after = _cost(what, number, problem, work)
            if after > before and np.random.random() >= math.exp((before - after) / heat):
                if what == 0:
                    if number < many_names and boxes[number, _OWNER] == number:
                        names[number, 0] += saved[0] - places[number, 0]
                        names[number, 1] += saved[1] - places[number, 1]
                    _copy(places[number], saved)
                elif what == 1:
                    _copy(curve[number], saved)
                else:
                    _copy(names[number], saved)
                _refresh(what, number, problem, work, points)
    cost = 0.0
    for bundle in range(many_bundles):
        cost += _cost(1, bundle, problem, work)
    return cost


def arrange(
    edition: Edition,
    start: Start | None = None,
    current: Layout | None = None,
    *,
    sweeps: int = 1500,
    seed: int = 1,
    pinned: frozenset[str] = frozenset(),
    stay: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Layout:
    """Arrange a board by a random search.

    Args:
        edition: the edition.
        start: sizes and margins. None = use the defaults.
        current: a layout to improve in small steps. None = begin from scratch.
        sweeps: the length of the search. One sweep tries about one change of each place, and two
            of each bundle of routes and each name.
        seed: the seed of the search. Other seeds give other layouts.
        pinned: codes of cities that keep their places.
        stay: pull places to their positions in `current` instead of their geographic positions.
        progress: called several times with the share that is done, from 0 to 1.

    Returns:
        The layout at the end of the search. It may have overlaps, which `overlaps` lists.
    """
    start = start or Start()
    homes = current if current and stay else place_by_geography(edition, start)
    layout = current or homes
    holds = np.full(len(homes.places), start.hold)
    holds[len(edition.cities) :] /= 2
    for number, city in enumerate(edition.cities):
        if city.code in pinned:
            holds[number] = 1e6
    problem = _problem(edition, layout, homes, holds)
    rows = int((problem.bundles[:, _SPACES] * problem.bundles[:, _TRACKS] + 2).sum())
    spaces = np.zeros((rows, 6))
    spaces[:, 4], spaces[:, 5] = SPACE_LENGTH / 2, SPACE_WIDTH / 2
    many = len(problem.bundles)
    work = (
        spaces,
        np.zeros(many),
        np.zeros((len(problem.boxes), 6)),
        np.zeros(many, np.bool_),
        np.zeros(len(problem.boxes), np.bool_),
        np.zeros((many, 4)),
        np.zeros((many, _CORNERS, 2)),
    )
    numbers = (
        problem.fixed,
        problem.bundles,
        problem.boxes,
        problem.bounds,
        problem.places,
        problem.curve,
        problem.names,
    )
    points = np.zeros((curves.STEPS + 1, 3))
    for bundle in range(many):
        _refresh(1, bundle, numbers, work, points)
    for name in range(len(problem.boxes)):
        _refresh(2, name, numbers, work, points)
    hot, reach = (60.0, 40.0) if current is None else (4.0, 8.0)
    # The search runs in stages, between which it can report progress.
    stages = 10
    for stage in range(stages):
        from_share, to_share = stage / stages, (stage + 1) / stages
        _search(
            numbers,
            work,
            points,
            max(1, sweeps // stages),
            hot * (0.05 / hot) ** from_share,
            hot * (0.05 / hot) ** to_share,
            max(1.01, reach * (1.5 / reach) ** from_share),
            seed * 1000 + stage,
        )
        if progress:
            progress(to_share)
    return _layout(edition, layout, problem)


_QUICK: Final = 250
"""The number of sweeps of one attempt of `arranged`. An attempt for a board with 25 cities takes
about three seconds."""
_ATTEMPTS: Final = (1.0, 1.2, 1.45, 1.75)
"""The factor for the area of the board in each attempt of `arranged`."""


def arranged(edition: Edition, progress: Callable[[float], None] | None = None) -> Layout:
    """Arrange the board of an edition without a layout, and return the layout.

    There are up to four quick attempts (`_ATTEMPTS`), each on a larger area, until one has no
    overlaps. The best of them is then improved in small steps. Several quick attempts are better
    than a single long one, because each attempt settles early which routes cross.

    Args:
        edition: the edition.
        progress: called several times with the share that is done, from 0 to 1.

    Returns:
        The best layout found. It may have overlaps.
    """
    best: tuple[float, float, Layout] | None = None

    def told(first: int) -> Callable[[float], None]:
        return lambda share: progress((first + share) / (len(_ATTEMPTS) + 1)) if progress else None

    for number, room in enumerate(_ATTEMPTS):
        layout = arrange(
            edition, Start(room=room), sweeps=_QUICK, seed=number + 1, progress=told(number)
        )
        depth = _depth(edition, layout)
        if best is None or depth < best[0]:
            best = depth, room, layout
        if depth == 0:
            break
    assert best is not None, "there was an attempt"
    depth, room, layout = best
    finer = arrange(edition, Start(room=room), layout, sweeps=_QUICK, progress=told(len(_ATTEMPTS)))
    return finer if _depth(edition, finer) <= depth else layout


def _depth(edition: Edition, layout: Layout) -> float:
    """Return the sum of the depths of all overlaps on a board, in board units.

    Things that are less than one board unit apart count as overlapping.
    """
    return sum(one.depth for one in overlaps(edition, layout, 1.0))


def tidied(edition: Edition, layout: Layout, pinned: frozenset[str]) -> Layout:
    """Return a layout with fewer or smaller overlaps, in which cities have moved in small steps.

    The layout is returned unchanged if the search finds no better one.

    Args:
        edition: the edition.
        layout: the present layout.
        pinned: codes of cities that keep their places.
    """
    tidy = arrange(edition, None, layout, sweeps=_QUICK, pinned=pinned, stay=True)
    return tidy if _depth(edition, tidy) < _depth(edition, layout) else layout


def prepare() -> None:
    """Compile the functions that arrange boards, or load them from the cache."""
    # Imported here, because nothing else in this module loads an edition.
    from whistlestop.editions.load import load

    arrange(load("usa"), sweeps=10)


def _layout(edition: Edition, layout: Layout, problem: _Problem) -> Layout:
    """Return a layout with the positions in the arrays of `problem`, rounded to whole units.

    Args:
        edition: the edition.
        layout: the layout from which sizes and texts are taken.
        problem: the arrays with the new positions and curves.
    """
    places = tuple((float(round(x)), float(round(y))) for x, y in problem.places)
    cities = len(edition.cities)
    labels: list[Label] = []
    for number in range(cities):
        x, y, broken, _ = problem.names[number]
        lines = 2 if broken > 0 else 1
        box = label_box(edition, number, lines, layout.label_size)
        labels.append(
            Label(label_lines(edition, number, lines), Box(float(round(x)), float(round(y)), *box))
        )
    return replace(
        layout,
        places=places,
        labels=tuple(labels),
        countries=tuple(
            replace(label, box=replace(label.box, x=float(round(x)), y=float(round(y))))
            for label, (x, y, *_) in zip(layout.countries, problem.names[cities:], strict=True)
        ),
        bundles=tuple(
            Bundle(bundle.routes, bundle.a, bundle.b, *(float(round(value)) for value in row))
            for bundle, row in zip(layout.bundles, problem.curve, strict=True)
        ),
    )
