"""Seats go to other people and to bots during a game."""

from __future__ import annotations

import json
from pathlib import Path

from tests.server.at_a_table import hand, key_of, last, posted, refused, seated
from tests.server.serving import Running, sqlite

DAILY = {"kind": "days", "amount": 1}


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
