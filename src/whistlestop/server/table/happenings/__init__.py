"""The kinds of happenings at a table. Each topic has a module.

`HAPPENINGS` lists all kinds in the order of `docs/entries.md`. `happening.Happening` describes what
each kind has to declare.
"""

from __future__ import annotations

from typing import Final

from whistlestop.server.table.happenings.appearance import Recoloured, Renamed
from whistlestop.server.table.happenings.bots import OptionsChanged
from whistlestop.server.table.happenings.changing_hands import (
    Replaced,
    SeatAnswered,
    SeatAsked,
    SeatOffered,
    TakenOver,
)
from whistlestop.server.table.happenings.closing import CloseAnswered, CloseAsked, Closed
from whistlestop.server.table.happenings.forgotten import Forgotten
from whistlestop.server.table.happenings.happening import Happening
from whistlestop.server.table.happenings.hints import (
    Coached,
    Hinted,
    HintsAnswered,
    HintsAsked,
    HintsSwitched,
)
from whistlestop.server.table.happenings.hosting import HostChanged
from whistlestop.server.table.happenings.pace import ClocksResumed, PaceChanged
from whistlestop.server.table.happenings.playing import Moved
from whistlestop.server.table.happenings.rematching import RematchMade
from whistlestop.server.table.happenings.seating import Joined, Left
from whistlestop.server.table.happenings.setting_up import Created
from whistlestop.server.table.happenings.standing_in import (
    Resigned,
    StandinAfterChanged,
    StandinEnded,
    StandinStarted,
)
from whistlestop.server.table.happenings.starting import Started
from whistlestop.server.table.happenings.taking_back import (
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
)
from whistlestop.server.table.happenings.talking import Said

HAPPENINGS: Final[tuple[type[Happening], ...]] = (
    Created,
    Joined,
    Left,
    Started,
    Moved,
    Renamed,
    Recoloured,
    Resigned,
    StandinStarted,
    StandinAfterChanged,
    OptionsChanged,
    StandinEnded,
    ClocksResumed,
    Said,
    RematchMade,
    TakeBackAsked,
    TakeBackAnswered,
    TakenBack,
    Forgotten,
    SeatOffered,
    SeatAsked,
    SeatAnswered,
    TakenOver,
    Replaced,
    HostChanged,
    PaceChanged,
    CloseAsked,
    CloseAnswered,
    Closed,
    HintsSwitched,
    HintsAsked,
    HintsAnswered,
    Hinted,
    Coached,
)
"""All kinds of happenings."""
