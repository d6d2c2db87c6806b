"""Measure random games and the environment on a graphics card, for `whistlestop bench --cuda`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console

from whistlestop.cli.failures import Failure
from whistlestop.editions.model import Edition

LANES = 1 << 16
"""The default number of games that the device plays at the same time."""

Row = dict[str, Any]


def check_installed() -> None:
    """Check that the extra `cuda` is installed.

    Raises:
        Failure: the extra is not installed.
    """
    try:
        import whistlestop.cuda  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ImportError as missing:
        raise Failure(str(missing)) from missing


def on_device(edition: Edition, seconds: float, lanes: int = LANES) -> Row:
    """Measure games and environment steps per second on the graphics card.

    The games have the fewest players that the edition allows.

    Args:
        edition: the edition to play.
        seconds: the seconds for each measurement.
        lanes: the number of games that the device plays at the same time.

    Returns:
        The figures, by their names in the JSON output. If no graphics card can be used, the only
        entry is `fault`, which gives the reason.
    """
    from whistlestop.cuda import NoDevice, RandomGames, VectorEnv, device_name

    players = edition.players[0]
    try:
        games = RandomGames(edition, players, threads=lanes)
    except NoDevice as none:
        return {"fault": str(none)}
    seeds = np.arange(4 * lanes, dtype=np.uint64)
    decisions = 0

    def play() -> None:
        nonlocal decisions
        # Copying the results to the host waits until the device has finished.
        decisions = int(games.play(seeds).decisions.copy_to_host().sum())

    playing = _quickest(play, seconds)
    env = VectorEnv(edition, players, lanes, autoreset_mode="SameStep")
    env.reset(seed=1)
    rounds = 10

    def step() -> None:
        for _ in range(rounds):
            env.step(env.sample_actions())
        env.games.seat.copy_to_host()

    stepping = _quickest(step, seconds)
    return {
        "device": device_name(),
        "edition": edition.name,
        "players": players,
        "games_per_s": round(len(seeds) / playing),
        "decisions_per_s": round(decisions / playing),
        "steps_per_s": round(rounds * lanes / stepping),
    }


def _quickest(work: Callable[[], None], seconds: float) -> float:
    """Return the time in seconds of the fastest run of some work.

    A first run, which compiles the work, is not measured.

    Args:
        work: the work to measure.
        seconds: how long to repeat the work.
    """
    work()
    times: list[float] = []
    while not times or sum(times) < seconds:
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def tell(console: Console, figures: Row, processor: Row) -> None:
    """Print the figures of the graphics card and compare them with those of the processor.

    Args:
        console: the console to print on.
        figures: the figures that `on_device` returned.
        processor: the figures of equal games on one core of the processor, measured in this run.
    """
    if "fault" in figures:
        console.print(f"Nothing is measured on a graphics card: {figures['fault']}.")
        return
    device, core = figures["decisions_per_s"], processor["decisions_per_s"]
    console.print(
        f"{figures['device']}, {figures['edition']}, {figures['players']} players: {device:,} "
        f"decisions a second ({figures['games_per_s']:,} games), {device / core:,.1f} times as "
        f"many as one core of the processor ({core:,})."
    )
    console.print(
        f"The vector environment there, {LANES:,} lanes, with observation and mask: "
        f"{figures['steps_per_s']:,} steps a second."
    )
