"""A board with its routes shaded by a number: how often each was claimed, for instance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from whistlestop.drawing.board import Board, Marked, Placed, way_of
from whistlestop.drawing.board import draw as draw_board
from whistlestop.drawing.markup import number, text, title

_FAINTEST: Final = 0.04
"""Of a shade, so that nothing shows where nothing is."""
_STRONGEST: Final = 0.85
_WIDE: Final = 19
_HIGH: Final = 15
"""Of the label with a route's number; narrow, because parallel tracks lie beside one another."""


def draw(board: Board, shares: Mapping[int, float]) -> str:
    """The board; under each route lies a band as strong as its share, in percent on its middle.

    Args:
        board: the edition's.
        shares: of each route, by number, 0 to 1; routes that are left out stay bare.
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
        # Of an even row the later one: between them the gap is too narrow to stand in.
        middle = row[len(row) // 2]
        percent = str(round(share * 100))
        out.append(
            f"<g>{title(f'{board.index.route_title(route)}: {percent} %')}"
            f'<rect class="share" x="{number(middle.x - _WIDE / 2)}" '
            f'y="{number(middle.y - _HIGH / 2)}" width="{_WIDE}" height="{_HIGH}" rx="4"/>'
            f"{text(percent, middle.x, middle.y + 4.3, 12, 'middle bold')}</g>"
        )
    return "".join(out)
