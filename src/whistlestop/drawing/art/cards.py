"""The train cards and the backs of all cards, as `<symbol>`s of 120 × 78.

A card shows its colour as a broad frame, its symbol in two corners, and its vehicle. The wild card
has a band of all the edition's colours with their symbols. Cards look equal in both themes: they
have a light margin, like printed cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from whistlestop.drawing.art.palette import DARK_INK, CardColour, card_colours, wild_glyph
from whistlestop.drawing.art.symbols import glyph, number
from whistlestop.drawing.art.wagons import LINE, wagon, wagon_definitions
from whistlestop.editions.gazetteer import GREY
from whistlestop.editions.model import Edition

CARD_WIDTH: Final = 120
CARD_HEIGHT: Final = 78

_MARGIN: Final = "#fffdf7"
_EDGE: Final = "#6d6558"
_SKY: Final = "#f6f0e1"
_GROUND: Final = "#6a5b48"
_BACK: Final = "#24405a"
_BRASS: Final = "#d9c48c"
_TICKET: Final = ("#8a4b2d", "#3d6550", "#5b4a7a", "#7a3350")
"""The colours of the backs of tickets, by stack."""

# Digits and the plus sign as strokes in a box of 8 × 12, so that cards need no font.
_STROKES: Final = {
    "+": "M0 6H8M4 2V10",
    "1": "M1.5 3L4.5 0V12",
    "2": "M.5 3Q.5 0 4 0Q7.5 0 7.5 3.2Q7.5 5.5 4 8L.5 12H8",
    "3": "M.5 0H7.5L3.6 4.8Q8 4.8 8 8.4Q8 12 4 12Q1.5 12 .3 10",
    "4": "M5.8 12V0L.2 8.4H8.2",
    "5": "M7.5 0H1.5L1 5.2Q2.4 4.4 4.2 4.4Q8 4.6 8 8.2Q8 12 4 12Q1.4 12 .3 10.2",
    "6": "M7 0Q.4 2.4.4 8Q.4 12 4.2 12Q8 12 8 8.4Q8 5 4.4 5Q1.2 5 .4 8",
    "7": "M.3 0H8L3.4 12",
    "8": "M4 0Q.8 0 .8 2.9Q.8 5.6 4 5.6Q7.2 5.6 7.2 2.9Q7.2 0 4 0ZM4 5.6Q.2 5.6.2 8.8"
    "Q.2 12 4 12Q7.8 12 7.8 8.8Q7.8 5.6 4 5.6Z",
}


def card_definitions(edition: Edition) -> str:
    """Return every face and back of an edition's cards, for `<defs>`: symbols of 120 × 78.

    The ids are `card-COLOUR` for every colour, `card-WILD` with the edition's word for its wild
    card, `card-locomotive4` and `card-passenger` if the edition has such cards, `card-back`, and
    `ticket-back-STACK` for every stack of tickets. Shared parts have ids that begin with `shared-`.
    Cards and tickets look the same in both themes.
    """
    entries = card_colours(edition)
    coloured = [entries[name] for name, _ in edition.cards.colours]
    fleet = wild_glyph(edition.cards.locomotive_name)
    parts = [wagon_definitions(), _shared_card(), _shared_band(coloured)]
    parts += [_symbol(f"card-{kind.name}", _face(kind, fleet)) for kind in coloured]
    for name, kind in entries.items():
        if kind in coloured or name == GREY:
            continue
        inside = _face(kind, fleet)
        if kind.glyph != "passenger":
            inside += '<use href="#shared-band"/>'
        if name == "locomotive4":
            inside += _badge(f"+{edition.cards.locomotive4_from_length}")
        parts.append(_symbol(f"card-{name}", inside))
    parts.append(_symbol("card-back", _back()))
    stacks = enumerate(edition.stacks)
    parts += [_symbol(f"ticket-back-{stack}", _ticket_back(at)) for at, stack in stacks]
    return "".join(parts)


def _symbol(name: str, inside: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}">{inside}</symbol>'


def _rect(x: float, y: float, radius: float, rest: str) -> str:
    """Return a rectangle in the middle of a card, as SVG.

    Args:
        x: the distance from the left and the right edge of the card.
        y: the distance from the upper and the lower edge of the card.
        radius: the radius of the corners.
        rest: the other attributes of the element.
    """
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(CARD_WIDTH - 2 * x)}" '
        f'height="{number(CARD_HEIGHT - 2 * y)}" rx="{number(radius)}" {rest}/>'
    )


def _ground(fill: str) -> str:
    """Return an empty card as SVG: a light margin around an area in the colour `fill`."""
    return _rect(0.5, 0.5, 7, f'fill="{_MARGIN}" stroke="{_EDGE}"') + _rect(
        2.8, 2.8, 5, f'fill="{fill}" stroke="{LINE}"'
    )


def _shared_card() -> str:
    """Return the margin, frame, sky and track of all cards, as SVG with the id `shared-card`.

    The `<use>` that shows them sets the colour of the frame. The picture leaves room for the
    symbols in the upper corners. Sky and ground are slightly transparent, so that the colour of the
    frame tints them.
    """
    picture = "M27 8H93A14.3 14.3 0 0 0 112 27V70H8V27A14.3 14.3 0 0 0 27 8Z"
    return (
        f'<g id="shared-card" stroke="{LINE}">'
        + _rect(0.5, 0.5, 7, f'fill="{_MARGIN}" stroke="{_EDGE}"')
        + _rect(2.8, 2.8, 5, "")
        + f'<path fill="{_SKY}" fill-opacity=".86" d="{picture}"/>'
        f'<path fill="{_GROUND}" fill-opacity=".36" d="M8 62H112V70H8Z"/>'
        '<path stroke-width="2.6" stroke-opacity=".55" stroke-dasharray="5 4.9" d="M10.5 64H112"/>'
        '<path stroke-width="1.6" d="M8 62H112"/></g>'
    )


def _face(kind: CardColour, fleet: str) -> str:
    """Return the frame, picture and symbols of a card, as SVG.

    Args:
        kind: the kind of card.
        fleet: the symbol of the edition's wild card, which decides whether the picture shows a
            wagon, a bus or a taxi.
    """
    return (
        f'<use href="#shared-card" fill="{kind.fill}"/>'
        f'<g transform="translate(12 17.8)scale(.96)">{wagon(kind, fleet)}</g>'
        + glyph(kind.glyph, 16.4, kind.ink, 14, 14)
        + glyph(kind.glyph, 16.4, kind.ink, 106, 14)
    )


def _shared_band(coloured: Iterable[CardColour]) -> str:
    """Return a row of all colours with their symbols, for the lower edge of a card, as SVG."""
    cells = list(coloured)
    wide, height = 104 / len(cells), 10.6
    parts: list[str] = []
    for at, kind in enumerate(cells):
        x = 8 + at * wide
        cell = f"M{number(x)} 62h{number(wide)}v{height}h{number(-wide)}Z"
        parts.append(f'<path fill="{kind.fill}" d="{cell}"/>')
        parts.append(glyph(kind.glyph, 8, kind.ink, x + wide / 2, 62 + height / 2))
    frame = f'<path fill="none" stroke="{LINE}" d="M8 62H112v{height}H8Z"/>'
    return f'<g id="shared-band">{"".join(parts)}{frame}</g>'


def _badge(text: str) -> str:
    """Return a badge with a text as SVG. It covers the symbol in a card's upper right corner."""
    x = 100.5 - (len(text) * 11 - 3) / 2
    strokes = "".join(
        f'<path transform="translate({number(x + 11 * at)} 10.7)" d="{_STROKES[sign]}"/>'
        for at, sign in enumerate(text)
    )
    return (
        f'<rect x="85" y="4" width="31" height="25.5" rx="6" fill="{_MARGIN}" stroke="{LINE}"/>'
        f'<g fill="none" stroke="{DARK_INK}" stroke-width="2.8" stroke-linejoin="round">'
        f"{strokes}</g>"
    )


def _back() -> str:
    """Return the back of a train card as SVG: a driving wheel over a track."""
    spokes = "M60 17V61M38 39H82M44.4 23.4L75.6 54.6M75.6 23.4L44.4 54.6"
    sleepers = "".join(f"M{x} 30V48" for x in (*range(14, 34, 7), *range(88, 112, 7)))
    return (
        _ground(_BACK)
        + _rect(7, 7, 2.5, f'fill="none" stroke="{_BRASS}" stroke-width="1.2"')
        + f'<g fill="none" stroke="{_BRASS}">'
        f'<path stroke-width="3" stroke-opacity=".5" d="{sleepers}"/>'
        '<path stroke-width="2" d="M8 34H34M86 34H112M8 44H34M86 44H112"/>'
        '<circle cx="60" cy="39" r="24" stroke-width="4"/>'
        f'<path stroke-width="2.4" d="{spokes}"/></g>'
        f'<circle cx="60" cy="39" r="7" fill="{_BRASS}"/>'
        f'<circle cx="60" cy="39" r="3" fill="{_BACK}"/>'
    )


def _ticket_back(stack: int) -> str:
    """Return the back of a ticket as SVG: a line of stops.

    The colour of the back and the number of stops identify the stack, whose number counts from 0.
    """
    stops = 2 + stack
    reach = min(40, 16 + 14 * stack)
    xs = [60 - reach + 2 * reach * at / (stops - 1) for at in range(stops)]
    dots = "".join(
        f'<circle cx="{number(x)}" cy="39" r="6" fill="{_MARGIN}" stroke="{LINE}"/>' for x in xs
    )
    ends = "".join(
        f'<path fill="{_MARGIN}" stroke="{LINE}" d="M{x} 30A9 9 0 0 {sweep} {x} 48"/>'
        for x, sweep in ((2.8, 1), (117.2, 0))
    )
    return (
        _ground(_TICKET[stack % len(_TICKET)])
        + ends
        + f'<path fill="none" stroke="{_BRASS}" stroke-width="1.2" '
        'd="M16 8H104V70H16Z" stroke-dasharray="3 2"/>'
        f'<path stroke="{_BRASS}" stroke-width="4" d="M{number(xs[0])} 39H{number(xs[-1])}"/>'
        + dots
    )
