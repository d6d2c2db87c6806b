"""The deal of the day: computed from the date alone, and never another one."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from tests.pages import ROOT, run_doctest
from whistlestop.bots.levels import LEVELS
from whistlestop.editions.load import load, names
from whistlestop.play.daily import (
    FIRST_DAY,
    SCHEMES,
    Span,
    Streak,
    closes_at,
    day_at,
    days_of,
    deal_of,
    ends_at,
    streak_of,
)

DAY = timedelta(days=1)
YEARS = [FIRST_DAY + number * DAY for number in range(1200)]

GOLDEN = {
    "2026-11-01": (1, "germany", ("skilled", "expert", None), 6296125511862536349, "f7f2902e"),
    "2026-11-27": (1, "europe", ("skilled", None, "casual"), 8536432176043618982, "91e52260"),
    "2026-11-28": (1, "usa", (None, "expert", "skilled"), 14060021024653079311, "fd19a100"),
    "2026-12-05": (1, "usa", ("expert", None, "skilled"), 10490430843570340319, "e5eef47b"),
    "2026-12-06": (2, "india", ("skilled", None, "expert"), 4246908419513938321, "cb04fbd0"),
    "2026-12-31": (2, "london", ("casual", None, "skilled"), 852816224994513708, "f7f8873a"),
    "2027-01-01": (2, "switzerland", (None, "casual", "skilled"), 15712360960498306810, "22306f74"),
    "2027-01-02": (2, "newyork", (None, "skilled", "expert"), 17235422190954514802, "e6b87b02"),
    "2027-01-03": (3, "london", (None, "skilled", "expert"), 9271800883476351949, "e3fb4198"),
    "2028-02-29": (3, "germany", ("casual", "beginner", None), 6063861842080677164, "e4809f30"),
}
"""Scheme, edition, seats, seed and the beginning of the salt. No later scheme changes them."""


@pytest.mark.parametrize("day", GOLDEN)
def test_the_deal_of_a_day_never_changes(day: str) -> None:
    deal = deal_of(date.fromisoformat(day))
    made = (deal.scheme, deal.edition, deal.seats, deal.seed, deal.salt[:8])
    assert made == GOLDEN[day]
    assert (deal.day.isoformat(), len(deal.salt)) == (day, 64)


def test_every_board_has_its_turn() -> None:
    deals = [deal_of(day) for day in YEARS]
    assert all(before.edition != after.edition for before, after in pairwise(deals))
    for scheme in SCHEMES:
        counts = Counter(deal.edition for deal in deals if deal.scheme == scheme.number)
        assert set(counts) == set(scheme.editions)
        assert max(counts.values()) - min(counts.values()) <= 2
    assert set(SCHEMES[-1].editions) == {*names()}
    assert all(load(name).players[1] >= 3 for name in names())


def test_the_bots_are_of_two_levels_that_decide_by_no_clock() -> None:
    levels = {level.name: level for level in LEVELS}
    order = [level.name for level in LEVELS]
    for day in YEARS[:60]:
        deal = deal_of(day)
        weaker, stronger = deal.bots
        assert order.index(weaker) < order.index(stronger)
        assert sorted(deal.seats, key=str) == sorted((None, *deal.bots), key=str)
        # A bot that searches decides by how fast the machine is.
        assert not any(levels[bot].searches for bot in deal.bots)


def test_people_sit_everywhere_and_no_two_days_are_alike() -> None:
    deals = [deal_of(day) for day in YEARS]
    assert {deal.seats.index(None) for deal in deals} == {0, 1, 2}
    assert len({deal.seed for deal in deals}) == len(deals)
    assert all(0 <= deal.seed < 1 << 64 for deal in deals)


def test_schemes_follow_one_another() -> None:
    assert [scheme.number for scheme in SCHEMES] == [*range(1, len(SCHEMES) + 1)]
    assert all(before.first < after.first for before, after in pairwise(SCHEMES))
    # A server whose clock is wrong has a deal, too.
    assert deal_of(date(1970, 1, 1)).scheme == 1


def test_days_are_those_of_utc() -> None:
    last = datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC).timestamp()
    assert day_at(last) == date(2026, 12, 31)
    assert day_at(last + 1) == date(2027, 1, 1)
    assert ends_at(date(2026, 12, 31)) == last + 1
    assert closes_at(date(2026, 12, 31)) == last + 1 + 6 * 3600


@pytest.mark.parametrize(
    ("day", "span", "first", "last"),
    [
        ("2026-11-27", "day", "2026-11-27", "2026-11-27"),
        ("2026-11-23", "week", "2026-11-23", "2026-11-29"),
        ("2026-11-29", "week", "2026-11-23", "2026-11-29"),
        ("2027-01-01", "week", "2026-12-28", "2027-01-03"),
        ("2026-12-31", "month", "2026-12-01", "2026-12-31"),
        ("2027-02-10", "month", "2027-02-01", "2027-02-28"),
        ("2028-02-10", "month", "2028-02-01", "2028-02-29"),
    ],
)
def test_days_of_a_span(day: str, span: Span, first: str, last: str) -> None:
    found = days_of(date.fromisoformat(day), span)
    assert found == (date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize(
    ("days", "today", "streak"),
    [
        ((), "2026-11-27", Streak(0, 0)),
        (("2026-11-27",), "2026-11-27", Streak(1, 1)),
        # Today can still be played.
        (("2026-11-26", "2026-11-25"), "2026-11-27", Streak(2, 2)),
        (("2026-11-25", "2026-11-24"), "2026-11-27", Streak(0, 2)),
        (("2026-11-30", "2026-12-01", "2026-12-02"), "2026-12-02", Streak(3, 3)),
        (("2026-12-31", "2027-01-01"), "2027-01-02", Streak(2, 2)),
        (("2028-02-28", "2028-02-29", "2028-03-01"), "2028-03-01", Streak(3, 3)),
        (("2026-11-01", "2026-11-02", "2026-11-03", "2026-11-05"), "2026-11-05", Streak(1, 3)),
        # Days after today, after a clock was put back.
        (("2026-11-27", "2026-11-28"), "2026-11-27", Streak(1, 1)),
        (("2026-11-27", "2026-11-27"), "2026-11-27", Streak(1, 1)),
    ],
)
def test_days_in_a_row(days: tuple[str, ...], today: str, streak: Streak) -> None:
    found = streak_of(map(date.fromisoformat, days), date.fromisoformat(today))
    assert found == streak


def test_the_examples_of_the_page(tmp_path: Path) -> None:
    assert run_doctest(ROOT / "docs" / "daily.md", tmp_path) == 5
