"""Reviews of finished games, made in threads that the bots do not need.

A review is made move by move while somebody asks for it. Everybody who asks for the review of one
game gets the same review. Finished reviews are kept in the database. Later, somebody can ask for
decisions to be judged more deeply. These verdicts replace the earlier ones.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError

from whistlestop.analysis.document import AccountDocument
from whistlestop.analysis.puzzles.finding import seems_missed
from whistlestop.analysis.review import (
    Effort,
    ReviewedDecision,
    ReviewedMove,
    judging,
    reviewed_moves,
)
from whistlestop.judge.whole_games import Asked, asked_in
from whistlestop.play.game import Game
from whistlestop.server import clock, logs
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.fair_shares import NOBODY, Payer
from whistlestop.server.hosting.kept_reviews import (
    MAKING,
    MOST_BYTES,
    ReviewData,
    Unreadable,
    digest_of,
    is_deeper,
    packed,
    unpacked,
    with_deeper,
)
from whistlestop.server.hosting.players import Players
from whistlestop.server.hosting.thinking import Thinking
from whistlestop.server.sent.reviews import (
    ReviewedMoveSent,
    accounts_of,
    judgement_sent,
    move_sent,
)
from whistlestop.server.storage.reviews import ReviewStore
from whistlestop.server.storage.store import Unavailable

EFFORT: Final = Effort(least_worlds=200, most_worlds=800)
"""How thoroughly games of two players are reviewed. A move takes a tenth of a second or more."""

LARGER: Final = Effort(playouts=100, least_worlds=60, most_worlds=240, luck_worlds=20)
"""How thoroughly games of more players are reviewed. Their playouts take up to ten times as long,
and bots may have to wait for the thread."""

DEEPER: Final = Effort(playouts=800, least_worlds=1600, most_worlds=6400)
"""How thoroughly a decision in a game of two players is judged on request."""

DEEPER_LARGER: Final = Effort(playouts=400, least_worlds=480, most_worlds=1920)
"""How thoroughly a decision in a game of more than two players is judged on request."""

STEP: Final = 200
"""The maximum number of worlds that are played in one step of a deeper judgement."""

DEEPER_SEED: Final = 1 << 40
"""The seed of deeper judgements. Their worlds are other ones than those of the review, so that a
verdict that was due to chance is not repeated."""

MOST_KEPT: Final = 32
"""The maximum number of reviews in memory. The one that nobody has asked for longest is dropped."""

MOST_MADE: Final = 8
"""The maximum number of reviews and deeper judgements that are made at the same time."""

MOST_OF_ONE: Final = 2
"""The maximum number of reviews and deeper judgements that are made at the same time for one
address."""

PATIENCE: Final = 20.0
"""The seconds after the last request for a review after which the server stops making it."""


class Step(NamedTuple):
    """The result of one step of the work on a review."""

    move: ReviewedMoveSent | None
    """The move that was reviewed or judged more deeply; None = its verdict needs further steps."""
    missed: bool = False
    """Whether the player seems to have missed an action that is clearly the best."""
    accounts: tuple[AccountDocument | None, ...] | None = None
    """For each seat, how luck and decisions add up to its result. None unless the last move of the
    game has just been reviewed."""


class GameReview:
    """The review of one finished game, which grows move by move while readers ask for it.

    Attributes:
        table: the id of the table.
        digest: the SHA-256 of the final position.
        length: the number of moves of the game.
        moves: the reviewed moves, in order.
        accounts: for each seat, how luck and decisions add up to its result; None until all moves
            are reviewed.
        missed: the numbers of the moves, counted from 0, whose players seem to have missed an
            action that is clearly the best.
        deepened: the numbers of the moves that are still to be judged more deeply, in this order.
            The values are None.
        failed: whether the review ended with an error.
        asked_at: the time of the last request, by the clock of the event loop.
        making: the task that makes the review; None = no move is being reviewed.
        payer: the person for whom the review is made.
        stored: when the database stored the version of the review that was last read or written
            here, in seconds since 1970; 0 = none was.
        changed: whether some verdicts are not in the database yet.
    """

    def __init__(self, table: str, digest: str, length: int) -> None:
        """Create a review in which no move is reviewed yet.

        Args:
            table: the id of the table.
            digest: the SHA-256 of the final position.
            length: the number of moves of the game.
        """
        self.table, self.digest, self.length = table, digest, length
        self.moves: list[ReviewedMoveSent] = []
        self.accounts: tuple[AccountDocument | None, ...] | None = None
        self.missed: set[int] = set()
        self.deepened: dict[int, None] = {}
        self.failed = False
        self.asked_at = 0.0
        self.making: asyncio.Task[None] | None = None
        self.payer = NOBODY
        self.stored = 0.0
        self.changed = False
        self._game: Game | None = None
        self._left: Iterator[ReviewedMove] | None = None
        self._reviewed: list[ReviewedMove] = []
        self._asked: dict[int, Asked] | None = None
        self._judging: tuple[int, Generator[None, None, ReviewedDecision]] | None = None

    @property
    def done(self) -> bool:
        """Whether all moves are reviewed."""
        return self.accounts is not None

    @property
    def idle(self) -> bool:
        """Whether all moves are reviewed and no decision is still to be judged more deeply."""
        return self.done and not self.deepened

    def use(self, game: Game) -> None:
        """Keep a copy of the game for the work on the review, unless the review has one already."""
        if self._game is None:
            self._game = game.copy()

    def fill(self, kept: ReviewData, stored: float) -> None:
        """Replace the contents of this review with a review that the database keeps.

        Args:
            kept: the review.
            stored: when it was stored, in seconds since 1970.
        """
        self.moves, self.accounts = [*kept.moves], kept.accounts
        self.missed, self.stored = {*kept.missed}, stored

    def data(self) -> ReviewData:
        """Return the finished review as the database keeps it."""
        assert self.accounts is not None
        return ReviewData(tuple(self.moves), self.accounts, tuple(sorted(self.missed)))

    def take(self, step: Step) -> None:
        """Add the move of a step to the review, or replace the earlier verdict on the move.

        Do nothing if the step has no move.
        """
        move = step.move
        if move is None:
            return
        if step.missed:
            self.missed.add(move.move)
        else:
            self.missed.discard(move.move)
        if move.move == len(self.moves):
            self.moves.append(move)
        else:
            self.moves[move.move] = move
            self.deepened.pop(move.move, None)
        self.accounts = self.accounts or step.accounts
        self.changed = True

    def go_on(self) -> Step:
        """Do the next step of the work, which takes a tenth of a second or more. Return its result.

        The caller hands the result to `take`. This method runs in a thread, so it changes only
        private attributes.
        """
        if not self.done:
            return self._next()
        # A decision that was begun is finished first, whatever readers ask for meanwhile.
        return self._deeper(self._judging[0] if self._judging else next(iter(self.deepened)))

    def _next(self) -> Step:
        """Review the next move of the game, and return a step with its verdict."""
        game = self._game
        assert game is not None
        if self._left is None:
            effort = EFFORT if len(game.seats) == 2 else LARGER
            self._left = reviewed_moves(game, effort, line=0)
        move = next(self._left)
        self._reviewed.append(move)
        decision = move.decision
        missed = decision is not None and seems_missed(decision.evaluation, move.action)
        accounts = None
        if len(self._reviewed) == self.length:
            accounts = accounts_of(game, self._reviewed)
            # The values and views of all positions take megabytes.
            self._reviewed.clear()
            self._left = iter(())
        return Step(move_sent(move), missed, accounts)

    def _deeper(self, move: int) -> Step:
        """Do one step of judging a decision more deeply.

        The returned step has the move with its new verdict, or no move if the verdict needs further
        steps. The first step for a game only lists the decisions of the game.
        """
        game = self._game
        assert game is not None
        if self._asked is None:
            self._asked = {asked.move: asked for asked in asked_in(game)}
            return Step(None)
        asked = self._asked[move]
        if self._judging is None:
            effort = DEEPER if len(game.seats) == 2 else DEEPER_LARGER
            self._judging = move, judging(asked, effort, DEEPER_SEED, line=0, step=STEP)
        try:
            next(self._judging[1])
        except StopIteration as end:
            self._judging = None
            found: ReviewedDecision = end.value
            judgement = judgement_sent(asked.action, found, deeper=True)
            missed = seems_missed(found.evaluation, asked.action)
            return Step(replace(self.moves[move], judgement=judgement), missed)
        return Step(None)

    def rest(self) -> None:
        """Drop all requests for deeper judgements, and the data that only they need."""
        self.deepened.clear()
        self._asked = self._judging = None


class Reviews:
    """The reviews of finished games, which are made here and kept in memory and the database."""

    def __init__(self, thinking: Thinking, players: Players, kept: ReviewStore) -> None:
        """Create the store of reviews, with none in memory.

        Args:
            thinking: the threads in which games are reviewed.
            players: the compiled code that reviews need.
            kept: the reviews in the database.
        """
        self._thinking = thinking
        self._players = players
        self._store = kept
        self._kept: OrderedDict[tuple[str, str], GameReview] = OrderedDict()

    async def ready(self) -> None:
        """Wait for the compiled code that reviews need, if it is about to be loaded.

        Raises:
            Refusal: the code is being compiled.
        """
        if not await self._players.ready():
            raise Refusal(503, "players_compiling")

    async def recall(self, table: str, digest: str, length: int) -> bool:
        """Read the review of a finished game from the database, if it is kept there.

        If the review in memory was stored or changed by another server since, it is read again.

        Args:
            table: the id of the table.
            digest: the SHA-256 of the final position of the game.
            length: the number of moves of the game.

        Returns:
            Whether all moves are reviewed, so that `of` has nothing to do.
        """
        known = self._kept.get((table, digest))
        if known is not None and (known.making is not None or known.changed):
            return known.done
        row = await self._store.review(table)
        known = self._kept.get((table, digest))
        if row is None or row.game != digest or row.version != MAKING:
            return known is not None and known.done
        if known is not None and (known.making is not None or known.stored == row.changed):
            return known.done
        try:
            data = unpacked(row.data, length)
        except Unreadable as error:
            logs.failed("review", error, table=table)
            return known is not None and known.done
        if known is None:
            known = self._kept[table, digest] = GameReview(table, digest, length)
            self._drop_oldest()
        known.fill(data, row.changed)
        return True

    def of(self, table: str, game: Game, payer: Payer) -> GameReview:
        """Return the review of a finished game with the moves that are reviewed so far.

        If moves are left, they are reviewed from now on, until `PATIENCE` seconds after the last
        call.

        Args:
            table: the id of the table.
            game: the game. It is copied.
            payer: the person who asks.

        Raises:
            Refusal: too many reviews are being made, or the review has failed. A later request
                tries again.
        """
        return self._asked_for(table, game, payer, ())

    def deepen(self, table: str, game: Game, payer: Payer, move: int | None) -> GameReview:
        """Return the review of a finished game, and judge decisions more deeply from now on.

        The work ends when all are judged, or `PATIENCE` seconds after the last call. Decisions that
        were judged more deeply before are left out. If some moves are not reviewed yet,
        this call only starts their review. Call again after that to judge decisions more deeply.

        Args:
            table: the id of the table.
            game: the game. It is copied.
            payer: the person who asks.
            move: the number of moves before the decision; None = all decisions.

        Raises:
            Refusal: too many reviews are being made, or the review has failed. A later request
                tries again.
        """
        return self._asked_for(table, game, payer, range(game.length) if move is None else (move,))

    def _asked_for(
        self, table: str, game: Game, payer: Payer, deepened: range | tuple[int, ...]
    ) -> GameReview:
        # A move that is taken back after the end changes the position.
        key = table, digest_of(game)
        review = self._kept.get(key)
        if review is not None and review.failed:
            del self._kept[key]
            raise Refusal(503, "work_lost")
        left = () if review is None else to_deepen(review, deepened)
        if review is None or not (review.making or (review.done and not left)):
            self._check_room(payer)
        if review is None:
            review = self._kept[key] = GameReview(*key, game.length)
        self._kept.move_to_end(key)
        review.asked_at = asyncio.get_running_loop().time()
        # A single decision comes before those of a whole game.
        first, last = (left, ()) if len(left) == 1 else ((), left)
        review.deepened = dict.fromkeys((*first, *review.deepened, *last))
        if not review.idle and review.making is None:
            review.payer = payer
            review.use(game)
            review.making = asyncio.create_task(self._make(review), name="review")
        self._drop_oldest()
        return review

    def _drop_oldest(self) -> None:
        # Reviews that are being made stay. `_check_room` limits their number.
        idle = [key for key, review in self._kept.items() if review.making is None]
        for key in idle[: max(0, len(self._kept) - MOST_KEPT)]:
            del self._kept[key]

    def _check_room(self, payer: Payer) -> None:
        """Check that another review can be made for a person.

        Raises:
            Refusal: too many reviews are being made.
        """
        homes = [review.payer.home for review in self._kept.values() if review.making is not None]
        if len(homes) >= MOST_MADE or homes.count(payer.home) >= MOST_OF_ONE:
            raise Refusal(503, "queue_full")

    async def _make(self, review: GameReview) -> None:
        """Work on a review until nothing is left to do, or nobody has asked for a while."""
        loop = asyncio.get_running_loop()

        def wanted() -> bool:
            return loop.time() < review.asked_at + PATIENCE

        try:
            while not review.idle and wanted():
                step = await self._thinking.spare(review.payer, review.go_on, wanted)
                if step is None:
                    break
                review.take(step)
                if review.idle:
                    await self._keep(review)
            await self._keep(review)
        except Exception as error:
            review.failed = True
            logs.failed("review", error)
        finally:
            review.rest()
            review.making = None

    async def _keep(self, review: GameReview) -> None:
        """Store a finished review, together with the deeper verdicts of other servers."""
        if not (review.done and review.changed):
            return
        data, merged = review.data(), review.moves

        def made(before: bytes | None) -> bytes:
            nonlocal merged
            if before is not None:
                with suppress(Unreadable):
                    merged = with_deeper(data.moves, unpacked(before, review.length).moves)
            return packed(replace(data, moves=tuple(merged)))

        if len(packed(data)) > MOST_BYTES:
            logs.warn("review too large", table=review.table)
            return
        now = clock.now()
        try:
            await self._store.keep_review(review.table, MAKING, review.digest, now, made)
        except (Unavailable, IntegrityError) as error:
            # The review stays in memory. Another server may have stored it at the same moment.
            logs.failed("review", error, table=review.table)
        else:
            review.moves, review.stored, review.changed = merged, now, False

    async def close(self) -> None:
        """Cancel all reviews that are being made.

        A step that a thread is working on is finished there. Its result is not used.
        """
        for review in self._kept.values():
            if review.making is not None:
                review.making.cancel()


def to_deepen(review: GameReview, moves: range | tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of the given moves that can still be judged more deeply.

    A move is left out if it had no judgement, or if it was judged more deeply before. The result is
    empty if some moves of the game are not reviewed yet.

    Args:
        review: the review of the game.
        moves: the numbers of the moves to look at, counted from 0.
    """
    if not review.done:
        return ()
    return tuple(
        move
        for move in moves
        if review.moves[move].judgement is not None and not is_deeper(review.moves[move])
    )
