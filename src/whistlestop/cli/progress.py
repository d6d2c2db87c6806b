"""Compile the rules and the bots once for each installation, with progress bars."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from whistlestop.bots.registry import needs_compiling

if TYPE_CHECKING:
    from rich.console import Console

    from whistlestop.arena.simulate import Series
    from whistlestop.play.game import Game

# Imports of compiled code are late, so that `--help` is fast.


def compile_rules(console: Console) -> None:
    """Compile the code that a game needs, with a progress bar, unless the cache already has it."""
    from whistlestop.bots import compilation
    from whistlestop.rules import compiling

    # An interrupted start or another program may have compiled a part already.
    done = compilation.mark(compiling.rules_cache())
    if compiling.INTERPRETED or done.exists():
        return
    console.print("Compiling the rules for this machine, once; later starts are quick.")
    _do(console, _steps())
    with suppress(OSError):
        done.parent.mkdir(parents=True, exist_ok=True)
        done.touch()


def compile_players(console: Console, bots: Iterable[str]) -> None:
    """Compile the code of the bots, with a progress bar, unless the cache already has it.

    Args:
        console: the console that shows the progress.
        bots: the names of the bots that will play. If none of these bots needs compiled code,
            nothing is compiled.
    """
    from whistlestop.bots import compilation

    if compilation.is_compiled() or not any(map(needs_compiling, bots)):
        return
    console.print("Compiling the bots for this machine, once: a minute or two.")
    _do(console, compilation.steps())
    compilation.note_compiled()


def compile_series(console: Console, series: Series) -> None:
    """Compile the code that a series of games needs in addition to the rules and the bots.

    Code that is in the cache is not compiled again.

    Args:
        console: the console that shows the progress.
        series: the series to be played. If it needs only rules and bots, nothing is compiled.
    """
    from whistlestop.arena.simulate import steps
    from whistlestop.bots import compilation
    from whistlestop.rules import compiling

    done = compilation.mark(compiling.rules_cache())
    needed = {
        done.with_name(f"{done.name}-{name.replace(' ', '-')}"): (name, step)
        for name, step in steps(series)
    }
    wanted = {mark: step for mark, step in needed.items() if not mark.exists()}
    if compiling.INTERPRETED or not wanted:
        return
    console.print("Compiling what plays whole games, once: half a minute or so.")
    _do(console, [*wanted.values()])
    with suppress(OSError):
        for mark in wanted:
            mark.touch()


def _do(console: Console, steps: list[tuple[str, Callable[[], Any]]]) -> None:
    """Run the steps one after another, with a progress bar.

    Args:
        console: the console that shows the progress bar.
        steps: the name of each step for the progress bar, and a function that does the step.
    """
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_interactive,
    ) as progress:
        task = progress.add_task("compiling", total=len(steps))
        for name, step in steps:
            progress.update(task, description=name)
            step()
            progress.advance(task)


def _steps() -> list[tuple[str, Callable[[], Any]]]:
    """Return the steps that compile the rules, each as a name and a function.

    The steps must be run in order, because later steps use the results of earlier ones.
    """
    from whistlestop.editions.gazetteer import gazetteer
    from whistlestop.editions.load import load
    from whistlestop.play.game import Game
    from whistlestop.rules.actions import is_payment, paid_by, pay_action
    from whistlestop.seen.completion import cheapest_way
    from whistlestop.seen.encoding import cards_for_route, payment_cards
    from whistlestop.seen.explain import compile_reasons
    from whistlestop.seen.journeys import compile_journeys
    from whistlestop.seen.route_graph import (
        closed_by,
        doubly_joined,
        linked_districts,
        longest_path,
        part_numbers,
        two_ways,
        words,
    )
    from whistlestop.seen.tunnels import compile_risks

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
        doubly_joined(view.edition, words(())[0], 0, 1)
        two_ways(view.edition, (), 0, 1)

    def payments() -> None:
        index = gazetteer(load("nordic"))
        payment_cards(index, 0, 1)
        cards_for_route(index, 0, index.route_of["ALB-GOT"])
        is_payment(paid_by(pay_action(0)))

    return [
        ("cards and the deal", lambda: games.append(Game.new(load("usa"), seed=0))),
        ("what is legal", lambda: games[0].legal_actions()),
        ("what happens", play),
        ("ways for tickets", lambda: cheapest_way(games[0].view(), 0, "LAX-MIA")),
        ("the final scoring", lambda: games[0].score_sheet()),
        ("networks", networks),
        ("payments", payments),
        ("reasons for refusals", lambda: compile_reasons(load("usa"))),
        ("chances of tunnels", lambda: compile_risks(load("europe"))),
        ("worlds", lambda: Game.sampled(games[0].view(0))),
        ("journeys", lambda: compile_journeys(load("usa"))),
    ]


@contextmanager
def bar(console: Console, words: str, total: int) -> Generator[Callable[[int], None]]:
    """Show a progress bar. Yield a function that advances the bar by a number of steps.

    Args:
        console: the console that shows the bar, if it is interactive.
        words: the text beside the bar.
        total: the number of steps.
    """
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # A bar would leave an empty line in a file or a pipe.
    quiet = not console.is_interactive
    with Progress(*columns, console=console, transient=True, disable=quiet) as progress:
        task = progress.add_task(words, total=total)
        yield lambda steps: progress.advance(task, steps)
