"""Draw a board with each route shaded by a share, for instance how often it was claimed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from whistlestop.drawing.board import Board, Marked, Placed, way_of
from whistlestop.drawing.board import draw as draw_board
from whistlestop.drawing.markup import number, text, title

_FAINTEST: Final = 0.04
"""The opacity of the band under a route whose share is close to 0."""
_STRONGEST: Final = 0.85
_WIDE: Final = 19
"""The width in board units of the label with a route's percentage. It is narrow because parallel
tracks are close together."""
_HIGH: Final = 15
"""The height in board units of the label with a route's percentage."""


def draw(board: Board, shares: Mapping[int, float]) -> str:
    """Return the board as SVG, with a band under each route, and a percentage on its middle.

    The greater the share of a route, the less transparent is its band. A route with a share of 0
    has only the percentage.

    Args:
        board: the edition's board.
        shares: a number from 0 to 1 for each route, by number. Other routes are not shaded.
    """
    bands = "".join(
        f'<path class="shade" stroke-opacity="{_FAINTEST + (_STRONGEST - _FAINTEST) * share:.2f}" '
        f'd="{way_of(board, route)}"/>'
        for route, share in shares.items()
        if share > 0
    )
    return draw_board(
        board, Placed(), Marked(), under=f"<g>{bands}</g>", over=f"<g>{_labels(board, shares)}</g>"
    )


def _labels(board: Board, shares: Mapping[int, float]) -> str:
    out: list[str] = []
    for route, share in shares.items():
        row = board.spaces[route]
        # A label stands on a space, because the gap between two spaces is too narrow.
        middle = row[len(row) // 2]
        percent = str(round(share * 100))
        out.append(
            f"<g>{title(f'{board.index.route_title(route)}: {percent} %')}"
            f'<rect class="share" x="{number(middle.x - _WIDE / 2)}" '
            f'y="{number(middle.y - _HIGH / 2)}" width="{_WIDE}" height="{_HIGH}" rx="4"/>'
            f"{text(percent, middle.x, middle.y + 4.3, 12, 'middle bold')}</g>"
        )
    return "".join(out)
