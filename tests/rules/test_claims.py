"""Claiming routes: which, with which cards, and what comes of it."""

from __future__ import annotations

import pytest

from tests.tables import (
    EDITIONS,
    SIZES,
    act,
    claimable,
    empty,
    hand,
    leaving,
    open_view,
    options,
    payments,
    refusal,
    table,
    told,
    wild,
)
from whistlestop import ClaimRoute, MalformedAction, load_edition
from whistlestop.events import RouteClaimed

CLOSED_UP_TO = {
    **{"usa": 3, "germany": 3, "london": 2, "europe": 3, "switzerland": 2, "newyork": 2},
    **{"india": 3, "nordic": 2},
}

DOUBLE = {
    "usa": ("DEN-KAN", "4 orange", "DEN-KAN/2", "4 black"),
    "germany": ("BER-HAM", "7 blue", "BER-HAM/2", "7 yellow"),
    "london": ("STP-TOW", "3 yellow", "STP-TOW/2", "3 pink"),
    "europe": ("BER-FRA", "3 black", "BER-FRA/2", "3 red"),
    "switzerland": ("BER-FRI", "1 orange", "BER-FRI/2", "1 yellow"),
    "newyork": ("BRO-CHI", "3 orange", "BRO-CHI/2", "3 red"),
    "india": ("JAC-PES", "3 orange", "JAC-PES/2", "3 yellow"),
    "nordic": ("ORE-STO", "2 black", "ORE-STO/2", "2 purple"),
}
"""Two parallel routes and what pays for each."""


def cards(words: str) -> dict[str, int]:
    """`4 orange` as a hand."""
    number, colour = words.split()
    return {colour: int(number)}


def test_a_route_need_not_touch_ones_others() -> None:
    """C-20"""
    player = {"hand": {"purple": 3, "red": 2}, "routes": ["POR-SEA"]}
    game = table("usa", player, {})
    act(game, "claim ATL-CHA with 2 red")
    assert open_view(game).players[0].routes == ("ATL-CHA", "POR-SEA")


def test_one_route_in_a_turn() -> None:
    """C-20"""
    game = table("usa", {"hand": {"red": 4}}, {})
    act(game, "claim ATL-CHA with 2 red")
    assert game.seat == 1
    with pytest.raises(ValueError, match="not your turn: Player 2"):
        game.play("claim DUL-OMA with 2 red", 0)


@pytest.mark.parametrize("words", ["3 purple", "5 purple", "1 purple"])
def test_a_route_is_claimed_whole(words: str) -> None:
    """C-20, C-21"""
    game = table("usa", {"hand": {"purple": 6}}, {})
    with pytest.raises(MalformedAction, match="exactly 4 cards"):
        game.play(f"claim DEN-OMA with {words}")


def test_a_route_that_is_taken_is_not_open() -> None:
    """C-20"""
    game = table("usa", {"hand": {"purple": 4}}, {"routes": ["DEN-OMA"]})
    assert "DEN-OMA" not in claimable(game)
    assert "Player 2 has Denver–Omaha already" in refusal(game, "claim DEN-OMA with 4 purple")


@pytest.mark.parametrize("edition", EDITIONS)
def test_wild_cards_stand_in_for_any_number(edition: str) -> None:
    """C-21"""
    route, colour = {
        "usa": ("DEN-SLC", "yellow"),
        "germany": ("BER-MAG", "red"),
        "london": ("BIG-ELE", "yellow"),
    }[edition]
    joker = wild(edition)
    game = table(edition, {"hand": {colour: 3, joker: 3, "green": 3}}, {})
    assert payments(game, route) == {
        f"3 {colour}",
        f"2 {colour} 1 {joker}",
        f"1 {colour} 2 {joker}",
        f"3 {joker}",
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_set_has_one_colour(edition: str) -> None:
    """C-21, C-22"""
    route = {"usa": "MON-TOR", "germany": "BRH-HAM", "london": "COV-STP"}[edition]
    game = table(edition, {"hand": {"blue": 2, "green": 2}}, {})
    assert payments(game, route) == set()
    refusal(game, f"claim {route}")
    with pytest.raises(MalformedAction, match="one colour"):
        game.play(f"claim {route} with 2 blue 1 green")


@pytest.mark.parametrize("cards", ["2 blue 1 passenger", "1 passenger 2 blue", "3 passenger"])
def test_passenger_cards_in_a_set_are_what_is_wrong_with_it(cards: str) -> None:
    """M-13"""
    game = table("germany", {"hand": {"blue": 3, "passenger": 3}}, {})
    with pytest.raises(MalformedAction, match="Passenger cards never pay") as refused:
        game.play(f"claim BRH-HAM with {cards}")
    assert refused.value.reason is not None
    assert refused.value.reason.code == "passenger_cards"


def test_cards_that_are_not_held_do_not_pay() -> None:
    """C-21"""
    game = table("usa", {"hand": {"purple": 3, "locomotive": 1}}, {"hand": {"purple": 1}})
    assert payments(game, "DEN-OMA") == {"3 purple 1 locomotive"}
    assert "missing: 1 purple" in refusal(game, "claim DEN-OMA with 4 purple")
    refusal(game, "claim DEN-OMA with 2 purple 2 locomotive")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_coloured_route_takes_its_colour(edition: str) -> None:
    """C-22"""
    route, own, other, length = {
        "usa": ("CHI-STL", "white", "black", 2),
        "germany": ("BRE-HAM", "orange", "black", 3),
        "london": ("BAK-REG", "blue", "black", 2),
    }[edition]
    game = table(edition, {"hand": {other: 4}}, {})
    assert payments(game, route) == set()
    assert f"takes cards of one colour ({own})" in refusal(
        game, f"claim {route} with {length} {other}"
    )
    game = table(edition, {"hand": {own: 4, other: 4}}, {})
    assert payments(game, route) == {f"{length} {own}"}
    assert f"takes cards of one colour ({own})" in refusal(
        game, f"claim {route} with {length} {other}"
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_grey_route_takes_any_one_colour(edition: str) -> None:
    """C-22"""
    route, length = {"usa": ("DEN-SFE", 2), "germany": ("FRA-WUR", 2), "london": ("BRM-PIC", 2)}[
        edition
    ]
    colours = [name for name, _ in load_edition(edition).cards.colours]
    game = table(edition, {"hand": dict.fromkeys(colours, 2)}, {})
    assert payments(game, route) == {f"{length} {colour}" for colour in colours}


@pytest.mark.parametrize("edition", EDITIONS)
def test_exactly_enough_pieces_are_enough(edition: str) -> None:
    """C-23"""
    route, words, longer, more = {
        "usa": ("ATL-MIA", "5 blue", "POR-SLC", "6 blue"),
        "germany": ("MUN-NUR/2", "5 blue", "BER-HAM", "7 blue"),
        "london": ("BRL-TOW", "3 blue", "BRM-CHA", "4 blue"),
    }[edition]
    length = int(words[0])
    blue = {"blue": int(more[0])}
    player = {"hand": blue, "routes": leaving(edition, length, route, longer)}
    game = table(edition, player, {})
    assert longer not in claimable(game)
    assert f"you have {length} left" in refusal(game, f"claim {longer} with {more}")
    act(game, f"claim {route} with {words}")
    assert open_view(game).players[0].pieces == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_one_piece_too_few(edition: str) -> None:
    """C-23"""
    route, words = {
        "usa": ("ATL-MIA", "5 blue"),
        "germany": ("MUN-NUR/2", "5 blue"),
        "london": ("BRM-CHA", "4 blue"),
    }[edition]
    length = int(words[0])
    player = {"hand": {"blue": 6}, "routes": leaving(edition, length - 1, route)}
    game = table(edition, player, {})
    assert route not in claimable(game)
    assert f"takes {length} pieces" in refusal(game, f"claim {route} with {words}")


POINTS = {
    "usa": [1, 2, 4, 7, 10, 15],
    "germany": [1, 2, 4, 7, 10, 15, 18],
    "london": [1, 2, 4, 7],
}


@pytest.mark.parametrize(
    ("edition", "length", "points"),
    [(name, n, p) for name in EDITIONS for n, p in enumerate(POINTS[name], start=1)],
)
def test_a_claim_scores_at_once_and_the_cards_are_discarded(
    edition: str, length: int, points: int
) -> None:
    """C-24, C-23"""
    chosen = load_edition(edition)
    number = next(i for i, route in enumerate(chosen.routes) if route.length == length)
    colour = chosen.routes[number].colour or "green"
    player = {"hand": {colour: length, "black" if colour != "black" else "blue": 1}}
    game = table(edition, player, {})
    route = game.index.route_codes[number]
    events = act(game, f"claim {route} with {length} {colour}")
    assert told(events, RouteClaimed) == [RouteClaimed(0, route, ((colour, length),), points)]
    view = open_view(game)
    assert view.players[0].score == points
    assert view.players[0].pieces == chosen.pieces - length
    assert dict(view.discards) == {colour: length}
    assert hand(game, 0).get(colour, 0) == 0
    assert view.players[0].cards == 1
    assert view.players[0].routes == (route,)


@pytest.mark.parametrize(("edition", "seats"), SIZES)
def test_nobody_owns_two_parallel_routes(edition: str, seats: int) -> None:
    """C-25"""
    first, words, second, others = DOUBLE[edition]
    for own, free, pays in ((first, second, others), (second, first, words)):
        player = {"routes": [own], "hand": cards(pays)}
        game = table(edition, player, *empty(seats - 1))
        assert free not in claimable(game)
        assert "You own the track beside" in refusal(game, f"claim {free} with {pays}")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nobody_owns_two_of_three_parallel_routes(seats: int) -> None:
    """C-25"""
    tracks = ["DOR-DUS", "DOR-DUS/2", "DOR-DUS/3"]
    for own in tracks:
        player = {"routes": [own], "hand": {"red": 1}}
        game = table("germany", player, *empty(seats - 1))
        assert not claimable(game) & set(tracks)


@pytest.mark.parametrize(("edition", "seats"), SIZES)
def test_a_parallel_route_is_closed_at_small_tables_only(edition: str, seats: int) -> None:
    """C-26"""
    first, words, second, others = DOUBLE[edition]
    is_open = seats > CLOSED_UP_TO[edition]
    for taken, free, pays in ((first, second, others), (second, first, words)):
        rest = empty(seats - 2)
        game = table(edition, {"hand": cards(pays)}, {"routes": [taken]}, *rest)
        assert (free in claimable(game)) == is_open
        if is_open:
            act(game, f"claim {free} with {pays}")
            assert free in open_view(game).players[0].routes
        else:
            assert "closes this one" in refusal(game, f"claim {free} with {pays}")


@pytest.mark.parametrize(("edition", "seats"), SIZES)
def test_a_claim_closes_the_parallel_route_in_play(edition: str, seats: int) -> None:
    """C-26, C-25"""
    first, words, second, others = DOUBLE[edition]
    rest = empty(seats - 2)
    game = table(edition, {"hand": cards(words)}, {"hand": cards(others)}, *rest)
    act(game, f"claim {first} with {words}")
    if open_view(game).phase == "placement":
        act(game, "passenger none")
    assert game.seat == 1
    assert first not in claimable(game)
    assert (second in claimable(game)) == (seats > CLOSED_UP_TO[edition])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_three_parallel_routes(seats: int) -> None:
    """C-26, C-25: with four or five players each track may have an owner of its own."""
    tracks = {"DUS-KOL", "DUS-KOL/2", "DUS-KOL/3"}
    red = {"hand": {"red": 2}}
    game = table("germany", red, red, *[red] * (seats - 2))
    act(game, "claim DUS-KOL/2 with 1 red")
    act(game, "passenger none")
    if seats <= 3:
        assert not claimable(game) & tracks
        return
    assert claimable(game) & tracks == tracks - {"DUS-KOL/2"}
    act(game, "claim DUS-KOL with 1 red")
    act(game, "passenger none")
    assert claimable(game) & tracks == {"DUS-KOL/3"}
    act(game, "claim DUS-KOL/3 with 1 red")
    act(game, "passenger none")
    assert not claimable(game) & tracks


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_way_to_pay_is_offered(edition: str) -> None:
    """C-27"""
    joker = wild(edition)
    route = {"usa": "DEN-SFE", "germany": "FRA-WUR", "london": "BRM-PIC"}[edition]
    game = table(edition, {"hand": {"blue": 1, "yellow": 2, joker: 2}}, {})
    ways = {"2 yellow", f"1 blue 1 {joker}", f"1 yellow 1 {joker}", f"2 {joker}"}
    assert payments(game, route) == ways
    act(game, f"claim {route} with 1 yellow 1 {joker}")
    assert hand(game, 0) == {"blue": 1, "yellow": 1, joker: 1}
    assert dict(open_view(game).discards) == {"yellow": 1, joker: 1}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_offered_claim_can_be_made_and_costs_what_it_says(edition: str) -> None:
    """C-27, C-21, C-22"""
    joker = wild(edition)
    held = {"blue": 3, "green": 2, joker: 2}
    game = table(edition, {"hand": held}, {})
    claims = [action for action in game.legal_actions() if isinstance(action, ClaimRoute)]
    assert len(claims) == len(set(claims)) > 20
    for claim in claims:
        trial = game.copy(seed=1)
        trial.play(claim)
        spent = {card: n - hand(trial, 0).get(card, 0) for card, n in held.items()}
        assert {card: n for card, n in spent.items() if n} == dict(claim.cards)


def test_a_claim_without_cards_is_never_paid_for_the_player() -> None:
    """C-27"""
    game = table("usa", {"hand": {"red": 2, "locomotive": 2}}, {})
    with pytest.raises(ValueError, match="in 3 ways"):
        game.play("claim DEN-SFE")


def test_long_locomotives_mix_freely_on_long_routes() -> None:
    """M-10"""
    held = {"orange": 2, "locomotive": 1, "locomotive4": 2}
    game = table("germany", {"hand": held}, {})
    assert payments(game, "BER-LEI") == {
        "2 orange 2 locomotive4",
        "2 orange 1 locomotive 1 locomotive4",
        "1 orange 1 locomotive 2 locomotive4",
    }
    act(game, "claim BER-LEI with 1 orange 1 locomotive 2 locomotive4")
    assert hand(game, 0) == {"orange": 1}
    assert dict(open_view(game).discards) == {"orange": 1, "locomotive": 1, "locomotive4": 2}


def test_long_locomotives_are_worthless_on_short_routes() -> None:
    """M-10"""
    game = table("germany", {"hand": {"red": 2, "locomotive": 1, "locomotive4": 3}}, {})
    assert payments(game, "BER-MAG") == {"2 red 1 locomotive"}
    told_why = refusal(game, "claim BER-MAG with 2 red 1 locomotive4")
    assert "only for routes of 4 spaces or more" in told_why
    game = table("germany", {"hand": {"red": 2, "locomotive4": 6}}, {})
    lengths = {game.edition.routes[game.index.route_of[route]].length for route in claimable(game)}
    assert lengths == {1, 2, 4, 5, 6, 7}


@pytest.mark.parametrize(("length", "route"), [(4, "BER-LEI"), (5, "BER-DRE"), (6, "BER-ROS")])
def test_a_set_of_long_locomotives_alone(length: int, route: str) -> None:
    """I-14, M-10"""
    game = table("germany", {"hand": {"locomotive4": 6}}, {})
    assert payments(game, route) == {f"{length} locomotive4"}


def test_a_mix_of_wild_cards_alone() -> None:
    """M-10, C-21"""
    game = table("germany", {"hand": {"locomotive": 2, "locomotive4": 3}}, {})
    assert payments(game, "BER-LEI") == {
        "2 locomotive 2 locomotive4",
        "1 locomotive 3 locomotive4",
    }


def test_passenger_cards_never_pay() -> None:
    """M-13"""
    game = table("germany", {"hand": {"passenger": 8, "red": 1}}, {})
    assert {option for option in options(game) if "passenger" in option} == set()
    assert "BER-MAG" not in claimable(game)
    assert "DOR-DUS" in claimable(game)
    for words in ("DOR-DUS with 1 passenger", "BER-MAG with 3 passenger"):
        with pytest.raises(MalformedAction, match="never pay for anything"):
            game.play(f"claim {words}")
    with pytest.raises(MalformedAction, match="never pay for anything"):
        game.play("claim AUG-MUN with 1 red 1 passenger")
