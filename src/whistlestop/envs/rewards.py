"""What environments pay: for winning, for the margin, or for points as they come.

- `win`, at the end: 1 for the win, and for everybody else an equal part of -1; who share the win
  share what there is. With two players that is 1, 0 or -1.
- `margin`, at the end: a seat's points less those of the best of the others.
- `score`, at every step: the points that a seat has gained on the track since the last step, less
  what the others gained on average; at the end the rest, so that all rewards of a game together are
  its final points less the mean of the others'.

`win` and `score` sum to nothing over the seats at any time, and so does `margin` with two players.
"""

from __future__ import annotations

from typing import Final, cast

from whistlestop.envs.compiled.lanes import MARGIN, SCORE, WIN

REWARDS: Final[dict[str, int]] = {"win": WIN, "margin": MARGIN, "score": SCORE}


def reward_kind(name: str) -> int:
    """The number of a kind of reward.

    Raises:
        ValueError: there is none of this name.
    """
    if not isinstance(cast(object, name), str) or name not in REWARDS:
        raise ValueError(f"there is no reward {name!r}: there are {', '.join(REWARDS)}")
    return REWARDS[name]
