"""`whistlestop bench`: measure how fast the engine is on this machine."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from typing import Annotated, Any

import numba
import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from whistlestop import drawing
from whistlestop.cli import bench_cuda, bench_envs, bench_python
from whistlestop.cli.bench_rates import ROUNDS, rates, told
from whistlestop.cli.failures import Failure
from whistlestop.cli.progress import compile_rules
from whistlestop.drawing.layout.layout import is_arranged
from whistlestop.editions.load import EditionError, load, names
from whistlestop.editions.model import Edition
from whistlestop.observations import Layout
from whistlestop.observations.compiled.writing import observe_deciding
from whistlestop.play.game import Game
from whistlestop.rules.actions import MOST_LEGAL
from whistlestop.rules.book import book_of, books_of
from whistlestop.rules.entry import benchmarks
from whistlestop.rules.entry.playouts import play_games
from whistlestop.rules.luck import LIGHT_LUCK, LUCK
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import STATE
from whistlestop.seen.worlds import sample

Row = dict[str, Any]


def bench(
    editions: Annotated[
        list[str] | None, typer.Argument(help="Editions to measure.", show_default="all")
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.1, help="The seconds for each measurement.")
    ] = 2.0,
    compiling: Annotated[
        bool, typer.Option(help="Also measure the first compilation (about a minute).")
    ] = False,
    envs: Annotated[
        bool, typer.Option(help="Also measure the environments (needs the extra envs).")
    ] = False,
    cuda: Annotated[
        bool, typer.Option(help="Also measure a graphics card (needs the extra cuda).")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Measure games, copies, worlds, longest paths and drawings.

    The figures describe this machine. They are not compared with a target.
    """
    try:
        chosen = [load(name) for name in editions or names()]
    except EditionError as error:
        raise Failure(str(error)) from error
    console = Console(stderr=True)
    if envs:
        bench_envs.check_installed()
    if cuda:
        bench_cuda.check_installed()
    compile_rules(console)
    figures: dict[str, Any] = {"machine": machine(), "state_bytes": STATE.itemsize}
    games: list[Row] = []
    figures["games"] = games
    for edition in chosen:
        fewest, most = edition.players
        for players in range(fewest, most + 1):
            with console.status(f"{edition.name}, {players} players"):
                games.append(random_games(edition, players, seconds))
    with console.status("threads, games from Python, copies, worlds, longest paths, start-up"):
        figures["two_threads"] = round(two_threads(chosen[0], seconds), 2)
        figures["python"] = [bench_python.python_games(one, seconds) for one in chosen]
        figures["light_luck"] = round(light_luck(chosen[0], seconds), 2)
        figures["copy_ns"] = round(copy_cost(chosen[0]), 1)
        figures["worlds_per_s"] = worlds(chosen)
        figures["observation_ns"] = observations(chosen)
        figures["longest_path_us"] = longest_paths(chosen)
        figures["drawing_ms"] = drawings(chosen)
        figures["import_s"] = round(timed_process("import whistlestop"), 2)
        figures["start_s"] = round(timed_process(_FIRST_MOVE), 2)
    if envs:
        with console.status("environments"):
            figures["environments"] = bench_envs.environments(seconds)
    if cuda:
        with console.status("graphics card"):
            figures["cuda"] = bench_cuda.on_device(chosen[0], seconds)
    if compiling:
        with console.status("compiling everything anew"), tempfile.TemporaryDirectory() as folder:
            figures["compile_s"] = round(timed_process(_FIRST_MOVE, WHISTLESTOP_CACHE=folder), 1)
    if as_json:
        print(json.dumps(figures, indent=1))
    else:
        _print(figures)


_FIRST_MOVE = (
    "from whistlestop import Game; game = Game.new('usa', seed=1); game.legal_actions(); "
    "game.play('keep all'); game.play('keep all'); game.legal_actions(); game.score_sheet()"
)


def machine() -> Row:
    """Return a description of this machine: its processor, cores and operating system.

    The versions of Python, Numba and NumPy are included. The keys are the names in the JSON output.
    """
    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:  # noqa: PTH123
            model = next(line.split(":")[1].strip() for line in file if "model name" in line)
    except (OSError, StopIteration):
        pass
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
    }


class _Buffers:
    """The arrays in which compiled code plays games. Each thread needs its own buffers."""

    def __init__(self, edition: Edition, luck: Any = LUCK) -> None:
        self.book = book_of(edition)
        self.blank = np.zeros(1, dtype=STATE)
        self.states = np.zeros(1, dtype=STATE)
        self.luck = np.zeros(1, dtype=luck)[0]
        self.sheet = np.zeros(1, dtype=SHEET)[0]
        self.actions = np.zeros(MOST_LEGAL, dtype=np.int16)

    def play(
        self, players: int, games: int, first: int, *, checked: bool = False
    ) -> tuple[int, float]:
        """Play games of random actions to their final scores.

        Args:
            players: the number of players.
            games: the number of games.
            first: the seed of the first game. Each game's seed is 1 above the seed of the game
                before.
            checked: whether to list the legal actions before every decision and to check the chosen
                action again.

        Returns:
            The number of decisions in all games, and the mean score of a player.
        """
        totals = np.zeros((games, players), dtype=np.int64)
        decisions = np.zeros(games, dtype=np.int64)
        seeds = np.arange(first, first + games, dtype=np.uint64)
        tables = self.book, self.blank, self.states, self.luck, self.sheet
        if checked:
            benchmarks.play_checked_games(*tables, players, seeds, totals, decisions, self.actions)
        else:
            play_games(*tables, players, seeds, totals, decisions)
        return int(decisions.sum()), float(totals.mean())


def _timed(work: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def random_games(edition: Edition, players: int, seconds: float) -> Row:
    """Measure the speed of random games from the deal to the final score.

    Bare games take random actions. Checked games also list all legal actions and check the chosen
    action. Each figure is the median of several rounds, and each range is from the lowest to the
    highest round.

    Args:
        edition: the edition to play.
        players: the number of players.
        seconds: about how long the bare games are measured in all rounds together. The checked
            games take additional time.

    Returns:
        The figures, by their names in the JSON output.

    Raises:
        Failure: checked games and bare games had different results.
    """
    buffers = _Buffers(edition)
    buffers.play(players, 1, 0)
    pilot = min(_timed(lambda: buffers.play(players, 200, 1)) for _ in range(3))
    games = max(int(200 * seconds / ROUNDS / pilot), 200)
    played = buffers.play(players, games, 1)
    if buffers.play(players, games, 1, checked=True) != played:
        raise Failure("checked games are not those that nobody checks")
    decisions = played[0]
    pairs = [
        [
            _timed(lambda how=how: buffers.play(players, games, 1, checked=how))
            for how in (False, True)
        ]
        for _ in range(ROUNDS)
    ]
    bare, checked = (rates(games / pair[how] for pair in pairs) for how in (False, True))
    return {
        "edition": edition.name,
        "players": players,
        "games_per_s": bare.median,
        "games_per_s_range": bare.range,
        "decisions_per_s": round(decisions / games * bare.median),
        "decisions_per_game": round(decisions / games, 1),
        "checked_games_per_s": checked.median,
        "checked_games_per_s_range": checked.range,
        "checked_ratio": round(median(pair[0] / pair[1] for pair in pairs), 2),
    }


def two_threads(edition: Edition, seconds: float) -> float:
    """Return the speed of games on two threads, as a multiple of the speed on one thread.

    Args:
        edition: the edition to play.
        seconds: sets the length of each timed run: 5,000 * `seconds` games, but at least 1,000.
    """
    games = max(int(seconds * 5000), 1000)
    both_buffers = [_Buffers(edition), _Buffers(edition)]
    for buffers in both_buffers:
        buffers.play(2, 1, 0)

    def both() -> None:
        threads = [
            threading.Thread(target=buffers.play, args=(2, games, 1)) for buffers in both_buffers
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    ratios = [
        2 * _timed(lambda: both_buffers[0].play(2, games, 1)) / _timed(both) for _ in range(3)
    ]
    return sorted(ratios)[1]


def light_luck(edition: Edition, seconds: float) -> float:
    """Return the speed of games without a journal, as a multiple of the speed with a journal.

    Args:
        edition: the edition to play.
        seconds: sets the length of each timed run: 2,000 * `seconds` games, but at least 1,000.
    """
    games = max(int(seconds * 2000), 1000)
    both_buffers = [_Buffers(edition), _Buffers(edition, LIGHT_LUCK)]
    for buffers in both_buffers:
        buffers.play(2, 1, 0)
    times = [
        [_timed(lambda buffers=buffers: buffers.play(2, games, 1)) for buffers in both_buffers]
        for _ in range(5)
    ]
    return sorted(heavy / light for heavy, light in times)[2]


def copy_cost(edition: Edition) -> float:
    """Return the time in nanoseconds that compiled code takes to copy a state record."""
    buffers = _Buffers(edition)
    buffers.play(2, 1, 0)
    states = np.zeros(64, dtype=STATE)
    states[0] = buffers.states[0]
    benchmarks.copy_states(states, 1)
    rounds = 20_000
    best = min(_timed(lambda: benchmarks.copy_states(states, rounds)) for _ in range(5))
    return best / rounds / (len(states) - 1) * 1e9


def worlds(editions: list[Edition]) -> dict[str, int]:
    """Return how many worlds per second are sampled from one seat's view, by the edition's name.

    A world is a position that agrees with the view, with random hidden cards. The game has the
    maximum number of players. The view is from an early position, in which most cards are hidden.
    """
    found: dict[str, int] = {}
    for edition in editions:
        deal = partial(sample, mid_game(edition, 12).view(0), 2000, 1)
        dealt = len(deal())
        found[edition.name] = round(dealt / min(_timed(deal) for _ in range(20)))
    return found


def observations(editions: list[Edition]) -> dict[str, int]:
    """Return the time in nanoseconds to write one observation, by the edition's name.

    The time is the average over all positions of a random game. The game has the fewest players
    that the edition allows. The observation has the layout for this edition and number of players.
    """
    found: dict[str, int] = {}
    for edition in editions:
        layout = Layout.fitted(edition, edition.players[0])
        random, game = Random(1), Game.new(edition, layout.players, seed=1)
        positions: list[Any] = []
        while not game.over:
            seat = random.choice(game.deciding)
            game.play(random.choice(game.legal_actions(seat)), seat)
            positions.append(game.state)
        states = np.array(positions)
        tensors = np.zeros((len(states), layout.size), dtype=np.float32)
        write = partial(observe_deciding, books_of(edition), layout.record, states, tensors)
        write()
        found[edition.name] = round(min(_timed(write) for _ in range(200)) / len(states) * 1e9)
    return found


def longest_paths(editions: list[Edition]) -> dict[str, float]:
    """Return the average time in microseconds to compute the longest path of a network.

    There are two kinds of networks: the final networks of random games, and connected networks that
    use all pieces. Good players build networks of the second kind. Their longest paths
    take much longer to compute.

    Returns:
        The time in microseconds. The keys name the edition and the kind, such as `usa, random`.
    """
    found: dict[str, float] = {}
    for edition in editions:
        buffers = _Buffers(edition)
        networks = np.zeros((400, 2), dtype=np.uint64)
        for kind, grow in (("random", False), ("connected", True)):
            benchmarks.networks(
                buffers.book, buffers.blank, buffers.states, buffers.luck, grow, networks
            )
            measure = partial(
                benchmarks.longest_trails, buffers.book, networks, buffers.sheet["trail"]
            )
            measure()
            best = min(_timed(measure) for _ in range(3))
            found[f"{edition.name}, {kind}"] = round(best / len(networks) * 1e6, 2)
    return found


def drawings(editions: list[Edition]) -> dict[str, float]:
    """Return the time in milliseconds to draw a position, by the edition's name.

    The position is in the middle of a game with the maximum number of players. Editions
    whose boards would first have to be arranged are left out.
    """
    found: dict[str, float] = {}
    for edition in editions:
        if not is_arranged(edition):
            continue
        game = mid_game(edition, 60)
        view = game.view(0)
        draw = partial(drawing.position, view, names=game.seats)
        draw()
        found[edition.name] = round(min(_timed(draw) for _ in range(10)) * 1e3, 1)
    return found


def mid_game(edition: Edition, decisions: int) -> Game:
    """Play the beginning of a random game and return the game.

    The game has the maximum number of players that the edition allows.

    Args:
        edition: the edition to play.
        decisions: about how many decisions each player makes. If the game ends earlier, the
            finished game is returned.
    """
    random = Random(1)
    game = Game.new(edition, edition.players[1], seed=1)
    for _ in range(decisions * len(game.seats)):
        if game.over:
            break
        seat = random.choice(game.deciding)
        game.play(random.choice(game.legal_actions(seat)), seat)
    return game


def timed_process(code: str, **environment: str) -> float:
    """Return the time in seconds that a new Python process takes to run some code.

    With `environment`, the code runs once. Without it, the code runs three times, and the time of
    the fastest run is returned.

    Args:
        code: the Python code to run.
        environment: variables to add to the environment of the new process.
    """
    rounds = 1 if environment else 3
    command = [sys.executable, "-c", code]
    run = {**os.environ, **environment}
    return min(_timed(lambda: subprocess.run(command, check=True, env=run)) for _ in range(rounds))


def _print(figures: dict[str, Any]) -> None:
    console = Console(highlight=False)
    facts = figures["machine"]
    console.print(
        f"{facts['processor']}, {facts['cores']} cores, {facts['system']}, "
        f"Python {facts['python']}, Numba {facts['numba']}, NumPy {facts['numpy']}",
        markup=False,
    )
    table = Table("edition", box=None, pad_edge=False)
    for column in (
        "players",
        "games/s",
        "decisions/s",
        "decisions/game",
        "checked games/s",
        "ratio",
    ):
        table.add_column(column, justify="right")
    for row in figures["games"]:
        table.add_row(
            row["edition"],
            str(row["players"]),
            told(row, "games_per_s"),
            f"{row['decisions_per_s']:,}",
            f"{row['decisions_per_game']:.1f}",
            told(row, "checked_games_per_s"),
            f"{row['checked_ratio']:.2f}",
        )
    console.print(table)
    console.print("Uniformly random games on one core, from the deal to the final score:")
    console.print(f"medians of {ROUNDS} rounds, with the lowest and the highest.")
    console.print("Checked: every legal action listed, and the chosen one checked once more.")
    bench_python.tell(console, figures["python"])
    console.print(f"Two threads play {figures['two_threads']} times as much as one.")
    console.print(f"With a luck that writes nothing down: {figures['light_luck']} times as much.")
    console.print(
        f"A state has {figures['state_bytes']} bytes; a copy takes {figures['copy_ns']} ns."
    )
    for name, number in figures["worlds_per_s"].items():
        console.print(f"Worlds dealt from one view, {name}: {number:,} a second.")
    for name, nanos in figures["observation_ns"].items():
        console.print(f"An observation, {name}: {nanos} ns.")
    for what, micros in figures["longest_path_us"].items():
        console.print(f"Longest path, {what} networks: {micros} µs on average.")
    for name, millis in figures["drawing_ms"].items():
        console.print(f"Drawing a position, {name}: {millis} ms.")
    console.print(f"`import whistlestop` takes {figures['import_s']} s in a new process;")
    console.print(f"a new game and its first moves {figures['start_s']} s, interpreter included.")
    if "environments" in figures:
        bench_envs.tell(console, figures["environments"])
    if "cuda" in figures:
        # The first row has the first edition with the fewest players. The device played that, too.
        bench_cuda.tell(console, figures["cuda"], figures["games"][0])
    if "compile_s" in figures:
        console.print(f"Compiling what a game needs takes {figures['compile_s']} s.")
