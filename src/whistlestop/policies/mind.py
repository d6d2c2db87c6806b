"""The mind of a seat: which policy decides for it, with which weights, and what it remembers.

A mind of zeros, but for its policy and weights, is one at the beginning of a game. Everything it
remembers can be found again from what the seat knows, so that a policy also plays on from a
position that it has not seen before.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from whistlestop.policies.planner.memory import PLANNER
from whistlestop.policies.planner.weights import weights_for
from whistlestop.policies.published.memory import PUBLISHED
from whistlestop.rules.records import record

RANDOM: Final = 0
"""Any legal action, each equally likely."""

PLANNING: Final = 1
"""The planner."""

PUBLISHED_FIRST: Final = 32
"""The first number of a published agent: that and twice the agent's number in
`published.choosing`, and one more for the agent as described."""

ONE_STEP: Final = 32
"""The One-Step Thinker, as coded."""

ONE_STEP_AS_DESCRIBED: Final = 33
"""The One-Step Thinker."""

LONG_ROUTE: Final = 34
"""The Long Route agent, as coded."""

LONG_ROUTE_AS_DESCRIBED: Final = 35
"""The Long Route agent."""

ROUTE_FOCUSED: Final = 36
"""The Route Focused agent, as coded."""

ROUTE_FOCUSED_AS_DESCRIBED: Final = 37
"""The Route Focused agent."""

DESTINATION_HUNGRY: Final = 38
"""The Destination Hungry agent, as coded."""

DESTINATION_HUNGRY_AS_DESCRIBED: Final = 39
"""The Destination Hungry agent."""

RACER: Final = 40
"""The racer."""

CONNECTED_RACER: Final = 42
"""The racer that keeps to one network."""

PUBLISHED_LAST: Final = 43

MIND = record(
    [
        ("policy", np.int64),
        ("withdrawn", np.uint64, (2,)),
        ("withdrawn_cards", np.int64),
        ("planner", PLANNER),
        ("published", PUBLISHED),
    ]
)
"""Everybody's mind.

| field | meaning |
| --- | --- |
| `policy` | which policy decides |
| `withdrawn` | [word] tunnels given up with the cards that the seat still holds |
| `withdrawn_cards` | how many cards those are |
| `planner`, `published` | what these policies weigh and remember |
"""


def mind_of(policy: int, edition: str = "", players: int = 2) -> npt.NDArray[np.void]:
    """A mind at the beginning of a game, as an array of one.

    Args:
        policy: the number of its policy; the constants of this module name them.
        edition: the name of the edition whose tuned weights it gets; those before any tuning if
            left out, and for an edition that nobody has tuned for.
        players: the number of players.
    """
    minds = np.zeros(1, dtype=MIND)
    minds["policy"] = policy
    minds["planner"]["weights"] = weights_for(edition, players)
    return minds
