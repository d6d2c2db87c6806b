"""Starting a game, and the order of play."""

from __future__ import annotations

from tests.server.at_a_table import seats
from tests.server.serving import Running


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
