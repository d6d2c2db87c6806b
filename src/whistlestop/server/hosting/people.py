"""The people of a server: with a session in a cookie, or with a token for programs.

Nobody needs an account. Whoever opens a page becomes somebody, with a random token in a cookie of
which only the hash is kept.
"""

from __future__ import annotations

import hashlib
import math
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeVar

from whistlestop.server import clock
from whistlestop.server.storage.store import Store
from whistlestop.server.table.seats import COLOURS, Colour

COOKIE: Final = "whistlestop_session"
LASTS: Final = 180 * 86400.0
"""Seconds that a session lasts after it was used."""

Kind = Literal["session", "program"]
"""What a token is for: a session comes as a cookie, a program's token in a header of its own."""

Value = TypeVar("Value")

REMEMBERED: Final = 10_000
"""Sessions that are known without asking the database."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody."""

    id: str
    """Never told to anybody."""
    name: str
    expires: float
    """When the session ends."""
    chosen_colour: Colour | None = None
    seat: int | None = None
    """In a request: for which of the seats at their device they ask, if they named one."""

    @property
    def colour(self) -> Colour:
        """The colour they like: the one they chose, or else the one they were drawn."""
        # Ids are random, so a colour was drawn with every one of them.
        return self.chosen_colour or COLOURS[int(hashed(self.id)[:8], 16) % len(COLOURS)]


@dataclass(frozen=True, slots=True)
class Session:
    """A session that has just begun, or goes on for longer."""

    token: str
    person: Person


class People:
    """Knows everybody who has a session or a token."""

    def __init__(self, store: Store) -> None:
        """Start knowing nobody."""
        self._store = store
        self._known: OrderedDict[tuple[Kind, str], Person] = OrderedDict()
        """By the kinds and hashes of their tokens."""
        # Tokens are random: one that is nobody's stays nobody's.
        self._nobodys: OrderedDict[tuple[Kind, str], None] = OrderedDict()
        self.on_change: Callable[[str], None] = lambda person: None
        """Called with the id of somebody who has another name or colour."""

    def remembers(self, kind: Kind, token: str) -> bool:
        """Whether `holder` will answer without asking the database."""
        key = kind, hashed(token)
        return key in self._known or key in self._nobodys

    async def holder(self, kind: Kind, token: str) -> Person | None:
        """The holder of a token; None if there is no such token of this kind, or it has expired.

        Args:
            kind: a session is no token for programs, nor the other way round.
            token: what somebody sent.
        """
        key = kind, hashed(token)
        person = self._known.get(key)
        if person is None and key not in self._nobodys:
            person = await self._looked_up(*key)
            if person is None:
                _remember(self._nobodys, key, None)
            else:
                _remember(self._known, key, person)
        return None if person is None or person.expires < clock.now() else person

    async def _looked_up(self, kind: Kind, key: str) -> Person | None:
        if kind == "session":
            row = await self._store.session(key)
            return None if row is None else Person(*row)
        row = await self._store.holder(key)
        return None if row is None else Person(row[0], row[1], math.inf, row[2])

    async def prolonged(self, token: str, person: Person) -> Person | None:
        """The person with a longer session, if half of it is over; else None."""
        now = clock.now()
        if person.expires - now > LASTS / 2:
            return None
        longer = replace(person, expires=now + LASTS)
        await self._store.prolong(hashed(token), longer.expires)
        _remember(self._known, ("session", hashed(token)), longer)
        return longer

    async def admit(self) -> Session:
        """A new person with a session."""
        now = clock.now()
        token = secrets.token_urlsafe(32)
        person = Person(secrets.token_hex(16), "", now + LASTS)
        await self._store.add_person(person.id, "", hashed(token), person.expires, now)
        _remember(self._known, ("session", hashed(token)), person)
        return Session(token, person)

    async def new_api_token(self, person: Person) -> str:
        """Make a token with which programs act for a person; it is shown once."""
        token = f"whistlestop_{secrets.token_urlsafe(32)}"
        await self._store.add_api_token(hashed(token), person.id, clock.now())
        return token

    async def rename(self, person: Person, name: str) -> Person:
        """Keep the name of a person; the person as they are now."""
        await self._store.rename(person.id, name)
        return self._changed(person, name=name)

    async def recolour(self, person: Person, colour: Colour) -> Person:
        """Keep the favourite colour of a person; the person as they are now."""
        await self._store.recolour(person.id, colour)
        return self._changed(person, chosen_colour=colour)

    def _changed(self, person: Person, **changes: Any) -> Person:
        for key, known in self._known.items():
            if known.id == person.id:
                self._known[key] = replace(known, **changes)
        self.on_change(person.id)
        return replace(person, **changes)

    def changed(self, person: str) -> None:
        """Somebody's sessions or tokens are not what they were: all servers ask for them anew."""
        self.forget(person)
        self.on_change(person)

    def forget(self, person: str) -> None:
        """Somebody has changed elsewhere: ask the database when they come next."""
        for key in [key for key, known in self._known.items() if known.id == person]:
            del self._known[key]


def _remember(
    known: OrderedDict[tuple[Kind, str], Value], key: tuple[Kind, str], value: Value
) -> None:
    known[key] = value
    known.move_to_end(key)
    while len(known) > REMEMBERED:
        known.popitem(last=False)


def hashed(token: str) -> str:
    """The hash that is kept of a token: tokens have 256 random bits, so no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()
