"""Measure the speed of games that are played from Python, for `whistlestop bench`."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from rich.console import Console

from whistlestop.actions import Action
from whistlestop.cli.bench_rates import ROUNDS, rates, told
from whistlestop.editions.model import Edition
from whistlestop.play.game import Game

Figures = dict[str, Any]


def python_games(edition: Edition, seconds: float) -> Figures:
    """Measure the speed of random games that Python plays with `legal_actions` and `play`.

    The games have the fewest players that the edition allows.

    Args:
        edition: the edition.
        seconds: about how long to play.

    Returns:
        By their names in the JSON output: games per second as a median with its range, decisions
        per second, and the median time of each method in microseconds, as `calls` measures it.
    """
    seats = edition.players[0]
    play_random(edition, seats, 20)
    begin = time.perf_counter()
    play_random(edition, seats, 20)
    games = max(20, int(20 * seconds / ROUNDS / (time.perf_counter() - begin)))
    decisions = play_random(edition, seats, games)
    played = rates(
        games / _seconds(lambda: play_random(edition, seats, games)) for _ in range(ROUNDS)
    )
    return {
        "edition": edition.name,
        "players": seats,
        "games_per_s": played.median,
        "games_per_s_range": played.range,
        "decisions_per_s": round(decisions / games * played.median),
        "call_us": calls(edition, seats, max(1, min(20, int(10 * seconds)))),
    }


def play_random(edition: Edition, seats: int, games: int) -> int:
    """Play random games with `legal_actions` and `play`, as users do in Python.

    Args:
        edition: the edition to play.
        seats: the number of players.
        games: the number of games. Their seeds are 0, 1, 2 and so on.

    Returns:
        The number of decisions in all games.
    """
    choose, decisions = Random(1).choice, 0
    for seed in range(games):
        game = Game.new(edition, seats, seed=seed)
        while not game.over:
            game.play(choose(game.legal_actions()))
        decisions += game.length
    return decisions


def calls(edition: Edition, seats: int, number_of_games: int) -> dict[str, float]:
    """Measure how long a call of `play`, `legal_actions`, `view` and `copy` takes.

    First, random games are played and their actions are kept. In each round, these actions are
    played again. The time of `play` is the time of a round, divided by the number of actions. The
    time of another method is the additional time per action if the method is called before every
    action. `view` is called for the deciding seat.

    Args:
        edition: the edition to play.
        seats: the number of players.
        number_of_games: the number of games in each round.

    Returns:
        The median time of one call in microseconds, by the name of the method.
    """
    games = [_chosen(edition, seats, seed) for seed in range(number_of_games)]
    number = sum(map(len, games))
    others: dict[str, Callable[[Game], object]] = {
        "legal_actions": lambda game: game.legal_actions(),
        "view": lambda game: game.view(game.seat),
        "copy": lambda game: game.copy(seed=1),
    }
    found: dict[str, list[float]] = {name: [] for name in ("play", *others)}
    for _ in range(ROUNDS):
        nothing = _seconds(lambda: _repeat(edition, seats, games, lambda _: None))
        alone = _seconds(lambda: _repeat(edition, seats, games, None))
        found["play"].append(alone)
        for name, call in others.items():
            with_call = _seconds(lambda call=call: _repeat(edition, seats, games, call))
            found[name].append(max(0.0, with_call - nothing))
    return {name: round(median(times) / number * 1e6, 2) for name, times in found.items()}


def _chosen(edition: Edition, seats: int, seed: int) -> list[Action]:
    """Play a random game and return its actions.

    Args:
        edition: the edition to play.
        seats: the number of players.
        seed: the seed of the deal and of the choice of actions.
    """
    game, choose = Game.new(edition, seats, seed=seed), Random(seed).choice
    while not game.over:
        game.play(choose(game.legal_actions()))
    return [move.action for move in game.moves]


def _repeat(
    edition: Edition,
    seats: int,
    games: list[list[Action]],
    call: Callable[[Game], object] | None,
) -> None:
    """Play games again from their actions.

    Args:
        edition: the edition of the games.
        seats: the number of players.
        games: the actions of each game. The seed of a game is its position in the list.
        call: a function to call with the game before every action. None calls nothing.
    """
    for seed, actions in enumerate(games):
        game = Game.new(edition, seats, seed=seed)
        if call is None:
            for action in actions:
                game.play(action)
        else:
            for action in actions:
                call(game)
                game.play(action)


def _seconds(work: Callable[[], object]) -> float:
    """Return the time in seconds that some work takes. Garbage is collected before the work."""
    gc.collect()
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def tell(console: Console, rows: list[Figures]) -> None:
    """Print the figures that `python_games` returned for each edition."""
    for row in rows:
        console.print(
            f"From Python, {row['edition']}, {row['players']} players: "
            f"{told(row, 'games_per_s')} games/s, {row['decisions_per_s']:,} decisions/s."
        )
        each = ", ".join(f"{name} {micros} µs" for name, micros in row["call_us"].items())
        console.print(f"  Alone: {each}.")
