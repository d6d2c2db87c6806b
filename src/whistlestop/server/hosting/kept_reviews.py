"""The form in which the database keeps the review of a game: compressed JSON without names."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import numpy as np

from whistlestop.analysis.document import AccountDocument
from whistlestop.play.game import Game
from whistlestop.rules.state import STATE
from whistlestop.server.sent.reviews import ReviewedMoveSent

MAKING: Final = 1
"""The version of the code that makes reviews, which is stored with each review. Raise it if other
numbers of worlds, another search or other rules would give other reviews, or if the form changes.
Then all kept reviews are made again."""

MOST_BYTES: Final = 2**20
"""The maximum size of a kept review, in bytes. A larger one is not kept. A review of 150 moves has
about 20,000 bytes."""

MOST_UNPACKED: Final = 16 * 2**20
"""The maximum size of the JSON of a kept review, in bytes."""


class ReviewData(msgspec.Struct, frozen=True):
    """The review of a finished game. Players appear only as the numbers of their seats."""

    moves: tuple[ReviewedMoveSent, ...]
    """All moves of the game, reviewed."""
    accounts: tuple[AccountDocument | None, ...]
    """For each seat, how luck and decisions add up to its result; None = this is not known."""
    missed: tuple[int, ...]
    """The numbers of the moves, counted from 0, whose players seem to have missed an action that is
    clearly the best."""


class Unreadable(ValueError):
    """The error raised if a kept review cannot be read."""


_read: Final = msgspec.json.Decoder(ReviewData).decode


_FIRST_64: Final[dict[str, Any]] = {
    "tickets": np.s_[:, 0],
    "stack": np.s_[:, 0],
    "returned": np.s_[:64],
    "returned_by": np.s_[:64],
    "offer": np.s_[:, :5],
}
"""The part of each field of a state that has room for the first 64 tickets, or for an offer of
five."""
_OTHERS: Final[dict[str, Any]] = {
    "tickets": np.s_[:, 1],
    "stack": np.s_[:, 1],
    "returned": np.s_[64:],
    "returned_by": np.s_[64:],
    "offer": np.s_[:, 5:],
}
"""The part of each field of a state that has room for further tickets, or for larger offers."""
_SPARE: Final = bytes(7)
"""The unused bytes at the end of a state at the time when states had room for 64 tickets."""


def digest_of(game: Game) -> str:
    """Return the SHA-256 of a game's present state, in hexadecimal digits.

    It shows whether a kept review belongs to the game. States had room for 64 tickets and for
    offers of five once. The room for more counts only if it is in use, so that the reviews from
    that time are still found.
    """
    state: Any = game.state
    digest = hashlib.sha256()
    for name in STATE.names or ():
        used = state[name][_FIRST_64.get(name, ...)].tobytes()
        digest.update(_SPARE if name == "spare" else used)
    others = b"".join(state[name][part].tobytes() for name, part in _OTHERS.items())
    digest.update(others.rstrip(b"\0"))
    return digest.hexdigest()


def packed(review: ReviewData) -> bytes:
    """Return a review as the bytes that the database keeps."""
    return zlib.compress(msgspec.json.encode(review), 6)


def unpacked(data: bytes, length: int) -> ReviewData:
    """Return a review from the bytes that the database keeps.

    Args:
        data: the bytes.
        length: the number of moves of the game.

    Raises:
        Unreadable: the bytes are damaged, or belong to another game.
    """
    unpacking = zlib.decompressobj()
    try:
        review = _read(unpacking.decompress(data, MOST_UNPACKED))
    except (zlib.error, msgspec.DecodeError, UnicodeError) as error:
        raise Unreadable(str(error)) from error
    if not unpacking.eof or [move.move for move in review.moves] != [*range(length)]:
        raise Unreadable("the review does not have the moves of the game")
    return review


def with_deeper(
    moves: Sequence[ReviewedMoveSent], others: Sequence[ReviewedMoveSent]
) -> list[ReviewedMoveSent]:
    """Return the moves of two reviews of a game, each from the review that judged it more deeply.

    Args:
        moves: the moves of one review. A move is taken from here if both reviews judged it equally
            deeply.
        others: the moves of another review of the same game.
    """
    return [
        other if is_deeper(other) and not is_deeper(move) else move
        for move, other in zip(moves, others, strict=True)
    ]


def is_deeper(move: ReviewedMoveSent) -> bool:
    """Return whether a decision was judged again on request, with more worlds than in a review."""
    return move.judgement is not None and move.judgement.deeper
