"""Whistlestop: a family of railway board games, with exact rules, records, bots and a fast engine.

Each name is imported from its module on first use, so that importing the package is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from whistlestop.actions import (
        Action,
        BuildStation,
        ClaimRoute,
        DrawDeck,
        DrawDisplay,
        DrawTickets,
        EndJourney,
        KeepTickets,
        PassTurn,
        PaySurcharge,
        PlacePassenger,
        StartJourney,
        TravelRoute,
        Withdraw,
        claims_by_route,
    )
    from whistlestop.editions.load import EditionError
    from whistlestop.editions.load import load as load_edition
    from whistlestop.editions.load import names as edition_names
    from whistlestop.editions.model import Edition
    from whistlestop.errors import (
        ActionError,
        AmbiguousAction,
        IllegalAction,
        MalformedAction,
        PositionError,
    )
    from whistlestop.events import Event
    from whistlestop.judge.continuation import Foreseen, Planned
    from whistlestop.judge.evaluation import Candidate, Evaluation, evaluate
    from whistlestop.play.game import Game
    from whistlestop.play.position import read_position, write_position
    from whistlestop.play.record import RecordError, read_record, write_record
    from whistlestop.rules.luck import SEED_VERSION
    from whistlestop.seen.sheet import ScoreSheet
    from whistlestop.seen.view import REFEREE, SPECTATOR, View

__version__ = "0.1.0"

_HOMES = {
    "actions": (
        "Action BuildStation ClaimRoute DrawDeck DrawDisplay DrawTickets EndJourney KeepTickets "
        "PassTurn PaySurcharge PlacePassenger StartJourney TravelRoute Withdraw "
        "claims_by_route"
    ),
    "editions.model": "Edition",
    "editions.load": "EditionError load:load_edition names:edition_names",
    "errors": "ActionError AmbiguousAction IllegalAction MalformedAction PositionError",
    "events": "Event",
    "play.game": "Game",
    "judge.continuation": "Foreseen Planned",
    "judge.evaluation": "Candidate Evaluation evaluate",
    "play.position": "read_position write_position",
    "play.record": "RecordError read_record write_record",
    "rules.luck": "SEED_VERSION",
    "seen.sheet": "ScoreSheet",
    "seen.view": "REFEREE SPECTATOR View",
}
_HOME_OF = {
    name.rpartition(":")[2]: (module, name.partition(":")[0])
    for module, names in _HOMES.items()
    for name in names.split()
}

__all__ = [
    "REFEREE",
    "SEED_VERSION",
    "SPECTATOR",
    "Action",
    "ActionError",
    "AmbiguousAction",
    "BuildStation",
    "Candidate",
    "ClaimRoute",
    "DrawDeck",
    "DrawDisplay",
    "DrawTickets",
    "Edition",
    "EditionError",
    "EndJourney",
    "Evaluation",
    "Event",
    "Foreseen",
    "Game",
    "IllegalAction",
    "KeepTickets",
    "MalformedAction",
    "PassTurn",
    "PaySurcharge",
    "PlacePassenger",
    "Planned",
    "PositionError",
    "RecordError",
    "ScoreSheet",
    "StartJourney",
    "TravelRoute",
    "View",
    "Withdraw",
    "claims_by_route",
    "edition_names",
    "evaluate",
    "load_edition",
    "read_position",
    "read_record",
    "write_position",
    "write_record",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, original = _HOME_OF[name]
    value = getattr(import_module(f"{__name__}.{module}"), original)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})
