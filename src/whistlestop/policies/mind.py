"""The mind of a seat: which policy decides for it, with which weights, and what it remembers.

At the beginning of a game, a mind is all zeros except for its policy and weights. A policy can
recompute everything that it remembers from what the seat knows. So it can also play on from a
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
"""The policy that takes a random legal action. All legal actions are equally likely."""

PLANNING: Final = 1
"""The policy of the planner, which chooses tickets to complete and plans routes for them."""

PUBLISHED_FIRST: Final = 32
"""The first number of the published agents. Each agent exists in two versions: as its authors coded
it, with their defects, and as they described it. Agent n of `published.choosing` has the number
`PUBLISHED_FIRST + 2 * n` as coded, and the next number as described."""

ONE_STEP: Final = 32
"""The policy of the One-Step Thinker, as its authors coded it."""

ONE_STEP_AS_DESCRIBED: Final = 33
"""The policy of the One-Step Thinker, as its authors described it."""

LONG_ROUTE: Final = 34
"""The policy of the Long Route agent, as its authors coded it."""

LONG_ROUTE_AS_DESCRIBED: Final = 35
"""The policy of the Long Route agent, as its authors described it."""

ROUTE_FOCUSED: Final = 36
"""The policy of the Route Focused agent, as its authors coded it."""

ROUTE_FOCUSED_AS_DESCRIBED: Final = 37
"""The policy of the Route Focused agent, as its authors described it."""

DESTINATION_HUNGRY: Final = 38
"""The policy of the Destination Hungry agent, as its authors coded it."""

DESTINATION_HUNGRY_AS_DESCRIBED: Final = 39
"""The policy of the Destination Hungry agent, as its authors described it."""

RACER: Final = 40
"""The policy of the racer, which claims the longest open routes and ignores its tickets."""

CONNECTED_RACER: Final = 42
"""The policy of the connected racer, which prefers the longest open routes that touch its own."""

PUBLISHED_LAST: Final = 43
"""The last number of the published agents."""

MIND = record(
    [
        ("policy", np.int64),
        ("withdrawn", np.uint64, (2,)),
        ("withdrawn_cards", np.int64),
        ("planner", PLANNER),
        ("published", PUBLISHED),
    ]
)
"""The type of a mind.

| field | meaning |
| --- | --- |
| `policy` | the number of the policy that decides |
| `withdrawn` | [word] the tunnels that the seat gave up with `withdrawn_cards` cards in hand |
| `withdrawn_cards` | number of cards in hand after the seat last gave up a tunnel |
| `planner` | the weights and the memory of the planner |
| `published` | the memory of the published agents |
"""


def mind_of(policy: int, edition: str = "", players: int = 2) -> npt.NDArray[np.void]:
    """Return a mind at the beginning of a game, as an array of one record.

    Args:
        policy: the number of its policy; the constants of this module name the policies.
        edition: the name of the edition whose tuned weights the planner gets. If left out, or if
            there are no tuned weights for it, the planner gets the weights before any tuning.
        players: the number of players.
    """
    minds = np.zeros(1, dtype=MIND)
    minds["policy"] = policy
    minds["planner"]["weights"] = weights_for(edition, players)
    return minds
