"""How long a page takes to show a move: what flies, lands and is turned up one after the other.

The page has these figures in `web/table/news.js`, `web/table/tunnel-trial.js` and
`web/board/motion.js`; a test holds that they are the same. A slower page is not waited for: it lets
one thing land before the next by itself (`web/table/pacing.js`), and catches up when it has fallen
behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from whistlestop.events import (
    CardDrawn,
    DisplayRefilled,
    DisplaySwept,
    Event,
    PassengerMoved,
    PassengerPlaced,
    RouteClaimed,
    StationBuilt,
    SurchargeDue,
    TicketsOffered,
    TunnelCardRevealed,
    TunnelEntered,
)

BETWEEN: Final = 0.13
"""Seconds from one thing to the next."""
LAID_OUT: Final = 0.5
"""From a set that is laid out for a tunnel to the first card turned up."""
TURNED_UP: Final = 0.5
"""From one card turned up to the next."""
ANSWERED: Final = 0.7
"""For what a tunnel asks for to be seen."""
STEP: Final = 0.2
"""For a piece to appear."""
FLIGHT: Final = STEP + 0.05
"""For a card to fly, and for a figure to travel."""
APPEARING: Final = 0.09
"""From one piece of a route to the next."""
REFILLED: Final = 0.2
"""Until a new open card is noticed."""
SETTING_OUT: Final = 0.1
"""Until a page has heard of a move and drawn how things stand."""

_AFTERWARDS: Final[dict[type[Event], float]] = {
    TunnelEntered: LAID_OUT,
    TunnelCardRevealed: TURNED_UP,
    SurchargeDue: ANSWERED,
}
"""What passes before the next thing is shown, where that is not the usual time."""

_SHOWN: Final = (
    CardDrawn,
    DisplayRefilled,
    DisplaySwept,
    TicketsOffered,
    RouteClaimed,
    TunnelEntered,
    TunnelCardRevealed,
    SurchargeDue,
    StationBuilt,
    PassengerPlaced,
    PassengerMoved,
)
"""What can be seen on the way; all else is just as it is."""


def seconds_to_show(events: Sequence[Event]) -> float:
    """The seconds after which all that a move set in motion has landed; 0 = nothing moves."""
    begins = ends = 0.0
    for event in events:
        if isinstance(event, _SHOWN):
            ends = max(ends, begins + _lasting(event))
            begins += _AFTERWARDS.get(type(event), BETWEEN)
    return ends and SETTING_OUT + ends


def _lasting(event: Event) -> float:
    match event:
        case RouteClaimed(cards=cards):
            pieces = sum(number for _, number in cards)
            return max(FLIGHT, APPEARING * (pieces - 1) + STEP)
        case TicketsOffered(stacks=stacks):
            return FLIGHT + BETWEEN * (len(stacks) - 1)
        case DisplayRefilled():
            return REFILLED + FLIGHT
        case SurchargeDue():
            return ANSWERED
        case _:
            return FLIGHT
