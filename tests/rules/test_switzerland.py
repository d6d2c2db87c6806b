"""Switzerland: locomotives for tunnels only, and tickets to several countries."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.tables import (
    act,
    acts,
    claimable,
    draws,
    empty,
    hand,
    open_view,
    options,
    payments,
    refusal,
    sheet,
    table,
    told,
)
from whistlestop import Game, load_edition
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.model import TieBreak
from whistlestop.events import DisplaySwept, RouteClaimed, SurchargeDue, TicketsKept

EDITION = load_edition("switzerland")
CODES = gazetteer(EDITION).route_codes
TUNNELS = {code for code, route in zip(CODES, EDITION.routes, strict=True) if route.tunnel}

# Locomotives ----------------------------------------------------------------------------


def test_a_turn_of_switzerland_is_one_of_three() -> None:
    """S-01: no stations."""
    game = table("switzerland", {"hand": {"purple": 4}}, {})
    assert {option.split()[0] for option in options(game)} == {"draw", "claim", "tickets"}
    assert "no stations" in refusal(game, "station BER with 1 purple")


def test_locomotives_alone_open_tunnels_and_nothing_else() -> None:
    """S-02, S-16"""
    game = table("switzerland", {"hand": {"locomotive": 14}}, {})
    assert claimable(game) == TUNNELS
    game = table("switzerland", {"hand": {"locomotive": 3, "red": 1, "yellow": 1}}, {})
    assert payments(game, "BER-NEU") == set()
    assert payments(game, "BER-FRI/2") == {"1 yellow"}
    assert "only for a tunnel" in refusal(game, "claim BER-NEU with 1 red 1 locomotive")
    assert "only for a tunnel" in refusal(game, "claim BER-NEU with 2 locomotive")


@pytest.mark.parametrize("code", sorted(set(CODES) - TUNNELS))
def test_open_track_is_paid_with_one_colour_alone(code: str) -> None:
    """S-16, S-02: grey routes too."""
    route = EDITION.routes[CODES.index(code)]
    colours = [route.colour] if route.colour else ["blue", "green"]
    held = dict.fromkeys(["blue", "green", *filter(None, [route.colour])], route.length)
    game = table("switzerland", {"hand": {**held, "locomotive": 6}}, {})
    assert payments(game, code) == {f"{route.length} {colour}" for colour in colours}
    less = {card: number - 1 for card, number in held.items() if number > 1}
    game = table("switzerland", {"hand": {**less, "locomotive": 6}}, {})
    assert payments(game, code) == set()


def test_tunnels_take_locomotives_in_the_set_and_in_the_surcharge() -> None:
    """S-17, S-01, S-02"""
    game = table("switzerland", {"hand": {"red": 3, "locomotive": 2}}, {})
    assert payments(game, "BAD-BAS") == {"3 red", "2 red 1 locomotive", "1 red 2 locomotive"}
    events = act(game, "claim BAD-BAS with 2 red 1 locomotive > red locomotive white")
    assert told(events, SurchargeDue) == [SurchargeDue(0, 2)]
    assert options(game) == {"pay 1 red 1 locomotive", "withdraw"}
    other = game.copy(seed=1)
    act(other, "withdraw")
    assert hand(other, 0) == {"red": 3, "locomotive": 2}
    assert open_view(other).players[0].routes == ()
    events = act(game, "pay 1 red 1 locomotive")
    assert [event.points for event in told(events, RouteClaimed)] == [4]
    assert hand(game, 0) == {}


def test_locomotives_alone_in_a_tunnel_owe_for_locomotives() -> None:
    """S-17, S-01"""
    game = table("switzerland", {"hand": {"red": 3, "locomotive": 4}}, {})
    act(game, "claim BAD-BAS with 3 locomotive > red locomotive red")
    assert options(game) == {"pay 1 locomotive", "withdraw"}


def test_two_locomotives_of_the_display_in_one_turn() -> None:
    """S-18, S-02"""
    game = table("switzerland", {}, {}, display="locomotive locomotive red green white")
    act(game, "draw locomotive > blue")
    assert game.seat == 0
    assert "locomotive" in draws(game)
    act(game, "draw locomotive > blue")
    assert hand(game, 0) == {"locomotive": 2}
    assert game.seat == 1


@pytest.mark.parametrize("first", ["red", "locomotive", "deck"])
def test_a_locomotive_may_be_first_or_second(first: str) -> None:
    """S-02, S-18: C-11 and C-12 are not played."""
    game = table("switzerland", {}, {}, display="locomotive red red green white")
    act(game, f"draw {first} > {'blue' if first == 'deck' else 'locomotive'}")
    assert game.seat == 0
    assert "locomotive" in draws(game)
    act(game, "draw locomotive > blue")
    assert hand(game, 0)["locomotive"] == (2 if first == "locomotive" else 1)


def test_three_locomotives_are_swept() -> None:
    """S-02, C-14"""
    game = table("switzerland", {}, {}, display="locomotive locomotive red green white")
    events = act(game, "draw red > locomotive blue blue green green white")
    assert told(events, DisplaySwept) == [DisplaySwept("locomotive")]
    assert open_view(game).display == ("blue", "blue", "green", "green", "white")
    assert open_view(game).discards["locomotive"] == 3
    assert game.seat == 0


def test_sweeping_with_few_cards() -> None:
    """S-19, I-01: as long as a display that stands can be made, and no longer."""
    display = ["locomotive", "locomotive", "red", "green", "white"]
    game = table("switzerland", {}, {}, display=display, deck={"locomotive": 1}, rest=1)
    events = act(game, "draw red > locomotive")
    assert told(events, DisplaySwept) == []
    assert open_view(game).display.count("locomotive") == 3
    act(game, "draw locomotive")
    assert hand(game, 0) == {"red": 1, "locomotive": 1}
    deck = {"locomotive": 1, "blue": 1}
    game = table("switzerland", {}, {}, display=display, deck=deck, rest=1)
    events = act(game, "draw red > locomotive " + "blue locomotive locomotive green white")
    assert told(events, DisplaySwept) == [DisplaySwept("locomotive")]


# Tickets --------------------------------------------------------------------------------


def worth(routes: list[str], ticket: str) -> int:
    """The points of a ticket to who has these routes."""
    column = sheet(table("switzerland", {"routes": routes, "tickets": [ticket]}, {}), 0)
    (line,) = column.tickets
    assert line.points == column.ticket_points
    assert column.completed == int(line.points > 0) == int(line.completed)
    return line.points


ZUR = "ZUR-DE+AT+FR+IT"
BER = "BER-FR+DE+IT+AT"
CHU = "CHU-AT+IT+DE+FR"


def test_the_highest_value_of_those_reached() -> None:
    """S-03, S-13"""
    de = ["WIN-ZUR", "SHA-WIN", "SHA-DE"]
    at = ["STG-WIN", "STG-AT"]
    assert worth([], ZUR) == -3
    assert worth(de, ZUR) == 3
    assert worth(["WIN-ZUR", *at], ZUR) == 7
    assert worth([*de, *at], ZUR) == 7
    south = ["ZUG-ZUR", "SWZ-ZUG", "SWZ-WAS", "BEL-WAS", "BEL-LUG", "LUG-IT"]
    assert worth([*de, *at, *south], ZUR) == 11
    assert worth(south[1:], ZUR) == -3
    assert worth(["CHU-DAV", "DAV-AT"], CHU) == 3
    assert worth(["CHU-DAV", "DAV-IT"], CHU) == 5
    assert worth(["CHU-DAV", "DAV-AT", "DAV-IT"], CHU) == 5
    assert worth(["DAV-AT", "DAV-IT"], CHU) == -3


@pytest.mark.parametrize(
    ("ticket", "lost"),
    [
        (BER, 5),
        (CHU, 3),
        ("LUG-IT+DE+AT+FR", 2),
        (ZUR, 3),
        ("AT-DE+IT+FR", 5),
        ("DE-AT+FR+IT", 5),
        ("FR-DE+IT+AT", 5),
        ("IT-AT+FR+DE", 6),
    ],
)
def test_the_lowest_value_is_lost(ticket: str, lost: int) -> None:
    """S-03"""
    assert worth([], ticket) == -lost


@pytest.mark.parametrize(
    ("country", "cities"),
    [
        ("DE", ["BAS", "KRE", "KRE", "SHA", "STG"]),
        ("FR", ["CDF", "DEL", "GEN", "MAR"]),
        ("IT", ["BRI", "BRU", "DAV", "LOC", "LUG"]),
        ("AT", ["DAV", "STG", "VAD"]),
    ],
)
def test_any_border_route_of_a_country_will_do(country: str, cities: list[str]) -> None:
    """S-03, M-04: whichever way in, it is worth the same to a ticket from another country."""
    ways = [code for code in CODES if code.split("/")[0].endswith(f"-{country}")]
    assert [way[:3] for way in ways] == cities
    spaces = [route for route in CODES if len(route.split("/")[0]) == 7 and "/" not in route]
    index = gazetteer(EDITION)
    for way in ways:
        routes = [way, *path(way[:3], "BER", spaces)]
        if sum(EDITION.routes[index.route_of[code]].length for code in routes) <= 37:
            values = dict(EDITION.tickets[index.ticket_of[BER]].options)
            assert worth(routes, BER) == values[country], way


def path(start: str, goal: str, spaces: list[str]) -> list[str]:
    """Routes from one city to another, as few as possible."""
    ways: dict[str, list[str]] = {start: []}
    queue = [start]
    for city in queue:
        for route in spaces:
            ends = route.split("-")
            if city in ends:
                (other,) = [end for end in ends if end != city]
                if other not in ways:
                    ways[other] = [*ways[city], route]
                    queue.append(other)
    return ways[goal]


def test_a_country_is_never_passed_through() -> None:
    """S-03, S-11, M-04: two ways into Germany join nothing."""
    routes = ["SHA-DE", "STG-DE", "SHA-WIN", "WIN-ZUR", "STG-VAD"]
    game = table("switzerland", {"routes": routes, "tickets": ["VAD-ZUR"]}, {})
    assert sheet(game, 0).ticket_points == -6
    routes = ["KRE-DE", "KRE-DE/2"]
    assert worth(routes, "DE-AT+FR+IT") == -5


def test_a_ticket_between_countries_needs_a_point_on_each_side() -> None:
    """S-10"""
    assert worth(["DAV-AT", "DAV-IT"], "AT-DE+IT+FR") == 6
    assert worth(["DAV-AT"], "AT-DE+IT+FR") == -5
    assert worth(["STG-AT", "STG-DE"], "AT-DE+IT+FR") == 5
    assert worth(["STG-AT", "STG-DE", "DAV-AT", "DAV-IT"], "AT-DE+IT+FR") == 6
    assert worth(["STG-AT", "DAV-IT"], "AT-DE+IT+FR") == -5
    assert worth(["VAD-AT", "STG-VAD", "STG-DE"], "DE-AT+FR+IT") == 5


def test_no_country_with_itself() -> None:
    """S-11"""
    for ticket in EDITION.tickets:
        assert ticket.origin not in [code for code, _ in ticket.options]
        assert len({code for code, _ in ticket.options}) == len(ticket.options)
    assert worth(["DAV-AT", "CHU-DAV", "CHU-SAR", "SAR-VAD", "VAD-AT"], "AT-DE+IT+FR") == -5


def test_both_copies_of_a_ticket() -> None:
    """S-12: one path completes both; its absence fails both."""
    both = ["AT-DE+IT+FR", "AT-DE+IT+FR/2"]
    column = sheet(table("switzerland", {"routes": ["DAV-AT", "DAV-IT"], "tickets": both}, {}), 0)
    assert (column.ticket_points, column.completed) == (12, 2)
    assert [line.points for line in column.tickets] == [6, 6]
    column = sheet(table("switzerland", {"tickets": both}, {}), 0)
    assert (column.ticket_points, column.completed) == (-10, 0)
    copies = Counter((ticket.origin, ticket.options) for ticket in EDITION.tickets)
    assert sorted(copies.values()) == [1] * 38 + [2] * 4


def test_seen_from_either_country() -> None:
    """S-14: France to Italia and Italia to France."""
    routes = ["MAR-FR", "MAR-SIO", "BRI-SIO", "BRI-IT"]
    assert worth(routes, "IT-AT+FR+DE") == worth(routes, "FR-DE+IT+AT") == 11
    more = [*routes, "BRI-LOC", "LOC-IT"]
    assert worth(more, "IT-AT+FR+DE") == 11
    game = table("switzerland", {"routes": routes, "tickets": ["IT-AT+FR+DE", "FR-DE+IT+AT"]}, {})
    assert (sheet(game, 0).ticket_points, sheet(game, 0).completed) == (22, 2)


def test_a_ticket_with_several_countries_is_one_completed_ticket() -> None:
    """S-13, S-03: in the sheet it stands once, with its value."""
    routes = ["WIN-ZUR", "SHA-WIN", "SHA-DE", "STG-WIN", "STG-AT"]
    tickets = [ZUR, "KRE-ZUR", "AT-DE+IT+FR"]
    game = table("switzerland", {"routes": routes, "tickets": tickets}, {})
    column = sheet(game, 0)
    assert {line.ticket: line.points for line in column.tickets} == {
        ZUR: 7,
        "KRE-ZUR": -3,
        "AT-DE+IT+FR": 5,
    }
    assert (column.ticket_points, column.completed) == (9, 2)
    assert column.route_points == 1 + 1 + 1 + 4 + 7
    assert column.longest_path == 1 + 1 + 3 + 4
    assert column.total == 14 + 9 + 10
    assert column.stations == ()
    assert column.station_points == 0


def test_five_first_tickets_of_which_two_are_kept() -> None:
    """S-15: what is not kept leaves the game, unseen."""
    game = Game.new("switzerland", 3, seed=11, starter=0)
    offers: list[tuple[str, ...]] = [player.offer or () for player in open_view(game).players]
    assert [len(offer) for offer in offers] == [5, 5, 5]
    sizes = Counter(len(option.split()) - 1 for option in options(game, 0))
    assert sizes == {2: 10, 3: 10, 4: 5, 5: 1}
    assert "Keep at least 2 tickets" in refusal(game, f"keep {offers[0][0]}", 0)
    for seat in range(3):
        act(game, f"keep {offers[seat][1]} {offers[seat][2]}", seat)
    view = open_view(game)
    assert (view.stacks, view.returned) == ((31,), ())
    gone = {ticket for offer in offers for ticket in (offer[0], *offer[3:])}
    assert not gone & set(view.stack_tickets or ())
    for event in told(game.events, TicketsKept):
        assert event.unkept == "out"
        assert event.seen_by(None).returned is None


@pytest.mark.parametrize("left", [3, 2, 1])
def test_the_stack_never_grows(left: int) -> None:
    """S-15, C-30"""
    stack = ["LUZ-ZUR", "BER-CDF", "KRE-ZUR"][:left]
    game = table("switzerland", {}, {}, tickets_left=stack)
    act(game, "tickets")
    assert len(open_view(game).players[0].offer or ()) == left
    assert "keep none" not in options(game)
    act(game, f"keep {stack[0]}")
    view = open_view(game)
    assert (view.stacks, view.returned, view.stack_tickets) == ((0,), (), ())
    assert view.players[0].tickets == (stack[0],)
    assert not any(option.startswith("tickets") for option in options(game))


# Routes ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_parallel_routes_are_closed_with_two_players_only(seats: int) -> None:
    """S-21, C-26"""
    game = table("switzerland", {"hand": {"yellow": 1}}, {"routes": ["BER-FRI"]}, *empty(seats - 2))
    assert ("BER-FRI/2" in claimable(game)) == (seats == 3)


@pytest.mark.parametrize("seats", [2, 3])
def test_both_ways_into_germany_from_kreuzlingen(seats: int) -> None:
    """S-21, C-25"""
    player = {"hand": {"white": 1, "orange": 1}}
    game = table("switzerland", player, {}, *empty(seats - 2))
    act(game, "claim KRE-DE with 1 white")
    acts(game, *["draw deck > red", "draw deck > red"] * (seats - 1))
    assert "KRE-DE/2" in claimable(game)
    act(game, "claim KRE-DE/2 with 1 orange")
    assert open_view(game).players[0].routes == ("KRE-DE", "KRE-DE/2")


def test_border_routes_are_ordinary_ones() -> None:
    """S-20: they score, and lengthen a path at its ends."""
    routes = ["SHA-DE", "SHA-WIN", "STG-WIN", "STG-DE"]
    column = sheet(table("switzerland", {"routes": routes}, {}), 0)
    assert column.longest_path == 1 + 1 + 3 + 2
    assert column.route_points == 1 + 1 + 4 + 2
    column = sheet(table("switzerland", {"routes": ["KRE-DE", "KRE-DE/2", "KRE-SHA"]}, {}), 0)
    assert column.longest_path == 3 + 1
    column = sheet(table("switzerland", {"routes": ["KRE-DE", "KRE-DE/2"]}, {}), 0)
    assert column.longest_path == 2


# Ties -----------------------------------------------------------------------------------


def test_a_tie_without_any_difference_is_shared() -> None:
    """S-04"""
    assert table("switzerland", {}, {}).score_sheet().winners == (0, 1)
    result = table("switzerland", {"routes": ["OLT-ZUR"]}, {"routes": ["SHA-ZUR"]}).score_sheet()
    assert (result.winners, result.decided_by) == ((0, 1), None)


def test_a_tie_goes_to_more_completed_tickets() -> None:
    """S-04: 5 points each by paths of equal length; one of them has a ticket."""
    one = {"routes": ["LUZ-ZUG", "ZUG-ZUR", "SHA-WIN"], "tickets": ["LUZ-ZUR"]}
    two = {"routes": ["BER-SOL", "CHU-DAV", "GEN-FR"]}
    result = table("switzerland", one, two).score_sheet()
    assert result.totals == (15, 15)
    assert (result.winners, result.decided_by) == ((0,), TieBreak.TICKETS)


def test_then_to_the_longest_path() -> None:
    """S-04"""
    one = {"routes": ["OLT-ZUR"]}
    two = {"routes": ["BER-SOL", "CHU-DAV", "CDF-FR", "MAR-SIO", "PFA-ZUR", "KRE-WIN", "STG-DE"]}
    result = table("switzerland", one, two).score_sheet()
    assert result.totals == (14, 14)
    assert (result.winners, result.decided_by) == ((0,), TieBreak.LONGEST_PATH)
