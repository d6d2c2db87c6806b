"""What the database keeps about calls: the addresses of people, and for what they were called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from whistlestop.server.storage import schema
from whistlestop.server.storage.store import Store


@dataclass(frozen=True, slots=True)
class KeptWebhook:
    """A person's row of the database table `webhook`.

    It holds the address that the server calls when a table waits for the person, and the outcome of
    the last call.
    """

    address: str
    language: str
    """The code of the language of the sentences in calls."""
    origin: str
    """The beginning of the links in calls, such as `https://games.example`."""
    secret: str
    """The secret with which calls are signed."""
    saved: float
    """When the address was entered, in seconds since 1970."""
    failures: int
    """The number of calls that have failed since the last one that arrived."""
    result: str | None
    """The outcome of the last call, such as `sent`; None = there was no call."""
    status: int | None
    """The HTTP status of the answer to the last call; None = there was no answer."""
    called: float | None
    """When the last call was made, in seconds since 1970; None = there was none."""


class WebhookStore:
    """The database tables `webhook` and `turn_call`.

    They hold the addresses at which people are called, and the last turn and request for which each
    person was called.
    """

    def __init__(self, store: Store) -> None:
        """Create the object for the database of `store`."""
        self._store = store

    async def get(self, person: str) -> KeptWebhook | None:
        """Return the address of a person; None if the person has entered none."""
        found = select(*_COLUMNS).where(schema.webhook.c.person == person)

        def ask(connection: Connection) -> KeptWebhook | None:
            row = connection.execute(found).one_or_none()
            return None if row is None else KeptWebhook(*row)

        return await self._store.read(ask)

    async def put(self, person: str, new: KeptWebhook) -> KeptWebhook:
        """Save the address of a person in place of an earlier one. Return the saved values.

        If the address is the same as before, its secret stays. If the person has been deleted
        meanwhile, save nothing and return `new`.
        """
        mine = schema.webhook.c.person == person

        def work(connection: Connection) -> KeptWebhook:
            old = connection.execute(select(*_COLUMNS).where(mine)).one_or_none()
            values: dict[str, Any] = {name: getattr(new, name) for name in _NAMES}
            if old is not None and old.address == new.address:
                values["secret"] = old.secret
            connection.execute(delete(schema.webhook).where(mine))
            known = select(schema.person.c.id).where(schema.person.c.id == person)
            if connection.execute(known).one_or_none() is None:
                return new
            connection.execute(insert(schema.webhook), {"person": person, **values})
            return KeptWebhook(**values)

        try:
            return await self._store.write(work)
        except IntegrityError:
            # Another server has saved an address of this person, or deleted them, just now.
            return await self._store.write(work)

    async def note(
        self, person: str, address: str, result: str, status: int | None, at: float
    ) -> None:
        """Save the outcome of a call. Do nothing if the person has removed or changed the address.

        A call that did not arrive adds 1 to `failures`. A call that arrived sets it to 0.

        Args:
            person: the id of the person.
            address: the address that was called.
            result: the outcome of the call, one of `outgoing.CallResult`; `sent` = it arrived.
            status: the HTTP status of the answer; None = there was no answer.
            at: when the call was made, in seconds since 1970.
        """
        columns = schema.webhook.c
        failures = 0 if result == "sent" else columns.failures + 1
        change = (
            update(schema.webhook)
            .where(columns.person == person, columns.address == address)
            .values(failures=failures, result=result, status=status, called=at)
        )
        await self._store.write(lambda connection: connection.execute(change))

    async def remove(self, person: str) -> None:
        """Delete the address of a person, and the notes for which turns the person was called.

        If a device of the person gets messages, the notes stay, so that no turn is announced a
        second time.
        """

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.webhook).where(schema.webhook.c.person == person))
            devices = select(schema.push_device.c.id).where(schema.push_device.c.person == person)
            if connection.execute(devices).first() is None:
                notes = schema.turn_call.c.person == person
                connection.execute(delete(schema.turn_call).where(notes))

        await self._store.write(work)

    async def claim(self, table_id: str, person: str, kind: str, mark: int) -> bool:
        """Store that a person is called for a turn or a request, unless this is stored already.

        Args:
            table_id: the id of the table.
            person: the id of the person.
            kind: why the person is called: `turn` or `request`.
            mark: the number of an entry. Later turns and requests have higher numbers.

        Returns:
            Whether to make the call. False if a call of this kind with this number or a higher one
            is stored already, if another server is storing it, or if the person was deleted.
        """
        columns = schema.turn_call.c
        here = (columns.table_id == table_id) & (columns.person == person) & (columns.kind == kind)

        def work(connection: Connection) -> bool:
            last = connection.execute(select(columns.mark).where(here)).scalar_one_or_none()
            if last is not None:
                later = update(schema.turn_call).where(here, columns.mark < mark)
                return connection.execute(later.values(mark=mark)).rowcount > 0
            row = {"table_id": table_id, "person": person, "kind": kind, "mark": mark}
            connection.execute(insert(schema.turn_call), row)
            return True

        try:
            return await self._store.write(work)
        except IntegrityError:
            # Another server calls the person, or the person was deleted.
            return False


_NAMES = tuple(KeptWebhook.__slots__)
_COLUMNS = tuple(schema.webhook.c[name] for name in _NAMES)
