"""The options of a decision, each with an estimate of its worth. The planner takes the best one.

An option is a legal action that the planner considers.
"""

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
"""A number that is lower than the worth of any option."""


@compiled
def clear(planner: Planner):
    """Remove all options from `planner`."""
    planner.options = 0
    planner.highest = NOTHING


@compiled
def add(planner: Planner, action: Number, worth: Real):
    """Add an option to `planner`. If the list is full, a better option replaces the worst one.

    Args:
        planner: the planner's part of the mind.
        action: the action.
        worth: what the action is worth, in points.
    """
    planner.highest = max(planner.highest, worth)
    place = planner.options
    if place == OPTIONS:
        place = 0
        for i in range(1, OPTIONS):
            if planner.worth[i] < planner.worth[place]:
                place = i
        if planner.worth[place] >= worth:
            return
    else:
        planner.options += 1
    planner.option[place] = action
    planner.worth[place] = worth


@compiled
def needed(planner: Planner):
    """Return the worth that an option must exceed to be considered.

    If `planner.listing` is 1, the result is `NOTHING`, so that all options are added. Otherwise the
    result is the worth of the best option so far.
    """
    return NOTHING if planner.listing == 1 else planner.highest


@compiled
def best(planner: Planner):
    """Return the action of the option that is worth most. Return -1 if there are no options.

    If several options are worth most, return the action of the first one.
    """
    found = np.int64(-1)
    worth = NOTHING
    for i in range(planner.options):
        if planner.worth[i] > worth:
            worth = planner.worth[i]
            found = planner.option[i]
    return found
