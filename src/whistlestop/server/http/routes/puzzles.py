"""Puzzles, and the tables at which they are solved."""

from __future__ import annotations

import asyncio
import datetime
from functools import lru_cache

from litestar import Response, get, post
from litestar.params import FromPath

from whistlestop.analysis.puzzles.puzzle import puzzle_of_the_day, puzzles
from whistlestop.server import clock
from whistlestop.server.errors import Refusal, not_started
from whistlestop.server.hosting.own_puzzles import own_puzzle_sent
from whistlestop.server.http.request import (
    Call,
    Made,
    asker,
    check_new_table,
    json_answer,
    person,
    service_of,
)
from whistlestop.server.http.responses import answers, changes
from whistlestop.server.sent.puzzles import (
    PuzzleList,
    PuzzleTitle,
    TablePuzzle,
    puzzle_sent,
    title_sent,
)


@lru_cache(maxsize=1)
def _titles() -> tuple[PuzzleTitle, ...]:
    return tuple(map(title_sent, puzzles()))


@get("/api/puzzles", summary="List the puzzles", responses=answers(PuzzleList))
async def listed(request: Call) -> Response[bytes]:
    """Return all puzzles without their solutions, and the puzzle of the day.

    Every server of this version has the same puzzle of the day. `own` has the puzzles that reviews
    have found in the games of the caller. Nobody else gets them.
    """
    today = datetime.datetime.fromtimestamp(clock.now(), datetime.UTC).date()
    titles = await asyncio.to_thread(_titles)
    person = asker(request).caller.person
    rows = [] if person is None else await service_of(request).own_puzzles.of_person(person)
    own = tuple(map(own_puzzle_sent, rows))
    return json_answer(PuzzleList(puzzle_of_the_day(today).id, today.isoformat(), titles, own))


@post(
    "/api/puzzles/{name:str}",
    status_code=201,
    summary="Solve a puzzle",
    responses=changes(Made, 404, status=201),
)
async def solve(request: Call, name: FromPath[str]) -> Made:
    """Set up a table with a puzzle, and return its id.

    It is your turn there, and one action is clearly better than all others. Take an action, and ask
    for the solution with `GET /api/tables/ID/puzzle`. To try again, take your action back. Your
    tables with puzzles that are still being played are closed.
    """
    puzzles = service_of(request).puzzles
    source = await puzzles.found(name, asker(request).caller.person)
    caller = await person(request)
    check_new_table(request)
    return Made(await puzzles.begin(caller, source))


@get(
    "/api/tables/{table_id:str}/puzzle",
    summary="Get the solution of a puzzle",
    responses=answers(TablePuzzle, 404, 409),
)
async def solution(request: Call, table_id: FromPath[str]) -> Response[bytes]:
    """Return the puzzle of a table, with its solution once the solver has decided.

    If a bot has decided, because the solver has resigned, there is no solution. Refused (404) if
    the table has no puzzle, or has a puzzle that was found in a game of another person.
    """
    service = service_of(request)
    async with service.tables.use(table_id) as (_, table):
        if table.game is None:
            raise not_started()
        if table.puzzle is None:
            raise Refusal(404, "no_puzzle")
        puzzle = (await service.puzzles.found(table.puzzle, asker(request).caller.person)).puzzle
        # If the solver has resigned or was deleted, a bot has decided.
        decided = (
            table.game.length > puzzle.move and table.log_of_move(puzzle.move + 1).by == "person"
        )
        game = table.game.copy() if decided else None
    return json_answer(await asyncio.to_thread(puzzle_sent, puzzle, game))


handlers = [listed, solve, solution]
