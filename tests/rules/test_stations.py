"""Europe: stations, the routes they open to tickets at the end, and its tie-breaks."""

from __future__ import annotations

import itertools
from functools import lru_cache
from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest

from tests.tables import (
    act,
    acts,
    box,
    cards_on_table,
    empty,
    hand,
    leaving,
    open_view,
    options,
    refusal,
    sheet,
    table,
    told,
)
from whistlestop import Game, IllegalAction, MalformedAction, load_edition
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.model import TieBreak
from whistlestop.events import DisplayRefilled, DisplaySwept, StationBuilt
from whistlestop.rules import luck as lucks
from whistlestop.rules.book import book_of
from whistlestop.rules.entry.playouts import play_on
from whistlestop.rules.luck import LUCK
from whistlestop.rules.state import STATE
from whistlestop.seen.route_graph import members, words
from whistlestop.seen.sheet import completed_by_stations, score_sheet

CITIES = {city.code for city in load_edition("europe").cities}


def sites(game: Game) -> set[str]:
    """The cities where a station can be built."""
    return {option.split()[1] for option in options(game) if option.startswith("station ")}


def prices(game: Game, city: str) -> set[str]:
    """The sets of cards with which a station can be built there."""
    start = f"station {city} with "
    return {option.removeprefix(start) for option in options(game) if option.startswith(start)}


NOTHING: list[str] = []
NO_WAY: set[str] = set()

# Building -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("built", "ways"),
    [
        (NOTHING, {"1 blue", "1 red", "1 locomotive"}),
        (["PAR"], {"2 blue", "1 blue 1 locomotive", "1 red 1 locomotive", "2 locomotive"}),
        (
            ["PAR", "ROM"],
            {"3 blue", "2 blue 1 locomotive", "1 blue 2 locomotive", "1 red 2 locomotive"},
        ),
        (["PAR", "ROM", "WIE"], NO_WAY),
    ],
)
def test_the_first_costs_one_the_second_two_the_third_three(
    built: list[str], ways: set[str]
) -> None:
    """E-20, E-51: every set that the hand can make; after three there is no fourth."""
    player = {"hand": {"blue": 3, "red": 1, "locomotive": 2}, "stations": built}
    game = table("europe", player, {})
    assert prices(game, "BER") == ways
    assert sites(game) == ((CITIES - set(built)) if ways else set())
    for way in ways:
        trial = game.copy(seed=1)
        events = act(trial, f"station BER with {way}")
        (event,) = told(events, StationBuilt)
        assert (event.seat, event.city) == (0, "BER")
        assert " ".join(f"{number} {card}" for card, number in event.cards) == way
        view = open_view(trial)
        assert dict(view.discards) == dict(event.cards)
        assert set(view.players[0].stations) == {*built, "BER"}
        assert [player.stations_left for player in view.players] == [2 - len(built), 3]
        assert (view.players[0].pieces, view.players[0].score) == (45, 0)
        assert trial.seat == 1
        assert cards_on_table(trial) == box("europe")


def test_nobody_builds_a_fourth() -> None:
    """E-20"""
    player = {"hand": {"blue": 8}, "stations": ["PAR", "ROM", "WIE"]}
    game = table("europe", player, {})
    assert open_view(game).players[0].stations_left == 0
    with pytest.raises(IllegalAction):
        game.play("station BER with 4 blue")


@pytest.mark.parametrize(
    ("built", "held"), [(1, {"blue": 1, "red": 1}), (2, {"blue": 2, "red": 2})]
)
def test_a_station_that_cannot_be_paid_is_not_offered(built: int, held: dict[str, int]) -> None:
    """E-20"""
    game = table("europe", {"hand": held, "stations": ["PAR", "ROM"][:built]}, {})
    assert sites(game) == set()
    with pytest.raises(MalformedAction, match="exactly"):
        game.play("station BER with 1 blue")
    with pytest.raises(MalformedAction, match="one colour"):
        game.play("station BER with " + ("1 blue 1 red" if built == 1 else "2 blue 1 red"))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_one_station_in_a_city_whoevers(seats: int) -> None:
    """E-20"""
    players: list[dict[str, Any]] = [{} for _ in range(seats)]
    players[0] = {"hand": {"blue": 8}, "stations": ["PAR"]}
    players[-1]["stations"] = ["ROM", "BER"]
    game = table("europe", *players)
    assert sites(game) == CITIES - {"PAR", "ROM", "BER"}
    assert "station" in refusal(game, "station ROM with 2 blue")
    refusal(game, "station PAR with 2 blue")


def test_a_station_needs_no_route_and_stays() -> None:
    """E-50, E-52: any city, nothing claimed anywhere; it cannot be taken back or moved."""
    game = table("europe", {"hand": {"blue": 3}}, {"hand": {"red": 2}})
    assert sites(game) == CITIES
    act(game, "station EDI with 1 blue")
    assert "EDI" not in sites(game)
    acts(game, "draw deck > green", "draw deck > green")
    assert open_view(game).players[0].stations == ("EDI",)
    assert prices(game, "LIS") == {"2 blue"}
    assert not any("EDI" in option for option in options(game) if option.startswith("station"))


def test_a_station_has_no_part_in_the_final_round() -> None:
    """E-52, C-40: it costs no pieces, so it neither begins the end nor is refused without any."""
    game = table("europe", {"hand": {"blue": 1}, "routes": leaving("europe", 3)}, {})
    act(game, "station EDI with 1 blue")
    assert open_view(game).last_turns == 0
    routes = leaving("europe", 0)
    game = table("europe", {"hand": {"blue": 1}, "routes": routes}, {}, last_turns=2)
    act(game, "station EDI with 1 blue")
    view = open_view(game)
    assert (view.players[0].stations, view.players[0].pieces) == (("EDI",), 0)
    assert view.last_turns == 1


def test_a_whole_turn_of_one_station() -> None:
    """E-20, E-01"""
    game = table("europe", {"hand": {"blue": 8}}, {})
    act(game, "station EDI with 1 blue")
    assert game.seat == 1
    with pytest.raises(ValueError, match="not your turn: Player 2"):
        game.play("station PAR with 2 blue", 0)


def test_the_display_is_looked_at_again_after_a_station() -> None:
    """E-51, I-17: its cards are discarded, so a gap is filled, or three locomotives swept."""
    display = ["red", "white", None, "green", "black"]
    game = table("europe", {"hand": {"blue": 1}}, {}, display=display, deck={}, rest=1)
    events = act(game, "station EDI with 1 blue")
    assert told(events, DisplayRefilled) == [DisplayRefilled(2, "blue")]
    display = ["locomotive", "locomotive", "locomotive", "red", "green"]
    player = {"hand": {"blue": 1}}
    game = table("europe", player, {}, display=display, deck={}, rest=1)
    assert told(act(game, "station EDI with 1 blue"), DisplaySwept)
    assert open_view(game).display.count("locomotive") < 3


def test_nobody_passes_who_can_build_a_station() -> None:
    """E-57, I-03"""
    player = {"hand": {"blue": 1}}
    nothing: dict[str, Any] = {"display": [None] * 5, "deck": {}, "rest": 1, "tickets_left": []}
    game = table("europe", player, {}, **nothing)
    assert "pass" not in options(game)
    assert sites(game) == CITIES
    game = table("europe", {}, {}, **nothing)
    assert options(game) == {"pass"}


# What they open -------------------------------------------------------------------------

NEAR: dict[str, Any] = {"routes": ["ESS-FRA"], "tickets": ["FRA-KOB"]}
"""Frankfurt to København, 5 points, lacks only Essen–København."""


def opened(game: Game, seat: int = 0) -> dict[str, str | None]:
    """Which route each station opens."""
    return {line.city: line.route for line in sheet(game, seat).stations}


@pytest.mark.parametrize("city", ["ESS", "KOB"])
def test_a_station_opens_a_route_of_another_player_that_leads_into_its_city(city: str) -> None:
    """E-21: for tickets; it is no part of the path, and scores nothing."""
    game = table("europe", {**NEAR, "stations": [city]}, {"routes": ["ESS-KOB"]})
    column = sheet(game, 0)
    assert (column.ticket_points, column.completed) == (5, 1)
    assert opened(game) == {city: "ESS-KOB"}
    assert (column.longest_path, column.longest_path_bonus) == (2, 0)
    assert column.route_points == 2
    assert open_view(game).players[1].routes == ("ESS-KOB",)
    other = sheet(game, 1)
    assert (other.route_points, other.longest_path, other.longest_path_bonus) == (4, 3, 10)


@pytest.mark.parametrize("city", ["FRA", "STO", "PAR"])
def test_routes_that_do_not_lead_into_its_city_stay_closed(city: str) -> None:
    """E-21, E-50"""
    game = table("europe", {**NEAR, "stations": [city]}, {"routes": ["ESS-KOB"]})
    assert sheet(game, 0).ticket_points == -5
    assert sheet(game, 0).station_points == 8


def test_a_route_nobody_has_claimed_is_not_opened() -> None:
    """E-56"""
    game = table("europe", {**NEAR, "stations": ["KOB"]}, {})
    assert sheet(game, 0).ticket_points == -5
    assert opened(game) == {"KOB": None}


def test_the_same_route_for_all_tickets() -> None:
    """E-21, E-55: Berlin–London is worth more than Frankfurt–København, and not both."""
    player = {
        "routes": ["ESS-FRA", "AMS-ESS", "AMS-LON"],
        "tickets": ["FRA-KOB", "BER-LON"],
        "stations": ["ESS"],
    }
    game = table("europe", player, {"routes": ["ESS-KOB", "BER-ESS"]})
    assert opened(game) == {"ESS": "BER-ESS"}
    assert (sheet(game, 0).ticket_points, sheet(game, 0).completed) == (7 - 5, 1)
    both = {**player, "stations": ["ESS", "KOB"]}
    game = table("europe", both, {"routes": ["ESS-KOB", "BER-ESS"]})
    assert opened(game) == {"ESS": "BER-ESS", "KOB": "ESS-KOB"}
    assert sheet(game, 0).ticket_points == 7 + 5


def test_among_equal_worth_the_choice_that_completes_most() -> None:
    """E-55: one ticket of 10 points, or two of 5."""
    parts = [
        *("SAR-SOF", "SAR-ZAG", "WIE-ZAG"),
        *("ATH-BRI", "BRI-ROM", "MAR-ROM", "MAR-PAR", "DIE-PAR", "DIE-LON"),
        *("CON-SMY", "BUC-CON", "BUC-BUD"),
    ]
    tickets = ["LON-WIE", "BUD-SOF", "SMY-SOF"]
    player = {"routes": parts, "tickets": tickets, "stations": ["SOF"]}
    for rivals in (["ATH-SOF"], ["CON-SOF"], ["ATH-SOF", "CON-SOF"]):
        game = table("europe", player, {"routes": rivals})
        column = sheet(game, 0)
        assert column.ticket_points == 0
        assert column.completed == (1 if rivals == ["ATH-SOF"] else 2)
        assert opened(game) == {"SOF": rivals[-1]}


def test_a_path_over_nothing_but_opened_routes() -> None:
    """E-54: several, one after another."""
    player = {"tickets": ["FRA-KOB"], "stations": ["FRA", "KOB"]}
    game = table("europe", player, {"routes": ["ESS-FRA", "ESS-KOB"]})
    assert sheet(game, 0).ticket_points == 5
    assert opened(game) == {"FRA": "ESS-FRA", "KOB": "ESS-KOB"}
    assert (sheet(game, 0).longest_path, sheet(game, 0).route_points) == (0, 0)
    game = table("europe", {**player, "stations": ["FRA"]}, {"routes": ["ESS-FRA", "ESS-KOB"]})
    assert sheet(game, 0).ticket_points == -5


def would_complete(game: Game, seat: int = 0) -> dict[str, tuple[str, ...]]:
    """What one more station of the seat would complete, city by city."""
    return completed_by_stations(game.edition, game.state, seat)


def test_what_a_station_would_complete_is_known_before_it_is_built() -> None:
    """E-21: with one route of another player, from either end of it."""
    game = table("europe", NEAR, {"routes": ["ESS-KOB"]})
    assert would_complete(game) == {"ESS": ("FRA-KOB",), "KOB": ("FRA-KOB",)}
    assert would_complete(table("europe", NEAR, {})) == {}
    both = {**NEAR, "routes": ["ESS-FRA", "ESS-KOB"]}
    assert would_complete(table("europe", both, {})) == {}


def test_stations_built_already_count_for_the_next_one() -> None:
    """E-54: the ticket needs a second station. A station in Essen would serve only one route."""
    player = {"tickets": ["FRA-KOB"], "stations": ["FRA"]}
    rival = {"routes": ["ESS-FRA", "ESS-KOB"]}
    assert would_complete(table("europe", {**player, "stations": []}, rival)) == {}
    game = table("europe", player, rival)
    assert would_complete(game) == {"ESS": ("FRA-KOB",), "KOB": ("FRA-KOB",)}
    # The city of a station that another player has built is not free (E-50).
    game = table("europe", player, {**rival, "stations": ["KOB"]})
    assert would_complete(game) == {"ESS": ("FRA-KOB",)}


def test_no_fourth_station_completes_anything() -> None:
    """E-20"""
    game = table("europe", {**NEAR, "stations": ["PAR", "ROM", "BER"]}, {"routes": ["ESS-KOB"]})
    assert would_complete(game) == {}


def test_what_a_station_would_complete_is_what_it_completes() -> None:
    """E-21, E-55: made-up positions, scored again with the station built."""
    edition = load_edition("europe")
    random = Random(11)
    found = 0
    for _ in range(24):
        state = random_end(random, 3)
        kept = state.copy()
        promised = completed_by_stations(edition, state, 0)
        assert state == kept
        built = {city for seat in range(3) for city in members(state["stations"][seat])}
        before = {
            ln.ticket for ln in score_sheet(edition, state).players[0].tickets if ln.completed
        }
        for number, city in enumerate(edition.cities):
            if number in built or len(members(state["stations"][0])) == edition.stations:
                assert city.code not in promised
                continue
            state["stations"][0] |= np.uint64(1 << number)
            lines = score_sheet(edition, state).players[0].tickets
            after = {line.ticket for line in lines if line.completed}
            state["stations"][0] ^= np.uint64(1 << number)
            assert set(promised.get(city.code, ())) == after - before
            found += len(after - before)
    assert found > 3


def test_one_route_from_both_ends_gains_nothing() -> None:
    """E-54"""
    player = {"tickets": ["FRA-KOB"], "stations": ["ESS", "KOB"]}
    game = table("europe", player, {"routes": ["ESS-KOB"]})
    assert sheet(game, 0).ticket_points == -5
    player = {**NEAR, "stations": ["ESS", "KOB"]}
    game = table("europe", player, {"routes": ["ESS-KOB"]})
    assert sheet(game, 0).ticket_points == 5
    assert "ESS-KOB" in opened(game).values()


def test_several_players_open_the_same_route() -> None:
    """E-54"""
    first = {**NEAR, "stations": ["KOB"]}
    routes = ["ESS-KOB", "KOB-STO/2"]
    wanted = {"routes": ["BER-ESS"], "tickets": ["STO-WIE"], "stations": ["STO", "ESS"]}
    game = table("europe", first, wanted, {"routes": [*routes, "BER-WIE"]}, {})
    assert opened(game, 0) == {"KOB": "ESS-KOB"}
    assert sheet(game, 1).ticket_points == -11
    wanted = {"routes": ["BER-ESS", "BER-WIE"], "tickets": ["STO-WIE"], "stations": ["STO", "ESS"]}
    game = table("europe", first, wanted, {"routes": routes}, {})
    assert opened(game, 0) == {"KOB": "ESS-KOB"}
    assert opened(game, 1) == {"STO": "KOB-STO/2", "ESS": "ESS-KOB"}
    assert sheet(game, 1).ticket_points == 11


@pytest.mark.parametrize("owners", [("ESS-KOB", "ESS-KOB/2"), ("ESS-KOB/2", "ESS-KOB")])
def test_either_track_of_a_pair(owners: tuple[str, str]) -> None:
    """E-53: neither C-25 nor C-26 is in the way; nothing is claimed."""
    player = {**NEAR, "stations": ["KOB"]}
    game = table("europe", player, {"routes": [owners[0]]}, {"routes": [owners[1]]}, {})
    assert sheet(game, 0).ticket_points == 5
    assert opened(game)["KOB"] in owners
    # With two players the second track is closed, and still the first is opened.
    game = table("europe", player, {"routes": [owners[0]]})
    assert opened(game) == {"KOB": owners[0]}
    # Whoever owns one track has the link without opening the other.
    own = {"routes": ["ESS-FRA", owners[0]], "tickets": ["FRA-KOB"], "stations": ["KOB"]}
    game = table("europe", own, {"routes": [owners[1]]}, {}, {})
    assert sheet(game, 0).ticket_points == 5


def test_a_station_opens_nothing_to_who_owns_all_there() -> None:
    """E-21: a station never opens what its owner has already."""
    game = table("europe", {**NEAR, "stations": ["FRA"]}, {})
    assert opened(game) == {"FRA": None}


@pytest.mark.parametrize(("built", "points"), [(0, 12), (1, 8), (2, 4), (3, 0)])
def test_four_points_for_every_station_not_built(built: int, points: int) -> None:
    """E-22"""
    game = table("europe", {"stations": ["PAR", "ROM", "WIE"][:built]}, {})
    column = sheet(game, 0)
    assert (column.station_points, column.total) == (points, points)
    assert sheet(game, 1).station_points == 12


def test_what_is_opened_counts_when_the_game_is_over() -> None:
    """E-21, E-22: the whole column adds up."""
    game = table("europe", {**NEAR, "stations": ["KOB"]}, {"routes": ["ESS-KOB"]})
    column = sheet(game, 0)
    parts = column.route_points + column.ticket_points + column.station_points
    assert column.total == parts + column.longest_path_bonus == 2 + 5 + 8


# Ties -----------------------------------------------------------------------------------


def test_first_more_completed_tickets() -> None:
    """E-30: even with more stations built."""
    first = {"routes": ["ESS-FRA", "ESS-KOB"], "tickets": ["FRA-KOB"], "stations": ["ROM"]}
    game = table("europe", first, {"routes": ["BRE-DIE", "BRE-PAR", "AMS-BRU"]})
    result = game.score_sheet()
    assert result.totals == (29, 29)
    assert (result.winners, result.decided_by) == ((0,), TieBreak.TICKETS)


def test_then_fewer_stations() -> None:
    """E-30: before the longest path, which both hold here."""
    first = {"routes": ["KOB-STO", "AMS-ESS"], "stations": ["ROM"]}
    game = table("europe", first, {"routes": ["SAR-ZAG"]})
    result = game.score_sheet()
    assert result.totals == (26, 26)
    assert (result.winners, result.decided_by) == ((1,), TieBreak.STATIONS)


def test_stations_come_before_the_longest_path() -> None:
    """E-30: the holder of the path has built one more."""
    two = ["AMS-FRA", "BAR-MAD", "BER-ESS", "BRE-DIE", "BRI-ROM"]
    first = {"routes": ["KOB-STO"], "stations": ["PET"]}
    game = table("europe", first, {"routes": two})
    result = game.score_sheet()
    assert result.totals == (22, 22)
    assert [player.longest_path_bonus for player in result.players] == [10, 0]
    assert (result.winners, result.decided_by) == ((1,), TieBreak.STATIONS)


def test_then_the_longest_path() -> None:
    """E-30"""
    two = ["AMS-FRA", "BAR-MAD", "BER-ESS", "BRE-DIE", "BRI-ROM", "CAD-LIS", "DAN-WAR"]
    game = table("europe", {"routes": ["KOB-STO"]}, {"routes": two})
    result = game.score_sheet()
    assert result.totals == (26, 26)
    assert (result.winners, result.decided_by) == ((0,), TieBreak.LONGEST_PATH)


def test_then_the_victory_is_shared() -> None:
    """E-30"""
    result = table("europe", *empty(3)).score_sheet()
    assert (result.winners, result.decided_by) == ((0, 1, 2), None)
    game = table("europe", {"routes": ["KOB-STO"]}, {"routes": ["SAR-ZAG"]})
    assert game.score_sheet().winners == (0, 1)


# Against brute force --------------------------------------------------------------------


@lru_cache(maxsize=1)
def facts() -> tuple[tuple[tuple[int, int], ...], list[tuple[int, int, int]]]:
    """The ends of the routes; both ends and the points of the tickets."""
    edition = load_edition("europe")
    index = gazetteer(edition)
    tickets = [
        (index.place_of[t.origin], index.place_of[t.options[0][0]], t.options[0][1])
        for t in edition.tickets
    ]
    return index.route_ends, tickets


def best_choice(state: Any, seat: int) -> tuple[int, int, int]:
    """The points and the number of completed tickets of the best choice, and of no choice."""
    ends, tickets = facts()
    mine = members(*state["owned"][seat])
    others = [
        r for s in range(int(state["seats"])) if s != seat for r in members(*state["owned"][s])
    ]
    choices = [
        [None, *(route for route in others if city in ends[route])]
        for city in members(state["stations"][seat])
    ]
    held = [tickets[ticket] for ticket in members(*state["tickets"][seat])]
    found: list[tuple[int, int]] = []
    for chosen in itertools.product(*choices):
        graph: Any = nx.Graph()  # type: ignore
        graph.add_nodes_from(range(64))
        graph.add_edges_from(ends[route] for route in [*mine, *chosen] if route is not None)
        part = {place: n for n, p in enumerate(nx.connected_components(graph)) for place in p}
        done = [part[a] == part[b] for a, b, _ in held]
        points = sum(p if ok else -p for (*_, p), ok in zip(held, done, strict=True))
        found.append((points, sum(done)))
    return (*max(found), found[0][0])


def random_end(random: Random, seats: int) -> Any:
    """A position with networks, tickets near them and stations, as it might end."""
    ends, tickets = facts()
    store: Any = np.zeros(1, dtype=STATE)
    state = store[0]
    state["seats"] = seats
    free = set(range(len(ends)))
    routes: list[list[int]] = [[] for _ in range(seats)]
    for _, seat in itertools.product(range(random.randint(6, 15)), range(seats)):
        places = {end for route in routes[seat] for end in ends[route]}
        near = [route for route in sorted(free) if places & set(ends[route])]
        pool = near if near and random.random() < 0.8 else sorted(free)
        routes[seat].append(random.choice(pool))
        free.remove(routes[seat][-1])
    cities = random.sample(range(len(CITIES)), len(CITIES))
    hands = random.sample(range(len(tickets)), len(tickets))
    for seat in range(seats):
        for word in range(2):
            mask = sum(1 << route % 64 for route in routes[seat] if route // 64 == word)
            state["owned"][seat, word] = np.uint64(mask)
        places = {end for route in routes[seat] for end in ends[route]}
        cities.sort(key=lambda city: city in places)
        built = [cities.pop() for _ in range(random.randint(0, 3))]
        state["stations"][seat] = np.uint64(sum(1 << city for city in built))
        hands.sort(key=lambda ticket: len(places & set(tickets[ticket][:2])))
        held = [hands.pop() for _ in range(random.randint(2, 9))]
        (state["tickets"][seat],) = words(held)
    return state


def compare(state: Any, seats: int) -> tuple[int, int]:
    """Compare one position; how many stations were useful, and how many there were."""
    useful = stations = 0
    for column in score_sheet(load_edition("europe"), state).players:
        points, completed, without = best_choice(state, column.seat)
        assert (column.ticket_points, column.completed) == (points, completed)
        assert column.station_points == 4 * (3 - len(column.stations))
        stations += len(column.stations)
        useful += points > without
    assert stations <= 3 * seats
    return useful, stations


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_choice_is_the_best_in_made_up_positions(seats: int) -> None:
    """E-21, E-55, E-54: points and completed tickets, every combination tried with networkx."""
    random = Random(seats)
    useful = sum(compare(random_end(random, seats), seats)[0] for _ in range(80))
    assert useful >= 12


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_choice_is_the_best_at_the_end_of_games(seats: int) -> None:
    """E-21, E-55, E-22, C-41: games played to the end at random."""
    book = book_of(load_edition("europe"))
    found = 0
    for number in range(6):
        game = Game.new("europe", seats, seed=1000 + number)
        store: Any = np.zeros(1, dtype=STATE)
        store[0] = game.state
        luck: Any = np.zeros(1, dtype=LUCK)[0]
        lucks.seed(luck, np.uint64(number))
        play_on(book, store[0], luck)
        found += compare(store[0], seats)[1]
    assert found > 6


def test_opened_routes_never_lengthen_a_path() -> None:
    """E-21: whatever is opened, the path is that of the own routes."""
    random = Random(9)
    for _ in range(20):
        state = random_end(random, 3)
        before = score_sheet(load_edition("europe"), state)
        state["stations"] = 0
        after = score_sheet(load_edition("europe"), state)
        for one, two in zip(before.players, after.players, strict=True):
            assert one.longest_path == two.longest_path
            assert one.route_points == two.route_points
            assert one.ticket_points >= two.ticket_points


def test_the_hand_pays_for_three_stations_in_turn() -> None:
    """E-20: 1, 2 and 3 cards, over three turns."""
    game = table("europe", {"hand": {"blue": 6}}, {"hand": {"red": 6}})
    for number, (mine, theirs) in enumerate((("PAR", "ROM"), ("BER", "WIE"), ("LIS", "MOS")), 1):
        act(game, f"station {mine} with {number} blue")
        act(game, f"station {theirs} with {number} red")
    assert hand(game, 0) == hand(game, 1) == {}
    assert sites(game) == set()
    assert dict(open_view(game).discards) == {"blue": 6, "red": 6}
