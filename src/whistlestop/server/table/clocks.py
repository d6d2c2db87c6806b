"""The clocks of a table: the time left to each seat, and how long each decision takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

RESPITE: Final = 30.0
"""The minimum number of seconds on the clock of a seat that gets a new or returning player.

If the full time of a clock is shorter, the full time is the minimum.
"""


@dataclass
class Clocks:
    """The time left to each seat, and when each deciding seat began to decide."""

    left: list[float] = field(default_factory=list[float])
    """The seconds left on each seat's clock. The time of its present decision is not yet deducted.

    All are 0 if the table has no clock. The list is empty before the game begins.
    """
    since: dict[int, float] = field(default_factory=dict[int, float])
    """When each deciding seat began to decide, in seconds since 1970."""

    def start(self, seats: int, full: float | None) -> None:
        """Set the clock of every seat to the full time.

        Args:
            seats: the number of seats.
            full: the full time in seconds; None = the table has no clock, and `left` gets zeros.
        """
        self.left = [full or 0.0] * seats

    def spent(self, seat: int, now: float) -> float:
        """Return the seconds that a seat has spent on its present decision.

        Return 0 if the seat has nothing to decide.
        """
        return max(now - self.since[seat], 0.0) if seat in self.since else 0.0

    def resume(self, now: float) -> None:
        """Let the present decision of every seat begin at `now`. Earlier time does not count."""
        self.since = dict.fromkeys(self.since, now)

    def look_who_decides(self, deciding: Iterable[int], now: float) -> None:
        """Update `since` after a change of who has to decide.

        Seats that begin to decide get the time `now`. Seats that no longer decide are removed.
        """
        self.since = {seat: self.since.get(seat, now) for seat in deciding}

    def begin_again(self, seat: int, now: float, full: float | None) -> None:
        """Let a seat's new or returning player begin to decide now, with a minimum time.

        The clock then has at least `RESPITE` seconds, or the full time if that is shorter.

        Args:
            seat: the number of the seat.
            now: the present moment, in seconds since 1970.
            full: the seconds on a clock at its start; None = the table has no clock.
        """
        if seat in self.since:
            self.since[seat] = now
        if full is not None:
            self.left[seat] = max(self.left[seat], min(RESPITE, full))
