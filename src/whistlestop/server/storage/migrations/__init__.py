"""The migrations that create what `schema` describes. Every start runs those that are missing."""

from __future__ import annotations

from importlib import resources

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def upgrade(connection: Connection) -> None:
    """Migrate a database to the present schema. A database that has it already stays unchanged."""
    config = Config()
    config.set_main_option(
        "script_location", str(resources.files("whistlestop.server.storage").joinpath("migrations"))
    )
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
