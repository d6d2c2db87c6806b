"""What the published agents remember, and the memory that they work in."""

from __future__ import annotations

import numpy as np

from whistlestop.editions.limits import PLACES, ROUTES
from whistlestop.rules.records import record

PUBLISHED = record(
    [
        # Kept between decisions.
        ("awake", np.int64),
        ("order", np.uint8, (ROUTES,)),
        ("planned", np.uint64),
        ("target", np.int64),
        ("routes", np.uint64, (2,)),
        ("priority", np.int16, (ROUTES,)),
        ("estimated", np.int64),
        ("spare", np.int64),
        # Memory to work in.
        ("distance", np.int16, (PLACES,)),
        ("via", np.uint8, (PLACES,)),
    ]
)
"""The memory of a published agent, all zeros at the beginning of a game.

| field | meaning |
| --- | --- |
| `awake` | 1 = the order has been drawn |
| `order` | [route] the rank of the route in the order in which equally good routes are preferred |
| `planned` | the `common.situation` that the plan was made for; 0 = there is no plan |
| `target` | the route (+ 1) that the agent collects cards for; 0 = none |
| `routes` | [word] the routes of the plan |
| `priority` | [route] how urgent a route of the plan is |
| `estimated` | 1 = `spare` is known; for the agents of `one_step`, see `one_step.plan_step` |
| `spare` | the estimated number of pieces that the plan leaves over |
| `distance` | [place] the length of the shortest way to the place, in the measure of `find_ways` |
| `via` | [place] the last route (+ 1) of the shortest way to the place; 0 = it is a source |
"""
