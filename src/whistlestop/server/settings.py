"""The operator's settings, from command-line options or from environment variables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin, get_type_hints

from whistlestop.folders import data_folder

DEFAULT_PORT: Final = 8787


class SettingsError(ValueError):
    """The error raised if a setting is invalid. `str()` names the setting and the reason."""


class Range(NamedTuple):
    """The smallest and the largest value of a setting that is a number."""

    least: float
    most: float

    def fault(self, value: float) -> str | None:
        """Return None if a value is in the range, and otherwise the end of an error message.

        The end continues a sentence after "must": "be from 0 to 5, not 7".
        """
        return None if self.least <= value <= self.most else f"be {self}, not {value}"

    def __str__(self) -> str:
        """Return the range in words: "from 0 to 5"."""
        return f"from {self.least:.12g} to {self.most:.12g}"


class BotName:
    """The condition that a setting is the name of a bot that `make_bot` can make."""

    def fault(self, value: str) -> str | None:
        """Return None if a value names a bot, and otherwise the end of an error message.

        The end continues a sentence after "must": "name a bot: ...".
        """
        # Few servers have the setting, and only the check needs the bots.
        from whistlestop.bots.registry import BotError, check_choosing

        try:
            check_choosing(value)
        except BotError as error:
            return f"name a bot: {error}"
        return None


class HostNames:
    """The condition that each word of a setting names a host, perhaps with a port."""

    def fault(self, value: tuple[str, ...]) -> str | None:
        """Return None if all words name hosts, and otherwise the end of an error message.

        The end continues a sentence after "must": "name hosts, ...".
        """
        for word in value:
            found = HOST_NAME.fullmatch(word)
            if found is None or int(found["port"] or 0) > LAST_PORT:
                return f"name hosts such as chat.home:8065, separated by commas, not {word!r}"
        return None


class Contact:
    """The condition that a setting is empty, a mail address, or a web address with `https`."""

    def fault(self, value: str) -> str | None:
        """Return None if a value meets the condition, and otherwise the end of an error message.

        The end continues a sentence after "must": "be a mail address ...".
        """
        if not value or _CONTACT.fullmatch(value):
            return None
        forms = "you@games.example, or a web address such as https://games.example/contact"
        return f"be a mail address such as {forms}, not {value!r}"


_CONTACT: Final = re.compile(
    r"(?:mailto:)?[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+"
    r"|https://[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::[0-9]{1,5})?(?:/[!-~]{0,200})?",
    re.IGNORECASE,
)

HOST_NAME: Final = re.compile(
    r"(?P<host>\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?)(?::(?P<port>[0-9]{1,5}))?",
    re.IGNORECASE,
)
"""The form of a host in an address: a name or an IP address, and perhaps a port.

The port can be higher than `LAST_PORT`.
"""

LAST_PORT: Final = 65_535
"""The highest number of a port."""

LIMIT: Final = Range(0, 1_000_000)
"""The range of settings that limit something, where 0 often means no limit."""
SECONDS: Final = Range(0, 86_400)
"""The range of waiting times, in seconds. The maximum is one day."""
TIMEOUT: Final = Range(0.1, 86_400)
"""The range of timeouts, in seconds. With a timeout of 0, everything would fail."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one server."""

    host: str | None = None
    """The address to listen on; None = 127.0.0.1, and the machine's private addresses while a
    person at the machine has opened access for the house."""
    port: Annotated[int | None, Range(0, LAST_PORT)] = None
    """The port to listen on; None = 8787, or the next free port."""
    database: str = ""
    """The SQLAlchemy URL of the database; empty = an SQLite file in the user's data folder."""
    power_cut_safe: bool = True
    """Whether a change is written to the disk before its request is answered; False = SQLite only
    hands changes to the operating system, so that a power cut may undo the last seconds."""
    lan: bool = False
    """Whether to listen on all addresses, for devices in the house, and print the URLs for them."""
    no_open: bool = False
    """Whether to leave the browser closed when the server starts."""
    allowed_hosts: tuple[str, ...] = ()
    """Host names under which requests are accepted, besides the names of this machine; `*` = any
    name."""
    bot_seconds: Annotated[float, Range(0, 3600)] = 0.5
    """Seconds for which a bot may think about a decision. If more decisions are due than there are
    threads, each gets a shorter time."""
    bot_pause: Annotated[float, Range(0, 3600)] = 0.6
    """The minimum number of seconds from the moment when a bot has to decide until it moves, at the
    pace `brisk`. It lets people follow the game. At other paces, the minimum is a multiple of this
    time."""
    bot_threads: Annotated[int, Range(1, 1024)] = 2
    """The maximum number of bots that think at the same time."""
    standin_bot: Annotated[str, BotName()] = "skilled"
    """The name of the bot that plays for players who are absent or have resigned, and on seats that
    nobody took."""
    presence_grace: Annotated[float, SECONDS] = 3.0
    """Seconds after which a person whose connection was lost counts as absent. Until then,
    the page may only be reloading."""
    polling_grace: Annotated[float, SECONDS] = 90.0
    """Seconds for which a person counts as present after a request about a table. This is for
    clients that poll instead of keeping a connection."""
    heartbeat: Annotated[float, TIMEOUT] = 15.0
    """Seconds between heartbeats on a connection without news."""
    send_timeout: Annotated[float, TIMEOUT] = 20.0
    """Seconds that a client may take to accept what it is sent. Then its connection is closed."""
    connections: Annotated[int, LIMIT] = 4000
    """The maximum number of connections at a time; 0 = limited only by the file handles. The limit
    is lower if the system grants too few file handles. For a connection beyond the limit, the
    connection that has waited longest for its client is closed. If no connection waits for its
    client, the new connection is refused."""
    connections_by_address: Annotated[int, LIMIT] = 250
    """The maximum number of connections from one address at a time; 0 = any number.
    For a connection beyond the limit, the connection of this address that has waited longest for
    its client is closed. If none waits for its client, the new connection is refused."""
    head_timeout: Annotated[float, TIMEOUT] = 10.0
    """Seconds that the head of a request may take to arrive. Then the connection is closed."""
    body_timeout: Annotated[float, TIMEOUT] = 60.0
    """Seconds that the body of a request may take to arrive. Then the connection is closed."""
    workers: Annotated[int, Range(1, 1024)] = 2
    """The maximum number of worker processes, which read users' own editions and records."""
    worker_memory: Annotated[int, Range(64, 1_000_000)] = 1024
    """The maximum memory of one task of a worker, in megabytes. If a task needs more, it fails."""
    worker_time: Annotated[float, Range(0.01, 1000)] = 1.0
    """The factor by which the limits on the computing time of workers' tasks are multiplied."""
    rates: Annotated[float, LIMIT] = 1.0
    """The factor by which all rate limits are multiplied; 0 = no rate limits and no quotas."""
    tables_by_person: Annotated[int, LIMIT] = 100
    """The maximum number of unfinished tables of one person, including those that wait for players.
    Tables that have not changed for a day do not count. 0 = any number."""
    tables_by_address: Annotated[int, LIMIT] = 500
    """The maximum number of unfinished tables of all people of one address. Tables that have not
    changed for a day do not count. 0 = any number."""
    bot_moves: Annotated[float, LIMIT] = 6.0
    """Moves a second that the bots of one person's tables may make in the long run; 0 = any number.
    Beyond that, bots wait. All bots of one address together may make five times as many."""
    daily_megabytes: Annotated[float, LIMIT] = 100.0
    """The maximum size, in megabytes, of the games that are saved for one person in a day; 0 = any
    size. Beyond that, the person cannot set up tables. All people of one address together have five
    times as much."""
    sleep_after: Annotated[float, Range(0, 31_536_000)] = 300.0
    """Seconds after which a running game that nobody uses is dropped from memory; 0 = never."""
    webhooks: bool = False
    """Whether people can enter an address that the server calls when it is their turn."""
    webhook_hosts: Annotated[tuple[str, ...], HostNames()] = ()
    """Hosts that may be called although they are in a private network, without encryption, or at
    another port than 443 and 8443. This is for push services, too. Each is a name or an IP address,
    and may be followed by a port: `chat.home:8065`."""
    webhook_grace: Annotated[float, SECONDS] = 20.0
    """Seconds that a person who is not connected to a table has for deciding, before the server
    calls the person's address or sends a message to the person's devices."""
    push: Annotated[str, Contact()] = ""
    """A mail address, or a web address with `https`, at which the makers of browsers can reach the
    operator. If it is set, people can allow messages on their devices; empty = no messages. Every
    message tells the address to the push service of the browser's maker, and to nobody else."""
    log: str = ""
    """`json` = log every request and move as a line of JSON; any other value = log only
    problems."""

    @property
    def database_url(self) -> str:
        """The SQLAlchemy URL of the database to use."""
        return self.database or f"sqlite:///{data_folder() / 'tables.sqlite3'}"


def from_environment(environment: Mapping[str, str], **given: Any) -> Settings:
    """Return the settings, each from `given`, from its environment variable, or from its default.

    The environment variable of a setting is its name in capitals after `WHISTLESTOP_`.

    Args:
        environment: the environment variables, usually `os.environ`.
        given: values by the names of the settings; None = not given.

    Raises:
        SettingsError: an environment variable has an invalid value, a number is out of range, or
            there is no bot of the name.
    """
    chosen: dict[str, Any] = {}
    for name, hint in get_type_hints(Settings, include_extras=True).items():
        kind, allowed = get_args(hint) if get_origin(hint) is Annotated else (hint, None)
        value = given.get(name)
        variable = f"WHISTLESTOP_{name.upper()}"
        if value is None and (text := environment.get(variable)):
            read, expected = _READERS[kind]
            try:
                value = read(text)
            except ValueError as error:
                raise SettingsError(f"{variable} must be {expected}, not {text!r}") from error
        if value is not None:
            fault = None if allowed is None else allowed.fault(value)
            if fault is not None:
                raise SettingsError(f"{variable} must {fault}")
            chosen[name] = value
    return Settings(**chosen)


def _yes_or_no(text: str) -> bool:
    word = text.casefold()
    if word in ("1", "true", "yes"):
        return True
    if word in ("0", "false", "no"):
        return False
    raise ValueError


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


_READERS: Final[Mapping[Any, tuple[Callable[[str], Any], str]]] = {
    bool: (_yes_or_no, "1 or 0"),
    int: (int, "a whole number"),
    int | None: (int, "a whole number"),
    float: (float, "a number"),
    str: (str, "text"),
    str | None: (str, "text"),
    tuple[str, ...]: (_words, "words"),
}
"""For each type of setting: the function that reads it from a text, and words for what the text
must be. The function raises a `ValueError` for any other text."""
