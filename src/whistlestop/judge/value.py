"""The networks that were learned, one file an edition: how a world is likely to end for a seat.

`tools/learn_value.py` makes the files in `networks/`, and each tells how it was made.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from whistlestop.editions.load import load, names
from whistlestop.editions.model import Edition
from whistlestop.judge.compiled.features import OF_A_SEAT, OF_THE_TABLE
from whistlestop.judge.compiled.network import NETWORK

Records = npt.NDArray[np.void]

NETWORKS: Final = Path(__file__).parent / "networks"
"""Where the files are."""

LAYERS: Final = ("first", "second", "last")
"""The fields of a network that are its layers; each has its `_bias`."""

MADE: Final = "made"
"""The entry of a file that tells, as JSON, how it was made; the others are fields of `NETWORK`."""

TABLES: Final = "tables"
"""The key in it of the tables at which the network is asked: numbers of players, each with the
turns of all seats after which it is."""


def network_for(edition: Edition, players: int) -> Records | None:
    """The network of an edition, as an array of one; None if nobody has made one.

    Its horizon is the one for tables of so many players; 0 where searches do better without it. An
    edition of somebody's own has none, though it be called like one that comes along.

    Args:
        edition: the edition.
        players: the number of players.
    """
    if edition.name not in names() or edition.source != load(edition.name).source:
        return None
    return _asked(edition.name, players)


@cache
def _asked(name: str, players: int) -> Records | None:
    """The network of an edition with the horizon for tables of so many players."""
    file = NETWORKS / f"{name}.npz"
    if not file.exists():
        return None
    networks = read_network(file)
    networks["horizon"] = _made(file).get(TABLES, {}).get(str(players), 0)
    return networks


def read_network(file: Path) -> Records:
    """A network from its file, as an array of one.

    Raises:
        ValueError: it was made for other features than those of this version.
    """
    if _made(file)["features"] != feature_names():
        raise ValueError(f"{file} was made for other features; make it anew")
    with np.load(file, allow_pickle=False) as stored:
        networks = np.zeros(1, dtype=NETWORK)
        for field in NETWORK.names or ():
            networks[field] = stored[field]
    return networks


def _made(file: Path) -> dict[str, Any]:
    with np.load(file, allow_pickle=False) as stored:
        return json.loads(str(stored[MADE]))


def write_network(file: Path, networks: Records, made: dict[str, Any]) -> None:
    """Keep a network; its layers half as precise as they were learned, which changes nothing.

    Args:
        file: where; what is there is replaced.
        networks: the network, as an array of one.
        made: how it was made; its `TABLES` say where it is asked.
    """
    fields: dict[str, Any] = {field: networks[field][0] for field in NETWORK.names or ()}
    for layer in LAYERS:
        for field in (layer, f"{layer}_bias"):
            fields[field] = fields[field].astype(np.float16)
    told = json.dumps({**made, "features": feature_names()})
    part = file.with_suffix(".part.npz")
    np.savez_compressed(part, allow_pickle=False, **fields, **{MADE: np.array(told)})
    part.replace(file)


def feature_names() -> list[str]:
    """The names of the features, in their order."""
    whose = ("own", "ahead", "others")
    return [*(f"{who}.{name}" for who in whose for name in OF_A_SEAT), *OF_THE_TABLE]
