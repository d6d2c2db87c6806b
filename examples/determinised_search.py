"""A determinised search: every action is tried in worlds that agree with what the seat sees.

whistlestop simulate usa --games 10 --bots examples/determinised_search.py:Determinised,random
"""

from __future__ import annotations

from typing import Any

import numpy as np

from whistlestop import Action, View
from whistlestop.rules.book import books_of
from whistlestop.rules.entry.playouts import play_on
from whistlestop.rules.entry.whole_actions import take
from whistlestop.rules.luck import LUCK, seed
from whistlestop.rules.scoring import SHEET, score
from whistlestop.rules.state import STATE
from whistlestop.seen.encoding import encode
from whistlestop.seen.worlds import sample


class Determinised:
    """Plays what ends best on average when all go on at random, whatever the hidden cards are."""

    def __init__(self, seed_number: int = 0, worlds: int = 20) -> None:
        """Make a bot; equal seeds play equally."""
        self.seeds = np.random.default_rng(seed_number)
        self.number = worlds
        self.lucks = np.zeros(1, dtype=LUCK)
        self.sheet: Any = np.zeros(1, dtype=SHEET)[0]
        seed(self.lucks[0], self.seeds.integers(1 << 64, dtype=np.uint64))

    def choose(self, view: View, legal: tuple[Action, ...], seconds: float) -> Action:
        """Decide; the same worlds are used for every action, which takes luck out of it."""
        worlds = sample(view, self.number, int(self.seeds.integers(1 << 63)))
        worlds["seat"] = view.viewer
        margins = [self.margin(view, worlds, action) for action in legal]
        return legal[int(np.argmax(margins))]

    def margin(self, view: View, worlds: Any, action: Action) -> float:
        """How far the seat is ahead of the best of the others in the end, on average."""
        books, state, ahead = books_of(view.edition), np.zeros(1, dtype=STATE), 0
        numbers = np.array(encode(view.edition, worlds[0], action, view.viewer), dtype=np.int64)
        for world in worlds:
            state[0] = world
            take(books, state, numbers, self.lucks)
            play_on(books[0], state[0], self.lucks[0])
            score(books[0], state[0], self.sheet)
            totals = self.sheet["total"][: len(view.players)].tolist()
            ahead += totals.pop(view.viewer) - max(totals)
        return ahead / len(worlds)
