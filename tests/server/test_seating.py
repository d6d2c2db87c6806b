"""Setting tables up, joining, leaving, starting, resigning, playing again."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import QUICK, Json, Person, Running, sqlite
from whistlestop.drawing.art.palette import PLAYER_COLOURS
from whistlestop.server.hosting.autoplay import Autoplay
from whistlestop.server.storage.store import KeptEntry
from whistlestop.server.table.entries import from_kept
from whistlestop.server.table.seats import COLOURS
from whistlestop.server.table.table import played


def seats(update: Json) -> list[tuple[str, str]]:
    return [(seat["kind"], seat["name"]) for seat in update["table"]["seats"]]


def test_three_clicks_to_a_game(server: Running) -> None:
    """Without a name, without an account: a table with a bot begins at once."""
    person = server.person()
    table = person.new_table("usa", "me", "planner")
    update = person.table(table)
    assert update["table"]["state"] == "playing"
    you = {"seat": 0, "name": "", "seats": [0], "former": None}
    assert update["table"]["you"] == you
    assert seats(update) == [("person", "Player 1"), ("bot", "Planner")]
    assert update["table"]["host"] is True
    assert update["table"]["invite"] == f"/t/{table}"
    assert update["position"]["viewer"] == 0


def test_whoever_opens_the_link_takes_an_open_seat(server: Running) -> None:
    ada, ben, cleo = (server.person(name) for name in ("Ada", "Ben", "Cleo"))
    table = ada.new_table("germany", "me", "open", "open")
    assert ada.table(table)["position"] is None
    watching = ben.table(table)
    assert watching["table"]["you"] == {
        "seat": None,
        "name": "Ben",
        "seats": [],
        "former": None,
    }
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
    ada, ben = server.person("Ada"), server.person("Skilled")
    table = ada.new_table("london", "open", "me", "open")
    ben.posted(f"/api/tables/{table}/join")
    assert ben.refused(f"/api/tables/{table}/start") == (403, "not_host")
    ada.posted(f"/api/tables/{table}/start")
    ada.posted(f"/api/tables/{table}/start")
    # Every name is there once.
    assert seats(ada.table(table)) == [
        ("person", "Skilled"),
        ("person", "Ada"),
        ("bot", "Skilled 2"),
    ]


def test_a_host_who_leaves_hands_the_table_on(server: Running) -> None:
    """To the next person at the table, or else to the next one who sits down."""
    ada, ben, cleo = (server.person(name) for name in ("Ada", "Ben", "Cleo"))
    table = ada.new_table("usa", "me", "open", "open", "open")
    for person, seat in ((ben, 3), (cleo, 1)):
        person.posted(f"/api/tables/{table}/join", {"seat": seat})

    def hosts() -> list[bool]:
        return [person.table(table)["table"]["host"] for person in (ada, ben, cleo)]

    assert hosts() == [True, False, False]
    ben.posted(f"/api/tables/{table}/leave")
    assert hosts() == [True, False, False]
    ben.posted(f"/api/tables/{table}/join", {"seat": 3})
    ada.posted(f"/api/tables/{table}/leave")
    assert hosts() == [False, False, True]
    assert ada.refused(f"/api/tables/{table}/start") == (403, "not_host")
    cleo.posted(f"/api/tables/{table}/leave")
    assert hosts() == [False, True, False]
    ben.posted(f"/api/tables/{table}/leave")
    assert hosts() == [False, False, False]
    assert ben.refused(f"/api/tables/{table}/start") == (403, "not_host")
    cleo.posted(f"/api/tables/{table}/join")
    ada.posted(f"/api/tables/{table}/join")
    assert hosts() == [False, False, True]
    server.service.tables._rooms.pop(table)  # pyright: ignore[reportPrivateUsage]
    assert hosts() == [False, False, True]
    cleo.posted(f"/api/tables/{table}/start")
    assert ada.table(table)["table"]["state"] == "playing"


def test_a_host_without_a_seat_stays_the_host(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "open", "open")
    for way in ("join", "leave", "join"):
        ben.posted(f"/api/tables/{table}/{way}")
    assert ben.refused(f"/api/tables/{table}/start") == (403, "not_host")
    ada.posted(f"/api/tables/{table}/start")


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
        ({"edition": "usa", "seats": [{"kind": "open", "bot": "x"}] * 2}, "unknown_bot"),
        ({"edition": "usa", "seats": [{"kind": "bot", "bot": ""}] * 2}, "unknown_bot"),
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
        "lesson",
    }


def test_a_table_that_somebody_has_left_is_not_theirs_any_more(server: Running) -> None:
    """Until they come back; a host without a seat keeps it."""
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "open", "open", "open")

    def mine(person: Person) -> list[str]:
        return [listed["id"] for listed in person.got("/api/tables")["mine"]]

    for _ in range(2):
        ben.posted(f"/api/tables/{table}/join")
        assert mine(ben) == [table]
        ben.posted(f"/api/tables/{table}/leave")
        assert mine(ben) == []
        assert mine(ada) == [table]
    # A host who had a seat hands the table on.
    ada.posted(f"/api/tables/{table}/join")
    ben.posted(f"/api/tables/{table}/join")
    ada.posted(f"/api/tables/{table}/leave")
    assert (mine(ada), mine(ben)) == ([], [table])


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
        ("a\x00b", None),
        ("a\u202eb\u200b", "ab"),
        ("\u3164", None),
        ("\u2800", None),
        ("\uff21\uff44\uff41", "Ada"),
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


# Colours --------------------------------------------------------------------------------------


def colours(update: Json) -> list[str | None]:
    return [seat["colour"] for seat in update["table"]["seats"]]


def test_the_host_chooses_when_bots_stand_in(tmp_path: Path) -> None:
    """Before the game and in it; what is chosen counts at once, and after a restart."""
    with Running(sqlite(tmp_path)) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        table = ada.new_table("usa", "me", "open")
        path = f"/api/tables/{table}/standin-after"
        ada.posted(path, {"seconds": 86400})
        version = ada.table(table)["version"]
        ada.posted(path, {"seconds": 86400})
        assert ada.table(table)["version"] == version
        assert ben.refused(path, {"seconds": 1}) == (403, "not_host")
        assert ada.refused(path, {"seconds": -1}) == (400, "bad_request")
        assert ada.refused(path, {}) == (400, "bad_request")
        ben.posted(f"/api/tables/{table}/join")
        assert ada.table(table)["table"]["standin_after"] == 86400
        with ada.follow(table) as hers:
            ada.act(table, "keep all", ada.table(table)["version"])
            # Ben has been away from the beginning; what is waited for now is over.
            ada.posted(path, {"seconds": 0})
            events: list[Json] = []
            while not events or events[-1]["type"] != "StandinStarted":
                entry = hers.update()["entry"]
                events += entry["events"] if entry else []
            assert {"type": "StandinAfterChanged", "seconds": 0} in events
            assert events[-1]["seat"] == 1
        ada.posted(path, {"seconds": None})
    with Running(sqlite(tmp_path)) as server:
        again = ada.moved(server.url)
        assert again.table(table)["table"]["standin_after"] is None
        for person in (again, ben.moved(server.url)):
            person.posted(f"/api/tables/{table}/resign")
        with again.follow(table) as following:
            following.until_over()
        assert again.refused(path, {"seconds": 60}) == (409, "game_over")


def painter(server: Running, name: str, colour: str) -> Person:
    """Somebody who likes a colour."""
    person = server.person(name)
    assert person.posted("/api/me", {"colour": colour})["colour"] == colour
    return person


def test_everybody_is_drawn_a_colour(server: Running) -> None:
    """At random, remembered, and without asking; programs act for the same person."""
    people = [server.person() for _ in range(40)]
    drawn = [person.got("/api/me")["colour"] for person in people]
    assert set(drawn) == set(COLOURS) == set(people[0].got("/api/me")["colours"])
    assert [person.got("/api/me")["colour"] for person in people] == drawn
    token = people[0].posted("/api/tokens")["token"]
    program = Person(server.url, token=token)
    assert program.got("/api/me")["colour"] == drawn[0]
    program.posted("/api/me", {"colour": "black"})
    assert people[0].got("/api/me")["colour"] == "black"


def test_one_may_change_name_or_colour_by_itself(server: Running) -> None:
    ada = painter(server, "Ada", "turquoise")
    assert ada.posted("/api/me", {"name": "Ada L"})["colour"] == "turquoise"
    assert ada.posted("/api/me", {"colour": "red"})["name"] == "Ada L"
    assert ada.posted("/api/me", {})["colour"] == "red"
    assert ada.refused("/api/me", {"colour": "beige"}) == (400, "bad_request")
    assert ada.refused("/api/me", {"colour": 3}) == (400, "bad_request")


def test_everybody_gets_the_colour_they_like_or_the_next_free_one(server: Running) -> None:
    ada, ben = painter(server, "Ada", "black"), painter(server, "Ben", "black")
    cleo = painter(server, "Cleo", "turquoise")
    table = ada.new_table("usa", "me", "open", "random", "open", "random")
    # Bots show what is left for them so far.
    assert colours(ada.table(table)) == ["black", None, "blue", None, "red"]
    ben.posted(f"/api/tables/{table}/join")
    assert colours(ada.table(table)) == ["black", "turquoise", "blue", None, "red"]
    cleo.posted(f"/api/tables/{table}/join")
    assert colours(ada.table(table)) == ["black", "turquoise", "red", "blue", "yellow"]
    assert colours(cleo.table(table)) == colours(server.person().table(table))


def test_whoever_leaves_takes_the_colour_along(server: Running) -> None:
    ada, ben = painter(server, "Ada", "red"), painter(server, "Ben", "yellow")
    table = ada.new_table("usa", "me", "open", "open")
    ben.posted(f"/api/tables/{table}/join")
    ben.posted(f"/api/tables/{table}/leave")
    assert colours(ada.table(table)) == ["red", None, None]
    cleo = painter(server, "Cleo", "yellow")
    cleo.posted(f"/api/tables/{table}/join")
    assert colours(ada.table(table))[1] == "yellow"


def test_a_colour_can_be_changed_before_the_game_and_in_it(server: Running) -> None:
    ada, ben = painter(server, "Ada", "red"), painter(server, "Ben", "yellow")
    table = ada.new_table("usa", "me", "open", "open", shuffle=True)
    ben.posted(f"/api/tables/{table}/join")
    with ben.follow(table, ben.table(table)["version"]) as following:
        following.update()
        ada.posted("/api/me", {"colour": "black"})
        update = following.update()
        assert update["entry"]["events"] == [{"type": "ColourChosen", "seat": 0, "colour": "black"}]
    # Ben's stays his.
    ada.posted("/api/me", {"colour": "yellow"})
    assert colours(ada.table(table)) == ["black", "yellow", None]
    ada.posted(f"/api/tables/{table}/start")
    ada.posted("/api/me", {"colour": "turquoise"})
    update = ada.table(table)
    by_name = dict(zip((name for _, name in seats(update)), colours(update), strict=True))
    assert by_name == {"Ada": "turquoise", "Ben": "yellow", "Skilled": "blue"}
    assert colours(ada.got(f"/api/tables/{table}/at/0")) == colours(update)
    # A bot gives its colour away for the one that was given up; a person keeps theirs.
    ada.posted("/api/me", {"colour": "blue"})
    ada.posted("/api/me", {"colour": "yellow"})
    update = ada.table(table)
    by_name = dict(zip((name for _, name in seats(update)), colours(update), strict=True))
    assert by_name == {"Ada": "blue", "Ben": "yellow", "Skilled": "turquoise"}
    # What is wished for already can be wished for again, once it is free.
    ben.posted("/api/me", {"colour": "red"})
    ada.posted("/api/me", {"name": "Ada L"})
    assert "yellow" not in colours(ada.table(table))
    ada.posted("/api/me", {"colour": "yellow"})
    assert "yellow" in colours(ada.table(table))


def test_colours_changed_in_a_game_survive_a_restart(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = painter(server, "Ada", "red")
        table = ada.new_table("newyork", "me", "random", "random")
        for colour in ("blue", "turquoise", "yellow"):
            ada.posted("/api/me", {"colour": colour})
        before = ada.table(table)["table"]["seats"]
        assert len({seat["colour"] for seat in before}) == 3
    with Running(sqlite(tmp_path)) as server:
        assert ada.moved(server.url).table(table)["table"]["seats"] == before


def test_colours_stay_in_a_rematch(server: Running) -> None:
    ada = painter(server, "Ada", "turquoise")
    table = ada.new_table("newyork", "me", "random", "random")
    ada.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        assert colours(following.until_over()) == ["turquoise", "blue", "red"]
    ada.posted("/api/me", {"colour": "black"})
    made = ada.posted(f"/api/tables/{table}/rematch")["id"]
    assert colours(ada.table(made)) == ["blue", "red", "turquoise"]


def test_tables_from_before_there_were_colours_go_by_seat() -> None:
    """And after a restart everything is as it was."""
    created = (
        '{"edition":"usa","options":{},"host":"ada","seats":['
        '{"kind":"person","person":"ada","name":"Ada"},{"kind":"open"},{"kind":"open"}]}'
    )
    kept = [
        KeptEntry(1, "created", created, None, 0.0),
        KeptEntry(2, "joined", '{"seat":2,"person":"ben","name":"Ben"}', None, 0.0),
        KeptEntry(3, "started", '{"order":[2,0,1],"bot":"random"}', '{"seed":1,"salt":""}', 0.0),
    ]
    entries = [from_kept(entry) for entry in kept]
    table, oddity = played("old", entries)
    assert oddity == ""
    assert [seat.name for seat in table.seats] == ["Ben", "Ada", "Random"]
    assert [seat.colour for seat in table.seats] == ["blue", "red", "yellow"]


def test_the_colours_are_those_of_the_drawings() -> None:
    assert [colour.name for colour in PLAYER_COLOURS] == list(COLOURS)


# Names at tables ------------------------------------------------------------------------------


def test_a_new_name_is_heard_at_every_table_where_one_plays(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    playing = ada.new_table("usa", "me", "open")
    ben.posted(f"/api/tables/{playing}/join")
    waiting = ada.new_table("usa", "me", "open")
    with ben.follow(playing, ben.table(playing)["version"]) as following:
        following.update()
        ada.posted("/api/me", {"name": "Countess"})
        update = following.update()
    assert update["entry"]["events"] == [
        {"type": "Renamed", "seat": 0, "name": "Countess", "before": "Ada"}
    ]
    assert seats(update) == [("person", "Countess"), ("person", "Ben")]
    assert seats(ben.table(waiting))[0] == ("person", "Countess")
    text = ada.http.get(f"/api/tables/{playing}/record").text
    assert 'seats: "Countess", "Ben"' in text
    version = update["version"]
    ada.posted("/api/me", {"name": "Countess"})
    assert ada.table(playing)["version"] == version


def test_names_stay_distinct_at_a_table(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open", "planner")
    ben.posted(f"/api/tables/{table}/join")
    ben.posted("/api/me", {"name": "Ada"})
    assert seats(ben.table(table))[:2] == [("person", "Ada"), ("person", "Ada 2")]
    ben.posted("/api/me", {"name": "Planner"})
    assert [name for _, name in seats(ben.table(table))] == ["Ada", "Planner 2", "Planner"]
    assert ben.got("/api/me")["name"] == "Planner"
    other = server.person("Ada")
    waiting = ada.new_table("usa", "me", "open", "open")
    other.posted(f"/api/tables/{waiting}/join")
    assert [name for _, name in seats(ada.table(waiting))] == ["Ada", "Ada 2", ""]


@pytest.mark.parametrize("pretender", ["\u0406da", "lda", "I\u034fda", "\uff29\uff44\uff41"])
def test_nobody_passes_for_somebody_else_at_a_table(server: Running, pretender: str) -> None:
    """Neither with other letters that look the same nor with marks that cannot be seen."""
    ida, eve = server.person("Ida"), server.person(pretender)
    table = ida.new_table("usa", "me", "open", "open")
    eve.posted(f"/api/tables/{table}/join")
    (_, first), (_, second), _ = seats(ida.table(table))
    assert first == "Ida"
    assert second.endswith("da 2")
    eve.posted("/api/me", {"name": "Eve"})
    eve.posted("/api/me", {"name": pretender})
    assert seats(ida.table(table))[1][1].endswith("da 2")
    ida.posted(f"/api/tables/{table}/start")
    assert seats(ida.table(table))[1][1].endswith("da 2")


def test_a_finished_game_keeps_its_names(server: Running) -> None:
    ada = server.person("Ada")
    table = ada.new_table("newyork", "me", "random")
    ada.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        following.until_over()
    ada.posted("/api/me", {"name": "Countess"})
    assert seats(ada.table(table))[0] == ("person", "Ada")
    made = ada.posted(f"/api/tables/{table}/rematch")["id"]
    assert [name for _, name in seats(ada.table(made))] == ["Random", "Countess"]


def test_only_names_that_nobody_chose_are_made_of_words(server: Running) -> None:
    """Pages say such names in the reader's language, and nobody else's."""
    random, nameless = server.person("Random"), server.person()
    table = random.new_table("usa", "me", "open", "planner", "planner")
    nameless.posted(f"/api/tables/{table}/join")
    seats = {seat["name"]: seat["name_of"] for seat in random.table(table)["table"]["seats"]}
    assert seats == {
        "Random": None,
        "Player 2": "player",
        "Planner": "planner",
        "Planner 2": "planner",
    }
    nameless.posted("/api/me", {"name": "Player 7"})
    seats = {seat["name"]: seat["name_of"] for seat in random.table(table)["table"]["seats"]}
    assert seats["Player 7"] is None, "it was chosen, whatever it looks like"


def test_the_host_chooses_how_bots_behave(tmp_path: Path) -> None:
    """Their pace and whether they say why: before the game and in it, and after a restart."""
    with Running(sqlite(tmp_path)) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        table = ada.new_table("usa", "me", "open", "random")
        path = f"/api/tables/{table}/options"
        assert ada.table(table)["table"]["bot_pace"] == "brisk"
        ada.posted(path, {"bot_pace": "relaxed"})
        version = ada.table(table)["version"]
        ada.posted(path, {"bot_pace": "relaxed", "explain": False})
        ada.posted(path, {})
        assert ada.table(table)["version"] == version, "nothing has changed"
        assert ben.refused(path, {"explain": True}) == (403, "not_host")
        assert ada.refused(path, {"bot_pace": "hasty"}) == (400, "bad_request")
        ben.posted(f"/api/tables/{table}/join")
        ada.posted(path, {"explain": True, "bot_pace": "instant"})
        ada.posted(path, {"bot_pace": "brisk"})
        ada.posted(path, {"bot_pace": "instant"})
        log = [entry for entry in ada.table(table)["log"] if entry["events"]]
        told = [one for one in log if one["events"][0]["type"] == "OptionsChanged"]
        assert {one["seat"] for one in told[1:]} == {ada.table(table)["table"]["you"]["seat"]}
        assert [(e["bot_pace"], e["explain"]) for one in told for e in one["events"]] == [
            ("relaxed", None),
            ("instant", True),
            ("brisk", None),
            ("instant", None),
        ]
    with Running(sqlite(tmp_path)) as server:
        found = ada.moved(server.url).table(table)["table"]
        assert (found["bot_pace"], found["explain"]) == ("instant", True)


def test_bots_wait_as_long_as_was_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    wait = Autoplay._wait  # pyright: ignore[reportPrivateUsage]

    async def watched(self: Autoplay, seconds: float) -> None:
        waited.append(seconds)
        await wait(self, seconds)

    monkeypatch.setattr(Autoplay, "_wait", watched)
    with Running(sqlite(tmp_path), replace(QUICK, bot_pause=0.001)) as server:
        ada = server.person("Ada")
        for pace, seconds in (("relaxed", 0.0025), ("brisk", 0.001)):
            waited.clear()
            table = ada.new_table("usa", "random", "random", bot_pace=pace)
            with ada.follow(table) as following:
                following.until_over()
            # Longer only where a page takes longer to show the move before.
            assert min(waited) == seconds
