"""PostgreSQL databases for tests, where the environment names any.

Tests that run in several processes at once have a database for each: one beside the named one.
"""

from __future__ import annotations

import os

from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

NAMED = "WHISTLESTOP_TEST_POSTGRESQL"
"""The variable that names a database which tests may empty."""

SERVER = "WHISTLESTOP_TEST_SERVER_DATABASE"
"""The variable that names an empty database for the server that most tests share."""

_made: dict[str, str] = {}


def database(variable: str) -> str:
    """The URL of the database that a variable names, or "".

    In one of several processes: of an empty one, made anew, that this process has for itself.
    """
    named = os.environ.get(variable, "")
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if not named or worker is None:
        return named
    if variable not in _made:
        url = make_url(named)
        name = f"{url.database}_{worker}"
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))
            connection.execute(text(f'CREATE DATABASE "{name}"'))
        engine.dispose()
        _made[variable] = url.set(database=name).render_as_string(hide_password=False)
    return _made[variable]


def empty(url: str) -> None:
    """Take everything out of a database."""
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
