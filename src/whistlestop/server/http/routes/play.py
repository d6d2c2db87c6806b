"""Moves, why an action is not possible, and the history of a game."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from whistlestop.actions import BuildStation, ClaimRoute
from whistlestop.bots.motives import Motive, motive_of
from whistlestop.bots.registry import bot_names, needs_compiling
from whistlestop.editions.load import load
from whistlestop.editions.model import TieBreak
from whistlestop.play.game import Game
from whistlestop.play.notation import LONGEST_ACTION
from whistlestop.play.record import LONGEST_RECORD, write_record
from whistlestop.play.retelling import TicketWay, ticket_ways
from whistlestop.reasons import Reason, because
from whistlestop.seen.explain import reason_for, reason_for_routes
from whistlestop.seen.route_graph import longest_path
from whistlestop.seen.sheet import PlayerSheet, ScoreSheet
from whistlestop.seen.view import View
from whistlestop.server import clock
from whistlestop.server.errors import Refusal, Values, not_started, values_sent
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
    answers,
    changes,
)
from whistlestop.server.http.routes.retelling import check_eyes
from whistlestop.server.http.routes.tables import LARGEST_TABLE, spare
from whistlestop.server.sent.update import Moment, past
from whistlestop.server.table.happenings.changing_hands import PlayerReplaced, SeatTakenOver
from whistlestop.server.table.table import LogEntry, Table


class ActionToTake(msgspec.Struct):
    """An action to take."""

    # PostgreSQL cannot store text that contains NUL.
    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[^\\u0000]+$")]
    """An id that the sender chooses, different for every action.

    If a request is sent again with the same id, the server sends the same answer and does not take
    the action twice. So a lost answer does no harm.
    """
    version: int
    """The newest version that the sender has seen.

    An action that is still legal is accepted with an old version, unless the sender chose it before
    moves were taken back.
    """
    action: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_ACTION)]
    """The action, in the words of the notation or as a person types it."""
    language: SpokenLanguage = "en"
    """The language in which the action may be typed, besides English."""


class WhyNot(msgspec.Struct):
    """Why an action is not possible: a message, and its code and values from `docs/reasons.md`."""

    message: str
    """The reason as an English sentence; empty if the action is possible."""
    code: str | None
    """The code of the reason; null if the action is possible."""
    values: Values
    """The values that belong to the code."""


@post(
    "/api/tables/{table_id:str}/actions",
    status_code=200,
    summary="Take an action",
    responses=changes(Version, 404, 409, BODY, 422),
)
async def act(request: Call, table_id: FromPath[str], data: JSONBody[ActionToTake]) -> Version:
    """Take an action. It has been committed when the response arrives.

    If the action is refused, `details.reason` and `details.values` say why; see `docs/reasons.md`.
    """
    return await take(asker(request), table_id, data)


async def take(by: Asker, table_id: str, move: ActionToTake) -> Version:
    """Take an action. Return the table's version afterwards.

    The handler `act` and `http.fast_path` share this function.

    Raises:
        Refusal: the action is not possible.
    """
    caller = await by.admitted()
    proposal = Proposal(move.id, move.version, move.action, move.language)
    version = await by.service.commands.act(table_id, caller, proposal, clock.now())
    if not by.program:
        # A page ignores this response and waits for its update. So let updates be sent first.
        await asyncio.sleep(0)
    return Version(version)


@get(
    "/api/tables/{table_id:str}/why",
    summary="Explain why something is not possible",
    responses=answers(WhyNot, 403, 404, 409, 422),
)
async def why(
    request: Call,
    table_id: FromPath[str],
    route: FromQuery[str | None] = None,
    city: FromQuery[str | None] = None,
) -> Response[bytes]:
    """Return why the caller cannot claim a route now, or cannot build a station in a city.

    Name a `route` or a `city`. The message is empty if the action is possible.
    """
    async with service_of(request).tables.use(table_id) as (_, table):
        game, seat = playing(request, table)
        reason = _why(table, game, seat, route, city)
    if reason is None:
        return json_answer(WhyNot("", None, {}))
    return json_answer(WhyNot(str(reason), reason.code, values_sent(reason.values)))


def _why(table: Table, game: Game, seat: int, route: str | None, city: str | None) -> Reason | None:
    """Return why an action is not possible; None if it is.

    Raises:
        Refusal: there is no such route or city.
    """
    view, legal = game.view(seat), game.legal_actions(seat)
    if route is not None:
        if route not in view.index.route_of:
            raise Refusal(422, "unknown_route")
        code = view.index.route_codes[view.index.route_of[route]]
        if any(isinstance(action, ClaimRoute) and action.route == code for action in legal):
            return None
        return _waiting(table, game, seat) or reason_for_routes(view, (code,))
    if city is None or city not in view.index.place_of:
        raise Refusal(422, "unknown_city", case="neither")
    if any(isinstance(action, BuildStation) and action.city == city for action in legal):
        return None
    return _waiting(table, game, seat) or reason_for(view, BuildStation(city, ()))


def _waiting(table: Table, game: Game, seat: int) -> Reason | None:
    """Return the reason that the seat cannot act now; None if it can."""
    if table.state == "over":
        return because(game.index, "game_over")
    if seat in table.deciding:
        return None
    people = [player.name for player in table.seats]
    return because(game.index, "not_your_turn", people, seats=table.deciding)


@get(
    "/api/tables/{table_id:str}/at/{moves:int}",
    summary="Get a table as it was",
    responses=answers(Moment, 403, 404, 409),
)
async def at(
    request: Call,
    table_id: FromPath[str],
    moves: FromPath[int],
    eyes: FromQuery[int | None] = None,
) -> Response[bytes]:
    """Return the table after a number of moves; 0 = after the deal.

    With `eyes`, a seat's number, return what its player saw. While the game is being played, this
    has to be the caller's own seat.
    """
    async with service_of(request).tables.use(table_id) as (_, table):
        if table.game is None:
            raise not_started()
        if not 0 <= moves <= table.game.length:
            most = table.game.length
            raise Refusal(404, "no_such_move", moves=most)
        game = table.game.copy()
        caller = asker(request).caller
        check_eyes(request, table, eyes)

        def back() -> bytes:
            while game.length > moves:
                game.undo()
            return past(table, game, caller, moves, eyes)

        return json_answer(await asyncio.to_thread(back))


class BotMotive(msgspec.Struct):
    """Why a bot made a move: a message from the bot, and its code and values."""

    seat: int
    """The bot's seat."""
    message: str
    """The motive as an English sentence."""
    code: str
    """The code of the motive."""
    values: Values
    """The values that belong to the code."""


@get(
    "/api/tables/{table_id:str}/at/{moves:int}/motive",
    summary="Explain a bot's move",
    responses=answers(BotMotive, 403, 404, 409, 503),
)
async def motive(request: Call, table_id: FromPath[str], moves: FromPath[int]) -> Response[bytes]:
    """Return why a bot made a move, counted from 1.

    A reason can reveal the bot's tickets. So it is given only after the game, with one exception:
    if the table has `explain`, it is given during the game for moves made since `explain` was set,
    and only for seats that no person has played.
    """
    async with service_of(request).tables.use(table_id) as (_, table):
        if table.game is None:
            raise not_started()
        told = table.log_of_move(moves) if 0 < moves < len(table.moves.entries) else None
        # Accept built-in bots only. In an imported record, the name could be that of a file to run.
        if told is None or told.seat is None or told.bot not in bot_names():
            raise Refusal(404, "no_such_move", case="no_bot", moves=table.game.length)
        if table.state != "over" and not _told_meanwhile(table, table.game, told):
            raise Refusal(403, "motive_secret")
        game, seat, bot, seed = table.game.copy(), told.seat, told.bot, table.bot_seed(told.seat)
    if needs_compiling(bot) and not await service_of(request).players.ready():
        raise Refusal(503, "players_compiling")

    def found() -> Motive:
        while game.length > moves:
            game.undo()
        action = game.undo().action
        return motive_of(game.view(seat), action, game.legal_actions(seat), bot, seed)

    why = await asyncio.to_thread(found)
    return json_answer(BotMotive(seat, str(why), why.code, values_sent(why.values)))


def _told_meanwhile(table: Table, game: Game, told: LogEntry) -> bool:
    """Return whether a bot explains a move during the game."""
    # The bot's choice of tickets is secret until all players have chosen.
    opening = game.view().phase.startswith("opening")
    since = told.number > table.explained_since
    if not (table.options.explained and since and told.by == "bot") or opening:
        return False
    # A bot that took over a person's seat plays that person's tickets, and the person may return.
    return not any(
        isinstance(event, SeatTakenOver | PlayerReplaced) and event.seat == told.seat
        for each in table.log
        for event in each.events
    )


@get(
    "/api/tables/{table_id:str}/record",
    media_type="text/plain",
    summary="Get the record",
    responses=answers(str, 404, 409, media_type="text/plain"),
)
async def record(request: Call, table_id: FromPath[str]) -> Response[str]:
    """Return the record of the game, as text.

    During the game, it contains what the caller may see. After the game, it contains everything.
    """
    async with service_of(request).tables.use(table_id) as (_, table):
        if table.game is None:
            raise not_started()
        viewer = table.viewer(looking(request, table))
        bots = tuple(seat.bot or "" if seat.kind == "bot" else "" for seat in table.seats)
        day = datetime.fromtimestamp(table.log[0].at, UTC).date().isoformat()
        notes = tuple(
            f"p{seat + 1} took back from move {move} on, after something had been revealed"
            for seat, move in table.moves.looked
        )
        text = write_record(table.game, viewer=viewer, date=day, bots=bots, notes=notes)
    name = f"{table.edition.name}-{day}.record"
    headers = {
        "content-disposition": f'attachment; filename="{name}"',
        "cache-control": "no-store",
    }
    return Response(text, media_type="text/plain", headers=headers)


class Sheet(msgspec.Struct, frozen=True):
    """The final scoring of a game."""

    players: tuple[PlayerSheet, ...]
    """The part of each player."""
    winners: tuple[int, ...]
    """The seats that won. If there are several, they share the victory (C-42)."""
    tied: tuple[int, ...]
    """The seats with the highest total. Empty if there is only one."""
    decided_by: TieBreak | None
    """The last tie-break that ranked some of the tied seats lower; null if none made a
    difference."""
    totals: tuple[int, ...]
    """Every seat's final score."""
    longest_paths: dict[int, tuple[str, ...]]
    """The codes of the routes of each seat's longest path."""
    ticket_ways: dict[str, TicketWay]
    """How each ticket ended."""


@get(
    "/api/tables/{table_id:str}/sheet",
    summary="Get the score sheet",
    responses=answers(Sheet, 404, 409),
)
async def sheet(request: Call, table_id: FromPath[str]) -> Response[bytes]:
    """Return the final scoring. Refused (409) before the game is over."""
    async with service_of(request).tables.use(table_id) as (_, table):
        if table.game is None or table.state != "over":
            raise Refusal(409, "not_over")
        found, view = table.game.score_sheet(), table.game.view()
    return json_answer(await asyncio.to_thread(_sheet, found, view))


def _sheet(found: ScoreSheet, view: View) -> Sheet:
    index = view.index
    shown: dict[int, tuple[str, ...]] = {}
    for player in found.players:
        if player.longest_path:
            routes = [index.route_of[code] for code in view.players[player.seat].routes]
            path = longest_path(view.edition, routes)
            shown[player.seat] = tuple(index.route_codes[route] for route in path)
    return Sheet(
        players=found.players,
        winners=found.winners,
        tied=found.tied,
        decided_by=found.decided_by,
        totals=found.totals,
        longest_paths=shown,
        ticket_ways=ticket_ways(view, found),
    )


@post(
    "/api/records",
    status_code=201,
    request_max_body_size=LONGEST_RECORD + LARGEST_TABLE,
    operation_class=RecordBody,
    summary="Import a record",
    responses=changes(Made, BODY, 422, status=201),
)
async def import_record(request: Call) -> Made:
    """Set up a finished table from a record.

    The body is the record as text. If the record is of a player's own edition, the body is JSON
    with `record` and `edition_text`, the file of that edition.
    """
    caller = await person(request)
    spare(request)
    sent = _sent_record(await request.body(), request.headers.get("content-type", ""))
    if len(sent.record) > LONGEST_RECORD:
        raise Refusal(413, "too_large", case="record")
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
    """Return the refusal for a record that cannot be read."""
    details: dict[str, Any] = {}
    if found.edition is not None:
        details["edition"] = found.edition
    if found.board is not None:
        # Pages need this to say the reason in another language.
        details |= {"board": found.board, "seats": found.seats}
    return Refusal(
        400,
        "bad_record",
        line=found.line,
        column=found.column,
        reason=found.reason,
        fault=found.fault,
        values=found.values,
        **details,
        message=f"Line {found.line}, column {found.column}: {found.reason}",
    )


class SentRecord(msgspec.Struct):
    """A record, with the file of its edition if that is a player's own."""

    record: str
    edition_text: str | None = None


def _sent_record(body: bytes, media_type: str) -> SentRecord:
    """Return the record in a body, according to its media type.

    Raises:
        Refusal: the body cannot be read.
    """
    if media_type.partition(";")[0].strip().casefold() == "application/json":
        try:
            return msgspec.json.decode(body, type=SentRecord)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refusal(400, "bad_request", case="unreadable", reason=str(error)) from error
    try:
        return SentRecord(body.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise Refusal(400, "bad_record", case="not_utf8") from error


handlers = [act, why, at, motive, record, sheet, import_record]
