"""Repair tables on the server: remove all entries from the first bad one on."""

from __future__ import annotations

from sqlalchemy import delete, select, update

from whistlestop.server.storage import schema
from whistlestop.server.storage.store import KeptEntry, Listing, Store


def table_ids(store: Store) -> list[str]:
    """Return the ids of all tables, the oldest first."""
    columns = schema.game_table.c
    with store.engine.connect() as connection:
        return list(connection.scalars(select(columns.id).order_by(columns.created)))


def entries_of(store: Store, table_id: str) -> list[KeptEntry]:
    """Return the stored entries of a table, in the order of their numbers.

    Args:
        store: the server's database.
        table_id: the id of the table.
    """
    columns = schema.entry.c
    found = select(columns.number, columns.kind, columns.data, columns.secret, columns.at)
    here = found.where(columns.table_id == table_id).order_by(columns.number)
    with store.engine.connect() as connection:
        return [KeptEntry(*row) for row in connection.execute(here)]


def cut(store: Store, table_id: str, first: int, listing: Listing | None) -> None:
    """Delete the last entries of a table, and everything derived from the table's entries.

    Args:
        store: the database.
        table_id: the table's id.
        first: the number of the first entry to delete.
        listing: what lists of tables show about the repaired table. None: no entry is left, and the
            table is closed and removed from all lists.
    """
    table, entry = schema.game_table, schema.entry.c
    with store.engine.begin() as connection:
        gone = (entry.table_id == table_id) & (entry.number >= first)
        connection.execute(delete(schema.entry).where(gone))
        games = (schema.result, schema.ladder_result, schema.ladder_change)
        # Later entries get the numbers of the deleted ones, so their turns must be called again.
        for kept in (*games, schema.ahead, schema.review, schema.examined, schema.turn_call):
            connection.execute(delete(kept).where(kept.c.table_id == table_id))
        # The game does not count for the ladder any more, so the ratings are computed again.
        connection.execute(delete(schema.ladder_version))
        club = update(schema.club_table).where(schema.club_table.c.table_id == table_id)
        connection.execute(club.values(ended=None))
        attempt = schema.daily.c.table_id == table_id
        values = {"state": "closed", "public": False}
        if listing is None:
            member = schema.member.c.table_id == table_id
            connection.execute(delete(schema.member).where(member))
            # The person can begin again.
            connection.execute(delete(schema.daily).where(attempt))
        else:
            running = {column.name: None for column in schema.daily.c if column.nullable}
            connection.execute(update(schema.daily).where(attempt).values(running))
            values = {"state": listing.state, "summary": listing.summary}
        connection.execute(update(table).where(table.c.id == table_id).values(**values))
    store.recount()
