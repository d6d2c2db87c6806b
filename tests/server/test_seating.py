"""Setting tables up, joining, leaving, starting, resigning, playing again."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tests.server.serving import Json, Person, Running


def seats(update: Json) -> list[tuple[str, str]]:
    return [(seat["kind"], seat["name"]) for seat in update["table"]["seats"]]


def test_three_clicks_to_a_game(server: Running) -> None:
    """Without a name, without an account: a table with a bot begins at once."""
    person = server.person()
    table = person.new_table("usa", "me", "planner")
    update = person.table(table)
    assert update["table"]["state"] == "playing"
    assert update["table"]["you"] == {"seat": 0, "name": ""}
    assert seats(update) == [("person", "Player 1"), ("bot", "Planner")]
    assert update["table"]["host"] is True
    assert update["table"]["invite"] == f"/t/{table}"
    assert update["position"]["viewer"] == 0


def test_whoever_opens_the_link_takes_an_open_seat(server: Running) -> None:
    ada, ben, cleo = (server.person(name) for name in ("Ada", "Ben", "Cleo"))
    table = ada.new_table("germany", "me", "open", "open")
    assert ada.table(table)["position"] is None
    watching = ben.table(table)
    assert watching["table"]["you"] == {"seat": None, "name": "Ben"}
    assert watching["table"]["host"] is False
    ben.posted(f"/api/tables/{table}/join", {"seat": 2})
    # Once more is no mistake; a second seat is.
    ben.posted(f"/api/tables/{table}/join")
    assert ben.refused(f"/api/tables/{table}/join", {"seat": 1}) == (409, "already_seated")
    assert cleo.refused(f"/api/tables/{table}/join", {"seat": 2}) == (409, "seat_taken")
    assert cleo.refused(f"/api/tables/{table}/join", {"seat": 9}) == (409, "seat_taken")
    cleo.posted(f"/api/tables/{table}/join", {"seat": None})
    update = cleo.table(table)
    assert update["table"]["state"] == "playing"
    assert seats(update) == [("person", "Ada"), ("person", "Cleo"), ("person", "Ben")]
    late = server.person()
    assert late.refused(f"/api/tables/{table}/join") == (409, "already_started")
    assert late.table(table)["position"]["viewer"] == -1


def test_many_people_claim_the_last_seat_at_once(server: Running) -> None:
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "open")
    others = [server.person(f"Guest {number}") for number in range(6)]
    results: list[tuple[int, Person]] = []

    def join(person: Person) -> None:
        results.append((person.post(f"/api/tables/{table}/join").status_code, person))

    threads = [threading.Thread(target=join, args=(person,)) for person in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(status for status, _ in results) == [200, 409, 409, 409, 409, 409]
    winner = next(person for status, person in results if status == 200)
    assert winner.table(table)["table"]["you"]["seat"] == 1
    assert ada.table(table)["table"]["state"] == "playing"


def test_leaving_before_the_start(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open", "open")
    ben.posted(f"/api/tables/{table}/join")
    ben.posted(f"/api/tables/{table}/leave")
    assert seats(ada.table(table))[1:] == [("open", ""), ("open", "")]
    assert ben.refused(f"/api/tables/{table}/leave") == (403, "not_your_seat")
    ada.posted(f"/api/tables/{table}/start")
    assert ada.refused(f"/api/tables/{table}/leave") == (409, "already_started")


def test_the_host_starts_and_bots_fill_up(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Planner")
    table = ada.new_table("london", "open", "me", "open")
    ben.posted(f"/api/tables/{table}/join")
    assert ben.refused(f"/api/tables/{table}/start") == (403, "not_host")
    ada.posted(f"/api/tables/{table}/start")
    ada.posted(f"/api/tables/{table}/start")
    # Every name is there once.
    assert seats(ada.table(table)) == [
        ("person", "Planner"),
        ("person", "Ada"),
        ("bot", "Planner 2"),
    ]


def test_the_order_is_drawn_by_lot(server: Running) -> None:
    """Wherever one ends up, one sees one's own hand."""
    ada = server.person("Ada")
    found: set[int] = set()
    while len(found) < 2:
        table = ada.new_table("usa", "me", "random", shuffle=True)
        update = ada.table(table)
        seat = update["table"]["you"]["seat"]
        assert update["position"]["players"][seat]["hand"]
        assert update["table"]["seats"][seat]["name"] == "Ada"
        found.add(seat)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"edition": "moon", "seats": [{"kind": "me"}, {"kind": "bot"}]}, "unknown_edition"),
        ({"edition": "../usa", "seats": [{"kind": "me"}, {"kind": "bot"}]}, "unknown_edition"),
        ({"edition": "usa", "seats": [{"kind": "me"}]}, "wrong_number_of_seats"),
        ({"edition": "switzerland", "seats": [{"kind": "bot"}] * 4}, "wrong_number_of_seats"),
        ({"edition": "usa", "seats": []}, "bad_request"),
        ({"edition": "usa", "seats": [{"kind": "bot"}] * 9}, "bad_request"),
        ({"edition": "usa", "seats": [{"kind": "me"}, {"kind": "me"}]}, "already_seated"),
        ({"edition": "usa", "seats": [{"kind": "cat"}, {"kind": "me"}]}, "bad_request"),
        (
            {"edition": "usa", "seats": [{"kind": "bot", "bot": "/tmp/b.py:Bot"}, {"kind": "me"}]},
            "unknown_bot",
        ),
        (
            {
                "edition": "usa",
                "seats": [{"kind": "bot"}] * 2,
                "pace": {"kind": "minutes", "amount": 0},
            },
            "bad_pace",
        ),
        (
            {
                "edition": "usa",
                "seats": [{"kind": "bot"}] * 2,
                "pace": {"kind": "days", "amount": -1},
            },
            "bad_request",
        ),
        ({"edition": "usa", "seats": [{"kind": "bot"}] * 2, "standin_after": -1}, "bad_request"),
    ],
)
def test_tables_that_cannot_be(server: Running, body: Any, expected: str) -> None:
    _, code = server.person().refused("/api/tables", body)
    assert code == expected


def test_lists(server: Running) -> None:
    """One's own tables, and the public ones that still have room."""
    ada, ben = server.person("Ada"), server.person("Ben")
    shown = ada.new_table("usa", "me", "open", public=True)
    hidden = ada.new_table("germany", "me", "open")
    lists = ben.got("/api/tables")
    assert lists["mine"] == []
    public = {table["id"]: table for table in lists["public"]}
    assert shown in public
    assert hidden not in public
    assert public[shown]["title"] == "USA"
    assert [seat["name"] for seat in public[shown]["seats"]] == ["Ada", ""]
    mine = ada.got("/api/tables")["mine"]
    assert [table["id"] for table in mine] == [hidden, shown]
    ben.posted(f"/api/tables/{shown}/join")
    lists = ben.got("/api/tables")
    assert shown not in {table["id"] for table in lists["public"]}
    (table,) = lists["mine"]
    assert (table["state"], table["yours"], table["your_turn"]) == ("playing", 1, True)
    assert set(table) == {
        "id",
        "edition",
        "title",
        "state",
        "seats",
        "yours",
        "your_turn",
        "updated",
    }


def test_lists_of_tables_that_are_not_in_memory(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open", public=True)
    ben.posted(f"/api/tables/{table}/join")
    with_room = ada.got("/api/tables")["mine"][0]
    listed = ben.got("/api/tables")["mine"][0]
    open_table = ada.new_table("usa", "me", "open", public=True)
    in_memory = ben.got("/api/tables")["public"][0]
    server.service.tables._rooms.pop(open_table)  # pyright: ignore[reportPrivateUsage]
    assert ben.got("/api/tables")["public"][0] == in_memory
    assert (with_room["yours"], listed["yours"]) == (0, 1)


def test_resigning_gives_the_seat_to_a_bot_for_good(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("newyork", "me", "open")
    ben.posted(f"/api/tables/{table}/join")
    ada.posted(f"/api/tables/{table}/resign")
    ada.posted(f"/api/tables/{table}/resign")
    seat = ben.table(table)["table"]["seats"][0]
    assert (seat["resigned"], seat["kind"], seat["name"]) == (True, "person", "Ada")
    assert ada.refused_act(table, "keep all", 1) == (403, "not_your_seat")
    ben.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        following.until_over()
    assert server.person().refused(f"/api/tables/{table}/resign") == (403, "not_your_seat")


def test_a_rematch_is_for_the_same_people_in_another_order(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("newyork", "me", "open", "random")
    ben.posted(f"/api/tables/{table}/join")
    for person in (ada, ben):
        person.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        over = following.until_over()
        assert over["table"]["rematch"] is None
        made = ben.posted(f"/api/tables/{table}/rematch")["id"]
        assert following.update()["table"]["rematch"] == made
    assert ada.posted(f"/api/tables/{table}/rematch")["id"] == made
    assert server.person().refused(f"/api/tables/{table}/rematch") == (403, "not_your_seat")
    update = ada.table(made)
    assert [name for _, name in seats(update)] == ["Ben", "Random", "Ada"]
    assert update["table"]["you"]["seat"] == 2
    assert update["table"]["state"] == "playing"
    assert not any(seat["resigned"] for seat in update["table"]["seats"])


def test_a_few_phrases_can_be_said(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open")
    phrase = ada.got("/api/me")["phrases"][0]
    ada.posted(f"/api/tables/{table}/chat", {"phrase": phrase})
    said = ben.table(table)["log"][-1]
    assert said["events"] == [{"type": "Said", "seat": 0, "phrase": phrase}]
    assert ben.refused(f"/api/tables/{table}/chat", {"phrase": phrase}) == (403, "not_your_seat")
    path = f"/api/tables/{table}/chat"
    assert ada.refused(path, {"phrase": "<b>"}) == (422, "unknown_phrase")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("Zoe\u0308", "Zoë"),
        ("<script>alert(1)", "<script>alert(1)"),
        ("花子", "花子"),
        ("x" * 24, "x" * 24),
        ("x" * 25, None),
        ("", None),
        ("   ", None),
        ("a\u202eb", None),
        ("a\x00b", None),
        ("a\u200bb", None),
    ],
)
def test_names(server: Running, typed: str, kept: str | None) -> None:
    person = server.person()
    if kept is None:
        assert person.refused("/api/me", {"name": typed}) == (422, "bad_name")
        assert person.got("/api/me")["name"] == ""
    else:
        assert person.posted("/api/me", {"name": typed})["name"] == kept
        assert person.got("/api/me")["name"] == kept
