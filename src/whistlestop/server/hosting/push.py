"""Messages to people's devices when a table waits for them, by Web Push.

A browser that its user allows to show messages gets an address from the push service of its maker.
The server posts encrypted messages there. RFC 8030 describes push services.

Messages contain nothing hidden: no cards, tickets or moves.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import msgspec

from whistlestop.language import Language
from whistlestop.server import clock, logs
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.call_queue import CallQueue, Outward, host_of, until_sent
from whistlestop.server.hosting.outgoing import (
    DEFAULT_PORTS,
    Address,
    AddressError,
    Outcome,
    Outgoing,
    listed_hosts,
    read_address,
)
from whistlestop.server.hosting.turn_calls import TurnCall
from whistlestop.server.metrics import Metrics
from whistlestop.server.rate_limits import PUSH_MESSAGES, PUSH_MESSAGES_IN_ALL, RateLimits
from whistlestop.server.sent.push import Browser, System
from whistlestop.server.settings import Settings
from whistlestop.server.storage.push import KeptDevice, PushStore
from whistlestop.server.storage.store import Store

if TYPE_CHECKING:
    from whistlestop.server.hosting.push_messages import ServerKey

MOST_DEVICES: Final = 10
"""The maximum number of devices of one person that get messages."""

MOST_FAILURES: Final = 10
"""The number of messages that have to fail one after the other until a device gets no more."""

WAITS: Final = 86_400
"""Seconds for which a push service keeps a message for a device that cannot be reached."""

ENDED: Final = (404, 410)
"""The statuses with which a push service says that a subscription has ended."""


class Message(msgspec.Struct, frozen=True):
    """What a device gets. Its service worker shows it (`web/offline/service-worker.js`)."""

    title: str
    """What happened, in the person's language."""
    body: str
    """The board, in the person's language."""
    path: str
    """The path of the page to open: that of the table; in a test, that of the person's page."""
    tag: str
    """A newer notification with the same tag replaces an older one on the device."""
    language: str
    """The code of the language."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """What a browser tells about itself when its user allows messages."""

    endpoint: str
    """The address at which the push service takes messages for the device."""
    p256dh: str
    """The public key of the device, in URL-safe Base64."""
    auth: str
    """The secret of the device, in URL-safe Base64."""


@dataclass(frozen=True, slots=True)
class _Sending:
    """A message that waits for its turn."""

    call: TurnCall
    device: str
    """The id of the device."""


class Push:
    """The devices of people on one server, and the messages to these devices."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        metrics: Metrics,
        limits: RateLimits,
        outgoing: Outgoing,
    ) -> None:
        """Create the object. No message is sent before `start`.

        Args:
            settings: the operator's settings, which say whether and where the server may send.
            store: the database.
            metrics: counts messages and failures.
            limits: limits how many messages people get.
            outgoing: sends the requests.
        """
        self.kept = PushStore(store)
        self.on = bool(settings.push)
        self.outgoing = outgoing
        contact = settings.push
        self._subject = contact if ":" in contact else f"mailto:{contact}"
        self._listed = listed_hosts(settings.webhook_hosts)
        self._metrics = metrics
        self._queue = CallQueue(
            "push",
            self._receivers,
            self._make,
            metrics.push_messages,
            metrics,
            limits,
            (PUSH_MESSAGES, PUSH_MESSAGES_IN_ALL),
        )
        self._key: ServerKey | None = None

    async def start(self) -> None:
        """Read the server's key, make one if there is none yet, and start to send messages."""
        if self.on:
            self._key = await self._read_key()
            self._queue.start()

    def close(self) -> None:
        """Stop sending messages, because the server ends. Messages that wait are not sent."""
        self._queue.close()

    async def _read_key(self) -> ServerKey:
        # Servers without messages do not need the libraries.
        from whistlestop.server.hosting.push_messages import ServerKey

        kept = await self.kept.key()
        if kept is not None:
            try:
                return ServerKey(kept)
            except ValueError:
                # It was damaged on the disk. Devices have to be switched on again.
                logs.warn("push key unreadable")
                await self.kept.drop_key()
        return ServerKey(await self.kept.put_key(ServerKey.new_private(), clock.now()))

    def check_on(self) -> ServerKey:
        """Return the server's key.

        Raises:
            Refusal: the operator has not switched messages on.
        """
        if not self.on or self._key is None:
            raise Refusal(403, "push_off")
        return self._key

    # Devices --------------------------------------------------------------------------------

    async def devices(self, person: str) -> list[KeptDevice]:
        """Return the devices of a person that get messages, the first switched on first."""
        return await self.kept.devices(person, clock.now())

    async def save(
        self,
        person: str,
        session: str,
        subscription: Subscription,
        language: str | None,
        user_agent: str,
    ) -> None:
        """Let a device get messages, in place of an earlier subscription of the device.

        Args:
            person: the id of the person.
            session: the hash of the token of the device's session.
            subscription: what the browser tells.
            language: the code of the language of the messages; None = as before. Then the device
                must get messages already: a browser may renew a subscription by itself, but not
                switch on what its user has switched off elsewhere.
            user_agent: how the browser names itself.

        Raises:
            Refusal: the server cannot send messages with this subscription, the person has too many
                devices, or the device to renew gets no messages.
        """
        from whistlestop.server.hosting.push_messages import is_public_key, is_secret, new_id

        try:
            self._address(subscription.endpoint)
        except AddressError as error:
            raise Refusal(422, "bad_push", case="endpoint") from error
        if not is_public_key(subscription.p256dh):
            raise Refusal(422, "bad_push", case="p256dh")
        if not is_secret(subscription.auth):
            raise Refusal(422, "bad_push", case="auth")
        renews = language is None
        if language is None:
            before = await self.devices(person)
            language = next((one.language for one in before if one.session == session), None)
            if language is None:
                raise Refusal(404, "no_push_device")
        browser, system = device_of(user_agent)
        new = KeptDevice(
            session=session,
            id=new_id(),
            fingerprint=hashlib.sha256(subscription.endpoint.encode()).hexdigest(),
            endpoint=subscription.endpoint,
            p256dh=subscription.p256dh,
            auth=subscription.auth,
            language=language,
            browser=browser,
            system=system,
            saved=clock.now(),
            failures=0,
            result=None,
            status=None,
            called=None,
        )
        match await self.kept.put(person, new, MOST_DEVICES, clock.now(), renews=renews):
            case "full":
                raise Refusal(409, "push_full", most=MOST_DEVICES)
            case "no_device":
                raise Refusal(404, "no_push_device")
            case "saved":
                pass

    async def remove(self, person: str, device_id: str) -> None:
        """End the messages to a device of a person.

        Raises:
            Refusal: the person has no such device.
        """
        if not await self.kept.remove(person, device_id):
            raise Refusal(404, "no_push_device")

    async def try_out(self, person: str, device_id: str) -> None:
        """Send a test message to a device of a person.

        Raises:
            Refusal: the person has no such device, or too many test messages are being sent.
        """
        found = await self._device(person, device_id)
        if found is None:
            raise Refusal(404, "no_push_device")
        with self._queue.trial(person, host_of(found.endpoint)):
            await self._post(found, trial_message(found.language))

    async def _device(self, person: str, device_id: str) -> KeptDevice | None:
        return next((one for one in await self.devices(person) if one.id == device_id), None)

    # Messages -------------------------------------------------------------------------------

    async def wants(self, person: str, since: float) -> bool:
        """Return whether a person has a device that should get a message.

        Args:
            person: the id of the person.
            since: the moment from which a table has waited. For turns that began before a device
                was switched on, the device gets no message.
        """
        return any(_wants(one, since) for one in await self.devices(person))

    def take(self, call: TurnCall) -> None:
        """Add a call to the queue. Later, each device of the called person gets a message.

        The new call is dropped if `MOST_WAITING` new calls wait in the queue. If `MOST_WAITING`
        messages wait, the person with the most waiting messages loses one.
        """
        self._queue.take(call)

    async def _receivers(self, call: TurnCall) -> list[Outward[_Sending]]:
        return [
            Outward(host_of(device.endpoint), call.person, _Sending(call, device.id))
            for device in await self.devices(call.person)
            if not is_off(device)
        ]

    async def _make(self, one: Outward[_Sending]) -> None:
        # The person may have removed the device or been deleted in the meantime.
        device = await self._device(one.person, one.task.device)
        if device is None or is_off(device):
            return
        message = message_of(one.task.call, device.language)
        await until_sent(lambda: self._post(device, message))

    async def _post(self, device: KeptDevice, message: Message) -> None:
        """Send a message to a device, and save what came of it.

        Raises:
            Overloaded: the server cannot send now. This says nothing about the push service.
        """
        from whistlestop.server.hosting.push_messages import encrypted, topic_of

        at, body = clock.now(), msgspec.json.encode(message)
        try:
            address = self._address(device.endpoint)
        except AddressError:
            # The operator allows less than when the device was switched on.
            outcome = Outcome("inside")
        else:
            headers = {
                "authorization": self.check_on().authorization(origin(address), self._subject, at),
                "content-encoding": "aes128gcm",
                "content-type": "application/octet-stream",
                "ttl": str(WAITS),
                "topic": topic_of(device.auth, message.tag),
                "urgency": "normal",
            }
            sealed = encrypted(body, device.p256dh, device.auth)
            with self._queue.timed(host_of(device.endpoint)):
                outcome = await self.outgoing.post(address, sealed, headers)
        if outcome.status in ENDED:
            self._metrics.push_messages["ended"] += 1
            await self.kept.drop(device)
            return
        self._metrics.push_messages["sent" if outcome.result == "sent" else "failed"] += 1
        await self.kept.note(device, outcome.result, outcome.status, at)

    def _address(self, endpoint: str) -> Address:
        address = read_address(endpoint, self._listed)
        if ":" in address.host:
            # Signatures for IPv6 addresses are not specified well. Push services have names.
            raise AddressError("form")
        return address


def _wants(device: KeptDevice, since: float) -> bool:
    return device.saved <= since and not is_off(device)


def is_off(device: KeptDevice) -> bool:
    """Return whether a device gets no more messages because too many have failed."""
    return device.failures >= MOST_FAILURES


def origin(address: Address) -> str:
    """Return the beginning of an address, such as `https://push.example`, for the signature."""
    usual = address.port == DEFAULT_PORTS[address.scheme]
    return f"{address.scheme}://{address.host}" + ("" if usual else f":{address.port}")


def message_of(call: TurnCall, language: str) -> Message:
    """Return the message about a table in a language.

    Args:
        call: the person and the table.
        language: the code of the language.
    """
    words = Language(language, "calls")
    board = call.board(words)
    where = words.say("push.own") if board is None else words.say("push.board", board=board)
    return Message(
        title=words.say(f"push.{call.kind}"),
        body=where,
        path=f"/t/{call.table}",
        tag=f"{call.table} {call.kind}",
        language=language,
    )


def trial_message(language: str) -> Message:
    """Return the message of a test in a language."""
    words = Language(language, "calls")
    return Message(words.say("push.test"), words.say("push.test_about"), "/me", "test", language)


_BROWSERS: Final[tuple[tuple[str, Browser], ...]] = (
    (r"\bEdg(?:A|iOS)?/", "edge"),
    (r"\bOPR/", "opera"),
    (r"\bSamsungBrowser/", "samsung"),
    (r"\b(?:Firefox|FxiOS)/", "firefox"),
    (r"\b(?:Chrome|Chromium|CriOS)/", "chrome"),
    (r"\bSafari/|\bAppleWebKit/", "safari"),
)
"""Patterns of user agents. The first one found counts, because many browsers also name others."""

_SYSTEMS: Final[tuple[tuple[str, System], ...]] = (
    (r"\b(?:iPhone|iPad|iPod)\b", "ios"),
    (r"\bAndroid\b", "android"),
    (r"\bWindows\b", "windows"),
    (r"\bMac OS X\b|\bMacintosh\b", "macos"),
    (r"\bCrOS\b", "chromeos"),
    (r"\bLinux\b|\bX11\b", "linux"),
)

OTHER: Final = "other"
"""The name of browsers and systems that the server does not know."""

LONGEST_USER_AGENT: Final = 500
"""The number of characters of a user agent that are read."""


def device_of(user_agent: str) -> tuple[Browser, System]:
    """Return which browser and which operating system a user agent names.

    Only these two are kept, so that people can tell their devices apart.
    """
    text = user_agent[:LONGEST_USER_AGENT]
    browsers: list[Browser] = [name for pattern, name in _BROWSERS if re.search(pattern, text)]
    systems: list[System] = [name for pattern, name in _SYSTEMS if re.search(pattern, text)]
    browser: Browser = (*browsers, OTHER)[0]
    system: System = (*systems, OTHER)[0]
    return browser, system


def known_browser(kept: str) -> Browser:
    """Return the name of a browser that is kept; `other` if it was damaged on the disk."""
    known: list[Browser] = [name for _, name in _BROWSERS if name == kept]
    return (*known, OTHER)[0]


def known_system(kept: str) -> System:
    """Return the name of a system that is kept; `other` if it was damaged on the disk."""
    known: list[System] = [name for _, name in _SYSTEMS if name == kept]
    return (*known, OTHER)[0]
