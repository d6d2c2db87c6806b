"""Thinking ahead: routes that are marked, and claims that are made when one's turn comes."""

from __future__ import annotations

import json
import secrets
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tests.server.serving import QUICK, Json, Person, Running, sqlite
from tests.server.test_taking_back import answer as answer_of
from tests.server.test_taking_back import answered, claims, opposite, play_until
from tests.server.test_taking_back import taken_back as regret_of
from tests.server.test_twin_worlds import (
    OF_A_TABLE,
    OF_THE_SERVER,
    STRANGER,
    Ask,
    answer,
    begun,
    id_of,
    keep,
    worlds,
)
from whistlestop.play.lessons import lesson
from whistlestop.server.storage import schema
from whistlestop.server.table.ahead import Ahead, Step, to_keep
from whistlestop.server.table.commitment import new_luck

__all__ = ["worlds"]

NOTHING: Json = {
    "marked": [],
    "steps": [],
    "claims": [],
    "until": "once",
    "turns": 0,
    "conditions": [],
    "dropped": [],
    "stopped": None,
}
"""The answer to whoever has planned nothing."""


def ahead(person: Person, table: str) -> Json:
    return person.got(f"/api/tables/{table}/ahead")


def plan(person: Person, table: str, **body: Any) -> Json:
    return person.posted(f"/api/tables/{table}/ahead", body)


def possible(person: Person, table: str, route: str = "") -> Json:
    query = f"?route={route}" if route else ""
    return person.got(f"/api/tables/{table}/ahead/claims{query}")


def waiting_with_claims(people: list[Person], table: str) -> tuple[Person, Person, list[Json]]:
    """Who waits for their turn and could claim something then; who has the turn; the claims."""
    for seed in range(100):
        mover, update, _ = play_until(people, table, lambda words: words == "tickets", seed)
        waiting = opposite(people, update)
        if found := possible(waiting, table)["claims"]:
            return waiting, mover, found
        for _ in range(2):
            mover.act(table, "draw deck", mover.table(table)["version"])
    raise AssertionError("nobody could claim anything")


def end_turn(person: Person, table: str) -> None:
    """Draw two cards."""
    for _ in range(2):
        person.act(table, "draw deck", person.table(table)["version"])


def until_moved(person: Person, table: str, since: int, seat: int) -> Json:
    """The update after the next move of a seat."""
    with person.follow(table, since) as following:
        while True:
            update = following.update()
            entry = update["entry"]
            if entry and entry["move"] is not None and entry["seat"] == seat:
                return person.table(table)


def seat_of(person: Person, table: str) -> int:
    return person.table(table)["table"]["you"]["seat"]


def test_marks_are_kept_for_oneself(server: Running) -> None:
    (ada, ben), table = answered(server)
    assert ahead(ada, table) == NOTHING
    before = ben.table(table)
    assert plan(ada, table, marked=["DEN-OMA", "DEN-OMA"])["marked"] == ["DEN-OMA"]
    assert ahead(ada, table)["marked"] == ["DEN-OMA"]
    assert ahead(ben, table)["marked"] == []
    assert ben.table(table)["version"] == before["version"]
    assert plan(ada, table, claims=[])["marked"] == ["DEN-OMA"]
    assert plan(ada, table, marked=[])["marked"] == []
    path = f"/api/tables/{table}/ahead"
    assert ada.refused(path, {"marked": ["NOWHERE"]}) == (422, "unknown_route")
    assert server.person().refused(path, {"marked": []}) == (403, "not_your_seat")
    waiting = ada.new_table("usa", "me", "open")
    assert ada.refused(f"/api/tables/{waiting}/ahead", {"marked": []}) == (409, "not_started")


def test_the_first_possible_claim_is_made_when_the_turn_comes(server: Running) -> None:
    people, table = answered(server)
    waiting, mover, found = waiting_with_claims(people, table)
    seat = seat_of(waiting, table)
    words = [action["words"] for action in found][:5]
    kept = plan(waiting, table, claims=words)
    assert [claim["words"] for claim in kept["claims"]] == words
    assert ahead(waiting, table) == kept
    version = mover.table(table)["version"]
    end_turn(mover, table)
    after = until_moved(mover, table, version, seat)
    entry = next(e for e in after["log"] if e["number"] > version and e["seat"] == seat)
    assert entry["by"] == "person"
    event = next(e for e in entry["events"] if e["type"] == "RouteClaimed")
    assert event["route"] == found[0]["route"]
    assert [tuple(one) for one in event["cards"]] == [tuple(one) for one in found[0]["cards"]]
    assert ahead(waiting, table) == NOTHING
    # One claim, not two.
    assert mover.table(table)["deciding"] == [1 - seat]


def test_a_claim_that_pays_nothing_is_not_planned_as_one_that_pays_anything(
    server: Running,
) -> None:
    """F-12: "with none" would be kept as a claim with any cards, and might pay a locomotive."""
    people, table = answered(server, "nordic")
    waiting = next(p for p in people if seat_of(p, table) not in p.table(table)["deciding"])
    path = f"/api/tables/{table}/ahead"
    for words in ("claim ARH-KOB with none", "claim Århus to København with none"):
        for body in ({"claims": [words]}, {"plan": {"steps": [words]}}):
            assert waiting.refused(path, body) == (422, "illegal_action"), body
    assert ahead(waiting, table) == NOTHING
    kept = plan(
        waiting, table, plan={"steps": ["claim ARH-KOB", "claim UME-VAA with 1 locomotive"]}
    )
    words = [step["words"] for step in kept["steps"]]
    assert words == ["claim ARH-KOB", "claim UME-VAA with 1 locomotive"]
    told = possible(waiting, table, "ARH-KOB")
    assert all(claim["cards"] for claim in told["claims"])
    assert (told["message"], told["code"]) == ("", None)


def test_a_claim_that_has_become_impossible_is_passed_over(server: Running) -> None:
    """Somebody takes the route: the next of the list is made, or all is dropped with a message."""
    people, table = answered(server)
    for alternatives in (True, False):
        for _ in range(50):
            waiting, mover, found = waiting_with_claims(people, table)
            theirs = {
                a["route"]: a["words"] for a in mover.table(table)["legal"] if claims(a["words"])
            }
            both = [action for action in found if action["route"] in theirs]
            others = [a for a in found if both and a["route"] != both[0]["route"]]
            others = [a for a in others if {a["route"][:7]} != {both[0]["route"][:7]}]
            if both and (others or not alternatives):
                break
            end_turn(mover, table)
        else:
            raise AssertionError("they never wanted the same")
        planned = [both[0], *others[-1:]] if alternatives else both[:1]
        plan(waiting, table, claims=[action["words"] for action in planned])
        seat, version = seat_of(waiting, table), mover.table(table)["version"]
        if alternatives:
            mover.act(table, theirs[both[0]["route"]], version)
            after = until_moved(mover, table, version + 1, seat)
            assert others[-1]["route"] in after["position"]["players"][seat]["routes"]
            continue
        with waiting.follow(table) as following:
            following.update()
            mover.act(table, theirs[both[0]["route"]], version)
            # The seat alone is called, without an entry.
            while not (dropped := ahead(waiting, table)["dropped"]):
                following.update()
        assert dropped[0]["words"] == both[0]["words"]
        assert dropped[0]["code"]
        assert waiting.table(table)["version"] == version + 1
        assert waiting.table(table)["deciding"] == [seat]
        assert ahead(mover, table)["dropped"] == []
        assert plan(waiting, table, seen=True)["dropped"] == []


def test_a_plan_can_be_dropped_and_is_for_one_turn(server: Running) -> None:
    people, table = answered(server)
    waiting, mover, found = waiting_with_claims(people, table)
    plan(waiting, table, claims=[found[0]["words"]])
    assert plan(waiting, table, claims=[])["claims"] == []
    version = mover.table(table)["version"]
    end_turn(mover, table)
    assert waiting.table(table)["deciding"] == [seat_of(waiting, table)]
    assert waiting.table(table)["version"] == version + 2
    # On one's turn nothing has to be planned.
    body = {"claims": [found[0]["words"]]}
    assert waiting.refused(f"/api/tables/{table}/ahead", body) == (409, "your_turn")
    end_turn(waiting, table)
    impossible = {"claims": ["claim DEN-OMA with 4 nothing"]}
    assert waiting.refused(f"/api/tables/{table}/ahead", impossible) == (422, "illegal_action")
    route = found[0]["route"]
    told = possible(waiting, table, route)
    assert {action["route"] for action in told["claims"]} == {route}
    assert told["message"] == ""


def test_why_nothing_can_be_planned_for_a_route_is_told(server: Running) -> None:
    (ada, ben), table = answered(server)
    for person in (ada, ben):
        # Nobody begins with cards enough.
        told = possible(person, table, "HEL-SEA")
        assert told["claims"] == []
        assert told["message"]
        assert told["code"]
    path = f"/api/tables/{table}/ahead/claims?route=NOWHERE"
    assert ada.http.get(path).status_code == 422


def test_whoever_takes_a_move_back_decides_anew(tmp_path: Path) -> None:
    """What was planned for the turn after it is not carried out in its place."""
    with Running(sqlite(tmp_path)) as server:
        people, table = answered(server)
        person, update, words = play_until(people, table, claims)
        person.act(table, words, update["version"])
        found = possible(person, table)["claims"]
        if found:
            plan(person, table, claims=[found[0]["words"]])
        person.posted(f"/api/tables/{table}/take-back")
        assert ahead(person, table)["claims"] == []
        assert person.table(table)["deciding"] == update["deciding"]


def test_a_plan_is_void_when_anybody_takes_a_move_back(server: Running) -> None:
    """It was meant for another position."""
    people, table = answered(server)
    waiting, mover, found = waiting_with_claims(people, table)
    end_turn(mover, table)
    waiting.act(table, "draw deck", waiting.table(table)["version"])
    waiting.act(table, "draw deck", waiting.table(table)["version"])
    words = possible(waiting, table)["claims"][0]["words"]
    assert plan(waiting, table, claims=[words])["claims"]
    assert found
    regret_of(mover, table, ask=True)
    answered_so = answer_of(waiting, table, agrees=True)
    assert answered_so["table"]["take_back"]["asked"] is None
    assert ahead(waiting, table)["claims"] == []


def test_in_a_lesson_nothing_is_planned(tmp_path: Path) -> None:
    """A plan would lead out of it."""
    taught = lesson("first")
    with Running(sqlite(tmp_path), replace(QUICK, bot_pause=60)) as server:
        ada = server.person("Ada")
        table = ada.posted("/api/lessons/first")["id"]
        mine = seat_of(ada, table)
        for seat, words in taught.moves[len(taught.before) :]:
            if seat != mine:
                break
            ada.act(table, words, ada.table(table)["version"])
        path = f"/api/tables/{table}/ahead"
        claim = possible(ada, table)["claims"]
        wanted = [one["words"] for one in claim[:1]] or ["claim anything"]
        assert ada.refused(path, {"claims": wanted}) == (409, "lesson_asks")


def test_a_plan_outlives_a_restart(tmp_path: Path) -> None:
    """The turn comes while no server runs the table's bots, or just before it ends."""
    with Running(sqlite(tmp_path)) as server:
        people, table = answered(server)
        waiting, mover, found = waiting_with_claims(people, table)
        seat = seat_of(waiting, table)
        kept = plan(waiting, table, claims=[found[0]["words"]], marked=["DEN-OMA"])
    # Whoever has the turn moves at a server that is too slow to carry out anything.
    with Running(sqlite(tmp_path), replace(QUICK, bot_pause=3600)) as server:
        waiting, mover = (one.moved(server.url) for one in (waiting, mover))
        assert ahead(waiting, table) == kept
        end_turn(mover, table)
        assert mover.table(table)["deciding"] == [seat]
        version = mover.table(table)["version"]
    with Running(sqlite(tmp_path)) as server:
        waiting, mover = (one.moved(server.url) for one in (waiting, mover))
        after = until_moved(mover, table, version, seat)
        assert found[0]["route"] in after["position"]["players"][seat]["routes"]
        assert ahead(waiting, table) == {**NOTHING, "marked": ["DEN-OMA"]}


def test_nothing_is_kept_of_a_game_that_is_over(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), replace(QUICK, standin_bot="random")) as server:
        (ada, ben), table = answered(server)
        plan(ada, table, marked=["DEN-OMA"])
        for person in (ben, ada):
            person.posted(f"/api/tables/{table}/resign")
        path = f"/api/tables/{table}/ahead"
        # Asked by a page that did not know yet, this is no fault.
        assert ada.got(path) == NOTHING
        assert ada.refused(path, {"marked": ["DEN-OMA"]}) == (403, "not_your_seat")
        with ada.follow(table) as following:
            following.until_over()
        ada.posted(f"/api/tables/{table}/rematch")
    with Running(sqlite(tmp_path)) as server, server.store.engine.connect() as connection:
        assert connection.execute(select(schema.ahead)).all() == []


# Nobody else learns of it -------------------------------------------------------------------


def test_others_hear_nothing_of_a_plan(server: Running) -> None:
    """Not on their line, nor in counts; what they hear next is the next thing that happens."""
    people, table = answered(server)
    waiting, mover, found = waiting_with_claims(people, table)
    stranger = server.person()

    def counted() -> str:
        text = stranger.http.get("/metrics").text
        return "\n".join(line for line in text.splitlines() if "requests_total" in line)

    with ExitStack() as lines:
        # Whoever is connected does not count as away when they have not asked for long.
        for person in people:
            if person is not mover:
                lines.enter_context(person.follow(table))
        theirs, watching = (lines.enter_context(one.follow(table)) for one in (mover, stranger))
        # The server counts a connection some time after accepting it, and then informs the others.
        for line in (theirs, watching):
            while not everybody_is_there(line.update()["table"]):
                pass
        said = mover.posted(f"/api/tables/{table}/chat", {"phrase": "hello"})["version"]
        for line in (theirs, watching):
            line.until(said)
        before = counted()
        plan(waiting, table, claims=[found[0]["words"]], marked=["DEN-OMA"])
        ahead(waiting, table)
        possible(waiting, table)
        plan(waiting, table, claims=[])
        after = counted()
        mover.posted(f"/api/tables/{table}/chat", {"phrase": "hello"})
        for line in (theirs, watching):
            update = line.update()
            assert update["version"] == said + 1
            assert update["entry"]["events"][0]["type"] == "Said"
    assert numbers(after) - numbers(before) == 1


def everybody_is_there(table: Json) -> bool:
    """Return whether all players are connected, and one viewer."""
    return all(seat["present"] for seat in table["seats"]) and table["viewers"] == 1


def numbers(text: str) -> float:
    """The sum of all counts."""
    return sum(float(line.split()[-1]) for line in text.splitlines() if not line.startswith("#"))


@pytest.mark.parametrize("edition", ["usa", "europe"])
def test_twin_worlds_in_one_of_which_somebody_plans(
    worlds: tuple[Running, Running], edition: str
) -> None:
    """No answer to anybody else differs by a byte."""
    for _ in range(50):
        one = begun(secrets.token_urlsafe(9), edition, 3, new_luck())
        while one.game.view().phase != "turn":
            one.move()
        one.move("draw deck")
        one.move("draw deck")
        (turn,) = one.game.deciding
        seat = (turn + 1) % 3
        if found := one.game.next_claims(seat):
            break
    else:
        raise AssertionError("nobody could plan anything")
    for server in worlds:
        keep(server, one.table, one.entries)
        with server.store.engine.begin() as connection:
            # Of tables before this one, people may well be told what they had in mind there.
            connection.execute(schema.ahead.delete())
    claim = Step(found[0].route, [*found[0].cards])
    steps = [claim, Step(claim.route), Step(card="blue"), Step()]
    planned = Ahead([claim.route], steps, one.table.version, until="claimed", turns=3)
    with worlds[1].store.engine.begin() as connection:
        row = {"table_id": one.table.id, "person": id_of(seat), "data": to_keep({seat: planned})}
        connection.execute(schema.ahead.insert().values(row))
    index = one.game.index
    names = {
        "table": one.table.id,
        "version": str(one.table.version),
        "route": index.route_codes[0],
        "city": index.places[0].code,
    }
    others = [other for other in range(3) if other != seat]
    asked = [(method, ask) for (method, _), asks in OF_A_TABLE.items() for ask in asks]
    asked += [("GET", ask) for ask in OF_THE_SERVER["GET", "/metrics"]]
    for method, ask in asked:
        for by in (None, STRANGER, *others) if ask.newcomers else (STRANGER, *others):
            seen = [answer(server, method, ask, by, names) for server in worlds]
            assert seen[0] == seen[1], (method, ask.address, by)
    # The person alone is told.
    own = [answer(s, "GET", Ask("/api/tables/{table}/ahead"), seat, names) for s in worlds]
    assert own[0] != own[1]
    assert json.loads(own[1].partition("\n")[2])["marked"] == [claim.route]
