"""Play the reactive planner against the agents that it is compared with, in compiled code.

    .venv/bin/python tools/gates.py --games 2000

This prints the first tables of `docs/strength.md`. Those of players who search come from
`whistlestop arena`. Each deal is played in every rotation of the seats. The intervals are
bootstrapped over deals.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from whistlestop.arena.tournament.intervals import mean_with_interval
from whistlestop.editions.load import load, names
from whistlestop.policies import mind
from whistlestop.policies.mind import mind_of
from whistlestop.policies.series import final_totals, win_shares

FIRST_SEED = 10**13
"""The seed of the first deal. No tuning has used these deals."""

OSA, LRA, DHA = mind.ONE_STEP, mind.LONG_ROUTE, mind.DESTINATION_HUNGRY
UNTUNED = -1
"""The planner with the weights that it had before any tuning. They are those of the planner that it
replaced.
"""

OPPONENTS = {
    "random": mind.RANDOM,
    "OSA": OSA,
    "OSA as described": mind.ONE_STEP_AS_DESCRIBED,
    "LRA": LRA,
    "LRA as described": mind.LONG_ROUTE_AS_DESCRIBED,
    "DHA": DHA,
    "DHA as described": mind.DESTINATION_HUNGRY_AS_DESCRIBED,
    "RFA": mind.ROUTE_FOCUSED,
    "RFA as described": mind.ROUTE_FOCUSED_AS_DESCRIBED,
    "racer": mind.RACER,
    "connected racer": mind.CONNECTED_RACER,
    "planner, untuned": UNTUNED,
}

MIXED = {
    "3 players: OSA, LRA": (OSA, LRA),
    "3 players: OSA, DHA": (OSA, DHA),
    "3 players: LRA, DHA": (LRA, DHA),
    "4 players: OSA, LRA, DHA": (OSA, LRA, DHA),
    "5 players: OSA, LRA, DHA, planner untuned": (OSA, LRA, DHA, UNTUNED),
}

Minds = npt.NDArray[np.void]


def opponent(policy: int, edition: str, players: int) -> Minds:
    """Return the mind of an opponent."""
    if policy == UNTUNED:
        return mind_of(mind.PLANNING)
    return mind_of(policy, edition, players)


def line(title: str, edition: str, others: Sequence[int], games: int) -> None:
    """Play the games of one line of a table, and print the line."""
    players = 1 + len(others)
    minds = [mind_of(mind.PLANNING, edition, players)]
    minds += [opponent(policy, edition, players) for policy in others]
    deals = -(-games // players)
    seeds = np.arange(FIRST_SEED, FIRST_SEED + deals, dtype=np.uint64)
    totals = final_totals(load(edition), minds, seeds)
    shares = win_shares(totals)[..., 0].mean(1)
    found = mean_with_interval(shares.tolist())
    scores = totals.mean((0, 1))
    print(
        f"| {title} | {100 * found.value:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f}) "
        f"| {scores[0]:.0f} | {', '.join(f'{score:.0f}' for score in scores[1:])} "
        f"| {totals.shape[0] * players} |",
        flush=True,
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=int, default=2000, help="the number of games for each line of the table"
    )
    parser.add_argument("--editions", default=",".join(names()))
    parser.add_argument(
        "--mixed", action="store_true", help="play only tables with more than two players"
    )
    given = parser.parse_args()
    for edition in given.editions.split(","):
        print(f"\n{edition}: the planner, without search\n")
        print("| against | win share (95 %) | its score | theirs | games |")
        print("| --- | --- | --- | --- | --- |")
        for name, policy in OPPONENTS.items():
            if not given.mixed:
                line(f"2 players: {name}", edition, (policy,), given.games)
        most = load(edition).players[1]
        for title, others in MIXED.items():
            if len(others) < most:
                line(title, edition, others, given.games)


if __name__ == "__main__":
    main()
