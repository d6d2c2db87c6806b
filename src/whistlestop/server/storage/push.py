"""What the database keeps about messages to devices: the devices, and the key of the server."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import Connection, and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from whistlestop.server.storage import schema
from whistlestop.server.storage.store import Store


@dataclass(frozen=True, slots=True)
class KeptDevice:
    """A device that gets messages, from a row of the database table `push_device`."""

    session: str
    """The hash of the token of the device's session."""
    id: str
    """A random id, which the person may see."""
    fingerprint: str
    """The SHA-256 of `endpoint`."""
    endpoint: str
    """The address at which the push service takes messages for the device."""
    p256dh: str
    """The public key of the device: a point of the curve P-256 in URL-safe Base64."""
    auth: str
    """The secret of the device: 16 bytes in URL-safe Base64."""
    language: str
    """The code of the language of the messages."""
    browser: str
    """The name of the browser, such as `firefox`."""
    system: str
    """The name of the operating system, such as `android`."""
    saved: float
    """When the device began to get messages, in seconds since 1970."""
    failures: int
    """The number of messages that have failed since the last one that was accepted."""
    result: str | None
    """The outcome of the last message, such as `sent`; None = there was no message."""
    status: int | None
    """The status with which the push service answered the last message; None = no answer."""
    called: float | None
    """When the last message was sent, in seconds since 1970; None = there was none."""


class PushStore:
    """The database tables `push_device` and `push_key`.

    They hold the devices that get messages, and the private key with which all servers of the
    database sign messages.
    """

    def __init__(self, store: Store) -> None:
        """Create the object for the database of `store`."""
        self._store = store

    # The key --------------------------------------------------------------------------------

    async def key(self) -> str | None:
        """Return the private key that signs messages; None if there is none yet."""
        found = select(schema.push_key.c.private)
        return await self._store.read(
            lambda connection: connection.execute(found).scalar_one_or_none()
        )

    async def put_key(self, private: str, at: float) -> str:
        """Save the first private key, and return the key that is kept then.

        If another server has saved a key already, that key stays and is returned.

        Args:
            private: the new key.
            at: the present moment, in seconds since 1970.
        """
        row = {"id": 1, "private": private, "made": at}

        def work(connection: Connection) -> None:
            if connection.execute(select(schema.push_key.c.id)).first() is None:
                connection.execute(insert(schema.push_key), row)

        # Another server may save its key at the same moment.
        with suppress(IntegrityError):
            await self._store.write(work)
        kept = await self.key()
        return private if kept is None else kept

    async def drop_key(self) -> None:
        """Delete a key that cannot be read, and all devices, which are bound to that key."""

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.push_device))
            connection.execute(delete(schema.push_key))

        await self._store.write(work)

    # Devices --------------------------------------------------------------------------------

    async def devices(self, person: str, now: float) -> list[KeptDevice]:
        """Return the devices of a person that get messages, in the order in which they were saved.

        Devices whose session has ended are left out.

        Args:
            person: the person's id.
            now: the present moment, in seconds since 1970.
        """
        sessions = schema.session.c
        valid = and_(
            sessions.token == schema.push_device.c.session,
            sessions.person == person,
            sessions.expires >= now,
        )
        found = (
            select(*_COLUMNS)
            .join(schema.session, valid)
            .where(schema.push_device.c.person == person)
            .order_by(schema.push_device.c.saved, schema.push_device.c.id)
        )

        def ask(connection: Connection) -> list[KeptDevice]:
            return [KeptDevice(*row) for row in connection.execute(found)]

        return await self._store.read(ask)

    async def put(
        self, person: str, new: KeptDevice, most: int, now: float, *, renews: bool
    ) -> Literal["saved", "full", "no_device"]:
        """Save a device of a person.

        The device replaces what was saved for the same session or for the same endpoint. An
        endpoint belongs to one browser, so it can only get the messages of the person who is
        signed in there now.

        The person's row is locked meanwhile. So two devices cannot take the last place together,
        even if several servers share the database.

        Args:
            person: the person's id.
            new: the device.
            most: the maximum number of devices of one person.
            now: the present moment, in seconds since 1970.
            renews: whether the session must have a device already.

        Returns:
            `full` = nothing was saved, because the person has `most` other devices; `no_device` =
            nothing was saved, because the session has no device to renew; otherwise `saved`, even
            if nothing was saved because the session has ended meanwhile.
        """
        columns, sessions = schema.push_device.c, schema.session.c
        valid = select(sessions.token).where(sessions.person == person, sessions.expires >= now)
        mine = columns.person == person
        people = schema.person.c
        lock = select(people.id).where(people.id == person).with_for_update()
        before = select(columns.id).where(mine, columns.session == new.session)
        before = before.with_for_update()

        def work(connection: Connection) -> Literal["saved", "full", "no_device"]:
            connection.execute(lock)
            if connection.execute(valid.where(sessions.token == new.session)).first() is None:
                return "saved"
            if renews and connection.execute(before).first() is None:
                return "no_device"
            same = (columns.session == new.session) | (columns.fingerprint == new.fingerprint)
            others = select(func.count()).where(mine, ~same, columns.session.in_(valid))
            if connection.execute(others).scalar_one() >= most:
                return "full"
            values: dict[str, Any] = {name: getattr(new, name) for name in _NAMES}
            unchanged = (columns.session == new.session) & (columns.fingerprint == new.fingerprint)
            since = connection.execute(select(columns.saved).where(unchanged, mine)).scalar()
            if since is not None:
                # The turns of the time in between are still called.
                values["saved"] = since
            ended = mine & columns.session.not_in(valid)
            connection.execute(delete(schema.push_device).where(same | ended))
            connection.execute(insert(schema.push_device), {"person": person, **values})
            return "saved"

        try:
            return await self._store.write(work)
        except IntegrityError:
            # Another server has saved the device, or deleted the person, just now.
            return await self._store.write(work)

    async def note(self, device: KeptDevice, result: str, status: int | None, at: float) -> None:
        """Save what came of a message. Do nothing if the device has changed meanwhile.

        Args:
            device: the device.
            result: what came of the message; `sent` = the push service accepted it.
            status: the status of the answer; None = there was none.
            at: when the message was sent, in seconds since 1970.
        """
        columns = schema.push_device.c
        failures = 0 if result == "sent" else columns.failures + 1
        change = (
            update(schema.push_device)
            .where(_is(device))
            .values(failures=failures, result=result, status=status, called=at)
        )
        await self._store.write(lambda connection: connection.execute(change))

    async def drop(self, device: KeptDevice) -> None:
        """Delete a device whose subscription has ended, unless it has subscribed again since."""
        change = delete(schema.push_device).where(_is(device))
        await self._store.write(lambda connection: connection.execute(change))

    async def remove(self, person: str, device_id: str) -> bool:
        """Delete a device of a person, and return whether there was one with this id."""
        columns = schema.push_device.c
        change = delete(schema.push_device).where(columns.person == person, columns.id == device_id)
        found = await self._store.write(lambda connection: connection.execute(change).rowcount)
        return found > 0


def _is(device: KeptDevice) -> Any:
    """Return the SQL condition for the row of a device that has not subscribed again since."""
    columns = schema.push_device.c
    return (columns.session == device.session) & (columns.id == device.id)


_NAMES: Final = tuple(KeptDevice.__slots__)
_COLUMNS: Final = tuple(schema.push_device.c[name] for name in _NAMES)
