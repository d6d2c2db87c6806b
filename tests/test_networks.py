"""What follows from who owns which route: asked without a state, and the same as the rules say."""

from __future__ import annotations

from random import Random

import pytest

from tests.tables import SIZES, table
from whistlestop import Game
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.load import load, names
from whistlestop.seen.completion import cheapest_way
from whistlestop.seen.route_graph import (
    closed_by,
    completed_tickets,
    linked_districts,
    longest_path,
    open_routes,
    part_numbers,
)
from whistlestop.seen.view import REFEREE, SPECTATOR


def final(name: str, seats: int) -> Game:
    """The end of a random game."""
    random = Random(f"{name} {seats}")
    game = Game.new(name, seats, seed=seats)
    while not game.over:
        seat = random.choice(game.deciding)
        game.play(random.choice(game.legal_actions(seat)), seat)
    return game


def own(game: Game, seat: int) -> list[int]:
    return [game.index.route_of[code] for code in game.view().players[seat].routes]


@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_the_score_sheet_says_the_same(name: str, seats: int) -> None:
    """C-33, L-10, U-10"""
    game = final(name, seats)
    edition, index = game.edition, game.index
    for seat, column in enumerate(game.score_sheet().players):
        routes = own(game, seat)
        if not column.stations:
            done = {line.ticket for line in column.tickets if line.completed}
            held = [index.ticket_of[line.ticket] for line in column.tickets]
            assert {index.ticket_codes[t] for t in completed_tickets(edition, routes, held)} == done
            assert game.view().completed(seat) == done
        linked = linked_districts(edition, routes)
        assert sum(edition.districts[n].points for n in linked) == column.district_points
        if edition.longest_path_bonus:
            path = longest_path(edition, routes)
            assert sum(edition.routes[route].length for route in path) == column.longest_path
            assert_path(game, path, routes)


def assert_path(game: Game, path: tuple[int, ...], routes: list[int]) -> None:
    """U-10: own routes, each once, every one going on where the one before ends."""
    assert len(set(path)) == len(path)
    assert set(path) <= set(routes)
    ends = [set(game.index.route_ends[route]) for route in path]
    starts = game.index.route_ends[path[0]] if path else ()
    assert not path or any(walked(start, ends) for start in starts)


def walked(place: int, ends: list[set[int]]) -> bool:
    for pair in ends:
        if place not in pair:
            return False
        (place,) = pair - {place}
    return True


@pytest.mark.parametrize("name", names())
def test_what_an_owned_route_closes(name: str) -> None:
    """C-25, C-26: itself to everybody, its parallels to the owner, at small tables to all."""
    edition = load(name)
    index = gazetteer(edition)
    for seats in range(edition.players[0], edition.players[1] + 1):
        small = seats <= edition.parallel_closed_up_to
        for route, parallel in enumerate(index.parallel):
            assert closed_by(edition, seats, route, own=True) == {route, *parallel}
            others = {route, *parallel} if small else {route}
            assert closed_by(edition, seats, route, own=False) == others
            owned: list[list[int]] = [[route], *([] for _ in range(seats - 1))]
            for seat, closed in enumerate(({route, *parallel}, others)):
                free = open_routes(edition, owned, seat)
                assert {each for each, still in enumerate(free) if not still} == closed
                assert len(free) == len(edition.routes)


@pytest.mark.parametrize(("name", "seats"), [("usa", 3), ("germany", 5), ("switzerland", 3)])
def test_tickets_are_completed_when_their_cheapest_way_costs_nothing(name: str, seats: int) -> None:
    """C-33, M-04"""
    game = final(name, seats)
    view, every = game.view(), list(range(len(game.edition.tickets)))
    done = 0
    for seat in range(seats):
        complete = completed_tickets(game.edition, own(game, seat), every)
        for ticket in every:
            way = cheapest_way(view, seat, game.index.ticket_codes[ticket])
            assert (ticket in complete) == (way is not None and not way.pieces)
        done += len(complete)
    assert done


def test_a_view_tells_only_of_tickets_that_its_viewer_knows() -> None:
    """C-32, I-21"""
    mine = {"tickets": ["DEN-ELP", "HOU-KAN"], "routes": ["DEN-SFE", "ELP-SFE"]}
    game = table("usa", mine, {})
    assert game.view(0).completed(0) == {"DEN-ELP"}
    assert game.view(REFEREE).completed(0) == {"DEN-ELP"}
    assert game.view(1).completed(0) == game.view(SPECTATOR).completed(0) == set()
    assert game.view(0).completed(1) == set()


def test_parts_are_numbered_where_routes_lead() -> None:
    index = gazetteer(load("usa"))
    routes = [index.route_of[code] for code in ("DEN-SFE", "ELP-SFE", "BOS-NYC")]
    parts = part_numbers(index.edition, routes)
    assert len(set(parts)) == len(parts) - 3
    place = index.place_of
    assert parts[place["DEN"]] == parts[place["SFE"]] == parts[place["ELP"]] >= 0
    assert parts[place["BOS"]] == parts[place["NYC"]] not in (parts[place["DEN"]], -1)
    assert parts[place["MIA"]] < 0


def test_there_is_no_path_without_routes() -> None:
    assert longest_path(load("usa"), ()) == ()
