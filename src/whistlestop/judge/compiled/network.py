"""A small network that says how a world is likely to end for a seat, in compiled code.

Two hidden layers, and two numbers at the end: the logarithm of the odds to win, and the lead over
the best of the others. It replaces the rest of a playout.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from whistlestop.judge.compiled.features import FEATURES, LEDGER
from whistlestop.knowledge.compiling import compiled
from whistlestop.rules.records import record

FIRST: Final = 64
SECOND: Final = 32
"""How wide the hidden layers are."""

OUTPUTS: Final = 2

MARGIN_UNIT: Final = 30.0
"""The points of lead that one stands for."""

NETWORK = record(
    [
        ("mean", np.float32, (FEATURES,)),
        ("scale", np.float32, (FEATURES,)),
        ("first", np.float32, (FEATURES, FIRST)),
        ("first_bias", np.float32, (FIRST,)),
        ("second", np.float32, (FIRST, SECOND)),
        ("second_bias", np.float32, (SECOND,)),
        ("last", np.float32, (SECOND, OUTPUTS)),
        ("last_bias", np.float32, (OUTPUTS,)),
        ("horizon", np.int64),
        ("caution", np.float64),
    ]
)
"""The weights: features are shifted by `mean` and multiplied by `scale`; then layer by layer, each
but the last cut off below 0. With them comes how they are best used: the turns after which the
network is asked, and what it may be wrong by in comparing two candidates, as a share of the win."""

BENCH = record(
    [
        ("ledger", LEDGER),
        ("row", np.float32, (FEATURES,)),
        ("first", np.float32, (FIRST,)),
        ("second", np.float32, (SECOND,)),
        ("share", np.float64),
        ("margin", np.float64),
    ]
)
"""What a network works in, and what it found: the chance to win, and the lead in points."""


@compiled
def run_network(network, bench):
    """Work out `bench.share` and `bench.margin` for the features in `bench.row`."""
    first, second = bench.first, bench.second
    for j in range(FIRST):
        first[j] = network.first_bias[j]
    for i in range(FEATURES):
        value = (bench.row[i] - network.mean[i]) * network.scale[i]
        if value != 0.0:
            for j in range(FIRST):
                first[j] += value * network.first[i, j]
    for j in range(SECOND):
        second[j] = network.second_bias[j]
    for i in range(FIRST):
        value = first[i]
        if value > 0.0:
            for j in range(SECOND):
                second[j] += value * network.second[i, j]
    odds, margin = network.last_bias[0], network.last_bias[1]
    for i in range(SECOND):
        value = second[i]
        if value > 0.0:
            odds += value * network.last[i, 0]
            margin += value * network.last[i, 1]
    bench.share = 1.0 / (1.0 + np.exp(-odds))
    bench.margin = MARGIN_UNIT * margin
