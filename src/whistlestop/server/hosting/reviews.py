"""Reviews of finished games, made in threads that the bots do not need.

A review is made move by move while somebody asks for it. Everybody who asks for the review of one
game gets the same review. Finished reviews are kept in memory.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Final

from whistlestop.analysis.review import Effort, ReviewedMove, reviewed_moves
from whistlestop.play.game import Game
from whistlestop.server import logs
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.fair_shares import NOBODY, Payer
from whistlestop.server.hosting.players import Players
from whistlestop.server.hosting.thinking import Thinking
from whistlestop.server.sent.reviews import ReviewedMoveSent, Summary, move_sent, summary_sent

EFFORT: Final = Effort(least_worlds=200, most_worlds=800)
"""How thoroughly games of two players are reviewed. A move takes a tenth of a second or more."""

LARGER: Final = Effort(playouts=100, least_worlds=60, most_worlds=240, luck_worlds=20)
"""How thoroughly games of more players are reviewed. Their playouts take up to ten times as long,
and bots may have to wait for the thread."""

MOST_KEPT: Final = 32
"""The maximum number of reviews in memory. The one that nobody has asked for longest is dropped."""

MOST_MADE: Final = 8
"""The maximum number of reviews that are made at the same time."""

MOST_OF_ONE: Final = 2
"""The maximum number of reviews that are made at the same time for one address."""

PATIENCE: Final = 20.0
"""The seconds after the last request for a review after which the server stops making it."""


class GameReview:
    """The review of one finished game, which grows move by move while readers ask for it.

    Attributes:
        length: the number of moves of the game.
        moves: the reviewed moves, in order.
        summary: what the review says about the whole game; None until all moves are reviewed.
        failed: whether the review ended with an error.
        asked_at: the time of the last request, by the clock of the event loop.
        making: the task that makes the review; None = no move is being reviewed.
        payer: the person for whom the review is made.
    """

    def __init__(self, game: Game, bots: Sequence[str | None]) -> None:
        """Create a review without a reviewed move.

        Args:
            game: the game. Nobody else changes it.
            bots: the name of the bot of each seat, or None for a person.
        """
        self.length = game.length
        self.moves: list[ReviewedMoveSent] = []
        self.summary: Summary | None = None
        self.failed = False
        self.asked_at = 0.0
        self.making: asyncio.Task[None] | None = None
        self.payer = NOBODY
        self._game, self._bots = game, bots
        effort = EFFORT if len(game.seats) == 2 else LARGER
        self._left: Iterator[ReviewedMove] = reviewed_moves(game, effort, line=0)
        self._reviewed: list[ReviewedMove] = []

    @property
    def done(self) -> bool:
        """Whether all moves are reviewed."""
        return self.summary is not None

    def go_on(self) -> tuple[ReviewedMoveSent, Summary | None]:
        """Review the next move. This takes a tenth of a second or more.

        Returns:
            The move, and the summary if the move is the last one.
        """
        move = next(self._left)
        self._reviewed.append(move)
        summary = None
        if len(self._reviewed) == self.length:
            summary = summary_sent(self._game, self._reviewed, self._bots)
            # The values and views of all positions take megabytes.
            self._reviewed.clear()
            self._left = iter(())
        return move_sent(move), summary


class Reviews:
    """The reviews of the finished games on this server."""

    def __init__(self, thinking: Thinking, players: Players) -> None:
        """Create the store of reviews, which is empty at first.

        Args:
            thinking: the threads in which games are reviewed.
            players: the compiled code that reviews need.
        """
        self._thinking = thinking
        self._players = players
        self._kept: OrderedDict[tuple[str, bytes], GameReview] = OrderedDict()

    async def ready(self) -> None:
        """Wait for the compiled code that reviews need, if it is about to be loaded.

        Raises:
            Refusal: the code is being compiled.
        """
        if not await self._players.ready():
            raise Refusal(503, "players_compiling")

    def of(
        self, table: str, game: Game, payer: Payer, bots: Sequence[str | None] = ()
    ) -> GameReview:
        """Return the review of a finished game with the moves that are reviewed so far.

        If moves are left, they are reviewed from now on, until `PATIENCE` seconds after the last
        call.

        Args:
            table: the id of the table.
            game: the game. It is copied.
            payer: the person who asks.
            bots: the name of the bot of each seat, or None for a person.

        Raises:
            Refusal: too many reviews are being made, or the review has failed. A later request
                tries again.
        """
        # A move that is taken back after the end changes the position.
        key = table, game.state.tobytes()
        review = self._kept.get(key)
        if review is not None and review.failed:
            del self._kept[key]
            raise Refusal(503, "work_lost")
        if review is None or not (review.done or review.making):
            self._check_room(payer)
        if review is None:
            review = self._kept[key] = GameReview(game.copy(), bots)
        self._kept.move_to_end(key)
        review.asked_at = asyncio.get_running_loop().time()
        if not review.done and review.making is None:
            review.payer = payer
            review.making = asyncio.create_task(self._make(review), name="review")
        while len(self._kept) > MOST_KEPT:
            _, dropped = self._kept.popitem(last=False)
            if dropped.making is not None:
                dropped.making.cancel()
        return review

    def _check_room(self, payer: Payer) -> None:
        """Check that another review can be made for a person.

        Raises:
            Refusal: too many reviews are being made.
        """
        homes = [review.payer.home for review in self._kept.values() if review.making is not None]
        if len(homes) >= MOST_MADE or homes.count(payer.home) >= MOST_OF_ONE:
            raise Refusal(503, "queue_full")

    async def _make(self, review: GameReview) -> None:
        """Review moves until all are reviewed, or nobody has asked for a while."""
        loop = asyncio.get_running_loop()

        def wanted() -> bool:
            return loop.time() < review.asked_at + PATIENCE

        try:
            while not review.done and wanted():
                made = await self._thinking.spare(review.payer, review.go_on, wanted)
                if made is None:
                    return
                move, review.summary = made
                review.moves.append(move)
        except Exception as error:
            review.failed = True
            logs.failed("review", error)
        finally:
            review.making = None

    async def close(self) -> None:
        """Cancel all reviews that are being made. A step in progress ends in its thread."""
        for review in self._kept.values():
            if review.making is not None:
                review.making.cancel()
