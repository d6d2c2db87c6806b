"""Finished games are reviewed on request, in threads that the bots do not need."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs
from sqlalchemy import select

from tests import golden_remake as golden
from tests.many_tickets import many_tickets
from tests.server.serving import Json, Person, Running, sqlite
from tests.server.test_thinking import until
from whistlestop.analysis.review import Effort, ReviewedMove, review
from whistlestop.play.game import Game
from whistlestop.play.record import read_record, write_record
from whistlestop.server import clock
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting import kept_reviews, reviews
from whistlestop.server.hosting.fair_shares import Payer
from whistlestop.server.hosting.kept_reviews import (
    MAKING,
    ReviewData,
    Unreadable,
    digest_of,
    is_deeper,
    packed,
    unpacked,
    with_deeper,
)
from whistlestop.server.hosting.reviews import GameReview, Reviews
from whistlestop.server.sent.reviews import ReviewedMoveSent
from whistlestop.server.storage import reviews as storage
from whistlestop.server.storage import schema
from whistlestop.server.storage.repair import cut
from whistlestop.server.storage.reviews import KeptReview
from whistlestop.server.storage.store import Unavailable

SMALL = Effort(playouts=10, least_worlds=2, most_worlds=4, luck_worlds=2)
SMALL_DEEPER = Effort(playouts=20, least_worlds=8, most_worlds=16)
RECORD = next((Path(__file__).parents[1] / "golden").glob("london*.record"))
GAME = read_record(RECORD.read_text(encoding="utf-8"))
FORCED = RECORD.with_name("europe-2.record")
"""A game with a decision about which there was no choice."""
ADA = Payer("ada", "home")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "EFFORT", SMALL)
    monkeypatch.setattr(reviews, "LARGER", SMALL)
    monkeypatch.setattr(reviews, "DEEPER", SMALL_DEEPER)
    monkeypatch.setattr(reviews, "DEEPER_LARGER", SMALL_DEEPER)


def imported(person: Person, game: Game) -> str:
    answer = person.http.post("/api/records", content=write_record(game).encode())
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["id"]
    return table


def whole_review(person: Person, table: str) -> Json:
    """Ask for the review until it is complete. Return the last answer with all moves."""
    moves: list[Json] = []
    while True:
        told = person.got(f"/api/tables/{table}/review?since={len(moves)}")
        moves += told["moves"]
        assert told["reviewed"] == len(moves)
        assert (told["summary"] is not None) == (len(moves) == told["all"])
        if told["summary"] is not None:
            return {**told, "moves": moves}


def test_a_finished_game_is_reviewed(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = imported(ada, GAME)
    found = whole_review(ada, table)
    expected = review(GAME, SMALL)
    assert [move["move"] for move in found["moves"]] == list(range(GAME.length))
    for told, move in zip(found["moves"], expected.moves, strict=True):
        assert told["seat"] == move.seat
        assert (told["judgement"] is None) == (move.decision is None)
        if move.decision is not None:
            judgement = told["judgement"]
            assert judgement["verdict"] == move.verdict
            assert judgement["taken"]["words"] == str(move.action)
            assert judgement["loss"] == pytest.approx(move.decision.loss.chance)
            words = [one["action"]["words"] for one in judgement["others"]]
            assert str(move.action) not in words
            assert len(words) <= 3
            if move.decision.best.action != move.action:
                assert words[0] == str(move.decision.best.action)
        assert sum(told["chances"]) == pytest.approx(1)
    summary = found["summary"]
    assert [player["bot"] for player in summary["players"]] == [None] * len(GAME.seats)
    assert summary["turning_points"] == [move.move for move in expected.turning_points]
    for told, player in zip(summary["players"], expected.players, strict=True):
        assert told["verdicts"] == {str(key): number for key, number in player.verdicts.items()}
        assert player.account is not None
        assert told["account"]["result"]["points"] == player.account.result.points
    # Another person gets the same review, and whoever has all moves gets no more.
    assert whole_review(ben, table)["summary"] == summary
    assert ben.got(f"/api/tables/{table}/review?since={GAME.length}")["moves"] == []
    assert ben.got(f"/api/tables/{table}/review?since=100000")["moves"] == []
    assert ben.got(f"/api/tables/{table}/review?since=-1")["moves"] == found["moves"]
    assert ben.http.get(f"/api/tables/{table}/review?since=x").status_code == 400


def test_a_game_that_is_not_over_is_not_reviewed(server: Running) -> None:
    """A review of a running game would say what others hold."""
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("london", "me", "casual")
    for person in (ada, ben):
        answer = person.http.get(f"/api/tables/{table}/review")
        assert (answer.status_code, answer.json()["code"]) == (409, "not_over")
    assert ada.http.get("/api/tables/nothing/review").status_code == 404


class Threads:
    """Threads that do what the server's threads do. They count what was asked of them."""

    def __init__(self) -> None:
        self.payers: list[Payer] = []

    async def spare(self, payer: Payer, work: Callable[[], Any], wanted: Callable[[], bool]) -> Any:
        if not wanted():
            return None
        self.payers.append(payer)
        return await asyncio.to_thread(work)

    async def ready(self) -> bool:
        return True


class Shelf:
    """A place for kept reviews in memory, instead of the database."""

    def __init__(self) -> None:
        self.rows: dict[str, KeptReview] = {}
        self.full = False

    async def review(self, table: str) -> KeptReview | None:
        return self.rows.get(table)

    async def keep_review(
        self,
        table: str,
        version: int,
        game: str,
        now: float,
        made: Callable[[bytes | None], bytes],
    ) -> None:
        if self.full:
            raise Unavailable("full")
        before = self.rows.get(table)
        same = before is not None and (before.version, before.game) == (version, game)
        data = made(before.data if before is not None and same else None)
        # Every row is newer than the one before, even on a clock that stands still.
        changed = now if before is None else max(now, before.changed + 1)
        self.rows[table] = KeptReview(version, game, changed, data)


def reviewing(shelf: Shelf | None = None) -> tuple[Reviews, Threads]:
    threads: Any = Threads()
    kept: Any = shelf or Shelf()
    return Reviews(threads, threads, kept), threads


def test_a_review_stops_when_nobody_asks_and_goes_on_when_somebody_does() -> None:
    async def played() -> None:
        found, threads = reviewing()
        first = found.of("table", GAME, ADA)
        await until(lambda: len(first.moves) > 2)
        first.asked_at -= reviews.PATIENCE
        await until(lambda: first.making is None)
        made = len(first.moves)
        assert made < GAME.length
        assert set(threads.payers) == {ADA}
        again = found.of("table", GAME, Payer("ben"))
        assert again is first
        await until(lambda: again.done)
        assert [move.move for move in again.moves] == list(range(GAME.length))
        assert threads.payers[made:] == [Payer("ben")] * (GAME.length - made)
        assert found.of("table", GAME, ADA) is first
        assert len(threads.payers) == GAME.length

    asyncio.run(played())


def test_a_game_that_goes_on_after_all_is_another_game() -> None:
    async def played() -> None:
        found, _ = reviewing()
        first = found.of("table", GAME, ADA)
        other = GAME.copy()
        other.undo()
        assert found.of("table", other, ADA) is not first
        await found.close()

    asyncio.run(played())


def test_only_a_few_reviews_are_made_at_once_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_MADE", 3)
    monkeypatch.setattr(reviews, "MOST_KEPT", 4)

    async def played() -> None:
        found, _ = reviewing()
        made = [found.of(name, GAME, ADA) for name in "ab"]
        for _ in range(20):
            refused(found, "c", ADA)  # Ada's address has its share.
        other = found.of("c", GAME, Payer("ben", "elsewhere"))
        refused(found, "d", Payer("cleo", "somewhere"))
        # Whoever asks for a review that is being made gets it, and refusals drop none.
        assert found.of("a", GAME, Payer("cleo", "somewhere")) is made[0]
        await until(lambda: all(one.done for one in (*made, other)))
        for name in "de":
            found.of(name, GAME, ADA)
        # Five are too many, so the one is dropped that was asked for first.
        assert found.of("c", GAME, Payer("ben", "elsewhere")) is other
        assert found.of("a", GAME, ADA) is made[0]
        refused(found, "b", ADA)
        await found.close()

    asyncio.run(played())


def test_reviews_that_are_being_made_are_not_dropped_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviews, "MOST_KEPT", 1)

    async def played() -> None:
        found, _ = reviewing()
        made = found.of("a", GAME, ADA)
        other = found.of("b", GAME, Payer("ben", "elsewhere"))
        assert found.of("a", GAME, ADA) is made
        await until(lambda: made.done and other.done)
        await found.close()

    asyncio.run(played())


def refused(found: Reviews, table: str, payer: Payer) -> None:
    with pytest.raises(Refusal) as told:
        found.of(table, GAME, payer)
    assert (told.value.status, told.value.code) == (503, "queue_full")


def test_a_review_that_nobody_wants_leaves_its_place_in_the_queue() -> None:
    """While it waits for a thread, its reader may leave."""

    async def played() -> None:
        found, threads = reviewing()
        first = found.of("table", GAME, ADA)
        first.asked_at -= reviews.PATIENCE
        await until(lambda: first.making is None)
        assert (first.moves, threads.payers, first.failed) == ([], [], False)

    asyncio.run(played())


def test_a_review_that_fails_can_be_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(review: GameReview) -> ReviewedMove:
        raise RuntimeError("no review")

    async def played() -> None:
        found, threads = reviewing()
        with monkeypatch.context() as patched:
            patched.setattr(GameReview, "go_on", fail)
            first = found.of("table", GAME, ADA)
            await until(lambda: first.making is None)
        with pytest.raises(Refusal) as told:
            found.of("table", GAME, ADA)
        assert (told.value.status, told.value.code) == (503, "work_lost")
        assert len(threads.payers) == 1
        again = found.of("table", GAME, ADA)
        await until(lambda: again.done)

    asyncio.run(played())


# Kept reviews ---------------------------------------------------------------------------------


def test_digests_are_those_of_states_that_had_room_for_64_tickets() -> None:
    """Written once by such a version: it is the whole state that counts, and reviews are found."""
    for name, start in (("usa", "ae5e1706fee19e11"), ("germany", "82aacf6b6cd1c0f8")):
        game = read_record(golden.path_of(name, 2, "record").read_text(encoding="utf-8"))
        assert digest_of(game).startswith(start)


def test_tickets_from_64_on_and_large_offers_count_in_digests() -> None:
    game = Game.new(many_tickets(), 2, seed=1)
    digests = {digest_of(game)}
    places = (("tickets", (0, 1)), ("stack", (1, 1)), ("returned", 64), ("offer", (0, 5)))
    for field, place in places:
        state = game.state.copy()
        state[field][place] ^= 1
        other: Any = SimpleNamespace(state=state)
        digests.add(digest_of(other))
    assert len(digests) == 5


@pytest.fixture(scope="module")
def finished() -> ReviewData:
    """The review of the game, made once for all tests that only keep or change it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reviews, "EFFORT", SMALL)
        patched.setattr(reviews, "LARGER", SMALL)
        made = GameReview("table", digest_of(GAME), GAME.length)
        made.use(GAME)
        while not made.done:
            made.take(made.go_on())
    return made.data()


def shelved(review: ReviewData, version: int = MAKING, changed: float = 1.0) -> Shelf:
    """A place that keeps the review of the game at the table `table`."""
    shelf = Shelf()
    shelf.rows["table"] = KeptReview(version, digest_of(GAME), changed, packed(review))
    return shelf


async def recalled(found: Reviews, game: Game = GAME) -> bool:
    return await found.recall("table", digest_of(game), game.length)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Receives the table of each step of work on a review."""
    steps: list[str] = []
    go_on = GameReview.go_on

    def counted(review: GameReview) -> reviews.Step:
        steps.append(review.table)
        return go_on(review)

    monkeypatch.setattr(GameReview, "go_on", counted)
    return steps


def test_a_finished_review_is_read_again_after_a_restart(tmp_path: Path, judged: list[str]) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        table = imported(ada, GAME)
        before = whole_review(ada, table)
    assert judged == [table] * GAME.length
    with Running(sqlite(tmp_path)) as server:
        # Not even the judge is needed.
        async def never() -> bool:
            raise AssertionError("the judge is not asked")

        server.service.players.ready = never
        assert whole_review(ada.moved(server.url), table) == before
    assert judged == [table] * GAME.length


def test_another_server_reads_the_review_of_the_first(finished: ReviewData) -> None:
    async def played() -> None:
        shelf = Shelf()
        first, _ = reviewing(shelf)
        made = first.of("table", GAME, ADA)
        await until(lambda: made.making is None)
        other, threads = reviewing(shelf)
        assert await recalled(other)
        assert other.of("table", GAME, ADA).data() == made.data() == finished
        assert threads.payers == []

    asyncio.run(played())


def test_a_review_that_is_made_otherwise_or_of_another_game_is_made_again(
    finished: ReviewData,
) -> None:
    other = GAME.copy()
    other.undo()

    async def played() -> None:
        assert await recalled(reviewing(shelved(finished))[0])
        assert not await recalled(reviewing(shelved(finished, MAKING - 1))[0])
        assert not await recalled(reviewing(shelved(finished))[0], other)
        assert not await recalled(reviewing()[0])
        damaged = shelved(finished)
        row = damaged.rows["table"]
        damaged.rows["table"] = KeptReview(row.version, row.game, row.changed, row.data[:-9])
        assert not await recalled(reviewing(damaged)[0])

    asyncio.run(played())


def test_damaged_reviews_cannot_be_read(finished: ReviewData) -> None:
    data = packed(finished)
    assert unpacked(data, GAME.length) == finished
    for damaged in (b"", b"text", data[:-1], data[: len(data) // 2], zlib.compress(b"{}")):
        with pytest.raises(Unreadable):
            unpacked(damaged, GAME.length)
    with pytest.raises(Unreadable):
        unpacked(data, GAME.length - 1)


def test_a_review_takes_little_more_than_its_bound_to_unpack(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Bytes that were damaged, or made up, may unpack to any length."""
    monkeypatch.setattr(kept_reviews, "MOST_UNPACKED", 1000)
    with pytest.raises(Unreadable):
        unpacked(zlib.compress(b" " * 10_000_000), GAME.length)


def test_a_review_that_is_too_large_stays_in_memory(
    monkeypatch: pytest.MonkeyPatch, finished: ReviewData
) -> None:
    monkeypatch.setattr(reviews, "MOST_BYTES", len(packed(finished)) - 1)

    async def played() -> None:
        shelf = Shelf()
        found, _ = reviewing(shelf)
        made = found.of("table", GAME, ADA)
        await until(lambda: made.making is None)
        assert made.done
        assert shelf.rows == {}

    asyncio.run(played())


def test_a_database_that_cannot_be_written_does_not_spoil_a_review() -> None:
    async def played() -> None:
        shelf = Shelf()
        shelf.full = True
        found, _ = reviewing(shelf)
        made = found.of("table", GAME, ADA)
        await until(lambda: made.making is None)
        assert (made.done, made.failed) == (True, False)
        assert found.of("table", GAME, ADA) is made

    asyncio.run(played())


def test_kept_reviews_name_nobody(server: Running) -> None:
    """The names come from the table, so a person who is deleted is not named any more."""
    names = ("Adalbertine", "Benedikta")
    ada = server.person(names[0])
    game = Game.new("london", seats=names, seed=5)
    table = imported(ada, played_out(game))
    kept_review(server, ada, table)
    summary = whole_review(ada, table)["summary"]
    assert [player["name"] for player in summary["players"]] == [*names]
    row = kept_row(server, table)
    assert row is not None
    text = zlib.decompress(row).decode()
    assert not any(name in text for name in names)
    assert '"seat":1' in text


def played_out(game: Game) -> Game:
    while not game.over:
        game.play(game.legal_actions(game.deciding[0])[0], game.deciding[0])
    return game


def kept_row(server: Running, table: str) -> bytes | None:
    """Return the data of a table's review in the database; None if there is none."""
    columns = schema.review.c
    with server.store.engine.connect() as connection:
        return connection.scalar(select(columns.data).where(columns.table_id == table))


def kept_review(server: Running, person: Person, table: str) -> None:
    """Ask for a review until it is complete and in the database."""
    whole_review(person, table)
    for _ in range(24_000):
        if kept_row(server, table) is not None:
            return
        time.sleep(0.01)
    raise AssertionError("the review is not kept")


def put(server: Running, table: str, data: bytes) -> None:
    """Put a review of the game into the database."""
    store = storage.ReviewStore(server.store)
    kept = store.keep_review(table, MAKING, digest_of(GAME), clock.now(), lambda _: data)
    asyncio.run(kept)


def test_a_review_goes_with_the_record_of_its_table(server: Running, finished: ReviewData) -> None:
    table = imported(server.person("Ada"), GAME)
    put(server, table, packed(finished))
    assert kept_row(server, table) is not None
    cut(server.store, table, 1, None)
    assert kept_row(server, table) is None


def test_the_database_keeps_a_bounded_number_of_reviews(
    server: Running, monkeypatch: pytest.MonkeyPatch, finished: ReviewData
) -> None:
    monkeypatch.setattr(storage, "MOST_REVIEWS", 2)
    ada = server.person("Ada")
    tables = [imported(ada, GAME) for _ in range(3)]
    for table in tables:
        put(server, table, packed(finished))
    assert [kept_row(server, table) is not None for table in tables] == [False, True, True]


def test_a_damaged_row_is_made_again(
    server: Running, judged: list[str], finished: ReviewData
) -> None:
    ada = server.person("Ada")
    table = imported(ada, GAME)
    put(server, table, packed(finished)[:-9])
    whole_review(ada, table)
    assert judged == [table] * GAME.length


def test_a_value_of_another_type_is_no_review(server: Running, finished: ReviewData) -> None:
    table = imported(server.person("Ada"), GAME)
    put(server, table, packed(finished))
    if server.store.engine.dialect.name == "sqlite":
        with server.store.engine.begin() as connection:
            # SQLite holds a text where bytes are expected.
            words = "UPDATE review SET data = 'text' WHERE table_id = ?"
            connection.exec_driver_sql(words, (table,))
        store = storage.ReviewStore(server.store)
        assert asyncio.run(store.review(table)) is None
        put(server, table, packed(finished))
        kept = asyncio.run(store.review(table))
        assert kept is not None
        assert unpacked(kept.data, GAME.length) == finished


# Judging more deeply --------------------------------------------------------------------------


def decisions(review: GameReview | ReviewData) -> list[int]:
    return [move.move for move in review.moves if move.judgement is not None]


def deep(moves: Sequence[ReviewedMoveSent]) -> list[int]:
    return [move.move for move in moves if is_deeper(move)]


def test_one_decision_is_judged_more_deeply(finished: ReviewData) -> None:
    async def played() -> None:
        shelf = shelved(finished)
        found, threads = reviewing(shelf)
        assert await recalled(found)
        move = decisions(finished)[3]
        made = found.deepen("table", GAME, ADA, move)
        assert set(threads.payers) <= {ADA}
        await until(lambda: made.making is None)
        assert deep(made.moves) == [move]
        # Everything else stays as it was, and the new verdict is kept.
        others = [one for one in made.moves if one.move != move]
        assert others == [one for one in finished.moves if one.move != move]
        assert made.accounts == finished.accounts
        new, old = made.moves[move].judgement, finished.moves[move].judgement
        assert new is not None
        assert old is not None
        assert new.taken == old.taken
        assert (made.moves[move].chances, made.moves[move].seat) == (
            finished.moves[move].chances,
            finished.moves[move].seat,
        )
        assert unpacked(shelf.rows["table"].data, GAME.length) == made.data()
        # It is not judged again.
        steps = len(threads.payers)
        assert found.deepen("table", GAME, ADA, move).making is None
        assert len(threads.payers) == steps

    asyncio.run(played())


def test_a_deeper_verdict_is_that_of_the_deeper_effort(finished: ReviewData) -> None:
    """It equals that of a review with this effort in other worlds."""

    async def played() -> None:
        found, _ = reviewing(shelved(finished))
        assert await recalled(found)
        made = found.deepen("table", GAME, ADA, None)
        await until(lambda: made.making is None)
        assert deep(made.moves) == decisions(finished)
        expected = review(GAME, replace(SMALL_DEEPER, luck_worlds=0), seed=reviews.DEEPER_SEED)
        for told, move in zip(made.moves, expected.moves, strict=True):
            if told.judgement is not None:
                assert move.decision is not None
                assert told.judgement.verdict == move.verdict
                assert told.judgement.loss == move.decision.loss.chance
                assert told.judgement.chance == move.decision.outlook.chance

    asyncio.run(played())


def test_deeper_judgements_stop_when_nobody_asks_and_are_kept(finished: ReviewData) -> None:
    async def played() -> None:
        shelf = shelved(finished)
        found, _ = reviewing(shelf)
        assert await recalled(found)
        made = found.deepen("table", GAME, ADA, None)
        await until(lambda: len(deep(made.moves)) > 1)
        made.asked_at -= reviews.PATIENCE
        await until(lambda: made.making is None)
        done = deep(made.moves)
        assert len(done) < len(decisions(finished))
        assert deep(unpacked(shelf.rows["table"].data, GAME.length).moves) == done
        found.deepen("table", GAME, ADA, None)
        await until(lambda: made.making is None)
        assert deep(made.moves) == decisions(finished)

    asyncio.run(played())


def test_a_single_decision_does_not_wait_for_a_whole_game(finished: ReviewData) -> None:
    async def played() -> None:
        found, _ = reviewing(shelved(finished))
        assert await recalled(found)
        last = decisions(finished)[-1]
        made = found.deepen("table", GAME, ADA, None)
        found.deepen("table", GAME, ADA, last)
        await until(lambda: last in deep(made.moves))
        assert len(deep(made.moves)) < len(decisions(finished))
        await found.close()

    asyncio.run(played())


def test_deeper_verdicts_of_two_servers_are_both_kept(finished: ReviewData) -> None:
    async def played() -> None:
        shelf = shelved(finished)
        one, other = (reviewing(shelf)[0] for _ in range(2))
        first, second = decisions(finished)[:2]
        for found in (one, other):
            assert await recalled(found)
        for found, move in ((one, first), (other, second)):
            made = found.deepen("table", GAME, ADA, move)
            await until(lambda made=made: made.making is None)
        assert deep(unpacked(shelf.rows["table"].data, GAME.length).moves) == [first, second]
        # The first one reads what the second one has added.
        assert deep(one.of("table", GAME, ADA).moves) == [first]
        assert await recalled(one)
        assert deep(one.of("table", GAME, ADA).moves) == [first, second]

    asyncio.run(played())


def test_the_deeper_of_two_verdicts_is_taken(finished: ReviewData) -> None:
    at = decisions(finished)[0]
    judgement = finished.moves[at].judgement
    assert judgement is not None
    moves = [*finished.moves]
    moves[at] = structs.replace(moves[at], judgement=structs.replace(judgement, deeper=True))
    assert with_deeper(moves, finished.moves) == with_deeper(finished.moves, moves) == moves


def test_deeper_judgements_count_as_reviews_that_are_made(
    monkeypatch: pytest.MonkeyPatch, finished: ReviewData
) -> None:
    async def played() -> None:
        found, _ = reviewing(shelved(finished))
        assert await recalled(found)
        found.of("a", GAME, ADA)
        found.of("b", GAME, ADA)
        with pytest.raises(Refusal) as told:
            found.deepen("table", GAME, ADA, None)
        assert told.value.code == "queue_full"
        # The review itself can be read.
        assert found.of("table", GAME, ADA).done
        await found.close()

    asyncio.run(played())


def deepened(person: Person, table: str, move: int | None) -> Json:
    """Ask until all is judged. Return the last answer with all moves."""
    moves: list[Json] = []
    while True:
        body = {"move": move, "since": len(moves)}
        told = person.posted(f"/api/tables/{table}/review/deeper", body)
        moves += told["moves"]
        assert told["judged"] == len(moves)
        if told["summary"] is not None and told["judged"] == told["all"]:
            return {**told, "moves": moves}


def check_sums(moves: list[Json], summary: Json) -> None:
    """Check that the figures about the players are the sums over the moves."""
    points: list[tuple[float, int]] = []
    for player in summary["players"]:
        own = [
            move["judgement"]
            for move in moves
            if move["seat"] == player["seat"] and move["judgement"]
        ]
        wrong = [one for one in own if one["verdict"] in ("inaccuracy", "mistake", "blunder")]
        assert player["decisions"] == len(own) == sum(player["verdicts"].values())
        for verdict, number in player["verdicts"].items():
            assert number == sum(one["verdict"] == verdict for one in own)
        assert player["lost"] == pytest.approx(sum(one["loss"] for one in wrong))
        assert player["accuracy"] == pytest.approx(1 - len(wrong) / len(own))
        account = player["account"]
        parts = [account[part] for part in account if part != "result"]
        for unit in ("chance", "points"):
            total = sum(part[unit] for part in parts)
            assert total == pytest.approx(account["result"][unit])
    for move in moves:
        judgement = move["judgement"]
        if judgement and judgement["verdict"] in ("inaccuracy", "mistake", "blunder"):
            points.append((-judgement["loss"], move["move"]))
    assert summary["turning_points"] == sorted(move for _, move in sorted(points)[:3])


def test_the_figures_add_up_after_decisions_were_judged_more_deeply(server: Running) -> None:
    ada = server.person("Ada")
    table = imported(ada, GAME)
    # Without a review, the game is reviewed first.
    first = ada.posted(f"/api/tables/{table}/review/deeper", {"move": None})
    assert (first["judged"], first["moves"], first["summary"]) == (0, [], None)
    before = whole_review(ada, table)
    check_sums(before["moves"], before["summary"])
    asked = [move["move"] for move in before["moves"] if move["judgement"]]
    one = deepened(ada, table, asked[2])
    assert [move["move"] for move in one["moves"]] == [asked[2]]
    told = deepened(ada, table, None)
    assert [move["move"] for move in told["moves"]] == asked
    assert all(move["judgement"]["deeper"] for move in told["moves"])
    after = whole_review(server.person("Ben"), table)
    assert [move for move in after["moves"] if move["judgement"]] == told["moves"]
    assert after["summary"] == told["summary"]
    check_sums(after["moves"], after["summary"])
    # Luck and skill come from other worlds and stay.
    for new, old in zip(after["summary"]["players"], before["summary"]["players"], strict=True):
        assert new["account"] == old["account"]


def test_what_cannot_be_judged_more_deeply(server: Running) -> None:
    ada = server.person("Ada")
    running = ada.new_table("london", "me", "casual")
    path = f"/api/tables/{running}/review/deeper"
    assert ada.refused(path, {"move": 0}) == (409, "not_over")
    table = imported(ada, GAME)
    path = f"/api/tables/{table}/review/deeper"
    assert ada.refused(path, {"move": GAME.length}) == (404, "no_such_move")
    for wrong in ({"move": -1}, {"move": "x"}, {"move": 0, "since": -1}, {}):
        assert ada.post(path, wrong).status_code == 400
    assert ada.refused("/api/tables/nothing123/review/deeper", {"move": None}) == (404, "no_table")


def test_a_forced_decision_is_not_judged(server: Running) -> None:
    """Not in a review, and not more deeply either."""
    game = read_record(FORCED.read_text(encoding="utf-8"))
    before = game.copy()
    while len(before.legal_actions(before.undo().seat)) > 1:
        pass
    forced = before.length
    ada = server.person("Ada")
    table = imported(ada, game)
    judged = {one["move"]: one["judgement"] for one in whole_review(ada, table)["moves"]}
    assert judged[forced] is None
    assert any(judged.values())
    assert deepened(ada, table, forced)["all"] == 0
