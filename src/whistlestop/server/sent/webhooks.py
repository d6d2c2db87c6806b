"""A person's webhook as the person gets it: the address that the server calls, and its state."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from whistlestop.server.sent.entries import iso

CallResult = Literal[
    "sent",
    "status",
    "redirect",
    "inside",
    "unknown_host",
    "unreachable",
    "certificate",
    "timeout",
    "no_answer",
]
"""What came of a call.

`sent` = the receiver answered with a status from 200 to 299. `status` = it answered with another
status. `redirect` = it answered with a redirect, which is not followed. `inside` = the host is in a
network that the server does not call. `unknown_host` = the name of the host leads nowhere.
`unreachable` = no connection was possible. `certificate` = the certificate is not valid for the
host. `timeout` = the receiver took too long. `no_answer` = the answer was no HTTP.
"""


class LastCall(msgspec.Struct, frozen=True):
    """The outcome of the last call of an address."""

    result: CallResult
    """What came of the last call."""
    status: int | None
    """The HTTP status of the answer to the last call; null = there was no answer."""
    at: str
    """When the last call was made, in UTC (ISO 8601)."""


class Webhook(msgspec.Struct, frozen=True):
    """The address that the server calls when a table waits for the caller."""

    address: str | None
    """The address; null = none. Programs get only its beginning, such as `https://chat.example`,
    unless they have just saved it."""
    secret: str | None
    """The secret with which calls are signed. Null if there is no address, and for programs, unless
    they have just saved the address."""
    language: str | None
    """The code of the language of the sentences in calls; null = there is no address."""
    failures: int
    """The number of calls that have failed since the last call that arrived."""
    off: bool
    """Whether the address is not called any more because too many calls have failed. A test call
    that arrives, or saving the address again, switches it on."""
    last: LastCall | None
    """The outcome of the last call; null = there was none."""


NO_WEBHOOK = Webhook(None, None, None, 0, False, None)
"""The answer for a person who has entered no address."""


def last_call(result: str | None, status: int | None, at: float | None) -> LastCall | None:
    """Return what came of the last call; None if there was none, or if that is damaged.

    Args:
        result: one of the values of `CallResult`; None = there was no call.
        status: the status of the answer; None = there was none.
        at: when the call was made, in seconds since 1970; None = there was no call.
    """
    known: CallResult | None = next((one for one in get_args(CallResult) if one == result), None)
    return None if known is None or at is None else LastCall(known, status, iso(at))
