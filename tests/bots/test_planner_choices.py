"""What the planner does where ferries, tunnels, stations, countries and attractions come up."""

from __future__ import annotations

from tests.tables import act, leaving, table

from whistlestop import Action, Game
from whistlestop.actions import BuildStation, ClaimRoute, DrawDisplay, PaySurcharge, Withdraw
from whistlestop.bots.planner import PlannerBot
from whistlestop.bots.planning import Plan, make_plan
from whistlestop.bots.situation import Situation
from whistlestop.bots.weights import Weights

WAY_TO_LONDON = {"routes": ["AMS-FRA", "BER-FRA"], "tickets": ["BER-LON"]}
"""All but the last route, and of those to London the ferries are the shortest."""


def _choice(game: Game) -> Action:
    seat = game.seat
    assert seat is not None
    return PlannerBot(1).choose(game.view(seat), game.legal_actions(seat), 1.0)


def _plan(game: Game) -> tuple[Situation, Plan]:
    situation = Situation(game.view(0))
    return situation, make_plan(situation, situation.tickets, (), Weights())


def _tunnel(hand: dict[str, int], outcome: str) -> Game:
    """Marseille–Zürich is being tried with two purple cards."""
    game = table("europe", {"hand": hand, "tickets": ["MAD-ZUR"]}, {})
    act(game, f"claim MAR-ZUR with 2 purple > {outcome}")
    return game


def test_pays_a_surcharge() -> None:
    assert _choice(_tunnel({"purple": 3}, "purple red red")) == PaySurcharge((("purple", 1),))


def test_pays_with_the_colour_before_locomotives() -> None:
    game = _tunnel({"purple": 3, "locomotive": 2}, "purple red red")
    assert _choice(game) == PaySurcharge((("purple", 1),))


def test_withdraws_when_it_must() -> None:
    assert _choice(_tunnel({"purple": 2, "red": 5}, "purple red red")) == Withdraw()


def test_withdraws_rather_than_spend_the_locomotives_of_a_ferry() -> None:
    seat = {**WAY_TO_LONDON, "hand": {"purple": 2, "locomotive": 2}}
    rival = {"routes": ["DIE-LON"]}
    game = table("europe", seat, rival)
    act(game, "claim MAR-ZUR with 2 purple > locomotive locomotive red")
    assert _choice(game) == Withdraw()


def test_tries_a_tunnel_only_with_cards_to_spare() -> None:
    """While there is time, and nobody near."""
    way = {"routes": ["MAR-PAM", "MAD-PAM"], "tickets": ["MAD-ZUR"]}
    bare = table("europe", {**way, "hand": {"purple": 2}}, {}, display="purple red blue red blue")
    assert _choice(bare) == DrawDisplay("purple")
    rich = table("europe", {**way, "hand": {"purple": 4}}, {})
    assert _choice(rich) == ClaimRoute("MAR-ZUR", (("purple", 2),))


def test_takes_a_locomotive_for_a_ferry() -> None:
    seat = {**WAY_TO_LONDON, "hand": {"locomotive": 1, "red": 1}}
    rival = {"routes": ["DIE-LON"]}
    game = table("europe", seat, rival, display="locomotive red blue red blue")
    assert _choice(game) == DrawDisplay("locomotive")


def test_keeps_locomotives_for_a_needed_ferry() -> None:
    seat = {"routes": ["AMS-FRA"], "tickets": ["BER-LON"], "hand": {"black": 3, "locomotive": 2}}
    rival = {"routes": ["DIE-LON"]}
    game = table("europe", seat, rival, display="red blue white green yellow")
    for _ in range(2):
        game_claim = _choice(game)
        assert isinstance(game_claim, ClaimRoute)
        wild = dict(game_claim.cards).get("locomotive", 0)
        assert wild == (2 if game_claim.route == "AMS-LON" else 0)
        game.play(game_claim)
        act(game, "draw deck")
        act(game, "draw deck")


def test_builds_a_station_that_saves_a_ticket() -> None:
    """All ways into Brest are taken."""
    seat = {"routes": ["MAR-PAR"], "tickets": ["BRE-MAR"], "hand": {"red": 1}}
    game = table("europe", seat, {"routes": ["BRE-DIE", "BRE-PAM", "BRE-PAR"]})
    choice = _choice(game)
    assert isinstance(choice, BuildStation)
    assert choice.city in ("BRE", "PAR")
    act(game, str(choice))
    assert Situation(game.view(0)).opened == {game.view(0).index.route_of["BRE-PAR"]}


def test_builds_a_station_in_its_last_turn() -> None:
    seat = {"routes": ["BRE-PAR"], "tickets": ["BRE-MAR"], "hand": {"red": 1, "locomotive": 1}}
    game = table("europe", seat, {"routes": ["MAR-PAR"]}, last_turns=1)
    choice = _choice(game)
    assert isinstance(choice, BuildStation)
    assert choice.city in ("MAR", "PAR")
    assert choice.cards == (("red", 1),)


def test_builds_no_station_for_a_ticket_that_is_linked() -> None:
    seat = {"routes": ["BRE-PAR", "MAR-PAR"], "tickets": ["BRE-MAR"], "hand": {"red": 1}}
    game = table("europe", seat, {"routes": ["PAR-ZUR"]}, last_turns=1)
    assert not isinstance(_choice(game), BuildStation)


def test_chooses_the_easier_country() -> None:
    """With few pieces left Italy will do, for 2 points; close to others it goes for more."""
    routes = leaving("switzerland", 3, "LUG-IT", "LOC-LUG", "BEL-LUG", "LOC-IT")
    ticket = "LUG-IT+DE+AT+FR"
    situation, plan = _plan(table("switzerland", {"routes": routes, "tickets": [ticket]}, {}))
    assert [situation.board.index.route_codes[route] for route in plan.routes] == ["LUG-IT"]
    near_germany = ["BEL-LUG", "BEL-WAS", "SWZ-WAS", "SWZ-ZUG", "ZUG-ZUR", "SHA-ZUR"]
    seat = {"routes": near_germany, "tickets": [ticket]}
    situation, plan = _plan(table("switzerland", seat, {}))
    assert situation.board.index.route_of["LUG-IT"] not in plan.routes
    assert max(goal.gain for goal in plan.goals) >= 10


def test_takes_two_locomotives_for_a_tunnel() -> None:
    """Where locomotives are drawn like any card, one is no whole draw."""
    seat = {"tickets": ["LUG-IT+DE+AT+FR"], "routes": ["BEL-LUG"], "hand": {"locomotive": 1}}
    display = "locomotive locomotive red red purple"
    game = table("switzerland", seat, {}, display=display)
    assert _choice(game) == DrawDisplay("locomotive")


def test_counts_attractions_once() -> None:
    game = table("newyork", {"routes": ["CEN-TIM"]}, {})
    situation = Situation(game.view(0))
    route_of = situation.board.index.route_of
    assert situation.attractions(route_of["BRO-CHI"]) == 2
    assert situation.attractions(route_of["CEN-UNI"]) == 1
    assert situation.attractions(route_of["CEN-LIN"]) == 0
