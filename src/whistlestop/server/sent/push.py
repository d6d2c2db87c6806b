"""The devices that get a message when a table waits for the caller, as the caller gets them."""

from __future__ import annotations

from typing import Literal

import msgspec

from whistlestop.server.sent.webhooks import LastCall

Browser = Literal["chrome", "edge", "firefox", "opera", "safari", "samsung", "other"]
"""The browsers that the server knows by their names."""

System = Literal["android", "chromeos", "ios", "linux", "macos", "windows", "other"]
"""The operating systems that the server knows by their names."""


class PushDevice(msgspec.Struct, frozen=True):
    """A device that gets messages for the caller."""

    id: str
    """The id of the device in the list of the caller's devices. It changes when the device is
    switched on again."""
    browser: Browser
    """The browser of the device, as it named itself; `other` = one that the server does not
    know."""
    system: System
    """The operating system of the device, as the browser named it; `other` = one that the server
    does not know."""
    language: str
    """The code of the language of the messages to the device."""
    since: str
    """When the device was switched on, in UTC (ISO 8601)."""
    here: bool
    """Whether this is the device that asks."""
    failures: int
    """The number of messages to the device that have failed since the last one that was
    accepted."""
    off: bool
    """Whether the device gets no more messages because too many have failed. A test message that is
    accepted, or switching the device on again, ends this."""
    last: LastCall | None
    """What came of the last message to the device; null = there was none. `sent` = the push service
    of the browser's maker accepted it."""


class Push(msgspec.Struct, frozen=True):
    """The devices that get messages for the caller, and what a browser needs to become one."""

    key: str
    """The public key of the server in URL-safe Base64: the `applicationServerKey` of the
    browser."""
    devices: list[PushDevice]
    """The devices, in the order in which they were switched on."""
    most: int
    """The maximum number of devices that get messages for one person."""
