"""Webhooks: calling the address of a person when a table waits for them.

Calls contain nothing hidden: no cards, tickets or moves. They are signed as the specification
Standard Webhooks says (https://www.standardwebhooks.com), so that a program can check who sent one.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from typing import Final, Literal

import msgspec

from whistlestop.language import Language
from whistlestop.server import clock
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.call_queue import CallQueue, Outward, host_of, until_sent
from whistlestop.server.hosting.outgoing import (
    AddressError,
    Fault,
    Outcome,
    Outgoing,
    listed_hosts,
    read_address,
)
from whistlestop.server.hosting.turn_calls import CallKind, TurnCall
from whistlestop.server.metrics import Metrics
from whistlestop.server.rate_limits import WEBHOOK_CALLS as CALLS
from whistlestop.server.rate_limits import WEBHOOK_CALLS_IN_ALL as CALLS_IN_ALL
from whistlestop.server.rate_limits import RateLimits
from whistlestop.server.settings import Settings
from whistlestop.server.storage.store import Store
from whistlestop.server.storage.webhooks import KeptWebhook, WebhookStore

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
    """The sentence of `text` again, for chat rooms of Discord."""
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
        self._queue = CallQueue(
            "webhooks",
            self._receivers,
            self._make,
            metrics.webhook_calls,
            metrics,
            limits,
            (CALLS, CALLS_IN_ALL),
        )

    def start(self) -> None:
        """Start to make the calls that `take` gets."""
        if self.on:
            self._queue.start()

    def close(self) -> None:
        """Stop calling people, because the server ends.

        Calls in progress are broken off, and calls in the queue are not made.
        """
        self._queue.close()

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
        with self._queue.trial(person, host_of(found.address)):
            await self._post(person, found, _test_call(found))
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
        """Add a call to the queue, from which the server takes it to call the person's address.

        The new call is dropped if `MOST_WAITING` new calls wait in the queue. If `MOST_WAITING`
        calls to addresses wait, the person with the most waiting calls loses one.
        """
        self._queue.take(call)

    async def _receivers(self, call: TurnCall) -> list[Outward[TurnCall]]:
        found = await self.kept.get(call.person)
        if found is None or is_off(found):
            return []
        return [Outward(host_of(found.address), call.person, call)]

    async def _make(self, one: Outward[TurnCall]) -> None:
        # The person may have changed or removed the address or been deleted in the meantime.
        found = await self.kept.get(one.person)
        if found is None or is_off(found):
            return
        if host_of(found.address) != one.host:
            self.take(one.task)
            return
        body = body_of(one.task, found)
        await until_sent(lambda: self._post(one.person, found, body))

    async def _post(self, person: str, found: KeptWebhook, body: bytes) -> None:
        """Call an address, and save what came of it.

        Raises:
            Overloaded: the server cannot call now. This says nothing about the receiver.
        """
        at = clock.now()
        headers = signature(found.secret, f"msg_{secrets.token_hex(16)}", int(at), body)
        with self._queue.timed(host_of(found.address)):
            try:
                outcome = await self.outgoing.post(
                    read_address(found.address, self._listed), body, headers
                )
            except AddressError:
                # The operator allows less than when the address was entered.
                outcome = Outcome("inside")
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
    board = call.board(words)
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
