"""What the published agents remember, and the room that they work in."""

from __future__ import annotations

import numpy as np

from whistlestop.editions.limits import PLACES, ROUTES
from whistlestop.rules.records import record

PUBLISHED = record(
    [
        # Remembered.
        ("awake", np.int64),
        ("order", np.uint8, (ROUTES,)),
        ("planned", np.uint64),
        ("target", np.int64),
        ("routes", np.uint64, (2,)),
        ("priority", np.int16, (ROUTES,)),
        ("estimated", np.int64),
        ("spare", np.int64),
        # Room to work in.
        ("distance", np.int16, (PLACES,)),
        ("via", np.uint8, (PLACES,)),
    ]
)
"""The memory of a published agent; zeros are one at the beginning of a game.

| field | meaning |
| --- | --- |
| `awake` | 1 = the order has been drawn |
| `order` | [route] its place in the order in which equally good routes are preferred |
| `planned` | what the plan was made for, see `plans.situation`; 0 = there is none |
| `target` | the route (+ 1) that the agent collects cards for; 0 = none |
| `routes` | the routes of the plan |
| `priority` | [route] how urgent a route of the plan is |
| `estimated`, `spare` | 1 = known; the pieces that the plan is thought to leave over |
| `distance`, `via` | [place] the shortest way there: what it costs, and its last route (+ 1) |
"""
