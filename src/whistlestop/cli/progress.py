"""Compiling, once for an installation: the rules at the first start, and what bots decide with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from whistlestop.bots import compilation
from whistlestop.bots.registry import needs_compiling
from whistlestop.completion import cheapest_way
from whistlestop.editions.load import load
from whistlestop.game import Game
from whistlestop.networks import closed_by, linked_districts, longest_path, part_numbers
from whistlestop.rules import compiling


def compile_rules(console: Console) -> None:
    """Compile what playing needs, with progress, if it is not in the cache yet."""
    # Some of it may be there already: of a start that was interrupted, or of another program.
    done = compilation.mark(compiling.rules_cache())
    if compiling.INTERPRETED or done.exists():
        return
    console.print("Compiling the rules for this machine, once; later starts are quick.")
    _do(console, _steps())
    with suppress(OSError):
        done.parent.mkdir(parents=True, exist_ok=True)
        done.touch()


def compile_players(console: Console, bots: Iterable[str]) -> None:
    """Compile what bots decide with, with progress, if it is not in the cache yet.

    Args:
        console: where the progress is shown.
        bots: the names of the bots that are to play; some need nothing compiled.
    """
    if compilation.is_compiled() or not any(map(needs_compiling, bots)):
        return
    console.print("Compiling the bots for this machine, once: a minute or two.")
    _do(console, compilation.steps())
    compilation.note_compiled()


def _do(console: Console, steps: list[tuple[str, Callable[[], Any]]]) -> None:
    """Do one step after another, with a bar."""
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
    """The parts to compile, in the order in which they need each other."""
    games: list[Game] = []

    def play() -> None:
        games[0].play("keep all", 0)
        games[0].play("keep all", 1)

    def networks() -> None:
        view = games[0].view(0)
        view.open_routes(0)
        view.completed(0)
        longest_path(view.edition, ())
        closed_by(view.edition, 2, 0, own=False)
        part_numbers(view.edition, ())
        linked_districts(view.edition, ())

    return [
        ("cards and the deal", lambda: games.append(Game.new(load("usa"), seed=0))),
        ("what is legal", lambda: games[0].legal_actions()),
        ("what happens", play),
        ("ways for tickets", lambda: cheapest_way(games[0].view(), 0, "LAX-MIA")),
        ("the final scoring", lambda: games[0].score_sheet()),
        ("networks", networks),
        ("worlds", lambda: Game.sampled(games[0].view(0))),
    ]
