"""Plays games by the rules alone and writes down every decision: to compare two ways of running.

    python -W error -m tests.properties.decisions FIRST GAMES

prints a JSON object: for every table a list of games, each a list of check sums, one a decision,
over the action, the legal actions and all bytes of the state.
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any
from zlib import crc32

import numpy as np

from tests.many_tickets import EXPRESS, load
from whistlestop.rules.actions import CLAIM, MOST_LEGAL, PAY
from whistlestop.rules.book import book_of
from whistlestop.rules.compiling import INTERPRETED
from whistlestop.rules.luck import LUCK, begin, seed
from whistlestop.rules.scoring import SHEET, score
from whistlestop.rules.state import STATE, Phase
from whistlestop.rules.turns import BY_LOT, apply, deal, legal

EDITIONS = ("usa", "germany", "london", "europe", "switzerland", "newyork", "india", "nordic")
TABLES = [
    (name, seats)
    for name in (*EDITIONS, EXPRESS)
    for seats in range(load(name).players[0], load(name).players[1] + 1)
]
ROOM = ("parts", "linked", "choosable", "choices", "trail", "ticket", "via")
"""What of a score sheet is no result."""
BEGINNING = 2**33 + 17
"""The first seed: beyond 32 bits, so that both words of the generator's seed count."""


def play(name: str, seats: int, number: int) -> list[int]:
    """The check sums of one game."""
    book = book_of(load(name))
    store = np.zeros(1, dtype=STATE)
    state: Any = store[0]
    luck: Any = np.zeros(1, dtype=LUCK)[0]
    sheet: Any = np.zeros(1, dtype=SHEET)[0]
    out = np.zeros(MOST_LEGAL, dtype=np.int16)
    random = Random(f"{name} {seats} {number}")
    seed(luck, np.uint64(BEGINNING + number))
    deal(book, state, seats, BY_LOT, luck)
    sums: list[int] = []
    while int(state.phase) != Phase.OVER:
        actions = [int(action) for action in out[: legal(book, state, out)]]
        claims = [action for action in actions if CLAIM <= action < PAY]
        action = random.choice(claims if claims and random.random() < 0.6 else actions)
        begin(luck)
        assert apply(book, state, action, luck)
        told = luck["journal"][: int(luck.events)].tobytes()
        sums.append(crc32(json.dumps([action, actions]).encode() + told + store.tobytes()))
    score(book, state, sheet)
    names = [name for name in SHEET.names or () if name not in ROOM]
    sums.append(crc32(json.dumps([sheet[name][:seats].tolist() for name in names]).encode()))
    return sums


def main(first: int, games: int) -> None:
    """Play games of all tables, from this number on."""
    numbers = range(first, first + games)
    played = {
        f"{name} {seats}": [play(name, seats, number) for number in numbers]
        for name, seats in TABLES
    }
    json.dump({"interpreted": INTERPRETED, "played": played}, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
