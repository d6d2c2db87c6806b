"""Compile the code of the built-in bots, and check whether it has been compiled.

Compiling takes about a minute, once for an installation. Programs that need bots compile their code
beforehand and show the progress. A server runs `python -m whistlestop.bots.compilation` in the
background.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import numpy as np

from whistlestop.knowledge.compiling import players_cache
from whistlestop.rules import compiling

NICE: Final = 10
"""The `nice` value of a process that only compiles, on systems that have such values."""


def is_compiled() -> bool:
    """Return whether bots can decide at once, without compiling their code first.

    This is the case if an earlier process on this machine compiled the present sources and called
    `note_compiled`, or if compiling is turned off.
    """
    return compiling.INTERPRETED or _mark().exists()


def note_compiled() -> None:
    """Create the file whose existence makes `is_compiled` return True.

    If the file cannot be written, nothing happens.
    """
    # If nothing can be written, everything is compiled again next time.
    with suppress(OSError):
        _mark().parent.mkdir(parents=True, exist_ok=True)
        _mark().touch()


def _mark() -> Path:
    return mark(players_cache())


def mark(folder: Path) -> Path:
    """Return the path of the file whose existence says that all code for a cache is compiled.

    Numba's cache depends on the location of the sources and on the interpreter. So each
    installation compiles for itself and has its own file, even if two have the same version.

    Args:
        folder: the folder of the cache: `rules_cache()` for the rules, or `players_cache()` for
            the bots.
    """
    place = hashlib.sha256(str(Path(__file__).resolve().parent).encode()).hexdigest()[:8]
    return folder / f"compiled-by-{sys.implementation.cache_tag}-{place}"


def steps() -> list[tuple[str, Callable[[], Any]]]:
    """Return the steps of compiling in order: pairs of a name and a function that compiles.

    The functions must be called in this order.
    """
    # Imported late, because `is_compiled` needs none of these modules.
    from whistlestop.bots.policy import PolicyBot
    from whistlestop.judge.evaluation import evaluate
    from whistlestop.play.game import Game
    from whistlestop.policies.mind import PLANNING, mind_of
    from whistlestop.policies.planner.choosing import list_options
    from whistlestop.policies.planner.plan import ensure_plan
    from whistlestop.rules.actions import MOST_LEGAL
    from whistlestop.rules.book import books_of
    from whistlestop.rules.ownership import take_route
    from whistlestop.rules.turns import legal
    from whistlestop.seen.worlds import position_for

    game = Game.new("usa", 2, seed=0)
    view, options = game.view(0), tuple(game.legal_actions(0))
    book, state = books_of(game.edition)[0], position_for(view)[0]
    planner = mind_of(PLANNING, "usa")["planner"][0]

    def positions() -> None:
        legal(book, state, np.empty(MOST_LEGAL, dtype=np.int16))
        take_route(book, position_for(view)[0], 0, 0)

    return [
        ("plans", lambda: ensure_plan(book, state, planner)),
        ("turns", lambda: list_options(book, state, planner)),
        ("positions", positions),
        ("decisions", lambda: PolicyBot(0, PLANNING).choose(view, options, 1.0)),
        ("thinking ahead", lambda: evaluate(view, playouts=1)),
    ]


def load() -> None:
    """Load all compiled code, and compile what is missing. The first decision is then fast."""
    for _, step in steps():
        step()


def main() -> None:
    """Compile the code of the bots, and print the name of each step before it begins.

    First, the priority of the process is lowered by `NICE`. At the end, `note_compiled` is called.
    """
    # Processes with a running game take precedence.
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    for name, step in steps():
        print(name, flush=True)
        step()
    note_compiled()


if __name__ == "__main__":
    main()
