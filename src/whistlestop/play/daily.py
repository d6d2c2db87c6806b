"""The deal of the day: one game for everybody, computed from the date alone.

Every installation computes the same deal for a date, without a network. A deal follows from a
*scheme*, which is a fixed set of choices: which boards take turns, how strong the bots are, and how
numbers are made from a date. A scheme never changes. A new scheme begins at a date (`SCHEMES`), so
that the deals of all earlier days stay as they were.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final, Literal, TypeVar

Item = TypeVar("Item")

FIRST_DAY: Final = date(2026, 11, 1)
"""The first day whose deal can still be played on later days."""

GRACE: Final = timedelta(hours=6)
"""How long after the end of a day an attempt at this day's deal can still be finished and count."""

POINTS: Final = (10, 7, 5, 4, 3, 2)
"""The points that a day gives for the first places of its ranking."""

OTHER_POINTS: Final = 1
"""The points that a day gives for each further place."""

_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Scheme:
    """The choices from which the deals of many days follow. A scheme never changes."""

    number: int
    first: date
    """The first day of the scheme. The first scheme is also used for all earlier days."""
    editions: tuple[str, ...]
    """The names of the editions. The days form blocks of as many days as there are editions. Each
    edition has one day in each block."""
    levels: tuple[tuple[str, str], ...]
    """For each day of the week, from Monday to Sunday: the levels of the two bots."""


_LEVELS: Final = (
    ("beginner", "casual"),
    ("beginner", "casual"),
    ("casual", "skilled"),
    ("casual", "skilled"),
    ("casual", "skilled"),
    ("skilled", "expert"),
    ("skilled", "expert"),
)
_SIX: Final = ("usa", "europe", "germany", "switzerland", "london", "newyork")

SCHEMES: Final = (
    Scheme(1, FIRST_DAY, _SIX, _LEVELS),
    # Boards join at the beginning of a block.
    Scheme(2, date(2026, 12, 6), (*_SIX, "india"), _LEVELS),
    Scheme(3, date(2027, 1, 3), (*_SIX, "india", "nordic"), _LEVELS),
)
"""All schemes, the earliest first."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of one day: the edition, the bots, the order of the seats, and the luck."""

    day: date
    scheme: int
    """The number of the scheme that made the deal."""
    edition: str
    """The name of the edition."""
    bots: tuple[str, ...]
    """The levels of the bots, the weakest first."""
    seats: tuple[str | None, ...]
    """The seats in the order of play: the level of a bot, or None for the person."""
    seed: int
    """The seed of the luck of the game on a server, 0 to 2**64 - 1 (see `game_seed`)."""
    salt: str
    """The salt of the luck of the game on a server: 64 hexadecimal digits."""

    @property
    def game_seed(self) -> int:
        """The seed for `Game.new`. The game has the same luck as this deal has on every server."""
        # A server computes it from the luck of a table to which no player has added anything.
        words = ":".join((f"{self.seed}", self.salt, *("" for _ in self.seats), "deal"))
        return int(hashlib.sha256(words.encode("ascii")).hexdigest()[:16], 16)


def deal_of(day: date) -> Deal:
    """Return the deal of a day, which is the same on every installation."""
    scheme = _scheme_of(day)
    bots = scheme.levels[day.weekday()]
    seats = _shuffled((None, *bots), scheme, f"order {day.isoformat()}")
    return Deal(
        day,
        scheme.number,
        _edition_of(day, scheme),
        bots,
        seats,
        int(_hash(scheme, f"seed {day.isoformat()}")[:16], 16),
        _hash(scheme, f"salt {day.isoformat()}"),
    )


def _scheme_of(day: date) -> Scheme:
    """Return the scheme of a day. Days before the first scheme have the first scheme, too."""
    after = bisect_right(SCHEMES, day, key=lambda scheme: scheme.first)
    return SCHEMES[max(after - 1, 0)]


def _edition_of(day: date, scheme: Scheme) -> str:
    """Return the name of the day's edition.

    Days form blocks of as many days as there are editions. The editions are shuffled for each
    block. Consecutive days never have the same edition.
    """
    block, place = divmod(day.toordinal(), len(scheme.editions))
    return _block(block, scheme)[place]


def _block(block: int, scheme: Scheme) -> tuple[str, ...]:
    """Return the names of the editions of the days of a block, in order.

    If the shuffled block would begin with the last edition of the block before it, its first two
    editions are exchanged.
    """
    found = _shuffled(scheme.editions, scheme, f"editions {block}")
    # The exchange never concerns the last edition, so the block before need not be exchanged here.
    last = _shuffled(scheme.editions, scheme, f"editions {block - 1}")[-1]
    return (found[1], found[0], *found[2:]) if found[0] == last else found


def _shuffled(items: tuple[Item, ...], scheme: Scheme, purpose: str) -> tuple[Item, ...]:
    """Return the items in a pseudo-random order.

    Equal schemes and equal texts `purpose` give equal orders. Each use has a text of its own, such
    as `editions 3`.
    """
    order = sorted(range(len(items)), key=lambda number: _hash(scheme, f"{purpose} {number}"))
    return tuple(items[number] for number in order)


def _hash(scheme: Scheme, purpose: str) -> str:
    """Return the SHA-256 of a scheme's number and a text, as 64 hexadecimal digits.

    Each use has a text of its own, such as `seed 2026-11-27`, so that the results are independent.
    """
    return hashlib.sha256(f"whistlestop daily {scheme.number} {purpose}".encode()).hexdigest()


# The calendar ---------------------------------------------------------------------------------


def day_at(moment: float) -> date:
    """Return the date in UTC at a moment.

    Args:
        moment: seconds since 1970.
    """
    return datetime.fromtimestamp(moment, UTC).date()


def ends_at(day: date) -> float:
    """Return the end of a day (24:00 UTC), in seconds since 1970."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() + _DAY.total_seconds()


def closes_at(day: date) -> float:
    """Return the closing time of a day's deal, in seconds since 1970.

    Attempts that were begun on the day count if they are finished before this time. Afterwards,
    anybody may look at the games of the day.
    """
    return ends_at(day) + GRACE.total_seconds()


Span = Literal["day", "week", "month"]
"""The period that a ranking covers. A week begins on Monday, and a month on its first day."""


def days_of(day: date, span: Span) -> tuple[date, date]:
    """Return the first and the last day of the day, week or month that contains a day.

    Weeks begin on Monday.
    """
    if span == "day":
        return day, day
    if span == "week":
        first = day - day.weekday() * _DAY
        return first, first + 6 * _DAY
    first = day.replace(day=1)
    following = (first + 31 * _DAY).replace(day=1)
    return first, following - _DAY


# Results ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Streak:
    """The lengths of the current and of the longest series of days that count, such as days won."""

    now: int
    """The number of days of the series up to today, or up to yesterday if today does not count."""
    longest: int
    """The number of days of the longest series so far."""


def streak_of(days: Iterable[date], today: date) -> Streak:
    """Return the lengths of the current and of the longest series of consecutive days.

    Args:
        days: the days to count, in any order. Days after today are ignored.
        today: the present day.
    """
    run = longest = 0
    last: date | None = None
    for day in sorted({day for day in days if day <= today}):
        run = run + 1 if last is not None and day - last == _DAY else 1
        longest, last = max(longest, run), day
    lasts = last is not None and today - last <= _DAY
    return Streak(run if lasts else 0, longest)
