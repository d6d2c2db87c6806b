"""Routes to list, save, test and remove the caller's devices for messages.

The server sends a message to these devices when a table waits for the caller.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from whistlestop.server.hosting.outgoing import LONGEST_ADDRESS
from whistlestop.server.hosting.people import Person, hashed
from whistlestop.server.hosting.push import (
    MOST_DEVICES,
    Push,
    Subscription,
    is_off,
    known_browser,
    known_system,
)
from whistlestop.server.http.request import (
    Call,
    asker,
    check_rate,
    json_answer,
    person,
    service_of,
    session_token,
)
from whistlestop.server.http.responses import BODY, SpokenLanguage, answers, changes
from whistlestop.server.rate_limits import PUSH_CHANGES
from whistlestop.server.sent import push as sent
from whistlestop.server.sent.entries import iso
from whistlestop.server.sent.webhooks import last_call
from whistlestop.server.storage.push import KeptDevice


class DeviceToCall(msgspec.Struct):
    """The body of a request to send messages to a device: its subscription, and the language."""

    endpoint: Annotated[str, msgspec.Meta(max_length=LONGEST_ADDRESS)]
    """The address of the push service for this device, at most 2000 characters. It begins with
    `https://`."""
    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    """The public key of the device: a point of the curve P-256, 65 bytes in URL-safe Base64."""
    auth: Annotated[str, msgspec.Meta(max_length=32)]
    """The secret of the device: 16 bytes in URL-safe Base64."""
    language: SpokenLanguage | None = None
    """The language of the messages; null = as before. Then the device must get messages already."""


class DeviceNamed(msgspec.Struct):
    """The body of a request to test or to remove one of the caller's devices."""

    device: Annotated[str, msgspec.Meta(max_length=16)]
    """The `id` of the device."""


def _push(call: Call) -> Push:
    """Return the part of the server that sends messages to devices.

    Raises:
        Refusal: the operator has not switched messages on.
    """
    found = service_of(call).push
    found.check_on()
    return found


async def _changing(call: Call) -> tuple[Push, Person, str]:
    """Check that the caller may add, test or remove devices. Count the request.

    Returns:
        The server's `Push`, the caller, and the hash of the caller's session token.

    Raises:
        Refusal: messages are off, the request comes from a program, or there are too many changes.
    """
    messages, caller = _push(call), await person(call)
    session = hashed(session_token(call))
    check_rate(call, PUSH_CHANGES)
    return messages, caller, session


def devices_sent(call: Call, devices: Iterable[KeptDevice]) -> list[sent.PushDevice]:
    """Return devices as their person may see them, without addresses and secrets.

    Args:
        call: the request.
        devices: the devices of the caller.
    """
    token = asker(call).token
    here = None if token is None else hashed(token)
    return [
        sent.PushDevice(
            id=one.id,
            browser=known_browser(one.browser),
            system=known_system(one.system),
            language=one.language,
            since=iso(one.saved),
            here=one.session == here,
            failures=one.failures,
            off=is_off(one),
            last=last_call(one.result, one.status, one.called),
        )
        for one in devices
    ]


async def _answer(call: Call, caller: Person) -> Response[bytes]:
    messages = service_of(call).push
    key = messages.check_on().public
    devices = devices_sent(call, await messages.devices(caller.id))
    return json_answer(sent.Push(key, devices, MOST_DEVICES))


@get(
    "/api/me/push", summary="List the devices that get messages", responses=answers(sent.Push, 403)
)
async def push(request: Call) -> Response[bytes]:
    """Return the devices that get a message when a table waits for the caller.

    The answer also has the server's public key.
    """
    _push(request)
    return await _answer(request, await person(request))


@post(
    "/api/me/push",
    status_code=200,
    summary="Get messages on this device",
    responses=changes(sent.Push, BODY, 404, 409, 422),
)
async def save(request: Call, data: JSONBody[DeviceToCall]) -> Response[bytes]:
    """Let this device get messages, in place of an earlier subscription of this device.

    The messages end with the device's session. Programs cannot do this.
    """
    messages, caller, session = await _changing(request)
    subscription = Subscription(data.endpoint, data.p256dh, data.auth)
    agent = request.headers.get("user-agent", "")
    await messages.save(caller.id, session, subscription, data.language, agent)
    return await _answer(request, caller)


@post(
    "/api/me/push/try",
    status_code=200,
    summary="Try the messages to a device",
    responses=changes(sent.Push, BODY, 404),
)
async def try_out(request: Call, data: JSONBody[DeviceNamed]) -> Response[bytes]:
    """Send a test message to a device of the caller, and return what came of it as `last`.

    If the push service says that the subscription has ended, the device is missing in the answer.
    The test takes at most ten seconds. Programs cannot do this.
    """
    messages, caller, _ = await _changing(request)
    await messages.try_out(caller.id, data.device)
    return await _answer(request, caller)


@post(
    "/api/me/push/remove",
    status_code=200,
    summary="End the messages to a device",
    responses=changes(sent.Push, BODY, 404),
)
async def remove(request: Call, data: JSONBody[DeviceNamed]) -> Response[bytes]:
    """End the messages to a device of the caller. Programs cannot do this."""
    messages, caller, _ = await _changing(request)
    await messages.remove(caller.id, data.device)
    return await _answer(request, caller)


handlers = [push, save, try_out, remove]
