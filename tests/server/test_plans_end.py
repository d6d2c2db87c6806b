"""What people have in mind at a table does not outlive its game, whenever that ended."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import select

from tests.server.serving import Running, sqlite
from whistlestop.server.storage import schema
from whistlestop.server.storage.store import Change, KeptEntry, Listing


def plans(server: Running) -> list[str]:
    with server.store.engine.connect() as connection:
        return [*connection.scalars(select(schema.ahead.c.table_id))]


def keep_plan(server: Running, table: str) -> None:
    """As if a server had ended between the last move and its tidying up."""
    with server.store.engine.begin() as connection:
        person = connection.scalars(select(schema.member.c.person)).first()
        row = {"table_id": table, "person": person, "data": "{}"}
        connection.execute(schema.ahead.insert(), row)


def test_plans_left_of_finished_games_are_gone_after_the_next_start(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        over, running = (ada.new_table("london", "me", "open") for _ in range(2))
        keep_plan(server, over)
        keep_plan(server, running)
        with server.store.engine.begin() as connection:
            tables = schema.game_table
            change = tables.update().where(tables.c.id == over).values(state="over")
            connection.execute(change)
    with Running(sqlite(tmp_path)) as server:
        assert plans(server) == [running]


def test_plans_end_with_the_entry_that_ends_the_game(tmp_path: Path) -> None:
    """In one transaction: whatever happens to the server then, nothing is left."""
    with Running(sqlite(tmp_path)) as server:
        table = server.person("Ada").new_table("london", "me", "open")
        keep_plan(server, table)
        entry = KeptEntry(2, "resumed", "{}", None, 1.0)
        asyncio.run(server.store.append(Change(table, (entry,), Listing("open", 1.0, "{}"))))
        assert plans(server) == [table]
        entry = KeptEntry(3, "resumed", "{}", None, 1.0)
        asyncio.run(server.store.append(Change(table, (entry,), Listing("over", 1.0, "{}"))))
        assert plans(server) == []
