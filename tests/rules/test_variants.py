"""Variants: other tickets, offers and bonuses on the board of an edition."""

from __future__ import annotations

import pytest

from tests.tables import Seat, act, open_view, refusal, sheet, table, told
from whistlestop import Game
from whistlestop.editions.load import variants
from whistlestop.editions.model import TieBreak
from whistlestop.events import TicketsOffered

OPENING = {
    "usa-1910": (3, 2),
    "usa-big-cities": (4, 2),
    "usa-mega": (5, 3),
    "europe-big-cities": (5, 2),
    "europe-extended": (4, 2),
}
"""The number of tickets dealt at the start, and how many must be kept."""

ON_TURN = {
    "usa-1910": 3,
    "usa-big-cities": 4,
    "usa-mega": 4,
    "europe-big-cities": 4,
    "europe-extended": 3,
}
"""The number of tickets drawn on a turn, of which one must be kept."""


@pytest.mark.parametrize("variant", variants())
def test_the_opening_offer(variant: str) -> None:
    """V-10, V-11, V-12, V-20, V-21"""
    game = Game.new(variant, 2, seed=5)
    dealt, keep = OPENING[variant]
    offers = told(game.opening, TicketsOffered)
    assert [len(offer.tickets or ()) for offer in offers] == [dealt, dealt]
    for seat in game.deciding:
        few = " ".join(map(str, range(1, keep)))
        assert f"Keep at least {keep} tickets, not {keep - 1}" in refusal(game, f"keep {few}", seat)
        act(game, f"keep {few} {keep}", seat)
    assert open_view(game).phase == "turn"


@pytest.mark.parametrize("variant", variants())
def test_an_offer_on_a_turn(variant: str) -> None:
    """V-10, V-11, V-12, V-20, V-21"""
    game = table(variant, {}, {})
    (offered,) = told(act(game, "tickets"), TicketsOffered)
    assert len(offered.tickets or ()) == ON_TURN[variant]
    assert "Keep at least 1 ticket, not 0" in refusal(game, "keep none")
    act(game, "keep 1")
    # The others go under the stack (C-31, I-23).
    assert len(open_view(game).returned) == ON_TURN[variant] - 1


def test_opening_tickets_of_europe_leave_the_game() -> None:
    """I-23, V-20"""
    game = Game.new("europe-big-cities", 3, seed=5)
    for seat in game.deciding:
        act(game, "keep 1 2", seat)
    view = open_view(game)
    assert view.returned == ()
    assert view.stacks == (45 - 3 * 5,)


SHORT = {"routes": ["ATL-RAL", "RAL-WAS"], "tickets": ["ATL-WAS"]}
"""Four points for routes and four for a ticket of `usa-1910`."""

LONG = {"routes": ["CHI-PIT", "NYC-PIT"], "tickets": ["CHI-NYC"]}
"""Six points for routes and five for a ticket of `usa-1910` and of `usa-big-cities`."""


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_who_share_the_most_tickets_of_1910_get_15(seats: int) -> None:
    """V-10: there is nothing for the longest path."""
    players: list[Seat] = [SHORT, LONG, *[{"routes": []}] * (seats - 2)]
    game = table("usa-1910", *players)
    columns = [sheet(game, seat) for seat in range(seats)]
    assert [one.most_tickets_bonus for one in columns] == [15, 15, *[0] * (seats - 2)]
    assert [one.longest_path_bonus for one in columns] == [0] * seats
    assert [one.total for one in columns] == [4 + 4 + 15, 6 + 5 + 15, *[0] * (seats - 2)]


def test_both_bonuses_count_in_usa_mega() -> None:
    """V-12"""
    columns = table("usa-mega", SHORT, LONG).score_sheet().players
    assert [one.most_tickets_bonus for one in columns] == [15, 15]
    assert [one.longest_path_bonus for one in columns] == [0, 10]
    assert [one.total for one in columns] == [4 + 4 + 15, 6 + 5 + 15 + 10]


def test_there_is_no_bonus_in_usa_big_cities() -> None:
    """V-11, I-23"""
    column = sheet(table("usa-big-cities", LONG, {}), 0)
    assert (column.most_tickets_bonus, column.longest_path_bonus) == (0, 0)
    assert column.total == 6 + 5


def test_the_longest_path_counts_in_europe_big_cities() -> None:
    """V-20"""
    column = sheet(table("europe-big-cities", {"routes": ["BER-WIE"]}, {}), 0)
    assert (column.most_tickets_bonus, column.longest_path_bonus) == (0, 10)


@pytest.mark.parametrize("holder", [0, 1])
def test_more_completed_tickets_break_a_tie(holder: int) -> None:
    """I-22"""
    players = [{"routes": ["HEL-WIN", "CHI-DUL"], "tickets": []}] * 2
    players[holder] = LONG
    result = table("usa-big-cities", *players).score_sheet()
    assert result.totals == (11, 11)
    assert result.winners == (holder,)
    assert result.decided_by is TieBreak.TICKETS


@pytest.mark.parametrize("variant", ["usa-1910", "usa-big-cities"])
def test_a_longer_path_breaks_no_tie_where_it_earns_nothing(variant: str) -> None:
    """I-22"""
    apart, path = ["ATL-NAS", "DAL-HOU"], ["DAL-LIT"]
    result = table(variant, {"routes": apart}, {"routes": path}).score_sheet()
    assert result.totals == (2, 2)
    assert result.winners == (0, 1)
    assert result.decided_by is None
