"""Draw a small piece of a board, as a picture of the board in a list of editions.

A whole board in so small a picture would be a tangle of lines. The piece is cut from the ordinary
drawing, at a place that is typical of the board, with some routes claimed. The picture contains
only what lies in the piece.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree

from whistlestop.drawing import geography
from whistlestop.drawing.art.landmarks import landmark
from whistlestop.drawing.board import Board, board_of, city_mark, route_group
from whistlestop.drawing.layout.layout import SPACE_LENGTH
from whistlestop.drawing.markup import number
from whistlestop.editions.model import Edition

SIZE: Final = (504, 336)
"""Width and height, in board units, of the piece that is cut out of a board's drawing.

The width is that of eleven spaces.
"""

PLACES: Final = {
    "europe": (330, 330),
    "germany": (300, 150),
    "india": (560, 380),
    "london": (556, 268),
    "newyork": (150, 590),
    "nordic": (108, 590),
    "switzerland": (640, 330),
    "usa": (70, 300),
}
"""The top left corner of the piece on each built-in board. On other boards, the piece is cut from
the middle."""

CLAIMED: Final = 2
"""Of every `CLAIMED` routes in the piece, one is drawn as claimed."""

LANDMARK_REACH: Final = 60
"""The maximum distance of a part of a landmark from its foot, in board units."""

_LINES: Final = (
    *("relief", "streets", "sands", "forests", "states", "rivers", "borders", "waterlines"),
)
"""The layers of the map (`geography`) that consist of lines. All other layers are areas."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangular piece of a board, in board units."""

    left: float
    top: float
    width: float
    height: float

    def holds(self, x: float, y: float, margin: float = 0) -> bool:
        """Return whether a point lies in the piece, or outside by at most a margin."""
        return (
            self.left - margin <= x <= self.left + self.width + margin
            and self.top - margin <= y <= self.top + self.height + margin
        )


def window(edition: Edition) -> Window:
    """Return the rectangle that is cut from an edition's board, in board units."""
    layout = board_of(edition).layout
    wide, high = SIZE
    frame = layout.frame
    left, top = (layout.width - wide) / 2, (layout.height - high) / 2
    if geography.geography(edition) is not None and edition.board in PLACES:
        left, top = PLACES[edition.board]
    # The piece lies inside the score track, and shows no part of the track.
    wide, high = min(wide, layout.width - 2 * frame), min(high, layout.height - 2 * frame)
    return Window(
        max(frame, min(left, layout.width - frame - wide)),
        max(frame, min(top, layout.height - frame - high)),
        wide,
        high,
    )


def draw(board: Board) -> str:
    """Return the part of a board inside its `window` as SVG, in board units.

    Coordinates are those of the whole board. So the caller must move the corner of the window to
    0, 0.
    """
    piece = window(board.edition)
    pieces = "".join(_routes(board, piece))
    cities = zip(board.edition.cities, board.layout.places, strict=False)
    marks = "".join(
        f'<g class="city">{city_mark(board, city, x, y)}</g>'
        for city, (x, y) in cities
        if piece.holds(x, y, board.layout.city_radius)
    )
    return (
        f"<defs>{_needed(board.definitions, pieces)}</defs>{_land(board.edition, piece)}"
        f'<g class="routes">{pieces}</g><g class="places">{marks}</g>'
    )


def _routes(board: Board, piece: Window) -> list[str]:
    """Return the routes that touch the piece, each as SVG.

    One of every `CLAIMED` routes is drawn as claimed. The seats own these routes in turn.
    """
    inside = [
        route.number
        for route in board.routes
        if any(piece.holds(one.x, one.y, SPACE_LENGTH / 2) for one in board.spaces[route.number])
    ]
    # Parallel routes have neighbouring numbers, so only one of them is drawn as claimed.
    seats = board.edition.players[1]
    owners = {which: at // CLAIMED % seats for at, which in enumerate(inside) if at % CLAIMED == 0}
    return [route_group(board, which, owners.get(which)) for which in inside]


def _needed(definitions: str, uses: str) -> str:
    """Return the definitions that some SVG refers to, directly or through other definitions.

    Args:
        definitions: all definitions, as SVG.
        uses: the SVG that refers to definitions.
    """
    whole = {
        element.get("id", ""): ElementTree.tostring(element, encoding="unicode")
        for element in ElementTree.fromstring(f"<defs>{definitions}</defs>")
    }
    wanted: list[str] = []
    found = re.findall(r'href="#([^"]+)"', uses)
    while found:
        name = found.pop()
        if name not in wanted:
            wanted.append(name)
            found += re.findall(r'href="#([^"]+)"', whole[name])
    return "".join(part for name, part in whole.items() if name in wanted)


# ------------------------------------------------------------------------------------------ land


def _land(edition: Edition, piece: Window) -> str:
    inside = (
        f'x="{number(piece.left)}" y="{number(piece.top)}" width="{number(piece.width)}" '
        f'height="{number(piece.height)}"'
    )
    base = geography.geography(edition)
    if base is None:
        return f'<rect class="focus" {inside}/>'
    layers = "".join(
        f'<path class="{css}" d="{path}"/>'
        for name, css, data in geography.layers(base)
        if (path := cropped(data, piece, closed=name not in _LINES))
    )
    landmarks = "".join(
        landmark(*one) for one in base.landmarks if piece.holds(one[1], one[2], LANDMARK_REACH)
    )
    return f'<g class="map"><rect class="water" {inside}/>{layers}</g>{landmarks}'


def cropped(data: str, piece: Window, *, closed: bool) -> str:
    """Return the parts of a path that lie in a piece or in a small margin around it, as path data.

    Args:
        data: a path of straight lines, as in the maps.
        piece: the piece.
        closed: whether the path is the outline of areas. If not, the path consists of lines.
    """
    return "".join(
        _written(part, closed)
        for line in lines(data)
        for part in ([_area(line, piece)] if closed else _stretches(line, piece))
        if len(part) > 1
    )


def lines(data: str) -> list[list[Point]]:
    """Return the lines of a path, each as a list of points in absolute coordinates.

    Each `M` or `m` in the path data begins a line. The only other commands are `l` and `z`. A `z`
    adds no point.
    """
    found: list[list[Point]] = []
    x = y = 0.0
    for command, rest in re.findall(r"([Mmlz])([^Mmlz]*)", data):
        values = [float(one) for one in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
        if command == "z":
            x, y = found[-1][0]
            continue
        for at, (dx, dy) in enumerate(zip(values[::2], values[1::2], strict=True)):
            x, y = (dx, dy) if command == "M" and at == 0 else (x + dx, y + dy)
            if command in "Mm" and at == 0:
                found.append([])
            found[-1].append((x, y))
    return found


_BEYOND: Final = 8.0
"""The margin around the piece at which areas are cut, so that the cut edges are not visible."""


def _area(points: list[Point], piece: Window) -> list[Point]:
    """Return the part of an area that lies in a piece or its margin.

    Return an empty list if the whole area lies outside.
    """
    sides = (
        (0, piece.left - _BEYOND, 1),
        (0, piece.left + piece.width + _BEYOND, -1),
        (1, piece.top - _BEYOND, 1),
        (1, piece.top + piece.height + _BEYOND, -1),
    )
    for axis, edge, sign in sides:
        kept: list[Point] = []
        for here, there in zip(points, points[1:] + points[:1], strict=True):
            inside, next_inside = ((one[axis] - edge) * sign >= 0 for one in (here, there))
            if inside:
                kept.append(here)
            if inside != next_inside:
                share = (edge - here[axis]) / (there[axis] - here[axis])
                kept.append(
                    (here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1]))
                )
        points = kept
        if not points:
            break
    return points


def _stretches(points: list[Point], piece: Window) -> list[list[Point]]:
    """Return the parts of a line that touch a piece or its margin, each as a list of points."""
    found: list[list[Point]] = [[]]
    for at, point in enumerate(points):
        near = [one for one in points[max(0, at - 1) : at + 2] if piece.holds(*one, _BEYOND)]
        if near:
            found[-1].append(point)
        elif found[-1]:
            found.append([])
    return found


def _written(points: list[Point], closed: bool) -> str:
    """Return a line or an area as path data in whole units.

    Each point is relative to the point before. If all points round to one point, return an empty
    string.

    Args:
        points: the points in board units.
        closed: whether the points are the outline of an area.
    """
    x, y = (round(value) for value in points[0])
    out = f"M{x} {y}l"
    steps: list[str] = []
    for px, py in points[1:]:
        dx, dy = round(px) - x, round(py) - y
        if dx or dy:
            steps += [str(dx), str(dy)]
        x, y = x + dx, y + dy
    return (out + " ".join(steps).replace(" -", "-") + ("z" if closed else "")) if steps else ""
