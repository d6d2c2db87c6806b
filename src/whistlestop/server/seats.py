"""Who sits at a table, and what the people who set it up chose."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

LONGEST_NAME: Final = 24

SeatKind = Literal["person", "bot", "open"]


@dataclass(slots=True)
class Seat:
    """A place at the table."""

    kind: SeatKind
    person: str | None = None
    name: str = ""
    """Empty for a person without a name, and before the start for bots."""
    bot: str | None = None
    """Who plays here if no person does."""
    standin: bool = False
    """Whether a bot moves until the person returns."""
    resigned: bool = False
    """Whether a bot moves for good."""

    @property
    def by_bot(self) -> bool:
        """Whether a bot moves here now."""
        return self.kind == "bot" or self.standin or self.resigned

    def data(self) -> dict[str, Any]:
        """As entries keep it."""
        kept = {"kind": self.kind, "person": self.person, "name": self.name, "bot": self.bot}
        return {key: value for key, value in kept.items() if value}


@dataclass(frozen=True, slots=True)
class Options:
    """What was chosen when the table was set up."""

    public: bool = False
    pace: str = "none"
    """`none`, `minutes` for a player and a game, or `days` for a turn."""
    amount: float = 0
    standin_after: float | None = None
    """Seconds after which a bot moves for somebody absent; None = never."""
    shuffle: bool = True
    """Whether the order of play is drawn by lot."""

    @property
    def clock(self) -> float | None:
        """Seconds on a clock at its start; None = there is none."""
        seconds = {"minutes": 60.0, "days": 86400.0}.get(self.pace)
        return None if seconds is None else seconds * self.amount

    def data(self) -> dict[str, Any]:
        """As entries keep it."""
        return {
            "public": self.public,
            "pace": self.pace,
            "amount": self.amount,
            "standin_after": self.standin_after,
            "shuffle": self.shuffle,
        }


def clean_name(text: str) -> str | None:
    """A name as it is kept; None if it is none."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    return name if 1 <= len(name) <= LONGEST_NAME and name.isprintable() else None


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """The names of a game, every one different: a second Ada becomes `Ada 2`."""
    found: list[str] = []
    for name in names:
        number, unique = 1, name
        while unique in found:
            number += 1
            unique = f"{name} {number}"
        found.append(unique)
    return tuple(found)
