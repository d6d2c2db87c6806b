"""The migrations that lead to what `schema` says; they run at every start."""

from __future__ import annotations

from importlib import resources

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def upgrade(connection: Connection) -> None:
    """Bring a database up to date; one that is already stays as it is."""
    config = Config()
    config.set_main_option(
        "script_location", str(resources.files("whistlestop.server.storage").joinpath("migrations"))
    )
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
