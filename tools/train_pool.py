"""Train the planner's weights against a growing pool of best responses.

    .venv/bin/python tools/train_pool.py usa 2 --minutes 30

Each step searches for a player that beats the pool's mixture, and adds this player to the pool. The
share of games that it wins says how far the mixture can be exploited by a search of that length.
The pool is kept in `tools/pools/` and grows with every call. An interrupt (Ctrl-C) loses only the
step under way.

At the end, the member that loses least to any other member is compared with the planner's present
weights, against the agents of the literature. With `--write`, its weights replace the present ones
in `src/whistlestop/policies/planner/tuned.toml`, unless it wins less often against one of these
agents, beyond noise. With `--agents`, the search plays against these agents, too.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from whistlestop.arena.exploit.contest import local
from whistlestop.arena.exploit.double_oracle import Pool, grow, new_pool, read_pool, write_pool
from whistlestop.arena.exploit.evolution import Effort
from whistlestop.arena.exploit.genome import weights_of
from whistlestop.arena.tournament.intervals import mean_with_interval
from whistlestop.bots.options import with_weights
from whistlestop.bots.registry import policy_bot
from whistlestop.editions.arguments import checked_players
from whistlestop.editions.load import load
from whistlestop.policies.mind import PLANNING, mind_of
from whistlestop.policies.planner.weights import DEFAULTS, TUNED
from whistlestop.policies.series import final_totals, win_shares

POOLS = Path(__file__).parent / "pools"
"""The folder of the pools, one file for each edition and number of players."""

FIRST_SEED = 2 * 10**13
"""The seed of the first deal of the comparison. No search uses these deals."""

AGENTS = (
    "one-step-as-described",
    "long-route-as-described",
    "destination-hungry-as-described",
    "route-focused-as-described",
    "destination-hungry",
    "racer",
    "connected-racer",
)
"""The bots with which weights are compared before they are written."""

Weights = Mapping[str, float]
"""All weights of the planner by name."""


def planner_with(weights: Weights) -> np.ndarray:
    """Return the mind of a planner with these weights, as an array of one."""
    return with_weights(mind_of(PLANNING), weights)


def tuned(edition: str, players: int) -> dict[str, float]:
    """Return the weights that the planner has for an edition and a number of players."""
    return weights_of(mind_of(PLANNING, edition, players))


def main() -> None:
    """Read the command's options and carry it out. A wrong option ends it with a message."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("edition")
    parser.add_argument("players", type=int)
    parser.add_argument("--begin", help="begin a new pool with another table: EDITION.PLAYERS")
    parser.add_argument("--minutes", type=float, default=30.0, help="0 = only compare")
    parser.add_argument("--step", type=float, default=4.0, help="the minutes of a step's search")
    parser.add_argument("--population", type=int, default=16)
    parser.add_argument("--deals", type=int, default=150, help="deals of each candidate")
    parser.add_argument("--games", type=int, default=3000, help="games of every two members")
    parser.add_argument("--check", type=int, default=2000, help="games against each agent")
    parser.add_argument(
        "--agents",
        nargs="*",
        choices=AGENTS,
        help="let the search play against these agents, too; without names: against all",
    )
    parser.add_argument(
        "--agents-share",
        type=float,
        default=0.5,
        help="with --agents: how much the results against them count, from 0 to 1 (default: 0.5)",
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--pool", type=Path, help="the file of the pool")
    parser.add_argument("--write", action="store_true", help="write the best weights")
    given = parser.parse_args()
    try:
        improve(given)
    except (ValueError, OSError) as error:
        parser.error(str(error))


def improve(given: argparse.Namespace) -> None:
    """Let the pool grow, compare its best member with the present weights, and maybe write it.

    Raises:
        ValueError: there is no such edition or number of players, or the file has no such pool.
        OSError: the pool cannot be read or written.
    """
    if not 0 <= given.agents_share <= 1:
        raise ValueError(f"--agents-share is from 0 to 1, not {given.agents_share:g}")
    path = given.pool or POOLS / f"{given.edition}.{given.players}.json"
    checked_players(load(given.edition), given.players)
    if path.exists():
        pool = read_pool(path, given.edition, given.players)
    else:
        begin, _, players = (given.begin or f"{given.edition}.{given.players}").partition(".")
        if not players.isdecimal():
            raise ValueError(f"--begin {given.begin} names no table of weights; write {begin}.2")
        pool = new_pool(tuned(begin, int(players)), given.players)
    train(pool, path, given)
    best = int(np.argmax(pool.worst()))
    print(f"member {best} wins at least {pool.worst()[best]:.1%} against every other member")
    losses = compared(pool.weights[best], given)
    if losses:
        print(f"It wins less often than the present weights against {', '.join(losses)}.")
    elif given.write:
        write(given.edition, given.players, pool.weights[best])


def train(pool: Pool, path: Path, given: argparse.Namespace) -> None:
    """Let a pool grow for the given time, and write it after every step."""
    effort = Effort(
        seconds=60 * given.step,
        generations=None,
        population=given.population,
        deals=given.deals,
        games=given.games,
    )
    board, began = load(given.edition), time.perf_counter()
    agents = () if given.agents is None else given.agents or AGENTS
    while time.perf_counter() - began < 60 * given.minutes:
        number = len(pool.weights)
        try:
            step = grow(
                pool,
                board,
                given.players,
                effort,
                local(given.jobs),
                number,
                agents,
                given.agents_share,
            )
        except KeyboardInterrupt:
            step = None
        if step is None or step.interrupted:
            print("Interrupted. The pool has all complete steps.")
            return
        write_pool(path, pool, given.edition, given.players)
        mixed = ", ".join(
            f"{share:.0%} member {member}" for member, share in enumerate(step.mixture) if share
        )
        print(
            f"{time.perf_counter() - began:6.0f} s  member {number}: wins {step.share:.1%} against "
            f"the mixture ({mixed}), {pool.payoffs[-1, 0]:.1%} against member 0; "
            f"{step.generations} generations",
            flush=True,
        )


def compared(weights: Weights, given: argparse.Namespace) -> list[str]:
    """Compare weights with the present ones against the published agents, in the same deals.

    Return the names of the agents against whom the weights win less often, beyond noise.
    """
    board, players = load(given.edition), given.players
    deals = -(-given.check // players)
    seeds = np.arange(FIRST_SEED, FIRST_SEED + deals, dtype=np.uint64)

    def shares(weights: Weights, other: np.ndarray) -> np.ndarray:
        totals = final_totals(board, [planner_with(weights), *[other] * (players - 1)], seeds)
        return win_shares(totals)[..., 0].mean(1)

    there, losses = tuned(given.edition, players), []
    for name in AGENTS:
        other = policy_bot(name, 0).mind_for(given.edition, players)
        found, now = shares(weights, other), shares(there, other)
        gain = mean_with_interval((found - now).tolist())
        print(
            f"{name:31} {found.mean():.1%}, now {now.mean():.1%}: {100 * gain.value:+.1f} points "
            f"({100 * gain.low:+.1f} to {100 * gain.high:+.1f})",
            flush=True,
        )
        if gain.high < 0:
            losses.append(name)
    versus = mean_with_interval(shares(weights, planner_with(there)).tolist())
    interval = f"{versus.low:.1%} to {versus.high:.1%}"
    print(f"{'the planner now':31} {versus.value:.1%} ({interval})")
    return losses


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
