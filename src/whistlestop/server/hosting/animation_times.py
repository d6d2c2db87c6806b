"""How long a page takes to animate a move, step by step.

The page has these durations in `web/table/news.js`, `web/table/turn/tunnel-trial.js` and
`web/board/motion.js`. A test checks that they are equal. Bots do not wait for slower pages. Such a
page plays its animations in order by itself (`web/table/store/pacing.js`), and catches up when
it is too far behind.
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
    SubstituteGiven,
    SurchargeDue,
    TicketsOffered,
    TunnelCardRevealed,
    TunnelEntered,
)

BETWEEN: Final = 0.13
"""Seconds from the start of one animation to the start of the next."""
LAID_OUT: Final = 0.5
"""Seconds from laying out cards for a tunnel to turning up the first card of the deck."""
TURNED_UP: Final = 0.5
"""Seconds from turning up one card to turning up the next."""
ANSWERED: Final = 0.7
"""Seconds for which the result of a tunnel is shown."""
STEP: Final = 0.2
"""Seconds that a piece takes to appear."""
FLIGHT: Final = STEP + 0.05
"""Seconds that a card takes to fly, or a passenger to travel."""
APPEARING: Final = 0.09
"""Seconds from when one piece of a route starts to appear until the next piece does."""
REFILLED: Final = 0.2
"""Seconds from the start of a refill's animation until the new open card starts to glow."""
SETTING_OUT: Final = 0.1
"""Seconds that a page takes to receive a move and to draw the new position."""

_AFTERWARDS: Final[dict[type[Event], float]] = {
    TunnelEntered: LAID_OUT,
    TunnelCardRevealed: TURNED_UP,
    SurchargeDue: ANSWERED,
}
"""Seconds from the start of an event's animation to the start of the next animation. For all other
events, this is `BETWEEN`."""

_SHOWN: Final = (
    CardDrawn,
    DisplayRefilled,
    DisplaySwept,
    TicketsOffered,
    RouteClaimed,
    TunnelEntered,
    TunnelCardRevealed,
    SurchargeDue,
    SubstituteGiven,
    StationBuilt,
    PassengerPlaced,
    PassengerMoved,
)
"""The events that are animated. Other events only change the position."""


def seconds_to_show(events: Sequence[Event]) -> float:
    """Return the seconds that a page takes to receive a move and animate its events.

    0 if no event is animated.
    """
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
