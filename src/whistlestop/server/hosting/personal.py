"""Somebody's own affairs: other devices, results, and how they are forgotten.

Whoever wants to use another device gets a code there, of a few letters, that leads to them once and
for ten minutes. The other device gets a session of its own for it: no device ever learns the
secret of another one.
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
from whistlestop.server.storage.personal import PersonalStore
from whistlestop.server.storage.store import Store
from whistlestop.server.table.outcome import outcome

LETTERS: Final = "BCDFGHJKLMNPRSTVWXYZ"
"""Letters of codes: none looks like another one or like a digit, and no words come of them."""
CODE_LENGTH: Final = 8
CODE_LASTS: Final = 600.0
"""Seconds for which a code leads to somebody."""
HASHES: Final = 1000
"""The most codes whose slow hashes are remembered."""

SETTLED_AT_ONCE: Final = 20
"""Games from before results were kept whose results are worked out in one go."""

_CODE: Final = re.compile(rf"[{LETTERS}]{{{CODE_LENGTH}}}")
_SALT: Final = b"whistlestop: a code for another device"


@dataclass(frozen=True, slots=True)
class Owner:
    """The person to whom a code leads."""

    person: Person
    games: int


class Personal:
    """The affairs of the people of one server."""

    def __init__(
        self, store: Store, people: People, tables: Tables, live: Live, peers: Peers, bot: str
    ) -> None:
        """Prepare; `bot` plays on for people who are forgotten."""
        self.kept = PersonalStore(store)
        self._people = people
        self._tables = tables
        self._live = live
        self._peers = peers
        self._bot = bot
        peers.on_signed_out = live.part
        self._forgetting: set[asyncio.Task[None]] = set()
        self._hashes: OrderedDict[str, str] = OrderedDict()
        """The slow hashes of codes that lead to somebody: read again, a code costs nothing."""

    # Other devices --------------------------------------------------------------------------

    async def new_code(self, person: Person) -> str:
        """A code that leads another device to somebody; the one before it leads nowhere."""
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        now = clock.now()
        slow = await self._hash(code)
        await self.kept.put_code(slow, person.id, now + CODE_LASTS, now)
        self._remember(code, slow)
        return code

    async def _hash(self, code: str) -> str:
        """Return the slow hash of a code, computed only if the code has led to nobody yet."""
        return self._hashes.get(code) or await _slowly_hashed(code)

    def _remember(self, code: str, slow: str) -> None:
        """Remember the slow hash of a code that leads to somebody; codes are short-lived."""
        self._hashes[code] = slow
        self._hashes.move_to_end(code)
        while len(self._hashes) > HASHES:
            self._hashes.popitem(last=False)

    async def owner(self, typed: str) -> Owner:
        """The person to whom a code leads; it leads there still when this is known.

        Raises:
            Refusal: it leads nowhere, or not any more.
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
        """Spend a code: the device is the person to whom it leads from now on.

        Whom it was before stays with their games, as far as they have any, and with their other
        devices.

        Args:
            typed: the code.
            before: whom the device was.
            token: the device's session, which ends.

        Raises:
            Refusal: it leads nowhere, or not any more.
        """
        code, now = await self._hash(_read(typed)), clock.now()
        owner = await self.kept.owner(code, now)
        if owner is None:
            raise unknown_code()
        if owner[0] == before.id:
            raise Refusal(409, "same_person", "This device is already you.")
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
        """Forget somebody who has no game, and no device by which they could come back."""
        games, _ = await self.kept.games(person.id)
        devices = await self.kept.devices(person.id, clock.now())
        if not games and not devices.sessions and not devices.programs:
            await self.forget(person)

    async def end_others(self, person: Person, token: str) -> None:
        """Sign out all devices but the one with this session, and all programs."""
        await self.kept.end_others(person.id, hashed(token))
        self._signed_out(person.id)

    def _signed_out(self, person: str) -> None:
        """Their sessions may have ended: whoever is connected as them has to come again."""
        self._people.changed(person)
        self._peers.tell_signed_out(person)
        self._live.part(person)

    # Results --------------------------------------------------------------------------------

    async def settle(self, person: Person) -> bool:
        """Work out results that were not kept when games ended; whether all are there now."""
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
        """Forget somebody: no entry names them any more, and nothing of theirs is left.

        Once begun, it goes on though nobody may be waiting for it any more. Where it breaks off
        because the server ends, they can ask for it again: their session goes last.
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
        """Finish what has begun."""
        await asyncio.gather(*self._forgetting, return_exceptions=True)


def unknown_code() -> Refusal:
    """What is said of a code that leads nowhere, whatever the reason."""
    message = "This code leads nowhere: it holds for ten minutes, and once."
    return Refusal(404, "unknown_code", message)


def _read(typed: str) -> str:
    """A code as it was given out; people write it in groups, or in small letters."""
    code = re.sub(r"[\s.\-]", "", typed).upper()
    if not _CODE.fullmatch(code):
        raise unknown_code()
    return code


async def _slowly_hashed(code: str) -> str:
    """The hash that is kept of a code.

    A code has few letters. Whoever got at the database would have to try them all, and may not be
    done within ten minutes; and as what is looked up is a hash, the time that takes tells nothing.
    """
    work = lambda: hashlib.scrypt(code.encode(), salt=_SALT, n=2**14, r=8, p=1, dklen=32)  # noqa: E731
    return (await asyncio.to_thread(work)).hex()
