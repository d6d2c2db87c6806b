"""Bots move for absent people, and for those who resigned."""

from __future__ import annotations

from pathlib import Path

from tests.server.at_a_table import posted, seated
from tests.server.serving import PATIENCE, Json, Running, sqlite


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
