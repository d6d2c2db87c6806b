"""One server for all tests that need nothing special of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.clocks import Clock, turned
from tests.server.databases import SERVER, database
from tests.server.serving import Running, people, sqlite
from whistlestop.server.hosting import absence_times

FOLDER = Path(__file__).parent


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(database(SERVER) or sqlite(tmp_path_factory.mktemp("server"))) as running:
        yield running


STORED = {
    "test_accounts",
    "test_ahead_at_one_device",
    "test_appearance",
    "test_bots",
    "test_branching",
    "test_changing_hands",
    "test_closing",
    "test_clubs",
    "test_hosting",
    "test_hot_seat",
    "test_lists",
    "test_live",
    "test_own_puzzles",
    "test_pace",
    "test_playing",
    "test_puzzles",
    "test_rematching",
    "test_seating",
    "test_setting_up",
    "test_standing_in",
    "test_starting",
    "test_taking_back",
    "test_talking",
    "test_thinking_ahead",
}
"""Modules whose tests run over a named database as well.

What they ask for is stored and read back: people, seats, moves, take-backs, plans, what is deleted
with a person. `test_store` and `test_several` try every statement over PostgreSQL in any case. The
database decides neither how a request is refused nor what an answer looks like.
"""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Select the tests that read and write the database, where one is named for the server."""
    if not os.environ.get(SERVER):
        return
    elsewhere = [
        item
        for item in items
        if item.path.is_relative_to(FOLDER)
        and not (item.path.stem in STORED and "server" in getattr(item, "fixturenames", ()))
    ]
    config.hook.pytest_deselected(items=elsewhere)
    items[:] = [item for item in items if item not in elsewhere]


@pytest.fixture
def clock() -> Iterator[Clock]:
    """The clock of all servers of this process, which can be put forward."""
    found = Clock()
    with turned(found):
        yield found


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others can have a player's seat as soon as the player is absent."""
    monkeypatch.setattr(absence_times, "AWAY", 0.0)


@pytest.fixture(autouse=True)
def closed_connections() -> Iterator[None]:
    yield
    while people:
        people.pop().http.close()
