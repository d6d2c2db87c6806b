"""The levels: five players by name, from a child's first opponent to the champion.

The weaker ones are the planner with weights of which some are drawn towards those of somebody who
has just learned the game. They plan: but they keep every ticket, claim whatever they can at once,
spend locomotives and cards that they will need, and see neither their rivals nor the end coming.
"""

from __future__ import annotations

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
}
"""The planner's weights of somebody who has just learned the game."""


@dataclass(frozen=True, slots=True)
class Level:
    """A player by name."""

    name: str
    learning: float
    """How far the weights are drawn towards the learner's: 0 = not at all, 1 = they are those."""
    searches: bool
    """Whether playouts are made before a decision."""


LEVELS: Final = (
    Level("beginner", 1.0, False),
    Level("casual", 0.6, False),
    Level("skilled", 0.3, False),
    Level("expert", 0.0, False),
    Level("champion", 0.0, True),
)
"""All levels, the weakest first."""


def level_mind(level: Level, edition: str, players: int) -> npt.NDArray[np.void]:
    """The mind of a level at the beginning of a game, as an array of one.

    Args:
        level: the level.
        edition: the edition's name.
        players: the number of players.
    """
    # Late: whoever only wants the names does not load what is compiled.
    from whistlestop.policies.mind import PLANNING, mind_of

    minds = mind_of(PLANNING, edition, players)
    weights = minds["planner"]["weights"]
    for name, learned in LEARNER.items():
        tuned = max(float(weights[name][0]), 0.01)
        weights[name] = tuned ** (1 - level.learning) * learned**level.learning
    return minds
