"""The notes of records that say when players had hints."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_NOTE: Final = re.compile(r"# p([1-9]) asked for hints before these moves: (\d{1,6}(?: \d{1,6})*)")


def hint_note(seat: int, moves: Iterable[int]) -> str:
    """Return the note that says when a player had hints.

    Args:
        seat: the number of the player's seat, counted from 0.
        moves: for each hint, the number of the next move of the game, counted from 1.
    """
    return f"p{seat + 1} asked for hints before these moves: {' '.join(map(str, moves))}"


def hints_noted(record: str) -> dict[int, list[int]]:
    """Return the moves before which players had hints, by seat, as the notes of a record say."""
    found = map(_NOTE.fullmatch, record.splitlines())
    return {int(one[1]) - 1: [*map(int, one[2].split())] for one in found if one}
