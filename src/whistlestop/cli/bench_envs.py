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
"""The OpenSpiel game whose speed is measured for comparison. Like games of Whistlestop, it has
cards, hidden hands and about a hundred decisions."""

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
    """Measure the steps per second of two-player USA games, in every kind of environment.

    All measurements use one core. The result has the figures by their names in the JSON output.
    Without OpenSpiel, the figures that need OpenSpiel are left out.

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
    """Return rates as two entries of the JSON output: `NAME_per_s` and `NAME_per_s_range`.

    The first is the median. The second has the lowest and the highest rate.

    Args:
        name: the first part of both keys.
        measured: the rates.
    """
    return {f"{name}_per_s": measured.median, f"{name}_per_s_range": measured.range}


def _rate(work: Callable[[], int], seconds: float) -> Rates:
    """Measure how many units of work `work` does per second, in `ROUNDS` rounds.

    In each round, `work` is called until the round's share of `seconds` has passed. One call before
    the first round is not measured.

    Args:
        work: a function that does some work and returns the number of units, such as steps.
        seconds: the seconds for all rounds together.

    Returns:
        The median, the lowest and the highest rate of the rounds.
    """
    work()
    found: list[float] = []
    for _ in range(ROUNDS):
        done, begin = 0, time.perf_counter()
        while (passed := time.perf_counter() - begin) < seconds / ROUNDS or not done:
            done += work()
        found.append(done / passed)
    return rates(found)


def _bare(seconds: float) -> Rates:
    """Return the decisions per second in random games that are played entirely in compiled code.

    Args:
        seconds: the seconds for the measurement.
    """
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
    """Measure the vector environment and return its steps per second, in all games together.

    There are two figures: with and without the time to choose random actions. Both are measured in
    the same rounds, so the steps per second without the choices are never fewer than with them.

    Args:
        seconds: the seconds for the measurement.

    Returns:
        The entries `vector_per_s` (with the choices) and `vector_step_per_s` (without them) of the
        JSON output, each with its range.
    """
    from whistlestop.envs import VectorEnv

    env = VectorEnv("usa", 2, LANES)
    env.reset(seed=1)
    env.step(env.sample_actions())  # compile before the measurement

    def turn() -> tuple[float, float]:
        """Choose actions for 100 steps and take the steps.

        Returns:
            The seconds of the choices and the steps together, and the seconds of the steps alone.
        """
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
    """Return the steps per second, with and without the time to choose random actions.

    The result has the entries that `_vector` returns.

    Args:
        turn: a function that takes 100 random steps in each of the `LANES` games. It returns the
            total seconds, and the seconds without the choice of actions.
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
    """Return the steps per second of PettingZoo's loop, with random legal actions.

    Args:
        seconds: the seconds for the measurement.
    """
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
    """Return the decisions per second in random games of `PEER`, a card game of OpenSpiel.

    Args:
        seconds: the seconds for the measurement.
    """
    import whistlestop.envs.openspiel as ours

    return _rollouts(ours.pyspiel.load_game(PEER), seconds)


def _openspiel(seconds: float) -> Rates:
    """Return the decisions per second in random games of Whistlestop's USA edition in OpenSpiel.

    Args:
        seconds: the seconds for the measurement.
    """
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
    """Print the figures that `environments` returned."""
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
