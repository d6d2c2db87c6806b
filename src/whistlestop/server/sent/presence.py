"""Presence: the caller an update is made for, and the people connected to a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from msgspec import Struct


@dataclass(frozen=True, slots=True)
class Caller:
    """The person or program that an update is made for."""

    person: str | None = None
    """The id of the person; None = the caller has no session."""
    name: str = ""
    seat: int | None = None
    """The seat whose view the caller asked for, if several people play at the device; None = no
    seat was named."""


@dataclass(frozen=True, slots=True)
class Presence:
    """The people who are present at a table, and the number of viewers."""

    present: frozenset[str] = frozenset()
    """The ids of the connected people who play at the table or can take a seat back."""
    viewers: int = 0
    """The number of connected viewers who do not play at the table. Viewers without a session count
    once for each connection."""


class Absence(Struct, frozen=True):
    """A player who is away, and what happens next to their seat."""

    seat: int
    """The player's seat."""
    then: Literal["standin", "offer"]
    """`standin` = a bot will stand in for the player. `offer` = the seat can be given to a bot or
    to another person."""
    seconds: int
    """The seconds until the event in `then` happens."""
