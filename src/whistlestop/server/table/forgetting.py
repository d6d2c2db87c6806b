"""Taking somebody out of a table's entries: their name, and the id by which they are known.

Entries are never changed but here. The name stands in them where it was told: in the seats of a new
table, beside whoever sat down, in a change of name, and in the start. In all these places there is
then a name that nobody chose, and another id, random and of this table alone, that is nobody's:
the game itself stays as it was played, and nothing joins it to other games of the same person.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

from whistlestop.server.storage.store import KeptEntry

MADE_OF: Final = "Player"
"""What names are made of that nobody chose; pages say it in the reader's language."""


@dataclass
class _Sitting:
    """A seat while entries are followed."""

    origin: int
    """Its number as it was set up."""
    person: str | None


@dataclass
class _Forgotten:
    person: str
    instead: str
    taken: set[str]
    """The names of others."""
    seats: list[_Sitting] = field(default_factory=list[_Sitting])

    def name(self, origin: int) -> str:
        """The name for somebody who sat there: the seat's own, or the next that is free."""
        number = origin + 1
        while f"{MADE_OF} {number}" in self.taken:
            number += 1
        return f"{MADE_OF} {number}"

    def follow(self, kind: str, data: Any) -> None:
        """See who sits where after an entry."""
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
        """The name for whoever sits there now."""
        return self.name(self.origin(seat))

    def origin(self, seat: int) -> int:
        """The number of a seat as it was set up."""
        return self.seats[seat].origin

    def sitting(self, seat: int) -> str | None:
        """Who sits there now."""
        return self.seats[seat].person

    def is_theirs(self, seat: int) -> bool:
        return self.sitting(seat) == self.person

    def without(self, kind: str, data: Any) -> Any:
        """The fields of an entry without them; `follow` has seen it already."""
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
        """A seat, or somebody who sits down, without the name."""
        if data.get("person") != self.person or not data.get("name"):
            return data
        return data | {"name": self.name(origin), "given": True}

    def _replaced(self, value: Any) -> Any:
        """Any JSON with the other id in the place of theirs."""
        if isinstance(value, dict):
            found = cast(dict[str, Any], value)
            return {key: self._replaced(inside) for key, inside in found.items()}
        if isinstance(value, list):
            return [self._replaced(inside) for inside in cast(list[Any], value)]
        return self.instead if value == self.person else value


def without(person: str, entries: Sequence[KeptEntry]) -> tuple[list[KeptEntry], str]:
    """A table's entries without somebody, and the id that stands there in the place of theirs."""
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
    """The names of others in an entry."""
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
