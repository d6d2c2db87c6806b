"""The levels: five bots by name, from a child's first opponent to the champion.

The weaker levels are the planner with some weights moved towards those of a learner, a player who
has just learned the game. A learner plans, but keeps every ticket, claims routes as soon as
possible, does not collect a large hand, and spends locomotives and cards that will be needed. It
pays no attention to rivals or to the approaching end of the game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

LEARNER: Final = {
    "turn": 0.4,
    "route_points": 0.05,
    "cards_a_turn": 3.5,
    "leisure": 6.0,
    "reserved_card": 0.05,
    "spare_card": 0.05,
    "locomotive": 0.05,
    "reserved_locomotive": 0.1,
    "plain_locomotive": 0.05,
    "danger": 0.02,
    "draw": 0.2,
    "use": 0.3,
    "spare_piece": 0.1,
    "prudence": 3.0,
    "keep_cost": 0.05,
    "stake": 20.0,
    "missing_use": 0.3,
    "last_missing": 0.05,
    "spare_set": 0.1,
    "touch": 0.05,
    "longest_path": 0.02,
    "slack": 0.02,
    "full_hand": 0.25,
}
"""The planner's weights for a player who has just learned the game.

On all levels, the weights that are not listed here are the planner's own.
"""

MOST_CARDS: Final = {2: 0.75}
"""The highest value of the planner's weight `full_hand` on levels without search, by number of
players.

The weight limits the cards that a bot collects before it claims routes. Without a limit, two
planners in USA, Germany or Europe draw cards for 20 turns before their first claim. They win more
often, but are dull to play against. With more than two players there is no limit, because bots
claim routes earlier. Bots that search need no limit: they claim routes after 10 turns.
"""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of bots: its name, and how its bots differ from the planner."""

    name: str
    learning: float
    """The share, 0 to 1, by which the planner's weights are moved towards the weights in `LEARNER`,
    on a logarithmic scale. 0 keeps the planner's weights, and 1 replaces them."""
    searches: bool
    """Whether the bot searches with playouts before each decision."""


LEVELS: Final = (
    Level("beginner", 1.0, False),
    Level("casual", 0.57, False),
    Level("skilled", 0.3, False),
    Level("expert", 0.0, False),
    Level("champion", 0.0, True),
)
"""All levels, from the weakest to the strongest."""


def level_mind(level: Level, edition: str, players: int) -> npt.NDArray[np.void]:
    """Return the mind of a level's bots at the beginning of a game, as an array with one record.

    Args:
        level: the level.
        edition: the edition's name.
        players: the number of players.
    """
    # Imported late: the names of levels are also needed without the compiled code.
    from whistlestop.policies.mind import PLANNING, mind_of

    minds = mind_of(PLANNING, edition, players)
    weights = minds["planner"]["weights"]
    for name, learned in LEARNER.items():
        tuned = max(float(weights[name][0]), 0.01)
        weights[name] = tuned ** (1 - level.learning) * learned**level.learning
    weights["full_hand"] = min(float(weights["full_hand"][0]), MOST_CARDS.get(players, math.inf))
    return minds
