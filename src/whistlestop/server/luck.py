"""The luck of a game: drawn from the operating system, promised at the start, opened at the end.

At the start everybody gets the hash of seed and salt. At the end both are told: whoever likes plays
the record again from the seed and sees that the cards were not touched in between.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Luck:
    """What a game's chance comes from."""

    seed: int
    """For `Game.new`: 64 bits."""
    salt: str
    """Keeps anybody from trying all seeds against the hash."""

    @property
    def opened(self) -> str:
        """What is told at the end."""
        return f"{self.seed}:{self.salt}"

    @cached_property
    def commitment(self) -> str:
        """What is told at the start."""
        return hashlib.sha256(self.opened.encode("ascii")).hexdigest()

    def part(self, purpose: str) -> int:
        """A seed for something else that must be as unforeseeable, such as a bot's choices."""
        digest = hashlib.sha256(f"{self.opened}:{purpose}".encode()).digest()
        return int.from_bytes(digest[:8], "big")


def new_luck() -> Luck:
    """Luck that nobody knows yet."""
    return Luck(secrets.randbits(64), secrets.token_hex(32))
