"""The lists of tables: one's own, and the public ones."""

from __future__ import annotations

from tests.server.serving import Person, Running


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
        "daily",
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
