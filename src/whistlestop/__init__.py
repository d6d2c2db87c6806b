"""Whistlestop: a family of railway board games, with exact rules, records, bots and a fast engine.

Names are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from whistlestop.actions import Action as Action
    from whistlestop.actions import ClaimRoute as ClaimRoute
    from whistlestop.actions import DrawDeck as DrawDeck
    from whistlestop.actions import DrawDisplay as DrawDisplay
    from whistlestop.actions import DrawTickets as DrawTickets
    from whistlestop.actions import EndJourney as EndJourney
    from whistlestop.actions import KeepTickets as KeepTickets
    from whistlestop.actions import PassTurn as PassTurn
    from whistlestop.actions import PlacePassenger as PlacePassenger
    from whistlestop.actions import StartJourney as StartJourney
    from whistlestop.actions import TravelRoute as TravelRoute
    from whistlestop.editions.load import EditionError as EditionError
    from whistlestop.editions.load import load as load_edition
    from whistlestop.editions.load import names as edition_names
    from whistlestop.editions.model import Edition as Edition
    from whistlestop.errors import ActionError as ActionError
    from whistlestop.errors import AmbiguousAction as AmbiguousAction
    from whistlestop.errors import IllegalAction as IllegalAction
    from whistlestop.errors import MalformedAction as MalformedAction
    from whistlestop.errors import PositionError as PositionError
    from whistlestop.events import Event as Event
    from whistlestop.game import Game as Game
    from whistlestop.position import read_position as read_position
    from whistlestop.position import write_position as write_position
    from whistlestop.record import RecordError as RecordError
    from whistlestop.record import read_record as read_record
    from whistlestop.record import write_record as write_record
    from whistlestop.sheet import ScoreSheet as ScoreSheet
    from whistlestop.view import REFEREE as REFEREE
    from whistlestop.view import SPECTATOR as SPECTATOR
    from whistlestop.view import View as View

__version__ = "0.1.0"

_HOMES = {
    "actions": (
        "Action ClaimRoute DrawDeck DrawDisplay DrawTickets EndJourney KeepTickets PassTurn "
        "PlacePassenger StartJourney TravelRoute"
    ),
    "editions.model": "Edition",
    "editions.load": "EditionError load:load_edition names:edition_names",
    "errors": "ActionError AmbiguousAction IllegalAction MalformedAction PositionError",
    "events": "Event",
    "game": "Game",
    "position": "read_position write_position",
    "record": "RecordError read_record write_record",
    "sheet": "ScoreSheet",
    "view": "REFEREE SPECTATOR View",
}
_HOME_OF = {
    name.rpartition(":")[2]: (module, name.partition(":")[0])
    for module, names in _HOMES.items()
    for name in names.split()
}

__all__ = sorted(_HOME_OF)  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, original = _HOME_OF[name]
    value = getattr(import_module(f"{__name__}.{module}"), original)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})
