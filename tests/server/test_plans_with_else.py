"""Plans with an else: steps in order, for one turn or until a route of the plan is claimed."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from pathlib import Path

import pytest

import whistlestop
from tests.server.at_a_table import key_of, posted
from tests.server.serving import QUICK, Json, Person, Running, sqlite
from tests.server.test_taking_back import answer, answered, claims, opposite, play_until, taken_back
from tests.server.test_thinking_ahead import (
    NOTHING,
    ahead,
    end_turn,
    possible,
    seat_of,
)
from whistlestop.server.hosting.autoplay import Autoplay
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.table.ahead import (
    MOST_STEPS,
    MOST_TURNS,
    Ahead,
    Condition,
    Dropped,
    Step,
    Stopped,
    from_kept,
    to_keep,
)

LENGTH = 3
"""The least length of the route that is planned before there are cards for it."""

FEW = 8
"""Pieces with which nobody can begin London's last round by claiming one more route."""


def test_the_page_allows_as_many_steps_and_turns_as_the_server() -> None:
    steps = Path(whistlestop.__file__).parent / "web" / "table" / "ahead" / "steps.js"
    text = steps.read_text(encoding="utf-8")
    assert f"export const MOST = {MOST_STEPS};" in text
    assert f"export const MOST_TURNS = {MOST_TURNS};" in text


def told_why(why: str, route: str = "", **more: object) -> Json:
    """What is reported about a plan that has stopped."""
    return {"why": why, "route": route, "seat": None, "pieces": 0, "card": "", "ticket": "", **more}


def plan(person: Person, table: str, *steps: str, **more: object) -> Json:
    return person.posted(f"/api/tables/{table}/ahead", {"plan": {"steps": steps, **more}})


def sides(people: list[Person], table: str) -> tuple[Person, Person]:
    """Who waits, and who has the turn."""
    (turn,) = people[0].table(table)["deciding"]
    mover, waiting = sorted(people, key=lambda person: seat_of(person, table) != turn)
    return waiting, mover


def until_settled(person: Person, table: str, seat: int, since: int) -> list[Json]:
    """The moves of a seat after a version, as soon as the seat's turn or its plan is over."""
    with person.follow(table) as following:
        while True:
            following.update()
            kept, update = ahead(person, table)["steps"], person.table(table)
            moves = [e for e in update["log"] if e["number"] > since and e["move"] is not None]
            own = [entry for entry in moves if entry["seat"] == seat]
            if not kept or (own and update["deciding"] != [seat]):
                return own


def drawn(moves: list[Json]) -> list[tuple[int | None, str | None]]:
    """The slot and the kind of each card that was drawn."""
    events = [event for entry in moves for event in entry["events"]]
    return [(one["slot"], one["card"]) for one in events if one["type"] == "CardDrawn"]


def display_after(before: list[str | None], entry: Json) -> list[str | None]:
    """The display after a move."""
    shown: list[str | None] = [*before]
    for event in entry["events"]:
        if event["type"] == "CardDrawn" and event["slot"] is not None:
            shown[event["slot"]] = None
        if event["type"] == "DisplaySwept":
            shown = [None for _ in shown]
        if event["type"] == "DisplayRefilled":
            shown[event["slot"]] = event["card"]
    return shown


def out_of_reach(server: Running, person: Person, table: str, length: int = LENGTH) -> str:
    """The shortest route of one colour that a person could claim with more cards only.

    It has at least the given length.
    """
    facts = server.person().got("/api/editions/usa")["routes"]
    found = possible(person, table)
    now = {claim["route"] for claim in found["claims"]}
    lacking = [
        code
        for code in found["routes"]
        if code not in now and facts[code]["length"] >= length and facts[code]["colour"]
    ]
    return min(lacking, key=lambda code: facts[code]["length"])


def test_the_first_possible_step_is_done_and_the_second_card_asks_the_list_again(
    server: Running,
) -> None:
    people, table = answered(server)
    colours = ["red", "blue", "green", "white", "black", "yellow", "orange", "purple"]
    from_display = 0
    for number in range(10):
        # Every display has one of all eight.
        cards = colours if number % 2 else colours[:4]
        waiting, mover = sides(people, table)
        seat = seat_of(waiting, table)
        steps = [f"claim {out_of_reach(server, waiting, table, 6)}"]
        steps += [*(f"draw {card}" for card in cards), "draw deck"]
        kept = plan(waiting, table, *steps)
        assert [step["words"] for step in kept["steps"]] == steps
        assert (kept["until"], kept["turns"], kept["claims"]) == ("once", 0, [])
        before = mover.table(table)
        end_turn(mover, table)
        moves = until_settled(waiting, table, seat, before["version"])
        log = [one for one in waiting.table(table)["log"] if one["number"] > before["version"]]
        shown = before["position"]["display"]
        for entry in log:
            if entry in moves:
                wanted = next((card for card in cards if card in shown), None)
                ((slot, card),) = drawn([entry])
                assert (card if slot is not None else None) == wanted
                from_display += wanted is not None
            shown = display_after(shown, entry)
        assert len(moves) == 2
        assert {entry["by"] for entry in moves} == {"person"}
        assert ahead(waiting, table) == NOTHING
        assert waiting.table(table)["deciding"] == [seat_of(mover, table)]
    assert from_display


def test_a_wild_card_from_the_display_ends_the_turn(server: Running) -> None:
    people, table = answered(server)
    while "locomotive" not in people[0].table(table)["position"]["display"]:
        mover = sides(people, table)[1]
        seen = mover.table(table)
        mover.act(table, f"draw {seen['position']['display'][0]}", seen["version"])
    waiting, mover = sides(people, table)
    seat, version = seat_of(waiting, table), mover.table(table)["version"]
    plan(waiting, table, "draw locomotive", "draw deck", "draw red")
    while (update := mover.table(table))["deciding"] == [1 - seat]:
        mover.act(table, "draw deck", update["version"])
    moves = until_settled(waiting, table, seat, version)
    assert [card for _, card in drawn(moves)] == ["locomotive"]
    assert ahead(waiting, table) == NOTHING


def test_a_plan_goes_on_until_its_route_is_claimed(server: Running) -> None:
    """Claim this; else the deck."""
    people, table = answered(server)
    waiting, mover = sides(people, table)
    seat = seat_of(waiting, table)
    route = out_of_reach(server, waiting, table)
    steps = [f"claim {route}", "draw deck"]
    plan(waiting, table, *steps, until="claimed", turns=MOST_TURNS)
    for turns in range(MOST_TURNS, 0, -1):
        kept = ahead(waiting, table)
        assert [step["words"] for step in kept["steps"]] == steps
        assert (kept["until"], kept["turns"], kept["stopped"]) == ("claimed", turns, None)
        version = mover.table(table)["version"]
        end_turn(mover, table)
        moves = until_settled(waiting, table, seat, version)
        if len(moves) == 1:
            break
        assert [slot for slot, _ in drawn(moves)] == [None, None]
    else:
        raise AssertionError("there were never cards enough")
    (claimed,) = [one for one in moves[0]["events"] if one["type"] == "RouteClaimed"]
    assert claimed["route"] == route
    told = {**NOTHING, "stopped": told_why("claimed", route)}
    assert ahead(waiting, table) == told
    assert ahead(mover, table) == NOTHING
    assert posted(waiting, table, "ahead", seen=True)
    assert ahead(waiting, table) == NOTHING


def test_a_plan_counts_for_as_many_turns_as_wanted(server: Running) -> None:
    people, table = answered(server)
    waiting, mover = sides(people, table)
    seat = seat_of(waiting, table)
    plan(waiting, table, "draw deck", until="claimed", turns=2)
    for left in (1, 0):
        version = mover.table(table)["version"]
        end_turn(mover, table)
        assert len(until_settled(waiting, table, seat, version)) == 2
        assert ahead(waiting, table)["turns"] == left
    assert ahead(waiting, table) == {**NOTHING, "stopped": told_why("turns")}
    end_turn(mover, table)
    assert mover.table(table)["deciding"] == [seat]


def test_a_plan_stops_if_nothing_of_it_is_possible(server: Running) -> None:
    """Whether before the first card or before the second."""
    people, table = answered(server)
    for until, both in (("once", False), ("claimed", False), ("once", True)):
        while True:
            waiting, mover = sides(people, table)
            shown = mover.table(table)["position"]["display"]
            kinds = [card for card in ("red", "blue", "green", "white") if card not in shown]
            single = [card for card in shown if shown.count(card) == 1 and card != "locomotive"]
            if single if both else kinds:
                break
            end_turn(mover, table)
        seat, version = seat_of(waiting, table), mover.table(table)["version"]
        words = f"draw {single[0] if both else kinds[0]}"
        plan(waiting, table, f"claim {out_of_reach(server, waiting, table, 6)}", words, until=until)
        end_turn(mover, table)
        moves = until_settled(waiting, table, seat, version)
        told = ahead(waiting, table)
        assert told["steps"] == []
        dropped = {one["words"]: one for one in told["dropped"]}
        if waiting.table(table)["deciding"] == [seat]:
            assert dropped[words]["route"] == ""
            assert dropped[words]["code"]
            expected = None if until == "once" and not moves else "impossible"
            assert (told["stopped"] or {"why": None})["why"] == expected
            # Of the second card, claims are not reported.
            assert len(dropped) == (1 if moves else 2)
            version = waiting.table(table)["version"]
            waiting.act(table, "draw deck", version)
            if not moves:
                waiting.act(table, "draw deck", version + 1)
        posted(waiting, table, "ahead", seen=True)
        assert ahead(waiting, table) == NOTHING


def test_a_plan_stops_if_somebody_takes_its_route(server: Running) -> None:
    people, table = answered(server)
    mover, update, words = play_until(people, table, claims)
    waiting = opposite(people, update)
    route, seat = words.split()[1], seat_of(waiting, table)
    plan(waiting, table, f"claim {route}", "draw deck", until="claimed")
    with waiting.follow(table) as following:
        following.update()
        mover.act(table, words, update["version"])
        while (told := ahead(waiting, table))["stopped"] is None:
            following.update()
    assert told["stopped"] == told_why("closed", route)
    (reason,) = told["dropped"]
    assert (reason["words"], reason["route"]) == (f"claim {route}", route)
    assert reason["code"]
    assert waiting.table(table)["version"] == update["version"] + 1
    assert waiting.table(table)["deciding"] == [seat]
    assert ahead(mover, table) == NOTHING
    # A route that is closed cannot be planned again.
    end_turn(waiting, table)
    body = {"plan": {"steps": [f"claim {route}"]}}
    assert waiting.refused(f"/api/tables/{table}/ahead", body) == (422, "illegal_action")


def test_a_plan_for_one_turn_does_something_else_if_its_route_is_taken(server: Running) -> None:
    people, table = answered(server)
    mover, update, words = play_until(people, table, claims)
    waiting = opposite(people, update)
    route, seat = words.split()[1], seat_of(waiting, table)
    plan(waiting, table, f"claim {route}", "draw deck")
    mover.act(table, words, update["version"])
    moves = until_settled(waiting, table, seat, update["version"])
    assert [slot for slot, _ in drawn(moves)] == [None, None]
    assert ahead(waiting, table) == NOTHING


def test_the_surcharge_of_a_tunnel_is_left_to_the_person(server: Running) -> None:
    facts = server.person().got("/api/editions/switzerland")["routes"]
    for _ in range(30):
        people, table = answered(server, "switzerland")
        while True:
            waiting, mover = sides(people, table)
            routes = {claim["route"] for claim in possible(waiting, table)["claims"]}
            if tunnels := [route for route in routes if facts[route]["tunnel"]]:
                break
            end_turn(mover, table)
        seat, version = seat_of(waiting, table), mover.table(table)["version"]
        plan(waiting, table, f"claim {tunnels[0]}", "draw deck", until="claimed")
        end_turn(mover, table)
        until_settled(waiting, table, seat, version)
        told, update = ahead(waiting, table), waiting.table(table)
        assert told["steps"] == []
        decides = update["position"]["phase"] == "surcharge"
        why = "decision" if decides else "claimed"
        assert told["stopped"] == told_why(why, tunnels[0])
        if decides:
            assert update["deciding"] == [seat]
            return
    raise AssertionError("no tunnel ever asked for more")


def test_a_plan_stops_when_the_last_round_begins(server: Running) -> None:
    """Ada begins it: Ben claims no more when he has few pieces."""
    (ada, ben), table = answered(server, "london")
    seat, draws = seat_of(ben, table), [f"draw {card}" for card in ("blue", "black", "pink")]
    while True:
        update = ada.table(table)
        if update["deciding"] == [seat]:
            by_hand(ben, table, claiming=False)
            continue
        routes: list[str] = possible(ben, table)["routes"] if pieces(update, seat) > FEW else []
        steps = [*(f"claim {code}" for code in routes[:5]), *draws, "draw deck"]
        plan(ben, table, *steps, until="claimed")
        by_hand(ada, table)
        if ada.table(table)["deciding"] == [1 - seat]:
            continue
        until_settled(ben, table, seat, update["version"])
        log = ada.table(table)["log"][update["version"] :]
        if any(event["type"] == "FinalRound" for entry in log for event in entry["events"]):
            break
    told = ahead(ben, table)
    assert (told["steps"], told["stopped"]) == ([], told_why("last_round"))
    assert ada.table(table)["deciding"] == [seat]


def pieces(update: Json, seat: int) -> int:
    """The pieces that a seat has left."""
    return update["position"]["players"][seat]["pieces"]


def by_hand(person: Person, table: str, *, claiming: bool = True) -> None:
    """Claim something, or else draw."""
    update = person.table(table)
    words = [action["words"] for action in update["legal"]]
    chosen = [one for one in words if claiming and claims(one)]
    draws = [one for one in words if one.startswith("draw ")]
    person.act(table, (chosen or draws or words)[0], update["version"])


def test_a_move_by_hand_and_a_move_taken_back_stop_a_plan(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), replace(QUICK, bot_pause=3600)) as server:
        people, table = answered(server)
        waiting, mover = sides(people, table)
        plan(waiting, table, "draw deck", until="claimed")
        end_turn(mover, table)
        # The plan waits for its pause. It can be removed now, but not changed.
        path = f"/api/tables/{table}/ahead"
        body = {"plan": {"steps": ["draw red"], "until": "claimed"}}
        assert waiting.refused(path, body) == (409, "your_turn")
        end_turn(waiting, table)
        assert ahead(waiting, table) == {**NOTHING, "stopped": told_why("moved")}
        kept = plan(waiting, table, "draw deck", until="claimed")
        assert (kept["stopped"], kept["turns"]) == (None, 10)
        taken_back(waiting, table, ask=True)
        answer(mover, table, agrees=True)
        assert ahead(waiting, table) == {**NOTHING, "stopped": told_why("taken_back")}
        assert waiting.posted(path, {"seen": True}) == NOTHING
        assert plan(waiting, table) == NOTHING


def test_a_plan_waits_for_the_answer_to_a_request_to_take_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the request comes while the plan waits for its pause."""
    paused, go_on, tried = threading.Event(), threading.Event(), threading.Event()
    carry_out = Autoplay._carry_out  # pyright: ignore[reportPrivateUsage]

    async def wait(_: Autoplay, seconds: float) -> None:
        paused.set()
        while not go_on.is_set():
            await asyncio.sleep(0.01)

    async def tried_once(autoplay: Autoplay, room: Room, seat: int, pause: float) -> None:
        await carry_out(autoplay, room, seat, pause)
        tried.set()

    monkeypatch.setattr(Autoplay, "_wait", wait)
    monkeypatch.setattr(Autoplay, "_carry_out", tried_once)
    with Running(sqlite(tmp_path), QUICK) as server:
        people, table = answered(server)
        waiting, mover = sides(people, table)
        seat = seat_of(waiting, table)
        with waiting.follow(table):
            plan(waiting, table, "draw deck")
            end_turn(mover, table)
            assert paused.wait(240)
            asked = taken_back(mover, table, ask=True)
            go_on.set()
            assert tried.wait(240)
            now = waiting.table(table)
            assert now["version"] == asked["version"]
            assert now["table"]["take_back"]["asked"] is not None
            answer(waiting, table, agrees=False)
            assert len(until_settled(waiting, table, seat, asked["version"])) == 2


def test_a_plan_is_forgotten_when_its_seat_has_had_another_player(tmp_path: Path) -> None:
    """Even if nobody moved meanwhile, and the first player has the seat again."""
    with Running(sqlite(tmp_path), replace(QUICK, bot_pause=3600)) as server:
        people, table = answered(server)
        waiting, mover = sides(people, table)
        seat = seat_of(waiting, table)
        plan(waiting, table, "draw deck", until="claimed")
        cleo = server.person("Cleo")
        posted(cleo, table, "seats/take", seat=seat, key=key_of(waiting, table, seat))
        assert ahead(cleo, table) == NOTHING
        posted(waiting, table, "seats/take", seat=seat, key=key_of(cleo, table, seat))
        assert ahead(waiting, table) == NOTHING
        assert mover.table(table)["version"] > 0


def test_a_plan_goes_on_after_a_restart_between_two_cards(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), replace(QUICK, bot_pause=3600)) as server:
        people, table = answered(server)
        waiting, mover = sides(people, table)
        seat = seat_of(waiting, table)
        plan(waiting, table, "draw deck", until="claimed", turns=1)
        end_turn(mover, table)
        version = mover.table(table)["version"]
    with Running(sqlite(tmp_path)) as server:
        waiting = waiting.moved(server.url)
        until_settled(waiting, table, seat, version - 1)
        while (update := waiting.table(table))["deciding"] == [seat]:
            pass
        assert [slot for slot, _ in drawn(update["log"][version:])] == [None, None]
        assert ahead(waiting, table)["stopped"] == told_why("turns")


@pytest.mark.parametrize(
    "wrong",
    [
        {"steps": ["draw deck"] * (MOST_STEPS + 1)},
        {"steps": ["draw deck"], "turns": 0},
        {"steps": ["draw deck"], "turns": MOST_TURNS + 1},
        {"steps": ["draw deck"], "until": "the cows come home"},
        {"steps": ["draw mauve"]},
        {"steps": ["claim NOWHERE"]},
        {"steps": ["claim DEN-OMA with 3 purple"]},
        {"steps": ["tickets"]},
        {"steps": ["keep all"]},
        {"steps": ["x" * 1000]},
        {"until": "once"},
        {"steps": None},
    ],
)
def test_impossible_plans_are_refused(server: Running, wrong: Json) -> None:
    people, table = answered(server)
    waiting, _ = sides(people, table)
    status, code = waiting.refused(f"/api/tables/{table}/ahead", {"plan": wrong})
    assert status in (400, 422)
    assert code
    assert ahead(waiting, table) == NOTHING


def test_cards_that_are_still_to_come_can_be_named(server: Running) -> None:
    people, table = answered(server)
    waiting, _ = sides(people, table)
    words = "claim HEL-SEA with 6 yellow"
    kept = plan(waiting, table, words, "draw yellow", words, until="claimed")
    assert [step["words"] for step in kept["steps"]] == [words, "draw yellow"]
    assert [claim["words"] for claim in kept["claims"]] == [words]
    # A request that names only claims is about the cards in hand.
    body = {"claims": [words]}
    assert waiting.refused(f"/api/tables/{table}/ahead", body) == (422, "illegal_action")
    assert ahead(waiting, table) == kept
    assert waiting.posted(f"/api/tables/{table}/ahead", {"claims": []}) == NOTHING


def test_plans_of_earlier_versions_are_read() -> None:
    kept = '{"seats":{"1":{"claims":[{"route":"DEN-OMA","cards":[["purple",4]]}],"version":7}}}'
    (found,) = from_kept(kept, (1,)).values()
    assert found == Ahead(steps=[Step("DEN-OMA", [("purple", 4)])], version=7)
    assert (found.until, found.turns, found.conditions, found.stopped) == ("once", 0, [], None)
    again = to_keep({1: found})
    assert again is not None
    assert from_kept(again, (1,)) == {1: found}
    # Even earlier versions kept no number of a seat.
    alone = '{"marked":["DEN-OMA"],"claims":[{"route":"DEN-OMA","cards":[["purple",4]]}]}'
    (found,) = from_kept(alone, (0,)).values()
    assert (found.marked, found.steps) == (["DEN-OMA"], [Step("DEN-OMA", [("purple", 4)])])


def test_all_of_a_plan_is_kept() -> None:
    steps = [Step("DEN-OMA"), Step("HEL-SEA", [("yellow", 6)]), Step(card="blue"), Step()]
    dropped = [Dropped("draw blue", "", "There is none.", "not_in_display", {})]
    stopped = Stopped("rival", "DEN-OMA", 1)
    conditions = [Condition("pieces", 9), Condition("card", card="blue"), Condition("rival")]
    one = Ahead(["DEN-OMA"], steps, 7, dropped, "all_claimed", 3, conditions, stopped)
    other = Ahead(stopped=Stopped("ticket", ticket="DEN-ELP"))
    kept = to_keep({0: one, 2: other})
    assert kept is not None
    assert from_kept(kept, (0, 2)) == {0: one, 2: other}
