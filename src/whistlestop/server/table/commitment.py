"""The luck of a game: promised when its table is set up, opened when the game is over.

When a table is set up, the server draws a seed and a salt and publishes their hash, the commitment.
Players add values of their own afterwards, as they sit down. Seed, salt and values together give
the order of play and the seed of the game; at the end all of them are told. So anybody can play the
record again and see that nobody touched the cards in between, and that no single party, the server
included, chose the luck alone. `docs/api.md` says how to check that, and what it does not show.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import Final

VALUE: Final = "^[A-Za-z0-9_-]{1,64}$"
"""What a value that a player adds to the luck looks like."""


@dataclass(frozen=True)
class Luck:
    """The source of a game's chance."""

    seed: int
    """A number of 64 bits."""
    salt: str
    """Keeps anybody from trying all seeds against the hash."""
    values: tuple[str, ...] | None = None
    """What the seats added, as they were set up, empty where they added nothing.

    None before the start, and in games that were dealt before players could add to the luck.
    """

    @property
    def opened(self) -> str:
        """The server's share, as it is told at the end: `seed:salt`."""
        return f"{self.seed}:{self.salt}"

    @cached_property
    def commitment(self) -> str:
        """The SHA-256 of `seed:salt` in hexadecimal, as it is told from the first."""
        return hashlib.sha256(self.opened.encode("ascii")).hexdigest()

    @property
    def deal(self) -> int:
        """The seed for `Game.new`."""
        return self.seed if self.values is None else self.part("deal")

    def order(self, seats: int) -> list[int]:
        """The seats as they were set up, in an order drawn by lot."""
        return sorted(range(seats), key=lambda seat: self.part(f"order {seat}"))

    def part(self, purpose: str) -> int:
        """A number of 64 bits for one purpose, such as a bot's choices; nobody can foresee it."""
        words = ":".join((self.opened, *(self.values or ()), purpose))
        return int.from_bytes(hashlib.sha256(words.encode("ascii")).digest()[:8], "big")


def new_luck() -> Luck:
    """Luck that nobody knows yet."""
    return Luck(secrets.randbits(64), secrets.token_hex(32))
