"""Presence: for whom an update is made, and who is connected to a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Caller:
    """The person or program that an update is made for."""

    person: str | None = None
    """The id of the person; None = without a session."""
    name: str = ""
    seat: int | None = None
    """With whose eyes they want to look, of several at their device; None = they named no seat."""


@dataclass(frozen=True, slots=True)
class Company:
    """The people and viewers connected to a table."""

    present: frozenset[str] = frozenset()
    """The ids of the people."""
    viewers: int = 0
    """The number of connections without a seat."""


@dataclass(frozen=True, slots=True)
class Absence:
    """What happens next to the seat of an absent player."""

    seat: int
    """The player's seat."""
    then: Literal["standin", "offer"]
    """A bot stands in, or the seat can be given to a bot or to another person."""
    seconds: int
    """The seconds until then."""
