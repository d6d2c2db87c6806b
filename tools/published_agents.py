"""Play the published agents against each other, and print the results beside the published ones.

    .venv/bin/python tools/published_agents.py --games 10000

The program prints the tables of `docs/published-agents.md`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.editions.load import load
from whistlestop.policies import mind
from whistlestop.policies.games import final_scores, play_on, start
from whistlestop.policies.mind import mind_of
from whistlestop.rules.book import books_of
from whistlestop.rules.luck import LUCK, seed
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import STATE

AGENTS = {
    "OSA": mind.ONE_STEP,
    "LRA": mind.LONG_ROUTE,
    "DHA": mind.DESTINATION_HUNGRY,
    "RFA": mind.ROUTE_FOCUSED,
    "RFA as described": mind.ROUTE_FOCUSED_AS_DESCRIBED,
    "racer": mind.RACER,
    "connected racer": mind.CONNECTED_RACER,
    "OSA as described": mind.ONE_STEP_AS_DESCRIBED,
    "LRA as described": mind.LONG_ROUTE_AS_DESCRIBED,
    "DHA as described": mind.DESTINATION_HUNGRY_AS_DESCRIBED,
    "random": mind.RANDOM,
}

COLUMNS = ("OSA", "LRA", "DHA", "RFA", "random")

TWO_PLAYERS = {
    "DHA": {"OSA": (63, 7), "LRA": (53, 7), "RFA": (77, 6), "random": (100, None)},
    "LRA": {"OSA": (57, 7), "DHA": (47, 7), "RFA": (83, 5), "random": (100, None)},
    "OSA": {"LRA": (44, 7), "DHA": (37, 7), "RFA": (78, 6), "random": (100, None)},
    "RFA": {"OSA": (22, 6), "LRA": (17, 5), "DHA": (23, 6), "random": (98, None)},
    "RFA as described": {"OSA": (47, 10), "LRA": (40, 10), "DHA": (46, 10)},
    "racer": {
        "OSA": (58, 7),
        "LRA": (62, 7),
        "DHA": (66, 7),
        "RFA": (92, 4),
        "random": (100, None),
    },
}
"""The percentage of games won in 200 games with the authors' engine, and half of its interval."""

FOUR_PLAYERS = {"OSA": 28, "LRA": 41, "RFA": 3, "DHA": 28}
"""The percentage won by each of the four at one table, in 400 games with the authors' own engine.
Half of each interval is 4 to 5.
"""

PROFILE = {
    "LRA": ("97.6 ± 17", "86.7", "9.5", "1.4 / 0.6"),
    "OSA": ("92.3 ± 21", "66.1", "11.8", "2.7 / 0.8"),
    "DHA": ("79.7 ± 36", "55.7", "15.2", "2.6 / 0.7"),
    "RFA": ("60.2 ± 26", "53.4", "14.4", "2.0 / 1.0"),
}
"""Figures of the 400 games at a table of four: the score with its standard deviation, the points of
routes, the claims, and the tickets completed and failed.
"""

MEASURES = ("total", "routes", "claims", "completed", "failed")


def play(names: Sequence[str], games: int) -> npt.NDArray[np.int64]:
    """Play each deal in every rotation of the seats. Return [deal, rotation, player, measure]."""
    books = books_of(load("usa"))
    players = np.concatenate([mind_of(AGENTS[name]) for name in names])
    seats, deals = len(names), -(-games // len(names))
    states = np.zeros(1, dtype=STATE)
    luck: Any = np.zeros(1, dtype=LUCK)[0]
    sheet: Any = np.zeros(1, dtype=SHEET)[0]
    results = np.zeros((deals, seats, seats, len(MEASURES)), dtype=np.int64)
    for deal in range(deals):
        for rotation in range(seats):
            seed(luck, np.uint64(deal))
            states[:] = np.zeros(1, dtype=STATE)
            state: Any = states[0]
            minds = np.roll(players, rotation)
            start(books[0], state, seats, deal % seats, luck)
            play_on(books[0], state, minds, luck)
            final_scores(books[0], state, sheet)
            for player in range(seats):
                seat = (player + rotation) % seats
                claims = sum(int(word).bit_count() for word in state["owned"][seat])
                results[deal, rotation, player] = [
                    claims if measure == "claims" else sheet[measure][seat] for measure in MEASURES
                ]
    return results


def won(results: npt.NDArray[np.int64]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return the percentage of games that each player won, and half of its 95 % interval.

    Ties count in equal parts. The interval is computed over deals, because the games of a deal
    share their luck.
    """
    totals = results[..., 0]
    first = totals == totals.max(axis=-1, keepdims=True)
    shares = (first / first.sum(axis=-1, keepdims=True)).mean(axis=1)
    return 100 * shares.mean(axis=0), 196 * shares.std(axis=0) / np.sqrt(len(shares))


def line(cells: Iterable[str]) -> str:
    """Return a line of a Markdown table."""
    return f"| {' | '.join(cells)} |"


def compared(ours: float, half: float, theirs: tuple[int, int | None] | None) -> str:
    """Return a table cell with our percentage, and the published one if there is one.

    An asterisk marks a difference of more than 5 percentage points.

    Args:
        ours: our percentage.
        half: half of its interval.
        theirs: the published percentage and half of its interval, if they were published.
    """
    text = f"{ours:.1f} ± {half:.1f}" if half >= 0.05 else f"{ours:.1f}"
    if theirs is None:
        return text
    published, interval = theirs
    beside = f"{published}" if interval is None else f"{published} ± {interval}"
    far = " *" if abs(ours - published) > 5 else ""
    return f"{text} ({beside}){far}"


def two_players(games: int) -> None:
    """Print the table of pairs."""
    print(f"\nTwo players, {games} games for each pair: our result (published result)\n")
    print(line(["won by, per cent", *COLUMNS]))
    print(line(["---"] * (1 + len(COLUMNS))))
    for name in AGENTS:
        if name == "random":
            continue
        cells = [name]
        for other in COLUMNS:
            if other == name:
                cells.append("–")
                continue
            share, half = won(play((name, other), games))
            cells.append(compared(share[0], half[0], TWO_PLAYERS.get(name, {}).get(other)))
        print(line(cells), flush=True)


def four_players(games: int) -> None:
    """Print the table of four players, and the figures of each agent in these games."""
    names = tuple(FOUR_PLAYERS)
    results = play(names, games)
    share, half = won(results)
    print(f"\nFour players, {results.shape[0] * 4} games: our result (published result)\n")
    print(line(names))
    print(line(["---"] * len(names)))
    print(line(compared(share[i], half[i], (FOUR_PLAYERS[n], 5)) for i, n in enumerate(names)))
    headings = ("score", "points of routes", "claims", "tickets done / failed")
    print(f"\n{line(['agent', *headings])}")
    print(line(["---"] * 5))
    for name, published in PROFILE.items():
        mine = results[:, :, names.index(name)].reshape(-1, len(MEASURES))
        mean, spread = mine.mean(axis=0), mine.std(axis=0)
        ours = (
            f"{mean[0]:.1f} ± {spread[0]:.0f}",
            f"{mean[1]:.1f}",
            f"{mean[2]:.1f}",
            f"{mean[3]:.1f} / {mean[4]:.1f}",
        )
        cells = [f"{here} ({there})" for here, there in zip(ours, published, strict=True)]
        print(line([name, *cells]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=int, default=2_000, help="the number of games in each matchup"
    )
    chosen = parser.parse_args()
    four_players(chosen.games)
    two_players(chosen.games)
