"""The kinds of rewards that environments give.

- `win` is given at the end of a game. The winner gets 1, and the other players get equal parts of
  -1. Players who share the win divide equally what they would get together if one of them had won
  alone. With two players the reward is 1, 0 or -1.
- `margin` is given at the end of a game: a seat's points minus those of the best other seat.
- `score` is given at every step: the points that a seat gained on the score track since the last
  step, minus the mean of what the others gained. The last step adds the rest, so that the rewards
  of a whole game sum to the seat's final points minus the mean of the others'.

At each step, `win` and `score` sum to 0 over the seats. With two players, so does `margin`.
"""

from __future__ import annotations

from typing import Final, cast

from whistlestop.envs.compiled.lanes import MARGIN, SCORE, WIN

REWARDS: Final[dict[str, int]] = {"win": WIN, "margin": MARGIN, "score": SCORE}


def reward_kind(name: str) -> int:
    """Return the number of a kind of reward.

    Raises:
        ValueError: there is no kind of reward with this name.
    """
    if not isinstance(cast(object, name), str) or name not in REWARDS:
        raise ValueError(f"there is no reward {name!r}: there are {', '.join(REWARDS)}")
    return REWARDS[name]
