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
| `awake` | 1 = `order` has been drawn; else 0 |
| `order` | [route] the rank of the route in the order in which equally good routes are preferred |
| `planned` | the result of `common.situation` when the plan was made; 0 = there is no plan |
| `target` | the route (+ 1) that the agent collects cards for; 0 = none |
| `routes` | [word] the routes of the plan |
| `priority` | [route] how urgent a route of the plan is; the highest number is the most urgent |
| `estimated` | 1 = `spare` is known; in `one_step`, how many tickets cannot be completed |
| `spare` | the estimated number of pieces that the plan leaves over |
| `distance` | [place] the length of the shortest way to the place, in the measure of `find_ways` |
| `via` | [place] the last route (+ 1) of the shortest way to the place; 0 = no route |
"""
