"""One server for all tests that need nothing special of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.databases import SERVER, database
from tests.server.serving import Running, people, sqlite

FOLDER = Path(__file__).parent


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(database(SERVER) or sqlite(tmp_path_factory.mktemp("server"))) as running:
        yield running


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On a database that is named, run what is done there: the rest would only be repeated."""
    if not os.environ.get(SERVER):
        return
    elsewhere = [
        item
        for item in items
        if item.path.is_relative_to(FOLDER) and "server" not in getattr(item, "fixturenames", ())
    ]
    config.hook.pytest_deselected(items=elsewhere)
    items[:] = [item for item in items if item not in elsewhere]


@pytest.fixture(autouse=True)
def closed_connections() -> Iterator[None]:
    yield
    while people:
        people.pop().http.close()
