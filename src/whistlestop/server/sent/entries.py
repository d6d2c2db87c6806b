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
"""For each type of the game's events, the struct type in which the event is sent to clients."""

NOTICES: Final[tuple[type[Notice], ...]] = tuple(
    sorted(Notice.__subclasses__(), key=lambda notice: str(notice.__struct_config__.tag))
)
"""All types of notices, sorted by tag. Notices are sent to clients unchanged."""

if TYPE_CHECKING:
    Event = Struct
else:
    Event = Union[(*GAME_EVENTS.values(), *NOTICES)]
"""What happened: an event of the game or a notice about the table, with its name as `type`.

Fields that the viewer may not see are null. Later versions of the server may add events: skip
events that you do not know.
"""


class Entry(Struct, frozen=True):
    """An entry of a table's log: one change, with all of its events."""

    number: int
    """The number of the entry, counted from 1. It is also the version of the table after the
    entry."""
    seat: int | None
    """The seat that the entry is about; null = the table as a whole."""
    events: tuple[Event, ...]
    """What happened, as the viewer sees it."""
    at: str
    """When the change happened, in UTC (ISO 8601)."""
    move: int | None
    """The number of the move in the game, counted from 1; null if the entry is not a move."""
    by: Mover | None
    """Who made the move: the person, the seat's bot, or a bot that stands in. A move from an
    imported record, or one already made when a lesson begins, has `record`. Null if the entry is
    not a move."""


def entry_sent(logged: LogEntry, viewer: int) -> Entry:
    """Return an entry as a viewer sees it.

    Args:
        logged: the entry.
        viewer: the number of a seat, `SPECTATOR`, or `REFEREE`, who sees everything.
    """
    seen = tuple([event_sent(event, viewer) for event in logged.events])
    return Entry(logged.number, logged.seat, seen, iso(logged.at), logged.move, logged.by)


def event_sent(event: events.Event | Notice, viewer: int) -> Event:
    """Return an event or a notice in the form for clients, with only what a viewer may see.

    Args:
        event: the event or the notice.
        viewer: the number of a seat, `SPECTATOR`, or `REFEREE`, who sees everything.
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
"""For each type of the game's events, a function that returns an event in the form for clients."""


@lru_cache(maxsize=256)
def iso(at: float) -> str:
    """Return a time, in seconds since 1970, as an ISO 8601 text in UTC, with milliseconds."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
