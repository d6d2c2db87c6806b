"""Passengers and merchandise."""

from __future__ import annotations

import pytest

from tests.tables import act, acts, empty, hand, open_view, options, refusal, sheet, table, told
from whistlestop import Game, MalformedAction
from whistlestop.events import (
    DisplayRefilled,
    JourneyEnded,
    JourneyStarted,
    MerchandiseCollected,
    PassengerMoved,
    PassengerPlaced,
)

SIZES = [2, 3, 4, 5]


def places(game: Game) -> set[str]:
    """Where a passenger may be placed now."""
    assert open_view(game).phase == "placement"
    return {option.removeprefix("passenger ") for option in options(game)}


def ways(game: Game) -> set[str]:
    """Where the travelling passenger may go, and `stop`."""
    assert open_view(game).phase == "journey"
    return {option.removeprefix("go ") for option in options(game)}


# Placing --------------------------------------------------------------------------------


@pytest.mark.parametrize("city", ["BER", "LEI"])
def test_a_passenger_may_be_placed_at_either_end(city: str) -> None:
    """M-20"""
    game = table("germany", {"hand": {"orange": 4}}, {})
    act(game, "claim BER-LEI with 4 orange")
    assert game.seat == 0
    assert places(game) == {"BER", "LEI", "none"}
    assert told(act(game, f"passenger {city}"), PassengerPlaced) == [PassengerPlaced(0, city)]
    assert open_view(game).players[0].passengers == (city,)
    assert open_view(game).players[0].passengers_left == 2
    assert game.seat == 1


def test_placing_is_a_choice() -> None:
    """M-20"""
    game = table("germany", {"hand": {"orange": 4}}, {})
    acts(game, "claim BER-LEI with 4 orange", "passenger none")
    assert open_view(game).players[0].passengers == ()
    assert open_view(game).players[0].passengers_left == 3
    assert game.seat == 1


def test_only_on_the_route_just_claimed() -> None:
    """M-20"""
    game = table("germany", {"hand": {"orange": 4}, "routes": ["BER-DRE"]}, {})
    act(game, "claim BER-LEI with 4 orange")
    with pytest.raises(MalformedAction, match="not on the route just claimed"):
        game.play("passenger DRE")
    act(game, "passenger none")
    acts(game, "draw deck", "draw deck")
    assert not any(option.startswith("passenger") for option in options(game))


@pytest.mark.parametrize("city", ["AUG", "BER"])
def test_no_passenger_is_placed_on_another_turn(city: str) -> None:
    """M-20"""
    game = table("germany", {"routes": ["AUG-MUN", "BER-LEI"]}, {})
    assert "only when a route has just been claimed" in refusal(game, f"passenger {city}")


@pytest.mark.parametrize("seats", SIZES)
def test_one_passenger_in_a_city_whoevers(seats: int) -> None:
    """M-20"""
    for owner in (0, seats - 1):
        players = [{"hand": {"orange": 4}}, *empty(seats - 1)]
        players[owner] = {**players[owner], "passengers": ["LEI"]}
        game = table("germany", *players)
        act(game, "claim BER-LEI with 4 orange")
        assert places(game) == {"BER", "none"}
        assert "already stands in Leipzig" in refusal(game, "passenger LEI")


def test_nothing_is_asked_when_both_cities_are_taken() -> None:
    """M-20"""
    player = {"hand": {"orange": 4}, "passengers": ["BER"]}
    game = table("germany", player, {"passengers": ["LEI"]})
    act(game, "claim BER-LEI with 4 orange")
    assert game.seat == 1


@pytest.mark.parametrize(
    ("route", "words", "city"), [("FRE-CH", "2 orange", "FRE"), ("BRH-DK", "5 green", "BRH")]
)
def test_countries_take_no_passengers(route: str, words: str, city: str) -> None:
    """M-20, M-24"""
    number, colour = words.split()
    game = table("germany", {"hand": {colour: int(number)}}, {})
    act(game, f"claim {route} with {words}")
    assert places(game) == {city, "none"}


def test_a_border_route_with_an_occupied_city_asks_nothing() -> None:
    """M-20, M-24"""
    game = table("germany", {"hand": {"orange": 2}}, {"passengers": ["FRE"]})
    act(game, "claim FRE-CH with 2 orange")
    assert game.seat == 1


def test_three_passengers_in_the_whole_game() -> None:
    """M-20"""
    player = {"hand": {"orange": 7}, "passengers": ["KOL", "KIE"]}
    game = table("germany", player, {})
    acts(game, "claim BER-LEI with 4 orange", "passenger BER")
    assert open_view(game).players[0].passengers_left == 0
    acts(game, "draw deck", "draw deck")
    act(game, "claim BRE-HAM with 3 orange")
    assert game.seat == 1


def test_a_passenger_that_has_travelled_does_not_come_back() -> None:
    """M-20, M-23"""
    player = {"hand": {"orange": 4}, "routes": ["BER-DRE"], "passengers": ["DRE"]}
    game = table("germany", {**player, "passengers_left": 0}, {})
    acts(game, "move DRE", "go BER-DRE", "stop")
    assert open_view(game).players[0].passengers == ()
    acts(game, "draw deck", "draw deck")
    act(game, "claim BER-LEI with 4 orange")
    assert game.seat == 1


# Travelling -----------------------------------------------------------------------------


def test_a_journey_over_ones_own_routes_is_free() -> None:
    """M-21, M-22, M-23"""
    routes = ["BER-LEI", "DRE-LEI", "CHE-DRE"]
    game = table("germany", {"hand": {"passenger": 2}, "routes": routes, "passengers": ["BER"]}, {})
    before = open_view(game).players[0].score
    assert told(act(game, "move BER"), JourneyStarted) == [JourneyStarted(0, "BER")]
    events = act(game, "go BER-LEI")
    assert told(events, PassengerMoved) == [PassengerMoved(0, "BER-LEI", "LEI", toll=False)]
    assert told(events, MerchandiseCollected) == [MerchandiseCollected(0, "LEI", 4)]
    assert open_view(game).players[0].score == before + 4
    act(game, "go DRE-LEI")
    act(game, "go CHE-DRE")
    assert told(act(game, "stop"), JourneyEnded) == [JourneyEnded(0, "CHE")]
    view = open_view(game)
    assert view.players[0].score == before + 4 + 3 + 3
    assert view.players[0].merchandise == 10
    assert sheet(game, 0).merchandise == 10
    assert dict(view.taken) == {"LEI": 1, "DRE": 1, "CHE": 1}
    assert view.players[0].passengers == ()
    assert hand(game, 0) == {"passenger": 2}
    assert game.seat == 1


def test_at_least_one_route_is_travelled() -> None:
    """M-21"""
    game = table("germany", {"routes": ["BER-LEI"], "passengers": ["BER"]}, {})
    act(game, "move BER")
    assert ways(game) == {"BER-LEI"}
    assert "at least one route" in refusal(game, "stop")
    act(game, "go BER-LEI")
    assert ways(game) == {"stop"}


def test_no_route_twice_in_a_journey() -> None:
    """M-21"""
    game = table("germany", {"routes": ["BER-LEI", "LEI-MAG"], "passengers": ["BER"]}, {})
    acts(game, "move BER", "go BER-LEI")
    assert ways(game) == {"LEI-MAG", "stop"}
    assert "has travelled Berlin–Leipzig already" in refusal(game, "go BER-LEI")


def test_the_passenger_stops_where_its_player_likes() -> None:
    """I-13, M-21"""
    routes = ["BER-LEI", "DRE-LEI", "CHE-DRE"]
    for steps in range(1, 4):
        game = table("germany", {"routes": routes, "passengers": ["BER"]}, {})
        acts(game, "move BER", *(f"go {route}" for route in routes[:steps]))
        assert "stop" in ways(game)
        act(game, "stop")
        assert game.seat == 1


@pytest.mark.parametrize("seats", SIZES)
def test_another_players_route_costs_a_passenger_card(seats: int) -> None:
    """M-21, M-23"""
    player = {"hand": {"passenger": 2}, "routes": ["BER-LEI"], "passengers": ["BER"]}
    others = empty(seats - 2)
    game = table("germany", player, *others, {"routes": ["DRE-LEI", "CHE-DRE"]})
    acts(game, "move BER", "go BER-LEI")
    events = act(game, "go DRE-LEI")
    assert told(events, PassengerMoved) == [PassengerMoved(0, "DRE-LEI", "DRE", toll=True)]
    assert hand(game, 0) == {"passenger": 1}
    act(game, "go CHE-DRE")
    assert hand(game, 0) == {}
    act(game, "stop")
    assert dict(open_view(game).discards) == {"passenger": 2}
    assert open_view(game).players[seats - 1].score == 4 + 1


def test_without_a_card_other_routes_are_closed() -> None:
    """M-21"""
    player = {"hand": {"passenger": 1}, "routes": ["BER-LEI"], "passengers": ["BER"]}
    game = table("germany", player, {"routes": ["DRE-LEI", "CHE-DRE"]})
    acts(game, "move BER", "go BER-LEI")
    assert ways(game) == {"DRE-LEI", "stop"}
    act(game, "go DRE-LEI")
    assert ways(game) == {"stop"}
    assert "no passenger card" in refusal(game, "go CHE-DRE")


def test_other_cards_do_not_pay_the_way() -> None:
    """M-21"""
    cards = {"locomotive": 2, "locomotive4": 2, "red": 2}
    game = table("germany", {"hand": cards, "passengers": ["DRE"]}, {"routes": ["DRE-LEI"]})
    assert "move DRE" not in options(game)
    assert "no way to go" in refusal(game, "move DRE")


def test_nobodys_route_cannot_be_travelled() -> None:
    """M-21"""
    player = {"hand": {"passenger": 3}, "routes": ["BER-LEI"], "passengers": ["BER"]}
    game = table("germany", player, {})
    act(game, "move BER")
    assert ways(game) == {"BER-LEI"}
    assert "Nobody has claimed" in refusal(game, "go BER-DRE")
    assert "does not begin in Berlin" in refusal(game, "go CHE-DRE")


def test_a_journey_may_use_other_players_routes_only() -> None:
    """I-14, M-21"""
    player = {"hand": {"passenger": 1}, "passengers": ["BER"]}
    game = table("germany", player, {"routes": ["BER-LEI"]})
    acts(game, "move BER", "go BER-LEI", "stop")
    assert open_view(game).players[0].merchandise == 4
    assert dict(open_view(game).discards) == {"passenger": 1}


def test_only_ones_own_passengers_travel() -> None:
    """M-21"""
    player = {"hand": {"passenger": 1}, "routes": ["BER-LEI"], "passengers": ["DRE"]}
    game = table("germany", player, {"passengers": ["BER"]})
    assert not any(option.startswith("move") for option in options(game))
    assert "You have no passenger in Berlin" in refusal(game, "move BER")


def test_any_one_of_ones_passengers_travels() -> None:
    """M-21"""
    player = {"routes": ["BER-LEI", "KOB-KOL"], "passengers": ["BER", "KOL"]}
    game = table("germany", player, {})
    assert {option for option in options(game) if "move" in option} == {"move BER", "move KOL"}
    acts(game, "move KOL", "go KOB-KOL", "stop")
    assert open_view(game).players[0].passengers == ("BER",)


def test_cities_with_passengers_are_entered_and_passed_through() -> None:
    """M-21"""
    player = {"routes": ["BER-LEI", "DRE-LEI"], "passengers": ["BER", "DRE"]}
    game = table("germany", player, {"passengers": ["LEI"]})
    acts(game, "move BER", "go BER-LEI", "go DRE-LEI", "stop")
    view = open_view(game)
    assert view.players[0].merchandise == 4 + 3
    assert view.players[0].passengers == ("DRE",)
    assert view.players[1].passengers == ("LEI",)


def test_a_gap_is_filled_in_the_middle_of_a_journey() -> None:
    """I-17, M-23"""
    display = ["red", None, "blue", "green", "white"]
    player = {"hand": {"passenger": 1}, "passengers": ["BER"], "routes": ["LEI-MAG"]}
    game = table(
        "germany", player, {"routes": ["BER-LEI"]}, {}, display=display, rest=2, tickets_left=[]
    )
    act(game, "move BER >")
    events = act(game, "go BER-LEI > passenger")
    assert told(events, DisplayRefilled) == [DisplayRefilled(1, "passenger")]
    assert open_view(game).display[1] == "passenger"
    act(game, "go LEI-MAG >")


# Merchandise ----------------------------------------------------------------------------


def test_the_highest_token_left_is_taken() -> None:
    """M-22, M-25"""
    for taken, points in enumerate((7, 6, 5, 4)):
        other = {"merchandise": sum((7, 6, 5, 4)[:taken])}
        player = {"routes": ["BER-LEI"], "passengers": ["LEI"]}
        game = table("germany", player, other, taken={"BER": taken} if taken else {})
        events = act(game, "move LEI") + act(game, "go BER-LEI")
        assert told(events, MerchandiseCollected) == [MerchandiseCollected(0, "BER", points)]
        assert open_view(game).taken["BER"] == taken + 1


@pytest.mark.parametrize(
    ("start", "route", "city", "tokens"),
    [("BER", "BER-LEI", "LEI", (4, 3, 2)), ("BER", "BER-DRE", "DRE", (3, 2, 1))],
)
def test_the_tokens_of_red_and_yellow_cities(
    start: str, route: str, city: str, tokens: tuple[int, ...]
) -> None:
    """M-22, M-25"""
    for taken, points in enumerate(tokens):
        player = {"routes": [route], "passengers": [start]}
        other = {"merchandise": sum(tokens[:taken])}
        game = table("germany", player, other, taken={city: taken} if taken else {})
        acts(game, f"move {start}", f"go {route}")
        assert open_view(game).players[0].merchandise == points


def test_an_empty_city_may_be_entered_and_passed_through() -> None:
    """I-09"""
    player = {"routes": ["BER-LEI", "BER-DRE"], "passengers": ["LEI"]}
    game = table("germany", player, {"merchandise": 22}, taken={"BER": 4})
    act(game, "move LEI")
    assert told(act(game, "go BER-LEI"), MerchandiseCollected) == []
    act(game, "go BER-DRE")
    act(game, "stop")
    assert open_view(game).players[0].merchandise == 3
    assert dict(open_view(game).taken) == {"BER": 4, "DRE": 1}


def test_a_white_city_has_one_token() -> None:
    """M-25, I-09"""
    player = {"routes": ["LEI-MAG"], "passengers": ["LEI"]}
    game = table("germany", player, {"merchandise": 2}, taken={"MAG": 1})
    acts(game, "move LEI", "go LEI-MAG", "stop")
    assert open_view(game).players[0].merchandise == 0


def test_the_last_city_counts_as_entered() -> None:
    """I-14, M-22"""
    game = table("germany", {"routes": ["BER-LEI"], "passengers": ["BER"]}, {})
    acts(game, "move BER", "go BER-LEI", "stop")
    assert dict(open_view(game).taken) == {"LEI": 1}


def test_the_start_gives_nothing() -> None:
    """M-22"""
    game = table("germany", {"routes": ["BER-LEI"], "passengers": ["BER"]}, {})
    acts(game, "move BER", "go BER-LEI", "stop")
    assert "BER" not in open_view(game).taken
    assert open_view(game).players[0].merchandise == 4


def test_the_start_gives_nothing_even_when_the_passenger_comes_back() -> None:
    """I-06"""
    ring = ["BER-LEI", "LEI-MAG", "BER-MAG"]
    game = table("germany", {"routes": ring, "passengers": ["BER"]}, {})
    acts(game, "move BER", "go BER-LEI", "go LEI-MAG")
    assert told(act(game, "go BER-MAG"), MerchandiseCollected) == []
    assert open_view(game).journey is not None
    act(game, "stop")
    assert dict(open_view(game).taken) == {"LEI": 1, "MAG": 1}
    assert open_view(game).players[0].merchandise == 4 + 2


def test_one_token_a_city_a_journey() -> None:
    """I-06"""
    routes = ["KOB-MAI", "FRA-MAI", "FRA-MAN", "MAI-MAN"]
    game = table("germany", {"routes": routes, "passengers": ["KOB"]}, {})
    acts(game, "move KOB", "go KOB-MAI", "go FRA-MAI", "go FRA-MAN", "go MAI-MAN", "stop")
    assert dict(open_view(game).taken) == {"MAI": 1, "FRA": 1, "MAN": 1}
    # A city with more tokens than one: Frankfurt, entered twice.
    routes = ["FRA-WUR", "FRA-MAI", "MAI-MAN", "FRA-MAN"]
    game = table("germany", {"routes": routes, "passengers": ["WUR"]}, {})
    acts(game, "move WUR", "go FRA-WUR", "go FRA-MAI", "go MAI-MAN", "go FRA-MAN", "stop")
    assert open_view(game).taken["FRA"] == 1
    assert open_view(game).players[0].merchandise == 4 + 2 + 3


def test_another_journey_takes_the_next_token() -> None:
    """I-06, M-22"""
    player = {"routes": ["BER-LEI", "LEI-MAG"], "passengers": ["BER", "MAG"]}
    game = table("germany", player, {})
    acts(game, "move BER", "go BER-LEI", "stop", "draw deck", "draw deck")
    acts(game, "move MAG", "go LEI-MAG", "stop")
    assert open_view(game).players[0].merchandise == 4 + 3
    assert open_view(game).taken["LEI"] == 2


@pytest.mark.parametrize("seats", [4, 5])
def test_each_parallel_track_is_a_route_of_its_own(seats: int) -> None:
    """I-07"""
    player = {"hand": {"passenger": 1}, "routes": ["DUS-KOL"], "passengers": ["KOL"]}
    second, third = {"routes": ["DUS-KOL/2"]}, {"routes": ["DUS-KOL/3"]}
    game = table("germany", player, second, third, *empty(seats - 3))
    act(game, "move KOL")
    assert ways(game) == {"DUS-KOL", "DUS-KOL/2", "DUS-KOL/3"}
    act(game, "go DUS-KOL")
    assert hand(game, 0) == {"passenger": 1}
    assert ways(game) == {"DUS-KOL/2", "DUS-KOL/3", "stop"}
    act(game, "go DUS-KOL/2")
    assert hand(game, 0) == {}
    assert ways(game) == {"stop"}
    act(game, "stop")
    assert dict(open_view(game).taken) == {"DUS": 1}


def test_no_passenger_enters_a_country() -> None:
    """M-24"""
    player = {"hand": {"passenger": 3}, "routes": ["MST-NL", "BRE-MST"], "passengers": ["MST"]}
    game = table("germany", player, {"routes": ["EMD-NL"]})
    act(game, "move MST")
    assert ways(game) == {"BRE-MST"}
    assert "never enters a country" in refusal(game, "go MST-NL")


def test_a_border_route_alone_is_no_way_to_go() -> None:
    """M-24, M-21"""
    player = {"hand": {"passenger": 3}, "routes": ["MST-NL"], "passengers": ["MST"]}
    game = table("germany", player, {})
    assert "move MST" not in options(game)
    assert "no way to go" in refusal(game, "move MST")
