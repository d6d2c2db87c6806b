"""Tells a few positions of a game and prints a digest: to compare two ways of running.

python -W error tests/observations/telling.py
"""

from __future__ import annotations

from hashlib import blake2b

from whistlestop.editions.load import load
from whistlestop.observations import Layout, Numbering
from whistlestop.play.game import Game


def digest() -> str:
    """All tensors and masks of these positions, in short."""
    summed = blake2b(digest_size=8)
    for name, seats in (("germany", 3), ("switzerland", 2), ("nordic", 2)):
        edition = load(name)
        layouts = [Layout.fitted(edition, seats), Layout.padded(edition)]
        game = Game.new(name, seats, seed=2)
        while game.length < 24:
            words = sorted(game.choices())
            game.play(words[(7 * game.length) % len(words)])
            if game.length % 6 == 0:
                summed.update(Numbering.of(edition).mask(game).tobytes())
                for layout in layouts:
                    for viewer in range(-1, seats):
                        summed.update(layout.inform(game, game.events, viewer).tobytes())
    return summed.hexdigest()


if __name__ == "__main__":
    print(digest())
