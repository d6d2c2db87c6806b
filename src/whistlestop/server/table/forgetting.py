"""Remove a person's name and id from the entries of a table.

Entries are changed only here. Each kind of happening says which people it names, and can return a
copy that does not name one of these people. A neutral name ("Player 2") replaces the person's name.
A random id replaces the person's id. The random id is used at this table only and belongs to
nobody, so the game cannot be linked to other games of the person. The game itself stays unchanged.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from msgspec import UnsetType

from whistlestop.server.storage.store import KeptEntry
from whistlestop.server.table.entries import Entry, from_kept, to_keep

MADE_OF: Final = "Player"
"""The first word of neutral names, such as "Player 2". Pages translate it for the reader."""


@dataclass
class Seating:
    """The people on the seats of a table at one point in the list of its entries."""

    origins: list[int] = field(default_factory=list[int])
    """The number that each seat had when the table was set up.

    The start of the game puts the seats in the order of play, which changes their numbers.
    """
    sitting: list[str | None] = field(default_factory=list[str | None])
    """The id of the person on each seat; None if there is none."""

    def set_up(self, people: Sequence[str | None]) -> None:
        """Record who sits on the seats of a new table.

        Args:
            people: the id of the person on each seat; None if no person sits there.
        """
        self.origins, self.sitting = [*range(len(people))], [*people]

    def put(self, seat: int, person: str | None) -> None:
        """Record that a person sits on a seat; None = nobody sits there now."""
        self.sitting[seat] = person

    def reorder(self, order: Sequence[int]) -> None:
        """Put the seats in the order of play.

        Args:
            order: the present numbers of the seats, in their new order.
        """
        self.origins = [self.origins[number] for number in order]
        self.sitting = [self.sitting[number] for number in order]

    def person(self, seat: int) -> str | None:
        """Return the id of the person on a seat; None if there is no person or no such seat."""
        return self.sitting[seat] if 0 <= seat < len(self.sitting) else None


@dataclass
class Forgetting:
    """The removal of one person from the entries of a table."""

    person: str
    instead: str
    """The random id that replaces the person's id."""
    taken: set[str] = field(default_factory=set[str])
    """The names of all other people at the table."""
    seating: Seating = field(default_factory=Seating)

    def is_theirs(self, seat: int) -> bool:
        """Return whether the deleted person sits on a seat."""
        return self.seating.person(seat) == self.person

    def instead_of(self, person: str | None) -> str | None:
        """Return the random id if `person` is the deleted person; otherwise return `person`."""
        return self.instead if person == self.person else person

    def name(self, origin: int) -> str:
        """Return the name that replaces the deleted person's name on a seat, such as "Player 2".

        The number is the seat's own, counted from 1. If another person at the table has this name,
        it is the next number that is free.

        Args:
            origin: the number of the seat before the start of the game.
        """
        number = origin + 1
        while f"{MADE_OF} {number}" in self.taken:
            number += 1
        return f"{MADE_OF} {number}"

    def name_at(self, seat: int) -> str:
        """Return the name that replaces the deleted person's name on a seat, such as "Player 2".

        Args:
            seat: the number of the seat at this point in the list of entries. `name` takes the
                number before the start of the game instead.
        """
        return self.name(self.seating.origins[seat])

    def blank(
        self, person: str | None, name: str, given: bool | UnsetType, origin: int
    ) -> dict[str, Any]:
        """Return the fields `person`, `name` and `given` of a seat, without the deleted person.

        If another person sits on the seat, the fields stay unchanged.

        Args:
            person: the id of the person on the seat.
            name: the name. If it is empty, it stays empty.
            given: whether the server made the name.
            origin: the number that the seat had before the start.
        """
        if person != self.person or not name:
            return {"person": self.instead_of(person), "name": name, "given": given}
        return {"person": self.instead, "name": self.name(origin), "given": True}

    def blank_at(
        self, seat: int, person: str, name: str, given: bool | UnsetType
    ) -> dict[str, Any]:
        """Return the fields `person`, `name` and `given` of a seat, without the deleted person.

        Args:
            seat: the number of the seat at this point in the list of entries.
            person: the id of the person on the seat.
            name: the name. If it is empty, it stays empty.
            given: whether the server made the name.
        """
        return self.blank(person, name, given, self.seating.origins[seat])


def without(person: str, kept: Sequence[KeptEntry]) -> tuple[list[KeptEntry], str]:
    """Return a table's entries without a person, and the random id that replaces the person's id.

    Raises:
        EntryError: an entry is damaged.
    """
    entries = [from_kept(row) for row in kept]
    work = Forgetting(person, secrets.token_hex(16))
    for entry in entries:
        entry.content.sit(work.seating)
        people = entry.content.people(work.seating)
        work.taken |= {name for one, name in people if name and one and one != person}
    work.seating = Seating()
    blanked = [_blanked(work, row, entry) for row, entry in zip(kept, entries, strict=True)]
    return blanked, work.instead


def _blanked(work: Forgetting, row: KeptEntry, entry: Entry) -> KeptEntry:
    """Return a stored entry without the person, or `row` itself if it does not name the person.

    Args:
        work: the removal of the person. Its seating is updated.
        row: the entry as the database keeps it.
        entry: the entry read from `row`.
    """
    entry.content.sit(work.seating)
    changed = entry.content.without(work)
    if changed == entry.content:
        return row
    # Fields that this version does not know stay in the entry.
    data = json.loads(row.data) | json.loads(to_keep(replace(entry, content=changed)).data)
    return replace(row, data=json.dumps(data, ensure_ascii=False, separators=(",", ":")))
