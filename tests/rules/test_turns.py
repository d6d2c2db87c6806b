"""Turns, passing, and how the game ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tables import (
    EDITIONS,
    SIZES,
    Seat,
    act,
    acts,
    empty,
    leaving,
    open_view,
    options,
    refusal,
    sheet,
    table,
    told,
    variant,
)
from whistlestop import (
    ClaimRoute,
    DrawDeck,
    DrawDisplay,
    DrawTickets,
    Game,
    StartJourney,
)
from whistlestop.events import FinalRound, GameOver, TurnPassed

NOTHING: list[str | None] = [None] * 5
"""An empty display."""


def draw_two(game: Game) -> None:
    """Spend a turn without anything happening."""
    acts(game, "draw deck", "draw deck")


# Actions of a turn ----------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["usa", "london"])
def test_a_turn_is_one_of_three(edition: str) -> None:
    """U-01, L-01"""
    game = table(edition, {"hand": {"blue": 2}}, {})
    kinds = {type(action) for action in game.legal_actions()}
    assert kinds == {DrawDeck, DrawDisplay, DrawTickets, ClaimRoute}
    assert "no passengers on this board" in refusal(game, f"move {game.edition.cities[0].code}")


def test_a_turn_is_one_of_four_in_germany() -> None:
    """M-01"""
    player = {"hand": {"blue": 2}, "routes": ["BER-LEI"], "passengers": ["BER"]}
    game = table("germany", player, {})
    kinds = {type(action) for action in game.legal_actions()}
    assert kinds == {DrawDeck, DrawDisplay, DrawTickets, ClaimRoute, StartJourney}


@pytest.mark.parametrize(
    ("edition", "lines"),
    [
        ("usa", ["draw deck", "draw deck"]),
        ("usa", ["claim ATL-NAS with 1 blue"]),
        ("usa", ["tickets", "keep 1"]),
        ("london", ["draw deck", "draw deck"]),
        ("london", ["claim BRM-COV with 1 blue"]),
        ("london", ["tickets", "keep 1"]),
        ("germany", ["draw deck", "draw deck"]),
        ("germany", ["claim DOR-MST with 1 blue", "passenger none"]),
        ("germany", ["tickets 1 short 3 long", "keep 1"]),
        ("germany", ["move BER", "go BER-LEI", "stop"]),
    ],
)
def test_each_action_is_a_whole_turn(edition: str, lines: list[str]) -> None:
    """U-01, M-01, L-01"""
    player: Seat = {"hand": {"blue": 1}}
    if edition == "germany":
        player |= {"routes": ["BER-LEI"], "passengers": ["BER"]}
    game = table(edition, player, {})
    for line in lines:
        assert game.seat == 0
        act(game, line)
    assert game.seat == 1
    assert open_view(game).turns == 1


# Passing --------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_nobody_passes_who_can_do_anything(edition: str) -> None:
    """I-03"""
    game = table(edition, {}, {})
    assert "pass" not in options(game)
    assert "only when you can do nothing else" in refusal(game, "pass")


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("a card of the display", {"display": ["red", None, None, None, None]}),
        ("a ticket", {"tickets_left": ["DEN-ELP"]}),
        ("a returned ticket", {"returned": [("DEN-ELP", 0)]}),
    ],
)
def test_one_possible_action_is_enough_to_forbid_passing(what: str, change: dict[str, Any]) -> None:
    """I-03"""
    setting: dict[str, Any] = {"display": NOTHING, "rest": 1, "tickets_left": [], **change}
    game = table("usa", {}, {}, **setting)
    assert "pass" not in options(game), what
    refusal(game, "pass")


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_can_do_nothing_passes(edition: str) -> None:
    """I-03"""
    game = table(edition, {}, {}, display=NOTHING, rest=1, tickets_left=[])
    assert options(game) == {"pass"}
    assert told(act(game, "pass"), TurnPassed) == [TurnPassed(0)]
    assert game.seat == 1
    assert not game.over
    assert "pass" not in options(game)


def test_the_possibility_to_travel_forbids_passing() -> None:
    """I-03"""
    player = {"routes": ["BER-LEI"], "passengers": ["BER"]}
    game = table("germany", player, {}, display=NOTHING, rest=1, tickets_left=[])
    assert options(game) == {"move BER"}
    refusal(game, "pass")


FIRST = (
    "ATL-NAS DAL-HOU KAN-OMA POR-SEA SEA-VAN CAL-VAN "
    "CAL-WIN DUL-HEL DUL-TOR ELP-HOU ELP-LAX HEL-SEA"
)
SECOND = "MIA-NOL POR-SLC SSM-WIN ATL-MIA DEN-PHO ELP-OKL HEL-OMA CHI-TOR BOS-MON"
"""44 spaces each, all routes of one space among them."""


def short_of_pieces(display: list[str | None], **top: Any) -> Game:
    """Two players with one piece each, hardly a card to draw and no route of one space left."""
    edition = variant("usa", ("final_round_at = 2", "final_round_at = 0"))
    players = ({"routes": FIRST.split()}, {"routes": SECOND.split()})
    return table(edition, *players, display=display, rest=1, tickets_left=[], **top)


def test_when_everybody_has_passed_the_game_is_over() -> None:
    """I-03"""
    game = short_of_pieces(NOTHING)
    assert [player.pieces for player in open_view(game).players] == [1, 1]
    assert options(game) == {"pass"}
    assert told(act(game, "pass"), GameOver) == []
    assert not game.over
    assert told(act(game, "pass"), GameOver) == [GameOver()]
    assert game.over
    assert game.legal_actions() == ()


def test_a_turn_in_between_begins_the_passes_anew() -> None:
    """I-03"""
    game = short_of_pieces(["red", None, None, None, None], passes=1, seat=1)
    act(game, "draw red")
    assert open_view(game).passes == 0
    act(game, "pass")
    assert not game.over
    act(game, "pass")
    assert game.over


# The final round ------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "seats"), SIZES)
@pytest.mark.parametrize("left", [0, 1, 2])
def test_one_more_turn_for_everybody(edition: str, seats: int, left: int) -> None:
    """C-40"""
    route, words, length = {
        "usa": ("CHI-DUL", "3 red", 3),
        "germany": ("BER-MAG", "3 red", 3),
        "london": ("BIG-ELE", "3 yellow", 3),
        "europe": ("BER-WIE", "3 green", 3),
        "switzerland": ("BER-INT", "3 blue", 3),
        "newyork": ("CEN-UNI", "3 pink", 3),
        "india": ("BHA-DEL", "3 blue", 3),
        "nordic": ("HEL-IMA", "3 red", 3),
    }[edition]
    number, colour = words.split()
    who = seats - 2
    players = empty(seats)
    players[who] = {"hand": {colour: int(number)}, "routes": leaving(edition, left + length, route)}
    if edition == "germany":
        players[who]["passengers_left"] = 0
    game = table(edition, *players, seat=who)
    events = act(game, f"claim {route} with {words}")
    assert told(events, FinalRound) == [FinalRound(who)]
    assert open_view(game).players[who].pieces == left
    order: list[int | None] = []
    while not game.over:
        order.append(game.seat)
        draw_two(game)
    assert order == [(who + turn) % seats for turn in range(1, seats + 1)]
    assert game.deciding == ()


@pytest.mark.parametrize(("edition", "seats"), SIZES)
def test_three_pieces_are_enough_to_go_on(edition: str, seats: int) -> None:
    """C-40"""
    route, words = {
        "usa": ("CHI-DUL", "3 red"),
        "germany": ("BER-MAG", "3 red"),
        "london": ("BIG-ELE", "3 yellow"),
        "europe": ("BER-WIE", "3 green"),
        "switzerland": ("BER-INT", "3 blue"),
        "newyork": ("CEN-UNI", "3 pink"),
        "india": ("BHA-DEL", "3 blue"),
        "nordic": ("HEL-IMA", "3 red"),
    }[edition]
    player: Seat = {"hand": {words.split()[1]: 3}, "routes": leaving(edition, 6, route)}
    if edition == "germany":
        player["passengers_left"] = 0
    game = table(edition, player, *empty(seats - 1))
    assert told(act(game, f"claim {route} with {words}"), FinalRound) == []
    for _ in range(seats + 1):
        draw_two(game)
    assert not game.over
    assert open_view(game).last_turns == 0


def test_the_final_round_begins_when_the_turn_ends() -> None:
    """C-40: after the passenger is placed."""
    player = {"hand": {"red": 3}, "routes": leaving("germany", 5, "BER-MAG")}
    game = table("germany", player, {})
    assert told(act(game, "claim BER-MAG with 3 red"), FinalRound) == []
    assert told(act(game, "passenger BER"), FinalRound) == [FinalRound(0)]


def test_a_second_player_short_of_pieces_changes_nothing() -> None:
    """C-40"""
    first = leaving("usa", 2, "KAN-OMA")
    second = leaving("usa", 3, "KAN-OMA", *first)
    players = [{"routes": first}, {"routes": second, "hand": {"red": 1}}, {}]
    game = table("usa", *players, seat=1, last_turns=3)
    assert told(act(game, "claim KAN-OMA with 1 red"), FinalRound) == []
    assert open_view(game).last_turns == 2
    draw_two(game)
    assert not game.over
    draw_two(game)
    assert game.over


def test_everything_is_still_allowed_in_the_last_turn() -> None:
    """C-40"""
    player = {"hand": {"red": 2}, "routes": leaving("usa", 2, "ATL-CHA")}
    game = table("usa", player, {}, last_turns=1)
    kinds = {type(action) for action in game.legal_actions()}
    assert kinds == {DrawDeck, DrawDisplay, DrawTickets, ClaimRoute}
    act(game, "claim ATL-CHA with 2 red")
    assert game.over
    assert "ATL-CHA" in open_view(game).players[0].routes


def test_a_journey_in_the_last_turn_counts() -> None:
    """C-40, M-23"""
    player = {"routes": ["BER-LEI"], "passengers": ["BER"]}
    game = table("germany", player, {}, last_turns=1)
    acts(game, "move BER", "go BER-LEI")
    assert not game.over
    act(game, "stop")
    assert game.over
    assert sheet(game, 0).total == 7 + 4


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_pass_is_a_last_turn_like_any_other(seats: int) -> None:
    """I-03, C-40"""
    players = empty(seats)
    setting: dict[str, Any] = {"display": NOTHING, "rest": seats - 1, "tickets_left": []}
    game = table("usa", *players, last_turns=2, seat=0, **setting)
    act(game, "pass")
    assert not game.over
    assert open_view(game).last_turns == 1
    act(game, "pass" if seats > 2 else "claim DAL-HOU with 1 red")
    assert game.over


@pytest.mark.parametrize("edition", EDITIONS)
def test_after_the_end_nothing_is_possible(edition: str) -> None:
    """C-40"""
    game = table(edition, {}, {}, last_turns=1)
    draw_two(game)
    assert game.over
    assert game.legal_actions() == ()
    assert game.seat is None
    with pytest.raises(ValueError, match="over"):
        game.play("draw deck")
