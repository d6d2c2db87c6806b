"""Drawings of boards, positions, cards, tickets and score sheets, as SVG.

    from whistlestop import Game, load_edition
    from whistlestop import drawing

    drawing.board(load_edition("usa")).save("usa.svg")
    drawing.position(Game.new(load_edition("london"), seats=2).view()).png(width=1000)

Every function returns a `Picture`: the text of an SVG file, which a notebook shows as a picture. By
default a picture contains its style and fonts. With `standalone=False` it contains no style, and is
for a page that links `stylesheet()` as a file. `docs/drawing.md` lists ids and classes.
"""

from __future__ import annotations

from whistlestop.drawing.markup import Picture
from whistlestop.drawing.pictures import (
    board,
    card,
    position,
    result,
    score_sheet,
    shaded,
    ticket,
    vignette,
)
from whistlestop.drawing.result import Company
from whistlestop.drawing.stylesheet import for_page as stylesheet

__all__ = [
    "Company",
    "Picture",
    "board",
    "card",
    "position",
    "result",
    "score_sheet",
    "shaded",
    "stylesheet",
    "ticket",
    "vignette",
]
