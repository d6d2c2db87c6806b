"""Moves, why one is not possible, and what has been played."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from whistlestop.actions import BuildStation, ClaimRoute
from whistlestop.bots.motives import Motive, motive_of
from whistlestop.bots.registry import bot_names, needs_compiling
from whistlestop.editions.load import load
from whistlestop.explain import reason_for, reason_for_routes
from whistlestop.game import Game
from whistlestop.networks import longest_path
from whistlestop.notation import LONGEST_ACTION
from whistlestop.reasons import Reason, because
from whistlestop.record import LONGEST_RECORD, write_record
from whistlestop.retelling import ticket_ways
from whistlestop.server import clock
from whistlestop.server.errors import Refusal, not_started
from whistlestop.server.hosting import jobs
from whistlestop.server.hosting.boards import bad_edition, check_length, read_here
from whistlestop.server.hosting.commands import Proposal
from whistlestop.server.hosting.worker_pool import WorkerFailed
from whistlestop.server.http.guard import Asker
from whistlestop.server.http.request import (
    Call,
    Made,
    Version,
    asker,
    json_answer,
    looking,
    person,
    playing,
    service_of,
    unless_gone,
)
from whistlestop.server.http.responses import (
    BODY,
    RecordBody,
    SpokenLanguage,
    Update,
    answers,
    changes,
)
from whistlestop.server.http.routes.retelling import check_eyes
from whistlestop.server.http.routes.tables import LARGEST_TABLE, spare
from whistlestop.server.sent.update import past
from whistlestop.server.table.notices import Replaced, TakenOver
from whistlestop.server.table.table import Table, Told
from whistlestop.sheet import ScoreSheet
from whistlestop.view import View


class Move(msgspec.Struct):
    """An action to be taken."""

    # PostgreSQL keeps no text with NUL in it.
    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[^\\u0000]+$")]
    """Chosen by the sender, different for every action: sent again, it is not taken again."""
    version: int
    """The newest version that the sender had seen."""
    action: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_ACTION)]
    """In the words of the notation, or as people type it."""
    language: SpokenLanguage = "en"
    """What it may be typed in besides English."""


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
    proposal = Proposal(move.id, move.version, move.action, move.language)
    version = await by.service.commands.act(table_id, caller, proposal, clock.now())
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
        game, seat = playing(request, table)
        reason = _why(table, game, seat, route, city)
    if reason is None:
        return json_answer(WhyNot("", None, {}))
    return json_answer(WhyNot(str(reason), reason.code, dict(reason.values)))


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
    """The reason that others have to decide first, if so."""
    if table.state == "over":
        return because(game.index, "game_over")
    if seat in table.deciding:
        return None
    people = [player.name for player in table.seats]
    return because(game.index, "not_your_turn", people, seats=table.deciding)


@get(
    "/api/tables/{table_id:str}/at/{moves:int}",
    summary="A table as it was",
    responses=answers(Update, 403, 404, 409),
)
async def at(
    request: Call,
    table_id: FromPath[str],
    moves: FromPath[int],
    eyes: FromQuery[int | None] = None,
) -> Response[bytes]:
    """The table after a number of moves; 0 = after the deal.

    With `eyes`, as the player of that seat saw it: anybody's when the game is over, before that
    one's own alone.
    """
    async with service_of(request).tables.use(table_id) as (_, table):
        if table.game is None:
            raise not_started()
        if not 0 <= moves <= table.game.length:
            most = table.game.length
            raise Refusal(404, "no_such_move", f"The game has {most} moves so far.", moves=most)
        game = table.game.copy()
        caller = asker(request).caller
        check_eyes(request, table, eyes)

        def back() -> bytes:
            while game.length > moves:
                game.undo()
            return past(table, game, caller, moves, eyes)

        return json_answer(await asyncio.to_thread(back))


class Because(msgspec.Struct):
    """Why a bot made a move: a sentence in which it speaks, and the same as code and values."""

    seat: int
    message: str
    code: str
    values: dict[str, Any]


@get(
    "/api/tables/{table_id:str}/at/{moves:int}/motive",
    summary="Why a bot made a move",
    responses=answers(Because, 403, 404, 409, 503),
)
async def motive(request: Call, table_id: FromPath[str], moves: FromPath[int]) -> Response[bytes]:
    """Why a bot made a move, counted from 1.

    A motive tells the bot's tickets. It is told when the game is over; before that only of moves
    made since the table has had `explain`, and never of a seat in which a person has played.
    """
    async with service_of(request).tables.use(table_id) as (_, table):
        if table.game is None:
            raise not_started()
        told = table.told_move(moves) if 0 < moves < len(table.standing) else None
        # Only those that come along: in an imported record a name may also be a file to run.
        if told is None or told.seat is None or told.bot not in bot_names():
            raise Refusal(404, "no_such_move", "No bot made this move.", moves=table.game.length)
        if table.state != "over" and not _told_meanwhile(table, table.game, told):
            raise Refusal(403, "motive_secret", "Bots say why when the game is over.")
        game, seat, bot, seed = table.game.copy(), told.seat, told.bot, table.bot_seed(told.seat)
    if needs_compiling(bot) and not await service_of(request).players.ready():
        message = "The bots are still being made ready; ask again in a minute."
        raise Refusal(503, "players_compiling", message)

    def found() -> Motive:
        while game.length > moves:
            game.undo()
        action = game.undo().action
        return motive_of(game.view(seat), action, game.legal_actions(seat), bot, seed)

    why = await asyncio.to_thread(found)
    return json_answer(Because(seat, str(why), why.code, dict(why.values)))


def _told_meanwhile(table: Table, game: Game, told: Told) -> bool:
    """Whether a bot says during the game why it made a move."""
    # What is kept in the opening is nobody's business before all have answered.
    opening = game.view().phase.startswith("opening")
    since = told.number > table.explained_since
    if not (table.options.explained and since and told.by == "bot") or opening:
        return False
    # A bot that plays on for a person plays their tickets; they may even come back for the seat.
    return not any(
        isinstance(event, TakenOver | Replaced) and event.seat == told.seat
        for each in table.told
        for event in each.events
    )


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
        viewer = table.viewer(looking(request, table))
        bots = tuple(seat.bot or "" if seat.kind == "bot" else "" for seat in table.seats)
        day = datetime.fromtimestamp(table.told[0].at, UTC).date().isoformat()
        notes = tuple(
            f"p{seat + 1} took back from move {move} on, after something had been revealed"
            for seat, move in table.looked
        )
        text = write_record(table.game, viewer=viewer, date=day, bots=bots, notes=notes)
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
    index = view.index
    shown: dict[int, tuple[str, ...]] = {}
    for player in found.players:
        if player.longest_path:
            routes = [index.route_of[code] for code in view.players[player.seat].routes]
            path = longest_path(view.edition, routes)
            shown[player.seat] = tuple(index.route_codes[route] for route in path)
    ways = {ticket: asdict(way) for ticket, way in ticket_ways(view, found).items()}
    return {
        **asdict(found),
        "totals": found.totals,
        "longest_paths": shown,
        "ticket_ways": ways,
    }


@post(
    "/api/records",
    status_code=201,
    request_max_body_size=LONGEST_RECORD + LARGEST_TABLE,
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
    spare(request)
    sent = _sent_record(await request.body(), request.headers.get("content-type", ""))
    if len(sent.record) > LONGEST_RECORD:
        raise Refusal(413, "too_large", "A record has at most 1 MB.")
    service = service_of(request)
    text = sent.edition_text
    if text is not None:
        check_length(text)
    task, home = jobs.ReplayRecord(sent.record, text), asker(request).home
    answer = await unless_gone(request, service.workers.do(caller.id, task, home))
    match answer:
        case jobs.BadRecord():
            raise _bad_record(answer)
        case jobs.BadEdition():
            raise bad_edition(answer)
        case jobs.Replayed():
            edition = load(answer.edition) if text is None else await read_here(text)
            made = await service.commands.import_game(answer, edition, caller, text)
            return Made(made)
        case _:
            raise WorkerFailed(f"no game: {type(answer).__name__}")


def _bad_record(found: jobs.BadRecord) -> Refusal:
    """What is said of a record that cannot be read on."""
    details: dict[str, Any] = {}
    if found.edition is not None:
        details["edition"] = found.edition
    if found.board is not None:
        # What it takes to say in another language why a move is refused.
        details |= {"board": found.board, "seats": found.seats}
    return Refusal(
        400,
        "bad_record",
        f"Line {found.line}, column {found.column}: {found.reason}",
        line=found.line,
        column=found.column,
        reason=found.reason,
        fault=found.fault,
        values=found.values,
        **details,
    )


class SentRecord(msgspec.Struct):
    """A record with the file of its edition."""

    record: str
    edition_text: str | None = None


def _sent_record(body: bytes, media_type: str) -> SentRecord:
    """What a body holds, by its type."""
    if media_type.partition(";")[0].strip().casefold() == "application/json":
        try:
            return msgspec.json.decode(body, type=SentRecord)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refusal(400, "bad_request", f"The body cannot be read: {error}.") from error
    try:
        return SentRecord(body.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise Refusal(400, "bad_record", "The record is no text in UTF-8.") from error


handlers = [act, why, at, motive, record, sheet, import_record]
