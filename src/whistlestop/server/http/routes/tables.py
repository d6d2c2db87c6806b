"""List tables, get one, and invite people to it."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from whistlestop.server import clock
from whistlestop.server.errors import Refusal, no_table
from whistlestop.server.hosting.absences import absences
from whistlestop.server.hosting.registry import TABLE_ID
from whistlestop.server.http.qr import qr_svg
from whistlestop.server.http.request import (
    Call,
    asker,
    json_answer,
    looking,
    own_address,
    service_of,
)
from whistlestop.server.http.responses import answers
from whistlestop.server.sent.listing import (
    Listed,
    listed,
    listed_from,
    newest_lessons,
    puzzle_of,
)
from whistlestop.server.sent.update import Snapshot
from whistlestop.server.service import Service
from whistlestop.server.storage import store

MOST_LISTED = 50
LISTED_FOR = 86400.0
"""Seconds after its last change for which a public table is listed."""


class Lists(msgspec.Struct):
    """Lists of tables, each with the last changed table first."""

    mine: list[Listed]
    """The caller's tables. Of each unfinished lesson, only the newest table is included.
    Tables with puzzles are left out."""
    public: list[Listed]
    """The public tables that are open for players and have changed within the last day."""


@get(
    "/api/tables/{table_id:str}/qr.svg",
    sync_to_thread=False,
    summary="Get the invitation as a QR code",
    responses=answers(str, 404, media_type="image/svg+xml"),
)
def invitation(request: Call, table_id: FromPath[str]) -> Response[bytes]:
    """Return a table's link as a QR code, in SVG.

    The link has the server's address in the local network, if there is one.
    """
    if not TABLE_ID.fullmatch(table_id):
        raise no_table()
    drawn = qr_svg(f"{own_address(request)}/t/{table_id}")
    return Response(drawn, media_type="image/svg+xml")


@get(
    "/api/tables",
    summary="List your tables and the public ones",
    responses=answers(Lists),
)
async def lists(request: Call) -> Response[bytes]:
    """Return the caller's tables and the public tables, the last changed first."""
    service, caller = service_of(request), asker(request).caller
    mine: list[Listed] = []
    if caller.person is not None:
        kept = await service.store.tables_of(caller.person, MOST_LISTED)
        rows = await service.tables.readable(kept)
        for row in rows:
            # Another server may run this table. Read it to learn whose turn it is.
            room = service.tables.in_memory(row.id)
            if row.state == "playing" and (room is None or room.table is None):
                # A damaged table is shown as the database lists it.
                with suppress(Refusal):
                    async with service.tables.use(row.id):
                        pass
        # Of several unfinished tables of a lesson, only the newest is shown.
        lessons = newest_lessons((row.id, row.state, row.summary) for row in rows)
        # Puzzles have a page of their own.
        rows = [row for row in rows if puzzle_of(row) is None]
        mine = [
            shown
            for shown in [await listed_now(service, row, caller.person) for row in rows]
            if shown.lesson is None
            or shown.state in ("over", "closed")
            or lessons.get(shown.lesson) == shown.id
        ]
    since = clock.now() - LISTED_FOR
    public = await service.tables.readable(await service.store.public_tables(MOST_LISTED, since))
    own = caller.person or ""
    return json_answer(Lists(mine, [await listed_now(service, row, own) for row in public]))


async def listed_now(service: Service, row: store.Listed, caller: str) -> Listed:
    """Return a table as a line of a list, from memory if it is there.

    Args:
        service: the server.
        row: the table's row in the database.
        caller: the id of the person who reads the list; empty = nobody is signed in.
    """
    room = service.tables.in_memory(row.id)
    if room is not None:
        # Wait until what is being written has been committed.
        async with room.lock:
            if room.table is not None:
                return listed(room.table, caller, room.presence().present)
    return listed_from(row, caller)


@get(
    "/api/tables/{table_id:str}",
    summary="Get a table as it is now",
    responses=answers(Snapshot, 404),
)
async def snapshot(request: Call, table_id: FromPath[str]) -> Response[bytes]:
    """Return everything at the table that the caller may see, with the log so far."""
    async with service_of(request).tables.use(table_id) as (room, table):
        caller = asker(request).caller
        looking(request, table)
        presence = room.presence()
        away = absences(room, table, presence, caller.person)
        return json_answer(room.updates.snapshot(table, caller, presence, away, room.now()))


handlers = [invitation, lists, snapshot]
