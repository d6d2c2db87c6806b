"""The weights by which the tickets of other seats are imagined as sets.

`compiled/ticket_sets.py` explains how sets are weighed. The weights are in `ticket_sets.toml`,
which `tools/fit_inference.py` writes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

import numpy as np
import numpy.typing as npt

from whistlestop.editions.load import is_built_in
from whistlestop.editions.model import Edition

NAMES: Final = (
    "cost",
    "gain",
    "loss",
    "given_up",
    "unfinished",
    "complete",
    "impossible",
    "built_cost",
    "built_gain",
    "built_loss",
    "built_given_up",
    "built_unfinished",
    "built_complete",
    "built_impossible",
    "used",
)
"""The names of the features of a set of tickets that a seat may hold, in the order in which
`compiled.ticket_sets.write_set_features` writes them.

| feature | meaning |
| --- | --- |
| `cost` | what the planner's network for the set would cost, in tens of points |
| `gain` | the points, in tens, for the tickets that the planner would pursue |
| `loss` | the points, in tens, lost with the tickets that the planner would give up |
| `given_up` | the number of tickets that the planner would give up |
| `unfinished` | the number of tickets that are incomplete but can be completed |
| `complete` | the number of complete tickets |
| `impossible` | the number of tickets that can no longer be completed |
| `built_…` | each feature above, multiplied by the share of the seat's pieces that it has built |
| `used` | the number of spaces, in tens, that the seat has built on the tickets' cheapest paths |
"""

ANY: Final = "any"
"""The name of the table in `ticket_sets.toml` that has the weights for editions without a table of
their own."""


def set_weights_for(edition: Edition) -> npt.NDArray[np.float64]:
    """Return an edition's weight for each feature of a set of tickets.

    The weighted sum of a set's features is the logarithm of the relative likelihood that a seat
    holds the set. A user's own edition gets the weights that were fitted to all built-in editions
    together, even if it has the name of a built-in edition.

    Args:
        edition: the edition.

    Returns:
        [feature] the weights, in the order of `NAMES`.
    """
    return _weights(edition.board if is_built_in(edition) else ANY).copy()


@cache
def _weights(name: str) -> npt.NDArray[np.float64]:
    tables = _tables()
    table = tables.get(name, tables[ANY])
    return np.array([table[feature] for feature in NAMES], dtype=np.float64)


@cache
def _tables() -> Mapping[str, Mapping[str, float]]:
    file = resources.files("whistlestop.judge") / "ticket_sets.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
