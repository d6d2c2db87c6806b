"""How far the chances of a review can be trusted, measured on games of planners.

`whistlestop calibrate --horizon 0` measures it. Its results are in `trust.toml`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

import msgspec

from whistlestop.editions.load import is_built_in
from whistlestop.editions.model import Edition


class Trust(msgspec.Struct, frozen=True):
    """How well the judge's chances agreed with the results of games between planners."""

    positions: int
    """The number of positions that were judged."""
    predicted: float
    """The mean chance to win that the judge predicted, from 0 to 1."""
    won: float
    """The mean share of the win in these games, from 0 to 1."""
    calibration_error: float
    """The mean distance between predicted chances and shares of wins, over ten bins."""


def trust_in(edition: Edition, players: int) -> Trust | None:
    """Return how far the chances of a review can be trusted, or None if this was not measured.

    Args:
        edition: the edition. Users' own editions are not measured.
        players: the number of players.
    """
    if not is_built_in(edition):
        return None
    return _measured().get(edition.name, {}).get(str(players))


@cache
def _measured() -> dict[str, dict[str, Trust]]:
    file = resources.files("whistlestop.analysis") / "trust.toml"
    measured = tomllib.loads(file.read_text(encoding="utf-8"))
    return msgspec.convert(measured, dict[str, dict[str, Trust]])
