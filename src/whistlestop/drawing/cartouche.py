"""Draw the title of a board: its name in a ticket-shaped frame, and the points for routes."""

from __future__ import annotations

from whistlestop.drawing import lettering
from whistlestop.drawing.layout.layout import Box
from whistlestop.drawing.markup import number, text
from whistlestop.editions.model import Edition

_NOTCH = 14.0


def draw(edition: Edition, box: Box) -> str:
    """Return the cartouche as SVG, with the title above and the points for routes below (C-24)."""
    rule = box.top + box.height * 0.56
    size = min(
        box.height * 0.42,
        34 * (box.width - 4 * _NOTCH) / lettering.width(edition.title, 34, "display"),
    )
    half = (box.width - 4 * _NOTCH) / 2
    middle = box.top + (rule - box.top) / 2 + 5
    return (
        '<g class="title">'
        f'<path class="cartouche" d="{_ticket(box, 0)}"/>'
        f'<path class="cartouche-line" d="{_ticket(box, 5)}"/>'
        + lettering.outlined(edition.title, box.x, middle + size * 0.33, size)
        # Two rules with a lozenge between them, as in old atlases.
        + f'<path class="cartouche-line" d="M{number(box.x - half)} {number(rule)}'
        f"h{number(half - 9)}m18 0h{number(half - 9)}"
        f'M{number(box.x - 5)} {number(rule)}l5-4 5 4-5 4Z"/>'
        f"{_legend(edition, box, rule)}</g>"
    )


def _ticket(box: Box, inset: float) -> str:
    """Return the outline of a ticket with notched corners, as path data.

    Args:
        box: the box of the cartouche.
        inset: the distance of the outline from the edges of the box.
    """
    notch = _NOTCH
    left, top = box.left + inset, box.top + inset
    wide, high = box.width - 2 * inset - 2 * notch, box.height - 2 * inset - 2 * notch
    n = number(notch)
    return (
        f"M{number(left + notch)} {number(top)}h{number(wide)}a{n} {n} 0 0 0 {n} {n}"
        f"v{number(high)}a{n} {n} 0 0 0-{n} {n}h{number(-wide)}a{n} {n} 0 0 0-{n}-{n}"
        f"v{number(-high)}a{n} {n} 0 0 0 {n}-{n}Z"
    )


def _legend(edition: Edition, box: Box, rule: float) -> str:
    """Return a small space for each length of route, with its points below, as SVG.

    Args:
        edition: the edition.
        box: the box of the cartouche.
        rule: the y of the line between the title and the legend.
    """
    longest = max(route.length for route in edition.routes)
    points = edition.points[:longest]
    pitch = (box.width - 3 * _NOTCH) / len(points)
    room = box.top + box.height - rule
    size = min(17.0, room * 0.3)
    parts: list[str] = []
    for length, worth in enumerate(points, start=1):
        x = box.x + (length - (len(points) + 1) / 2) * pitch
        y = rule + room * 0.31
        wide, high = min(28.0, pitch - 6), size * 1.05
        parts.append(
            f'<rect class="legend-space" x="{number(x - wide / 2)}" y="{number(y - high / 2)}" '
            f'width="{number(wide)}" height="{number(high)}" rx="3"/>'
        )
        parts.append(text(str(length), x, y + size * 0.35, size, "legend bold"))
        parts.append(text(f"+{worth}", x, y + high / 2 + size * 1.0, size, "legend"))
    return "".join(parts)
