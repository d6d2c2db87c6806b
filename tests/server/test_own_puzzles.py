"""Puzzles from one's own games: only for their owner, and each decision is examined once."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import select

from tests.server.at_a_table import key_of
from tests.server.serving import PATIENCE, Json, Person, Running, sqlite
from tests.server.test_daily import play
from tests.server.test_thinking import until
from whistlestop.analysis.document import AccountDocument, TermDocument
from whistlestop.analysis.puzzles.puzzle import Other, Puzzle, Step, Thoroughness, kind_of, topic_of
from whistlestop.analysis.verdicts import Verdict
from whistlestop.play.game import Game
from whistlestop.play.record import read_record, write_record
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting import jobs, own_puzzles
from whistlestop.server.hosting.fair_shares import Payer
from whistlestop.server.hosting.kept_reviews import MAKING, ReviewData, digest_of, packed
from whistlestop.server.hosting.own_puzzles import Candidate, OwnPuzzles
from whistlestop.server.hosting.reviews import GameReview
from whistlestop.server.hosting.worker_pool import WorkerFailed
from whistlestop.server.sent.choices import action_sent
from whistlestop.server.sent.reviews import Judgement, Option, ReviewedMoveSent
from whistlestop.server.storage import reviews as storage
from whistlestop.server.storage import schema
from whistlestop.server.storage.repair import cut
from whistlestop.server.storage.reviews import KeptExamined, ReviewStore

GOLDEN = Path(__file__).parents[1] / "golden"
GAME = read_record((GOLDEN / "london-2.record").read_text(encoding="utf-8"))
ADA = Payer("ada", "home")


class Workers:
    """Worker processes that call every decision a puzzle, and count them."""

    def __init__(self) -> None:
        self.asked: list[jobs.ConfirmPuzzle] = []
        self.people: set[tuple[str, str]] = set()
        self.fault: Exception | None = None
        self.no_puzzle = False
        self.compiled = True
        self.answer: Puzzle | None = None

    async def do(self, person: str, task: jobs.ConfirmPuzzle, home: str) -> jobs.Answer:
        self.asked.append(task)
        self.people.add((person, home))
        if self.fault is not None:
            raise self.fault
        return jobs.Confirmed(None if self.no_puzzle else self.answer or puzzle_of(task))

    async def ready(self) -> bool:
        return self.compiled

    async def close(self) -> None:
        pass


def puzzle_of(task: jobs.ConfirmPuzzle) -> Puzzle:
    """The puzzle in which the expected action is the best, and the one taken loses a fifth."""
    game = read_record(task.record)
    game.undo_to(task.move + 1)
    taken = game.undo()
    best = game.parse(task.choice, taken.seat)
    return Puzzle(
        id="london-00000000",
        topic=topic_of(best),
        move=task.move,
        seat=taken.seat,
        best=task.choice,
        chance=0.7,
        error=0.01,
        margin=3.0,
        others=(Other(str(taken.action), 0.5, 0.2, 0.01),),
        plan=(),
        worlds=1200,
        levels=("expert",),
    )


def made_up(game: Game) -> ReviewData:
    """A review that calls every decision a blunder if something else could have been done.

    The first of these decisions lost most.
    """
    before = game.copy()
    found: list[ReviewedMoveSent] = []
    missed: list[int] = []
    while before.length:
        move = before.undo()
        legal = before.legal_actions(move.seat)
        other = next((one for one in legal if kind_of(one) != kind_of(move.action)), None)
        judgement = None
        if other is not None:
            missed.append(before.length)
            option = Option(action_sent(other), 0.7, 0.01, 3.0, ())
            taken, loss = action_sent(move.action), 0.5 - before.length / 1000
            judgement = Judgement(Verdict.BLUNDER, loss, 0.01, 0.2, 0.01, taken, (option,))
        equal = (1 / len(game.seats),) * len(game.seats)
        found.append(ReviewedMoveSent(before.length, 0, move.seat, judgement, equal))
    nothing = TermDocument(0.0, 0.0, 0.0, 0.0)
    account = AccountDocument(*[nothing] * 8)
    return ReviewData(tuple(reversed(found)), (account,) * len(game.seats), tuple(sorted(missed)))


class Shelf:
    """Examined decisions in memory, instead of the database."""

    def __init__(self) -> None:
        self.rows: list[KeptExamined] = []

    async def examined(self, person: str, table: str | None = None) -> list[KeptExamined]:
        return [row for row in self.rows if row.person == person and table in (None, row.table_id)]

    async def keep_examined(self, one: KeptExamined) -> None:
        self.rows.append(one)


def examining() -> tuple[OwnPuzzles, Shelf, Workers, GameReview]:
    shelf: Any = Shelf()
    workers: Any = Workers()
    review = GameReview("table", digest_of(GAME), GAME.length)
    review.fill(made_up(GAME), 1.0)
    return OwnPuzzles(shelf, workers, workers), shelf, workers, review


def candidates(review: GameReview, most: int = 3) -> list[Candidate]:
    found: list[Candidate] = []
    for move in sorted(review.missed)[:most]:
        judgement = review.moves[move].judgement
        assert judgement is not None
        choice = judgement.others[0].action.words
        found.append(Candidate(f"london-{move:016}", move, choice))
    return found


# Examining ------------------------------------------------------------------------------------


def test_each_decision_is_examined_once() -> None:
    async def played() -> None:
        found, shelf, workers, review = examining()
        wanted = candidates(review)
        assert await found.of_game(review, wanted, GAME, ADA) == ([], 3)
        # A second request while they are examined begins nothing.
        assert await found.of_game(review, wanted, GAME, ADA) == ([], 3)
        await until(lambda: len(shelf.rows) == 3)
        puzzles, looking = await found.of_game(review, wanted, GAME, ADA)
        assert [one.id for one in puzzles] == [one.id for one in wanted]
        assert looking == 0
        assert sorted(task.move for task in workers.asked) == [one.move for one in wanted]
        assert workers.people == {("ada:puzzles", "home")}
        # Deeper verdicts may leave no candidate. The puzzles stay.
        assert await found.of_game(review, [], GAME, ADA) == (puzzles, 0)
        # The puzzle that is kept has the id under which it is found.
        assert {own_puzzles.puzzle_in(row).id for row in shelf.rows} == {one.id for one in wanted}

    asyncio.run(played())


def test_nothing_is_examined_before_the_code_is_compiled() -> None:
    """A worker would have to compile it within its limits."""

    async def played() -> None:
        found, _, workers, review = examining()
        workers.compiled = False
        wanted = candidates(review, 1)
        assert await found.of_game(review, wanted, GAME, ADA) == ([], 1)
        assert not found.examining
        workers.compiled = True
        await found.of_game(review, wanted, GAME, ADA)
        assert found.examining
        await until(lambda: not found.examining)

    asyncio.run(played())


def test_a_decision_that_is_no_puzzle_is_remembered() -> None:
    async def played() -> None:
        found, shelf, workers, review = examining()
        workers.no_puzzle = True
        wanted = candidates(review, 1)
        await found.of_game(review, wanted, GAME, ADA)
        await until(lambda: len(shelf.rows) == 1)
        assert shelf.rows[0].data is None
        assert await found.of_game(review, wanted, GAME, ADA) == ([], 0)
        assert await found.of_person("ada") == []
        assert len(workers.asked) == 1

    asyncio.run(played())


@pytest.mark.parametrize(
    ("fault", "kept"),
    [
        (Refusal(503, "work_lost"), 0),
        (Refusal(503, "queue_full"), 0),
        (WorkerFailed("an error"), 0),
        # Trying again would not help, even after a restart.
        (Refusal(422, "too_much_work"), 1),
    ],
)
def test_a_decision_that_cannot_be_examined_is_not_tried_again(fault: Exception, kept: int) -> None:
    async def played() -> None:
        found, shelf, workers, review = examining()
        workers.fault = fault
        wanted = candidates(review, 1)
        await found.of_game(review, wanted, GAME, ADA)
        await until(lambda: not found.examining)
        assert await found.of_game(review, wanted, GAME, ADA) == ([], 0)
        assert (len(workers.asked), len(shelf.rows)) == (1, kept)

    asyncio.run(played())


def test_the_answer_of_a_worker_is_checked() -> None:
    """The worker may have read a file from a stranger before."""

    async def played() -> None:
        found, shelf, workers, review = examining()
        (one,) = candidates(review, 1)
        good = puzzle_of(jobs.ConfirmPuzzle(write_record(GAME), one.move, one.choice))
        for bad in (
            replace(good, move=one.move + 1),
            replace(good, seat=7),
            replace(good, best="claim NOWHERE-AT-ALL"),
            replace(good, others=(replace(good.others[0], action=""),)),
            replace(good, plan=(Step("dance", ()),)),
        ):
            given = Candidate(f"london-{len(workers.asked):016}", one.move, one.choice)
            workers.answer = bad
            await found.of_game(review, [given], GAME, ADA)
            await until(lambda: not found.examining)
        assert len(workers.asked) == 5
        assert shelf.rows == []

    asyncio.run(played())


def test_only_a_few_games_are_examined_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_puzzles, "MOST_EXAMINED", 2)

    async def played() -> None:
        found, _, workers, review = examining()
        wanted = candidates(review, 1)
        free = asyncio.Event()
        do = workers.do

        async def held(person: str, task: jobs.ConfirmPuzzle, home: str) -> jobs.Answer:
            await free.wait()
            return await do(person, task, home)

        workers.do = held
        people = [ADA, Payer("ben", "home"), Payer("cleo", "elsewhere"), Payer("dora", "away")]
        for payer in people:
            assert await found.of_game(review, wanted, GAME, payer) == ([], 1)
        # Ben shares Ada's address, and Dora would be the third.
        assert [person for person, _ in found.examining] == ["ada", "cleo"]
        free.set()
        await until(lambda: not found.examining)
        assert await found.of_game(review, wanted, GAME, people[3]) == ([], 1)
        await until(lambda: not found.examining)
        await found.close()

    asyncio.run(played())


def test_a_worker_examines_a_decision() -> None:
    """The same rules decide as for the puzzles that come with the program."""
    move = made_up(GAME).missed[0]
    choice = next(str(one) for one in position(GAME, move).legal_actions(GAME.moves[move].seat))
    tiny = Thoroughness(deep_playouts=20, worlds=4, loss=2.0)
    task = jobs.ConfirmPuzzle(write_record(GAME), move, choice, tiny)
    order = jobs.to_order(jobs.encode(jobs.Order(task, 1, 64)))
    assert order.task == task
    # Nothing loses two wins.
    assert jobs.do(order.task) == jobs.Confirmed(None)
    answer = jobs.Confirmed(puzzle_of(task))
    assert jobs.to_answer(jobs.encode(answer)) == answer


def position(game: Game, move: int) -> Game:
    before = game.copy()
    before.undo_to(move)
    return before


# At tables ------------------------------------------------------------------------------------


@pytest.fixture
def workers(server: Running, monkeypatch: pytest.MonkeyPatch) -> Workers:
    made = Workers()
    monkeypatch.setattr(server.service.own_puzzles, "workers", made)
    return made


def workers_of(server: Running) -> Workers:
    """Give a server workers that count."""
    made: Any = Workers()
    server.service.own_puzzles.workers = made
    return made


def finished(server: Running, person: Person, *others: str) -> tuple[str, Game]:
    """Play a game to its end, and keep a made-up review. Return the table and the game."""
    table = person.new_table("london", "me", *(others or ("random",)))
    play(person, table)
    return table, reviewed(server, person, table)


def reviewed(server: Running, person: Person, table: str) -> Game:
    """Keep a made-up review of a finished game. Return the game."""
    game = read_record(person.http.get(f"/api/tables/{table}/record").text)
    data = packed(made_up(game))
    store = ReviewStore(server.store)
    asyncio.run(store.keep_review(table, MAKING, digest_of(game), 1.0, lambda _: data))
    return game


def puzzles_of(person: Person, table: str) -> list[Json]:
    """Ask for the review until nothing is left to examine. Return the puzzles."""
    end = time.monotonic() + PATIENCE
    while (told := person.got(f"/api/tables/{table}/review"))["looking"]:
        assert time.monotonic() < end
        time.sleep(0.01)
    found: list[Json] = told["puzzles"]
    return found


def test_own_puzzles_are_only_for_their_owner(server: Running, workers: Workers) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table, game = finished(server, ada)
    found = puzzles_of(ada, table)
    missed = [move for move in made_up(game).missed if game.moves[move].seat == 0]
    # Her own decisions that lost most, and none of the bot.
    assert [one["move"] for one in found] == missed[: own_puzzles.MOST_OF_GAME]
    assert {one["table"] for one in found} == {table}
    assert ada.got("/api/puzzles")["own"] == found
    everything = ada.got("/api/me/everything")
    assert everything["puzzles"] == ada.got("/api/puzzles")["own"]
    asked = len(workers.asked)
    # Whoever looks on gets the review without them, and cannot solve them.
    assert puzzles_of(ben, table) == []
    assert ben.got("/api/puzzles")["own"] == server.person().got("/api/puzzles")["own"] == []
    name = found[0]["id"]
    assert ben.refused(f"/api/puzzles/{name}", {}) == (404, "no_puzzle")
    assert len(workers.asked) == asked
    solving = ada.posted(f"/api/puzzles/{name}", {})["id"]
    refused = ben.http.get(f"/api/tables/{solving}/puzzle")
    assert (refused.status_code, refused.json()["code"]) == (404, "no_puzzle")


def test_an_own_puzzle_is_solved_like_others(server: Running, workers: Workers) -> None:
    ada = server.person("Ada")
    table, game = finished(server, ada)
    one = puzzles_of(ada, table)[-1]
    seat, move = 0, int(one["move"])
    solving = ada.posted(f"/api/puzzles/{one['id']}", {})["id"]
    told = ada.table(solving)
    assert told["table"]["puzzle"] == one["id"]
    assert (told["table"]["you"]["seat"], told["table"]["moves"]) == (seat, move)
    before = position(game, move)
    assert told["position"]["players"][seat]["hand"] == hand_of(before, seat)
    # What others held stays hidden, and bots have their seats.
    assert told["position"]["players"][1]["tickets"] is None
    assert [one["kind"] for one in told["table"]["seats"]] == ["person", "bot"]
    question = ada.got(f"/api/tables/{solving}/puzzle")
    assert question["solution"] is None
    task = next(task for task in workers.asked if task.move == move)
    ada.act(solving, str(game.moves[move].action), told["version"])
    wrong = ada.got(f"/api/tables/{solving}/puzzle")["solution"]
    assert (wrong["right"], wrong["loss"]) == (False, 0.2)
    ada.posted(f"/api/tables/{solving}/take-back", {"move": move + 1, "ask": True, "version": None})
    ada.act(solving, task.choice, ada.table(solving)["version"])
    assert ada.got(f"/api/tables/{solving}/puzzle")["solution"]["right"] is True


def hand_of(game: Game, seat: int) -> Any:
    hand = game.view(seat).players[seat].hand
    assert hand is not None
    return dict(hand)


def test_own_puzzles_stay_after_a_restart(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        workers = workers_of(server)
        ada = server.person("Ada")
        table, _ = finished(server, ada)
        found = puzzles_of(ada, table)
        solving = ada.posted(f"/api/puzzles/{found[0]['id']}", {})["id"]
        assert len(workers.asked) == len(found) > 0
    with Running(sqlite(tmp_path)) as server:
        workers = workers_of(server)
        ada = ada.moved(server.url)
        assert puzzles_of(ada, table) == found
        assert workers.asked == []
        assert ada.got(f"/api/tables/{solving}/puzzle")["puzzle"]["id"] == found[0]["id"]


def test_a_bots_decisions_for_a_person_are_no_puzzles_of_theirs(
    server: Running, workers: Workers
) -> None:
    ada = server.person("Ada")
    table = ada.new_table("london", "me", "random")
    moves = play(ada, table, 12)["table"]["moves"]
    ada.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        following.until_over()
    reviewed(server, ada, table)
    found = puzzles_of(ada, table)
    assert found
    assert all(one["move"] < moves for one in found)


def test_decisions_of_another_person_on_the_seat_are_no_puzzles(
    server: Running, workers: Workers
) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("london", "me", "random")
    moves = play(ada, table, 12)["table"]["moves"]
    ben.posted(f"/api/tables/{table}/seats/take", {"seat": 0, "key": key_of(ada, table, 0)})
    play(ben, table)
    reviewed(server, ben, table)
    found = puzzles_of(ben, table)
    assert found
    assert all(one["move"] >= moves for one in found)
    assert puzzles_of(ada, table) == []


@pytest.mark.parametrize("kind", ["lesson", "record", "puzzle"])
def test_some_games_have_no_own_puzzles(server: Running, workers: Workers, kind: str) -> None:
    ada = server.person("Ada")
    if kind == "record":
        table = ada.http.post("/api/records", content=write_record(GAME).encode()).json()["id"]
    elif kind == "lesson":
        table = ada.posted("/api/lessons/first", {})["id"]
    else:
        source, _ = finished(server, ada)
        table = ada.posted(f"/api/puzzles/{puzzles_of(ada, source)[0]['id']}", {})["id"]
        workers.asked.clear()
    if kind != "record":
        ada.posted(f"/api/tables/{table}/resign")
        with ada.follow(table) as following:
            following.until_over()
    reviewed(server, ada, table)
    assert puzzles_of(ada, table) == []
    assert workers.asked == []


def test_own_puzzles_go_with_the_person_and_with_the_table(
    server: Running, workers: Workers
) -> None:
    ada, cleo = server.person("Ada"), server.person("Cleo")
    kept: list[str] = []
    for person in (ada, cleo):
        table, _ = finished(server, person)
        assert puzzles_of(person, table)
        kept.append(table)
    assert {row.table_id for row in all_examined(server)} >= {*kept}
    ada.posted("/api/me/forget", {"sure": True})
    cut(server.store, kept[1], 1, None)
    assert not {row.table_id for row in all_examined(server)} & {*kept}


def all_examined(server: Running) -> list[KeptExamined]:
    columns = [schema.examined.c[name] for name in KeptExamined.__dataclass_fields__]
    with server.store.engine.connect() as connection:
        rows = connection.execute(select(*columns)).all()
    return [KeptExamined(*row) for row in rows]


def test_a_puzzle_whose_game_is_gone_cannot_be_begun(server: Running, workers: Workers) -> None:
    ada = server.person("Ada")
    table, _ = finished(server, ada)
    name = puzzles_of(ada, table)[0]["id"]
    room = server.service.tables.in_memory(table)
    assert room is not None
    assert room.table is not None
    room.table.state = "playing"
    assert ada.refused(f"/api/puzzles/{name}", {}) == (404, "no_puzzle")
    answer = ada.http.get(f"/api/tables/{table}/review")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_over")
    room.table.state = "over"


def test_the_database_keeps_a_bounded_number_of_a_persons_decisions(
    server: Running, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "MOST_DECISIONS", 3)
    monkeypatch.setattr(own_puzzles, "MOST_OF_GAME", 2)
    ada, cleo = server.person("Ada"), server.person("Cleo")
    hers, _ = finished(server, cleo)
    others = puzzles_of(cleo, hers)
    tables = [finished(server, ada)[0] for _ in range(2)]
    for table in tables:
        assert len(puzzles_of(ada, table)) == 2
    # The one that was examined first is forgotten, and nothing of another person.
    own = ada.got("/api/puzzles")["own"]
    assert [one["table"] for one in own] == [tables[1], tables[1], tables[0]]
    assert len(cleo.got("/api/puzzles")["own"]) == len(others) == 2


def test_a_decision_that_cannot_be_stored_keeps_no_other_from_being_stored(
    server: Running, workers: Workers
) -> None:
    """Another server may store the same decision, or delete its person, at the same moment."""
    ada = server.person("Ada")
    table, _ = finished(server, ada)
    with server.store.engine.connect() as connection:
        person = connection.scalar(
            select(schema.member.c.person).where(schema.member.c.table_id == table)
        )
    assert isinstance(person, str)
    store = ReviewStore(server.store)

    async def kept() -> None:
        rows = [
            KeptExamined(f"london-{place}", person, place, 5, 1.0, None)
            for place in ("gone", table)
        ]
        await asyncio.gather(*(store.keep_examined(row) for row in rows * 2))

    asyncio.run(kept())
    mine = [row for row in all_examined(server) if row.person == person]
    assert [row.table_id for row in mine] == [table]


def test_a_damaged_row_is_no_puzzle() -> None:
    good = msgspec.json.encode(puzzle_of(jobs.ConfirmPuzzle(write_record(GAME), 5, "draw deck")))
    row = KeptExamined("london-1", "ada", "table", 5, 1.0, good.decode())
    assert own_puzzles.is_puzzle(row)
    other = good.decode().replace("london-00000000", "nowhere-00000000")
    for data in (None, "", "{}", good.decode()[:-1], other):
        assert not own_puzzles.is_puzzle(KeptExamined("london-1", "ada", "table", 5, 1.0, data))
