"""The tables of clubs, written with the entries that create them or end their games."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from whistlestop.server.storage import schema


def add(connection: Connection, table_id: str, club: str, host: str | None) -> None:
    """Let a new table belong to a club.

    Nothing happens if the host is no member now, or if the club has been closed meanwhile.

    Args:
        connection: the connection whose transaction creates the table.
        table_id: the id of the table.
        club: the id of the club.
        host: the id of the person who sets up the table; None = nobody.
    """
    # Members are removed while the club's row is locked. So the lock comes before the question.
    here = select(schema.club.c.id).where(schema.club.c.id == club)
    if connection.execute(here.with_for_update(read=True)).one_or_none() is None:
        return
    members = schema.club_member.c
    hosts = select(members.id).where(members.club == club, members.person == host)
    if connection.execute(hosts).one_or_none() is not None:
        connection.execute(insert(schema.club_table), {"table_id": table_id, "club": club})


def follow(connection: Connection, table_id: str, before: str, host: str | None) -> None:
    """Let the table of a rematch belong to the club of the table before, if that has one.

    Nothing happens if the person who asks for the rematch is no member of the club.

    Args:
        connection: the connection whose transaction creates the table.
        table_id: the id of the table of the rematch.
        before: the id of the table before.
        host: the id of the person who asks for the rematch; None = nobody.
    """
    ours = schema.club_table.c
    found = select(ours.club).where(ours.table_id == before)
    club = connection.execute(found).scalar_one_or_none()
    if club is not None:
        add(connection, table_id, club, host)


def end(connection: Connection, table_id: str, ended: float) -> None:
    """Save when the game of a table ended, in seconds since 1970, if the table has a club."""
    ours = update(schema.club_table).where(schema.club_table.c.table_id == table_id)
    connection.execute(ours.values(ended=ended))
