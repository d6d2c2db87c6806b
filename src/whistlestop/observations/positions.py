"""Checks of the positions, seats and arrays that callers pass; errors say what was expected."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np

from whistlestop.editions.limits import SEATS
from whistlestop.editions.model import Edition
from whistlestop.rules.state import STATE


def checked_state(position: Any, edition: Edition, players: int = SEATS) -> Any:
    """Return the state record of a position.

    Args:
        position: a `Game`, a state, or an array of one state.
        edition: the edition that the position must belong to. A state does not name its edition, so
            that only a `Game` can be checked for it.
        players: the maximum number of players.

    Raises:
        TypeError: the argument is not a position.
        ValueError: there are several positions, the game is of another edition, or it has more
            players.
    """
    state: Any = getattr(position, "state", position)
    if getattr(state, "dtype", None) != STATE:
        raise TypeError(
            "a position is a Game or a state (a record of whistlestop.rules.state.STATE), "
            f"not {type(position).__name__}"
        )
    if np.ndim(state):
        if np.size(state) != 1:
            raise ValueError(
                f"expected one position, not {np.size(state)}: take them one at a time "
                "(states[0]), or use compiled.writing.observe_deciding for many"
            )
        state = state.reshape(-1)[0]
    given = getattr(position, "edition", edition)
    if given is not edition and given != edition:
        raise ValueError(f"this is made for the edition {edition.name}, not for {given.name}")
    seats = int(state["seats"])
    if not 2 <= seats <= players:
        raise ValueError(
            f"there is room for 2 to {players} players, and this position has {seats}"
            + ("" if seats else "; a state of zeros has not been dealt yet")
        )
    return state


def checked_viewer(seat: int | None, players: int) -> int:
    """Return the number of a viewer for compiled code: a seat, or -1 for a spectator.

    Args:
        seat: a seat from 0; None or -1 is a spectator.
        players: the number of players.

    Raises:
        TypeError: the seat is not a whole number.
        ValueError: there is no such seat.
    """
    if seat is None:
        return -1
    try:
        viewer = index(seat)
    except TypeError:
        raise TypeError(
            f"a seat is a whole number, or None for a spectator, not {seat!r}"
        ) from None
    if not -1 <= viewer < players:
        raise ValueError(
            f"there is no seat {viewer}: seats are 0 to {players - 1}, and None is a spectator"
        )
    return viewer


def checked_room(out: Any, size: int) -> None:
    """Check that an array can hold one tensor: that it is `float32[size]`.

    Args:
        out: the array.
        size: the length of the tensor.

    Raises:
        ValueError: the array has another shape or type.
    """
    if getattr(out, "dtype", None) != np.float32 or np.shape(out) != (size,):
        kind = getattr(out, "dtype", type(out).__name__)
        raise ValueError(f"`out` must be float32[{size}], not {kind}{[*np.shape(out)]}")
