"""Play the reactive planner against the agents that it is compared with, in compiled code.

    .venv/bin/python tools/gates.py --games 2000
    .venv/bin/python tools/gates.py --exploit 10

This prints the first tables of `docs/strength.md`. The tables of players who search come from
`whistlestop arena`. Each deal is played in every rotation of the seats. The intervals are
bootstrapped over deals.

With `--exploit MINUTES`, the program searches for best responses to the planner and to the champion
instead, on every board with two players. Each search takes this number of minutes. The exit status
is 1 if a best response wins a larger share of games than the limits in `EXPLOITED`.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from whistlestop.arena.exploit.contest import Contest, compiled, local
from whistlestop.arena.exploit.evolution import Effort, best_response
from whistlestop.arena.exploit.genome import genome_for, weights_of
from whistlestop.arena.tournament.contestants import read_contestants
from whistlestop.arena.tournament.intervals import mean_with_interval
from whistlestop.editions.load import load, names
from whistlestop.policies import mind
from whistlestop.policies.mind import mind_of
from whistlestop.policies.series import final_totals, win_shares

FIRST_SEED = 10**13
"""The seed of the first deal. No tuning has used these deals."""

OSA, LRA, DHA = mind.ONE_STEP, mind.LONG_ROUTE, mind.DESTINATION_HUNGRY
UNTUNED = -1
"""The number that stands for the planner without tuned weights. It has the default weights."""

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

EXPLOITED = {"planner": 0.55, "champion@200playouts": 0.5}
"""The bots to be exploited, and the largest share of games that a best response may win."""

Minds = npt.NDArray[np.void]


def opponent(policy: int, edition: str, players: int) -> Minds:
    """Return the mind of an opponent, as an array of one. `policy` may be `UNTUNED`."""
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


def exploited(edition: str, bot: str, minutes: float) -> bool:
    """Search for a best response to a bot, and print a line. Return whether the limit holds."""
    board = load(edition)
    contest = Contest(board, 2, read_contestants([bot], 1.0))
    quick = compiled(contest)
    effort = Effort(
        seconds=60 * minutes,
        generations=None,
        population=16,
        deals=150 if quick else 4,
        games=4000 if quick else 200,
    )
    base = weights_of(mind_of(mind.PLANNING, edition, 2))
    response = best_response(
        contest, genome_for(board, base), effort, local(os.cpu_count() or 1), seed=1
    )
    (against,) = response.against
    holds = against.found.value <= EXPLOITED[bot]
    print(
        f"| {edition} | {bot} | {against.found.value:.1%} ({against.found.low:.1%} to "
        f"{against.found.high:.1%}) | {EXPLOITED[bot]:.0%} | {'yes' if holds else 'no'} "
        f"| {response.progress.generation} | {response.progress.games:,} |",
        flush=True,
    )
    return holds


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
    parser.add_argument(
        "--exploit", type=float, metavar="MINUTES", help="search for best responses instead"
    )
    parser.add_argument("--bots", default=",".join(EXPLOITED), help="the bots to be exploited")
    given = parser.parse_args()
    if given.exploit is not None:
        print("| board | bot | the best response wins | at most | reached | generations | games |")
        print("| --- | --- | --- | --- | --- | --- | --- |")
        hold = [
            exploited(edition, bot, given.exploit)
            for edition in given.editions.split(",")
            for bot in given.bots.split(",")
        ]
        raise SystemExit(0 if all(hold) else 1)
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
