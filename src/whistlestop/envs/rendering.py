"""A table in words or as a drawing, as everybody sees it: nobody's cards, nobody's tickets."""

from __future__ import annotations

from typing import Any, Final

from whistlestop.editions.model import Edition
from whistlestop.view import SPECTATOR, View, see

RENDER_MODES: Final = ("ansi", "svg")


def rendered(mode: str | None, edition: Edition, state: Any) -> str | None:
    """The table; None without a mode.

    Args:
        mode: `ansi`, `svg` or None.
        edition: what is played.
        state: the position.

    Raises:
        ValueError: there is no such mode.
    """
    if mode is None:
        return None
    if mode not in RENDER_MODES:
        raise ValueError(f"there is no render mode {mode!r}: there are {', '.join(RENDER_MODES)}")
    view = see(edition, state, SPECTATOR)
    if mode == "ansi":
        return in_words(view)
    # Late: whoever wants no drawing loads none.
    from whistlestop.drawing import position

    return position(view)


def in_words(view: View) -> str:
    """The table in lines of text."""
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
