"""Positions of every phase from games in which everybody does anything."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from tests.many_tickets import EXPRESS, load
from whistlestop.editions.load import names
from whistlestop.rules.actions import CLAIM, DRAW_BLIND, MOST_LEGAL
from whistlestop.rules.book import book_of
from whistlestop.rules.luck import LUCK, begin, seed
from whistlestop.rules.state import STATE, Phase
from whistlestop.rules.turns import BY_LOT, apply, deal, legal

if TYPE_CHECKING:
    from whistlestop.rules.annotations import WideSet

TABLES = [
    (edition, players)
    for edition in (*names(), EXPRESS)
    for players in sorted(set(load(edition).players))
]
"""Every edition, and one with many tickets, with the fewest players and with the most."""

GAMES = 3
EACH = 3
"""Positions of each phase from each game, at most."""


def luck_of(number: int) -> Any:
    """A luck that draws, from this seed."""
    luck: Any = np.zeros(1, dtype=LUCK)[0]
    seed(luck, np.uint64(number))
    return luck


def wide(set_words: Iterable[Any]) -> WideSet:
    """A set of tickets as compiled functions take it; they return two integers of Python."""
    low, high = map(np.uint64, set_words)
    return low, high


@lru_cache
def positions(edition: str, players: int) -> np.ndarray:
    """Positions of every phase that such games come to, as states; not to be changed."""
    found = [state for game in range(GAMES) for state in _game(edition, players, game)]
    states = np.concatenate(found)
    states.flags.writeable = False
    return states


def _game(edition: str, players: int, number: int) -> list[np.ndarray]:
    book, luck = book_of(load(edition)), luck_of(number)
    random = Random(f"{edition} {players} {number}")
    store = np.zeros(1, dtype=STATE)
    state: Any = store[0]
    out = np.zeros(MOST_LEGAL, dtype=np.int16)
    deal(book, state, players, BY_LOT, luck)
    by_phase: dict[tuple[int, int], list[np.ndarray]] = {}
    while True:
        # The first decision of the opening has other answers to deal than its last.
        opening = int(state["seat"]) if state["phase"] <= Phase.OPENING_KEEP else 0
        by_phase.setdefault((int(state["phase"]), opening), []).append(store.copy())
        if state["phase"] == Phase.OVER:
            break
        actions = [int(action) for action in out[: legal(book, state, out)]]
        # Hands that grow hide most, and so do those that spend little: claims are rarer here.
        liked = [action for action in actions if DRAW_BLIND <= action < CLAIM]
        begin(luck)
        apply(
            book, state, random.choice(liked if liked and random.random() < 0.7 else actions), luck
        )
    return [
        state
        for states in by_phase.values()
        for state in random.sample(states, min(len(states), EACH))
    ]
