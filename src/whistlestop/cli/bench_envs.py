"""Measure the environments and a card game of OpenSpiel, for `whistlestop bench --envs`."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console

from whistlestop.cli.bench_rates import ROUNDS, Rates, rates, told
from whistlestop.cli.failures import Failure
from whistlestop.rules.entry.playouts import play_games
from whistlestop.rules.luck import LUCK
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import STATE

LANES = 1024
PEER = "gin_rummy"
"""The OpenSpiel game to compare with. It has cards, hidden hands and about a hundred decisions."""

Row = dict[str, Any]


def check_installed() -> None:
    """Check that the extra `envs` is installed.

    Raises:
        Failure: a package of the extra is missing.
    """
    try:
        importlib.import_module("pettingzoo")
        importlib.import_module("whistlestop.envs")
    except ImportError as missing:
        fault = f'{missing}; this brings what is needed: pip install "whistlestop[envs]"'
        raise Failure(fault) from missing


def has_openspiel() -> bool:
    """Return whether OpenSpiel is installed."""
    try:
        importlib.import_module("pyspiel")
    except ImportError:
        return False
    return True


def environments(seconds: float) -> Row:
    """Measure steps per second of two-player games of the USA, on one core.

    Args:
        seconds: the seconds for each measurement.
    """
    figures: Row = {}
    figures.update(_row("bare", _bare(seconds)))
    figures.update(_vector(seconds))
    figures.update(_row("pettingzoo", _pettingzoo(seconds)))
    if has_openspiel():
        figures["peer"] = PEER
        figures.update(_row("peer", _peer(seconds)))
        figures.update(_row("openspiel", _openspiel(seconds)))
    return figures


def _row(name: str, measured: Rates) -> Row:
    """Return a median and its range under their names in the JSON output."""
    return {f"{name}_per_s": measured.median, f"{name}_per_s_range": measured.range}


def _rate(work: Callable[[], int], seconds: float) -> Rates:
    """Measure how much work is done per second, after a first run that does not count."""
    work()
    found: list[float] = []
    for _ in range(ROUNDS):
        done, begin = 0, time.perf_counter()
        while (passed := time.perf_counter() - begin) < seconds / ROUNDS or not done:
            done += work()
        found.append(done / passed)
    return rates(found)


def _bare(seconds: float) -> Rates:
    """Measure the decisions of bare random games in compiled code."""
    from whistlestop.editions.load import load
    from whistlestop.rules.book import book_of

    games = 500
    totals = np.zeros((games, 2), dtype=np.int64)
    decisions = np.zeros(games, dtype=np.int64)
    luck, sheet = np.zeros(1, dtype=LUCK)[0], np.zeros(1, dtype=SHEET)[0]
    blank, states = np.zeros(1, dtype=STATE), np.zeros(1, dtype=STATE)
    book, seeds = book_of(load("usa")), np.arange(games, dtype=np.uint64)

    def work() -> int:
        play_games(book, blank, states, luck, sheet, 2, seeds, totals, decisions)
        return int(decisions.sum())

    return _rate(work, seconds)


def _vector(seconds: float) -> Row:
    """Measure the vector environment twice: with drawing random actions, and the steps alone.

    Both figures come from the same rounds, so the steps alone are never slower.
    """
    from whistlestop.envs import VectorEnv

    env = VectorEnv("usa", 2, LANES)
    env.reset(seed=1)
    env.step(env.sample_actions())  # compile before the measurement

    def turn() -> tuple[float, float]:
        """Take 100 steps. Return the total seconds, and the seconds of the steps alone."""
        alone, begin = 0.0, time.perf_counter()
        for _ in range(100):
            actions = env.sample_actions()
            start = time.perf_counter()
            env.step(actions)
            alone += time.perf_counter() - start
        return time.perf_counter() - begin, alone

    turn()
    return _vector_rates(turn, seconds)


def _vector_rates(turn: Callable[[], tuple[float, float]], seconds: float) -> Row:
    """Return the steps per second, with drawing random actions and without.

    Args:
        turn: takes 100 steps, and returns the total seconds and the seconds of the steps alone.
        seconds: the seconds for the measurement.
    """
    whole: list[float] = []
    alone: list[float] = []
    for _ in range(ROUNDS):
        turns, in_all, in_steps = 0, 0.0, 0.0
        while in_all < seconds / ROUNDS or not turns:
            took, stepping = turn()
            turns, in_all, in_steps = turns + 1, in_all + took, in_steps + stepping
        whole.append(100 * LANES * turns / in_all)
        alone.append(100 * LANES * turns / in_steps)
    return {**_row("vector", rates(whole)), **_row("vector_step", rates(alone))}


def _pettingzoo(seconds: float) -> Rates:
    """Measure PettingZoo's loop with a random legal action for every agent."""
    from whistlestop.envs import pettingzoo

    game = pettingzoo.env(edition="usa", players=2)
    random = np.random.default_rng(1)
    game.reset(seed=1)

    def work() -> int:
        steps = 0
        game.reset()
        for _ in game.agent_iter():
            observation, _, terminated, truncated, _ = game.last()
            if terminated or truncated:
                game.step(None)
            else:
                (legal,) = observation["action_mask"].nonzero()
                game.step(legal[int(random.random() * len(legal))])
                steps += 1
        return steps

    return _rate(work, seconds)


def _peer(seconds: float) -> Rates:
    """Measure the decisions of random games of OpenSpiel's card game, called from Python."""
    import whistlestop.envs.openspiel as ours

    return _rollouts(ours.pyspiel.load_game(PEER), seconds)


def _openspiel(seconds: float) -> Rates:
    """Measure the decisions of random games of the USA that is registered with OpenSpiel."""
    import whistlestop.envs.openspiel as ours

    return _rollouts(ours.pyspiel.load_game("whistlestop"), seconds)


def _rollouts(game: Any, seconds: float) -> Rates:
    random = np.random.default_rng(1)

    def work() -> int:
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                marks = np.cumsum(chances)
                mark = min(int(np.searchsorted(marks, random.random())), len(outcomes) - 1)
                state.apply_action(outcomes[mark])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(random.random() * len(legal))])
                decisions += 1
        return decisions

    return _rate(work, seconds)


def tell(console: Console, figures: Row) -> None:
    """Print the figures."""
    bare, vector = figures["bare_per_s"], figures["vector_per_s"]
    console.print("Environments, two players of the USA, one core; random legal actions.")
    console.print(f"Medians of {ROUNDS} rounds, with the lowest and the highest.")
    console.print(
        f"Compiled games that nobody watches: {told(figures, 'bare_per_s')} decisions a second."
    )
    console.print(
        f"Vector environment, {LANES:,} lanes, with observation and mask: "
        f"{told(figures, 'vector_per_s')} steps a second ({vector / bare:.2f} of that); "
        f"{told(figures, 'vector_step_per_s')} without drawing the actions."
    )
    console.print(f"PettingZoo: {told(figures, 'pettingzoo_per_s')} steps a second.")
    if "peer" in figures:
        peer = figures["peer_per_s"]
        console.print(
            f"OpenSpiel, {figures['peer']}: {told(figures, 'peer_per_s')} decisions a second; "
            f"whistlestop there: {told(figures, 'openspiel_per_s')}. "
            f"The vector environment makes {vector / peer:,.0f} times as many as {figures['peer']}."
        )
