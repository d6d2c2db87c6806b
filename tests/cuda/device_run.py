"""Games played on a device, or in Numba's simulator of one; as a program, it says what came.

What it plays with the environment for the processor, a test can play for itself with `trajectory`.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.cli.bench_cuda import on_device
from whistlestop.editions.load import load, names

PAGE = Path(__file__).parents[2] / "docs" / "cuda.md"

EDITIONS = names()
SEED = 3
GAMES = 2
PLAYERS = 2

MOST_STEPS = 400
"""More than any of these games has decisions."""

SPECIAL: dict[str, Any] = {
    "edition": "newyork",
    "players": 3,
    "num_envs": 3,
    "autoreset_mode": "NextStep",
    "information": True,
    "opponents": ["random"],
    "reward": "score",
    "seat": 1,
}
"""Everything about an environment that can be otherwise."""


def here(array: Any) -> Any:
    """An array as NumPy has it, wherever it is."""
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array


def digest(*arrays: Any) -> str:
    """A few letters for arrays."""
    told = hashlib.sha256()
    for array in arrays:
        told.update(here(array).tobytes())
    return told.hexdigest()[:16]


def whole_games(edition: str) -> dict[str, Any]:
    """Random games of an edition on the device."""
    from whistlestop.cuda import RandomGames

    games = RandomGames(edition, PLAYERS, threads=GAMES)
    results = games.play(range(SEED, SEED + GAMES))
    return told(
        here(games.states), here(results.totals), here(results.ranks), here(results.decisions)
    )


def told(states: Any, totals: Any, ranks: Any, decisions: Any) -> dict[str, Any]:
    """Results as JSON can say them."""
    return {
        "states": [digest(state) for state in states],
        "totals": totals.tolist(),
        "ranks": ranks.tolist(),
        "decisions": decisions.tolist(),
    }


def trajectory(env: Any, steps: int = MOST_STEPS) -> list[list[str]]:
    """What every decision brings, until the first game is over and the next one has begun.

    Args:
        env: a vector environment, of the device or of the processor.
        steps: how many decisions there are at most.
    """
    observations, info = env.reset(seed=SEED)
    brought: list[list[str]] = []
    after = 3
    while len(brought) < steps and after > 0:
        actions = env.sample_actions()
        chosen = digest(actions)
        observations, rewards, terminated, truncated, info = env.step(actions)
        # Rounded, as a device may multiply and add in one go.
        paid = [np.rint(4 * here(array)).astype(int) for array in (rewards, info["rewards"])]
        brought.append(
            [
                chosen,
                digest(env.games.states),
                digest(observations),
                digest(info["action_mask"], info["seat"], terminated, truncated),
                digest(*paid),
            ]
        )
        after -= int(here(env.games.lanes)["games"][0] > 1)
    return brought


def examples() -> int:
    """Run what the documentation shows, with fewer games; how many examples there are."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    for block in blocks:
        shorter = re.sub(r"1_000_000|65_536", "2", block).replace(
            "players=2)", "players=2, threads=2)"
        )
        with redirect_stdout(sys.stderr):
            exec(compile(shorter, str(PAGE), "exec"), {"__name__": "docs"})
    return len(blocks)


def refusal(env: Any) -> str:
    """What is said to an action that does not exist."""
    env.reset(seed=SEED)
    actions = here(env.sample_actions()).copy()
    actions[-1] = 5000
    before = digest(env.games.states)
    try:
        env.step(actions)
    except ValueError as refused:
        assert digest(env.games.states) == before
        return str(refused)
    raise AssertionError("it was taken")


if __name__ == "__main__":
    from whistlestop.cuda import VectorEnv

    json.dump(
        {
            "games": {name: whole_games(name) for name in EDITIONS},
            "steps": {
                name: trajectory(VectorEnv(name, PLAYERS, 1, autoreset_mode="SameStep"))
                for name in EDITIONS
            },
            "special": trajectory(VectorEnv(**SPECIAL), 40),
            "refusal": refusal(VectorEnv("newyork", PLAYERS, 2)),
            "examples": examples(),
            "bench": on_device(load("newyork"), 0.01, lanes=1),
        },
        sys.stdout,
    )
