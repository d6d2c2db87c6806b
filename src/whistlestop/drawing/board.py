"""Draw a board as SVG: the map, the routes with their spaces, the cities, and the pieces on them.

Everything that can change has an id and classes, and no inline style. So a page changes a board by
changing classes. These are the ids, what they mean, and the classes that can change:

    route-12        one route, with its code in `data-route`
                    (owned-by-3, selectable, highlighted, dimmed)
    space-12-1      the first space of route 12; it refers to `space-red`,
                    or to `piece-3` if the third seat has claimed the route
    city-DEN        one city (selectable, highlighted, ticket-end)
    border-FRE-FR   one border point, by the code of the first route that leads there
    tokens-BER      the merchandise at a city
    marker-of-2     the marker of the second seat on the score track
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final

from whistlestop.drawing import cartouche, geography, track
from whistlestop.drawing.art.palette import DARK_INK, merchandise_colours
from whistlestop.drawing.art.pieces import MARKER_RADIUS, piece_definitions, token_id
from whistlestop.drawing.art.symbols import space_definitions
from whistlestop.drawing.layout.curves import overlap
from whistlestop.drawing.layout.layout import (
    BORDER_RADIUS,
    COUNTRY_SIZE,
    COUNTRY_SPACING,
    SPACE_LENGTH,
    SPACE_WIDTH,
    TOKEN,
    Label,
    Layout,
    Space,
    layout_of,
    spaces,
)
from whistlestop.drawing.lettering import BELOW, CAP, LEADING
from whistlestop.drawing.markup import number, text, title, use
from whistlestop.editions.gazetteer import GREY, Gazetteer, gazetteer
from whistlestop.editions.layout_section import border_codes
from whistlestop.editions.model import City, Edition, Route

DISTRICTS: Final = 6
"""The number of colours for districts. If there are more districts, the colours repeat. The city's
mark also shows the points of its district."""


@dataclass(frozen=True, slots=True)
class Placed:
    """The pieces, tokens and scores on a board.

    Routes and cities are named by their codes. Seats are counted from 0.
    """

    owners: Mapping[str, int] = field(default_factory=dict[str, int])
    """The seat that owns each claimed route."""
    closed: frozenset[str] = frozenset()
    """The unclaimed routes that no seat can claim any longer (C-26)."""
    passengers: tuple[tuple[str, ...], ...] = ()
    """For each seat, the cities where its passengers stand (M-20)."""
    stations: tuple[tuple[str, ...], ...] = ()
    """For each seat, the cities where it has stations (E-20)."""
    taken: Mapping[str, int] = field(default_factory=dict[str, int])
    """The number of merchandise tokens taken from each city (M-23)."""
    scores: tuple[int, ...] = ()
    """The points of each seat on the score track. If empty, no markers are drawn."""
    names: tuple[str, ...] = ()
    """The names of the players, by seat."""


@dataclass(frozen=True, slots=True)
class Marked:
    """Routes, cities and countries that a board marks, by code (`DEN-OMA`, `DEN`).

    The drawn element of each route or place in a set gets the CSS class of this set: `selectable`,
    `highlighted`, `dimmed` or `ticket-end`.
    """

    selectable: frozenset[str] = frozenset()
    highlighted: frozenset[str] = frozenset()
    dimmed: frozenset[str] = frozenset()
    ticket_ends: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Route:
    """The parts of a drawn route that never change."""

    code: str
    number: int
    start: str
    """The beginning of the element, with `id` and `data-route`."""
    way: str
    """The line of the track under the spaces, as an SVG `<path>`."""
    uses: tuple[tuple[str, str, str], ...]
    """For each space, its `<use>` element in three parts: the text before the id of the definition,
    this id, and the text after the id."""
    words: str
    """The route's title for screen readers, without its owner."""


@dataclass(frozen=True, slots=True)
class Board:
    """The drawing of an edition's empty board, in parts."""

    edition: Edition
    layout: Layout
    index: Gazetteer
    definitions: str
    ground: str
    """The map, the frame and the cartouche, as SVG."""
    countries: str
    routes: tuple[_Route, ...]
    spaces: tuple[tuple[Space, ...], ...]


@lru_cache(maxsize=16)
def board_of(edition: Edition) -> Board:
    """Return the parts of an edition's board. The parts of recent editions are cached."""
    layout, index = layout_of(edition), gazetteer(edition)
    laid = spaces(edition, layout)
    return Board(
        edition=edition,
        layout=layout,
        index=index,
        definitions=space_definitions(edition) + piece_definitions(edition),
        ground=(
            geography.draw(edition, layout)
            + track.draw(layout)
            + cartouche.draw(edition, layout.cartouche)
        ),
        countries=_countries(layout),
        routes=tuple(
            _route(index, layout, number, laid[number]) for number in range(len(edition.routes))
        ),
        spaces=laid,
    )


def draw(board: Board, placed: Placed, marked: Marked, *, under: str = "", over: str = "") -> str:
    """Return a board as SVG, without the surrounding `<svg>` element.

    Args:
        board: the edition's board.
        placed: the pieces on the board.
        marked: the routes and cities to mark.
        under: SVG to draw under the routes.
        over: SVG to draw over the routes and under the cities.
    """
    return (
        f"<defs>{board.definitions}</defs>{board.ground}{board.countries}{under}"
        f'<g class="routes">{"".join(_routes(board, placed, marked))}</g>{over}'
        f'<g class="places" font-size="{number(board.layout.label_size)}">'
        f"{''.join(_places(board, placed, marked))}</g>"
        f'<g class="markers">{"".join(_markers(board, placed))}</g>'
    )


# ------------------------------------------------------------------------------------------ routes


def _route(index: Gazetteer, layout: Layout, which: int, row: tuple[Space, ...]) -> _Route:
    entry = index.edition.routes[which]
    colour = entry.colour or GREY
    uses: list[tuple[str, str, str]] = []
    for step, space in enumerate(row, start=1):
        # The first spaces of a ferry carry the locomotives.
        shape = "ferry" if step <= entry.ferry else "tunnel" if entry.tunnel else "space"
        if entry.substitute and step == (entry.length + 1) // 2:
            shape = f"exchange-{entry.substitute}"
        turn = math.degrees(math.atan2(space.sin, space.cos))
        # Turn a space by 180° if its symbol would be upside down.
        turn = turn - 180 if turn > 90 else turn + 180 if turn <= -90 else turn
        move = f"translate({space.x:.0f} {space.y:.0f})rotate({round(turn)})"
        before = f'<use id="space-{which}-{step}" href="#'
        uses.append((before, f"{shape}-{colour}", f'" transform="{move}"/>'))
    code = index.route_codes[which]
    return _Route(
        code=code,
        number=which,
        start=f'<g id="route-{which}" data-route="{code}" class="route',
        way=f'<path class="way" d="{_way(index, layout, which, row)}"/>',
        uses=tuple(uses),
        words=route_words(index, which),
    )


def route_words(index: Gazetteer, which: int) -> str:
    """Return a short description of a route by its number, such as `Denver–Omaha: 4 purple`."""
    entry = index.edition.routes[which]
    return f"{index.route_title(which)}: {entry.length} {entry.colour or GREY}{_special(entry)}"


def _special(entry: Route) -> str:
    if entry.ferry:
        return f", ferry with {entry.ferry} locomotive{'s' if entry.ferry > 1 else ''}"
    exchange = f", any {entry.substitute} cards stand for one" if entry.substitute else ""
    return (", tunnel" if entry.tunnel else "") + exchange


def _way(index: Gazetteer, layout: Layout, which: int, row: tuple[Space, ...]) -> str:
    """Return the line of a route's track from city to city through all spaces, as path data.

    Args:
        index: the edition's gazetteer.
        layout: the layout of the board.
        which: the number of the route.
        row: the spaces of the route.
    """
    a, b = index.route_ends[which]
    (ax, ay), (bx, by) = layout.places[a], layout.places[b]
    first, last = row[0], row[-1]
    # Parallel routes can be listed in opposite directions, but their spaces run in one direction.
    if first.cos * (bx - ax) + first.sin * (by - ay) < 0:
        ax, ay, bx, by = bx, by, ax, ay
    half = SPACE_LENGTH / 2
    steps: list[tuple[str, list[tuple[float, float]]]] = [
        ("l", [(first.x - first.cos * half, first.y - first.sin * half)]),
        ("l", [(first.x, first.y)]),
    ]
    for place, (one, other) in enumerate(pairwise(row)):
        third = math.dist((one.x, one.y), (other.x, other.y)) / 3
        after = (one.x + one.cos * third, one.y + one.sin * third)
        before = (other.x - other.cos * third, other.y - other.sin * third)
        end = (other.x, other.y)
        # `s` mirrors the control point of the step before, so only the first curve needs `c`.
        steps.append(("s", [before, end]) if place else ("c", [after, before, end]))
    steps.append(("l", [(last.x + last.cos * half, last.y + last.sin * half)]))
    steps.append(("l", [(bx, by)]))
    return _path((ax, ay), steps)


def way_of(board: Board, which: int) -> str:
    """Return the line of the track of the route with the number `which`, as path data."""
    return _way(board.index, board.layout, which, board.spaces[which])


def _path(
    start: tuple[float, float], steps: Iterable[tuple[str, list[tuple[float, float]]]]
) -> str:
    """Return path data with relative coordinates, rounded to whole units.

    Args:
        start: x and y of the start.
        steps: the letter of each path command, in lower case, and its points in absolute
            coordinates.
    """
    x, y = round(start[0]), round(start[1])
    out = f"M{x} {y}"
    for letter, points in steps:
        numbers = [value for px, py in points for value in (round(px) - x, round(py) - y)]
        out += letter + " ".join(map(str, numbers)).replace(" -", "-")
        x, y = x + numbers[-2], y + numbers[-1]
    return out


def _routes(board: Board, placed: Placed, marked: Marked) -> Iterable[str]:
    for route in board.routes:
        states = _states(marked, route.code)
        owner = placed.owners.get(route.code)
        words = route.words
        if owner is not None:
            words += f"; {_name(placed, owner)}"
        elif route.code in placed.closed:
            states = f" dimmed{states}"
            words += "; closed"
        yield route_group(board, route.number, owner, states, words)


def route_group(
    board: Board, which: int, owner: int | None, states: str = "", words: str = ""
) -> str:
    """Return a route as SVG: its track with spaces, or with pieces if a seat owns the route.

    Args:
        board: the edition's board.
        which: the number of the route.
        owner: the seat that owns the route. None = the route is unclaimed.
        states: further CSS classes, each with a space before it.
        words: the title for screen readers. If empty, the route has no title.
    """
    route = board.routes[which]
    if owner is not None:
        states = f" owned-by-{owner + 1}{states}"
        spaces = "".join(f"{a}piece-{owner + 1}{z}" for a, _, z in route.uses)
    else:
        spaces = "".join(f"{a}{kind}{z}" for a, kind, z in route.uses)
    return f'{route.start}{states}">{title(words) if words else ""}{route.way}{spaces}</g>'


def _states(marked: Marked, code: str) -> str:
    return (
        (" selectable" if code in marked.selectable else "")
        + (" highlighted" if code in marked.highlighted else "")
        + (" dimmed" if code in marked.dimmed else "")
        + (" ticket-end" if code in marked.ticket_ends else "")
    )


def _name(placed: Placed, seat: int) -> str:
    return placed.names[seat] if seat < len(placed.names) else f"seat {seat + 1}"


# ------------------------------------------------------------------------------------------ places


def _countries(layout: Layout) -> str:
    size = layout.label_size * COUNTRY_SIZE
    spacing = f' letter-spacing="{number(size * COUNTRY_SPACING)}"'
    return "".join(
        text(line, label.box.x, label.box.top + size * CAP, size, "country", spacing)
        for label in layout.countries
        for line in label.lines
    )


def _places(board: Board, placed: Placed, marked: Marked) -> Iterable[str]:
    edition, layout = board.edition, board.layout
    cities = len(edition.cities)
    for code, (x, y) in zip(border_codes(edition), layout.places[cities:], strict=True):
        place = board.index.places[board.index.route_ends[board.index.route_of[code]][1]]
        r = BORDER_RADIUS
        land = _tint(edition, place.code)
        yield (
            f'<g id="border-{code.replace("/", "-")}" class="border{land}'
            f'{_states(marked, place.code)}">{title(place.name)}'
            f'<circle class="ring" cx="{number(x)}" cy="{number(y)}" r="{r + 5}"/>'
            f'<path d="M{number(x - r)} {number(y)}l{r}-{r} {r} {r}-{r} {r}Z"/></g>'
        )
    for city, (x, y), label in zip(edition.cities, layout.places, layout.labels, strict=False):
        r = layout.city_radius
        at = f'cx="{number(x)}" cy="{number(y)}"'
        words = city.name
        if city.merchandise:
            left = _tokens_left(edition, city.merchandise, placed.taken.get(city.code, 0))
            worth = ", ".join(map(str, left)) if left else "none left"
            words += f": {city.merchandise} merchandise, {worth}"
        elif (district := _district(edition, city)) is not None:
            words += f": district {edition.districts[district].name}"
        yield (
            f'<g id="city-{city.code}" class="city{_states(marked, city.code)}">{title(words)}'
            f'<circle class="ring" {at} r="{number(r + 4)}"/>{city_mark(board, city, x, y)}'
        )
        yield from _label(board, city.code, label, placed)
        yield "</g>"
    yield from _standing(board, placed)


def _tint(edition: Edition, country: str) -> str:
    """Return the CSS class for the tint of a country's border points, such as ` of-country-1`.

    The class has a space before it. The five tints repeat.
    """
    codes = sorted(one.code for one in edition.countries)
    return f" of-country-{codes.index(country) % geography.COUNTRIES + 1}"


def city_mark(board: Board, city: City, x: float, y: float) -> str:
    """Return the mark of a city, with its middle at x and y, as SVG without the city's name.

    The mark shows whether the city has an attraction, or the points of the city's district.
    """
    r = board.layout.city_radius
    at = f'cx="{number(x)}" cy="{number(y)}"'
    which = _district(board.edition, city)
    if which is not None:
        points = str(board.edition.districts[which].points)
        return f'<circle class="district-{which % DISTRICTS + 1}" {at} r="{number(r)}"/>' + text(
            points, x, y + r * 0.5, r * 1.4, "district-number"
        )
    if city.attraction:
        star = _star(x, y, r * 0.72)
        return f'<circle {at} r="{number(r)}"/><path class="star" d="{star}"/>'
    return (
        f'<circle {at} r="{number(r - 1.2)}"/><circle class="heart" {at} r="{number(r * 0.36)}"/>'
    )


def _district(edition: Edition, city: City) -> int | None:
    """Return the number of a city's district, from 0, or None if the city is in no district."""
    return next(
        (which for which, one in enumerate(edition.districts) if city.code in one.cities), None
    )


def _star(x: float, y: float, radius: float) -> str:
    points = [
        (
            x + radius * (1 if corner % 2 == 0 else 0.42) * math.sin(corner * math.pi / 5),
            y - radius * (1 if corner % 2 == 0 else 0.42) * math.cos(corner * math.pi / 5),
        )
        for corner in range(10)
    ]
    return "M" + "L".join(f"{number(a)} {number(b)}" for a, b in points) + "Z"


def _label(board: Board, code: str, label: Label, placed: Placed) -> Iterable[str]:
    edition, size = board.edition, board.layout.label_size
    city = edition.cities[board.index.place_of[code]]
    box = label.box
    aside = TOKEN if city.merchandise else 0
    high = size * (CAP + BELOW + LEADING * (len(label.lines) - 1))
    top = box.y - high / 2
    for line, words in enumerate(label.lines):
        y = top + size * (CAP + LEADING * line)
        yield text(words, box.x + aside / 2, y, 0)
    if city.merchandise:
        left = _tokens_left(edition, city.merchandise, placed.taken.get(code, 0))
        x, y = box.left + TOKEN / 2 - 2, box.y
        dimmed = "" if left else ' class="dimmed"'
        yield f'<g id="tokens-{code}"{dimmed}>{use(token_id(edition, city.merchandise), x, y)}'
        if left:
            kinds = {kind.name: kind for kind in merchandise_colours(edition)}
            ink = kinds[city.merchandise].ink
            css = "token-value" if ink == DARK_INK else "token-value light-ink"
            yield text(str(left[0]), x, y + 4.6, 13, css)
        yield "</g>"


def _tokens_left(edition: Edition, name: str, taken: int) -> tuple[int, ...]:
    kind = next(kind for kind in edition.merchandise if kind.name == name)
    return kind.tokens[taken:]


# ----------------------------------------------------------------------------- what stands on them


FIGURE: Final = (11.5, 13.5)
"""Half the width and half the height of a station or a passenger, with its outline."""
_WAYS_ROUND: Final = 24
"""The number of directions from a city in which its row of stations or passengers may stand."""


def _standing(board: Board, placed: Placed) -> Iterable[str]:
    """Yield the stations and passengers of all seats as SVG.

    The stations at a city stand in a row next to its mark. So do the passengers at a city.
    """
    for word, rows in (("station", placed.stations), ("passenger", placed.passengers)):
        by_city: dict[str, list[int]] = {}
        for seat, cities in enumerate(rows):
            for code in cities:
                by_city.setdefault(code, []).append(seat)
        for code, seats in by_city.items():
            x, y = _stand(board.edition, code, len(seats))
            for place, seat in enumerate(seats):
                aside = (place - (len(seats) - 1) / 2) * 2 * FIGURE[0]
                words = f"{board.index.name(code)}: {word} of {_name(placed, seat)}"
                figure = use(f"{word}-{seat + 1}", round(x + aside), round(y))
                yield f"<g>{title(words)}{figure}</g>"


@lru_cache(maxsize=1024)
def _stand(edition: Edition, code: str, many: int) -> tuple[float, float]:
    """Return x and y of the middle of a row of stations or passengers at a city.

    The row touches the mark of the city, in a direction in which it hides as little of the board as
    possible. Positions above the city are preferred.

    Args:
        edition: the edition.
        code: the code of the city.
        many: the number of figures in the row.
    """
    board = board_of(edition)
    city = board.index.place_of[code]
    x, y = board.layout.places[city]
    radius = board.layout.city_radius
    half = (many * FIGURE[0], FIGURE[1])
    near = [one for one in _obstacles(board) if math.dist((x, y), one[:2]) < 110 + half[0]]

    def place(way: int) -> tuple[float, float]:
        turn = math.tau * way / _WAYS_ROUND
        # At this distance the row touches the mark, but does not hide its centre.
        reach = (
            radius
            - 3
            + min(half[0] / (abs(math.sin(turn)) or 1e-9), half[1] / (abs(math.cos(turn)) or 1e-9))
        )
        return x + math.sin(turn) * reach, y - math.cos(turn) * reach

    def cost(way: int) -> float:
        figure = (*place(way), 1.0, 0.0, *half)
        hidden = sum(weight * overlap(figure, one, 1.0) ** 2 for *one, weight in near)
        return hidden + 3 * min(way, _WAYS_ROUND - way)

    return place(min(range(_WAYS_ROUND), key=cost))


def _obstacles(board: Board) -> Iterable[tuple[float, float, float, float, float, float, float]]:
    """Yield a rectangle and a weight for each thing that figures should not hide.

    Each item is x, y, cosine and sine of the direction, half the length, half the width, and the
    weight. A greater weight means that hiding the thing is worse.
    """
    half = (SPACE_LENGTH / 2, SPACE_WIDTH / 2)
    for row in board.spaces:
        yield from ((one.x, one.y, one.cos, one.sin, *half, 1.0) for one in row)
    for label in board.layout.labels:
        yield (label.box.x, label.box.y, 1.0, 0.0, label.box.width / 2, label.box.height / 2, 12.0)


def _markers(board: Board, placed: Placed) -> Iterable[str]:
    """Yield the markers on the score track as SVG. Markers on one field stand slightly apart."""
    on_field: dict[int, list[int]] = {}
    for seat, score in enumerate(placed.scores):
        on_field.setdefault(score % track.FIELDS, []).append(seat)
    for points, seats in on_field.items():
        x, y, wide, high = track.field(board.layout, points)
        # If the field is too short for markers side by side, they overlap.
        room = max(wide, high) - 2 * MARKER_RADIUS - 2
        apart = min(2 * MARKER_RADIUS + 1, room / max(1, len(seats) - 1))
        for place, seat in enumerate(seats):
            aside = (place - (len(seats) - 1) / 2) * apart
            dx, dy = (0.0, aside) if wide < high else (aside, 0.0)
            if wide == high:
                dx, dy = aside, aside
            words = f"{_name(placed, seat)}: {placed.scores[seat]} points"
            mark = use(f"marker-{seat + 1}", x + wide / 2 + dx, y + high / 2 + dy)
            yield f'<g id="marker-of-{seat + 1}">{title(words)}{mark}</g>'
