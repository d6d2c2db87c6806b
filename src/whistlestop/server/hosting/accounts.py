"""A person's other devices and results, and deleting a person.

To use another device, a person gets a short code. Typed on the other device, the code signs that
device in as this person. A code is valid for ten minutes and can be used
once. The other device gets its own session, so no device learns the secret of another.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from whistlestop.server import clock, logs
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.live import Live
from whistlestop.server.hosting.peers import Peers
from whistlestop.server.hosting.people import LASTS, People, Person, Session, hashed
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.storage.accounts import AccountStore
from whistlestop.server.storage.store import Store
from whistlestop.server.table.outcome import outcome

LETTERS: Final = "BCDFGHJKLMNPRSTVWXYZ"
"""The letters of which sign-in codes consist. They look unlike each other and unlike digits. There
are no vowels, so that codes form no words."""
CODE_LENGTH: Final = 8
CODE_LASTS: Final = 600.0
"""Seconds for which a sign-in code is valid."""
HASHES: Final = 1000
"""The maximum number of sign-in codes whose slow hashes are cached."""

SETTLED_AT_ONCE: Final = 20
"""The maximum number of old games whose missing results are computed in one call."""

_CODE: Final = re.compile(rf"[{LETTERS}]{{{CODE_LENGTH}}}")
_SALT: Final = b"whistlestop: a code for another device"


@dataclass(frozen=True, slots=True)
class Owner:
    """The person to whom a code belongs, and the number of their games."""

    person: Person
    games: int


class Accounts:
    """The account operations of one server: sign-in on other devices, results, and deletion."""

    def __init__(
        self, store: Store, people: People, tables: Tables, live: Live, peers: Peers, bot: str
    ) -> None:
        """Create the operations. No code is cached, and no deletion is in progress yet.

        Args:
            store: the database.
            people: finds the people to whom tokens belong.
            tables: the tables of the server.
            live: the connections of clients, some of which are closed when sessions end.
            peers: the other servers, which are notified when sessions end.
            bot: the name of the bot that plays on for people who are deleted.
        """
        self.kept = AccountStore(store)
        self._people = people
        self._tables = tables
        self._live = live
        self._peers = peers
        self._bot = bot
        peers.on_signed_out = live.part
        self._forgetting: set[asyncio.Task[None]] = set()
        self._hashes: OrderedDict[str, str] = OrderedDict()
        """The slow hashes of valid codes, so that reading a code again costs nothing."""

    # Other devices --------------------------------------------------------------------------

    async def new_code(self, person: Person) -> str:
        """Create and return a code for signing in on another device.

        The person's earlier code becomes invalid.
        """
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        now = clock.now()
        slow = await self._hash(code)
        await self.kept.put_code(slow, person.id, now + CODE_LASTS, now)
        self._remember(code, slow)
        return code

    async def _hash(self, code: str) -> str:
        """Return the slow hash of a code. It is computed unless it is cached."""
        return self._hashes.get(code) or await _slowly_hashed(code)

    def _remember(self, code: str, slow: str) -> None:
        """Cache the slow hash of a valid code."""
        self._hashes[code] = slow
        self._hashes.move_to_end(code)
        while len(self._hashes) > HASHES:
            self._hashes.popitem(last=False)

    async def owner(self, typed: str) -> Owner:
        """Return the person to whom a code belongs, without using the code up.

        Raises:
            Refusal: the code is not valid, or has expired or been used.
        """
        code = _read(typed)
        slow = await self._hash(code)
        found = await self.kept.owner(slow, clock.now())
        if found is None:
            self._hashes.pop(code, None)
            raise unknown_code()
        self._remember(code, slow)
        games, _ = await self.kept.games(found[0])
        return Owner(Person(found[0], found[1], 0.0, found[2]), games)

    async def use_code(self, typed: str, before: Person, token: str | None) -> Session:
        """Use a code up: sign a device in as the person to whom the code belongs.

        The person who used the device before keeps their games and their other devices. If they
        have neither, they are deleted.

        Args:
            typed: the code as it was typed.
            before: the person who used the device before.
            token: the device's session token, which becomes invalid; None = it had no session.

        Returns:
            The device's new session.

        Raises:
            Refusal: the code is not valid, has expired or been used, or belongs to `before`.
        """
        code, now = await self._hash(_read(typed)), clock.now()
        owner = await self.kept.owner(code, now)
        if owner is None:
            raise unknown_code()
        if owner[0] == before.id:
            raise Refusal(409, "same_person")
        new = secrets.token_urlsafe(32)
        old = None if token is None else hashed(token)
        used = await self.kept.use_code(code, hashed(new), now + LASTS, old, now)
        if used is None:
            raise unknown_code()
        self._people.changed(before.id)
        self._live.part(before.id)
        await self._leave_behind(before)
        found = await self._people.holder("session", new)
        assert found is not None
        return Session(new, found)

    async def _leave_behind(self, person: Person) -> None:
        """Delete a person who has no games, sessions or API tokens. Do nothing to other people."""
        games, _ = await self.kept.games(person.id)
        devices = await self.kept.devices(person.id, clock.now())
        if not games and not devices.sessions and not devices.programs:
            await self.forget(person)

    async def end_others(self, person: Person, token: str) -> None:
        """End all sessions of a person except one, and all their program tokens and codes.

        Args:
            person: the person.
            token: the token of the session that does not end.
        """
        await self.kept.end_others(person.id, hashed(token))
        self._signed_out(person.id)

    def _signed_out(self, person: str) -> None:
        """Make a person's clients on all servers identify themselves again."""
        self._people.changed(person)
        self._peers.tell_signed_out(person)
        self._live.part(person)

    # Results --------------------------------------------------------------------------------

    async def settle(self, person: Person) -> bool:
        """Compute missing results of a person's old games, a limited number at a time.

        Returns:
            True if this call has tried all such games. False if some are left for another call.
        """
        tables = await self.kept.unsettled(person.id, SETTLED_AT_ONCE + 1)
        for table_id in tables[:SETTLED_AT_ONCE]:
            try:
                async with self._tables.use(table_id) as (_, table):
                    results = outcome(table)
                await self.kept.settle(table_id, results)
            except Refusal:
                continue
        return len(tables) <= SETTLED_AT_ONCE

    # The end --------------------------------------------------------------------------------

    async def forget(self, person: Person) -> None:
        """Delete a person: remove them from all entries, and delete all that is kept about them.

        The deletion continues even if the task that waits for it is cancelled. If the server stops
        before the deletion is complete, the person can request it again, because their session is
        deleted last.
        """
        task = asyncio.create_task(self._forget(person.id), name="forget")
        self._forgetting.add(task)
        task.add_done_callback(self._forgetting.discard)
        await asyncio.shield(task)

    async def _forget(self, person: str) -> None:
        while True:
            for table_id in await self.kept.naming(person):
                await self._tables.forget(table_id, person, self._bot)
            if await self.kept.delete(person):
                break
        self._signed_out(person)
        logs.log("person forgotten")

    async def close(self) -> None:
        """Wait until all deletions that have begun are complete."""
        await asyncio.gather(*self._forgetting, return_exceptions=True)


def unknown_code() -> Refusal:
    """Return the refusal of a code that is not valid, for whatever reason."""
    return Refusal(404, "unknown_code")


def _read(typed: str) -> str:
    """Return a typed code in its standard form: without separators, in capital letters.

    Raises:
        Refusal: the text cannot be a code.
    """
    code = re.sub(r"[\s.\-]", "", typed).upper()
    if not _CODE.fullmatch(code):
        raise unknown_code()
    return code


async def _slowly_hashed(code: str) -> str:
    """Return the slow hash of a code for the database.

    A code is short. A thief of the database would have to try all codes within ten minutes, which
    the slow hash makes hard. Looking up a hash also keeps the response time independent of the
    code.
    """
    work = lambda: hashlib.scrypt(code.encode(), salt=_SALT, n=2**14, r=8, p=1, dklen=32)  # noqa: E731
    return (await asyncio.to_thread(work)).hex()
