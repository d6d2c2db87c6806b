"""Compile the code of the environments and show the progress on stderr.

Environments do this when they need the code for the first time. It takes one to three minutes, once
for an installation. This command does it beforehand:

    python -m whistlestop.envs.compilation
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import numpy as np

from whistlestop.bots.compilation import mark
from whistlestop.knowledge.compiling import players_cache
from whistlestop.rules import compiling

Steps = list[tuple[str, Callable[[], Any]]]

LANES: Final = "lanes"
POLICIES: Final = "opponents"
BOTS: Final = "bots"

_busy = threading.RLock()
_at_work = False


def compile_environments(*, policies: bool = True) -> None:
    """Compile the code of `VectorEnv`, `SeatEnv` and PettingZoo, and show the progress on stderr.

    Code that is compiled already is not compiled again. OpenSpiel's games need more code, which is
    compiled when they are first played.

    Args:
        policies: whether to also compile the opponents that decide by a policy, such as `planner`.
            They take most of the time.
    """
    compile_when_needed(policies=policies, bots=True)


def compile_when_needed(*, policies: bool, bots: bool = False) -> None:
    """Compile the code of environments that this installation has not compiled yet.

    Args:
        policies: whether the code for opponents that decide by a compiled policy is needed.
        bots: whether the code for opponents that run in Python is needed.
    """
    global _at_work
    parts = [LANES, *([POLICIES] if policies else []), *([BOTS] if bots else [])]
    wanted = [part for part in parts if not is_compiled(part)]
    if not wanted:
        return
    with _busy:
        if _at_work:  # called by the games that the steps below create
            return
        _at_work = True
        try:
            _compile(wanted)
        finally:
            _at_work = False


def is_compiled(part: str) -> bool:
    """Return whether a part is compiled already. Return True if compiling is turned off.

    Args:
        part: `LANES`, `POLICIES` or `BOTS`.
    """
    return compiling.INTERPRETED or _mark(part).exists()


def _mark(part: str) -> Path:
    done = mark(players_cache("envs/compiled"))
    return done.with_name(f"{done.name}-{part}")


def _compile(parts: list[str]) -> None:
    begin = time.monotonic()
    steps = [step for part in parts for step in _STEPS[part]()]
    _say("compiling the environments: one to three minutes, once for this installation")
    for number, (name, step) in enumerate(steps, 1):
        _say(f"{number} of {len(steps)}: {name}")
        step()
    for part in parts:
        # If nothing can be written, everything is compiled again next time.
        with suppress(OSError):
            _mark(part).parent.mkdir(parents=True, exist_ok=True)
            _mark(part).touch()
    _say(f"compiled in {time.monotonic() - begin:.0f} seconds")


def _say(words: str) -> None:
    print(f"whistlestop: {words}", file=sys.stderr, flush=True)


def _lane_steps() -> Steps:
    """Return the steps that compile what every vector environment needs, in their order.

    Each step is a pair of its name and a function. The function plays a little on the smallest
    board, so that Numba compiles.
    """
    # Imported late, because `games` imports this module.
    from whistlestop.envs.compiled import lanes
    from whistlestop.envs.games import Games

    seeds = np.zeros(1, dtype=np.uint64)
    made: list[Games] = []

    def deal() -> None:
        made.append(Games("tiny", 2, 1))
        made[0].reset(seeds)

    def step() -> None:
        made[0].step(made[0].sample(), lanes.NEXT_STEP)

    def step_in_parts() -> None:
        made[0].step(made[0].sample(), lanes.SAME_STEP)
        Games("tiny", 2, 1, opponents=["random"]).reset(seeds)

    def look() -> None:
        made[0].observed_by(0)
        informed = Games("tiny", 2, 1, information=True)
        informed.reset(seeds)
        informed.observed_by(0)

    return [
        ("dealing, masks and observations", deal),
        ("steps", step),
        ("steps with opponents", step_in_parts),
        ("observations of single seats", look),
    ]


def _policy_steps() -> Steps:
    """Return the compilation steps for opponents that decide by a policy, such as `planner`.

    There is one step: a pair of its name and the function that makes Numba compile.
    """
    from whistlestop.envs.games import Games

    def answer() -> None:
        Games("tiny", 2, 1, opponents=["planner"]).reset(np.zeros(1, dtype=np.uint64))

    return [("opponents that decide by a policy, the longest step", answer)]


def _bot_steps() -> Steps:
    """Return the compilation steps for opponents that run in Python.

    There is one step: a pair of its name and the function that makes Numba compile.
    """
    # Imported late, because only some environments need this step.
    from whistlestop.envs.editions import edition_of
    from whistlestop.play.game import Game

    def play() -> None:
        game = Game.new(edition_of("tiny"), 2, seed=0)
        game.play(game.legal_actions()[0])
        game.view(0)

    return [("games that bots in Python see", play)]


_STEPS: Final[dict[str, Callable[[], Steps]]] = {
    LANES: _lane_steps,
    POLICIES: _policy_steps,
    BOTS: _bot_steps,
}

if __name__ == "__main__":
    compile_environments()
