"""Who is asking: people with a session in a cookie, and programs with a token.

Nobody needs an account. Whoever opens a page becomes somebody, with a random token in a cookie of
which only the hash is kept.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from whistlestop.server.seats import COLOURS, Colour
from whistlestop.server.store import Store

COOKIE: Final = "whistlestop_session"
LASTS: Final = 180 * 86400.0
"""Seconds that a session lasts after it was used."""

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
        self._known: OrderedDict[str, Person] = OrderedDict()
        self.on_change: Callable[[str], None] = lambda person: None
        """Called with the id of somebody who has another name or colour."""

    async def by_session(self, token: str) -> Person | None:
        """Whose session this is; None if there is none, or it is over."""
        now = time.time()
        key = hashed(token)
        person = self._known.get(key)
        if person is None and (row := await self._store.session(key)) is not None:
            person = Person(*row)
            self._remember(key, person)
        if person is None or person.expires < now:
            return None
        return person

    async def prolonged(self, token: str, person: Person) -> Person | None:
        """The person with a longer session, if half of it is over; else None."""
        now = time.time()
        if person.expires - now > LASTS / 2:
            return None
        longer = replace(person, expires=now + LASTS)
        await self._store.prolong(hashed(token), longer.expires)
        self._remember(hashed(token), longer)
        return longer

    async def by_api_token(self, token: str) -> Person | None:
        """Whose token this is; None if nobody's."""
        key = hashed(token)
        if key not in self._known and (row := await self._store.holder(key)) is not None:
            person, name, colour = row
            self._remember(key, Person(person, name, float("inf"), colour))
        return self._known.get(key)

    async def admit(self) -> Session:
        """A new person with a session."""
        now = time.time()
        token = secrets.token_urlsafe(32)
        person = Person(secrets.token_hex(16), "", now + LASTS)
        await self._store.add_person(person.id, "", hashed(token), person.expires, now)
        self._remember(hashed(token), person)
        return Session(token, person)

    async def new_api_token(self, person: Person) -> str:
        """A token with which programs act for somebody; it is shown once."""
        token = f"whistlestop_{secrets.token_urlsafe(32)}"
        await self._store.add_api_token(hashed(token), person.id, time.time())
        return token

    async def rename(self, person: Person, name: str) -> Person:
        """Remember somebody's name; them, as they are now."""
        await self._store.rename(person.id, name)
        return self._changed(person, name=name)

    async def recolour(self, person: Person, colour: Colour) -> Person:
        """Remember the colour somebody likes; them, as they are now."""
        await self._store.recolour(person.id, colour)
        return self._changed(person, chosen_colour=colour)

    def _changed(self, person: Person, **changes: Any) -> Person:
        for key, known in self._known.items():
            if known.id == person.id:
                self._known[key] = replace(known, **changes)
        self.on_change(person.id)
        return replace(person, **changes)

    def forget(self, person: str) -> None:
        """Somebody has changed elsewhere: ask the database when they come next."""
        for key in [key for key, known in self._known.items() if known.id == person]:
            del self._known[key]

    def _remember(self, key: str, person: Person) -> None:
        self._known[key] = person
        self._known.move_to_end(key)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def hashed(token: str) -> str:
    """What is kept of a token: tokens have 256 random bits, so that no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()
