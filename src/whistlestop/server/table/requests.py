"""Requests that wait for the consent of other players.

Each kind of request is open at most once at a table. The modules in `happenings` say who must
answer: `taking_back`, `changing_hands`, `closing` and `hints`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class Request:
    """A request that some players have not answered."""

    entry: int
    """The number of the entry that made the request."""
    at: float
    """When the request was made, in seconds since 1970."""
    agreed: frozenset[int]
    """The seats whose players have agreed."""

    def with_consent(self, seat: int) -> Self:
        """Return a copy of the request to which `seat` has agreed, too."""
        return replace(self, agreed=self.agreed | {seat})

    def without_consent(self, seat: int) -> Self:
        """Return a copy of the request without the consent of `seat`, whose player changes."""
        return replace(self, agreed=self.agreed - {seat})


@dataclass(frozen=True, slots=True)
class TakeBackRequest(Request):
    """A request to take a move back, and all moves after it."""

    seat: int
    """The seat that asks."""
    move: int
    """The first move to be taken back, counted from 1."""


@dataclass(frozen=True, slots=True)
class SeatRequest(Request):
    """The host's request to let a person take over a seat that belongs to another person."""

    seat: int
    """The seat that the request is about."""
    asker: int | None
    """The host's seat; None if the host has none."""


@dataclass(frozen=True, slots=True)
class CloseRequest(Request):
    """The host's request to end the game without a result."""

    seat: int | None
    """The host's seat; None if the host has none."""


@dataclass(frozen=True, slots=True)
class HintsRequest(Request):
    """The host's request to allow hints during the game."""

    seat: int | None
    """The host's seat; None if the host has none."""


@dataclass
class Requests:
    """The open requests of a table."""

    take_back: TakeBackRequest | None = None
    """The open request to take a move back; None if there is none."""
    seat: SeatRequest | None = None
    """The host's open request to let another person take a seat; None if there is none."""
    closing: CloseRequest | None = None
    """The host's open request to end the game without a result; None if there is none."""
    hints: HintsRequest | None = None
    """The host's open request to allow hints; None if there is none."""
    seats_asked_at: dict[int, float] = field(default_factory=dict[int, float])
    """When the host last asked to give a seat to another person, in seconds since 1970, by seat."""
    hints_asked_at: float = 0.0
    """When the host last asked to allow hints, in seconds since 1970; 0 = never."""

    def clear(self) -> None:
        """End all open requests."""
        self.take_back = self.seat = self.closing = self.hints = None

    def forget_seat(self, seat: int) -> None:
        """Cancel the requests and consents of a seat, because its player changes.

        A request of the host for that seat is not ended here: `changing_hands.drop_request` ends it
        together with the offer that resulted from it.
        """
        if self.take_back is not None and self.take_back.seat == seat:
            self.take_back = None
        if self.closing is not None:
            gone = self.closing.seat == seat
            self.closing = None if gone else self.closing.without_consent(seat)
        if self.hints is not None:
            gone = self.hints.seat == seat
            self.hints = None if gone else self.hints.without_consent(seat)
        if self.seat is not None and seat not in (self.seat.seat, self.seat.asker):
            self.seat = self.seat.without_consent(seat)
