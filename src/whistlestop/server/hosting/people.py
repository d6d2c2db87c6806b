"""The people of a server, identified by a session cookie or by a token for programs.

No accounts are needed. A browser that opens a page gets a new identity with a random token in a
cookie. The server keeps only the hash of the token.
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
"""Seconds for which a session lasts after its last use."""

Kind = Literal["session", "program"]
"""The kinds of tokens. A session's token comes in a cookie, and a program's token in a header."""

Value = TypeVar("Value")

REMEMBERED: Final = 10_000
"""The maximum number of tokens in each cache. The caches save queries to the database."""


@dataclass(frozen=True, slots=True)
class Person:
    """A user of the server."""

    id: str
    """The secret id, which is never sent to any client."""
    name: str
    expires: float
    """When the session ends, in seconds since 1970; infinity if the person was found by a program's
    token, which does not expire."""
    chosen_colour: Colour | None = None
    seat: int | None = None
    """The seat that a request names, if several people play at the device; None = no seat was
    named."""

    @property
    def colour(self) -> Colour:
        """The person's favourite colour: the chosen one, else one derived from the id."""
        # Ids are random, so colours that are derived from them are spread evenly.
        # A colour that was damaged on the disk counts as not chosen.
        if self.chosen_colour in COLOURS:
            return self.chosen_colour
        return COLOURS[int(hashed(self.id)[:8], 16) % len(COLOURS)]


@dataclass(frozen=True, slots=True)
class Session:
    """A session that has just begun or was prolonged."""

    token: str
    person: Person


class People:
    """The lookup of people by their session and program tokens, with a cache."""

    def __init__(self, store: Store) -> None:
        """Create an empty cache of people. `store` is the database of people and tokens."""
        self._store = store
        self._known: OrderedDict[tuple[Kind, str], Person] = OrderedDict()
        """(Kind, hash of the token) → the person."""
        # Tokens are random, so one that does not exist now will not be given out later.
        self._nobodys: OrderedDict[tuple[Kind, str], None] = OrderedDict()
        self.on_change: Callable[[str], None] = lambda person: None
        """Called with the id of a person whose name, colour or sessions have changed."""

    def remembers(self, kind: Kind, token: str) -> bool:
        """Return whether `holder` can answer from its cache, without asking the database."""
        key = kind, hashed(token)
        return key in self._known or key in self._nobodys

    async def holder(self, kind: Kind, token: str) -> Person | None:
        """Return the person to whom a token belongs.

        Args:
            kind: the kind of the token. A session's token is not valid for programs, and a
                program's token is no session.
            token: the token that a client sent.

        Returns:
            The person. None if there is no such token of this kind, or if it has expired.
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
        """Prolong a session if half of its time is over.

        Args:
            token: the session's token.
            person: the session's person.

        Returns:
            The person with the new end of the session. None if it was not prolonged.
        """
        now = clock.now()
        if person.expires - now > LASTS / 2:
            return None
        longer = replace(person, expires=now + LASTS)
        await self._store.prolong(hashed(token), longer.expires)
        _remember(self._known, ("session", hashed(token)), longer)
        return longer

    async def admit(self) -> Session:
        """Create a new person with a session, and return the session."""
        now = clock.now()
        token = secrets.token_urlsafe(32)
        person = Person(secrets.token_hex(16), "", now + LASTS)
        await self._store.add_person(person.id, "", hashed(token), person.expires, now)
        _remember(self._known, ("session", hashed(token)), person)
        return Session(token, person)

    async def new_api_token(self, person: Person) -> str:
        """Create and return a token with which programs act for a person. Only its hash is kept."""
        token = f"whistlestop_{secrets.token_urlsafe(32)}"
        await self._store.add_api_token(hashed(token), person.id, clock.now())
        return token

    async def rename(self, person: Person, name: str) -> Person:
        """Save a person's new name, and return the person with the new name."""
        await self._store.rename(person.id, name)
        return self._changed(person, name=name)

    async def recolour(self, person: Person, colour: Colour) -> Person:
        """Save a person's favourite colour, and return the person with that colour."""
        await self._store.recolour(person.id, colour)
        return self._changed(person, chosen_colour=colour)

    def _changed(self, person: Person, **changes: Any) -> Person:
        for key, known in self._known.items():
            if known.id == person.id:
                self._known[key] = replace(known, **changes)
        self.on_change(person.id)
        return replace(person, **changes)

    def changed(self, person: str) -> None:
        """Drop a person whose sessions or tokens have changed from the caches of all servers."""
        self.forget(person)
        self.on_change(person)

    def forget(self, person: str) -> None:
        """Drop a person from this server's cache, so that the database is asked next time."""
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
    """Return the hash that the database keeps of a token.

    No salt is needed, because tokens have 256 random bits.
    """
    return hashlib.sha256(token.encode()).hexdigest()
