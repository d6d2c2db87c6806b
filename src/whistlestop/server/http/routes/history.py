"""A game as it was after some moves, reasons of bots' moves, the record, and the score sheet."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery

from whistlestop.bots.motives import Motive, motive_of
from whistlestop.bots.registry import bot_names, needs_compiling
from whistlestop.editions.model import TieBreak
from whistlestop.play.game import Game
from whistlestop.play.record import write_record
from whistlestop.play.retelling import TicketWay, ticket_ways
from whistlestop.seen.route_graph import attractions_touched, longest_path
from whistlestop.seen.sheet import PlayerSheet, ScoreSheet
from whistlestop.seen.view import View
from whistlestop.server.errors import Refusal, Values, not_started, values_sent
from whistlestop.server.http.request import Call, asker, json_answer, looking, service_of
from whistlestop.server.http.responses import answers
from whistlestop.server.http.routes.retelling import check_eyes
from whistlestop.server.sent.update import Moment, past
from whistlestop.server.table.happenings.changing_hands import PlayerReplaced, SeatTakenOver
from whistlestop.server.table.table import LogEntry, Table


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
    """Return the game as it was after a number of moves; 0 = after the deal.

    `eyes` is the number of the seat whose view is returned. Without `eyes`, the caller's own view
    is returned. Until the game is over, the view of another seat is refused (403). Refused (404) if
    the game has fewer moves.
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
            game.undo_to(moves)
            return past(table, game, caller, moves, eyes)

        return json_answer(await asyncio.to_thread(back))


class BotMotive(msgspec.Struct):
    """The motive of a bot for a move: a sentence, and its code and values (`docs/reasons.md`)."""

    seat: int
    """The bot's seat."""
    message: str
    """The motive as an English sentence."""
    code: str
    """The code of the motive."""
    values: Values
    """The values that fill in the sentence for `code`, such as a card or a number
    (`docs/reasons.md`)."""


@get(
    "/api/tables/{table_id:str}/at/{moves:int}/motive",
    summary="Explain a bot's move",
    responses=answers(BotMotive, 403, 404, 409, 503),
)
async def motive(request: Call, table_id: FromPath[str], moves: FromPath[int]) -> Response[bytes]:
    """Return why a bot made a move. `moves` is the number of the move, counted from 1.

    A motive can reveal the bot's tickets. So requests during the game are refused (403), with one
    exception: if the table's option `explain` is on, the motive is returned once all players have
    answered their opening tickets. The move must have been made since the option was switched on,
    in a seat that no person has played. A move that no bot made is answered with 404.
    """
    async with service_of(request).tables.use(table_id) as (_, table):
        if table.game is None:
            raise not_started()
        logged = table.log_of_move(moves) if 0 < moves < len(table.moves.entries) else None
        # Accept built-in bots only. In an imported record, the name could be that of a file to run.
        if logged is None or logged.seat is None or logged.bot not in bot_names():
            raise Refusal(404, "no_such_move", case="no_bot", moves=table.game.length)
        if table.state != "over" and not _explained_during_game(table, table.game, logged):
            raise Refusal(403, "motive_secret")
        game, seat, bot = table.game.copy(), logged.seat, logged.bot
        seed = table.bot_seed(seat)
    if needs_compiling(bot) and not await service_of(request).players.ready():
        raise Refusal(503, "players_compiling")

    def found() -> Motive:
        game.undo_to(moves)
        action = game.undo().action
        return motive_of(game.view(seat), action, game.legal_actions(seat), bot, seed)

    why = await asyncio.to_thread(found)
    return json_answer(BotMotive(seat, str(why), why.code, values_sent(why.values)))


def _explained_during_game(table: Table, game: Game, logged: LogEntry) -> bool:
    """Return whether the motive of a bot's move may be shown during the game.

    It may if the table's option `explain` is on and was already on before the move, the opening is
    over, and no person has played the seat.

    Args:
        table: the table.
        game: the table's game.
        logged: the entry of the move.
    """
    # The bot's choice of tickets is secret until all players have chosen.
    opening = game.view().phase.startswith("opening")
    since = logged.number > table.explained_since
    if not (table.options.explained and since and logged.by == "bot") or opening:
        return False
    # A bot that took over a person's seat plays that person's tickets, and the person may return.
    return not any(
        isinstance(event, SeatTakenOver | PlayerReplaced) and event.seat == logged.seat
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
        looked = tuple(
            f"p{seat + 1} took back from move {move} on, with the consent of the others"
            for seat, move in table.moves.looked
        )
        notes = (*looked, *table.hints.notes())
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
    """Each player's part of the score sheet, by seat."""
    winners: tuple[int, ...]
    """The seats that won. If there are several, they share the victory (C-42)."""
    tied: tuple[int, ...]
    """The seats that share the highest total. Empty if one seat alone has it."""
    decided_by: TieBreak | None
    """The last tie-break that ranked some of the tied seats lower; null if none made a
    difference."""
    totals: tuple[int, ...]
    """Every seat's final score."""
    longest_paths: dict[int, tuple[str, ...]]
    """The codes of the routes of each seat's longest path, by seat. Seats without routes are left
    out. Empty in editions without a bonus for the longest path."""
    attractions: tuple[tuple[str, ...], ...]
    """For each seat, the codes of the cities with an attraction that its routes touch (N-10)."""
    ticket_ways: dict[str, TicketWay]
    """For each ticket that a player kept, by its code: the routes that completed it, or the routes
    that it lacked, and the two ways of a doubly joined ticket."""


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
    attractions: list[tuple[str, ...]] = []
    for player in found.players:
        routes = [index.route_of[code] for code in view.players[player.seat].routes]
        touched = sorted(attractions_touched(view.edition, routes))
        attractions.append(tuple(index.places[place].code for place in touched))
        if player.longest_path:
            path = longest_path(view.edition, routes)
            shown[player.seat] = tuple(index.route_codes[route] for route in path)
    return Sheet(
        players=found.players,
        winners=found.winners,
        tied=found.tied,
        decided_by=found.decided_by,
        totals=found.totals,
        longest_paths=shown,
        attractions=tuple(attractions),
        ticket_ways=ticket_ways(view, found),
    )


handlers = [at, motive, record, sheet]
