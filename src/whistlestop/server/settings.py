"""The settings of a host: from the command line's options, or from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from whistlestop.folders import data_folder

DEFAULT_PORT: Final = 8787


class SettingsError(ValueError):
    """A setting that cannot be; `str()` says which and why."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one server."""

    host: str | None = None
    """The address it listens on; None = 127.0.0.1, and those of the house when somebody at this
    machine switches that on."""
    port: int | None = None
    """None = 8787, or the next free one."""
    database: str = ""
    """A URL of SQLAlchemy; empty = an SQLite file in the user's data folder."""
    power_cut_safe: bool = True
    """Whether an answer waits until what it answers is on the disk; False = SQLite only hands it to
    the system, so that a power cut may take back the last seconds."""
    lan: bool = False
    """Listen for the devices in the house, and say how they get here."""
    no_open: bool = False
    """Whether the browser stays closed."""
    allowed_hosts: tuple[str, ...] = ()
    """Names besides this machine's own under which it may be called; `*` = any."""
    bot_seconds: float = 0.5
    """How long a bot may think, while no more of them do than there are threads."""
    bot_pause: float = 0.6
    """What passes before a bot moves, so that people can follow."""
    bot_threads: int = 2
    standin_bot: str = "skilled"
    """Who plays for somebody absent, and on seats that nobody took."""
    presence_grace: float = 3.0
    """Seconds after which a lost connection counts as absence: a page may be reloading."""
    polling_grace: float = 90.0
    """Seconds for which a request about a table counts as presence there, for those who poll."""
    heartbeat: float = 15.0
    """Seconds between signs of life on a quiet connection."""
    send_timeout: float = 20.0
    """Seconds that a client may take to accept what it is sent."""
    connections: int = 4000
    """The most connections at a time; fewer where there are not as many file handles; 0 = as many
    as there are file handles."""
    connections_by_address: int = 250
    """The most connections from one address at a time; 0 = any number."""
    head_timeout: float = 10.0
    """Seconds that the head of a request may take to arrive."""
    body_timeout: float = 60.0
    """Seconds that the body of a request may take to arrive."""
    workers: int = 2
    """The most worker processes, in which own editions and records are read."""
    worker_memory: int = 1024
    """Megabytes that one task of a worker may take."""
    worker_time: float = 1.0
    """Multiplies the computing time that tasks of workers may take."""
    rates: float = 1.0
    """Multiplies what is allowed in a second; 0 = no limits, and no quotas either."""
    tables_by_person: int = 100
    """The most tables of one person whose games are waiting to begin or going on, of those that
    changed within a day; 0 = any number."""
    tables_by_address: int = 500
    """The same for all people of one address together."""
    bot_moves: float = 6.0
    """Moves a second that the bots of one person's tables make in the long run, and one address's
    bots five times as many; 0 = any number."""
    daily_megabytes: float = 100.0
    """Megabytes of games that are saved for one person in a day, and for one address five times as
    many; 0 = any number."""
    sleep_after: float = 300.0
    """Seconds after which a running game that nobody uses leaves memory; 0 = never."""
    log: str = ""
    """`json` = a line of JSON for every request and move; else only what went wrong."""

    @property
    def database_url(self) -> str:
        """The database to use."""
        return self.database or f"sqlite:///{data_folder() / 'tables.sqlite3'}"


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
