"""One server for all tests that need nothing special of it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.server.serving import Running, people, sqlite


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    # Any other database may be named, to run these tests on it: an empty one.
    url = os.environ.get("WHISTLESTOP_TEST_SERVER_DATABASE")
    with Running(url or sqlite(tmp_path_factory.mktemp("server"))) as running:
        yield running


@pytest.fixture(autouse=True)
def closed_connections() -> Iterator[None]:
    yield
    while people:
        people.pop().http.close()
