"""New York: attractions, and what it has in common with London."""

from __future__ import annotations

import pytest

from tests.tables import act, claimable, draws, empty, hand, open_view, options, sheet, table
from whistlestop import Game, load_edition
from whistlestop.editions.model import TieBreak

ATTRACTIONS = {"BRO", "CEN", "CHE", "CHI", "EMP", "GRE", "TIM", "UNI", "WAL"}


def test_the_attractions_of_the_board() -> None:
    """N-10: written down once more."""
    cities = load_edition("newyork").cities
    assert {city.code for city in cities if city.attraction} == ATTRACTIONS
    assert len(cities) == 15


@pytest.mark.parametrize(
    ("routes", "points"),
    [
        ([], 0),
        (["LIN-MID"], 0),
        (["EAS-LOW", "LIN-MID"], 0),
        (["CEN-LIN"], 1),
        (["BRO-CHI"], 2),
        (["CEN-TIM", "TIM-UNI"], 3),
        (["CEN-TIM", "TIM-UNI", "CEN-UNI"], 3),
        (["CEN-LIN", "CHI-LOW", "EAS-GRE"], 3),
        (["BRO-WAL", "CHI-WAL", "CHI-GRE", "CHE-EMP", "EMP-TIM", "CEN-UNI"], 9),
    ],
)
def test_one_point_for_each_attraction_touched(routes: list[str], points: int) -> None:
    """N-10: once each, linked with each other or not, and by own routes alone."""
    other = {"routes": ["EMP-GRA"]}
    game = table("newyork", {"routes": routes}, other)
    column = sheet(game, 0)
    assert column.attraction_points == points
    assert column.total == column.route_points + points
    assert sheet(game, 1).attraction_points == 1


@pytest.mark.parametrize("code", sorted(city.code for city in load_edition("newyork").cities))
def test_every_place_by_itself(code: str) -> None:
    """N-10: a route counts what stands at its ends."""
    game = table("newyork", {}, {})
    for number, ends in enumerate(game.index.route_ends):
        names = {game.index.places[end].code for end in ends}
        if code in names:
            route = game.index.route_codes[number]
            column = sheet(table("newyork", {"routes": [route]}, {}), 0)
            assert column.attraction_points == len(names & ATTRACTIONS)


def test_attractions_are_scored_at_the_end_and_may_be_shared() -> None:
    """N-10: nothing is given for them on the way."""
    player = {"hand": {"red": 2, "orange": 1}}
    game = table("newyork", player, {"routes": ["CEN-LIN"]}, *empty(1))
    act(game, "claim CEN-TIM/2 with 2 red")
    assert open_view(game).players[0].score == 2
    assert sheet(game, 0).total == 4
    assert [sheet(game, seat).attraction_points for seat in range(3)] == [2, 1, 0]


def test_neither_districts_nor_a_longest_path() -> None:
    """N-11"""
    game = table("newyork", {"routes": ["CEN-TIM", "LIN-TIM"]}, {})
    column = sheet(game, 0)
    assert column.district_points == column.longest_path_bonus == column.most_tickets_bonus == 0
    assert column.total == 4 + 2


def test_ties() -> None:
    """N-11: completed tickets, then together."""
    one = {"routes": ["CHI-WAL", "CHI-LOW"], "tickets": ["LOW-WAL"]}
    two = {"routes": ["CEN-TIM", "CEN-LIN"]}
    result = table("newyork", one, two).score_sheet()
    assert result.totals == (2 + 2 + 2, 4 + 2)
    assert (result.winners, result.decided_by) == ((0,), TieBreak.TICKETS)
    result = table("newyork", {"routes": ["CEN-LIN"]}, {"routes": ["EAS-GRE"]}).score_sheet()
    assert (result.winners, result.decided_by) == ((0, 1), None)


def test_a_turn_of_new_york_is_one_of_three() -> None:
    """N-01: and the wild card is the taxi, taken as in C-11."""
    game = table("newyork", {"hand": {"red": 1}}, {}, display="taxi red blue green pink")
    assert {option.split()[0] for option in options(game)} == {"draw", "claim", "tickets"}
    assert "taxi" in draws(game)
    act(game, "draw red > taxi")
    assert "taxi" not in draws(game)
    game = table("newyork", {}, {}, display="taxi red blue green pink")
    act(game, "draw taxi > red")
    assert (hand(game, 0), game.seat) == ({"taxi": 1}, 1)


def test_taxis_stand_in_for_any_card() -> None:
    """N-01, C-21"""
    game = table("newyork", {"hand": {"taxi": 2, "orange": 1}}, {})
    assert {"CEN-LIN", "EMP-TIM", "MID-TIM", "GRE-LOW"} <= claimable(game)
    assert "BRO-CHI" in claimable(game)
    act(game, "claim BRO-CHI with 1 orange 2 taxi")
    assert open_view(game).players[0].score == 4


def test_a_last_single_ticket() -> None:
    """N-02: it may be drawn, and is kept."""
    game = table("newyork", {}, {}, tickets_left=["BRO-TIM"])
    act(game, "tickets")
    assert options(game) == {"keep BRO-TIM"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_deal(seats: int) -> None:
    """N-01, C-01: fifteen taxis, two cards, two tickets of which one is kept."""
    view = open_view(Game.new("newyork", seats, seed=1))
    assert [(p.pieces, p.cards, len(p.offer or ())) for p in view.players] == [(15, 2, 2)] * seats
