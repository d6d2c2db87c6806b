"""Games played on a device, or in Numba's simulator of one; as a program, it says what came.

The same functions, called from a test, do it on the processor.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

import numpy as np

from whistlestop.editions.load import names

TABLES = [(name, 2) for name in names()]
"""Every edition, and the players."""

SEED = 3


def whole_games(edition: str, players: int) -> dict[str, Any]:
    """Two random games of an edition on the device."""
    from whistlestop.cuda import RandomGames

    games = RandomGames(edition, players, threads=2)
    results = games.play([SEED, SEED + 1])
    return told(games.states.copy_to_host(), *(array.copy_to_host() for array in results))


def told(states: Any, totals: Any, ranks: Any, decisions: Any) -> dict[str, Any]:
    """Results as JSON can say them."""
    return {
        "states": [hashlib.sha256(state.tobytes()).hexdigest() for state in states],
        "totals": totals.tolist(),
        "ranks": ranks.tolist(),
        "decisions": np.asarray(decisions).tolist(),
    }


if __name__ == "__main__":
    json.dump(
        {f"{name} {players}": whole_games(name, players) for name, players in TABLES}, sys.stdout
    )
