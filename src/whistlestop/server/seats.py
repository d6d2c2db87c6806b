"""Who sits at a table, and what the people who set it up chose."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

Colour = Literal["blue", "red", "yellow", "black", "turquoise"]
"""What the drawings call the colours of pieces; there are as many as seats at the largest table."""

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)

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
    colour: Colour | None = None
    """Of the pieces; None before the start for bots and open seats: they take what is left."""
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
        kept = {
            "kind": self.kind,
            "person": self.person,
            "name": self.name,
            "bot": self.bot,
            "colour": self.colour,
        }
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


def free_colour(seats: Iterable[Seat], liked: Colour) -> Colour:
    """The colour that somebody who sits down gets: the one they like, or else the next free one."""
    taken = {seat.colour for seat in seats}
    first = COLOURS.index(liked)
    ordered = COLOURS[first:] + COLOURS[:first]
    return next(name for name in ordered if name not in taken)


def colours(seats: Sequence[Seat]) -> tuple[Colour | None, ...]:
    """The colour of every seat, every one different: those without one take what is left.

    Where nobody has one, as in games from before people chose theirs, they go by seat. Open seats
    have none.
    """
    taken = {seat.colour for seat in seats}
    left: Iterator[Colour] = (name for name in COLOURS if name not in taken)
    return tuple(seat.colour or (None if seat.kind == "open" else next(left)) for seat in seats)


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
