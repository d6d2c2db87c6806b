"""Remove a person from the entries of a table: their name and the id the server knows them by.

Entries are changed only here. A person's name stands in these entries: the creation of the table,
taking a seat, changing the name, and the start. A neutral name ("Player 2") replaces the name
there. A random id replaces the person's id. The random id is used at this table only and belongs to
nobody, so the game cannot be linked to other games of the person. The game itself stays unchanged.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

from whistlestop.server.storage.store import KeptEntry

MADE_OF: Final = "Player"
"""The word that neutral names begin with. Pages show it in the reader's language."""


@dataclass
class _Sitting:
    """Who sits on a seat at one point in the list of entries."""

    origin: int
    """The seat's number before the start, when seats are not yet in the order of play."""
    person: str | None


@dataclass
class _Forgotten:
    person: str
    instead: str
    taken: set[str]
    """The names of all other people at the table."""
    seats: list[_Sitting] = field(default_factory=list[_Sitting])

    def name(self, origin: int) -> str:
        """Return the neutral name for a seat: "Player" and the first free number.

        The numbers tried begin with the seat's own, counted from 1.
        """
        number = origin + 1
        while f"{MADE_OF} {number}" in self.taken:
            number += 1
        return f"{MADE_OF} {number}"

    def follow(self, kind: str, data: Any) -> None:
        """Update who sits on each seat after an entry."""
        if kind == "created":
            seats = enumerate(data["seats"])
            self.seats = [_Sitting(number, seat.get("person")) for number, seat in seats]
        elif kind == "started" and "order" in data:
            self.seats = [self.seats[number] for number in data["order"]]
        elif kind in ("left", "replaced"):
            self.seats[data["seat"]].person = None
        elif "seat" in data and "person" in data:
            self.seats[data["seat"]].person = data["person"]

    def name_at(self, seat: int) -> str:
        """Return the neutral name for the person in a seat, by the seat's current number."""
        return self.name(self.origin(seat))

    def origin(self, seat: int) -> int:
        """Return the number that a seat had before the start."""
        return self.seats[seat].origin

    def sitting(self, seat: int) -> str | None:
        """Return the id of the person who sits on a seat, or None."""
        return self.seats[seat].person

    def is_theirs(self, seat: int) -> bool:
        return self.sitting(seat) == self.person

    def without(self, kind: str, data: Any) -> Any:
        """Return an entry's fields without the person. Call `follow` with the entry first."""
        if kind == "created":
            seats = [self._blank(seat, number) for number, seat in enumerate(data["seats"])]
            return self._replaced(data | {"seats": seats})
        if kind == "started" and "names" in data:
            names = [
                self.name_at(seat) if self.is_theirs(seat) else name
                for seat, name in enumerate(data["names"])
            ]
            return data | {"names": names}
        if kind == "renamed" and self.is_theirs(data["seat"]):
            return data | {"name": self.name_at(data["seat"]), "given": True}
        if "seat" in data and "person" in data:
            return self._replaced(self._blank(data, self.origin(data["seat"])))
        return self._replaced(data)

    def _blank(self, data: Any, origin: int) -> Any:
        """Replace the name in a seat's data, if the person sits there and has a name."""
        if data.get("person") != self.person or not data.get("name"):
            return data
        return data | {"name": self.name(origin), "given": True}

    def _replaced(self, value: Any) -> Any:
        """Return a JSON value in which the random id replaces the person's id."""
        if isinstance(value, dict):
            found = cast(dict[str, Any], value)
            return {key: self._replaced(inside) for key, inside in found.items()}
        if isinstance(value, list):
            return [self._replaced(inside) for inside in cast(list[Any], value)]
        return self.instead if value == self.person else value


def without(person: str, entries: Sequence[KeptEntry]) -> tuple[list[KeptEntry], str]:
    """Return a table's entries without a person, and the random id that replaces theirs."""
    read = [(kept.kind, json.loads(kept.data)) for kept in entries]
    work = _Forgotten(person, secrets.token_hex(16), set())
    for kind, data in read:
        work.follow(kind, data)
        work.taken |= _others(work, kind, data)
    work.seats = []
    blanked: list[KeptEntry] = []
    for kept, (kind, data) in zip(entries, read, strict=True):
        work.follow(kind, data)
        changed = work.without(kind, data)
        if changed != data:
            text = json.dumps(changed, ensure_ascii=False, separators=(",", ":"))
            kept = replace(kept, data=text)
        blanked.append(kept)
    return blanked, work.instead


def _others(work: _Forgotten, kind: str, data: Any) -> set[str]:
    """Return the names of other people in an entry."""
    named: list[tuple[str | None, str | None]]
    if kind == "created":
        named = [(seat.get("person"), seat.get("name")) for seat in data["seats"]]
    elif kind == "started":
        names = data.get("names", ())
        named = [(seat.person, name) for seat, name in zip(work.seats, names, strict=False)]
    elif "name" in data and "seat" in data:
        named = [(work.sitting(data["seat"]), data["name"])]
    else:
        return set()
    return {name for person, name in named if name and person != work.person}
