"""The review of a finished game."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from whistlestop.play.game import Game
from whistlestop.server.errors import Refusal
from whistlestop.server.http.request import Call, asker, json_answer, service_of
from whistlestop.server.http.responses import answers
from whistlestop.server.sent.reviews import ReviewSent
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
    a minute or less if the server has nothing else to do. Refused (409) before the game is over.
    Refused (503) while the judge is being compiled, or if too many games are being reviewed.
    """
    service = service_of(request)
    async with service.tables.use(table_id) as (_, table):
        _finished(table)
    # The table is not held meanwhile, because this may take seconds.
    await service.reviews.ready()
    async with service.tables.use(table_id) as (_, table):
        bots = [seat.bot if seat.kind == "bot" else None for seat in table.seats]
        made = service.reviews.of(table_id, _finished(table), asker(request).payer, bots)
    reviewed = len(made.moves)
    return json_answer(
        ReviewSent(
            moves=tuple(made.moves[max(0, since) :]),
            reviewed=reviewed,
            all=made.length,
            summary=made.summary if reviewed == made.length else None,
        )
    )


def _finished(table: Table) -> Game:
    """Return the game of a table.

    Raises:
        Refusal: the game is not over.
    """
    if table.game is None or table.state != "over":
        raise Refusal(409, "not_over")
    return table.game


handlers = [review]
