"""The tables of clubs, written with the entries that create them or end their games."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from whistlestop.server.storage import schema


def add(connection: Connection, table_id: str, club: str) -> None:
    """Let a new table belong to a club. Nothing happens if the club has been closed meanwhile."""
    here = select(schema.club.c.id).where(schema.club.c.id == club)
    if connection.execute(here.with_for_update(read=True)).one_or_none() is not None:
        connection.execute(insert(schema.club_table), {"table_id": table_id, "club": club})


def follow(connection: Connection, table_id: str, before: str) -> None:
    """Let the table of a rematch belong to the club of the table before, if that has one."""
    ours = schema.club_table.c
    found = select(ours.club).where(ours.table_id == before)
    club = connection.execute(found).scalar_one_or_none()
    if club is not None:
        add(connection, table_id, club)


def end(connection: Connection, table_id: str, ended: float) -> None:
    """Save when the game of a table ended, in seconds since 1970, if the table has a club."""
    ours = update(schema.club_table).where(schema.club_table.c.table_id == table_id)
    connection.execute(ours.values(ended=ended))
