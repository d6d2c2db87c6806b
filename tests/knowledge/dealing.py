"""Deals worlds from positions in files: to compare two ways of running.

    python -W error -m tests.knowledge.dealing FOLDER

reads the files `EDITION PLAYERS positions.npy` in the folder, and writes a world of each position,
for each seat and a spectator, into `EDITION PLAYERS worlds.npy`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from tests.many_tickets import load
from whistlestop.knowledge.worlds import deal_world
from whistlestop.rules.book import book_of
from whistlestop.rules.luck import LUCK, seed
from whistlestop.rules.state import STATE


def worlds(edition: str, states: np.ndarray) -> np.ndarray:
    """A world of each state for a spectator and each seat, with a luck of its own."""
    book, lucks = book_of(load(edition)), np.zeros(1, dtype=LUCK)
    dealt = np.repeat(states, int(states[0]["seats"]) + 1)
    records = dealt.view((np.record, STATE))
    for number in range(len(dealt)):
        seed(lucks[0], np.uint64(number))
        seat = number % (int(states[0]["seats"]) + 1) - 1
        deal_world(book, records[number], seat, lucks[0])
    return dealt


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for file in sorted(folder.glob("* positions.npy")):
        edition = file.name.split()[0]
        np.save(
            file.with_name(file.name.replace("positions", "worlds")), worlds(edition, np.load(file))
        )
