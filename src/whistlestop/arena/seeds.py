"""Derive many independent seeds from one seed: for each game, each bot and each other use."""

from __future__ import annotations

from hashlib import blake2b


def derived(seed: int, *purpose: int) -> int:
    """Derive a seed for one purpose from another seed.

    Args:
        seed: the seed of the whole series or tournament, 0 to 2**64 - 1.
        purpose: numbers from 0 to 2**64 - 1 that identify the purpose, such as the game and the
            bot.

    Returns:
        A number from 0 to 2**64 - 1. Equal arguments give equal numbers.
    """
    words = b"".join(number.to_bytes(8, "little") for number in (seed, *purpose))
    return int.from_bytes(blake2b(words, digest_size=8).digest(), "little")
