"""Moves, why one is not possible, and what has been played."""

from __future__ import annotations

import asyncio
import time
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from whistlestop.actions import BuildStation, ClaimRoute
from whistlestop.editions.load import names
from whistlestop.editions.model import Edition
from whistlestop.explain import reason_for, reason_for_routes
from whistlestop.game import Game
from whistlestop.reasons import Reason, because
from whistlestop.record import Reader, RecordError, write_record
from whistlestop.server.api.answers import BODY, RecordBody, Update, answers, changes
from whistlestop.server.api.calls import (
    Call,
    Made,
    Version,
    asker,
    json_answer,
    person,
    service_of,
)
from whistlestop.server.api.tables import LARGEST_TABLE, spare
from whistlestop.server.boards import own_edition
from whistlestop.server.errors import Refusal, not_started, not_your_seat
from whistlestop.server.gate import Asker
from whistlestop.server.hosting import Proposal
from whistlestop.server.table import Table
from whistlestop.server.trail import longest_trail
from whistlestop.server.update import past
from whistlestop.sheet import ScoreSheet
from whistlestop.view import View

LARGEST_RECORD = 1_000_000


class Move(msgspec.Struct):
    """An action to be taken."""

    # PostgreSQL keeps no text with NUL in it.
    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[^\\u0000]+$")]
    """Chosen by the sender, different for every action: sent again, it is not taken again."""
    version: int
    """The newest version that the sender had seen."""
    action: Annotated[str, msgspec.Meta(min_length=1, max_length=400)]
    """In the words of the notation."""


class WhyNot(msgspec.Struct):
    """Why something is not possible: a sentence, and the same as one of `docs/reasons.md`."""

    message: str
    code: str | None
    values: dict[str, Any]


@post(
    "/api/tables/{table_id:str}/actions",
    status_code=200,
    summary="Take an action",
    responses=changes(Version, 404, 409, BODY, 422),
)
async def act(request: Call, table_id: FromPath[str], data: JSONBody[Move]) -> Version:
    """Take an action; it is committed when this is answered.

    If it is refused, `details.reason` and `details.values` tell why: `docs/reasons.md`.
    """
    return await take(asker(request), table_id, data)


async def take(by: Asker, table_id: str, move: Move) -> Version:
    """Take an action, for `act` and for `server.express`.

    Raises:
        Refusal: it is not possible.
    """
    caller = await by.admitted()
    proposal = Proposal(move.id, move.version, move.action)
    version = await by.service.hosting.act(table_id, caller, proposal, time.time())
    if not by.program:
        # A page shows what it hears, and the answer tells it nothing: those who listen come first.
        await asyncio.sleep(0)
    return Version(version)


@get(
    "/api/tables/{table_id:str}/why",
    summary="Why something is not possible",
    responses=answers(WhyNot, 403, 404, 409, 422),
)
async def why(
    request: Call,
    table_id: FromPath[str],
    route: FromQuery[str | None] = None,
    city: FromQuery[str | None] = None,
) -> Response[bytes]:
    """Why the caller cannot claim a route now, or build a station; empty if they can."""
    async with service_of(request).tables.use(table_id) as (_, table):
        seat = table.seat_of(asker(request).caller.person)
        if table.game is None:
            raise not_started()
        if seat is None:
            raise not_your_seat()
        reason = _why(table, table.game, seat, route, city)
    if reason is None:
        return json_answer(WhyNot("", None, {}))
    message = str(reason)
    told = WhyNot(f"{message[:1].upper()}{message[1:]}", reason.code, dict(reason.values))
    return json_answer(told)


def _why(table: Table, game: Game, seat: int, route: str | None, city: str | None) -> Reason | None:
    """Why not; None if it is possible."""
    edition = table.edition
    view, legal = game.view(seat), game.legal_actions(seat)
    if route is not None:
        if route not in view.index.route_of:
            raise Refusal(422, "unknown_route", f"There is no such route in {edition.title}.")
        code = view.index.route_codes[view.index.route_of[route]]
        if any(isinstance(action, ClaimRoute) and action.route == code for action in legal):
            return None
        return _waiting(table, game, seat) or reason_for_routes(view, (code,))
    if city is None or city not in view.index.place_of:
        raise Refusal(422, "unknown_city", f"Name a route or a city of {edition.title}.")
    if any(isinstance(action, BuildStation) and action.city == city for action in legal):
        return None
    return _waiting(table, game, seat) or reason_for(view, BuildStation(city, ()))


def _waiting(table: Table, game: Game, seat: int) -> Reason | None:
    """That others have to decide first, if they have."""
    if table.state == "over":
        return because(game.index, "game_over")
    if seat in table.deciding:
        return None
    people = [player.name for player in table.seats]
    return because(game.index, "not_your_turn", people, seats=table.deciding)


@get(
    "/api/tables/{table_id:str}/at/{moves:int}",
    summary="A table as it was",
    responses=answers(Update, 404, 409),
)
async def at(request: Call, table_id: FromPath[str], moves: FromPath[int]) -> Response[bytes]:
    """The table after so many moves; 0 = after the deal."""
    async with service_of(request).tables.use(table_id) as (_, table):
        if table.game is None:
            raise not_started()
        if not 0 <= moves <= table.game.length:
            most = table.game.length
            raise Refusal(404, "no_such_move", f"The game has {most} moves so far.", moves=most)
        game = table.game.copy()
        caller = asker(request).caller

        def back() -> bytes:
            while game.length > moves:
                game.undo()
            return past(table, game, caller, moves)

        return json_answer(await asyncio.to_thread(back))


@get(
    "/api/tables/{table_id:str}/record",
    media_type="text/plain",
    summary="The record",
    responses=answers(str, 404, 409, media_type="text/plain"),
)
async def record(request: Call, table_id: FromPath[str]) -> Response[str]:
    """The game as text: what the caller may see of it, and everything once it is over."""
    async with service_of(request).tables.use(table_id) as (_, table):
        if table.game is None:
            raise not_started()
        viewer = table.viewer(table.seat_of(asker(request).caller.person))
        bots = tuple(seat.bot or "" if seat.kind == "bot" else "" for seat in table.seats)
        day = datetime.fromtimestamp(table.told[0].at, UTC).date().isoformat()
        text = write_record(table.game, viewer=viewer, date=day, bots=bots)
    name = f"{table.edition.name}-{day}.record"
    headers = {
        "content-disposition": f'attachment; filename="{name}"',
        "cache-control": "no-store",
    }
    return Response(text, media_type="text/plain", headers=headers)


@get(
    "/api/tables/{table_id:str}/sheet",
    summary="The score sheet",
    responses=answers(dict[str, Any], 404, 409),
)
async def sheet(request: Call, table_id: FromPath[str]) -> Response[bytes]:
    """The final scoring, once the game is over."""
    async with service_of(request).tables.use(table_id) as (_, table):
        if table.game is None or table.state != "over":
            raise Refusal(409, "not_over", "The score sheet is for when the game is over.")
        found, view = table.game.score_sheet(), table.game.view()
    return json_answer(await asyncio.to_thread(_sheet, found, view))


def _sheet(found: ScoreSheet, view: View) -> dict[str, Any]:
    paths = {
        player.seat: longest_trail(view, player.seat, player.longest_path)
        for player in found.players
    }
    shown = {seat: path for seat, path in paths.items() if path}
    return {**asdict(found), "totals": found.totals, "longest_paths": shown}


@post(
    "/api/records",
    status_code=201,
    request_max_body_size=LARGEST_RECORD + LARGEST_TABLE,
    operation_class=RecordBody,
    summary="Import a record",
    responses=changes(Made, BODY, 422, status=201),
)
async def import_record(request: Call) -> Made:
    """A finished table made of a record.

    The body is the record, as text; or JSON of a `record` and the `edition_text`, the file of the
    edition of one's own that it is of.
    """
    caller = await person(request)
    spare(request, caller)
    sent = _sent_record(await request.body(), request.headers.get("content-type", ""))
    if len(sent.record) > LARGEST_RECORD:
        raise Refusal(413, "too_large", "A record has at most 1 MB.")
    text = sent.edition_text
    edition = None if text is None else await own_edition(text)
    try:
        game, bots = await asyncio.to_thread(_read, sent.record, edition)
    except RecordError as error:
        raise Refusal(
            400,
            "bad_record",
            f"Line {error.line}, column {error.column}: {error.reason}.",
            line=error.line,
            column=error.column,
            reason=error.reason,
            fault=error.code,
            values=error.values,
            **({} if text is not None else _told_about(error)),
        ) from error
    return Made(await service_of(request).hosting.import_game(game, bots, caller, text))


def _told_about(error: RecordError) -> dict[str, Any]:
    """What it takes to say in another language why a move is refused."""
    game = error.game
    if game is None or game.edition.name not in names():
        return {}
    return {"board": game.edition.name, "seats": list(game.seats)}


class SentRecord(msgspec.Struct):
    """A record with the file of its edition."""

    record: str
    edition_text: str | None = None


def _sent_record(body: bytes, media_type: str) -> SentRecord:
    """What a body holds, by its type."""
    if media_type.partition(";")[0].strip().casefold() == "application/json":
        try:
            return msgspec.json.decode(body, type=SentRecord)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Refusal(400, "bad_request", f"The body cannot be read: {error}.") from error
    try:
        return SentRecord(body.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise Refusal(400, "bad_record", "The record is no text in UTF-8.") from error


def _read(text: str, edition: Edition | None) -> tuple[Game, tuple[str, ...]]:
    """The game and its bots.

    Raises:
        RecordError: the record is damaged.
        Refusal: it is of an edition of somebody's own that was not sent along.
    """
    headers = Reader(text).headers()
    # Only those that come along: elsewhere a name may also be a file to read.
    if edition is None and headers.edition not in names():
        lines = text.removeprefix("\ufeff").splitlines()
        line = next(at for at, words in enumerate(lines, 1) if words.startswith("edition:"))
        reason = "this edition does not come along with the server; send its file with the record"
        raise Refusal(
            400,
            "bad_record",
            f"Line {line}, column 1: {reason}.",
            line=line,
            column=1,
            reason=reason,
            fault="own_edition",
            values={},
            edition=headers.edition[:64],
        )
    return Reader(text, edition).game(), headers.bots


handlers = [act, why, at, record, sheet, import_record]
