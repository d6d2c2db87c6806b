"""Tune the planner's weights by evolution: common deals, a pool of opponents, CMA-ES.

    .venv/bin/python tools/tune_planner.py usa 2 --generations 60

The weights found are measured against the pool on deals that no generation has used. They replace
the weights in `src/whistlestop/policies/planner/tuned.toml` for this edition and number of players
if they win more than those and more than the weights that the search started from. The method is N.
Hansen's covariance matrix adaptation (2016, arXiv 1604.00772), in the package `cma` of the extra
`arena`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from whistlestop.arena.exploit.genome import genome_for, weights_of
from whistlestop.bots.options import with_weights
from whistlestop.editions.load import load
from whistlestop.extras import needed
from whistlestop.policies.mind import DESTINATION_HUNGRY, PLANNING, RACER, mind_of
from whistlestop.policies.planner.weights import DEFAULTS, TUNED
from whistlestop.policies.series import final_totals, win_shares

MARGIN = 15.0
"""The margin in points that counts as a 73 % chance to win, in the smooth part of the fitness."""


Weights = Mapping[str, float]
"""All weights of the planner by name."""


def mind(weights: Weights) -> np.ndarray:
    """Return the mind of a planner with these weights, as an array of one."""
    return with_weights(mind_of(PLANNING), weights)


def tuned(edition: str, players: int) -> dict[str, float]:
    """Return the weights that the planner has for an edition and a number of players."""
    return weights_of(mind_of(PLANNING, edition, players))


def fitness(totals: np.ndarray) -> tuple[float, float]:
    """Return the first player's mean fitness and share of victories, both from 0 to 1.

    `totals` are final scores, [..., player]. A tie counts as an equal part of a victory.
    """
    share = win_shares(totals)[..., 0]
    margin = totals[..., 0] - totals[..., 1:].max(-1)
    smooth = 1.0 / (1.0 + np.exp(-margin / MARGIN))
    return float((0.5 * share + 0.5 * smooth).mean()), float(share.mean())


def against(
    edition: str, players: int, weights: Weights, pool: list[np.ndarray], seeds: np.ndarray
) -> tuple[float, float]:
    """Return the mean fitness and share of victories of weights against the opponents of the pool.

    In each game, one opponent has all other seats.
    """
    found = [
        fitness(final_totals(load(edition), [mind(weights), *[opponent] * (players - 1)], seeds))
        for opponent in pool
    ]
    return float(np.mean([fit for fit, _ in found])), float(np.mean([won for _, won in found]))


def pool_of(edition: str, players: int) -> list[np.ndarray]:
    """Return the opponents' minds, each as an array of one.

    They are the planner without tuning, a planner that races, the Destination Hungry agent, the
    racer and, if there are tuned weights, the tuned planner.
    """
    racing = {"route_points": 1.0, "turn": 3.0, "prudence": 0.45, "tickets": -1.0}
    found = [
        mind(DEFAULTS),
        mind(DEFAULTS | racing),
        mind_of(DESTINATION_HUNGRY),
        mind_of(RACER),
    ]
    weights = tuned(edition, players)
    if weights != DEFAULTS:
        found.append(mind(weights))
    return found


def main() -> None:
    """Tune the weights, measure them, and write them if they are better."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("edition")
    parser.add_argument("players", type=int)
    parser.add_argument("--begin", help="begin with the weights of another table: EDITION.PLAYERS")
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument(
        "--spread",
        type=float,
        default=0.3,
        help="standard deviation of the first generation, in logarithms of the weights",
    )
    parser.add_argument("--population", type=int, default=16)
    parser.add_argument(
        "--deals", type=int, default=150, help="the deals for each candidate and opponent"
    )
    parser.add_argument(
        "--check", type=int, default=1500, help="the deals of the final measurement"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="the number of threads")
    parser.add_argument("--try", dest="dry", action="store_true", help="do not write the weights")
    given = parser.parse_args()
    edition, _, players = (given.begin or f"{given.edition}.{given.players}").partition(".")
    base = tuned(edition, int(players))
    genome = genome_for(load(given.edition), base)
    pool = pool_of(given.edition, given.players)
    options = {"popsize": given.population, "seed": given.seed, "verbose": -9}
    cma: Any = needed("cma")
    search = cma.CMAEvolutionStrategy(np.zeros(len(genome.names)), given.spread, options)
    started = time.perf_counter()
    for generation in range(given.generations):
        genomes = search.ask()
        first = 10**6 * given.seed + generation * given.deals
        seeds = np.arange(first, first + given.deals, dtype=np.uint64)

        def measured(genes: Any, seeds: np.ndarray = seeds) -> tuple[float, float]:
            return against(
                given.edition, given.players, genome.weights(np.asarray(genes)), pool, seeds
            )

        with ThreadPoolExecutor(given.jobs) as threads:
            results = list(threads.map(measured, genomes))
        search.tell(genomes, [-fit for fit, _ in results])
        print(
            f"{generation:4} {time.perf_counter() - started:6.0f} s  "
            f"fitness {np.mean([fit for fit, _ in results]):.3f}, best "
            f"{max(fit for fit, _ in results):.3f}; step {search.sigma:.3f}",
            flush=True,
        )
    found = genome.weights(np.asarray(search.result.xfavorite))
    seeds = np.arange(10**12, 10**12 + given.check, dtype=np.uint64)
    there = tuned(given.edition, given.players)
    means: list[float] = []
    for name, weights in (("begun", base), ("in file", there), ("found", found)):
        shares = [
            against(given.edition, given.players, weights, [opponent], seeds)[1]
            for opponent in pool
        ]
        means.append(float(np.mean(shares)))
        print(f"{name:7} win shares against the pool: {', '.join(f'{won:.3f}' for won in shares)}")
    print({name: found[name] for name in genome.names})
    if means[-1] <= max(means[:-1]):
        print("The weights found are not better. The file is unchanged.")
    elif not given.dry:
        write(given.edition, given.players, found)


def write(edition: str, players: int, weights: Weights) -> None:
    """Write the weights into the file of tuned weights."""
    lines = TUNED.read_text(encoding="utf-8").split("\n\n") if TUNED.exists() else []
    header = f"[{edition}.{players}]"
    kept = [part.strip() for part in lines if not part.strip().startswith(header)]
    table = [header, *(f"{name} = {weights[name]:.4g}" for name in DEFAULTS)]
    parts = [part for part in kept if part] + ["\n".join(table)]
    TUNED.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
