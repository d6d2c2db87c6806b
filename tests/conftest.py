"""How all tests run: the same everywhere, alone or in several processes, at a terminal or not."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest
from hypothesis import settings
from rich.console import Console

from tests.browsing import close_browser
from whistlestop.bots.registry import bot_names
from whistlestop.cli.progress import compile_players, compile_rules

settings.register_profile("here", deadline=None)
# In CI with the same examples every time.
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_configure() -> None:
    """Let interrupts be interrupts again.

    A process that is started in the background, or by `nohup`, may ignore them, and hands that
    down: what the tests start and interrupt would go on for ever.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile rules and players before there is a test that would have to wait for them.

    A test then finds the same whether it is the first one or the last, and several processes do not
    compile the same thing at once.
    """
    config = session.config
    if not config.getoption("collectonly") and not hasattr(config, "workerinput"):
        compile_rules(Console(stderr=True))
        compile_players(Console(stderr=True), bot_names())


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Keep the browser for tests that use it only."""
    if "browser" not in getattr(item, "fixturenames", ()):
        close_browser()


def pytest_sessionfinish() -> None:
    """Leave no browser behind."""
    close_browser()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Keep neighbours together, as they share servers and browsers, until a process has no more."""
    from xdist.scheduler import WorkStealingScheduling  # pyright: ignore[reportMissingTypeStubs]

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None
