"""The symbols of the card colours, and the spaces of routes that show them.

Every colour has a simple shape that is legible at a width of seven pixels, so that players need not
distinguish colours. The shapes stay different when a route turns them.

The functions return SVG without styles. Each part whose colour depends on the theme has a class,
and the colour of the light theme as a presentation attribute. A style sheet can override this
colour.
"""

from __future__ import annotations

from typing import Final

from whistlestop.drawing.art.palette import (
    LIGHT,
    OPEN_VEIL,
    CardColour,
    card_colours,
    wild_glyph,
)
from whistlestop.drawing.layout.layout import SPACE_LENGTH, SPACE_WIDTH
from whistlestop.editions.gazetteer import GREY
from whistlestop.editions.model import Edition

THEMED: Final = "drawing"
"""The class of a group in `<defs>` whose colours change with the theme.

The rules of a page's style sheet apply only inside elements with this class. If a `<use>` shows a
definition, these rules see no element outside the definition, so the definition needs the class.
"""

OPEN_LINE: Final = 1.4
"""The width of the outline of an open space, in board units."""

_WHEELS: Final = "M-9 6A3 3 0 1 1-3 6A3 3 0 1 1-9 6ZM3 6A3 3 0 1 1 9 6A3 3 0 1 1 3 6Z"

_PATHS: Final = {
    "none": "",
    "disc": "M-9 0A9 9 0 1 1 9 0A9 9 0 1 1-9 0Z",
    "ring": "M-9 0A9 9 0 1 1 9 0A9 9 0 1 1-9 0ZM-4 0A4 4 0 1 0 4 0A4 4 0 1 0-4 0Z",
    "triangle": "M0-9L10 8H-10Z",
    "square": "M-8-8H8V8H-8Z",
    "star": "M0-10L3-4L10-3L5 2L6 9L0 6L-6 9L-5 2L-10-3L-3-4Z",
    "cross": "M-3-9H3V-3H9V3H3V9H-3V3H-9V-3H-3Z",
    "hourglass": "M-8-9H8L3 0L8 9H-8L-3 0Z",
    "drop": "M0-10C3-5 7-1 7 3A7 7 0 1 1-7 3C-7-1-3-5 0-10Z",
    "crescent": "M3-9A9 9 0 1 0 9 4A8 8 0 0 1 3-9Z",
    "locomotive": (
        "M-10-9H-1V-6H-2V-3H0V-6H3V-3H4V-9H9V-6H8V-3H9V3L10 7H-9V-6H-10Z"
        "M-7-6V-2H-4V-6ZM-1 6A3 3 0 1 1 5 6A3 3 0 1 1-1 6ZM-9 5A4 4 0 1 1-1 5A4 4 0 1 1-9 5Z"
        "M4 7A2 2 0 1 1 8 7A2 2 0 1 1 4 7Z"
    ),
    "bus": f"M-10-9H9L10-1V6H-10ZM-8-7V-4H7V-7ZM-8-2V1H3V-2Z{_WHEELS}",
    "taxi": f"M-2-9H3V-6H5L8-1H10V6H-10V0L-6-1L-4-6H-2ZM-2-4L-4-1H5L3-4Z{_WHEELS}",
    "passenger": (
        "M-6-7A3 3 0 1 1 0-7A3 3 0 1 1-6-7ZM-7-3H1L3 3H10V10H3V4L1 2V10H-2V5H-4V10H-7Z"
        "M5 3V1H9V3H8V2H6V3Z"
    ),
}


def number(value: float) -> str:
    """Return a number as short text for SVG, with at most two decimals, such as `.5` for 0.5."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def glyph_names() -> tuple[str, ...]:
    """Return the names of all symbols. `none` draws nothing."""
    return tuple(_PATHS)


def glyph_path(name: str) -> str:
    """Return the outline of a symbol as path data, in a box from −10 to 10 on both axes.

    Args:
        name: a value of `CardColour.glyph`.
    """
    return _PATHS[name]


def glyph(name: str, size: float, fill: str, x: float = 0, y: float = 0) -> str:
    """Return a symbol as an element, or an empty string for `none`.

    Args:
        name: a value of `CardColour.glyph`.
        size: width and height of the box.
        fill: the colour.
        x: the x of the middle of the box.
        y: the y of the middle of the box.
    """
    path = glyph_path(name)
    if not path:
        return ""
    move = f"translate({number(x)} {number(y)})" if x or y else ""
    return f'<path fill="{fill}" transform="{move}scale({number(size / 20)})" d="{path}"/>'


def space_definitions(
    edition: Edition, length: float = SPACE_LENGTH, width: float = SPACE_WIDTH
) -> str:
    """Return the spaces of unclaimed routes, for `<defs>`: along the x axis, centred on 0, 0.

    The ids are `space-COLOUR` for every colour and grey, and `tunnel-COLOUR` and `ferry-COLOUR` if
    the edition has tunnels or ferries. A route on which some number of cards stand for one has a
    space with the id `exchange-NUMBER-COLOUR` in its middle. The outline is `length` × `width`. The
    walls of a tunnel extend 1.6 units beyond its long sides. `shared-ground` and `shared-walls` are
    shared parts.

    Classes: `open-line`, `open-mortar` and `tunnel-wall` (stroke), `open-veil`, `open-grey`
    and `open-mark` (fill).
    """
    entries = card_colours(edition)
    kinds = [entries[name] for name, _ in edition.cards.colours] + [entries[GREY]]
    tunnels = any(route.tunnel for route in edition.routes)
    ferries = any(route.ferry for route in edition.routes)
    exchanges = {(route.substitute, route.colour or GREY) for route in edition.routes}
    wild = wild_glyph(edition.cards.locomotive_name)
    parts = [_ground(length, width)]
    if tunnels:
        parts.append(_walls(length, width))
    if ferries:
        parts.append(f'<path id="shared-wild" d="{glyph_path(wild)}"/>')
    for kind in kinds:
        ground = f'<use href="#shared-ground" fill="{kind.fill}"/>'
        if kind.name == GREY:
            ground = (
                f'<g class="{THEMED}"><use href="#shared-ground" class="open-grey" '
                f'fill="{kind.fill}"/></g>'
            )
        middle = glyph(kind.glyph, width * 0.68, kind.ink)
        parts.append(f'<g id="space-{kind.name}">{ground}{middle}</g>')
        if tunnels:
            middle = glyph(kind.glyph, width * 0.56, kind.ink)
            walls = '<use href="#shared-walls"/>'
            parts.append(f'<g id="tunnel-{kind.name}">{ground}{walls}{middle}</g>')
        if ferries:
            middle = _ferry(kind, length, width)
            parts.append(f'<g id="ferry-{kind.name}">{ground}{middle}</g>')
        for many in sorted(many for many, colour in exchanges if many and colour == kind.name):
            middle = _exchange(kind, many, length, width)
            parts.append(f'<g id="exchange-{many}-{kind.name}">{ground}{middle}</g>')
    return "".join(parts)


def _rounded(length: float, width: float, radius: float, rest: str) -> str:
    return (
        f'<rect x="{number(-length / 2)}" y="{number(-width / 2)}" width="{number(length)}" '
        f'height="{number(width)}" rx="{number(radius)}" {rest}/>'
    )


def _ground(length: float, width: float) -> str:
    """Return the coloured area of an open space, with an outline and a translucent veil, as SVG.

    The `<use>` that shows the area sets its colour. The veil makes open spaces paler than the
    pieces on claimed routes.
    """
    line = f'class="open-line" stroke="{LIGHT.open_line}" stroke-width="{number(OPEN_LINE)}"'
    veil = f'class="open-veil" fill="{LIGHT.open_veil}" fill-opacity="{number(OPEN_VEIL)}"'
    fill = _rounded(length - OPEN_LINE, width - OPEN_LINE, 2.4, line)
    over = _rounded(length - 3, width - 3, 1.8, veil)
    return f'<g id="shared-ground" class="{THEMED}">{fill}{over}</g>'


def _walls(length: float, width: float) -> str:
    """Return the walls of a tunnel as SVG: a row of stones along both long sides of a space.

    Args:
        length: the length of the space.
        width: the width of the space.
    """
    wall = 3.0
    ways = "".join(
        f"M{number(-length / 2)} {number(side * (width / 2 + 1.6 - wall / 2))}h{number(length)}"
        for side in (-1, 1)
    )
    stones = 7
    joint = 1.8
    stone = (length - (stones - 1) * joint) / stones
    mortar = f'class="open-mortar" stroke="{LIGHT.open_veil}" stroke-width="{number(wall)}"'
    dark = f'class="tunnel-wall" stroke="{LIGHT.open_line}" stroke-width="{number(wall)}"'
    dashes = f'stroke-dasharray="{number(stone)} {number(joint)}"'
    return (
        f'<g id="shared-walls" class="{THEMED}" fill="none"><path {mortar} d="{ways}"/>'
        f'<path {dark} {dashes} d="{ways}"/></g>'
    )


def _ferry(kind: CardColour, length: float, width: float) -> str:
    """Return the symbols on one space of a ferry as SVG.

    The symbol of the wild card is in the middle. That of the colour is at both ends of the space.

    Args:
        kind: the colour of the route.
        length: the length of the space in units of the drawing.
        width: the width of the space.
    """
    wild = (
        f'<use href="#shared-wild" fill="{kind.ink}" transform="scale({number(width * 0.042)})"/>'
    )
    beside = length / 2 - width * 0.36
    ends = (glyph(kind.glyph, width * 0.4, kind.ink, x=side * beside) for side in (-1, 1))
    return wild + "".join(ends)


def _exchange(kind: CardColour, many: int, length: float, width: float) -> str:
    """Return the mark of a route on which several cards stand for one, as SVG.

    The mark is a row of small cards, an arrow, and one larger card.

    Args:
        kind: the colour of the route.
        many: the number of cards that stand for one.
        length: the length of the space in units of the drawing.
        width: the width of the space.
    """
    half, gap = length * 0.38, length * 0.022
    row = length * 0.43
    wide, high = (row + gap) / many - gap, width * 0.42
    n = number
    small = "".join(
        f"M{n(-half + at * (wide + gap))} {n(-high / 2)}h{n(wide)}v{n(high)}h{n(-wide)}Z"
        for at in range(many)
    )
    tip, barb = half - width * 0.46, width * 0.13
    start = row - half + width * 0.12
    arrow = f"M{n(start)} {n(-barb / 3)}H{n(tip - 1.6 * barb)}V{n(-barb)}L{n(tip - barb / 2)} 0"
    arrow += f"L{n(tip - 1.6 * barb)} {n(barb)}V{n(barb / 3)}H{n(start)}Z"
    one = f"M{n(half - width * 0.38)} {n(-width * 0.29)}h{n(width * 0.38)}v{n(width * 0.58)}"
    one += f"h{n(-width * 0.38)}Z"
    mark = f'fill="{kind.ink}" d="{small}{arrow}{one}"/>'
    if kind.name == GREY:
        return f'<g class="{THEMED}"><path class="open-mark" {mark}</g>'
    return f"<path {mark}"
