"""The luck of a game: fixed by a published hash at the table's setup, and revealed after the game.

When a table is set up, the server draws a seed and a salt and publishes their hash, the commitment.
Later, each player can add a value when sitting down. Seed, salt and values together determine the
order of play and the seed of the game. All of them are published at the end of the game. Anybody
can then play the record again and check that the cards were not changed in between, and that no
single party, the server included, chose the luck alone. `docs/api.md` says how to check that, and
what the check does not show.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import Final

VALUE: Final = "^[A-Za-z0-9_-]{1,64}$"
"""The regular expression that a player's value for the luck has to match."""


class LuckDiffers(Exception):
    """The seed leads to other outcomes than those stored: another version dealt this game.

    The message names the first difference, such as `the deal` or `move 3`.
    """


@dataclass(frozen=True)
class Luck:
    """The numbers and texts from which every random outcome of a game is computed."""

    seed: int
    """A random number of 64 bits."""
    salt: str
    """A random text that prevents finding the seed by trying all seeds against the commitment."""
    values: tuple[str, ...] | None = None
    """The value that each seat's player added, in the order in which the seats were set up.

    The value is empty if the player added none.

    None before the start, and in games of early versions, in which players could not add values.
    """

    @property
    def opened(self) -> str:
        """The server's part of the luck as it is published after the game: `seed:salt`."""
        return f"{self.seed}:{self.salt}"

    @cached_property
    def commitment(self) -> str:
        """The SHA-256 of `seed:salt` in hexadecimal, published when the table is set up."""
        return hashlib.sha256(self.opened.encode("ascii")).hexdigest()

    @property
    def deal(self) -> int:
        """The seed for `Game.new`: `seed` if `values` is None, else computed from all fields."""
        return self.seed if self.values is None else self.part("deal")

    def order(self, seats: int) -> list[int]:
        """Return a random order of play: the numbers of the seats as they were set up.

        Args:
            seats: the number of seats.
        """
        return sorted(range(seats), key=lambda seat: self.part(f"order {seat}"))

    def part(self, purpose: str) -> int:
        """Return a number of 64 bits, computed from the luck and the text `purpose`.

        Each use of the luck has a text of its own, such as `deal` or `order 2`, so that the numbers
        are independent. Before the luck is revealed, only the server can compute them.
        """
        words = ":".join((self.opened, *(self.values or ()), purpose))
        return int.from_bytes(hashlib.sha256(words.encode("ascii")).digest()[:8], "big")


def new_luck() -> Luck:
    """Return luck with a new random seed and salt."""
    return Luck(secrets.randbits(64), secrets.token_hex(32))
