"""Render a table for a spectator, in words, as a drawing or in pixels.

Secret cards and tickets are not shown.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

from whistlestop.editions.model import Edition
from whistlestop.seen.view import SPECTATOR, View, see

RENDER_MODES: Final = ("ansi", "svg", "rgb_array")

WIDTH: Final = 1000
"""The width of a drawing in pixels."""


def checked_mode(mode: str | None) -> str | None:
    """Return a render mode unchanged, after checking it. None is allowed.

    Raises:
        ValueError: there is no such mode.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"there is no render mode {mode!r}: there are {', '.join(RENDER_MODES)}")
    return mode


def rendered(mode: str | None, edition: Edition, state: Any) -> Any:
    """Return a position as a spectator sees it, in the form of the mode, or None without a mode.

    Args:
        mode: one of `RENDER_MODES`, or None.
        edition: the edition.
        state: the position, as a state record.

    Raises:
        ValueError: there is no such mode.
    """
    if checked_mode(mode) is None:
        return None
    view = see(edition, state, SPECTATOR)
    if mode == "ansi":
        return in_words(view)
    # Imported late: most environments are never drawn.
    from whistlestop.drawing import position

    picture = position(view)
    if mode == "svg":
        return picture
    return _in_pixels(picture.png(WIDTH))


def _in_pixels(png: bytes) -> Any:
    """Return a PNG picture as `uint8[height, width, 3]`. Transparent pixels become white."""
    import numpy as np
    from PIL import Image

    with Image.open(BytesIO(png)) as image:
        paper = Image.new("RGBA", image.size, "white")
        paper.alpha_composite(image.convert("RGBA"))
    return np.array(paper.convert("RGB"))


def in_words(view: View) -> str:
    """Return the public part of a view as lines of text."""
    display = ", ".join(card or "nothing" for card in view.display)
    lines = [
        f"{view.edition.title}, turn {view.turns + 1}: {view.phase.replace('_', ' ')}"
        + ("" if view.over else f", seat {view.seat}"),
        f"display: {display}; {view.deck} cards in the deck",
    ]
    lines += [
        f"seat {player.seat}: {player.score} points, {player.cards} cards, "
        f"{len(player.stacks)} tickets, {player.pieces} pieces; "
        f"routes: {', '.join(player.routes) or 'none'}"
        for player in view.players
    ]
    return "\n".join(lines) + "\n"
