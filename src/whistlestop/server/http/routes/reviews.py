"""Routes for the review of a finished game, and for judging its decisions more deeply."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from whistlestop.play.game import Game
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.kept_reviews import digest_of
from whistlestop.server.hosting.own_puzzles import candidates_in, own_puzzle_sent
from whistlestop.server.hosting.reviews import GameReview, to_deepen
from whistlestop.server.http.request import Call, asker, json_answer, service_of
from whistlestop.server.http.responses import BODY, answers, changes
from whistlestop.server.sent.reviews import DeeperSent, ReviewSent, Summary, summary_sent
from whistlestop.server.table.table import Table


@get(
    "/api/tables/{table_id:str}/review",
    summary="Review a finished game",
    responses=answers(ReviewSent, 404, 409, 503),
)
async def review(
    request: Call, table_id: FromPath[str], since: FromQuery[int] = 0
) -> Response[bytes]:
    """Return the review of a finished game, as far as it is made.

    The server makes the review while it is asked for. Ask again every second, with the number of
    moves that you have as `since`, until `reviewed` equals `all`. A game of two players takes half
    a minute or less if the server has nothing else to do. A finished review is kept. Then the
    server examines the decisions of the caller that may be [puzzles](puzzles.md). Ask again until
    `looking` is 0. Refused (409) before the game is over. Refused (503) while the judge is being
    compiled, or if too many games are being reviewed.
    """
    service = service_of(request)
    await _recall(request, table_id)
    payer, person = asker(request).payer, asker(request).caller.person
    async with service.tables.use(table_id) as (_, table):
        game = _finished(table)
        made = service.reviews.of(table_id, game, payer)
        # The review goes on while the puzzles are read, so what is sent of it is taken now.
        moves, reviewed = tuple(made.moves[max(0, since) :]), len(made.moves)
        summary = _summary(made, table, game)
        candidates = candidates_in(made, table, person) if made.done else []
        # Only a person with a seat has candidates.
        copy = game.copy() if candidates else game
    puzzles, looking = await service.own_puzzles.of_game(made, candidates, copy, payer)
    return json_answer(
        ReviewSent(
            moves=moves,
            reviewed=reviewed,
            all=made.length,
            summary=summary,
            puzzles=tuple(map(own_puzzle_sent, puzzles)),
            looking=looking,
        )
    )


class Deeper(msgspec.Struct):
    """The body of a request to judge one decision or all decisions of a game in more worlds."""

    move: Annotated[int, msgspec.Meta(ge=0)] | None
    """The number of moves before the decision that is judged; null = all decisions of the game."""
    since: Annotated[int, msgspec.Meta(ge=0)] = 0
    """The number of decisions whose new verdicts you have already."""


@post(
    "/api/tables/{table_id:str}/review/deeper",
    status_code=200,
    summary="Judge decisions more deeply",
    responses=changes(DeeperSent, 404, 409, 503, BODY),
)
async def deeper(request: Call, table_id: FromPath[str], data: JSONBody[Deeper]) -> Response[bytes]:
    """Judge one decision or all decisions of a finished game in more worlds.

    The server works on this while it is asked for. Ask again every second, with the number of
    verdicts that you have as `since`, until `judged` equals `all`. The new verdict, chances and
    other actions replace those of the review and are kept. The parts of luck and skill stay the
    same, because they are measured in other worlds. If the game is not reviewed yet, the review is
    made first, and `summary` is null until then. Refused (404) if the game has no move after `move`
    moves. Refused (409) before the game is over. Refused (503) while the judge
    is being compiled, or if too many games are being reviewed.
    """
    service = service_of(request)
    await _recall(request, table_id)
    async with service.tables.use(table_id) as (_, table):
        game = _finished(table)
        if data.move is not None and data.move >= game.length:
            raise Refusal(404, "no_such_move", moves=game.length - 1)
        made = service.reviews.deepen(table_id, game, asker(request).payer, data.move)
        summary = _summary(made, table, game)
    moves = range(made.length) if data.move is None else (data.move,)
    if not made.done:
        return json_answer(DeeperSent((), 0, len(moves), None))
    asked = [move for move in moves if made.moves[move].judgement is not None]
    left = to_deepen(made, tuple(asked))
    judged = asked.index(left[0]) if left else len(asked)
    return json_answer(
        DeeperSent(
            moves=tuple(made.moves[move] for move in asked[data.since : judged]),
            judged=judged,
            all=len(asked),
            summary=summary,
        )
    )


async def _recall(request: Call, table_id: str) -> None:
    """Read the review of a table's game from the database into the server's `reviews`.

    If no finished review is kept, check that the code that makes reviews is compiled, and load it.
    The table is not locked meanwhile, because this may take seconds.

    Raises:
        Refusal: the game is not over, or the code is needed and is being compiled.
    """
    service = service_of(request)
    async with service.tables.use(table_id) as (_, table):
        game = _finished(table)
        digest, length = digest_of(game), game.length
    if not await service.reviews.recall(table_id, digest, length):
        await service.reviews.ready()


def _summary(made: GameReview, table: Table, game: Game) -> Summary | None:
    """Return what a review says about the whole game; None until all moves are reviewed."""
    if made.accounts is None:
        return None
    bots = [seat.bot if seat.kind == "bot" else None for seat in table.seats]
    return summary_sent(made.moves, made.accounts, game, bots)


def _finished(table: Table) -> Game:
    """Return the game of a table.

    Raises:
        Refusal: the game is not over.
    """
    if table.game is None or table.state != "over":
        raise Refusal(409, "not_over")
    return table.game


handlers = [review, deeper]
