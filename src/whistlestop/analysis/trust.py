"""How well the judge's chances in reviews agree with the results of games between planners.

The numbers were measured with `whistlestop calibrate --horizon 0`. They are in `trust.toml`.
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
    """The number of positions in which the judge predicted a chance to win."""
    predicted: float
    """The mean of the chances to win that the judge predicted in the judged positions, from 0 to
    1."""
    won: float
    """The mean share of the win that followed in the games of the judged positions, from 0 to 1."""
    calibration_error: float
    """The mean difference between predicted chances and shares of the win, over ten bins of equal
    width, weighted with the number of positions in each bin."""


def trust_in(edition: Edition, players: int) -> Trust | None:
    """Return how well chances agreed with results on a board, or None if this was not measured.

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
