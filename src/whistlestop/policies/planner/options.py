"""The options of a decision, each with an estimate of its worth; the best option is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.knowledge.compiling import compiled
from whistlestop.policies.planner.memory import OPTIONS
from whistlestop.policies.planner.weights import OUT_OF_REACH

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Planner
    from whistlestop.rules.annotations import Number, Real

NOTHING = OUT_OF_REACH
"""Less than any option is worth."""


@compiled
def clear(room: Planner):
    """Remove all options."""
    room.options = 0


@compiled
def add(room: Planner, action: Number, worth: Real):
    """Add an option; in a full list, it replaces the worst option if it is worth more."""
    place = room.options
    if place == OPTIONS:
        place = 0
        for i in range(1, OPTIONS):
            if room.worth[i] < room.worth[place]:
                place = i
        if room.worth[place] >= worth:
            return
    else:
        room.options += 1
    room.option[place] = action
    room.worth[place] = worth


@compiled
def most(room: Planner):
    """Return the worth of the best option, or `NOTHING` if there is none."""
    best = NOTHING
    for i in range(room.options):
        best = max(best, room.worth[i])
    return best


@compiled
def needed(room: Planner):
    """Return the worth that an option must exceed to be considered.

    While options are listed, this is `NOTHING`. Otherwise it is the worth of the best option so
    far.
    """
    return NOTHING if room.listing == 1 else most(room)


@compiled
def best(room: Planner):
    """Return the option that is worth most, the first of equals, or -1 if there is none."""
    found = np.int64(-1)
    worth = NOTHING
    for i in range(room.options):
        if room.worth[i] > worth:
            worth = room.worth[i]
            found = room.option[i]
    return found
