"""A browser for the tests that look at pages: open from one of them to the next, and no longer.

While it is open its library has an event loop running in this thread, so that a test that wants one
for itself could not have it.
"""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SETTLE = 60_000
"""Milliseconds that anything may take on a busy machine; no test waits that long if all is well."""

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Where it is looked for. Without all that belongs to a window, a page costs it half as much."""

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Letters as wide as they are drawn, as with a window; without, in whole pixels.
    "--font-render-hinting=none",
]

_open: list[tuple[Browser, ExitStack]] = []
"""The browser that is open, and how to close it; at most one."""


@pytest.fixture
def browser() -> Browser:
    """The browser of this process."""
    from playwright.sync_api import expect, sync_playwright

    if not _open:
        chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
        if chromium is None:
            if os.environ.get("CI"):
                pytest.fail("there is no Chromium: install Debian's package chromium")
            pytest.skip("there is no Chromium on this machine")
        expect.set_options(timeout=SETTLE)
        with ExitStack() as stack:
            playwright = stack.enter_context(sync_playwright())
            started = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            stack.callback(started.close)
            _open.append((started, stack.pop_all()))
    return _open[0][0]


def close_browser() -> None:
    """Close the browser if it is open."""
    while _open:
        _, stack = _open.pop()
        stack.close()
