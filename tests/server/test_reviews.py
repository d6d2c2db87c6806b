"""Finished games are reviewed on request, in threads that the bots do not need."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import Json, Person, Running
from tests.server.test_thinking import until
from whistlestop.analysis.review import Effort, ReviewedMove, review
from whistlestop.play.game import Game
from whistlestop.play.record import read_record, write_record
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting import reviews
from whistlestop.server.hosting.fair_shares import Payer
from whistlestop.server.hosting.reviews import GameReview, Reviews

SMALL = Effort(playouts=10, least_worlds=2, most_worlds=4, luck_worlds=2)
RECORD = next((Path(__file__).parents[1] / "golden").glob("london*.record"))
GAME = read_record(RECORD.read_text(encoding="utf-8"))
ADA = Payer("ada", "home")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "EFFORT", SMALL)
    monkeypatch.setattr(reviews, "LARGER", SMALL)


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


def reviewing() -> tuple[Reviews, Threads]:
    threads: Any = Threads()
    return Reviews(threads, threads), threads


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
