"""The record of a layout: the numbers of items and parts, and where each feature begins.

Compiled code reads the record, so that one compilation serves every edition and every layout.

| field | meaning |
| --- | --- |
| `observation` | the length of an observation |
| `information` | the length of an information state, which begins with the observation |
| `players` | the number of players that the layout has room for |
| `routes` | the number of routes that the layout has room for |
| `places` | the number of places that the layout has room for |
| `tickets` | the number of tickets that the layout has room for |
| `kinds` | the number of kinds of cards that the layout has room for |
| `stacks` | the number of ticket stacks that the layout has room for |
| `offer` | the number of tickets of an offer that the layout has room for |
| `kind` | [i] the kind of card, as the rules number it, that is the i-th in the layout |
| `column` | [kind] the index of a card kind in `kind`; 0 for kinds that the layout lacks |
| `of_kind` | [i] 1 / the number of cards of the i-th kind in the box; 0 if there are none |
| `of_stack` | [stack] 1 / the number of tickets of the stack in the box; 0 if there are none |
| `of_deck` | 1 / the number of all cards in the box |
| `of_pieces` | 1 / the number of pieces that a player has at the start |
| `of_passengers` | 1 / the number of passengers of a player; 0 if the edition has none |
| `of_tickets` | 1 / the number of tickets of the edition |
| `of_routes` | 1 / the number of routes of the edition |
| others | the index where the feature of this block and name begins; -1 if the layout lacks it |
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
"""The type of a layout's record. The table at the top of this module explains the fields."""
