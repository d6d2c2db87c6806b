"""A small neural network that estimates how a world ends for a seat, in compiled code.

The network has two hidden layers and two outputs: the logarithm of the odds to win, and the lead
over the best other seat. The search uses the network instead of the rest of a playout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.judge.compiled.features import FEATURES, LEDGER
from whistlestop.knowledge.compiling import compiled
from whistlestop.rules.records import record

if TYPE_CHECKING:
    from whistlestop.judge.compiled.record_types import NeuralNetwork, NeuralWorkspace

FIRST: Final = 64
"""The width of the first hidden layer."""
SECOND: Final = 32
"""The width of the second hidden layer."""

OUTPUTS: Final = 2
"""The number of outputs: the logarithm of the odds to win, and the lead."""

MARGIN_UNIT: Final = 30.0
"""The lead in points for which the second output is 1."""

NEURAL_NETWORK = record(
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
"""The weights of a neural network, and how to use the network.

| field | meaning |
| --- | --- |
| `mean` | [feature] the number that is subtracted from the feature |
| `scale` | [feature] the factor for the feature after `mean` is subtracted |
| `first` | [feature, i] the weight of the feature in sum i of the first hidden layer |
| `first_bias` | [i] what is added to sum i of the first hidden layer; sums below 0 become 0 |
| `second` | [i, j] the weight of value i of the first layer in sum j of the second hidden layer |
| `second_bias` | [j] what is added to sum j of the second hidden layer; sums below 0 become 0 |
| `last` | [j, output] the weight of value j of the second hidden layer in the output |
| `last_bias` | [output] what is added to the output |
| `horizon` | the number of turns, of all seats together, after which a search uses the network |
| `caution` | the network's error in the difference between two candidates' utilities |
"""

NEURAL_WORKSPACE = record(
    [
        ("ledger", LEDGER),
        ("row", np.float32, (FEATURES,)),
        ("first", np.float32, (FIRST,)),
        ("second", np.float32, (SECOND,)),
        ("share", np.float64),
        ("margin", np.float64),
    ]
)
"""The working memory of a neural network, and its results.

| field | meaning |
| --- | --- |
| `ledger` | the record in which the features are computed |
| `row` | [feature] the features of the position for one seat |
| `first` | [i] the values of the first hidden layer |
| `second` | [i] the values of the second hidden layer |
| `share` | the result: the chance to win of the seat of `row`, from 0 to 1 |
| `margin` | the result: the lead of the seat of `row` over the best other seat, in points |
"""


@compiled
def run_neural_network(network: NeuralNetwork, work: NeuralWorkspace):
    """Compute `work.share` and `work.margin` from the features in `work.row`."""
    first, second = work.first, work.second
    for j in range(FIRST):
        first[j] = network.first_bias[j]
    for i in range(FEATURES):
        value = (work.row[i] - network.mean[i]) * network.scale[i]
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
    work.share = 1.0 / (1.0 + np.exp(-odds))
    work.margin = MARGIN_UNIT * margin
