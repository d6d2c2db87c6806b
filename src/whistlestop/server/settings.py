"""What a host can choose: the command line's options, or the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

import platformdirs

DEFAULT_PORT: Final = 8787


class SettingsError(ValueError):
    """A setting that cannot be; `str()` says which and why."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How one server runs."""

    host: str = "127.0.0.1"
    """The address it listens on."""
    port: int | None = None
    """None = 8787, or the next free one."""
    database: str = ""
    """A URL of SQLAlchemy; empty = an SQLite file in the user's data folder."""
    lan: bool = False
    """Listen for the devices in the house, and say how they get here."""
    no_open: bool = False
    """Whether the browser stays closed."""
    allowed_hosts: tuple[str, ...] = ()
    """Names besides this machine's own under which it may be called; `*` = any."""
    bot_seconds: float = 1.0
    """How long a bot may think."""
    bot_pause: float = 0.6
    """What passes before a bot moves, so that people can follow."""
    bot_threads: int = 2
    standin_bot: str = "planner"
    """Who plays for somebody absent, and on seats that nobody took."""
    presence_grace: float = 3.0
    """Seconds after which a lost connection counts as absence: a page may be reloading."""
    heartbeat: float = 15.0
    """Seconds between signs of life on a quiet connection."""
    send_timeout: float = 20.0
    """Seconds that a client may take to accept what it is sent."""
    rates: float = 1.0
    """Multiplies what is allowed in a second; 0 = no limits."""
    log: str = ""
    """`json` = a line of JSON for every request and move; else only what went wrong."""

    @property
    def database_url(self) -> str:
        """The database to use."""
        return self.database or f"sqlite:///{data_folder() / 'tables.sqlite3'}"


def data_folder() -> Path:
    """Where tables are kept: `WHISTLESTOP_DATA`, or the user's data folder."""
    root = os.environ.get("WHISTLESTOP_DATA")
    return Path(root) if root else platformdirs.user_data_path("whistlestop")


def from_environment(environment: Mapping[str, str], **given: Any) -> Settings:
    """The settings: what is given, else what `WHISTLESTOP_...` says, else what is usual.

    Args:
        environment: where to look: `os.environ`.
        given: by the names of the settings; None = not given.

    Raises:
        SettingsError: a variable of the environment holds what it cannot hold.
    """
    chosen: dict[str, Any] = {}
    for field in fields(Settings):
        value = given.get(field.name)
        variable = f"WHISTLESTOP_{field.name.upper()}"
        if value is None and (text := environment.get(variable)):
            value = _read(variable, text, str(field.type))
        if value is not None:
            chosen[field.name] = value
    return Settings(**chosen)


def _read(variable: str, text: str, kind: str) -> Any:
    try:
        if kind == "bool":
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[
                text.casefold()
            ]
        if kind.startswith("int"):
            return int(text)
        if kind == "float":
            return float(text)
    except (KeyError, ValueError) as error:
        wanted = {"bool": "1 or 0", "float": "a number"}.get(kind, "a whole number")
        raise SettingsError(f"{variable} must be {wanted}, not {text!r}") from error
    if kind.startswith("tuple"):
        return tuple(word.strip() for word in text.split(",") if word.strip())
    return text
