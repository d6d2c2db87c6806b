"""What ends a plan: all its routes are claimed, or one of the conditions that its player chose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from tests.server.serving import Json, Person, Running
from tests.server.test_plans_with_else import plan, sides, told_why, until_settled
from tests.server.test_taking_back import answered, claims, opposite, play_until
from tests.server.test_thinking_ahead import (
    NOTHING,
    ahead,
    end_turn,
    possible,
    seat_of,
    waiting_with_claims,
)
from whistlestop.actions import ClaimRoute
from whistlestop.editions.load import load
from whistlestop.events import RouteClaimed
from whistlestop.play.game import Game
from whistlestop.seen.view import View
from whistlestop.server.table.ahead import MOST_CONDITIONS, Condition, Step, Stopped


def seen(edition: str = "usa") -> View:
    """What the second of two players sees after the opening."""
    game = Game.new(load(edition), 2, seed=1)
    for seat in (0, 1):
        game.play("keep all", seat)
    return game.view(1)


def with_routes(view: View, seat: int, *routes: str) -> View:
    """The same position, but a seat owns routes."""
    player = replace(view.players[seat], routes=routes)
    return replace(view, players=tuple(player if one.seat == seat else one for one in view.players))


def test_few_pieces_stop_a_plan_whoever_has_them() -> None:
    view = seen()
    for seat in (0, 1):
        few = replace(view.players[seat], pieces=7)
        players = tuple(few if one.seat == seat else one for one in view.players)
        now = replace(view, players=players)
        assert Condition("pieces", 7).met(now, (), ()) == Stopped("pieces", seat=seat, pieces=7)
        assert Condition("pieces", 6).met(now, (), ()) is None


def test_a_card_in_the_display_stops_a_plan() -> None:
    view = replace(seen(), display=("red", None, "red", "blue", "locomotive"))
    assert Condition("card", card="blue").met(view, (), ()) == Stopped("card", card="blue")
    assert Condition("card", card="green").met(view, (), ()) is None


def test_a_route_that_another_player_claims_stops_a_plan() -> None:
    """So does the track beside it, which closes the route in a game of two. One's own does not."""
    rival = Condition("rival")
    event = RouteClaimed(0, "DEN-KAN/2", (("black", 4),), 7)
    view = with_routes(seen(), 0, "DEN-KAN/2")
    for watched in ("DEN-KAN/2", "DEN-KAN"):
        expected = Stopped("rival", watched, seat=0)
        assert rival.met(view, ["CHI-PIT", watched], [event]) == expected
    assert rival.met(view, ["CHI-PIT", "DEN-OMA"], [event]) is None
    # What was claimed before the plan was made does not count.
    assert rival.met(view, ["DEN-KAN/2"], []) is None
    own = with_routes(seen(), 1, "DEN-OMA")
    assert rival.met(own, ["DEN-OMA"], [RouteClaimed(1, "DEN-OMA", (("purple", 4),), 7)]) is None


PURPLE: list[tuple[str, int]] = [("purple", 4)]


def test_any_cards_are_those_with_the_fewest_wild_cards() -> None:
    """Of those, the colour of which the player has most."""
    view = seen()
    hand = {**dict.fromkeys(view.me.hand or {}, 0), "red": 2, "blue": 5, "green": 4}
    me = replace(view.me, hand=hand)
    view = replace(view, players=(view.players[0], me))
    ways = [
        ClaimRoute("DEN-OMA", (("red", 2), ("locomotive", 2))),
        ClaimRoute("DEN-OMA", (("green", 3), ("locomotive", 1))),
        ClaimRoute("DEN-OMA", (("blue", 3), ("locomotive", 1))),
        ClaimRoute("DEN-OMA", (("locomotive", 4),)),
        ClaimRoute("CHI-PIT", (("blue", 3),)),
    ]
    for legal in (ways, ways[::-1]):
        assert Step("DEN-OMA").choice(view, legal) == ways[2]
        assert Step("DEN-OMA", [("locomotive", 4)]).choice(view, legal) == ways[3]
        assert Step("DEN-OMA", PURPLE).choice(view, legal) is None
        assert Step("LAX-PHX").choice(view, legal) is None


# At a table ---------------------------------------------------------------------------------


def when(kind: str, **more: object) -> Json:
    return {"pieces": 0, "card": "", **more, "when": kind}


def settled(waiting: Person, mover: Person, table: str, act: Callable[[], object]) -> Json:
    """The plans of a player after another player's turn, which ends with an action."""
    seat, version = seat_of(waiting, table), mover.table(table)["version"]
    act()
    until_settled(waiting, table, seat, version)
    return ahead(waiting, table)


def test_a_plan_for_one_turn_leaves_the_turn_to_its_player(server: Running) -> None:
    people, table = answered(server)
    waiting, mover = sides(people, table)
    # Draws from the deck do not change the display: the card lies there when the turn comes.
    card = mover.table(table)["position"]["display"][0]
    conditions = [when("pieces", pieces=3), when("card", card=card)]
    kept = plan(waiting, table, "draw deck", conditions=conditions)
    assert kept["conditions"] == conditions
    told = settled(waiting, mover, table, partial(end_turn, mover, table))
    assert told == {**NOTHING, "stopped": told_why("card", card=card)}
    assert waiting.table(table)["deciding"] == [seat_of(waiting, table)]
    # A card that does not lie there stops nothing.
    end_turn(waiting, table)
    shown = mover.table(table)["position"]["display"]
    lacking = next(one for one in possible(waiting, table)["cards"] if one not in shown)
    plan(waiting, table, "draw deck", conditions=[when("card", card=lacking)])
    assert settled(waiting, mover, table, partial(end_turn, mover, table)) == NOTHING


def test_another_players_claim_stops_a_plan(server: Running) -> None:
    """A marked route of another player, or the pieces that are left after the claim."""
    for kind in ("rival", "pieces"):
        people, table = answered(server)
        mover, update, words = play_until(people, table, claims)
        waiting, rival = opposite(people, update), seat_of(mover, table)
        route, most = words.split()[1], possible(waiting, table)["most_pieces"]
        assert most == 44
        waiting.posted(f"/api/tables/{table}/ahead", {"marked": [route]})
        condition = when(kind, pieces=most if kind == "pieces" else 0)
        plan(waiting, table, "draw deck", until="claimed", conditions=[condition])
        act = partial(mover.act, table, words, update["version"])
        told = settled(waiting, mover, table, act)
        expected = told_why("rival", route) if kind == "rival" else told_why(kind, pieces=most)
        assert told["stopped"] == {**expected, "seat": rival}
        assert (told["marked"], told["steps"], told["conditions"]) == ([route], [], [])
        assert ahead(mover, table) == NOTHING
        # What has happened already cannot be a condition.
        end_turn(waiting, table)
        fewest = min(one["pieces"] for one in mover.table(table)["position"]["players"])
        assert possible(waiting, table)["most_pieces"] == fewest - 1
        refused = {"steps": ["draw deck"], "conditions": [when("pieces", pieces=fewest)]}
        path = f"/api/tables/{table}/ahead"
        assert waiting.refused(path, {"plan": refused}) == (422, "illegal_action")


def test_a_plan_goes_on_until_all_its_routes_are_claimed(server: Running) -> None:
    people, table = answered(server)
    while True:
        waiting, mover, found = waiting_with_claims(people, table)
        by_cards: dict[str, Json] = {}
        for claim in found:
            if all(
                kind not in dict(one["cards"])
                for one in by_cards.values()
                for kind in dict(claim["cards"])
            ):
                by_cards.setdefault(claim["route"], claim)
        routes = list(by_cards)
        if len({code.split("/")[0] for code in routes}) > 1:
            break
        end_turn(mover, table)
    routes = [routes[0], next(one for one in routes if one[:7] != routes[0][:7])]
    seat = seat_of(waiting, table)
    steps = [by_cards[code]["words"] for code in routes]
    plan(waiting, table, *steps, until="all_claimed", turns=2)
    told = settled(waiting, mover, table, partial(end_turn, mover, table))
    assert ([step["words"] for step in told["steps"]], told["turns"]) == (steps[1:], 1)
    assert (told["until"], told["stopped"]) == ("all_claimed", None)
    told = settled(waiting, mover, table, partial(end_turn, mover, table))
    assert told == {**NOTHING, "stopped": told_why("claimed", routes[1])}
    assert {*routes} <= {*mover.table(table)["position"]["players"][seat]["routes"]}


def nearly_completed(people: list[Person], table: str) -> tuple[str, Json] | None:
    """Let the second player claim what a ticket lacks, except a last route that they could claim.

    Return the ticket and the claim. None if the deck has become too small before.
    """
    ada, ben = people
    while (update := ben.table(table))["position"]["deck"] > 4:
        ways: dict[str, Json] = {code: way for code, way in update["ways"].items() if way}
        last = {way["routes"][0]: code for code, way in ways.items() if len(way["routes"]) == 1}
        if update["deciding"] == [seat_of(ada, table)]:
            for claim in possible(ben, table)["claims"]:
                if claim["route"] in last:
                    return last[claim["route"]], claim
            end_turn(ada, table)
            continue
        needed = {route for way in ways.values() for route in way["routes"]} - {*last}
        words = [
            action["words"]
            for action in update["legal"]
            if action["kind"] == "claim" and action["route"] in needed
        ]
        if words:
            ben.act(table, words[0], update["version"])
        else:
            end_turn(ben, table)
    return None


def test_a_completed_ticket_stops_a_plan(server: Running) -> None:
    while True:
        people, table = answered(server, "london")
        if found := nearly_completed(people, table):
            break
    (ada, ben), (ticket, claim) = people, found
    can = possible(ben, table)
    assert can["tickets"]
    now = {one["route"] for one in can["claims"]}
    other = next(code for code in can["routes"] if code not in now)
    steps = [claim["words"], f"claim {other}", "draw deck"]
    plan(ben, table, *steps, until="all_claimed", conditions=[when("ticket")])
    told = settled(ben, ada, table, partial(end_turn, ada, table))
    assert told == {**NOTHING, "stopped": told_why("ticket", ticket=ticket)}


@pytest.mark.parametrize(
    ("conditions", "refusal"),
    [
        ([when("pieces", pieces=45)], (422, "illegal_action")),
        ([when("pieces", pieces=-1)], (422, "illegal_action")),
        ([when("card", card="mauve")], (422, "illegal_action")),
        ([when("card")], (422, "illegal_action")),
        ([when("full moon")], (400, "bad_request")),
        ([{"pieces": 3}], (400, "bad_request")),
        ([when("pieces", pieces="few")], (400, "bad_request")),
        ([when("rival")] * (MOST_CONDITIONS + 1), (400, "bad_request")),
        ("rival", (400, "bad_request")),
    ],
)
def test_impossible_conditions_are_refused(
    server: Running, conditions: object, refusal: tuple[int, str]
) -> None:
    people, table = answered(server)
    waiting, _ = sides(people, table)
    body = {"plan": {"steps": ["draw deck"], "conditions": conditions}}
    assert waiting.refused(f"/api/tables/{table}/ahead", body) == refusal
    assert ahead(waiting, table) == NOTHING


def test_conditions_are_kept_once_and_without_what_means_nothing(server: Running) -> None:
    people, table = answered(server)
    waiting, _ = sides(people, table)
    wanted = [{"when": "rival", "pieces": 12, "card": "red"}, {"when": "rival"}]
    kept = plan(waiting, table, "draw deck", conditions=wanted)
    assert kept["conditions"] == [when("rival")]
    assert plan(waiting, table) == NOTHING


def test_steps_can_be_typed_in_the_language_of_the_player(server: Running) -> None:
    people, table = answered(server)
    waiting, _ = sides(people, table)
    kept = plan(
        waiting,
        table,
        "nimm Helena Seattle mit 6 gelb",
        "nehme Denver Omaha",
        "ziehe rot",
        "draw deck",
        language="de",
        until="claimed",
    )
    steps = ["claim HEL-SEA with 6 yellow", "claim DEN-OMA", "draw red", "draw deck"]
    assert [step["words"] for step in kept["steps"]] == steps
    path = f"/api/tables/{table}/ahead"
    for words, refusal in {
        "nimm Rathaus": (422, "malformed_action"),
        "tanze": (422, "malformed_action"),
        "fahrkarten": (422, "illegal_action"),
        "behalte alle": (422, "illegal_action"),
    }.items():
        body = {"plan": {"steps": [words], "language": "de"}}
        assert waiting.refused(path, body) == refusal
    assert waiting.refused(path, {"plan": {"steps": ["x"], "language": "tlh"}})[0] == 400
    assert ahead(waiting, table) == kept
