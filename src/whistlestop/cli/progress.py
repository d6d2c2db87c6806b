"""The first start compiles the rules: it takes a while, and says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from whistlestop.editions.load import load
from whistlestop.game import Game
from whistlestop.paths import cheapest_way
from whistlestop.rules import compiling


def compile_rules(console: Console) -> None:
    """Compile what playing needs, with progress, if it is not in the cache yet."""
    if compiling.INTERPRETED or any(compiling.cache_folder().glob("rules_*/*.nbi")):
        return
    steps = _steps()
    console.print("Compiling the rules for this machine, once; later starts are quick.")
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    ) as progress:
        task = progress.add_task("compiling", total=len(steps))
        for name, step in steps:
            progress.update(task, description=name)
            step()
            progress.advance(task)


def _steps() -> list[tuple[str, Callable[[], Any]]]:
    """What to compile, in the order in which one part needs the other."""
    games: list[Game] = []

    def play() -> None:
        games[0].play("keep all", 0)
        games[0].play("keep all", 1)

    return [
        ("cards and the deal", lambda: games.append(Game.new(load("usa"), seed=0))),
        ("what is legal", lambda: games[0].legal_actions()),
        ("what happens", play),
        ("ways for tickets", lambda: cheapest_way(games[0].view(), 0, "LAX-MIA")),
        ("the final scoring", lambda: games[0].score_sheet()),
    ]
