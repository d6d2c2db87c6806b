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
"""The features of a set of tickets, in the order of a row.

| feature | meaning |
| --- | --- |
| `cost` | what the planner's network for the set would cost, in tens of points |
| `gain` | points for the tickets that the planner would pursue, in tens |
| `loss` | points lost with the tickets that the planner would give up, in tens |
| `given_up` | the number of tickets that the planner would give up |
| `unfinished` | the number of tickets that are incomplete but can be completed |
| `complete` | the number of complete tickets |
| `impossible` | the number of tickets that can no longer be completed |
| `built_…` | each feature above, multiplied by the share of the seat's pieces that it has built |
| `used` | the built spaces that lie on the cheapest paths of the tickets, in tens |
"""

ANY: Final = "any"
"""The name, in the file, of the weights for editions that have no weights of their own."""


def set_weights_for(edition: Edition) -> npt.NDArray[np.float64]:
    """Return the weight of each feature of a set of tickets on an edition.

    The weighted sum of a set's features is the logarithm of its relative likelihood. A user's own
    edition gets the weights that were fitted to all built-in editions together, even if it has the
    name of a built-in edition.

    Args:
        edition: the edition.

    Returns:
        [feature] the weights, in the order of `NAMES`.
    """
    return _weights(edition.name if is_built_in(edition) else ANY).copy()


@cache
def _weights(name: str) -> npt.NDArray[np.float64]:
    tables = _tables()
    table = tables.get(name, tables[ANY])
    return np.array([table[feature] for feature in NAMES], dtype=np.float64)


@cache
def _tables() -> Mapping[str, Mapping[str, float]]:
    file = resources.files("whistlestop.judge") / "ticket_sets.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
