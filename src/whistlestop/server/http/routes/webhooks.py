"""Routes to get, save, test and delete the caller's webhook.

A webhook is an address that the server calls when a table waits for the caller.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from whistlestop.server.hosting.outgoing import LONGEST_ADDRESS
from whistlestop.server.hosting.webhooks import Webhooks, is_off
from whistlestop.server.http.request import (
    Call,
    asker,
    check_rate,
    json_answer,
    own_address,
    person,
    service_of,
)
from whistlestop.server.http.responses import BODY, SpokenLanguage, answers, changes
from whistlestop.server.rate_limits import WEBHOOK_TRIES
from whistlestop.server.sent.webhooks import NO_WEBHOOK, Webhook, last_call
from whistlestop.server.storage.webhooks import KeptWebhook

LONGEST_ORIGIN: Final = 300
"""The maximum length of the beginning of links. Names of hosts have at most 253 characters."""


class AddressToCall(msgspec.Struct):
    """The body of a request to save the address at which the caller wants to be called."""

    address: Annotated[str, msgspec.Meta(max_length=LONGEST_ADDRESS)]
    """The address, at most 2000 characters. It begins with `https://` and contains no user name."""
    language: SpokenLanguage = "en"
    """The language of the sentences in the calls of the address."""


def _webhooks(call: Call) -> Webhooks:
    """Return the part of the server that calls people's addresses.

    Raises:
        Refusal: the operator has not switched webhooks on.
    """
    webhooks = service_of(call).webhooks
    webhooks.check_on()
    return webhooks


def webhook_sent(call: Call, found: KeptWebhook | None, *, saved: bool = False) -> Webhook:
    """Return the caller's address, with its language, its secret and the state of its calls.

    Programs get only the beginning of the address, and no secret.

    Args:
        call: the request.
        found: what is kept of the address; None = the caller has entered none.
        saved: whether this request has saved the address. Then programs, too, get the whole address
            and the secret.
    """
    if found is None:
        return NO_WEBHOOK
    whole = saved or asker(call).token is not None
    # A leaked token must not give access to a chat room.
    shown = found.address if whole else beginning(found.address)
    return Webhook(
        address=shown,
        secret=found.secret if whole else None,
        language=found.language,
        failures=found.failures,
        off=is_off(found),
        last=last_call(found.result, found.status, found.called),
    )


def beginning(address: str) -> str:
    """Return a saved address without its path, which may be secret: `https://chat.example`.

    The address may be one that the present settings no longer allow.
    """
    return "/".join(address.split("/")[:3]).partition("?")[0].partition("#")[0]


@get("/api/me/webhook", summary="Get your webhook", responses=answers(Webhook, 403))
async def webhook(request: Call) -> Response[bytes]:
    """Return the address that the server calls when a table waits for the caller."""
    webhooks, caller = _webhooks(request), await person(request)
    return json_answer(webhook_sent(request, await webhooks.kept.get(caller.id)))


@post(
    "/api/me/webhook",
    status_code=200,
    summary="Set your webhook",
    responses=changes(Webhook, BODY, 422),
)
async def save(request: Call, data: JSONBody[AddressToCall]) -> Response[bytes]:
    """Save the address that the server calls when a table waits for the caller, and return it.

    The address replaces an earlier one. The links in calls lead to the host name of this request. A
    new address gets a new `secret`.
    """
    webhooks, caller = _webhooks(request), await person(request)
    check_rate(request, WEBHOOK_TRIES)
    origin = own_address(request)[:LONGEST_ORIGIN]
    found = await webhooks.save(caller.id, data.address, data.language, origin)
    return json_answer(webhook_sent(request, found, saved=True))


@post(
    "/api/me/webhook/try",
    status_code=200,
    summary="Try your webhook",
    responses=changes(Webhook, 404),
)
async def try_out(request: Call) -> Response[bytes]:
    """Call the caller's address once. The field `last` of the response has the result.

    The call has the type `test`. It takes at most ten seconds.
    """
    webhooks, caller = _webhooks(request), await person(request)
    check_rate(request, WEBHOOK_TRIES)
    return json_answer(webhook_sent(request, await webhooks.try_out(caller.id)))


@post(
    "/api/me/webhook/remove",
    status_code=200,
    summary="Remove your webhook",
    responses=changes(Webhook),
)
async def remove(request: Call) -> Response[bytes]:
    """Delete the caller's address, so that the server does not call it any more."""
    webhooks, caller = _webhooks(request), await person(request)
    await webhooks.kept.remove(caller.id)
    return json_answer(NO_WEBHOOK)


handlers = [webhook, save, try_out, remove]
