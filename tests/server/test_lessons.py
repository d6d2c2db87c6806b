"""Tables on which lessons are taken: the same for all, private, and followed to the letter."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from tests.server.serving import PATIENCE, Json, Person, Running, sqlite
from whistlestop.play.lessons import LEARNER, Lesson, lesson, lesson_names


def until(person: Person, table: str, there: Callable[[Json], bool]) -> Json:
    """The table once something holds."""
    end = time.monotonic() + PATIENCE
    while not there(update := person.table(table)):
        assert time.monotonic() < end
        time.sleep(0.01)
    return update


def follow(person: Person, table: str, taught: Lesson, steps: int | None = None) -> Json:
    """Do what the lesson asks for, up to one of its steps; the table then."""
    asked = [step for step in taught.steps[:steps] if step.expect is not None]
    update = person.table(table)
    for step in asked:
        assert step.expect is not None

        def may(update: Json, words: str = step.expect) -> bool:
            return words in [action["words"] for action in update["legal"]]

        update = until(person, table, may)
        person.act(table, step.expect, update["version"])
    made = len(taught.before) + sum(1 + len(step.reply) for step in asked)
    return until(person, table, lambda update: update["table"]["moves"] >= made)


def begin(person: Person, name: str, *, anew: bool = False) -> str:
    table: str = person.posted(f"/api/lessons/{name}", {"anew": anew})["id"]
    return table


def test_what_lessons_there_are(server: Running) -> None:
    ada = server.person()
    listed = ada.got("/api/lessons")
    assert [one["name"] for one in listed] == list(lesson_names())
    for one in listed:
        told = ada.got(f"/api/lessons/{one['name']}")
        assert {key: told[key] for key in one} == one
        taught = lesson(one["name"])
        assert [step["expect"] for step in told["steps"]] == [step.expect for step in taught.steps]
        # What the other player is going to do is not told in advance.
        assert all("reply" not in step for step in told["steps"])
    assert ada.refused("/api/lessons/nothing", {}) == (404, "no_lesson")
    assert ada.http.get("/api/lessons/nothing").json()["code"] == "no_lesson"


def test_every_lesson_leads_to_its_end(server: Running) -> None:
    for name in lesson_names():
        taught, ada = lesson(name), server.person("Ada")
        table = begin(ada, name)
        update = ada.table(table)
        assert update["table"]["moves"] == len(taught.before)
        assert update["table"]["lesson"] == {
            "name": name,
            "step": taught.step_at(len(taught.before)),
        }
        last = follow(ada, table, taught)
        assert last["table"]["lesson"] == {"name": name, "step": len(taught.steps)}
        game = server.service.tables.in_memory(table)
        assert game is not None
        assert game.table is not None
        assert game.table.game is not None
        moves = [(move.seat, str(move.action)) for move in game.table.game.moves]
        assert moves[: len(taught.moves)] == [*taught.moves]


def test_a_lesson_is_private_and_its_deal_no_secret(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.table(begin(ada, "first"))["table"]
    assert table["public"] is False
    assert table["commitment"] is None
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]
    assert table["you"]["seat"] == LEARNER
    assert ben.got("/api/tables")["public"] == []
    # Others look on, if they know where, and see no more than at any table.
    seen = ben.table(table["id"])
    assert seen["position"]["players"][LEARNER]["hand"] is None
    same = ben.table(begin(ben, "first"))["position"]["players"][LEARNER]
    mine = ada.table(table["id"])["position"]["players"][LEARNER]
    assert (same["hand"], same["offer"]) == (mine["hand"], mine["offer"])


def test_only_what_the_lesson_asks_for_is_accepted(server: Running) -> None:
    ada = server.person("Ada")
    taught, table = lesson("first"), begin(ada, "first")
    version = ada.table(table)["version"]
    assert ada.refused_act(table, "keep CHI-GRA", version) == (409, "lesson_asks")
    refused = ada.post(
        f"/api/tables/{table}/actions", {"id": "1", "version": version, "action": "keep CHI-GRA"}
    ).json()
    assert refused["details"]["expected"] == "keep CHI-GRA EMP-GRE"
    # What the rules forbid is refused by the rules, with their reason.
    assert ada.refused_act(table, "draw deck", version) == (422, "illegal_action")
    assert ada.table(table)["version"] == version
    ada.act(table, "keep all", version)
    follow(ada, table, taught, 1)


def test_afterwards_the_game_is_free(server: Running) -> None:
    ada = server.person("Ada")
    taught = lesson("london")
    table = begin(ada, "london")
    update = follow(ada, table, taught)
    ada.act(table, "draw deck", update["version"])
    assert ada.table(table)["table"]["lesson"]["step"] == len(taught.steps)


def test_a_lesson_goes_on_where_it_was(server: Running) -> None:
    ada = server.person("Ada")
    taught, table = lesson("first"), begin(ada, "first")
    follow(ada, table, taught, 3)
    assert begin(ada, "first") == table
    assert begin(ada, "usa") != table
    again = begin(ada, "first", anew=True)
    assert again != table
    assert ada.table(again)["table"]["moves"] == 0
    assert begin(ada, "first") == again
    # Of one lesson, one table is listed: the newest.
    listed = {one["lesson"]: one["id"] for one in ada.got("/api/tables")["mine"]}
    assert listed["first"] == again
    assert len(ada.got("/api/tables")["mine"]) == 2
    # The other one is still there for whoever has its address.
    assert ada.table(table)["table"]["lesson"]["name"] == "first"


def test_a_lesson_outlives_the_server(tmp_path: Path) -> None:
    taught = lesson("germany")
    half = len(taught.steps) // 2
    with Running(sqlite(tmp_path)) as running:
        ada = running.person("Ada")
        table = begin(ada, "germany")
        before = follow(ada, table, taught, half)
    with Running(sqlite(tmp_path)) as running:
        ada = ada.moved(running.url)
        after = ada.table(table)
        assert after["table"]["lesson"] == before["table"]["lesson"]
        assert after["position"] == before["position"]
        wrong = next(a["words"] for a in after["legal"] if a["words"] != taught.steps[half].expect)
        assert ada.refused_act(table, wrong, after["version"]) == (409, "lesson_asks")
        rest = [step for step in taught.steps[half:] if step.expect is not None]
        for step in rest:
            assert step.expect is not None
            update = until(ada, table, lambda update: bool(update["legal"]))
            ada.act(table, step.expect, update["version"])


def test_who_resigns_leaves_the_lesson(server: Running) -> None:
    ada = server.person("Ada")
    table = begin(ada, "first")
    ada.posted(f"/api/tables/{table}/resign")
    update = until(ada, table, lambda update: update["table"]["moves"] > 3)
    assert update["table"]["lesson"]["step"] in (None, len(lesson("first").steps))


def test_a_lesson_that_has_changed_lets_the_game_go_on(server: Running) -> None:
    """After an update of the program the game is played on without its coach."""
    ada = server.person("Ada")
    table = begin(ada, "first")
    room = server.service.tables.in_memory(table)
    assert room is not None
    assert room.table is not None
    room.table.lesson = "usa"
    version = ada.table(table)["version"]
    ada.act(table, "keep CHI-GRA", version)
    assert ada.table(table)["table"]["lesson"] == {"name": "usa", "step": None}
