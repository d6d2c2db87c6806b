"""A server and a browser for the tests of the page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browsing import browser as browser
from tests.server.conftest import closed_connections as closed_connections
from tests.web.playing import SETTLE
from tests.web.staging import Stage, staged
from tests.web.watching import Watched

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with bots that do not pause.

    WHISTLESTOP_URL names one that is running already: for work on the page.
    """
    running = os.environ.get("WHISTLESTOP_URL")
    if running:
        yield running
        return
    folder = tmp_path_factory.mktemp("server")
    with running_server(folder) as url:
        yield url


def running_server(folder: Path) -> Any:
    """Return a context that runs a server process and yields its address."""
    return _Server(folder)


class _Server:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __enter__(self) -> str:
        environment = os.environ | {
            "WHISTLESTOP_DATA": str(self.folder),
            "WHISTLESTOP_BOT_PAUSE": "0",
            "WHISTLESTOP_RATES": "0",
        }
        self.log = (self.folder / "server.log").open("w")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "whistlestop", "serve", "--no-open", "--port", "0"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        found = re.search(r"http://\S+", first)
        if found is None:
            self.__exit__()
            pytest.fail(f"the server did not start: {(self.folder / 'server.log').read_text()}")
        return found[0].rstrip("/.")

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(timeout=60)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.log.close()


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A server whose games begin with seeds that the tests choose."""
    with staged(tmp_path_factory.mktemp("stage")) as running:
        yield running


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[OpenPage]:
    """A function that opens a page with its own cookies.

    The test fails if an error occurs in a page.
    """
    with ExitStack() as closing:
        watched: list[Watched] = []

        def open_one(
            *, width: int = 1400, height: int = 900, locale: str = "en-GB", **more: Any
        ) -> Page:
            options: dict[str, Any] = {"reduced_motion": "reduce", "base_url": server} | more
            context = browser.new_context(
                viewport={"width": width, "height": height}, locale=locale, **options
            )
            context.set_default_timeout(SETTLE)
            closing.callback(context.close)
            page = context.new_page()
            watched.append(Watched(page))
            return page

        yield open_one
        for one in watched:
            one.check()
