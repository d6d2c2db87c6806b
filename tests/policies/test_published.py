"""What is characteristic of each published agent, and that all of them play everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.knowledge.positions import TABLES, luck_of, positions
from tests.many_tickets import load
from tests.tables import act, leaving, table
from whistlestop import Action, Game
from whistlestop.actions import (
    ClaimRoute,
    DrawDeck,
    DrawDisplay,
    DrawTickets,
    KeepTickets,
    PaySurcharge,
    PlacePassenger,
    StartJourney,
    Withdraw,
)
from whistlestop.bots.registry import make_bot
from whistlestop.policies import mind
from whistlestop.policies.deciding import choose
from whistlestop.policies.games import start
from whistlestop.policies.mind import PUBLISHED_FIRST, PUBLISHED_LAST, mind_of
from whistlestop.rules.actions import STATION, WITHDRAW
from whistlestop.rules.book import book_of
from whistlestop.rules.luck import begin
from whistlestop.rules.state import STATE, Phase
from whistlestop.rules.turns import apply, is_legal

NAMES = {
    number: name.lower().replace("_", "-")
    for name in mind.__annotations__
    if type(number := getattr(mind, name)) is int
    and PUBLISHED_FIRST <= number <= PUBLISHED_LAST
    and not name.startswith("PUBLISHED")
}
AGENTS = sorted(NAMES)

DOCUMENT = Path(__file__).parents[2] / "docs" / "published-agents.md"

SLC = {"tickets": ["CAL-SLC"]}
"""Two routes away: Calgary–Helena, grey, and Helena–Salt Lake City, purple."""

SLC_DONE = {"tickets": ["CAL-SLC"], "routes": ["CAL-HEL", "HEL-SLC"]}


def _choice(game: Game, name: str, seed: int = 1) -> Action:
    seat = game.seat
    assert seat is not None
    return make_bot(name, seed).choose(game.view(seat), tuple(game.legal_actions(seat)), 1.0)


def _points(game: Game, tickets: tuple[str, ...]) -> list[int]:
    index = game.view(0).index
    return [game.edition.tickets[index.ticket_of[code]].options[0][1] for code in tickets]


def test_every_agent_is_a_bot_and_documented() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for name in NAMES.values():
        assert f"`{name}`" in text
        assert make_bot(name, 1)


# Tickets --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["one-step", "route-focused", "route-focused-as-described"])
def test_who_keeps_all_tickets_at_the_start(name: str) -> None:
    game = Game.new("usa", 2, seed=4)
    assert _choice(game, name) == KeepTickets(game.view(0).me.offer or ())


@pytest.mark.parametrize("edition", ["london", "newyork"])
@pytest.mark.parametrize("name", ["route-focused", "route-focused-as-described"])
def test_both_tickets_of_a_small_board_are_kept(edition: str, name: str) -> None:
    game = Game.new(edition, 2, seed=4)
    offer = game.view(0).me.offer or ()
    assert len(offer) == 2
    assert _choice(game, name) == KeepTickets(offer)


@pytest.mark.parametrize("name", ["long-route", "racer", "connected-racer"])
def test_who_keeps_the_two_cheapest(name: str) -> None:
    for seed in range(5):
        game = Game.new("usa", 2, seed=seed)
        answer = _choice(game, name)
        assert isinstance(answer, KeepTickets)
        assert len(answer.tickets) == 2
        offered = sorted(_points(game, game.view(0).me.offer or ()))
        assert sum(_points(game, answer.tickets)) == sum(offered[:2])


def test_the_long_route_agent_as_described_keeps_what_pays_for_its_trains() -> None:
    """New York–Seattle brings more points than it takes trains."""
    offer = {"offer": ["NYC-SEA", "HOU-KAN", "CAL-SLC"]}
    game = table("usa", offer, {"offer": ["ATL-NYC", "CHI-NOL", "DUL-HOU"]}, phase="opening_keep")
    assert _choice(game, "long-route") == KeepTickets(("HOU-KAN", "CAL-SLC"))
    assert _choice(game, "long-route-as-described") == KeepTickets(("NYC-SEA", "HOU-KAN"))


@pytest.mark.parametrize(
    ("name", "draws"), [("one-step", True), ("long-route", False), ("route-focused", False)]
)
def test_who_draws_tickets_when_all_are_done(name: str, *, draws: bool) -> None:
    game = table("usa", SLC_DONE, {})
    assert isinstance(_choice(game, name), DrawTickets) is draws


def test_a_lost_ticket_keeps_the_one_step_thinker_from_drawing_more() -> None:
    lost = {"routes": ["BOS-MON", "BOS-NYC"]}
    game = table("usa", {"tickets": ["BOS-MIA"]}, lost)
    assert not isinstance(_choice(game, "one-step"), DrawTickets)


def test_the_destination_hungry_agent_draws_tickets_while_pieces_are_left_over() -> None:
    game = table("usa", SLC, {})
    assert isinstance(_choice(game, "destination-hungry"), DrawTickets)
    few = {**SLC, "routes": leaving("usa", 15, "CAL-HEL", "HEL-SLC")}
    assert not isinstance(_choice(table("usa", few, {}), "destination-hungry"), DrawTickets)


def test_the_destination_hungry_agent_keeps_what_is_done_already() -> None:
    seat = {"tickets": ["LAX-NYC"], "routes": ["CAL-HEL", "HEL-SLC"]}
    offer = {"offer": ["MIA-TOR", "CAL-SLC", "BOS-MIA"]}
    game = table("usa", {**seat, **offer}, {}, phase="keep")
    assert _choice(game, "destination-hungry") == KeepTickets(("CAL-SLC",))


# Ways -----------------------------------------------------------------------------------------


def test_which_ticket_is_best_as_coded_and_as_described() -> None:
    seat = {"tickets": ["CAL-SLC", "MON-VAN"], "hand": {"blue": 4, "black": 5}}
    game = table("usa", seat, {})
    assert _choice(game, "one-step") == ClaimRoute("CAL-HEL", (("blue", 4),))
    assert _choice(game, "one-step-as-described") == ClaimRoute("MON-SSM", (("black", 5),))


@pytest.mark.parametrize("seed", range(4))
def test_the_long_route_agent_goes_over_long_routes(seed: int) -> None:
    hand = {"hand": {"red": 3, "white": 3, "orange": 4, "blue": 4, "green": 3, "purple": 4}}
    game = table("usa", {**hand, "tickets": ["DUL-HOU"]}, {})
    action = _choice(game, "long-route", seed)
    if isinstance(action, ClaimRoute):
        assert game.edition.routes[game.view(0).index.route_of[action.route]].length >= 3
    near = {**hand, "tickets": ["DUL-HOU"], "routes": ["DUL-OMA", "KAN-OMA", "KAN-OKL", "DAL-OKL"]}
    assert _choice(table("usa", near, {}), "one-step", seed) in {
        ClaimRoute("DAL-HOU", ((colour, 1),)) for colour in hand["hand"]
    } | {ClaimRoute("DAL-HOU/2", ((colour, 1),)) for colour in hand["hand"]}


def test_the_queue_goes_by_the_points_of_the_ticket() -> None:
    seat = {"tickets": ["CAL-SLC", "ATL-MON"], "hand": {"blue": 4, "black": 2}}
    action = _choice(table("usa", seat, {}), "route-focused")
    assert isinstance(action, ClaimRoute)
    assert action.route != "CAL-HEL"


def test_what_is_claimed_once_no_ticket_is_left() -> None:
    game = table("usa", {**SLC_DONE, "hand": {"white": 6}}, {})
    cheap = _choice(game, "route-focused")
    assert isinstance(cheap, ClaimRoute)
    assert cheap.cards == (("white", 1),)
    best = ClaimRoute("CAL-WIN", (("white", 6),))
    assert _choice(game, "route-focused-as-described") in {
        best,
        ClaimRoute("SSM-WIN", (("white", 6),)),
    }


# Cards ----------------------------------------------------------------------------------------

SHOWN = "blue purple red red green"


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("one-step", DrawDeck()),
        ("one-step-as-described", DrawDisplay("blue")),
        ("route-focused", DrawDeck()),
        ("racer", DrawDeck()),
    ],
)
def test_cards_for_a_grey_route(name: str, card: Action) -> None:
    game = table("usa", {**SLC, "hand": {"blue": 3}}, {}, display=SHOWN)
    assert _choice(game, name) == card


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("one-step", DrawDisplay("purple")),
        ("route-focused", DrawDeck()),
        ("route-focused-as-described", DrawDisplay("purple")),
    ],
)
def test_cards_for_a_coloured_route(name: str, card: Action) -> None:
    seat = {**SLC, "routes": ["CAL-HEL"]}
    game = table("usa", seat, {}, display=SHOWN)
    assert _choice(game, name) == card
    act(game, f"{card} > red")
    assert _choice(game, name) in {card, DrawDeck()}, "a bot that is seated now does the same"


def test_the_colour_that_the_tree_needs() -> None:
    game = table("usa", SLC, {}, display=SHOWN, tickets_left=[])
    assert _choice(game, "destination-hungry") == DrawDisplay("purple")


def test_the_route_focused_agent_as_described_leaves_open_locomotives() -> None:
    seat = {**SLC, "routes": ["CAL-HEL"]}
    game = table("usa", seat, {}, display="locomotive red red red green")
    assert _choice(game, "one-step") == DrawDisplay("locomotive")
    assert _choice(game, "route-focused-as-described") == DrawDeck()


def test_the_route_focused_agent_as_described_pays_sparingly() -> None:
    seat = {**SLC, "hand": {"blue": 2, "green": 4, "yellow": 5, "locomotive": 2}}
    game = table("usa", seat, {})
    best = ClaimRoute("CAL-HEL", (("yellow", 4),))
    assert _choice(game, "route-focused-as-described") == best
    assert _choice(game, "route-focused") == ClaimRoute("CAL-HEL", (("blue", 2), ("locomotive", 2)))


@pytest.mark.parametrize("seed", range(3))
def test_the_route_focused_agent_as_described_takes_either_track(seed: int) -> None:
    routes = ["NYC-WAS", "RAL-WAS", "CHA-RAL", "CHA-MIA"]
    for colour in ("red", "yellow"):
        seat = {"tickets": ["BOS-MIA"], "routes": routes, "hand": {colour: 2}}
        game = table("usa", seat, {"routes": ["PIT-RAL"]})
        action = _choice(game, "route-focused-as-described", seed)
        assert isinstance(action, ClaimRoute)
        assert action.route.startswith("BOS-NYC")


def test_the_first_colour_pays_even_with_locomotives() -> None:
    seat = {**SLC, "hand": {"blue": 2, "green": 4, "locomotive": 2}}
    game = table("usa", seat, {})
    paid = (("blue", 2), ("locomotive", 2))
    assert _choice(game, "one-step") == ClaimRoute("CAL-HEL", paid)


@pytest.mark.parametrize(
    ("outcome", "answer"),
    [("purple red red", PaySurcharge((("purple", 1),))), ("purple purple red", Withdraw())],
)
def test_surcharges_are_paid_if_possible(outcome: str, answer: Action) -> None:
    game = table("europe", {"hand": {"purple": 3}, "tickets": ["MAD-ZUR"]}, {})
    act(game, f"claim MAR-ZUR with 2 purple > {outcome}")
    for name in ("one-step", "route-focused", "destination-hungry", "racer"):
        assert _choice(game, name) == answer


# Racing ---------------------------------------------------------------------------------------


def test_the_racer_claims_the_longest_routes_only() -> None:
    game = table("usa", {"hand": {"black": 5}}, {}, display="black red red red green")
    assert _choice(game, "racer") == DrawDeck()
    game = table("usa", {"hand": {"yellow": 6}}, {})
    assert _choice(game, "racer") in {
        ClaimRoute("HEL-SEA", (("yellow", 6),)),
        ClaimRoute("SSM-WIN", (("yellow", 6),)),
    }


@pytest.mark.parametrize("seed", range(4))
def test_racers_prefer_what_touches_their_routes(seed: int) -> None:
    hand = {"yellow": 6}
    game = table("usa", {"hand": hand, "routes": ["MON-SSM"]}, {})
    near = ClaimRoute("SSM-WIN", (("yellow", 6),))
    assert _choice(game, "racer", seed) == near
    assert _choice(game, "connected-racer", seed) == near
    away = table("usa", {"hand": hand, "routes": ["BOS-NYC"]}, {})
    assert isinstance(_choice(away, "racer", seed), ClaimRoute)
    assert _choice(away, "connected-racer", seed) == DrawDeck()


# Everywhere -----------------------------------------------------------------------------------


def test_passengers_are_placed_and_travel_for_enough_tokens() -> None:
    game = Game.new("germany", 2, seed=3)
    bots = [make_bot("long-route", seed) for seed in range(2)]
    seen: set[type[Action]] = set()
    while (seat := game.seat) is not None:
        action = bots[seat].choose(game.view(seat), tuple(game.legal_actions(seat)), 1.0)
        assert action != PlacePassenger(None)
        seen.add(type(action))
        game.play(action, seat)
    assert {PlacePassenger, StartJourney} <= seen
    assert all(player.merchandise > 0 for player in game.score_sheet().players)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_whole_games_of_all_agents(edition: str, players: int) -> None:
    """Every action is legal, and no station is built."""
    book = book_of(load(edition))
    for first in range(0, len(AGENTS), players):
        agents = [AGENTS[(first + seat) % len(AGENTS)] for seat in range(players)]
        luck = luck_of(first)
        minds: Any = np.concatenate([mind_of(agent) for agent in agents])
        state: Any = np.zeros(1, dtype=STATE)[0]
        start(book, state, players, 0, luck)
        while state["phase"] != Phase.OVER:
            action = int(choose(book, state, minds[state["seat"]], luck))
            assert not STATION <= action < WITHDRAW
            begin(luck)
            assert apply(book, state, action, luck)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_agents_can_be_seated_in_any_position(edition: str, players: int) -> None:
    book, luck = book_of(load(edition)), luck_of(1)
    for state in positions(edition, players).copy():
        if state["phase"] == Phase.OVER:
            continue
        for agent in AGENTS:
            minds = mind_of(agent)
            action = int(choose(book, state, minds[0], luck))
            assert is_legal(book, state, action)
            assert int(choose(book, state, minds[0], luck)) == action
