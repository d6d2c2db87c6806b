"""The record of a layout: how many there are of everything, and where each feature begins.

Compiled code reads it, so that one compilation serves every edition and every layout.

| field | meaning |
| --- | --- |
| `observation` | numbers in an observation |
| `information` | numbers in an information state, which begins with the observation |
| `players`, `routes`, `places`, `tickets` | items of the blocks |
| `kinds`, `stacks`, `offer` | parts of features: card kinds, ticket stacks, places of an offer |
| `kind` | [i] the kind of card that is the i-th |
| `column` | [kind] its place among those; 0 for kinds that the edition lacks |
| `of_kind` | [i] 1 / cards of the i-th kind; 0 if there are none |
| `of_stack` | [stack] 1 / its tickets |
| `of_deck`, `of_pieces`, `of_passengers`, `of_tickets`, `of_routes` | 1 / all of them |
| others | where the feature of this block and name begins; -1 if the layout lacks it |
"""

from __future__ import annotations

import numpy as np

from whistlestop.editions.limits import KINDS, STACKS
from whistlestop.observations.features import FEATURES, offset_field
from whistlestop.rules.records import record

LAYOUT = record(
    [
        *(
            (name, np.int64)
            for name in (
                "observation",
                "information",
                "players",
                "routes",
                "places",
                "tickets",
                "kinds",
                "stacks",
                "offer",
            )
        ),
        ("kind", np.int64, (KINDS,)),
        ("column", np.int64, (KINDS,)),
        *((offset_field(feature), np.int64) for feature in FEATURES),
        ("of_kind", np.float32, (KINDS,)),
        ("of_stack", np.float32, (STACKS,)),
        ("of_deck", np.float32),
        ("of_pieces", np.float32),
        ("of_passengers", np.float32),
        ("of_tickets", np.float32),
        ("of_routes", np.float32),
    ]
)
"""What compiled code needs of a layout."""
