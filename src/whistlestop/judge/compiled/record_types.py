"""Fields of the records in `judge/compiled`. Made by `tools/record_types.py`."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from whistlestop.knowledge.record_types import Likelihood
from whistlestop.policies.record_types import Mind
from whistlestop.rules.annotations import Number, Real, Records
from whistlestop.rules.record_types import Luck, Sheet, State


class Ledger(Protocol):
    """The record in which features are computed."""

    sheet: Sheet
    """The score sheet of the world if the game ended now."""
    seats: npt.NDArray[np.float64]
    """[seat, i] the numbers of each seat, in the order of `OF_A_SEAT`."""
    left: Real
    """The lowest `turns_to_end` of all seats."""


class NeuralNetwork(Protocol):
    """The weights of a neural network that estimates how a game ends."""

    mean: npt.NDArray[np.float32]
    """[feature] the number that is subtracted from the feature."""
    scale: npt.NDArray[np.float32]
    """[feature] the factor for the feature after `mean` is subtracted."""
    first: npt.NDArray[np.float32]
    """[feature, i] the weight of the feature in sum i of the first hidden layer."""
    first_bias: npt.NDArray[np.float32]
    """[i] what is added to sum i of the first hidden layer; sums below 0 become 0."""
    second: npt.NDArray[np.float32]
    """[i, j] the weight of value i of the first layer in sum j of the second hidden layer."""
    second_bias: npt.NDArray[np.float32]
    """[j] what is added to sum j of the second hidden layer; sums below 0 become 0."""
    last: npt.NDArray[np.float32]
    """[j, output] the weight of value j of the second hidden layer in the output."""
    last_bias: npt.NDArray[np.float32]
    """[output] what is added to the output."""
    horizon: Number
    """The number of turns, of all seats together, after which a search uses the network."""
    caution: Real
    """The network's error in the difference between two candidates' utilities."""


class NeuralWorkspace(Protocol):
    """The working memory of a neural network."""

    ledger: Ledger
    """The record in which the features are computed."""
    row: npt.NDArray[np.float32]
    """[feature] the features of the position for one seat."""
    first: npt.NDArray[np.float32]
    """[i] the values of the first hidden layer."""
    second: npt.NDArray[np.float32]
    """[i] the values of the second hidden layer."""
    share: Real
    """The result: the chance to win of the seat of `row`, from 0 to 1."""
    margin: Real
    """The result: the lead of the seat of `row` over the best other seat, in points."""


class PlayoutWorkspace(Protocol):
    """The working memory of playouts."""

    states: Records[State]
    """[i] the world as it was dealt, at `WORLD`, and the copy that is played, at `PLAYED`."""
    minds: Records[Mind]
    """[seat] the minds during a playout."""
    luck: Luck
    """The source of randomness for dealing worlds and for playing them."""
    after_deal: npt.NDArray[np.uint64]
    """[i] the state of `luck.generator` after the world was dealt."""
    sheet: Sheet
    """The score sheet at the end of a playout."""
    likelihood: Likelihood
    """How likely each of the other seats holds each ticket."""
    set_row: npt.NDArray[np.float64]
    """[feature] the features of a set of tickets."""
    held_weights: npt.NDArray[np.float64]
    """[seat] the logarithm of the weight of a seat's imagined tickets."""
    neural: NeuralWorkspace
    """The working memory of the neural network."""


class SamplingWorkspace(Protocol):
    """The working memory in which examples are made."""

    state: State
    """The position of the game."""
    minds: Records[Mind]
    """[seat] the minds of the players."""
    luck: Luck
    """The source of random numbers for the game and for everything that is chosen at random."""
    sheet: Sheet
    """The score sheet at the end of the game."""
    ledger: Ledger
    """The record in which the features are computed."""
