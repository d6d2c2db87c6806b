"""The hints that players were given, and the players who play with a coach."""

from __future__ import annotations

from dataclasses import dataclass, field

from whistlestop.play.hint_notes import hint_note


@dataclass
class Hints:
    """Which hints the players of a game were given, and who plays with a coach."""

    positions: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])
    """The hints that were given. The key is the seat and the number of the position's entry, as
    `happenings.hints.position_entry` returns it. The value is the number of the next move, counted
    from 1."""
    coached: dict[int, None] = field(default_factory=dict[int, None])
    """The seats whose players play with a coach, as the keys, in the order in which they began."""

    def notes(self) -> tuple[str, ...]:
        """Return the lines of a record that say who was given hints and who had a coach."""
        moves: dict[int, dict[int, None]] = {}
        for (seat, _), move in self.positions.items():
            moves.setdefault(seat, {})[move] = None
        given = [hint_note(seat, before) for seat, before in sorted(moves.items())]
        return (*given, *(f"p{seat + 1} played with a coach" for seat in sorted(self.coached)))
