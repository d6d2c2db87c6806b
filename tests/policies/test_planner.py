"""What the compiled planner does, also with ferries, tunnels, stations and countries."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.tables import act, leaving, table, variant
from whistlestop import Action, Game
from whistlestop.actions import BuildStation, ClaimRoute, DrawDisplay, PaySurcharge, Withdraw
from whistlestop.bots.policy import PolicyBot
from whistlestop.editions.load import load, names
from whistlestop.policies.entry import choose_whole
from whistlestop.policies.games import start, take
from whistlestop.policies.mind import PLANNING, mind_of
from whistlestop.policies.planner.choosing import list_options
from whistlestop.policies.planner.networks import grow
from whistlestop.rules.actions import CLAIM, DRAW_BLIND, WITHDRAW
from whistlestop.rules.book import books_of
from whistlestop.rules.entry.whole_actions import ALONE
from whistlestop.rules.luck import LUCK, seed
from whistlestop.rules.state import STATE, Phase
from whistlestop.seen.worlds import position_for

WAY_TO_LONDON = {"routes": ["AMS-FRA", "BER-FRA"], "tickets": ["BER-LON"]}
"""All but the last route, and of those to London the ferries are the shortest."""


def _choice(game: Game) -> Action:
    seat = game.seat
    assert seat is not None
    return PolicyBot(1, mind_of(PLANNING)).choose(
        game.view(seat), tuple(game.legal_actions(seat)), 1.0
    )


def _planned(game: Game) -> list[str]:
    """The routes that the seat means to build."""
    minds = mind_of(PLANNING)
    states, lucks = position_for(game.view(0)), np.zeros(1, dtype=LUCK)
    choose_whole(books_of(game.edition), states, minds, lucks, np.empty(2, dtype=np.int64))
    return [
        code
        for number, code in enumerate(game.view(0).index.route_codes)
        if int(minds["planner"]["routes"][0, number // 64]) >> number % 64 & 1
    ]


FIRST = ["JAI-RAT", "KHA-RAT", "KHA-MNM", "MNM-POO"]
SECOND = ["AGR-JAI", "AGR-BHO", "BHO-KHA", "AHM-KHA", "AHM-BOM"]
POONA = {"routes": [*FIRST, *SECOND], "tickets": ["JAI-POO"]}
"""A completed ticket of India, and all but the last route of a second way."""


def test_plans_a_second_way() -> None:
    """B-10, B-11: it shares no route with the first one."""
    assert _planned(table("india", POONA, {})) == ["BOM-POO"]


def test_plans_no_second_way_that_brings_nothing() -> None:
    plain = variant("india", ("doubly_joined = [5, 10, 20, 30, 40]\n", ""))
    assert _planned(table(plain, POONA, {})) == []


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
    assert _planned(table("switzerland", {"routes": routes, "tickets": [ticket]}, {})) == ["LUG-IT"]
    near_germany = ["BEL-LUG", "BEL-WAS", "SWZ-WAS", "SWZ-ZUG", "ZUG-ZUR", "SHA-ZUR"]
    planned = _planned(table("switzerland", {"routes": near_germany, "tickets": [ticket]}, {}))
    assert len(planned) == 1
    assert planned[0].endswith("-DE")


def test_takes_two_locomotives_for_a_tunnel() -> None:
    """Where locomotives are drawn like any card, one is no whole draw."""
    seat = {"tickets": ["LUG-IT+DE+AT+FR"], "routes": ["BEL-LUG"], "hand": {"locomotive": 1}}
    display = "locomotive locomotive red red purple"
    game = table("switzerland", seat, {}, display=display)
    assert _choice(game) == DrawDisplay("locomotive")


def test_plans_one_network_for_tickets_that_share_a_way() -> None:
    """Both cross the continent; much of the long way of the one is the other's, too."""
    planned = _planned(table("usa", {"tickets": ["LAX-NYC", "ATL-SFO"]}, {}))
    alone = [_planned(table("usa", {"tickets": [ticket]}, {})) for ticket in ("LAX-NYC", "ATL-SFO")]
    assert 0 < len(planned) < len(alone[0]) + len(alone[1])


@pytest.mark.parametrize("edition", names())
def test_decides_the_same_whenever_it_is_asked(edition: str) -> None:
    """A bot that comes in the middle of a game, with nothing to remember, plays as legally."""
    game = Game.new(edition, 2, seed=3)
    while (seat := game.seat) is not None:
        view, legal = game.view(seat), game.legal_actions(seat)
        choices = {PolicyBot(number, PLANNING).choose(view, tuple(legal), 1.0) for number in (1, 2)}
        assert len(choices) == 1
        game.play(choices.pop(), seat)
    assert all(player.total > 0 for player in game.score_sheet().players)


def test_does_not_try_a_tunnel_for_ever() -> None:
    """The three cards that are left to draw ask for more each time: it draws instead."""
    seat = {"hand": {"purple": 2}, "routes": ["MAR-PAM", "MAD-PAM"], "tickets": ["MAD-ZUR"]}
    game = table("europe", seat, {})
    minds, lucks = mind_of(PLANNING), np.zeros(1, dtype=LUCK)
    books, numbers = books_of(game.edition), np.empty(2, dtype=np.int64)
    act(game, "claim MAR-ZUR with 2 purple > purple red red")
    choose_whole(books, position_for(game.view(0)), minds, lucks, numbers)
    assert numbers[0] == WITHDRAW
    act(game, "withdraw")
    act(game, "draw deck")
    act(game, "draw deck")
    minds["planner"]["weights"]["planned"] = 1000.0
    choose_whole(books, position_for(game.view(0)), forgetful(minds), lucks, numbers)
    assert numbers[0] == CLAIM + game.view(0).index.route_of["MAR-ZUR"]
    choose_whole(books, position_for(game.view(0)), minds, lucks, numbers)
    assert numbers[0] == DRAW_BLIND


def forgetful(minds: np.ndarray) -> np.ndarray:
    """A mind with the same weights that remembers no tunnel."""
    others = minds.copy()
    others["withdrawn"] = 0
    return others


def test_a_full_hand_is_built_with() -> None:
    """Two experts do not wait for each other with all the cards in their hands."""
    books, numbers, most = books_of(load("usa")), np.empty(2, dtype=np.int64), 0
    for number in range(15):
        states, lucks = np.zeros(1, dtype=STATE), np.zeros(1, dtype=LUCK)
        seed(lucks[0], np.uint64(number))
        start(books[0], states[0], 2, 0, lucks[0])
        minds = np.concatenate([mind_of(PLANNING, "usa", 2)] * 2)
        while states[0]["phase"] != Phase.OVER:
            seat = int(states[0]["seat"])
            choose_whole(books, states, minds[seat : seat + 1], lucks, numbers)
            for action in numbers.tolist():
                if action != ALONE:
                    take(books[0], states[0], action, lucks[0])
            most = max(most, int(states[0]["hand"].sum(1).max()))
    assert most <= 54, "so many cards for 45 pieces"


@pytest.mark.parametrize("name", names())
def test_nothing_that_is_skipped_is_worth_more(name: str) -> None:
    """The planner skips what cannot be the best. Of all listed options, none is worth more."""
    books, numbers = books_of(load(name)), np.empty(2, dtype=np.int64)
    states, lucks = np.zeros(1, dtype=STATE), np.zeros(1, dtype=LUCK)
    seed(lucks[0], np.uint64(7))
    start(books[0], states[0], 2, 0, lucks[0])
    minds = np.concatenate([mind_of(PLANNING, name, 2)] * 2)
    # So that what claims bring at once decides all turns, and not only the last ones.
    for weight, value in {"endgame": 1000.0, "planned": 0.0, "draw": 4.0, "danger": 0.0}.items():
        minds["planner"]["weights"][weight] = value
    turns = 0
    while states[0]["phase"] != Phase.OVER:
        seat = int(states[0]["seat"])
        planner: Any = minds[seat : seat + 1].copy()[0]["planner"]
        at_turn = states[0]["phase"] == Phase.TURN
        listed = int(list_options(books[0], states[0], planner)) if at_turn else 0
        choose_whole(books, states, minds[seat : seat + 1], lucks, numbers)
        # A tunnel that was given up is not tried again at once, whatever it is worth.
        if listed > 0 and not minds[seat]["withdrawn"].any():
            turns += 1
            worths = dict(zip(planner["option"][:listed], planner["worth"][:listed], strict=True))
            assert worths[numbers[0]] == pytest.approx(max(worths.values()))
        for action in numbers.tolist():
            if action != ALONE:
                take(books[0], states[0], action, lucks[0])
    assert turns > 10


@pytest.mark.parametrize("cost", [1.0, 1e8])
def test_a_network_joins_what_it_shall_whatever_it_costs(cost: float) -> None:
    """With such costs, a small saving is lost in the rounding of a sum."""
    book: Any = books_of(load("usa"))[0]
    planner: Any = mind_of(PLANNING)[0]["planner"]
    ends = np.stack([book["route_a"], book["route_b"]], axis=1).astype(int)[: book["routes"]]
    links = [(0, 20), (1, 21), (2, 22)]
    planner["goals"] = planner["links"] = len(links)
    planner["cost"] = cost
    planner["wanted"][: len(links)] = 1
    for number, (begin, end) in enumerate(links):
        planner["link_goal"][number] = number
        planner["link_from"][number], planner["link_to"][number] = 1 << begin, 1 << end
    every = np.uint64(2**64 - 1)
    grow(book, planner, every, every)
    network = planner["network"]
    for number, (begin, end) in enumerate(links):
        assert planner["link_made"][number] == 1
        places = {begin}
        for _ in ends:
            for route, pair in enumerate(ends.tolist()):
                if int(network[route // 64]) >> route % 64 & 1 and places & {*pair}:
                    places |= {*pair}
        assert end in places
