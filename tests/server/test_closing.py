"""Tables are closed: at once, or when everybody who is there agrees."""

from __future__ import annotations

from tests.server.at_a_table import hand, last, posted, refused, seated
from tests.server.serving import Running


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
