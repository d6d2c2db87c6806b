"""What a station would complete, looked at before anybody builds one (E-21)."""

from __future__ import annotations

from tests.server.serving import Running


def test_only_a_player_can_look(server: Running) -> None:
    people = [server.person("Ada"), server.person("Ben")]
    table = people[0].new_table("europe", "me", "open")
    path = f"/api/tables/{table}/stations"
    early = people[0].http.get(path)
    assert (early.status_code, early.json()["code"]) == (409, "not_started")
    people[1].posted(f"/api/tables/{table}/join")
    assert people[0].got(path) == {"completes": {}}
    assert people[0].table(table)["stations_left"] == [3, 3]
    stranger = server.person("Cleo").http.get(path)
    assert (stranger.status_code, stranger.json()["code"]) == (403, "not_your_seat")


def test_a_board_without_stations_has_nothing_to_tell(server: Running) -> None:
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "random")
    assert ada.got(f"/api/tables/{table}/stations") == {"completes": {}}
    assert ada.table(table)["stations_left"] == [0, 0]
