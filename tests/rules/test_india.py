"""India: doubly joined tickets, ferries, offers and ties."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.test_algorithms import Edge, book_of_edges, words
from tests.tables import claimable, options, refusal, sheet, table, told, variant
from whistlestop import Game
from whistlestop.editions.limits import PLACES
from whistlestop.editions.load import load
from whistlestop.editions.model import TieBreak
from whistlestop.events import TicketsOffered
from whistlestop.rules.doubly_joined import (
    doubly_joined_points,
    have_two_ways,
    is_doubly_joined,
)
from whistlestop.seen.sheet import standing

NORTH = ["JAI-JOD", "JAI-RAT"]
SOUTH = ["AHM-JOD", "AHM-RAT"]
"""Two ways from Jodhpur to Ratlam."""


@pytest.mark.parametrize(
    ("routes", "doubly"),
    [
        ([*NORTH, "KHA-RAT"], False),
        ([*NORTH, "KHA-RAT", "AHM-JOD"], False),
        # The ways share a route.
        ([*NORTH, *SOUTH, "KHA-RAT"], False),
        # They meet nowhere; then in Ratlam.
        ([*NORTH, "KHA-RAT", "AHM-JOD", "AHM-KHA"], True),
        ([*NORTH, *SOUTH, "KHA-RAT", "BHO-RAT", "BHO-KHA"], True),
        # The shorter of the two ways to Ratlam is not the one that matters.
        ([*NORTH, *SOUTH, "KHA-RAT", "AHM-KHA"], True),
    ],
)
def test_two_ways_that_share_no_route(routes: list[str], doubly: bool) -> None:
    """B-10"""
    column = sheet(table("india", {"routes": routes, "tickets": ["JOD-KHA"]}, {}), 0)
    assert [(line.completed, line.doubly_joined) for line in column.tickets] == [(True, doubly)]
    assert (column.doubly_joined, column.doubly_joined_points) == (doubly, 5 * doubly)
    points = column.route_points + 5 + column.longest_path_bonus
    assert column.total == points + 5 * doubly


def test_a_ticket_that_is_not_completed() -> None:
    """B-10: two ways that end before the goal are none."""
    column = sheet(table("india", {"routes": [*NORTH, *SOUTH], "tickets": ["JOD-KHA"]}, {}), 0)
    assert (column.tickets[0].completed, column.tickets[0].doubly_joined) == (False, False)
    assert column.doubly_joined_points == 0


RING = [
    *("JAI-JOD", "AGR-JAI", "AGR-LUC", "KAT-LUC", "BIL-KAT", "BIL-RAI", "KHA-RAI", "AHM-KHA"),
    *("AHM-JOD", "KHA-MNM", "MNM-POO", "BOM-POO", "AHM-BOM"),
]
"""Two rings of routes."""
ON_RING = ["JAI-RAI", "JOD-KHA", "JOD-LUC", "KAT-KHA", "JAI-POO", "MNM-RAI", "BOM-LUC"]
"""Tickets between cities of `RING`."""


@pytest.mark.parametrize(("number", "points"), [*enumerate((0, 5, 10, 20, 30, 40, 40, 40))])
def test_points_for_all_of_them_together(number: int, points: int) -> None:
    """B-11: and each player by itself."""
    held = {"routes": RING, "tickets": ON_RING[:number]}
    other = {"routes": ["BEZ-IND", "IND-WAD"], "tickets": ["LAH-WAD"]}
    game = table("india", held, other)
    column = sheet(game, 0)
    assert (column.doubly_joined, column.doubly_joined_points) == (number, points)
    assert column.parts["doubly_joined"] == points
    assert sum(column.parts.values()) == column.total
    assert sheet(game, 1).doubly_joined_points == 0


def test_everybody_scores_their_own() -> None:
    """B-11: two players may score the same."""
    one = {"routes": [*NORTH, "KHA-RAT", "AHM-JOD", "AHM-KHA"], "tickets": ["JOD-KHA"]}
    two = {"routes": ["AGR-JAI/2", "AGR-KAT", "BIL-KAT", "BIL-RAI", "KHA-RAI", "JAI-RAT/2"]}
    two["routes"] += ["BHO-RAT", "BHO-KHA"]
    game = table("india", one, two | {"tickets": ["JAI-RAI"]}, {}, {})
    assert [sheet(game, seat).doubly_joined_points for seat in range(4)] == [5, 5, 0, 0]


def test_other_editions_do_not_score_them() -> None:
    """B-11"""
    routes = ["DEN-SFE", "ELP-SFE", "DEN-OKL", "ELP-OKL"]
    column = sheet(table("usa", {"routes": routes, "tickets": ["DEN-ELP"]}, {}), 0)
    assert (column.tickets[0].completed, column.tickets[0].doubly_joined) == (True, False)
    assert (column.doubly_joined, column.doubly_joined_points) == (0, 0)


def test_routes_that_stations_open_do_not_count() -> None:
    """I-25"""
    europe = variant("europe", ("[bonus]\n", "[bonus]\ndoubly_joined = [5]\n"))
    routes, last = ["BUD-SAR", "SAR-SOF", "BUC-BUD"], "BUC-SOF"
    own = {"routes": [*routes, last], "tickets": ["BUD-SOF"]}
    assert sheet(table(europe, own, {}), 0).doubly_joined_points == 5
    opened = {"routes": routes, "stations": ["BUC"], "tickets": ["BUD-SOF"]}
    column = sheet(table(europe, opened, {"routes": [last]}), 0)
    assert column.tickets[0].completed
    assert column.doubly_joined_points == 0


def test_the_destination_that_a_ticket_scores() -> None:
    """I-25: it does not matter that a cheaper one is doubly joined."""
    book = book_of_edges([(0, 1, 1), (0, 1, 1), (1, 2, 1)])
    book.ticket_origin[0] = 1 << 0
    book.ticket_options[0] = 2
    for option, (goal, points) in enumerate(((1, 4), (2, 6))):
        book.ticket_goal[0, option] = 1 << goal
        book.ticket_points[0, option] = points
    via = np.zeros(PLACES, dtype=np.int64)
    assert is_doubly_joined(book, 0, 4, *words({0, 1}), via)
    assert not is_doubly_joined(book, 0, 6, *words({0, 1, 2}), via)


def test_more_tickets_than_the_table_has_numbers_for() -> None:
    """B-11"""
    book: Any = book_of_edges([])
    assert [int(doubly_joined_points(book, n)) for n in range(3)] == [0, 0, 0]
    book.doubly_joined_most = 2
    book.doubly_joined[:2] = (3, 9)
    assert [int(doubly_joined_points(book, n)) for n in range(5)] == [0, 3, 9, 9, 9]


def ways(edges: list[Edge], starts: set[int], goals: set[int]) -> Iterator[frozenset[int]]:
    """The routes of every way that passes no city twice, found by trying."""

    def on(place: int, used: frozenset[int], been: frozenset[int]) -> Iterator[frozenset[int]]:
        if place in goals:
            yield used
        for number, (a, b, _) in enumerate(edges):
            if place in (a, b) and number not in used:
                other = b if place == a else a
                if other not in been:
                    yield from on(other, used | {number}, been | {other})

    for start in starts:
        yield from on(start, frozenset(), frozenset({start}))


EDGES = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 6), st.just(1)).filter(lambda e: e[0] != e[1]),
    max_size=10,
)


@settings(max_examples=300)
@given(
    EDGES,
    st.sets(st.integers(0, 2), min_size=1, max_size=2),
    st.sets(st.integers(4, 6), min_size=1, max_size=2),
    st.sampled_from([0, 60]),
)
def test_two_ways_by_trying_all(
    edges: list[Edge], starts: set[int], goals: set[int], first: int
) -> None:
    """B-10: countries are ends with several places."""
    found = [*ways(edges, starts, goals)]
    expected = any(not one & other for one, other in combinations(found, 2))
    book = book_of_edges(edges, first)
    routes = words(set(range(first, first + len(edges))))
    start, goal = (np.uint64(sum(1 << place for place in places)) for places in (starts, goals))
    via = np.full(PLACES, -1, dtype=np.int64)
    assert bool(have_two_ways(book, start, goal, *routes, via)) == expected


def test_the_facts_of_the_rules() -> None:
    """B-01, B-02, B-11, B-12"""
    india = load("india")
    assert india.players == (2, 4)
    assert (india.pieces, india.final_round_at, india.parallel_closed_up_to) == (45, 2, 3)
    assert india.doubly_joined == (5, 10, 20, 30, 40)
    assert (india.longest_path_bonus, india.most_tickets_bonus) == (10, 0)
    assert india.tie_breaks == (TieBreak.TICKETS, TieBreak.OWN_PATH)


def test_offers() -> None:
    """B-02: four at the start, of which two are kept; three on a turn, of which one is kept."""
    game = Game.new("india", 2, seed=4)
    assert [len(offer.tickets or ()) for offer in told(game.opening, TicketsOffered)] == [4, 4]
    assert "Keep at least 2 tickets, not 1" in refusal(game, "keep 1", 0)
    game = table("india", {}, {})
    offered = told(game.play("tickets"), TicketsOffered)
    assert [len(offer.tickets or ()) for offer in offered] == [3]
    assert len(options(game)) == 7


def test_a_turn_is_one_of_three() -> None:
    """B-01"""
    game = table("india", {"hand": {"red": 3}}, {})
    assert {option.split()[0] for option in options(game)} == {"draw", "claim", "tickets"}


def test_ferries_need_locomotives() -> None:
    """E-10, in India as in Europe."""
    assert "CAL-CHI" not in claimable(table("india", {"hand": {"red": 2}}, {}))
    hand = {"red": 1, "locomotive": 1}
    assert "CAL-CHI" in claimable(table("india", {"hand": hand}, {}))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_parallel_routes_are_open_with_four(seats: int) -> None:
    """C-26"""
    players = [{"hand": {"red": 1}}, {"routes": ["AGR-BHO"]}, {}, {}][:seats]
    assert ("AGR-BHO/2" in claimable(table("india", *players))) == (seats == 4)


LONG = {"routes": ["MNM-POO", "BOM-POO", "BOM-MOR"], "tickets": ["MAD-PES"]}
"""The longest path of all, and few points."""


def test_the_longer_path_breaks_a_tie() -> None:
    """B-12, I-26: even if somebody else has the bonus for the longest path."""
    joined, apart = {"routes": ["AGR-BHO", "AGR-JAI"]}, {"routes": ["BAR-DEL", "JAC-ROH"]}
    result = table("india", apart, joined, LONG).score_sheet()
    assert result.players[2].longest_path_bonus == 10
    assert result.totals[0] == result.totals[1] > result.totals[2]
    assert (result.winners, result.decided_by) == ((1,), TieBreak.OWN_PATH)
    assert [standing(player, TieBreak.OWN_PATH) for player in result.players] == [1, 2, 3]


def test_completed_tickets_come_first() -> None:
    """B-12: then paths; then the victory is shared."""
    joined = {"routes": ["JAI-RAT", "KHA-RAT", "JAI-JOD"], "tickets": ["JOD-KHA"]}
    points = sheet(table("india", joined, {}, LONG), 0).total
    assert points == 1 + 2 + 2 + 5 + 10
    apart = {"routes": ["KAT-LUC", "DHU-JAR"]}
    even = {"routes": ["KAT-LUC/2", "CHI-DHU"]}
    result = table("india", apart, even, LONG, {}).score_sheet()
    assert result.totals[0] == result.totals[1]
    assert (result.winners, result.decided_by) == ((0, 1), None)
