"""Webhooks: calling the address of a person when a table waits for them.

Calls contain nothing hidden: no cards, tickets or moves. They are signed as the specification
Standard Webhooks says (https://www.standardwebhooks.com), so that a program can check who sent one.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import secrets
from collections import Counter
from collections.abc import Coroutine, Generator
from contextlib import contextmanager
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import msgspec

from whistlestop.language import Language
from whistlestop.server import clock, logs
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.fair_shares import FairQueue, Payer
from whistlestop.server.hosting.outgoing import (
    AddressError,
    Fault,
    Outcome,
    Outgoing,
    Overloaded,
    listed_hosts,
    read_address,
)
from whistlestop.server.hosting.recent_keys import RecentKeys
from whistlestop.server.hosting.turn_calls import CallKind, TurnCall
from whistlestop.server.metrics import Metrics
from whistlestop.server.rate_limits import WEBHOOK_CALLS as CALLS
from whistlestop.server.rate_limits import WEBHOOK_CALLS_IN_ALL as CALLS_IN_ALL
from whistlestop.server.rate_limits import RateLimits
from whistlestop.server.settings import Settings
from whistlestop.server.storage.store import Store
from whistlestop.server.storage.webhooks import KeptWebhook, WebhookStore

MOST_AT_ONCE: Final = 8
"""The maximum number of calls at the same time. As many test calls may run beside them."""

MOST_AT_HOST: Final = 3
"""The maximum number of calls of one host at the same time. As many test calls may run beside
them."""

SLOW: Final = 2.0
"""Seconds. A host whose last call took longer is slow."""

MOST_SLOW: Final = 4
"""The maximum number of calls of slow hosts at the same time, so that others need not wait."""

MOST_SLOW_HOSTS: Final = 1000
"""The maximum number of slow hosts that are remembered."""

MOST_WAITING: Final = 500
"""The maximum number of calls that wait. If there are more, the host with the most waiting calls
loses one. Lost calls are counted."""

OVERLOADED: Final = 2.0
"""Seconds until a call is tried again that the server could not make, because it was overloaded."""

MOST_FAILURES: Final = 10
"""The number of calls that have to fail one after the other until an address is switched off."""

SECRET_PREFIX: Final = "whsec_"


class Called(msgspec.Struct, frozen=True):
    """The body of a call."""

    type: CallKind | Literal["test"]
    """`turn` = the person has to decide; `request` = the person has to answer a request of another
    player; `test` = the person tries the address."""
    text: str
    """One sentence in the person's language, with a link. Chat rooms such as Slack, Mattermost,
    Rocket.Chat and Google Chat show it."""
    content: str
    """The same sentence. Chat rooms of Discord show it."""
    url: str
    """The link to the table; in a test, to the person's page."""
    table: str | None = None
    """The id of the table; null in a test."""
    title: str | None = None
    """The title of the edition; null in a test."""
    edition: str | None = None
    """The name of the edition, or `table.ID` for a player's own edition; null in a test."""


class Webhooks:
    """The addresses of people on one server, and the calls of these addresses."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        metrics: Metrics,
        limits: RateLimits,
        outgoing: Outgoing | None = None,
    ) -> None:
        """Create the object. No call is made before `start`.

        Args:
            settings: the operator's settings, which say whether and where the server may call.
            store: the database.
            metrics: counts calls and failures.
            limits: limits how often people are called.
            outgoing: sends the requests; None = a new sender.
        """
        self.kept = WebhookStore(store)
        self.on = settings.webhooks
        self.outgoing = outgoing or Outgoing()
        self._listed = listed_hosts(settings.webhook_hosts)
        self._metrics = metrics
        self._limits = limits
        self._new: asyncio.Queue[TurnCall] = asyncio.Queue(MOST_WAITING)
        """Calls whose addresses have not been read yet."""
        self._queue: FairQueue[TurnCall] = FairQueue()
        """Calls that wait. Hosts take turns, and so do the people of one host."""
        self._calling: Counter[str] = Counter()
        """The number of calls that are being made, by host."""
        self._trying: Counter[str] = Counter()
        """The number of test calls that are being made, by host."""
        self._slow = RecentKeys(MOST_SLOW_HOSTS)
        """The hosts that are slow."""
        self._workers: set[asyncio.Task[None]] = set()
        self._closed = False

    def start(self) -> None:
        """Start to make the calls that `take` gets."""
        if self.on:
            self._begin(self._sort())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        worker = asyncio.create_task(work, name="webhooks")
        self._workers.add(worker)
        worker.add_done_callback(self._workers.discard)

    def close(self) -> None:
        """Stop calling people, because the server ends.

        Calls in progress are broken off, and calls in the queue are not made.
        """
        self._closed = True
        for worker in self._workers:
            worker.cancel()

    # Addresses ------------------------------------------------------------------------------

    def check_on(self) -> None:
        """Check that the operator has switched webhooks on.

        Raises:
            Refusal: webhooks are off.
        """
        if not self.on:
            raise Refusal(403, "webhooks_off")

    async def save(self, person: str, address: str, language: str, origin: str) -> KeptWebhook:
        """Save the address of a person, in place of an earlier one, and return what is kept.

        A new address gets a new secret. The same address keeps its secret, and its failures are
        forgotten.

        Args:
            person: the id of the person.
            address: the address.
            language: the code of the language of the sentences.
            origin: the beginning of the links in calls.

        Raises:
            Refusal: the server cannot call this address.
        """
        try:
            read_address(address, self._listed)
        except AddressError as error:
            raise _refused(error.fault) from error
        secret = SECRET_PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()
        new = KeptWebhook(
            address, language, origin, secret, clock.now(), 0, result=None, status=None, called=None
        )
        return await self.kept.put(person, new)

    async def try_out(self, person: str) -> KeptWebhook:
        """Make a test call, and return what is kept of the address afterwards.

        Raises:
            Refusal: the person has entered no address, or too many test calls are being made.
        """
        found = await self.kept.get(person)
        if found is None:
            raise Refusal(404, "no_webhook")
        host = _host_of(found)
        if self._trying.total() >= MOST_AT_ONCE or self._trying[host] >= MOST_AT_HOST:
            raise Refusal(429, "too_many_requests")
        self._trying[host] += 1
        try:
            await self._post(person, found, _test_call(found))
        except Overloaded as error:
            raise Refusal(429, "too_many_requests") from error
        finally:
            _count_down(self._trying, host)
        changed = await self.kept.get(person)
        return found if changed is None else changed

    # Calls ----------------------------------------------------------------------------------

    async def wants(self, person: str, since: float) -> bool:
        """Return whether a person has an address that should be called.

        Args:
            person: the id of the person.
            since: the moment from which a table has waited. Turns that began before the address was
                entered are not called.
        """
        found = await self.kept.get(person)
        return found is not None and found.saved <= since and not is_off(found)

    def take(self, call: TurnCall) -> None:
        """Let a call wait until it is made. If too many calls wait, drop one."""
        try:
            self._new.put_nowait(call)
        except asyncio.QueueFull:
            self._drop()

    def _drop(self) -> None:
        self._metrics.webhook_calls["dropped"] += 1

    async def _sort(self) -> None:
        """Find out to which host each new call leads, and let the call wait for its turn."""
        while True:
            call = await self._new.get()
            with self._noted():
                found = await self.kept.get(call.person)
                if found is not None and not is_off(found):
                    self._wait(call, _host_of(found))

    def _wait(self, call: TurnCall, host: str) -> None:
        if len(self._queue) >= MOST_WAITING:
            self._drop()
            if self._queue.give_way(host) is None:
                return
        self._queue.add(Payer(call.person, host), call)
        self._next()

    def _next(self) -> None:
        """Begin the calls whose turn it is, while fewer than `MOST_AT_ONCE` are being made."""
        while not self._closed and self._calling.total() < MOST_AT_ONCE:
            host = ""

            def home_may(home: str) -> bool:
                nonlocal host
                host = home
                return self._may_call(home)

            call = self._queue.take(home_may=home_may)
            if call is None:
                return
            self._calling[host] += 1
            self._begin(self._work(call, host))

    def _may_call(self, host: str) -> bool:
        """Return whether another call of a host may begin now."""
        if self._calling[host] >= MOST_AT_HOST:
            return False
        slow = sum(number for other, number in self._calling.items() if other in self._slow)
        return host not in self._slow or slow < MOST_SLOW

    async def _work(self, call: TurnCall, host: str) -> None:
        try:
            with self._noted():
                await self._make(call, host)
        finally:
            _count_down(self._calling, host)
            self._next()

    @contextmanager
    def _noted(self) -> Generator[None]:
        """Return a context manager that logs and counts a failure of the server."""
        try:
            yield
        except Exception:
            # The traceback names the lines of the failure. It contains no address.
            self._metrics.errors["webhooks"] += 1
            logs.failed("webhook")

    async def _make(self, call: TurnCall, host: str) -> None:
        # The person may have changed or removed the address or been deleted in the meantime.
        found = await self.kept.get(call.person)
        if found is None or is_off(found):
            return
        if _host_of(found) != host:
            self.take(call)
            return
        allowed = self._limits.allow(CALLS, call.person) and self._limits.allow(CALLS_IN_ALL, "")
        if not allowed:
            self._drop()
            return
        body = body_of(call, found)
        while True:
            try:
                await self._post(call.person, found, body)
            except Overloaded:
                await asyncio.sleep(OVERLOADED)
            else:
                return

    async def _post(self, person: str, found: KeptWebhook, body: bytes) -> None:
        """Call an address, and save what came of it.

        Raises:
            Overloaded: the server cannot call now. This says nothing about the receiver.
        """
        at, began = clock.now(), asyncio.get_running_loop().time()
        headers = signature(found.secret, f"msg_{secrets.token_hex(16)}", int(at), body)
        try:
            outcome = await self.outgoing.post(
                read_address(found.address, self._listed), body, headers
            )
        except AddressError:
            # The operator allows less than when the address was entered.
            outcome = Outcome("inside")
        if asyncio.get_running_loop().time() - began > SLOW:
            self._slow.add(_host_of(found))
        else:
            self._slow.discard(_host_of(found))
        self._metrics.webhook_calls["sent" if outcome.result == "sent" else "failed"] += 1
        await self.kept.note(person, found.address, outcome.result, outcome.status, at)


def _refused(fault: Fault) -> Refusal:
    """Return the refusal of an address that the server cannot call."""
    match fault:
        case "form":
            return Refusal(422, "bad_webhook", case="form")
        case "https":
            return Refusal(422, "bad_webhook", case="https")
        case "user":
            return Refusal(422, "bad_webhook", case="user")
        case "port":
            return Refusal(422, "bad_webhook", case="port")
        case "inside":
            return Refusal(422, "bad_webhook", case="inside")


def _host_of(found: KeptWebhook) -> str:
    """Return the host of an address and its port, as the address has them, in small letters.

    The settings may not allow the address any more.
    """
    return urlsplit(found.address).netloc.lower()


def _count_down(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]


def is_off(found: KeptWebhook) -> bool:
    """Return whether an address is not called any more because too many calls have failed."""
    return found.failures >= MOST_FAILURES


def body_of(call: TurnCall, found: KeptWebhook) -> bytes:
    """Return the body of a call as JSON.

    Args:
        call: the person and the table.
        found: the person's address, which has the language and the beginning of the link.
    """
    url = f"{found.origin}/t/{call.table}"
    words = Language(found.language, "calls")
    # The title of a player's own edition could contain anything, such as the name of a room.
    board = None if call.own_edition else words.say_or(f"edition_title.{call.edition}", call.title)
    where = "own" if board is None else "board"
    text = words.say(f"call.{call.kind}.{where}", board=board or "", url=url)
    called = Called(call.kind, text, text, url, call.table, call.title, call.edition)
    return msgspec.json.encode(called)


def _test_call(found: KeptWebhook) -> bytes:
    url = f"{found.origin}/me"
    text = Language(found.language, "calls").say("call.test", url=url)
    return msgspec.json.encode(Called("test", text, text, url))


def signature(secret: str, call_id: str, at: int, body: bytes) -> dict[str, str]:
    """Return the headers with which a receiver can check that a call comes from this server.

    The signature is HMAC-SHA256 over the id, the time and the body, joined by full stops.

    Args:
        secret: the secret of the address, `whsec_` with the key in Base64.
        call_id: an id of the call.
        at: the time in whole seconds since 1970.
        body: the body.
    """
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    digest = hmac.digest(key, f"{call_id}.{at}.".encode() + body, "sha256")
    return {
        "webhook-id": call_id,
        "webhook-timestamp": str(at),
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }
