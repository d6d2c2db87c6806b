"""The final scoring: routes, tickets, bonuses, districts, ties."""

from __future__ import annotations

from random import Random

import pytest

from tests.tables import EDITIONS, SIZES, Seat, act, acts, empty, open_view, sheet, table
from whistlestop import Game, load_edition
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.model import TieBreak

# Points of routes -----------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "seats"), SIZES)
def test_routes_counted_again_agree_with_the_score_on_the_way(edition: str, seats: int) -> None:
    """C-41"""
    game, random = Game.new(edition, seats, seed=21), Random(21)
    points = load_edition(edition).points
    while not game.over:
        game.play(random.choice(game.legal_actions()))
    for player in open_view(game).players:
        column = sheet(game, player.seat)
        assert column.route_points + column.merchandise == player.score
        lengths = [game.edition.routes[game.index.route_of[code]].length for code in player.routes]
        assert column.route_points == sum(points[length - 1] for length in lengths) > 0
        assert sum(line.points for line in column.routes) == column.route_points


def test_the_total_is_the_sum_of_its_parts() -> None:
    """C-42, M-30, C-33"""
    player = {"routes": ["DOR-DUS", "DOR-MST", "BRE-MST", "BER-LEI"], "merchandise": 7}
    tickets = {"tickets": ["BRE-DUS", "BER-CHE"]}
    game = table("germany", {**player, **tickets}, {}, taken={"BER": 1})
    column = sheet(game, 0)
    assert column.route_points == 1 + 1 + 4 + 7
    assert (column.ticket_points, column.completed) == (5 - 6, 1)
    assert column.most_tickets_bonus == 10
    assert column.total == 13 + 7 - 1 + 10
    assert game.score_sheet().totals == (29, 0)
    assert game.score_sheet().winners == (0,)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_highest_total_wins_whoever_has_it(edition: str) -> None:
    """C-42"""
    ticket = {"usa": "LAX-NYC", "germany": "KIE-CH", "london": "BAK-TOW"}[edition]
    failed = {"tickets": [ticket]}
    for winner in range(2):
        players = [failed, failed]
        players[winner] = {"tickets": []}
        result = table(edition, *players).score_sheet()
        assert result.winners == (winner,)
        assert result.players[1 - winner].total < 0
        assert result.players[1 - winner].rank == 2
        assert result.tied == ()
        assert result.decided_by is None


def test_tickets_count_at_the_end_only() -> None:
    """I-08, C-33"""
    player = {"hand": {"red": 2}, "routes": ["DEN-SFE"], "tickets": ["DEN-ELP"]}
    game = table("usa", player, {})
    act(game, "claim ELP-SFE with 2 red")
    assert open_view(game).players[0].score == 2 + 2
    assert sheet(game, 0).total == 4 + 4 + 10


# USA: the longest path ------------------------------------------------------------------

LOOP = ["DEN-KAN", "KAN-OMA", "DEN-OMA"]
"""Nine spaces: 4, 1 and 4."""


@pytest.mark.parametrize(
    ("routes", "longest"),
    [
        ([], 0),
        (["ELP-LAX"], 6),
        (["ATL-NAS", "POR-SEA", "DAL-HOU"], 1),
        (["DEN-SLC", "DEN-OMA", "DEN-HEL"], 8),
        (LOOP, 9),
        ([*LOOP, "DEN-SLC"], 12),
        ([*LOOP, "DEN-SLC", "DEN-SFE"], 14),
        ([*LOOP, "DEN-SLC", "CHI-OMA"], 4 + 9),
        ([*LOOP, "ELP-LAX", "LAX-PHO"], 9),
        (["DEN-SFE", "ELP-SFE", "ELP-PHO", "PHO-SFE", "DEN-PHO"], 2 + 2 + 3 + 3 + 5),
        (["HEL-SEA", "CAL-SEA", "CAL-HEL", "DUL-HEL", "DUL-WIN", "HEL-WIN"], 6 + 4 + 4 + 6 + 4 + 4),
    ],
)
def test_the_longest_path(routes: list[str], longest: int) -> None:
    """U-10"""
    game = table("usa", {"routes": routes}, {})
    assert sheet(game, 0).longest_path == longest
    assert sheet(game, 1).longest_path == 0


def test_routes_of_others_are_no_part_of_a_path() -> None:
    """U-10"""
    game = table("usa", {"routes": ["DEN-SFE", "ELP-PHO"]}, {"routes": ["ELP-SFE"]})
    assert [sheet(game, seat).longest_path for seat in (0, 1)] == [3, 2]


def by_trying_everything(routes: list[tuple[str, str, int]]) -> int:
    """The longest trail, the slow way."""

    def onward(place: str, unused: frozenset[int]) -> int:
        best = 0
        for number in unused:
            a, b, length = routes[number]
            if place in (a, b):
                best = max(best, length + onward(b if place == a else a, unused - {number}))
        return best

    everything = frozenset(range(len(routes)))
    return max(onward(place, everything) for route in routes for place in route[:2])


@pytest.mark.parametrize("seed", range(20))
def test_the_longest_path_against_trying_everything(seed: int) -> None:
    """U-10"""
    usa, random = load_edition("usa"), Random(seed)
    index = gazetteer(usa)
    hub = random.choice(usa.cities).code
    near = [i for i, r in enumerate(usa.routes) if hub in (r.a, r.b)]
    around = {code for i in near for code in (usa.routes[i].a, usa.routes[i].b)}
    pool = [
        i
        for i, r in enumerate(usa.routes)
        if {r.a, r.b} & around and i == min((i, *index.parallel[i]))
    ]
    random.shuffle(pool)
    chosen: list[int] = []
    for number in pool[:10]:
        if sum(usa.routes[i].length for i in (*chosen, number)) <= 42:
            chosen.append(number)
    game = table("usa", {"routes": [index.route_codes[number] for number in chosen]}, {})
    network = [(usa.routes[i].a, usa.routes[i].b, usa.routes[i].length) for i in chosen]
    assert sheet(game, 0).longest_path == by_trying_everything(network)


def test_the_longest_path_earns_ten() -> None:
    """U-11"""
    game = table("usa", {"routes": ["ELP-LAX"]}, {"routes": ["ATL-MIA"]}, {})
    assert [sheet(game, seat).longest_path_bonus for seat in range(3)] == [10, 0, 0]
    assert game.score_sheet().totals == (25, 10, 0)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_who_share_the_longest_path_get_ten(seats: int) -> None:
    """U-11"""
    six = ["ELP-LAX", "CAL-WIN", "MIA-NOL", "POR-SLC", "DUL-TOR"]
    players = [{"routes": [route]} for route in six[: seats - 1]]
    game = table("usa", *players, {"routes": ["ATL-MIA"]})
    bonuses = [sheet(game, seat).longest_path_bonus for seat in range(seats)]
    assert bonuses == [10] * (seats - 1) + [0]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_bonus_for_no_path(seats: int) -> None:
    """I-05"""
    result = table("usa", *empty(seats)).score_sheet()
    assert [player.longest_path_bonus for player in result.players] == [0] * seats
    assert result.totals == (0,) * seats


# Germany: most completed tickets --------------------------------------------------------

WAY = ["DOR-DUS", "DOR-MST", "BRE-MST"]
"""6 points; completes Bremen–Düsseldorf."""


def test_most_completed_tickets_earn_ten_and_failed_ones_play_no_part() -> None:
    """M-30"""
    one = {"routes": WAY, "tickets": ["BRE-DUS", "KIE-CH", "DK-LIN"]}
    two = {"tickets": ["BER-CHE", "BRE-KAS", "DOR-MAN", "ERF-WUR"]}
    game = table("germany", one, two)
    assert [sheet(game, seat).most_tickets_bonus for seat in (0, 1)] == [10, 0]
    assert [sheet(game, seat).completed for seat in (0, 1)] == [1, 0]


def test_two_beat_one_though_worth_less() -> None:
    """M-30"""
    one = {"routes": ["LIN-CH", "LIN-ULM", "AUG-ULM"], "tickets": []}
    leipzig = {"routes": ["BER-LEI", "CHE-LEI", "HAN-MAG", "LEI-MAG"]}
    game = table("germany", {**leipzig, "tickets": ["BER-CHE", "HAN-LEI"]}, one)
    assert sheet(game, 0).completed == 2
    assert sheet(game, 0).most_tickets_bonus == 10


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_who_share_the_most_tickets_get_ten(seats: int) -> None:
    """M-30"""
    first = {"routes": WAY, "tickets": ["BRE-DUS"]}
    second = {"routes": ["BER-LEI", "CHE-LEI"], "tickets": ["BER-CHE", "ROS-KON"]}
    game = table("germany", first, second, *empty(seats - 2))
    bonuses = [sheet(game, seat).most_tickets_bonus for seat in range(seats)]
    assert bonuses == [10, 10, *[0] * (seats - 2)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_bonus_for_no_completed_ticket(seats: int) -> None:
    """I-05"""
    failed = {"tickets": ["KIE-CH"]}
    result = table("germany", failed, *empty(seats - 1)).score_sheet()
    assert [player.most_tickets_bonus for player in result.players] == [0] * seats
    assert result.totals == (-20, *[0] * (seats - 1))


@pytest.mark.parametrize("edition", ["germany", "london"])
def test_no_longest_path_here(edition: str) -> None:
    """M-30, L-11"""
    routes = {"germany": ["BER-HAM"], "london": ["BAK-BRM"]}[edition]
    game = table(edition, {"routes": routes}, {})
    assert sheet(game, 0).longest_path_bonus == 0
    assert sheet(game, 0).total == {"germany": 18, "london": 7}[edition]


@pytest.mark.parametrize("edition", ["usa", "london"])
def test_no_bonus_for_most_tickets_elsewhere(edition: str) -> None:
    """U-11, L-11: the tickets' own points only."""
    routes, ticket, total = {
        "usa": (["DEN-SFE", "ELP-SFE"], "DEN-ELP", 4 + 4 + 10),
        "london": (["BRM-PIC"], "BRM-PIC", 2 + 2),
    }[edition]
    game = table(edition, {"routes": routes, "tickets": [ticket]}, {})
    assert sheet(game, 0).most_tickets_bonus == 0
    assert sheet(game, 0).total == total


# London: districts ----------------------------------------------------------------------

DISTRICTS = [
    (1, ["BRM-COV"]),
    (2, ["BIG-BUC", "BIG-TRA", "PIC-TRA"]),
    (3, ["ELE-GLO", "ELE-WAT"]),
    (4, ["BRL-CHA", "CHA-STP", "STP-TOW"]),
    (5, ["BAK-REG", "BAK-HYD", "KIN-REG"]),
]


@pytest.mark.parametrize(("number", "routes"), DISTRICTS)
def test_a_linked_district_scores_its_number(number: int, routes: list[str]) -> None:
    """L-10"""
    game = table("london", {"routes": routes}, {})
    column = sheet(game, 0)
    assert [(line.name, line.points) for line in column.districts] == [(str(number), number)]
    assert column.district_points == number
    assert column.total == column.route_points + number


@pytest.mark.parametrize(
    ("number", "routes", "missing"),
    [(number, routes, missing) for number, routes in DISTRICTS for missing in routes],
)
def test_a_district_with_one_place_missing_scores_nothing(
    number: int, routes: list[str], missing: str
) -> None:
    """L-10"""
    game = table("london", {"routes": [route for route in routes if route != missing]}, {})
    assert sheet(game, 0).district_points == 0, number


@pytest.mark.parametrize(
    ("number", "routes"),
    [
        (1, ["BRM-PIC", "COV-PIC"]),
        (1, ["BRM-CHA", "CHA-STP", "COV-STP"]),
        (3, ["GLO-STP", "STP-TOW", "ELE-TOW", "ELE-WAT"]),
        (5, ["BRM-KIN", "BRM-REG", "BAK-REG", "BRM-PIC", "HYD-PIC"]),
    ],
)
def test_a_district_may_be_linked_through_other_places(number: int, routes: list[str]) -> None:
    """L-10"""
    game = table("london", {"routes": routes}, {})
    assert [line.points for line in sheet(game, 0).districts] == [number]


def test_places_in_two_parts_of_a_network_are_not_linked() -> None:
    """L-10"""
    apart = ["BIG-BUC", "PIC-TRA"]
    assert sheet(table("london", {"routes": apart}, {}), 0).district_points == 0
    joined = [*apart, "BUC-PIC"]
    assert sheet(table("london", {"routes": joined}, {}), 0).district_points == 2


def test_routes_of_others_link_no_district() -> None:
    """L-10"""
    game = table("london", {"routes": ["BIG-BUC", "PIC-TRA"]}, {"routes": ["BUC-PIC"]})
    assert [sheet(game, seat).district_points for seat in (0, 1)] == [0, 0]


def test_several_districts_and_several_players() -> None:
    """L-10"""
    two = ["BRM-COV", "ELE-GLO", "ELE-WAT"]
    game = table("london", {"routes": two}, {"routes": ["BRM-COV/2"]}, {})
    assert [sheet(game, seat).district_points for seat in range(3)] == [4, 1, 0]


# Ties -----------------------------------------------------------------------------------


def test_usa_ties_go_to_more_completed_tickets() -> None:
    """U-12, C-42: both hold the longest path."""
    first = {"routes": ["DEN-OMA", "KAN-STL", "POR-SEA"], "tickets": []}
    second = {"routes": ["DEN-SFE", "ELP-SFE", "DAL-HOU", "ATL-NAS"], "tickets": ["DEN-ELP"]}
    result = table("usa", first, second).score_sheet()
    assert result.totals == (7 + 2 + 1 + 10, 2 + 2 + 1 + 1 + 4 + 10)
    assert result.tied == (0, 1)
    assert result.winners == (1,)
    assert result.decided_by is TieBreak.TICKETS


PATH = ["DAL-LIT", "DAL-OKL", "KAN-OKL", "KAN-STL", "LIT-OKL"]
"""10 spaces in one path, 10 points."""

SPREAD = ["HEL-SEA", "CHI-DUL", "ATL-NAS"]
"""20 points, nothing longer than 6."""


@pytest.mark.parametrize("holder", [0, 1])
def test_usa_ties_then_go_to_the_longest_path(holder: int) -> None:
    """U-12"""
    players = [{"routes": SPREAD}, {"routes": SPREAD}]
    players[holder] = {"routes": PATH}
    result = table("usa", *players).score_sheet()
    assert result.totals == (20, 20)
    assert result.winners == (holder,)
    assert result.decided_by is TieBreak.LONGEST_PATH


def test_usa_tickets_come_before_the_longest_path() -> None:
    """U-12"""
    holder = {"routes": PATH}
    other = {
        "routes": ["DEN-SFE", "ELP-SFE", "ATL-NAS", "HEL-WIN", "CHI-DUL"],
        "tickets": ["DEN-ELP"],
    }
    result = table("usa", holder, other).score_sheet()
    assert result.totals == (20, 2 + 2 + 1 + 7 + 4 + 4)
    assert result.winners == (1,)
    assert result.decided_by is TieBreak.TICKETS


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_usa_who_is_still_tied_shares_the_victory(seats: int) -> None:
    """U-12, I-19, C-42"""
    six = ["ELP-LAX", "CAL-WIN", "MIA-NOL", "POR-SLC"]
    players = [{"routes": [route]} for route in six[: seats - 1]]
    result = table("usa", *players, {"routes": ["ATL-NAS"]}).score_sheet()
    assert result.winners == tuple(range(seats - 1))
    assert [player.rank for player in result.players] == [1] * (seats - 1) + [seats]
    assert result.decided_by is None


def test_germany_ties_go_to_more_completed_tickets() -> None:
    """M-31: though the other has more merchandise."""
    first = {"merchandise": 13, "routes": ["KAR-MAN", "HAM-HAN"]}
    second = {"routes": WAY, "tickets": ["BRE-DUS"]}
    result = table("germany", first, second, taken={"BER": 2}).score_sheet()
    assert result.totals == (13 + 1 + 7, 6 + 5 + 10)
    assert result.winners == (1,)
    assert result.decided_by is TieBreak.TICKETS


@pytest.mark.parametrize("seat", [0, 1])
def test_germany_ties_then_go_to_merchandise(seat: int) -> None:
    """M-31"""
    players: list[Seat] = [{"routes": ["HAM-HAN"]}, {"routes": ["HAM-HAN"]}]
    players[seat] = {"merchandise": 7}
    result = table("germany", *players, taken={"BER": 1}).score_sheet()
    assert result.totals == (7, 7)
    assert result.winners == (seat,)
    assert result.decided_by is TieBreak.MERCHANDISE


def test_merchandise_breaks_ties_by_its_points() -> None:
    """I-14, M-31: one token of 7 against three of 2."""
    first = {"merchandise": 6, "routes": ["KAR-MAN"]}
    taken = {"BER": 1, "MAG": 1, "ULM": 1, "LIN": 1}
    result = table("germany", first, {"merchandise": 7}, taken=taken).score_sheet()
    assert result.totals == (7, 7)
    assert result.winners == (1,)


def test_germany_who_is_still_tied_shares_the_victory() -> None:
    """M-31, I-19"""
    first, second = {"routes": ["HAM-HAN"]}, {"routes": ["BER-LEI"]}
    result = table("germany", first, second, {}).score_sheet()
    assert result.winners == (0, 1)
    assert result.decided_by is None
    assert result.players[2].rank == 3


def test_london_ties_go_to_more_completed_tickets() -> None:
    """L-11"""
    first = {"routes": ["BRM-PIC"], "tickets": ["BRM-PIC"]}
    second = {"routes": ["BIG-BUC", "BAK-REG"]}
    for players, winner in (((first, second), 0), ((second, first), 1)):
        result = table("london", *players).score_sheet()
        assert result.totals == (4, 4)
        assert result.winners == (winner,)
        assert result.decided_by is TieBreak.TICKETS


@pytest.mark.parametrize("edition", ["usa", "germany", "london"])
def test_failed_tickets_play_no_part_in_ties(edition: str) -> None:
    """U-12, M-31, L-11: one completed and one failed are more than none of either."""
    routes, tickets, plain = {
        "usa": (["DEN-SFE", "ELP-SFE", "ATL-NAS"], ["DEN-ELP", "HOU-KAN"], ["DEN-OMA", "DAL-HOU"]),
        "germany": (
            ["BER-LEI", "CHE-LEI"],
            ["BER-CHE", "ROS-KON"],
            ["KAR-MAN", "DOR-MST", "SAA-FR"],
        ),
        "london": (["BRM-PIC"], ["BRM-PIC", "HYD-COV"], ["BIG-TRA"]),
    }[edition]
    first = {"routes": routes, "tickets": tickets}
    second = {"routes": plain}
    if edition == "usa":  # 2 + 2 + 1 + 4 - 5 and 10 for the path against 7 + 1 and 10 for the path
        first["routes"] = [*routes, "CHI-DUL"]
    result = table(edition, first, second).score_sheet()
    assert result.tied == (0, 1)
    assert result.winners == (0,)
    assert result.decided_by is TieBreak.TICKETS


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_london_who_is_still_tied_shares_the_victory(seats: int) -> None:
    """L-11, C-42: a longer path decides nothing."""
    first, second = {"routes": ["BIG-BUC", "BAK-REG"]}, {"routes": ["BRM-PIC", "BUC-PIC"]}
    result = table("london", first, second, *empty(seats - 2)).score_sheet()
    assert result.totals[:2] == (4, 4)
    assert result.winners == (0, 1)
    assert result.decided_by is None


def test_the_end_of_a_game_shows_the_same_sheet() -> None:
    """C-42, C-40"""
    game = table("usa", {"routes": ["ELP-LAX"]}, {"tickets": ["DEN-ELP"]}, last_turns=1)
    acts(game, "draw deck", "draw deck")
    assert game.over
    assert game.score_sheet().totals == (25, -4)
    assert game.score_sheet().winners == (0,)
