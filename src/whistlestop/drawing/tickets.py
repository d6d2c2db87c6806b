"""Draw ticket cards: both ends, a miniature of the map with the ends marked, and the value."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from whistlestop.drawing import flags, geography, ticket_headings
from whistlestop.drawing.board import Board, board_of
from whistlestop.drawing.markup import number, text, title
from whistlestop.editions.model import Edition

WIDTH: Final = 120
HEIGHT: Final = 78
"""The height of a ticket card in SVG units. `WIDTH` is its width."""

_WIDE: Final = (4.0, 20.0, 112.0, 54.0)
"""Left, top, width and height of the miniature of a wide map, in SVG units.

The miniature is below the names of the ticket's ends.
"""

_TALL: Final = (4.0, 4.0, 53.0, 70.0)
"""Left, top, width and height of the miniature of a map that is not wide, in SVG units.

The miniature is beside the names of the ticket's ends.
"""


@lru_cache(maxsize=16)
def definitions(edition: Edition) -> str:
    """Return the definitions that ticket cards refer to, as SVG for `<defs>`.

    `mini-map` is the miniature of the map, with its land and its routes. Each country with a flag
    has a definition such as `flag-FR`. The miniature refers to `map-land` and `map-focus`, which
    must be defined in the same picture. The drawing of a board defines them, and so does `alone`.
    """
    board = board_of(edition)
    layout = board.layout
    scale, left, top = fit(board)
    ways = "".join(
        f"M{round(layout.places[b.a][0])} {round(layout.places[b.a][1])}"
        f"L{round(layout.places[b.b][0])} {round(layout.places[b.b][1])}"
        for b in layout.bundles
    )
    base = geography.geography(edition)
    land = '<use href="#map-land"/>' if base else ""
    if base and "focus" in base.layers:
        land += '<use href="#map-focus"/>'
    x, y, wide, high = window(board)
    # The miniature ends at the edge of the board, beyond which the map has no land or water.
    edge = layout.frame * scale
    right = min(x + wide, left + layout.width * scale - edge)
    bottom = min(y + high, top + layout.height * scale - edge)
    x, y = max(x, left + edge), max(y, top + edge)
    inside = (
        f'x="{number(x)}" y="{number(y)}" width="{number(right - x)}" height="{number(bottom - y)}"'
    )
    return (
        f'<clipPath id="mini-inside"><rect {inside}/></clipPath>'
        f'<g id="mini-map" class="ticket-map" clip-path="url(#mini-inside)">'
        f'<rect class="{"water" if land else "focus"}" {inside}/>'
        f'<g transform="translate({number(left)} {number(top)})scale({scale:.5f})">{land}'
        f'<path class="network" stroke-width="{number(0.8 / scale)}" d="{ways}"/></g></g>'
        + flags.definitions(edition)
    )


def alone(edition: Edition) -> str:
    """Return the definitions `map-land` and `map-focus`, as SVG for `<defs>`.

    A picture of tickets needs these definitions if it shows no board. If the edition's map has no
    data for a definition, that definition is left out. If both are left out, the result is
    an empty string.
    """
    base = geography.geography(edition)
    layers = {} if base is None else base.layers
    return "".join(
        f'<path id="map-{name}" class="{name}" d="{layers[name]}"/>'
        for name in ("land", "focus")
        if name in layers
    )


def window(board: Board) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the miniature on a ticket, in SVG units.

    A ticket is 120 units wide and 78 high.
    """
    xs = [x for x, _ in board.layout.places]
    ys = [y for _, y in board.layout.places]
    return _WIDE if max(xs) - min(xs) > 1.1 * (max(ys) - min(ys)) else _TALL


def fit(board: Board) -> tuple[float, float, float]:
    """Return three numbers that fit the places of a board into the miniature on a ticket.

    The numbers are a scale, an x offset and a y offset. A place at (x, y) on the board is at
    (x * scale + x offset, y * scale + y offset) on the ticket.
    """
    xs = [x for x, _ in board.layout.places]
    ys = [y for _, y in board.layout.places]
    x, y, wide, high = window(board)
    pad = 5.0
    scale = min(
        (wide - 2 * pad) / (max(xs) - min(xs) or 1), (high - 2 * pad) / (max(ys) - min(ys) or 1)
    )
    left = x + wide / 2 - (max(xs) + min(xs)) / 2 * scale
    top = y + high / 2 - (max(ys) + min(ys)) / 2 * scale
    return scale, left, top


def draw(board: Board, code: str, note: str = "") -> str:
    """Return a ticket card as an SVG group, 120 units wide and 78 high.

    The picture that shows the card must contain the result of `definitions`.

    Args:
        board: the edition's board.
        code: the code of the ticket.
        note: text to append to the title for screen readers, for instance that the ticket is
            completed.
    """
    edition, index = board.edition, board.index
    ticket = index.ticket_of[code]
    entry = edition.tickets[ticket]
    scale, left, top = fit(board)

    def at(place: int) -> tuple[float, float]:
        x, y = board.layout.places[place]
        return left + x * scale, top + y * scale

    starts = [at(place) for place in index.points_of(entry.origin)]
    goals = [at(place) for goal, _ in entry.options for place in index.points_of(goal)]
    lines = ""
    if len(starts) == len(goals) == 1:
        (ax, ay), (bx, by) = starts[0], goals[0]
        # A slight bend distinguishes the line from a route.
        cx, cy = (ax + bx) / 2 + (ay - by) * 0.14, (ay + by) / 2 - (ax - bx) * 0.14
        lines = (
            f'<path class="ticket-line" d="M{number(ax)} {number(ay)}'
            f'Q{number(cx)} {number(cy)} {number(bx)} {number(by)}"/>'
        )
    marks = "".join(
        f'<circle class="ticket-mark" cx="{number(x)}" cy="{number(y)}" r="{size}"/>'
        for points, size in ((starts, 3.4), (goals, 3.4 if len(goals) == 1 else 2.4))
        for x, y in points
    )
    values = [points for _, points in entry.options]
    worth = str(values[0]) if len(values) == 1 else f"{min(values)}–{max(values)}"
    radius = 8.5 if len(worth) < 3 else 12.5
    words = f"{index.ticket_title(ticket)}, {', '.join(map(str, values))} points{note}"
    wide = window(board) == _WIDE
    heading = ticket_headings.heading(index, entry, wide)
    miniature = f'<use href="#mini-map"/>{lines}{marks}'
    if wide and len(heading) > 1:
        share = ticket_headings.MAPS[len(heading) - 1]
        # The smaller map keeps the middle of its lower edge.
        lowered = f"translate(60 74)scale({number(share)})translate(-60-74)"
        miniature = f'<g transform="{lowered}">{miniature}</g>'
    return (
        f'<g class="ticket-card">{title(words)}'
        f'<rect class="ticket" x=".6" y=".6" width="{WIDTH - 1.2}" height="{HEIGHT - 1.2}" rx="5"/>'
        f"{miniature}{''.join(heading)}"
        f'<rect class="ticket" x="{number(WIDTH - 5 - 2 * radius)}" y="{HEIGHT - 23}" '
        f'width="{number(2 * radius)}" height="17" rx="8.5"/>'
        + text(worth, WIDTH - 5 - radius, HEIGHT - 9.8, 13, "middle bold")
        + "</g>"
    )
