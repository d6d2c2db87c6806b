"""What seeds bring, in short: the test of the promise in `docs/seeds.md` compares with this.

    python -m tests.properties.seed_digests

writes the digests anew. They change only together with `whistlestop.SEED_VERSION`.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from tests.properties.playing import TABLES
from whistlestop.editions.load import load
from whistlestop.play.game import Game
from whistlestop.rules.book import book_of
from whistlestop.rules.entry.playouts import play_games
from whistlestop.rules.luck import LUCK, SEED_VERSION
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import STATE

FILE = Path(__file__).with_name("seeds.json")
GAMES = 20
SEED = 2**33 + 5
"""Beyond 32 bits, so that all of a seed counts."""


def digest(told: Any) -> str:
    """A few letters for anything that JSON can say."""
    return blake2b(json.dumps(told).encode(), digest_size=6).hexdigest()


def batch(edition: str, seats: int) -> str:
    """What `play_games` brings: final scores and numbers of decisions."""
    totals, counts = np.zeros((GAMES, seats), np.int64), np.zeros(GAMES, np.int64)
    play_games(
        book_of(load(edition)),
        np.zeros(1, STATE),
        np.zeros(1, STATE),
        np.zeros(1, LUCK)[0],
        np.zeros(1, SHEET)[0],
        seats,
        np.arange(SEED, SEED + GAMES, dtype=np.uint64),
        totals,
        counts,
    )
    return digest([totals.tolist(), counts.tolist()])


def game(edition: str, seats: int) -> str:
    """What `Game.new` brings: the deal, and what chance brings to a game of given choices."""
    played = Game.new(edition, seats, seed=SEED)
    told = [chance.word for chance in played.dealt]
    while not played.over and played.length < 120:
        words = sorted(played.choices())
        played.play(words[(7 * played.length) % len(words)])
        move = played.moves[-1]
        told += [str(move.seat), str(move.action), *(chance.word for chance in move.outcomes)]
    return digest(told)


def digests() -> dict[str, Any]:
    """Everything that is kept, by table."""
    return {
        "version": SEED_VERSION,
        "tables": {
            f"{name} {seats}": [game(name, seats), batch(name, seats)] for name, seats in TABLES
        },
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(digests(), indent=1) + "\n", encoding="utf-8")
