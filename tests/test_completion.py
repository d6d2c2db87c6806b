"""What tickets still need, against searches that try everything."""

from __future__ import annotations

from random import Random

import pytest

from tests.tables import SIZES, table
from whistlestop import Game
from whistlestop.seen.completion import cheapest_ways
from whistlestop.seen.route_graph import members
from whistlestop.seen.view import View


def positions(name: str, seats: int) -> list[View]:
    """Views at random moments of some random games."""
    found: list[View] = []
    for seed in range(2):
        random = Random(f"{name} {seats} {seed}")
        game = Game.new(name, seats, seed=seed)
        while not game.over:
            seat = random.choice(game.deciding)
            game.play(random.choice(game.legal_actions(seat)), seat)
            if random.random() < 0.02:
                found.append(game.view())
                check_open_routes(game)
    assert found
    return found


def check_open_routes(game: Game) -> None:
    """C-25, C-26: the same routes are open as the rules have kept account of."""
    view, state = game.view(), game.state
    for seat in range(len(game.seats)):
        codes = {game.index.route_codes[route] for route in members(*state["open"][seat].tolist())}
        assert view.open_routes(seat) == codes


def fewest_pieces(view: View, seat: int, ticket: str) -> tuple[int, int] | None:
    """(Pieces, points) of the best way, by relaxing every route until nothing changes."""
    index, far = view.index, 10**6
    entry = view.edition.tickets[index.ticket_of[ticket]]
    free, own = view.open_routes(seat), set(view.players[seat].routes)
    starts = index.points_of(entry.origin)
    costs = [0 if place in starts else far for place in range(len(index.places))]
    for _ in index.places:
        for route, (a, b) in enumerate(index.route_ends):
            code = index.route_codes[route]
            if code not in own and code not in free:
                continue
            price = 0 if code in own else view.edition.routes[route].length
            for here, there in ((a, b), (b, a)):
                # Nobody travels through a country (M-04).
                if not index.places[here].country or here in starts:
                    costs[there] = min(costs[there], costs[here] + price)
    options = [
        (costs[place], -points)
        for code, points in entry.options
        for place in index.points_of(code)
        if costs[place] < far
    ]
    return (min(options)[0], -min(options)[1]) if options else None


@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_ways_are_cheapest_and_lead_there(name: str, seats: int) -> None:
    random = Random(name)
    for view in positions(name, seats):
        index = view.index
        for seat in range(seats):
            own, free = set(view.players[seat].routes), view.open_routes(seat)
            some = random.sample(index.ticket_codes, 8)
            for ticket, way in cheapest_ways(view, seat, some).items():
                best = fewest_pieces(view, seat, ticket)
                assert (None if way is None else (way.pieces, way.points)) == best
                if way is None:
                    continue
                routes = [view.edition.routes[index.route_of[code]] for code in way.routes]
                assert set(way.routes) <= free
                assert sum(route.length for route in routes) == way.pieces
                assert completed(view, own | set(way.routes), ticket, way.points)


def completed(view: View, routes: set[str], ticket: str, points: int) -> bool:
    """Whether these routes link the ticket's ends, for so many points."""
    index = view.index
    entry = view.edition.tickets[index.ticket_of[ticket]]
    ends = [index.route_ends[index.route_of[code]] for code in routes]
    goals = {
        place for code, worth in entry.options if worth == points for place in index.points_of(code)
    }
    reached = set(index.points_of(entry.origin))
    for _ in ends:
        reached |= {there for pair in ends if reached & set(pair) for there in pair}
    return bool(reached & goals)


def test_there_is_no_way_to_a_city_that_others_have_closed() -> None:
    """C-25, C-26"""
    game = table("usa", {"routes": ["CHI-STL"]}, {"routes": ["ATL-MIA", "CHA-MIA", "MIA-NOL"]})
    found = cheapest_ways(game.view(), 0, ("BOS-MIA", "MIA-TOR", "CHI-NOL"))
    assert found["BOS-MIA"] is None is found["MIA-TOR"]
    way = found["CHI-NOL"]
    assert way is not None
    assert (way.pieces, way.routes) == (5, ("LIT-STL", "LIT-NOL"))
    assert "MIA-NOL" not in game.view().open_routes(0)
    assert cheapest_ways(game.view(), 1, ("BOS-MIA",))["BOS-MIA"] is not None


def test_nothing_is_asked_for_nothing() -> None:
    assert cheapest_ways(Game.new("usa", 2, seed=1).view(), 0, ()) == {}


def test_ways_say_what_is_doubly_joined() -> None:
    """B-10: already, and only where it brings points."""
    routes = ["JAI-JOD", "JAI-RAT", "KHA-RAT", "AHM-JOD", "AHM-KHA"]
    view = table("india", {"routes": routes}, {}).view()
    found = cheapest_ways(view, 0, ("JOD-KHA", "BOM-JAC"))
    assert [way is not None and way.doubly_joined for way in found.values()] == [True, False]
    view = table("india", {"routes": routes[:-1]}, {}).view()
    way = cheapest_ways(view, 0, ("JOD-KHA",))["JOD-KHA"]
    assert way is not None
    assert (way.pieces, way.doubly_joined) == (0, False)
    usa = table("usa", {"routes": ["DEN-SFE", "ELP-SFE", "DEN-OKL", "ELP-OKL"]}, {}).view()
    way = cheapest_ways(usa, 0, ("DEN-ELP",))["DEN-ELP"]
    assert way is not None
    assert (way.pieces, way.doubly_joined) == (0, False)


def test_ways_along_parallel_routes_of_unequal_length() -> None:
    """F-15: the shorter one, or the longer one if somebody else has the shorter one."""
    routes = ["KRS-OSL", "LIL-OSL", "LIL-TRD"]
    view = table("nordic", {"routes": routes}, {}, {}).view()
    way = cheapest_ways(view, 0, ("KRS-MOR",))["KRS-MOR"]
    assert way is not None
    assert (way.pieces, way.routes) == (5, ("MOR-TRD",))
    view = table("nordic", {"routes": routes}, {"routes": ["MOR-TRD"]}, {}).view()
    way = cheapest_ways(view, 0, ("KRS-MOR",))["KRS-MOR"]
    assert way is not None
    assert (way.pieces, way.routes) == (6, ("MOR-TRD/2",))
