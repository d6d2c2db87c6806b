"""The trained neural networks that estimate how a world ends for a seat: one file per edition.

`tools/learn_value.py` writes the files in `neural_networks/`. Each file says how it was made.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from whistlestop.editions.load import is_built_in
from whistlestop.editions.model import Edition
from whistlestop.judge.compiled.features import OF_A_SEAT, OF_THE_TABLE
from whistlestop.judge.compiled.neural_network import NEURAL_NETWORK

Records = npt.NDArray[np.void]

NEURAL_NETWORKS: Final = Path(__file__).parent / "neural_networks"
"""The folder with the files of the neural networks."""

LAYERS: Final = ("first", "second", "last")
"""The names of the fields of `NEURAL_NETWORK` that hold the layers. For each of these fields, a
field `…_bias` holds the biases of the layer."""

MADE: Final = "made"
"""The name of the entry of a file that says, as JSON, how the file was made. All other entries of
the file are fields of `NEURAL_NETWORK`."""

TABLES: Final = "tables"
"""A key in the JSON of the entry `MADE`. The value says when a search uses the neural network: it
maps a number of players, as text, to the number of turns of all seats that are played before the
network estimates how the game ends. For a number of players that the value does not list, a search
uses the network only if the settings of the search ask for it."""


def neural_network_for(edition: Edition, players: int) -> Records | None:
    """Return the neural network of an edition as an array of one record, or None if there is none.

    The field `horizon` is the number of turns of all seats after which a search uses the network.
    It is set for this number of players, and is 0 if searches with this number of players do better
    without the network. A user's own edition has no network, even if it has the name of a built-in
    edition.

    Args:
        edition: the edition.
        players: the number of players.
    """
    if not is_built_in(edition):
        return None
    return _asked(edition.name, players)


@cache
def _asked(name: str, players: int) -> Records | None:
    """Return the neural network of the built-in edition `name`, as an array of one record.

    The field `horizon` is set for this number of players. Return None if the edition has no
    network.
    """
    file = NEURAL_NETWORKS / f"{name}.npz"
    if not file.exists():
        return None
    neural_networks = read_neural_network(file)
    neural_networks["horizon"] = _made(file).get(TABLES, {}).get(str(players), 0)
    return neural_networks


def read_neural_network(file: Path) -> Records:
    """Return a neural network from its file, as an array of one record.

    Raises:
        ValueError: the file was made for features that differ from those of this version.
    """
    if _made(file)["features"] != feature_names():
        raise ValueError(f"{file} was made for other features; make it anew")
    with np.load(file, allow_pickle=False) as stored:
        neural_networks = np.zeros(1, dtype=NEURAL_NETWORK)
        for field in NEURAL_NETWORK.names or ():
            neural_networks[field] = stored[field]
    return neural_networks


def _made(file: Path) -> dict[str, Any]:
    with np.load(file, allow_pickle=False) as stored:
        return json.loads(str(stored[MADE]))


def write_neural_network(file: Path, neural_networks: Records, made: dict[str, Any]) -> None:
    """Write a neural network to a file. The layers are rounded to half precision.

    Args:
        file: the path. An existing file is replaced.
        neural_networks: the network, as an array of one record.
        made: how the network was made, as values that JSON can hold. The entry `TABLES` says when a
            search uses the network.
    """
    fields: dict[str, Any] = {
        field: neural_networks[field][0] for field in NEURAL_NETWORK.names or ()
    }
    for layer in LAYERS:
        for field in (layer, f"{layer}_bias"):
            fields[field] = fields[field].astype(np.float16)
    told = json.dumps({**made, "features": feature_names()})
    part = file.with_suffix(".part.npz")
    np.savez_compressed(part, allow_pickle=False, **fields, **{MADE: np.array(told)})
    part.replace(file)


def feature_names() -> list[str]:
    """Return the names of the features of a neural network's input, in the order of the input."""
    whose = ("own", "ahead", "others")
    return [*(f"{who}.{name}" for who in whose for name in OF_A_SEAT), *OF_THE_TABLE]
