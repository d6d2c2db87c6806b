"""Playing again with the same people."""

from __future__ import annotations

from tests.server.at_a_table import seats
from tests.server.serving import Running


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
