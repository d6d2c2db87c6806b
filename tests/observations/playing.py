"""Random games told decision by decision, each with its memory made in compiled code."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from tests.properties.playing import choose
from tests.tables import after_choice
from whistlestop.observations import Layout
from whistlestop.observations.compiled.memory import remember
from whistlestop.play.game import Game
from whistlestop.rules.book import book_of
from whistlestop.seen.encoding import encode


def told(layout: Layout, number: int, style: str) -> Iterator[tuple[Game, np.ndarray]]:
    """A game before its first decision and after each, with what is remembered of it."""
    game = Game.new(layout.edition, layout.players, seed=number)
    book, random = book_of(layout.edition), Random(f"{layout.edition.name} {number} {style}")
    memories = layout.memory(game)
    yield game, memories
    while not game.over:
        seat = game.seat
        assert seat is not None
        action = choose(random, game.legal_actions(seat), style)
        before: Any = game.state
        numbers = encode(game.edition, before, action, seat)
        game.play(action, seat)
        for i, taken in enumerate(numbers):
            after = game.state if i == len(numbers) - 1 else after_choice(before, taken)
            remember(book, before, taken, after, memories[0])
            before = after
        yield game, memories
