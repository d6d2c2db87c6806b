"""Europe, Switzerland, New York, India and Nordic Countries hold what their boxes hold."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.editions.facts import per_colour, per_stack, shortest_paths, tracks, worth_more

from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.load import load
from whistlestop.editions.model import LocomotiveUse, Offer, TieBreak, Unkept

EIGHT = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
SIX = ("blue", "green", "black", "pink", "red", "orange")
NAMES = ("europe", "india", "newyork", "nordic", "switzerland")


def test_europe() -> None:
    europe = load("europe")
    assert europe.title == "Europe"
    assert europe.players == (2, 5)
    assert (europe.pieces, europe.piece_name, europe.final_round_at) == (45, "train", 2)
    assert (europe.stations, europe.station_points) == (3, 4)  # E-20, E-22
    assert europe.cards.colours == tuple((colour, 12) for colour in EIGHT)
    assert (europe.cards.locomotive, europe.cards.total, europe.cards.starting_hand) == (14, 110, 4)
    assert europe.cards.locomotive_use is LocomotiveUse.ANY
    assert europe.cards.locomotive_ends_draw
    assert {length: europe.points[length - 1] for length in (1, 2, 3, 4, 6, 8)} == {
        1: 1,
        2: 2,
        3: 4,
        4: 7,
        6: 15,
        8: 21,
    }
    assert europe.opening == Offer(keep=2, unkept=Unkept.OUT, draw=(3, 1))
    assert europe.turn == Offer(keep=1, unkept=Unkept.BOTTOM, draw=(3, 0))
    assert (europe.longest_path_bonus, europe.most_tickets_bonus) == (10, 0)
    assert europe.tie_breaks == (  # E-30
        TieBreak.TICKETS,
        TieBreak.STATIONS,
        TieBreak.LONGEST_PATH,
    )
    assert europe.parallel_closed_up_to == 3
    assert (len(europe.cities), len(europe.countries), len(europe.routes)) == (47, 0, 101)
    assert sum(route.length for route in europe.routes) == 300
    assert tracks(europe) == {1: 79, 2: 11}
    assert per_stack(europe) == {"regular": (40, 321), "long": (6, 123)}


def test_europe_lengths() -> None:
    lengths = {route.length for route in load("europe").routes}
    assert lengths == {1, 2, 3, 4, 6, 8}


def test_europe_colours() -> None:
    assert per_colour(load("europe")) == {
        **dict.fromkeys(EIGHT, (8, 22)),
        "blue": (8, 23),
        "green": (8, 23),
        "grey": (37, 122),
    }


def test_europe_ferries() -> None:  # E-10
    ferries = [route for route in load("europe").routes if route.ferry]
    assert len(ferries) == 13
    assert sum(route.ferry for route in ferries) == 17
    assert all(route.colour is None and not route.tunnel for route in ferries)
    assert {f"{route.a}-{route.b}" for route in ferries if route.ferry == 2} == {
        "AMS-LON",
        "CON-SEV",
        "ERZ-SEV",
        "PAL-SMY",
    }


def test_europe_tunnels() -> None:  # E-11
    tunnels = [route for route in load("europe").routes if route.tunnel]
    assert len(tunnels) == 18
    assert len({(route.a, route.b) for route in tunnels}) == 17
    assert max(route.length for route in tunnels) == 8


def test_europe_stacks_are_told_apart_by_value() -> None:
    values: dict[str, set[int]] = {"regular": set(), "long": set()}
    for ticket in load("europe").tickets:
        values[ticket.stack].add(ticket.options[0][1])
    assert (min(values["regular"]), max(values["regular"])) == (5, 13)
    assert values["long"] == {20, 21}


def test_europe_tickets_are_worth_their_shortest_path_but_for_two() -> None:
    assert worth_more(load("europe")) == {"ATH-EDI": 1, "LON-WIE": 1}


def test_switzerland() -> None:
    switzerland = load("switzerland")
    assert switzerland.title == "Switzerland"
    assert switzerland.players == (2, 3)
    assert (switzerland.pieces, switzerland.piece_name) == (40, "train")
    assert (switzerland.stations, switzerland.final_round_at) == (0, 2)
    assert switzerland.cards.colours == tuple((colour, 12) for colour in EIGHT)
    assert (switzerland.cards.locomotive, switzerland.cards.total) == (14, 110)
    assert switzerland.cards.starting_hand == 4
    assert switzerland.cards.locomotive_use is LocomotiveUse.TUNNELS  # S-02
    assert not switzerland.cards.locomotive_ends_draw  # S-02
    assert switzerland.cards.sweep_locomotives == 3  # S-02
    assert switzerland.points == (1, 2, 4, 7, 10, 15)
    assert switzerland.opening == Offer(keep=2, unkept=Unkept.OUT, draw=(5,))
    assert switzerland.turn == Offer(keep=1, unkept=Unkept.OUT, draw=(3,))
    assert (switzerland.longest_path_bonus, switzerland.most_tickets_bonus) == (10, 0)
    assert switzerland.tie_breaks == (TieBreak.TICKETS, TieBreak.LONGEST_PATH)  # S-04
    assert switzerland.parallel_closed_up_to == 2
    assert (len(switzerland.cities), len(switzerland.routes)) == (34, 88)
    assert sum(route.length for route in switzerland.routes) == 205
    assert tracks(switzerland) == {1: 64, 2: 12}
    assert per_stack(switzerland) == {"main": (46, 414)}


def test_switzerland_tunnels() -> None:
    tunnels = [route for route in load("switzerland").routes if route.tunnel]
    assert len(tunnels) == 42
    assert len({(route.a, route.b) for route in tunnels}) == 39
    assert not any(route.ferry for route in load("switzerland").routes)


def test_switzerland_borders() -> None:  # M-04
    switzerland = load("switzerland")
    index = gazetteer(switzerland)
    assert {code: len(points) for code, points in index.borders.items()} == {
        "AT": 3,
        "DE": 5,
        "FR": 4,
        "IT": 5,
    }
    routes_of = Counter(place for ends in index.route_ends for place in ends)
    for points in index.borders.values():
        assert [routes_of[point] for point in points] == [1] * len(points)


def test_two_ways_from_kreuzlingen_are_not_parallel() -> None:
    index = gazetteer(load("switzerland"))
    east, west = index.route_of["KRE-DE"], index.route_of["KRE-DE/2"]
    routes = index.edition.routes
    assert (routes[east].exit, routes[east].colour) == ("east", "white")
    assert (routes[west].exit, routes[west].colour) == ("west", "orange")
    assert index.parallel[east] == index.parallel[west] == ()
    assert index.route_ends[east] != index.route_ends[west]


def test_switzerland_country_tickets() -> None:  # S-03
    switzerland = load("switzerland")
    countries = {country.code for country in switzerland.countries}
    several = [ticket for ticket in switzerland.tickets if len(ticket.options) > 1]
    assert len(switzerland.tickets) - len(several) == 34
    for ticket in several:
        assert {code for code, _ in ticket.options} == countries - {ticket.origin}
    assert Counter(ticket.origin for ticket in several) == {
        **dict.fromkeys(("BER", "CHU", "LUG", "ZUR"), 1),
        **dict.fromkeys(countries, 2),
    }
    for ticket in several:
        copies = 2 if ticket.origin in countries else 1
        assert several.count(ticket) == copies


def test_countries_of_switzerland_agree_on_what_lies_between_them() -> None:
    values: dict[frozenset[str], set[int]] = {}
    switzerland = load("switzerland")
    countries = {country.code for country in switzerland.countries}
    for ticket in switzerland.tickets:
        for goal, points in ticket.options:
            if ticket.origin in countries:
                values.setdefault(frozenset((ticket.origin, goal)), set()).add(points)
    assert len(values) == 6
    assert all(len(each) == 1 for each in values.values())


def test_switzerland_city_tickets_are_worth_their_shortest_path() -> None:
    switzerland = load("switzerland")
    countries = {country.code for country in switzerland.countries}
    paths = shortest_paths(switzerland)
    cities = [ticket for ticket in switzerland.tickets if ticket.options[0][0] not in countries]
    assert len(cities) == 34
    for ticket in cities:
        ((goal, points),) = ticket.options
        assert points == paths[ticket.origin][goal]


def test_switzerland_country_tickets_are_worth_their_shortest_path_but_for_three() -> None:
    assert worth_more(load("switzerland")) == {
        "CHU-FR": -1,
        "DE-IT": 2,
        "IT-DE": 2,
        "FR-IT": 1,
        "IT-FR": 1,
    }


def test_switzerland_colours() -> None:
    assert per_colour(load("switzerland")) == {
        "purple": (9, 18),
        "blue": (9, 19),
        "orange": (10, 19),
        "white": (9, 18),
        "green": (9, 20),
        "yellow": (11, 18),
        "black": (9, 19),
        "red": (8, 18),
        "grey": (14, 56),
    }


def test_newyork() -> None:
    newyork = load("newyork")
    assert newyork.title == "New York"
    assert newyork.players == (2, 4)
    assert (newyork.pieces, newyork.piece_name, newyork.final_round_at) == (15, "taxi", 2)
    assert newyork.cards.colours == tuple((colour, 6) for colour in SIX)
    assert (newyork.cards.locomotive, newyork.cards.locomotive_name) == (8, "taxi")
    assert (newyork.cards.total, newyork.cards.starting_hand) == (44, 2)
    assert newyork.points == (1, 2, 4, 7)
    assert newyork.opening == newyork.turn == Offer(keep=1, unkept=Unkept.BOTTOM, draw=(2,))
    assert (newyork.longest_path_bonus, newyork.most_tickets_bonus) == (0, 0)
    assert newyork.tie_breaks == (TieBreak.TICKETS,)
    assert newyork.parallel_closed_up_to == 2
    assert (len(newyork.cities), len(newyork.routes)) == (15, 41)
    assert sum(route.length for route in newyork.routes) == 84
    assert tracks(newyork) == {1: 19, 2: 11}
    assert per_stack(newyork) == {"main": (18, 92)}


def test_newyork_colours() -> None:
    assert per_colour(load("newyork")) == {
        "blue": (6, 11),
        "green": (5, 11),
        "black": (5, 10),
        "pink": (5, 11),
        "red": (5, 11),
        "orange": (5, 10),
        "grey": (10, 20),
    }


def test_newyork_tickets_are_worth_their_shortest_path() -> None:
    assert worth_more(load("newyork")) == {}


def test_india() -> None:
    india = load("india")
    assert india.title == "India"
    assert india.players == (2, 4)
    assert (india.pieces, india.piece_name, india.final_round_at) == (45, "train", 2)
    assert india.cards.colours == tuple((colour, 12) for colour in EIGHT)
    assert (india.cards.locomotive, india.cards.total, india.cards.starting_hand) == (14, 110, 4)
    assert india.cards.locomotive_use is LocomotiveUse.ANY
    assert india.cards.locomotive_ends_draw
    assert {length: india.points[length - 1] for length in (1, 2, 3, 4, 6, 8)} == {
        **{1: 1, 2: 2, 3: 4, 4: 7},
        **{6: 15, 8: 21},
    }
    assert india.opening == Offer(keep=2, unkept=Unkept.BOTTOM, draw=(4,))
    assert india.turn == Offer(keep=1, unkept=Unkept.BOTTOM, draw=(3,))
    assert (india.longest_path_bonus, india.most_tickets_bonus) == (10, 0)
    assert india.doubly_joined == (5, 10, 20, 30, 40)  # B-11
    assert india.tie_breaks == (TieBreak.TICKETS, TieBreak.OWN_PATH)  # B-12
    assert india.parallel_closed_up_to == 3
    assert (len(india.cities), len(india.countries), len(india.routes)) == (39, 0, 108)
    assert sum(route.length for route in india.routes) == 238
    assert Counter(route.length for route in india.routes) == {
        **{1: 31, 2: 47, 3: 17, 4: 9},
        **{6: 3, 8: 1},
    }
    assert tracks(india) == {1: 52, 2: 28}
    assert per_stack(india) == {"main": (58, 473)}
    assert not any(route.tunnel for route in india.routes)


def test_india_colours() -> None:
    assert per_colour(load("india")) == {
        **dict.fromkeys(EIGHT, (10, 20)),
        "orange": (9, 20),
        "yellow": (9, 20),
        "grey": (30, 78),
    }


def test_india_ferries() -> None:  # E-10
    ferries = [route for route in load("india").routes if route.ferry]
    assert sorted((f"{route.a}-{route.b}", route.length, route.ferry) for route in ferries) == [
        ("BOM-CLT", 6, 2),
        ("BOM-KAR", 6, 2),
        ("BOM-KAR", 6, 2),
        ("CAL-CHI", 2, 1),
        ("CAL-CHI", 2, 1),
        ("CAL-MAD", 8, 2),
        ("CLT-QUI", 2, 1),
        ("CLT-QUI", 2, 1),
    ]
    assert all(route.colour is None for route in ferries)


def test_india_tickets_are_worth_their_shortest_path() -> None:
    assert worth_more(load("india")) == {}


def test_nordic() -> None:
    nordic = load("nordic")
    assert nordic.title == "Nordic Countries"
    assert nordic.players == (2, 3)
    assert (nordic.pieces, nordic.piece_name, nordic.final_round_at) == (40, "train", 2)
    assert nordic.cards.colours == tuple((colour, 12) for colour in EIGHT)
    assert (nordic.cards.locomotive, nordic.cards.total, nordic.cards.starting_hand) == (14, 110, 4)
    assert nordic.cards.locomotive_use is LocomotiveUse.SPECIAL  # F-10
    assert not nordic.cards.locomotive_ends_draw  # F-11
    assert (nordic.cards.sweep_locomotives, nordic.cards.ferry_substitute) == (3, 3)  # F-12
    assert {length: nordic.points[length - 1] for length in (1, 2, 3, 4, 5, 6, 9)} == {
        **{1: 1, 2: 2, 3: 4, 4: 7},
        **{5: 10, 6: 15, 9: 27},
    }
    assert nordic.opening == Offer(keep=2, unkept=Unkept.OUT, draw=(5,))  # F-02
    assert nordic.turn == Offer(keep=1, unkept=Unkept.OUT, draw=(3,))
    assert (nordic.longest_path_bonus, nordic.most_tickets_bonus) == (0, 10)  # F-16
    assert nordic.tie_breaks == (TieBreak.TICKETS, TieBreak.OWN_PATH)  # F-17
    assert (nordic.parallel_closed_up_to, nordic.parallel_unequal) == (2, True)  # F-15
    assert (len(nordic.cities), len(nordic.countries), len(nordic.routes)) == (39, 0, 81)
    assert sum(route.length for route in nordic.routes) == 207
    assert Counter(route.length for route in nordic.routes) == {
        **{1: 17, 2: 28, 3: 20, 4: 11},
        **{5: 3, 6: 1, 9: 1},
    }
    assert tracks(nordic) == {1: 53, 2: 14}
    assert per_stack(nordic) == {"main": (46, 460)}


def test_nordic_colours() -> None:
    assert per_colour(load("nordic")) == {
        **{"purple": (10, 21), "blue": (8, 21), "orange": (9, 23), "white": (9, 20)},
        **{"green": (9, 22), "yellow": (8, 21), "black": (9, 21), "red": (8, 21)},
        "grey": (11, 37),
    }


def test_nordic_tunnels_ferries_and_the_long_route() -> None:  # E-10, E-11, F-13, F-14
    nordic = load("nordic")
    assert not any(route.tunnel and route.ferry for route in nordic.routes)
    tunnels = [f"{route.a}-{route.b}" for route in nordic.routes if route.tunnel]
    assert sorted(tunnels) == [
        *("AND-LIL", "BER-OSL", "BER-OSL", "KRN-NAR", "KRN-NAR"),
        *("KRS-STA", "LIL-OSL", "LIL-TRD", "MOR-TRD", "OST-TRD"),
    ]
    ferries = [route for route in nordic.routes if route.ferry]
    assert Counter(route.ferry for route in ferries) == {1: 18, 2: 6}
    assert sorted(f"{route.a}-{route.b}" for route in ferries if route.ferry == 2) == [
        *("AND-BER", "HEL-STO", "HON-TRO", "MOR-NAR", "MOR-TRD", "STO-TAL"),
    ]
    assert sorted(f"{route.a}-{route.b}" for route in ferries if route.colour is None) == [
        *("ALB-GOT", "ARH-KOB", "HEL-STO", "UME-VAA"),
    ]
    special = [route for route in nordic.routes if route.substitute]
    assert [(r.a, r.b, r.length, r.colour, r.substitute) for r in special] == [
        ("LIE", "MUR", 9, None, 4)
    ]


def test_nordic_tickets_are_worth_their_shortest_path() -> None:
    assert worth_more(load("nordic")) == {}


@pytest.mark.parametrize(
    ("name", "alias", "code"),
    [
        ("india", "Mumbai", "BOM"),
        ("india", "Kolkata", "CAL"),
        ("india", "Chennai", "MAD"),
        ("europe", "Athens", "ATH"),
        ("europe", "Brussels", "BRU"),
        ("europe", "Copenhagen", "KOB"),
        ("europe", "Istanbul", "CON"),
        ("europe", "Kiev", "KYI"),
        ("europe", "Rome", "ROM"),
        ("europe", "Vienna", "WIE"),
        ("europe", "Warsaw", "WAR"),
        ("switzerland", "Geneva", "GEN"),
        ("switzerland", "Lucerne", "LUZ"),
        ("switzerland", "Italy", "IT"),
        ("newyork", "Empire State", "EMP"),
        ("nordic", "Copenhagen", "KOB"),
        ("nordic", "Helsingfors", "HEL"),
        ("nordic", "Gothenburg", "GOT"),
    ],
)
def test_names_that_people_type(name: str, alias: str, code: str) -> None:
    edition = load(name)
    places = {place.code: place for place in (*edition.cities, *edition.countries)}
    assert alias in places[code].aliases
