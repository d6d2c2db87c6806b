"""Entries of a table's log as a viewer sees them, with events of the game and notices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Union, get_args, get_type_hints

from msgspec import Struct, defstruct

from whistlestop import events
from whistlestop.seen.view import REFEREE, SPECTATOR
from whistlestop.server.table.happenings.happening import Notice
from whistlestop.server.table.happenings.playing import Mover
from whistlestop.server.table.table import LogEntry


def _sent_type(event: type[Any]) -> type[Struct]:
    """Return a struct type for sending an event of the game.

    The struct has the event's fields. Its JSON also has the name of the event's class as `type`.

    Args:
        event: the event's class, a dataclass.
    """
    hints = get_type_hints(event)
    return defstruct(
        event.__name__,
        [(field.name, hints[field.name]) for field in fields(event)],
        frozen=True,
        tag=True,
        module=__name__,
        namespace={"__doc__": event.__doc__},
    )


GAME_EVENTS: Final[dict[type[Any], type[Struct]]] = {
    event: _sent_type(event) for event in get_args(events.Event)
}
"""The types of the game's events, each with the type as which it is sent."""

NOTICES: Final[tuple[type[Notice], ...]] = tuple(
    sorted(Notice.__subclasses__(), key=lambda notice: str(notice.__struct_config__.tag))
)
"""The types of notices, by their `type`. They are sent as they are."""

if TYPE_CHECKING:
    Event = Struct
else:
    Event = Union[(*GAME_EVENTS.values(), *NOTICES)]
"""What happened: an event of the game or a notice about the table, with its name as `type`.

What the viewer may not see is null. Later versions may add events: skip those that you do not know.
"""


class Entry(Struct, frozen=True):
    """An entry of a table's log: what happened at once."""

    number: int
    """The number of the entry, counted from 1: the version of the table that it led to."""
    seat: int | None
    """The seat that acted; null if no seat did."""
    events: tuple[Event, ...]
    """What happened, as the viewer sees it."""
    at: str
    """When it happened, in UTC (ISO 8601)."""
    move: int | None
    """The number of the move in the game, counted from 1; null if the entry is no move."""
    by: Mover | None
    """Who made that move: the person, the seat's bot, a bot that stands in, or a record."""


def entry_sent(logged: LogEntry, viewer: int) -> Entry:
    """Return an entry as a viewer sees it."""
    seen = tuple([event_sent(event, viewer) for event in logged.events])
    return Entry(logged.number, logged.seat, seen, iso(logged.at), logged.move, logged.by)


def event_sent(event: events.Event | Notice, viewer: int) -> Event:
    """Return an event or a notice as it is sent, with only what a viewer may see.

    The referee sees everything.
    """
    if isinstance(event, Notice):
        return event
    if viewer != REFEREE:
        event = event.seen_by(None if viewer == SPECTATOR else viewer)
    return _MAKERS[type(event)](event)


def _maker(event: type[Any], sent: type[Struct]) -> Callable[[Any], Struct]:
    names = sent.__struct_fields__
    return lambda event: sent(*[getattr(event, name) for name in names])


_MAKERS: Final = {event: _maker(event, sent) for event, sent in GAME_EVENTS.items()}
"""For each type of the game's events, a function that returns the event as it is sent."""


@lru_cache(maxsize=256)
def iso(at: float) -> str:
    """Return a moment, in seconds since 1970, as an ISO 8601 text in UTC."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
