"""Seeing to a table: seats that go to others, the host, the clock, and closing it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.server.serving import PATIENCE, Json, Person, Running, sqlite
from whistlestop.server.hosting import absence_times

DAILY = {"kind": "days", "amount": 1}


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is away has been so for long."""
    monkeypatch.setattr(absence_times, "AWAY", 0.0)


def seated(server: Running, *names: str, **options: object) -> tuple[list[Person], str]:
    """A game that has begun, of people who are connected to nothing."""
    people = [server.person(name) for name in names]
    table = people[0].new_table("usa", "me", *["open"] * (len(names) - 1), **options)
    for person in people[1:]:
        person.posted(f"/api/tables/{table}/join")
    return people, table


def posted(person: Person, table: str, verb: str, **body: object) -> Json:
    """Ask for something; the table afterwards, as this person sees it."""
    person.posted(f"/api/tables/{table}/{verb}", body)
    return person.table(table)


def refused(person: Person, table: str, verb: str, **body: object) -> str:
    """The code with which something is refused."""
    return person.refused(f"/api/tables/{table}/{verb}", body)[1]


def key_of(person: Person, table: str, seat: int) -> str:
    """The key with which a seat can be taken."""
    key = person.posted(f"/api/tables/{table}/seats/offer", {"seat": seat})["key"]
    assert key is not None
    return key


def last(update: Json) -> Json:
    """The newest event."""
    return update["log"][-1]["events"][-1]


def hand(update: Json, seat: int) -> Json | None:
    """The cards of a seat, if they are told."""
    return update["position"]["players"][seat]["hand"]


# Closing ------------------------------------------------------------------------------------


def test_a_waiting_table_that_is_closed_vanishes_from_lists(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open", "open", public=True)
    ben.posted(f"/api/tables/{table}/join")
    assert refused(ben, table, "close") == "not_host"
    with ben.follow(table) as following:
        following.update()
        ada.posted(f"/api/tables/{table}/close")
        assert following.update()["table"]["state"] == "closed"
    for person in (ada, ben):
        lists = person.got("/api/tables")
        assert table not in [shown["id"] for shown in (*lists["mine"], *lists["public"])]
    for verb in ("join", "leave", "start"):
        who = ada if verb == "start" else ben
        if verb == "join":
            who = server.person("Cleo")
        assert refused(who, table, verb) == "table_closed"


def test_a_game_is_closed_when_everybody_who_is_there_agrees(server: Running) -> None:
    (ada, ben, cleo), table = seated(server, "Ada", "Ben", "Cleo")
    asked = posted(ada, table, "close")
    assert asked["table"]["closing"] == {"entry": asked["version"], "seat": 0, "awaited": [1, 2]}
    posted(ben, table, "close/answer", asked=asked["version"], agrees=False)
    assert ada.table(table)["table"]["closing"] is None
    code = refused(cleo, table, "close/answer", asked=asked["version"], agrees=True)
    assert code == "not_asked"
    again = posted(ada, table, "close")["version"]
    posted(ben, table, "close/answer", asked=again, agrees=True)
    assert ada.table(table)["table"]["state"] == "playing"
    closed = posted(cleo, table, "close/answer", asked=again, agrees=True)
    assert closed["table"]["state"] == "closed"
    assert last(closed) == {"type": "TableClosed", "seat": 0}
    # It tells nobody what was hidden, and stays in the lists.
    assert (closed["deciding"], closed["legal"], hand(closed, 0)) == ([], [], None)
    assert closed["table"]["seed"] is None
    shown = {shown["id"]: shown["state"] for shown in ada.got("/api/tables")["mine"]}
    assert shown[table] == "closed"
    assert ben.refused_act(table, "draw deck", closed["version"])[1] == "table_closed"
    assert refused(ada, table, "rematch") == "not_over"


def test_a_game_with_bots_alone_or_without_those_who_left_is_closed_at_once(
    server: Running, soon: None
) -> None:
    ada = server.person("Ada")
    alone = ada.new_table("usa", "me", "random", bot_pace="relaxed")
    assert posted(ada, alone, "close")["table"]["state"] == "closed"
    (ada, _), table = seated(server, "Ada", "Ben")
    assert posted(ada, table, "close")["table"]["state"] == "closed"


# Seats --------------------------------------------------------------------------------------


def test_a_seat_is_handed_over_with_all_that_it_knows(server: Running) -> None:
    (ada, ben), table = seated(server, "Ada", "Ben")
    cleo, dora = server.person("Cleo"), server.person("Dora")
    own = hand(ben.table(table), 1)
    assert own
    first = key_of(ben, table, 1)
    key = key_of(ben, table, 1)
    assert ada.table(table)["table"]["offered"] == [{"seat": 1, "by": "player"}]
    assert key not in json.dumps(ada.table(table))
    assert refused(cleo, table, "seats/take", seat=1, key=first) == "no_such_offer"
    assert refused(ada, table, "seats/take", seat=1, key=key) == "already_seated"
    taken = posted(cleo, table, "seats/take", seat=1, key=key)
    assert (taken["table"]["you"]["seat"], hand(taken, 1)) == (1, own)
    assert taken["table"]["seats"][1]["name"] == "Cleo"
    assert last(taken) == {"type": "TakenOver", "seat": 1, "name": "Cleo", "before": "Ben"}
    # Sent again, it has happened; nobody else can use it.
    posted(cleo, table, "seats/take", seat=1, key=key)
    assert refused(dora, table, "seats/take", seat=1, key=key) == "no_such_offer"
    # Ben looks on, and is told so; he knows a hand, and can have no other one.
    after = ben.table(table)
    assert after["table"]["you"] == {
        "seat": None,
        "name": "Ben",
        "seats": [],
        "former": 1,
    }
    assert (hand(after, 1), after["legal"]) == (None, [])
    assert refused(ben, table, "seats/take", seat=0, key=key_of(ada, table, 0)) == "knows_a_hand"
    cleo.act(table, "keep all", taken["version"] + 1)


def test_a_seat_can_be_kept_after_all(server: Running) -> None:
    (ada, ben), table = seated(server, "Ada", "Ben")
    key = key_of(ben, table, 1)
    assert posted(ben, table, "seats/withdraw", seat=1)["table"]["offered"] == []
    assert refused(server.person(), table, "seats/take", seat=1, key=key) == "no_such_offer"
    assert refused(ben, table, "seats/withdraw", seat=0) == "not_host"
    assert refused(ada, table, "seats/withdraw", seat=7) == "no_such_seat"


def test_nobody_who_is_there_loses_their_seat(server: Running) -> None:
    (ada, ben), table = seated(server, "Ada", "Ben")
    assert refused(ada, table, "seats/bot", seat=1, bot="random") == "still_there"
    assert refused(ada, table, "seats/offer", seat=1) == "still_there"
    assert refused(ben, table, "seats/offer", seat=0) == "not_host"
    assert refused(ben, table, "seats/bot", seat=0, bot="random") == "not_host"


def test_a_seat_of_somebody_away_is_open_until_they_are_back(server: Running, soon: None) -> None:
    (ada, ben, dora), table = seated(server, "Ada", "Ben", "Dora")
    with ben.follow(table) as following:
        following.update()
        assert refused(ada, table, "seats/bot", seat=1, bot="random") == "still_there"
    while ada.table(table)["table"]["seats"][1]["present"]:
        pass
    asked = ada.posted(f"/api/tables/{table}/seats/offer", {"seat": 1})["version"]
    posted(dora, table, "seats/answer", asked=asked, agrees=True)
    key, cleo = key_of(ada, table, 1), server.person("Cleo")
    with ben.follow(table) as following:
        following.update()
        assert refused(cleo, table, "seats/take", seat=1, key=key) == "still_there"
    while ada.table(table)["table"]["seats"][1]["present"]:
        pass
    assert posted(cleo, table, "seats/take", seat=1, key=key)["table"]["you"]["seat"] == 1


def test_a_bot_takes_a_seat_until_its_owner_is_back(server: Running, soon: None) -> None:
    (ada, ben), table = seated(server, "Ada", "Ben")
    with ada.follow(table) as following:
        following.update()
        replaced = posted(ada, table, "seats/bot", seat=1, bot="random")
        assert following.update()["table"]["seats"][1]["kind"] == "bot"
    events = [event for entry in replaced["log"] for event in entry["events"]]
    (event,) = [event for event in events if event["type"] == "Replaced"]
    assert (event["name"], event["before"]) == ("Random", "Ben")
    # The bot has answered for him, and goes on.
    while 1 in ada.table(table)["deciding"]:
        pass
    assert ben.table(table)["table"]["you"]["former"] == 1
    assert refused(ben, table, "actions", id="a", version=1, action="draw deck") == "not_your_seat"
    assert ada.refused(f"/api/tables/{table}/seats/bot", {"seat": 1, "bot": "x"}) == (
        422,
        "unknown_bot",
    )
    back = posted(ben, table, "return")
    assert back["table"]["you"] == {
        "seat": 1,
        "name": "Ben",
        "seats": [1],
        "former": None,
    }
    assert hand(back, 1)


def test_who_has_given_up_leaves_a_seat_for_others(server: Running) -> None:
    (ada, ben), table = seated(server, "Ada", "Ben")
    ben.posted(f"/api/tables/{table}/resign")
    assert refused(ben, table, "seats/offer", seat=1) == "not_host"
    key = key_of(ada, table, 1)
    assert refused(ben, table, "seats/take", seat=1, key=key) == "already_seated"
    taken = posted(server.person("Cleo"), table, "seats/take", seat=1, key=key)
    assert not taken["table"]["seats"][1]["resigned"]


def test_nothing_changes_hands_before_the_game_or_in_a_lesson(server: Running) -> None:
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "open")
    assert refused(ada, table, "seats/offer", seat=0) == "not_started"
    lesson = ada.posted("/api/lessons/first")["id"]
    for seat in (0, 1):
        assert refused(ada, lesson, "seats/offer", seat=seat) == "in_lesson"
    assert refused(ada, lesson, "seats/bot", seat=1, bot="random") == "in_lesson"


# The host -----------------------------------------------------------------------------------


def test_the_host_lets_somebody_else_be_host(server: Running) -> None:
    (ada, ben), table = seated(server, "Ada", "Ben")
    assert refused(ben, table, "host", seat=1) == "still_there"
    assert posted(ada, table, "host", seat=1)["table"]["host"] is False
    assert ben.table(table)["table"]["host"] is True
    assert ben.table(table)["table"]["host_seat"] == 1
    assert refused(ada, table, "host", seat=0) == "still_there"


def test_who_is_there_becomes_host_when_the_host_is_gone(server: Running, soon: None) -> None:
    (_, ben), table = seated(server, "Ada", "Ben")
    assert posted(ben, table, "host", seat=1)["table"]["host"] is True


def test_who_takes_the_host_s_seat_is_the_host(server: Running) -> None:
    (ada, _), table = seated(server, "Ada", "Ben")
    cleo = server.person("Cleo")
    assert posted(cleo, table, "seats/take", seat=0, key=key_of(ada, table, 0))["table"]["host"]
    assert ada.table(table)["table"]["host"] is False


# The clock ----------------------------------------------------------------------------------


def test_a_clock_is_only_made_longer_while_a_game_goes_on(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open", pace={"kind": "minutes", "amount": 30})
    assert posted(ada, table, "pace", kind="minutes", amount=10)["table"]["pace"]["amount"] == 10
    ben.posted(f"/api/tables/{table}/join")
    assert refused(ben, table, "pace", kind="none") == "not_host"
    assert refused(ada, table, "pace", kind="minutes", amount=9) == "only_longer"
    assert refused(ada, table, "pace", kind="days", amount=0) == "bad_pace"
    before = ada.table(table)["clocks"]
    longer = posted(ada, table, "pace", kind="minutes", amount=15)
    assert last(longer) == {"type": "PaceChanged", "pace": "minutes", "amount": 15, "added": 300}
    assert all(0 <= old + 300 - new < 60 for old, new in zip(before, longer["clocks"], strict=True))
    days = posted(ada, table, "pace", **DAILY)
    assert (last(days)["added"], max(days["clocks"])) == (None, 86400)
    assert refused(ada, table, "pace", kind="minutes", amount=1000) == "only_longer"
    assert posted(ada, table, "pace", kind="none")["clocks"] is None
    assert refused(ada, table, "pace", **DAILY) == "only_longer"


def test_a_new_choice_makes_nobody_s_time_over(server: Running) -> None:
    (ada, ben), table = seated(server, "Ada", "Ben")
    ada.act(table, "keep all", ada.table(table)["version"])
    with ada.follow(table) as following:
        following.update()
        ada.posted(f"/api/tables/{table}/standin-after", {"seconds": PATIENCE})
        posted(ada, table, "standin-after", seconds=2)
        # He has been away for longer than that, or not: he has two seconds from now.
        assert not ada.table(table)["table"]["seats"][1]["standin"]
        ben.act(table, "keep all", ben.table(table)["version"])


# Kept ---------------------------------------------------------------------------------------


def test_all_of_it_is_there_after_a_restart_and_at_another_server(
    tmp_path: Path, soon: None
) -> None:
    with Running(sqlite(tmp_path)) as server:
        (ada, ben, cleo), table = seated(server, "Ada", "Ben", "Cleo", pace=DAILY)
        posted(ada, table, "pace", kind="days", amount=2)
        dora = server.person("Dora")
        taken = posted(dora, table, "seats/take", seat=1, key=key_of(ben, table, 1))
        key = key_of(cleo, table, 2)
        posted(ada, table, "host", seat=1)
    with Running(sqlite(tmp_path)) as server:
        people = [person.moved(server.url) for person in (ada, ben, cleo, dora)]
        ada, ben, cleo, dora = people
        update = dora.table(table)
        assert update["table"]["host"]
        assert (update["table"]["you"]["seat"], hand(update, 1)) == (1, hand(taken, 1))
        assert update["table"]["pace"] == {"kind": "days", "amount": 2}
        assert update["table"]["offered"] == [{"seat": 2, "by": "player"}]
        assert ben.table(table)["table"]["you"]["former"] == 1
        erik = server.person("Erik")
        assert posted(erik, table, "seats/take", seat=2, key=key)["table"]["you"]["seat"] == 2
        # In a game over days nobody is missed so soon: they are asked.
        asked = posted(dora, table, "close")["version"]
    with Running(sqlite(tmp_path)) as server:
        for person in (ada, erik):
            here = person.moved(server.url)
            closed = posted(here, table, "close/answer", asked=asked, agrees=True)
    with Running(sqlite(tmp_path)) as server:
        assert erik.moved(server.url).table(table)["log"] == closed["log"]
        assert ada.moved(server.url).table(table)["table"]["state"] == "closed"
