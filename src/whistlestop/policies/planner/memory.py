"""What the planner remembers, and the memory that it works in."""

from __future__ import annotations

from typing import Final

import numpy as np

from whistlestop.editions.limits import COLOURS, KINDS, PLACES, ROUTES
from whistlestop.policies.planner.weights import WEIGHTS
from whistlestop.rules.networks import PARTS
from whistlestop.rules.records import record
from whistlestop.rules.trails import TRAIL

GOALS: Final = 48
"""The most tickets and districts that are planned for at a time."""

LINKS: Final = 64
"""The most links that the goals need."""

TARGETS: Final = 40
"""The most routes that cards are collected for at a time."""

OPTIONS: Final = 32
"""The most options of a decision that are listed."""

WAYS: Final = 16
"""The most ways of a passenger that are searched at a time."""

WAY = record(
    [
        ("worth", np.float64),
        ("points", np.int64),
        ("city", np.int64),
        ("cards", np.int64),
        ("first", np.int64),
        ("visited", np.uint64),
        ("used", np.uint64, (2,)),
    ]
)
"""A way of a passenger.

| field | meaning |
| --- | --- |
| `worth` | the points of its tokens, less what its passenger cards are worth |
| `points` | the points of its tokens |
| `city` | the city where it ends |
| `cards` | the passenger cards still in hand |
| `first` | its first route; -1 = it has no steps |
| `visited`, `used` | the cities visited; [word] the routes used |
"""

PLANNER = record(
    [
        # Kept between decisions.
        ("weights", WEIGHTS),
        ("planned", np.int64),
        ("plan_tickets", np.uint64),
        ("plan_owned", np.uint64, (2,)),
        ("plan_last", np.int64),
        ("plan_turn", np.int64),
        ("routes", np.uint64, (2,)),
        ("borrowed", np.uint64, (2,)),
        ("opened", np.uint64, (2,)),
        ("detour", np.float64, (ROUTES,)),
        ("targets_turn", np.int64),
        ("planned_targets", np.int64),
        ("trail_owned", np.uint64, (2,)),
        ("trail_ends", np.uint64),
        # Memory to work in.
        ("cost", np.float64, (ROUTES,)),
        ("now", np.float64, (ROUTES,)),
        ("users", np.uint8, (ROUTES,)),
        ("distance", np.float64, (PLACES,)),
        ("via", np.int64, (PLACES,)),
        ("end", np.int64),
        ("goals", np.int64),
        ("gain", np.float64, (GOALS,)),
        ("loss", np.float64, (GOALS,)),
        ("wanted", np.int64, (GOALS,)),
        ("ticket", np.int64, (GOALS,)),
        ("given_up", np.int64, (GOALS,)),
        ("links", np.int64),
        ("link_goal", np.int64, (LINKS,)),
        ("link_from", np.uint64, (LINKS,)),
        ("link_to", np.uint64, (LINKS,)),
        ("link_made", np.int64, (LINKS,)),
        ("path", np.uint64, (LINKS, 2)),
        ("best_path", np.uint64, (LINKS, 2)),
        ("direct", np.float64, (LINKS,)),
        ("order", np.int64, (LINKS,)),
        ("network", np.uint64, (2,)),
        ("network_cost", np.float64),
        ("parts", np.uint64, (PARTS,)),
        ("part_count", np.int64),
        ("targets", np.int64),
        ("target", np.int64, (TARGETS,)),
        ("priority", np.float64, (TARGETS,)),
        ("colour", np.int64, (TARGETS,)),
        ("missing", np.int64, (TARGETS,)),
        ("reserved", np.int64, (TARGETS,)),
        ("ferry", np.int64, (TARGETS,)),
        ("spare", np.int64, (COLOURS,)),
        ("wild_reserved", np.int64),
        ("uses", np.float64, (KINDS,)),
        ("unseen", np.int64, (KINDS,)),
        ("unseen_total", np.int64),
        ("value", np.float64, (ROUTES,)),
        ("listing", np.int64),
        ("options", np.int64),
        ("option", np.int64, (OPTIONS,)),
        ("worth", np.float64, (OPTIONS,)),
        ("trail", TRAIL),
        ("trail_order", np.int64, (ROUTES,)),
        ("ways", WAY, (WAYS,)),
        ("further", WAY, (WAYS,)),
        ("best_way", WAY),
    ]
)
"""The planner's part of a mind."""
