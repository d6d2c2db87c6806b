"""The moves of a table's game that stand, and what was taken back."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Moves:
    """The entries of the start and of the moves that count, and facts about take-backs."""

    entries: list[int] = field(default_factory=list[int])
    """The numbers of the entries of the start and the moves, without moves that were taken back."""
    seconds: list[float] = field(default_factory=list[float])
    """The seconds that each move took, without moves that were taken back."""
    versions: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    """The table's version after each action, keyed by the person's id and the request's id."""
    looked: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """The seat and the first move of each take-back that was not free (`free_to_take_back`).

    Such moves may have shown hidden cards to a player.
    """
    turned_back: int = 0
    """The version at which moves were last taken back; 0 = never."""
