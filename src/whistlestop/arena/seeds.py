"""Seeds made from seeds."""

from __future__ import annotations

from hashlib import blake2b


def derived(seed: int, *purpose: int) -> int:
    """A seed made from another one, for one purpose.

    Args:
        seed: the seed of the whole, 0 to 2**64 - 1.
        purpose: numbers from 0 to 2**64 - 1 that say what it is for: the game, the bot.

    Returns:
        A number from 0 to 2**64 - 1; equal arguments give equal ones.
    """
    words = b"".join(number.to_bytes(8, "little") for number in (seed, *purpose))
    return int.from_bytes(blake2b(words, digest_size=8).digest(), "little")
