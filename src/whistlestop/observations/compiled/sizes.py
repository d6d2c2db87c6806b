"""The record of a layout: the numbers of items and parts, and where each feature begins.

Compiled code reads it, so that one compilation serves every edition and every layout.

| field | meaning |
| --- | --- |
| `observation` | the length of an observation |
| `information` | the length of an information state, which begins with the observation |
| `players`, `routes`, `places`, `tickets` | the numbers of items of the blocks |
| `kinds`, `stacks`, `offer` | the numbers of card kinds, of ticket stacks and of offered tickets |
| `kind` | [i] the i-th kind of card |
| `column` | [kind] the index i of a kind; 0 for kinds that the edition lacks |
| `of_kind` | [i] 1 / the cards of the i-th kind; 0 if there are none |
| `of_stack` | [stack] 1 / the tickets of the stack; 0 if there are none |
| `of_deck`, `of_pieces` | 1 / all cards; 1 / the pieces of a player |
| `of_passengers`, `of_tickets`, `of_routes` | 1 / the number of each; 0 if there are none |
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
"""The type of a layout's record."""
