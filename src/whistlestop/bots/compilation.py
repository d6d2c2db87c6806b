"""What there is to compile before the players decide fast, and whether that has been done.

It takes about a minute, once for an installation. So whoever is about to need the players says so,
and shows how far it is; a server has `python -m whistlestop.bots.compilation` do it meanwhile.
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
"""How far a process that only compiles stands back behind others, where that can be said."""


def is_compiled() -> bool:
    """Whether the players decide without compiling anything; interpreted ones always do."""
    return compiling.INTERPRETED or _mark().exists()


def note_compiled() -> None:
    """Note that all steps have been done."""
    # Where nothing can be kept, it is all compiled again.
    with suppress(OSError):
        _mark().parent.mkdir(parents=True, exist_ok=True)
        _mark().touch()


def _mark() -> Path:
    return mark(players_cache())


def mark(folder: Path) -> Path:
    """The file that says that everything in a folder of the cache has been compiled.

    Numba keeps what it compiles by the place of the sources and by the interpreter: another
    installation of the same version compiles it once more, and has a mark of its own.

    Args:
        folder: the folder: `rules_cache()` for the rules, `players_cache()` for the players.
    """
    place = hashlib.sha256(str(Path(__file__).resolve().parent).encode()).hexdigest()[:8]
    return folder / f"compiled-by-{sys.implementation.cache_tag}-{place}"


def steps() -> list[tuple[str, Callable[[], Any]]]:
    """The parts to compile, each with its name, in the order in which they need each other."""
    # Late: whoever only asks whether it has been done loads none of it.
    from whistlestop.bots.policy import PolicyBot
    from whistlestop.game import Game
    from whistlestop.judge.evaluation import evaluate
    from whistlestop.policies.mind import PLANNING, mind_of
    from whistlestop.policies.planner.choosing import list_options
    from whistlestop.policies.planner.plan import ensure_plan
    from whistlestop.rules.actions import MOST_LEGAL
    from whistlestop.rules.book import books_of
    from whistlestop.rules.ownership import take_route
    from whistlestop.rules.turns import legal
    from whistlestop.worlds import position_for

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
    """Load what has been compiled, and compile what has not; the first decision is then quick."""
    for _, step in steps():
        step()


def main() -> None:
    """Compile everything, and print the name of each step before it is done."""
    # A game in another process goes first.
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    for name, step in steps():
        print(name, flush=True)
        step()
    note_compiled()


if __name__ == "__main__":
    main()
