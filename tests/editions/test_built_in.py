"""The built-in editions hold what their boxes hold."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.editions.facts import per_stack, tracks, worth_more

from whistlestop.editions import limits
from whistlestop.editions.load import load, names
from whistlestop.editions.model import Offer, TieBreak, Unkept

EIGHT = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
SIX = ("blue", "green", "black", "pink", "yellow", "orange")


def test_the_names() -> None:
    assert names() == (
        *("europe", "germany", "india", "london"),
        *("newyork", "nordic", "switzerland", "usa"),
    )


@pytest.mark.parametrize("name", names())
def test_every_edition_is_named_like_its_file_and_fits(name: str) -> None:
    edition = load(name)
    assert edition.name == name
    assert edition.revision == 1
    assert edition.notes
    assert len(edition.source) == 64
    assert edition.counts is not None
    assert edition.players[1] <= limits.SEATS
    assert load(name) is edition


def test_usa() -> None:
    usa = load("usa")
    assert usa.title == "USA"
    assert usa.players == (2, 5)
    assert (usa.pieces, usa.piece_name, usa.final_round_at) == (45, "train", 2)
    assert usa.cards.colours == tuple((colour, 12) for colour in EIGHT)
    assert (usa.cards.locomotive, usa.cards.total, usa.cards.starting_hand) == (14, 110, 4)
    assert usa.points == (1, 2, 4, 7, 10, 15)
    assert usa.opening == Offer(keep=2, unkept=Unkept.BOTTOM, draw=(3,))
    assert usa.turn == Offer(keep=1, unkept=Unkept.BOTTOM, draw=(3,))
    assert (usa.longest_path_bonus, usa.most_tickets_bonus) == (10, 0)
    assert usa.tie_breaks == (TieBreak.TICKETS, TieBreak.LONGEST_PATH)
    assert usa.parallel_closed_up_to == 3
    assert (len(usa.cities), len(usa.routes)) == (36, 100)
    assert sum(route.length for route in usa.routes) == 309
    assert tracks(usa) == {1: 56, 2: 22}
    assert per_stack(usa) == {"main": (30, 349)}


def test_usa_colours_are_even() -> None:
    routes: Counter[str] = Counter()
    spaces: Counter[str] = Counter()
    for route in load("usa").routes:
        routes[route.colour or "grey"] += 1
        spaces[route.colour or "grey"] += route.length
    assert routes == {**dict.fromkeys(EIGHT, 7), "grey": 44}
    assert spaces == {**dict.fromkeys(EIGHT, 27), "grey": 93}


def test_usa_tickets_are_worth_their_shortest_path_but_for_five() -> None:
    assert worth_more(load("usa")) == {
        "LAX-NYC": 1,
        "LAX-MIA": 1,
        "CHI-LAX": 1,
        "OKL-SSM": 1,
        "NYC-SEA": 2,
    }


def test_germany() -> None:
    germany = load("germany")
    assert germany.players == (2, 5)
    assert (germany.pieces, germany.passengers, germany.final_round_at) == (45, 3, 2)
    assert germany.cards.colours == tuple((colour, 11) for colour in EIGHT)
    assert (germany.cards.locomotive, germany.cards.locomotive4) == (14, 6)
    assert (germany.cards.passenger, germany.cards.total) == (10, 118)
    assert germany.cards.locomotive4_from_length == 4
    assert (germany.cards.sweep_locomotives, germany.cards.sweep_passengers) == (3, 3)
    assert germany.points == (1, 2, 4, 7, 10, 15, 18)
    assert germany.opening == Offer(keep=2, unkept=Unkept.RESHUFFLE, choose=4)
    assert germany.turn == Offer(keep=1, unkept=Unkept.BOTTOM, choose=4)
    assert (germany.longest_path_bonus, germany.most_tickets_bonus) == (0, 10)
    assert germany.tie_breaks == (TieBreak.TICKETS, TieBreak.MERCHANDISE)
    assert germany.parallel_closed_up_to == 3
    assert (len(germany.cities), len(germany.countries), len(germany.routes)) == (35, 5, 110)
    assert sum(route.length for route in germany.routes) == 313
    assert tracks(germany) == {1: 62, 2: 21, 3: 2}
    assert per_stack(germany) == {"short": (23, 188), "long": (23, 359)}


def test_germany_borders() -> None:
    germany = load("germany")
    countries = {country.code for country in germany.countries}
    ways_in = Counter(route.b for route in germany.routes if route.b in countries)
    assert ways_in == {"AT": 3, "CH": 3, "DK": 2, "FR": 3, "NL": 3}


def test_germany_stacks_are_told_apart_by_value() -> None:
    values: dict[str, set[int]] = {"short": set(), "long": set()}
    for ticket in load("germany").tickets:
        values[ticket.stack].add(ticket.options[0][1])
    assert (min(values["short"]), max(values["short"])) == (5, 11)
    assert (min(values["long"]), max(values["long"])) == (12, 22)


def test_germany_merchandise() -> None:  # M-25
    germany = load("germany")
    tokens = {kind.name: kind.tokens for kind in germany.merchandise}
    assert tokens == {"black": (7, 6, 5, 4), "red": (4, 3, 2), "yellow": (3, 2, 1), "white": (2,)}
    cities = Counter(city.merchandise for city in germany.cities)
    assert cities == {"black": 1, "red": 6, "yellow": 12, "white": 16}
    assert sum(len(tokens[city.merchandise or ""]) for city in germany.cities) == 74


def test_germany_says_what_is_reconstructed() -> None:
    assert sum("Reconstructed" in note for note in load("germany").notes) == 2


def test_london() -> None:
    london = load("london")
    assert london.players == (2, 4)
    assert (london.pieces, london.piece_name, london.final_round_at) == (17, "bus", 2)
    assert london.cards.colours == tuple((colour, 6) for colour in SIX)
    assert (london.cards.locomotive, london.cards.locomotive_name) == (8, "bus")
    assert (london.cards.total, london.cards.starting_hand) == (44, 2)
    assert london.points == (1, 2, 4, 7)
    assert london.opening == london.turn == Offer(keep=1, unkept=Unkept.BOTTOM, draw=(2,))
    assert (london.longest_path_bonus, london.most_tickets_bonus) == (0, 0)
    assert london.tie_breaks == (TieBreak.TICKETS,)
    assert london.parallel_closed_up_to == 2
    assert (len(london.cities), len(london.routes)) == (17, 44)
    assert sum(route.length for route in london.routes) == 95
    assert tracks(london) == {1: 26, 2: 9}
    assert per_stack(london) == {"main": (20, 108)}


def test_london_districts() -> None:  # L-10
    london = load("london")
    assert [district.name for district in london.districts] == ["1", "2", "3", "4", "5"]
    assert [district.points for district in london.districts] == [1, 2, 3, 4, 5]
    members = [code for district in london.districts for code in district.cities]
    assert sorted(members) == sorted(city.code for city in london.cities)


@pytest.mark.parametrize("name", ["germany", "london"])
def test_tickets_are_worth_their_shortest_path(name: str) -> None:
    assert worth_more(load(name)) == {}


@pytest.mark.parametrize("name", names())
def test_every_city_has_a_position(name: str) -> None:
    edition = load(name)
    for place in (*edition.cities, *edition.countries):
        assert (place.latitude, place.longitude) != (0, 0)


@pytest.mark.parametrize(
    ("name", "alias", "code"),
    [
        ("usa", "New York City", "NYC"),
        ("usa", "St. Louis", "STL"),
        ("germany", "Cologne", "KOL"),
        ("germany", "Munich", "MUN"),
        ("germany", "Nuremberg", "NUR"),
        ("germany", "Holland", "NL"),
        ("london", "King's X", "KIN"),
    ],
)
def test_names_that_people_type(name: str, alias: str, code: str) -> None:
    edition = load(name)
    places = {place.code: place for place in (*edition.cities, *edition.countries)}
    assert alias in places[code].aliases
