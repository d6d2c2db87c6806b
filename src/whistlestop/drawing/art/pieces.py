"""Draw the pieces of the players, and the merchandise tokens.

The pieces are trains, buses or taxis, passengers, stations and score markers. Each player has a
mark as well as a colour, and every piece of the player has this mark: a lengthwise stripe,
crosswise bands, chevrons, dots or crosses. Vehicles are seen from above, because routes turn them
in every direction and a side view would be upside down on some routes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from whistlestop.drawing.art.palette import (
    LIGHT,
    PLAYER_COLOURS,
    CardColour,
    PlayerColour,
    contrast,
    merchandise_colours,
    wild_glyph,
)
from whistlestop.drawing.art.symbols import THEMED, number
from whistlestop.drawing.layout.layout import SPACE_LENGTH, SPACE_WIDTH
from whistlestop.editions.model import Edition

MARKER_RADIUS: Final = 8.0
"""The radius of a score marker with its outline, in board units."""

LARGER: Final = (1.0, 2.4)
"""By how many board units a vehicle is longer and wider than the space under it."""

FIGURE_SCALE: Final = 1.25
"""The scale of stations and passengers, which must be easy to find among names."""

_LINE: Final = 1.8
_SEEN: Final = 1.5
"""The minimum contrast (WCAG, 1 to 21) at which a piece stands out from its dark outline."""
_HALO: Final = 1.4
"""How far the rim extends beyond the outline, in board units."""
_SHADOW: Final = (1.1, 2.3)
"""The offset of a piece's shadow to the right and downwards, in board units. The shadow makes the
piece look higher than open spaces."""
_SHADOW_SHARE: Final = 0.42
"""The opacity of the shadow."""

_MARKS: Final = {
    "stripe": "M-6-2.3H6V2.3H-6Z",
    "bands": "M-4.6-6H-1.2V6H-4.6ZM1.2-6H4.6V6H1.2Z",
    "chevrons": "M-6.5-6H-3L1 0L-3 6H-6.5L-2.5 0ZM-1-6H2.5L6.5 0L2.5 6H-1L3 0Z",
    "dots": (
        "M-5.6-3A2.6 2.6 0 1 1-.4-3A2.6 2.6 0 1 1-5.6-3ZM.4-3A2.6 2.6 0 1 1 5.6-3"
        "A2.6 2.6 0 1 1 .4-3ZM-2.6 3.2A2.6 2.6 0 1 1 2.6 3.2A2.6 2.6 0 1 1-2.6 3.2Z"
    ),
    "saltire": "M-6-3.6L-3.6-6L0-2.4L3.6-6L6-3.6L2.4 0L6 3.6L3.6 6L0 2.4L-3.6 6L-6 3.6L-2.4 0Z",
}

_GOODS: Final = (
    # A crate, a barrel, a sack, a churn, a bale and a casting: outline, and lines on it. The middle
    # is left free for the token's value.
    ("M-7.7-7.7H7.7V7.7H-7.7Z", "M-7.5-4L-4-7.5M4-7.5L7.5-4M7.5 4L4 7.5M-4 7.5L-7.5 4"),
    ("M-5.4-7.7H5.4Q10 0 5.4 7.7H-5.4Q-10 0-5.4-7.7Z", "M-6.2-5.7H6.2M-6.2 5.7H6.2"),
    (
        "M-4-7.7L0-6.4L4-7.7L2.8-5.2Q7.7-3 7.7 2.8Q7.7 7.7 4 7.7H-4Q-7.7 7.7-7.7 2.8"
        "Q-7.7-3-2.8-5.2Z",
        "M-2.8-5.2H2.8",
    ),
    (
        "M-4.6-7.7H4.6V-5.6Q7.7-4.4 7.7-1V7.7H-7.7V-1Q-7.7-4.4-4.6-5.6Z",
        "M-4.6-5.6H4.6",
    ),
    ("M-7.7-6H7.7V6H-7.7Z", "M-5.6-6V6M5.6-6V6"),
    ("M-7.7 0L-3.9-7.7H3.9L7.7 0L3.9 7.7H-3.9Z", "M-3.4-5.9H3.4M-3.4 5.9H3.4"),
)


def mark_names() -> tuple[str, ...]:
    """Return the names of all marks of players, which are the values of `PlayerColour.mark`."""
    return tuple(_MARKS)


def mark_path(name: str) -> str:
    """Return the outline of a player's mark: path data in a box from about −6 to 6 on both axes.

    Args:
        name: a value of `PlayerColour.mark`.
    """
    return _MARKS[name]


def token_id(edition: Edition, name: str) -> str:
    """Return the id of a merchandise token, such as `token-red`.

    If the name has other characters than a to z, the id contains the kind's number instead.
    """
    if re.fullmatch(r"[a-z]+", name):
        return f"token-{name}"
    return f"token-{[kind.name for kind in edition.merchandise].index(name) + 1}"


def piece_definitions(
    edition: Edition, length: float = SPACE_LENGTH, width: float = SPACE_WIDTH
) -> str:
    """Return the pieces of every seat of an edition, for `<defs>`, all centred on 0, 0.

    The ids for seat N, counted from 1, are `mark-N` (12 × 12, in the player's ink), `piece-N` (a
    train car, bus or taxi along the x axis), `marker-N` (a disc), `passenger-N` (20 × 28) if the
    edition has passengers, and `station-N` (25 × 25) if it has stations. A vehicle is larger than a
    space of `length` × `width` by `LARGER`, its outline included. A rim of 1.4 units and a shadow
    lie beyond that. Merchandise tokens (17 × 17) have the ids of `token_id`. Each kind has its own
    shape, with room for a value in the middle.

    Classes: `space-line`, `space-halo` and `dark-edge` (stroke), `piece-shadow` (fill and stroke).
    """
    seats = _SEATS[: edition.players[1]]
    kind = wild_glyph(edition.cards.locomotive_name)
    length, width = length + LARGER[0], width + LARGER[1]
    shape, details, spans = _VEHICLES[kind](length, width)
    parts = [_mark(seat, colour) for seat, colour in seats]
    parts.append(_outlined("shared-piece", shape))
    parts.append(_edge(shape))
    parts.append(f'<g id="shared-piece-details">{details}</g>')
    parts += [_piece(seat, colour, spans, width) for seat, colour in seats]
    parts += [_marker(seat, colour) for seat, colour in seats]
    if edition.passengers:
        face = (
            f'<path class="space-line" fill="#f3dfc4" stroke="{LIGHT.space_line}" '
            f'stroke-width="1.2" d="{_FACE}"/>'
        )
        parts.append(_outlined("shared-passenger", _PASSENGER, face))
        parts += [_passenger(seat, colour) for seat, colour in seats]
    if edition.stations:
        parts.append(_outlined("shared-station", _STATION))
        parts += [_station(seat, colour) for seat, colour in seats]
    for at, entry in enumerate(merchandise_colours(edition)):
        parts.append(_token(token_id(edition, entry.name), entry, *_GOODS[at % len(_GOODS)]))
    return "".join(parts)


def further_pieces(
    edition: Edition, length: float = SPACE_LENGTH, width: float = SPACE_WIDTH
) -> str:
    """Return the pieces of the colours that no seat of an edition has, for `<defs>`.

    If players choose their colours, a drawing needs these pieces and those of `piece_definitions`,
    which also explains the arguments.
    """
    length, width = length + LARGER[0], width + LARGER[1]
    _, _, spans = _VEHICLES[wild_glyph(edition.cards.locomotive_name)](length, width)
    parts: list[str] = []
    for seat, colour in _SEATS[edition.players[1] :]:
        parts += [_mark(seat, colour), _piece(seat, colour, spans, width), _marker(seat, colour)]
        if edition.passengers:
            parts.append(_passenger(seat, colour))
        if edition.stations:
            parts.append(_station(seat, colour))
    return "".join(parts)


_SEATS: Final = tuple(enumerate(PLAYER_COLOURS, start=1))


# ------------------------------------------------------------------------------------- vehicles

_Spans = tuple[tuple[float, float, int], ...]
"""The stretches of a vehicle that show the player's pattern. Each is the x of its left end, the x
of its right end, and the number of marks between them."""


def _train(length: float, width: float) -> tuple[str, str, _Spans]:
    """Return a car between two narrower gangways.

    Args:
        length: the length of the vehicle with its outline, in board units.
        width: the width of the vehicle with its outline, in board units.

    Returns:
        The outline as path data, the details as SVG, and the stretches for the player's pattern.
    """
    x, y = (length - _LINE) / 2, (width - _LINE) / 2
    end, gangway = x - 3, y * 0.5
    outline = _mirrored([(-end + 1.5, -y), (-end, -y + 1.5), (-end, -gangway), (-x, -gangway)])
    shine = _shine(end - 1.2, y)
    seams = "".join(
        f"M{number(side * (end - 1.6))} {number(-y + 1.4)}V{number(y - 1.4)}" for side in (-1, 1)
    )
    details = shine + f'<path fill="none" stroke="#000" stroke-opacity=".35" d="{seams}"/>'
    return outline, details, ((-end + 2.6, end - 2.6, 3),)


def _bus(length: float, width: float) -> tuple[str, str, _Spans]:
    """Return a bus with its windscreen on the right.

    Args:
        length: the length of the vehicle with its outline, in board units.
        width: the width of the vehicle with its outline, in board units.

    Returns:
        The outline as path data, the details as SVG, and the stretches for the player's pattern.
    """
    x, y = (length - _LINE) / 2, (width - _LINE) / 2
    outline = (
        f"M{number(-x + 2)} {number(-y)}H{number(x - 4)}Q{number(x)} {number(-y)} {number(x)} 0"
        f"Q{number(x)} {number(y)} {number(x - 4)} {number(y)}H{number(-x + 2)}"
        f"Q{number(-x)} {number(y)} {number(-x)} {number(y - 2)}V{number(-y + 2)}"
        f"Q{number(-x)} {number(-y)} {number(-x + 2)} {number(-y)}Z"
    )
    glass = (
        f"M{number(x - 6.4)} {number(-y + 1.6)}H{number(x - 4)}Q{number(x - 1.6)} "
        f"{number(-y + 1.6)} {number(x - 1.6)} 0Q{number(x - 1.6)} {number(y - 1.6)} "
        f"{number(x - 4)} {number(y - 1.6)}H{number(x - 6.4)}Q{number(x - 4.6)} 0 "
        f"{number(x - 6.4)} {number(-y + 1.6)}Z"
    )
    return outline, _shine(x - 4, y) + _glass(glass), ((-x + 2, x - 8, 3),)


def _taxi(length: float, width: float) -> tuple[str, str, _Spans]:
    """Return a taxi with its bonnet on the right.

    Args:
        length: the length of the vehicle with its outline, in board units.
        width: the width of the vehicle with its outline, in board units.

    Returns:
        The outline as path data, the details as SVG, and the stretches for the player's pattern:
        roof, bonnet and boot.
    """
    x, y = (length - _LINE) / 2, (width - _LINE) / 2
    outline = (
        f"M{number(-x + 4)} {number(-y + 0.6)}L-9 {number(-y)}H7L{number(x - 5)} {number(-y + 0.8)}"
        f"Q{number(x)} {number(-y + 1.4)} {number(x)} 0"
        f"Q{number(x)} {number(y - 1.4)} {number(x - 5)} {number(y - 0.8)}L7 {number(y)}H-9"
        f"L{number(-x + 4)} {number(y - 0.6)}Q{number(-x)} {number(y - 1)} {number(-x)} 0"
        f"Q{number(-x)} {number(-y + 1)} {number(-x + 4)} {number(-y + 0.6)}Z"
    )
    inner, roof = y - 1.2, y - 2.6
    glass = (
        f"M6.5 {number(-roof)}L10.5 {number(-inner)}Q12.5 0 10.5 {number(inner)}L6.5 {number(roof)}"
        f"Q7.8 0 6.5 {number(-roof)}Z"
        f"M-9.5 {number(-roof)}L-13 {number(-inner)}Q-14.4 0-13 {number(inner)}"
        f"L-9.5 {number(roof)}Q-10.4 0-9.5 {number(-roof)}Z"
    )
    return outline, _shine(x - 6, y) + _glass(glass), ((-9, 6.5, 1), (12, x, 1), (-x, -13.5, 1))


_VEHICLES: Final[dict[str, Callable[[float, float], tuple[str, str, _Spans]]]] = {
    "locomotive": _train,
    "bus": _bus,
    "taxi": _taxi,
}


def _mirrored(corner: list[tuple[float, float]]) -> str:
    """Return a closed outline, as path data, that is symmetrical about both axes.

    Args:
        corner: the points of the upper left quarter, in order from the y axis to the x axis.
    """
    upper = corner[::-1] + [(-x, y) for x, y in corner]
    points = upper + [(x, -y) for x, y in reversed(upper)]
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def _shine(reach: float, y: float) -> str:
    """Return light along the upper edge of a roof and shade along the lower edge, as SVG.

    Args:
        reach: half the length of the lines.
        y: half the width of the vehicle.
    """
    return (
        f'<path stroke="#fff" stroke-opacity=".4" d="M{number(-reach)} {number(-y + 1.4)}'
        f'H{number(reach)}"/><path stroke="#000" stroke-opacity=".28" stroke-width="1.6" '
        f'd="M{number(-reach)} {number(y - 1.5)}H{number(reach)}"/>'
    )


def _glass(path: str) -> str:
    return f'<path fill="#2b3442" stroke="#dfe8ee" stroke-width=".6" d="{path}"/>'


def _pattern(colour: PlayerColour, spans: _Spans, width: float) -> str:
    """Return a player's mark, repeated along a vehicle, as one path.

    Args:
        colour: the player's colour and mark.
        spans: the stretches of the vehicle that show the mark.
        width: the width of the vehicle.
    """
    reach = width / 2 - 2.7
    path: list[str] = []
    for start, end, times in spans:
        pitch = (end - start) / times
        if colour.mark == "stripe":
            path.append(_strip(start, end, -reach * 0.42, reach * 0.42))
            continue
        middles = (start + pitch * (at + 0.5) for at in range(times))
        path += [_unit(colour.mark, middle, reach, pitch) for middle in middles]
    return f'<path fill="{colour.ink}" d="{"".join(path)}"/>'


def _strip(left: float, right: float, top: float, bottom: float) -> str:
    return f"M{number(left)} {number(top)}H{number(right)}V{number(bottom)}H{number(left)}Z"


def _unit(mark: str, x: float, reach: float, pitch: float) -> str:
    """Return one element of a pattern as path data: a band, a chevron, a dot or a cross.

    Args:
        mark: a value of `PlayerColour.mark`, except the stripe.
        x: the middle of the element.
        reach: half the height of a chevron or a cross.
        pitch: the distance to the next element, which limits the width.
    """
    if mark == "bands":
        half = min(2.4, pitch * 0.28)
        return _strip(x - half, x + half, -reach - 1, reach + 1)
    if mark == "dots":
        r = number(min(3.4, pitch * 0.42))
        left, right = number(x - float(r)), number(x + float(r))
        return f"M{left} 0A{r} {r} 0 1 1 {right} 0A{r} {r} 0 1 1 {left} 0Z"
    wide = min(reach, pitch * 0.46)
    if mark == "chevrons":
        thick = 3.4
        back, tip = x - wide, x + wide - thick
        return (
            f"M{number(back)} {number(-reach)}h{thick}L{number(tip + thick)} 0"
            f"L{number(back + thick)} {number(reach)}h-{thick}L{number(tip)} 0Z"
        )
    turn = 1.5
    points = [(-wide, -reach + turn), (-wide + turn, -reach), (0, -turn), (wide - turn, -reach)]
    points += [(wide, -reach + turn), (turn, 0)]
    points += [(-px, -py) for px, py in points]
    return "M" + "L".join(f"{number(x + px)} {number(py)}" for px, py in points) + "Z"


# --------------------------------------------------------------- figures, stations, discs

_PASSENGER: Final = (
    # A coat with round shoulders, and a hat; the face between them is drawn over it.
    "M-2.4-1.6Q-6.8-1-7.2 4V10.2H7.2V4Q6.8-1 2.4-1.6L3.2-5.2H5.6V-6.8H3.6V-8.6"
    "Q3.6-10.2 0-10.2Q-3.6-10.2-3.6-8.6V-6.8H-5.6V-5.2H-3.2Z"
)
_FACE: Final = "M-3.2-5.2H3.2V-4Q3.2-.6 0-.6Q-3.2-.6-3.2-4Z"
_STATION: Final = "M-1.2-9.2H1.2V-6.6L9.2-.6V2.2H7.6V9.2H-7.6V2.2H-9.2V-.6L-1.2-6.6Z"


def _outlined(name: str, shape: str, over: str = "", fill: str = "") -> str:
    """Return a shape with its shadow, rim and outline, as SVG.

    Args:
        name: the id of the element.
        shape: the shape, as path data.
        over: SVG to draw over the shape.
        fill: the colour of the shape. If empty, the `<use>` that shows the shape sets the colour.
    """
    wide = _LINE + 2 * _HALO
    paint = f' fill="{fill}"' if fill else ""
    aside = f"translate({number(_SHADOW[0])} {number(_SHADOW[1])})"
    return (
        f'<g id="{name}" class="{THEMED}" stroke-linejoin="round"{paint}>'
        f'<path class="piece-shadow" fill="{LIGHT.shadow}" stroke="{LIGHT.shadow}" '
        f'stroke-width="{number(wide)}" opacity="{number(_SHADOW_SHARE)}" transform="{aside}" '
        f'd="{shape}"/>'
        f'<path class="space-halo" fill="none" '
        f'stroke="{LIGHT.space_halo}" stroke-width="{number(wide)}" d="{shape}"/>'
        f'<path class="space-line" stroke="{LIGHT.space_line}" stroke-width="{number(_LINE)}" '
        f'd="{shape}"/>{over}</g>'
    )


def _disc(radius: float, fill: str) -> str:
    line = radius - _LINE / 2
    return (
        f'<circle class="space-halo" r="{number(radius + _HALO / 2)}" fill="none" '
        f'stroke="{LIGHT.space_halo}" stroke-width="{number(_HALO)}"/>'
        f'<circle class="space-line" r="{number(line)}" fill="{fill}" '
        f'stroke="{LIGHT.space_line}" stroke-width="{_LINE}"/>'
    )


def _mark(seat: int, colour: PlayerColour) -> str:
    return f'<path id="mark-{seat}" fill="{colour.ink}" d="{mark_path(colour.mark)}"/>'


def _piece(seat: int, colour: PlayerColour, spans: _Spans, width: float) -> str:
    edge = '<use href="#shared-piece-edge"/>' if _as_dark(colour) else ""
    return (
        f'<g id="piece-{seat}"><use href="#shared-piece" fill="{colour.fill}"/>{edge}'
        f'{_pattern(colour, spans, width)}<use href="#shared-piece-details"/></g>'
    )


def _as_dark(colour: PlayerColour) -> bool:
    """Return whether a colour is too similar to the dark outline that all pieces have.

    Pieces of such a colour need another outline. Without it, they would look like open spaces in
    the dark theme.
    """
    return contrast(colour.fill, LIGHT.space_line) < _SEEN


def _edge(shape: str) -> str:
    """Return the outline that only dark pieces have, with the id `shared-piece-edge`.

    It covers the ordinary outline. The theme sets its colour, which is light in the dark theme.

    Args:
        shape: the outline of a vehicle, as path data.
    """
    return (
        f'<g id="shared-piece-edge" class="{THEMED}"><path class="dark-edge" fill="none" '
        f'stroke="{LIGHT.dark_edge}" stroke-width="{number(_LINE)}" stroke-linejoin="round" '
        f'd="{shape}"/></g>'
    )


def _passenger(seat: int, colour: PlayerColour) -> str:
    return _figure("passenger", seat, colour, 5, 0.62)


def _station(seat: int, colour: PlayerColour) -> str:
    return _figure("station", seat, colour, 2.6, 0.8)


def _marker(seat: int, colour: PlayerColour) -> str:
    mark = f'<use href="#mark-{seat}" transform="scale(.78)"/>'
    return f'<g id="marker-{seat}" class="{THEMED}">{_disc(MARKER_RADIUS, colour.fill)}{mark}</g>'


def _figure(name: str, seat: int, colour: PlayerColour, lift: float, scale: float) -> str:
    """Return a player's station or passenger as SVG.

    Args:
        name: `station` or `passenger`.
        seat: the number of the seat, counted from 1, for the ids.
        colour: the player's colour.
        lift: how far the player's mark is below the middle of the figure, before `FIGURE_SCALE`.
        scale: the scale of the mark, before `FIGURE_SCALE`.
    """
    mark = (
        f'<use href="#mark-{seat}" transform="translate(0 {number(lift * FIGURE_SCALE)})'
        f'scale({number(scale * FIGURE_SCALE)})"/>'
    )
    figure = (
        f'<use href="#shared-{name}" fill="{colour.fill}" '
        f'transform="scale({number(FIGURE_SCALE)})"/>'
    )
    return f'<g id="{name}-{seat}">{figure}{mark}</g>'


def _token(name: str, entry: CardColour, shape: str, lines: str) -> str:
    over = f'<path fill="none" stroke="{entry.ink}" stroke-width="1.1" d="{lines}"/>'
    return _outlined(name, shape, over, entry.fill)
