"""The ladder: which games count, how they are rated, and what is shown of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete, event, insert, select, update

from tests.server import databases
from tests.server.at_a_table import key_of
from tests.server.serving import QUICK, Json, Person, Running, move, sqlite
from tests.server.test_own_editions import TINY, own_table
from whistlestop.analysis.puzzles.puzzle import puzzles
from whistlestop.server.hosting import ladder as hosting
from whistlestop.server.hosting.fair_shares import Payer
from whistlestop.server.hosting.ladder import Ladder
from whistlestop.server.http.routes import ladder as routes
from whistlestop.server.storage import ratings, repair, schema, settling
from whistlestop.server.storage.accounts import AccountStore
from whistlestop.server.storage.ladder import (
    PROVISIONAL,
    LadderStore,
    Rival,
    season_bounds,
    season_of,
)
from whistlestop.server.storage.ladder import Listing as LadderList
from whistlestop.server.storage.rated import (
    RatedEnd,
    RatedStart,
    SeatEnd,
    begin,
    bot_id,
    finish,
    places,
    take_off,
)
from whistlestop.server.storage.ratings import Placed, Rating, rated
from whistlestop.server.storage.settling import settle
from whistlestop.server.storage.store import Listing, Store

POSTGRESQL = databases.database(databases.NAMED)

AUTUMN = datetime(2026, 11, 27, tzinfo=UTC).timestamp()
"""A moment of the season 2026-Q4."""
WINTER = datetime(2027, 1, 2, tzinfo=UTC).timestamp()
"""A moment of the season after."""

EVERYTHING = LadderList()


# Ratings -------------------------------------------------------------------------------------


def new(*placed: tuple[str, int]) -> list[Rating]:
    """What new players are rated after a game, by name and place."""
    return rated([Placed(player, Rating(), place) for player, place in placed])


def test_a_new_player_has_1500_points() -> None:
    assert (Rating().shown, Rating().uncertainty) == (1500, 500)


def test_who_comes_first_gains_and_who_comes_last_loses() -> None:
    first, second, third = new(("a", 1), ("b", 2), ("c", 3))
    assert first.shown > second.shown > third.shown
    assert first.shown > 1500 > third.shown
    assert first.uncertainty < 500


def test_players_with_equal_places_are_rated_equally() -> None:
    first, second, third = new(("a", 1), ("b", 1), ("c", 3))
    assert first == second
    assert first.shown > 1500 > third.shown
    one, other = new(("a", 1), ("b", 1))
    assert one.shown == other.shown == 1500


def test_a_bot_with_several_seats_gets_one_rating() -> None:
    person, first, last = new(("a", 2), ("bot", 1), ("bot", 3))
    apart = new(("a", 2), ("b", 1), ("c", 3))
    assert first == last
    assert first.mu == pytest.approx((apart[1].mu + apart[2].mu) / 2)
    assert person == apart[0]


def test_those_who_gave_up_share_the_last_place() -> None:
    def seat(rank: int, given_up: bool = False) -> SeatEnd:
        return SeatEnd("x", None, given_up, changed=False, rank=rank, score=0)

    assert places([seat(2), seat(1), seat(3)]) == [2, 1, 3]
    assert places([seat(1), seat(1), seat(3)]) == [1, 1, 3]
    assert places([seat(2), seat(1, given_up=True), seat(3)]) == [1, 3, 2]
    assert places([seat(4), seat(1, given_up=True), seat(3, given_up=True), seat(2)]) == [
        2,
        3,
        3,
        1,
    ]


def test_seasons_are_quarters_by_utc() -> None:
    for season in ("2026-Q1", "2026-Q2", "2026-Q3", "2026-Q4", "2027-Q1"):
        since, until = season_bounds(season)
        assert season_of(since) == season == season_of(until - 1)
        assert season_of(until) > season
    assert season_bounds("2026-Q4")[1] == season_bounds("2027-Q1")[0]
    for wrong in ("2026-Q5", "2026", "2026-Q4 ", "1999-Q1", "2026-q1"):
        with pytest.raises(ValueError, match="no season"):
            season_bounds(wrong)


# What is kept --------------------------------------------------------------------------------


class Bench:
    """A database with people, and games whose results are written into it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.ladder = LadderStore(store)
        self.games = 0

    def join(self, *names: str, at: float = 0.0) -> None:
        for name in names:
            if not asyncio.run(self.store.names([name])):
                asyncio.run(self.store.add_person(name, name.title(), name, 1e10, 0.0))
            asyncio.run(self.ladder.join(name, at))

    def begin(self, *seats: str, at: float = AUTUMN, edition: str = "usa") -> str:
        """A game begins. Names of people are in small letters, those of bots begin with `!`."""
        self.games += 1
        table = f"table{self.games:05}"
        row = {"id": table, "edition": edition, "public": False, "state": "playing"}
        values = {**row, "created": at, "updated": at, "summary": "{}"}
        both = tuple((None, one[1:]) if one[0] == "!" else (one, None) for one in seats)

        def work(connection: Any) -> None:
            connection.execute(insert(schema.game_table), values)
            begin(connection, table, RatedStart(edition, at, both))

        asyncio.run(self.store.write(work))
        return table

    def end(self, table: str, *seats: tuple[str, int, int], at: float = AUTUMN) -> None:
        """It ends: who, rank and score of each seat. `-`: given up. `+`: another bot before."""
        ends = tuple(
            SeatEnd(
                None if who[0] == "!" else who.strip("-"),
                who[1:].strip("+") if who[0] == "!" else None,
                who[-1] == "-",
                who[-1] == "+",
                rank,
                score,
            )
            for who, rank, score in seats
        )
        asyncio.run(self.store.write(lambda one: finish(one, table, RatedEnd(at, ends))))

    def game(self, *seats: tuple[str, int, int], at: float = AUTUMN, edition: str = "usa") -> str:
        names = [who.strip("-") for who, _, _ in seats]
        table = self.begin(*names, at=at, edition=edition)
        self.end(table, *seats, at=at)
        return table

    def recompute(self) -> None:
        """Let all ratings be computed again, as after a repair."""
        with self.store.engine.begin() as connection:
            connection.execute(delete(schema.ladder_version))
        self.settle()

    def settle(self) -> None:
        asyncio.run(settle(self.store))

    def rows(self, table: Any) -> list[tuple[Any, ...]]:
        """All rows of a table of the database, sorted."""
        with self.store.engine.connect() as connection:
            found = [tuple(row) for row in connection.execute(select(table))]
        return sorted(found, key=repr)

    def listed(
        self, listing: LadderList = EVERYTHING, season: str = "", asks: str = ""
    ) -> list[tuple[str, int, int]]:
        """Name, games and games won of everybody in a list, in its order."""
        self.settle()
        found = asyncio.run(self.ladder.ranked(listing, season, asks, 0, 100))
        return [(row.bot or row.name, row.games, row.won) for row in found.rows]

    def rating(self, name: str, season: str = "") -> Rating:
        self.settle()
        found = asyncio.run(self.ladder.ranked(EVERYTHING, season, name, 0, 0)).mine
        assert found is not None
        return found.rating

    def rivals(
        self,
        name: str,
        listing: LadderList = EVERYTHING,
        season: str = "",
        against: str | None = None,
    ) -> list[tuple[str, int, int, int, float | None]]:
        self.settle()
        own = asyncio.run(self.ladder.own(name)) or bot_id(name)
        found = asyncio.run(self.ladder.rivals(own, listing, season, against, 0, 100))
        return [
            (one.player.bot or one.player.name, one.games, one.ahead, one.behind, one.margin)
            for one in found
        ]


@pytest.fixture(
    params=[
        "sqlite",
        pytest.param(
            "postgresql",
            marks=pytest.mark.skipif(not POSTGRESQL, reason=f"{databases.NAMED} names no database"),
        ),
    ]
)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return sqlite(tmp_path)
    databases.empty(POSTGRESQL)
    return POSTGRESQL


@pytest.fixture
def bench(database: str) -> Iterator[Bench]:
    with closing(Store(database)) as store:
        yield Bench(store)


def test_a_game_counts_in_four_lists(bench: Bench) -> None:
    bench.join("ada", "ben")
    bench.game(("ada", 1, 90), ("ben", 2, 80))
    bench.game(("ben", 1, 70), ("ada", 2, 60), ("!skilled", 3, 10), edition="europe")
    everything = [("Ben", 2, 1), ("Ada", 2, 1), ("skilled", 1, 0)]
    assert sorted(bench.listed()) == sorted(everything)
    assert bench.listed(LadderList("usa")) == bench.listed(LadderList("", 2))
    assert bench.listed(LadderList("usa")) == [("Ada", 1, 1), ("Ben", 1, 0)]
    assert bench.listed(LadderList("usa", 2)) == bench.listed(LadderList("usa"))
    assert bench.listed(LadderList("europe", 3))[0] == ("Ben", 1, 1)
    assert bench.listed(LadderList("usa", 3)) == bench.listed(LadderList("europe", 2)) == []


def test_a_game_counts_only_if_all_its_people_had_joined_before(bench: Bench) -> None:
    bench.join("ada", at=AUTUMN - 1)
    bench.join("ben", at=AUTUMN + 1)
    bench.join("cleo")
    asyncio.run(bench.ladder.leave("cleo"))
    for other in ("ben", "cleo"):
        bench.game(("ada", 1, 90), (other, 2, 80))
    assert bench.rows(schema.ladder_result) == []
    bench.game(("ada", 1, 90), ("ben", 2, 80), at=AUTUMN + 1)
    assert bench.listed() == [("Ada", 1, 1), ("Ben", 1, 0)]


def test_leaving_does_not_avoid_a_result_and_hides_everything(bench: Bench) -> None:
    bench.join("ada", "ben")
    table = bench.begin("ada", "ben")
    asyncio.run(bench.ladder.leave("ada"))
    bench.end(table, ("ada", 2, 10), ("ben", 1, 90))
    assert bench.listed() == [("Ben", 1, 1)]
    assert bench.rivals("ben") == []
    own = asyncio.run(bench.ladder.own("ada")) or ""
    assert asyncio.run(bench.ladder.player(own)) is None
    assert [one.seat for one in asyncio.run(bench.ladder.changes(table))] == [1]
    bench.join("ada")
    assert bench.listed() == [("Ben", 1, 1), ("Ada", 1, 0)]
    assert bench.rating("ada").shown < 1500
    assert bench.rivals("ben") == [("Ada", 1, 1, 0, 80.0)]


def test_who_has_lost_the_seat_has_given_up(bench: Bench) -> None:
    bench.join("ada", "ben", "cleo")
    table = bench.begin("ada", "ben", "cleo")
    # Another person ends the game in Ada's seat, and wins it; a bot has Ben's.
    bench.end(table, ("dora", 1, 90), ("!skilled", 2, 80), ("cleo", 3, 10))
    assert bench.listed() == [("Cleo", 1, 1), ("Ada", 1, 0), ("Ben", 1, 0)] or bench.listed() == [
        ("Cleo", 1, 1),
        ("Ben", 1, 0),
        ("Ada", 1, 0),
    ]
    assert bench.rating("ada") == bench.rating("ben")


def test_a_game_whose_bot_was_replaced_does_not_count(bench: Bench) -> None:
    bench.join("ada")
    for ended in ("dora", "!expert", "!skilled+"):
        bench.end(bench.begin("ada", "!skilled"), ("ada", 1, 90), (ended, 2, 80))
    assert bench.rows(schema.ladder_result) == []


def test_the_seat_of_a_bot_that_was_replaced_is_left_out(bench: Bench) -> None:
    bench.join("ada", "ben")
    for ended in ("dora", "!expert", "!skilled+"):
        table = bench.begin("ada", "!skilled", "ben")
        bench.end(table, ("ada", 2, 80), (ended, 1, 90), ("ben", 3, 70))
    assert bench.listed() == [("Ada", 3, 3), ("Ben", 3, 0)]


def test_a_game_ends_although_its_rows_are_damaged(bench: Bench) -> None:
    bench.join("ada", "ben", "cleo")
    table = bench.begin("ada", "ben", "cleo")
    with bench.store.engine.begin() as connection:
        connection.execute(delete(schema.ladder_result).where(schema.ladder_result.c.seat == 1))
    bench.end(table, ("ada", 1, 90), ("ben", 2, 80), ("cleo", 3, 70))
    assert bench.rows(schema.ladder_result) == []


def test_all_who_give_up_win_nothing(bench: Bench) -> None:
    bench.join("ada", "ben")
    bench.game(("ada-", 1, 90), ("ben-", 2, 80))
    assert [won for _, _, won in bench.listed()] == [0, 0]
    assert bench.rating("ada") == bench.rating("ben")


def test_a_game_ends_and_is_rated_once(bench: Bench, database: str) -> None:
    bench.join("ada", "ben")
    tables = [bench.game(("ada", 1, 90), ("ben", 2, 80)) for _ in range(5)]
    with closing(Store(database)) as second:
        # A file of SQLite is for one server only.
        stores = (bench.store, bench.store if database.startswith("sqlite") else second)

        async def together() -> None:
            await asyncio.gather(*(settle(one) for one in stores * 3))

        asyncio.run(together())
    before = bench.rows(schema.ladder_standing)
    assert bench.listed() == [("Ada", 5, 5), ("Ben", 5, 0)]
    bench.end(tables[0], ("ada", 2, 10), ("ben", 1, 80), at=AUTUMN + 9)
    bench.settle()
    assert bench.rows(schema.ladder_standing) == before
    assert len(bench.rows(schema.ladder_change)) == 5 * 2 * 4


def played(bench: Bench, games: int) -> None:
    """Let many games of various sizes be played, some of them with ties."""
    random = Random(7)
    everybody = ["ada", "ben", "cleo", "!skilled", "!skilled", "!casual"]
    for number in range(games):
        seats = random.sample(everybody, random.randint(2, 5))
        if all(who[0] == "!" for who in seats):
            continue
        results = [(who, random.randint(1, 3), random.randint(0, 99)) for who in seats]
        at = AUTUMN if number % 3 else WINTER
        bench.game(*results, at=at, edition=random.choice(["usa", "europe"]))
        if random.random() < 0.3:
            bench.settle()
    bench.settle()


def test_ratings_computed_again_are_the_same(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "AT_ONCE", 3)
    bench.join("ada", "ben", "cleo")
    played(bench, 30)
    assert asyncio.run(AccountStore(bench.store).delete("ben"))
    bench.join("dora")
    bench.game(("dora", 1, 90), ("ada", 2, 80))
    bench.settle()
    kept = (schema.ladder_standing, schema.ladder_result)
    before = [bench.rows(table) for table in kept]
    changes = bench.rows(schema.ladder_change)
    assert len(before[0]) > 50
    bench.recompute()
    assert [bench.rows(table) for table in kept] == before
    assert bench.rows(schema.ladder_change) == changes
    # Once more: what was saved of the deleted person is still there.
    bench.recompute()
    assert bench.rows(schema.ladder_change) == changes


def test_other_rules_of_rating_compute_all_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.join("ada", "ben")
    bench.game(("ada", 1, 90), ("ben", 2, 80))
    bench.settle()
    with bench.store.engine.begin() as connection:
        connection.execute(update(schema.ladder_standing).values(mu=1.0))
    bench.settle()
    assert bench.rating("ada").mu == 1.0
    monkeypatch.setattr(settling, "VERSION", ratings.VERSION + 1)
    assert bench.rating("ada").shown > 1500
    # An older version leaves alone what a newer one has written.
    monkeypatch.setattr(settling, "VERSION", ratings.VERSION)
    bench.game(("ada", 1, 90), ("ben", 2, 80))
    assert bench.listed() == [("Ada", 1, 1), ("Ben", 1, 0)]
    monkeypatch.setattr(settling, "VERSION", ratings.VERSION + 1)
    assert bench.listed() == [("Ada", 2, 2), ("Ben", 2, 0)]


def test_a_deleted_person_is_gone_and_the_others_keep_their_ratings(bench: Bench) -> None:
    bench.join("ada", "ben")
    table = bench.game(("ada", 1, 90), ("ben", 2, 80))
    before = bench.rating("ben")
    own = asyncio.run(bench.ladder.own("ada"))
    assert own is not None
    running = bench.begin("ada", "ben")
    assert asyncio.run(AccountStore(bench.store).delete("ada"))
    assert bench.listed() == [("Ben", 1, 0)]
    assert bench.rivals("ben") == []
    assert bench.rating("ben") == before
    assert [one.seat for one in asyncio.run(bench.ladder.changes(table))] == [1]
    for kept in (schema.ladder_player, schema.ladder_result, schema.ladder_standing):
        assert not any("ada" in row or own in row for row in bench.rows(kept))
    # The game that goes on is Ben's win, against somebody who gave up.
    bench.end(running, ("someone", 1, 90), ("ben", 2, 80))
    assert bench.listed() == [("Ben", 2, 1)]


def test_a_season_has_its_games_and_the_rating_at_its_end(bench: Bench) -> None:
    bench.join("ada", "ben")
    bench.game(("ada", 1, 90), ("ben", 2, 80), at=AUTUMN)
    autumn = bench.rating("ada")
    bench.game(("ben", 1, 90), ("ada", 2, 80), at=WINTER)
    bench.game(("ada", 1, 90), ("ben", 2, 80), at=WINTER)
    bench.settle()
    assert asyncio.run(bench.ladder.seasons()) == ["2027-Q1", "2026-Q4"]
    assert bench.listed(season="2026-Q4") == [("Ada", 1, 1), ("Ben", 1, 0)]
    assert bench.rating("ada", "2026-Q4") == autumn
    assert {name: (games, won) for name, games, won in bench.listed(season="2027-Q1")} == {
        "Ada": (2, 1),
        "Ben": (2, 1),
    }
    assert bench.rating("ada", "2027-Q1") == bench.rating("ada") != autumn
    assert bench.listed(season="2025-Q1") == []


def test_provisional_ratings_come_last(bench: Bench) -> None:
    bench.join("ada", "ben", "cleo")
    for _ in range(PROVISIONAL):
        bench.game(("ada", 1, 90), ("ben", 2, 80))
    bench.game(("cleo", 1, 90), ("ada", 2, 80))
    bench.settle()
    found = asyncio.run(bench.ladder.ranked(EVERYTHING, "", "cleo", 0, 2))
    assert [(row.name, row.rank) for row in found.rows] == [("Ada", 1), ("Ben", 2)]
    assert found.mine is not None
    assert (found.mine.name, found.mine.rank, found.players) == ("Cleo", None, 3)
    assert found.mine.rating.mu > found.rows[1].rating.mu


def test_results_against_others(bench: Bench) -> None:
    bench.join("ada", "ben")
    bench.game(("ada", 1, 90), ("ben", 2, 70), ("!skilled", 3, 10))
    bench.game(("ada", 1, 80), ("ben", 1, 80), edition="europe")
    bench.game(("ben", 1, 90), ("ada-", 2, 80), at=WINTER)
    # The better of the bot's seats counts.
    bench.game(("ada", 2, 50), ("!skilled", 1, 60), ("!skilled", 3, 10))
    assert bench.rivals("ada") == [("Ben", 3, 1, 1, 10.0), ("skilled", 2, 1, 1, 35.0)]
    assert bench.rivals("ben")[0] == ("Ada", 3, 1, 1, -10.0)
    assert bench.rivals("skilled")[0] == ("Ada", 2, 1, 1, -35.0)
    assert bench.rivals("ada", season="2027-Q1") == [("Ben", 1, 0, 1, None)]
    assert bench.rivals("ada", LadderList("europe")) == [("Ben", 1, 0, 0, 0.0)]
    assert bench.rivals("ada", LadderList("", 3))[0] == ("skilled", 2, 1, 1, 35.0)
    assert [one[0] for one in bench.rivals("ada", against=bot_id("skilled"))] == ["skilled"]


def test_a_damaged_result_is_left_out(bench: Bench) -> None:
    if bench.store.engine.dialect.name != "sqlite":
        pytest.skip("only SQLite keeps any value in any column")
    bench.join("ada", "ben")
    bad = bench.game(("ada", 1, 90), ("ben", 2, 80))
    bench.game(("ada", 1, 90), ("ben", 2, 80))
    with bench.store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE ladder_result SET place='x' WHERE table_id='{bad}'")
    assert bench.listed() == [("Ada", 1, 1), ("Ben", 1, 0)]
    bench.recompute()
    assert bench.listed() == [("Ada", 1, 1), ("Ben", 1, 0)]


# All ratings again, in parts -----------------------------------------------------------------


def kept(bench: Bench) -> list[list[tuple[Any, ...]]]:
    """All that is computed from the results, and the results."""
    computed = (schema.ladder_standing, schema.ladder_change, schema.ladder_version)
    return [bench.rows(table) for table in (*computed, schema.ladder_result)]


def outdated(bench: Bench) -> None:
    """Let the present ratings be those of other rules."""
    with bench.store.engine.begin() as connection:
        connection.execute(delete(schema.ladder_version))
        connection.execute(update(schema.ladder_standing).values(mu=1.0))


class Interrupted(Exception):
    """A server ended while it computed all ratings again."""


def interrupted(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, at: int, then: Any = None
) -> list[int]:
    """Do something before a write while all ratings are computed again. Return the writes."""
    write, writes = bench.store.write, [0]

    async def counted(work: Any, note: str | None = None) -> Any:
        writes[0] += 1
        if writes[0] == at:
            if then is None:
                raise Interrupted
            # A transaction of its own, as from another server.
            await asyncio.to_thread(then)
        return await write(work, note)

    monkeypatch.setattr(bench.store, "write", counted)
    return writes


@pytest.fixture
def in_parts(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """A database with games whose ratings are computed again in small parts."""
    monkeypatch.setattr(settling, "PART", 7)
    bench.join("ada", "ben", "cleo")
    played(bench, 16)
    return bench


def test_ratings_are_computed_again_in_small_transactions(
    in_parts: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = kept(in_parts)
    outdated(in_parts)
    written: list[int] = []
    engine = in_parts.store.engine

    def note(connection: Any, _c: Any, words: str, values: Any, _x: Any, many: bool) -> None:
        if words.startswith("INSERT"):
            written.append(len(values) if many else 1)

    event.listen(engine, "before_cursor_execute", note)
    writes = interrupted(in_parts, monkeypatch, at=0)
    in_parts.settle()
    event.remove(engine, "before_cursor_execute", note)
    # A player's rows in a list are written together: all time, and two seasons.
    assert max(written) <= 7 + 3
    assert writes[0] > sum(written) / 10
    assert kept(in_parts) == expected


@pytest.mark.parametrize("at", [2, 10, 30])
def test_computing_again_can_be_broken_off(
    in_parts: Bench, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    expected = kept(in_parts)
    outdated(in_parts)
    with monkeypatch.context() as patched:
        interrupted(in_parts, patched, at)
        with pytest.raises(Interrupted):
            in_parts.settle()
    assert kept(in_parts) != expected
    in_parts.settle()
    assert kept(in_parts) == expected


@pytest.mark.parametrize("at", [2, 10])
def test_games_that_end_meanwhile_are_rated_afterwards(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    monkeypatch.setattr(settling, "PART", 7)
    bench.join("ada", "ben", "cleo", "dora")
    played(bench, 10)
    running = bench.begin("dora", "ada")
    outdated(bench)

    def ends() -> None:
        with bench.store.engine.begin() as connection:
            seats = (SeatEnd("dora", None, False, False, 1, 90),)
            seats += (SeatEnd("ada", None, False, False, 2, 80),)
            finish(connection, running, RatedEnd(WINTER, seats))

    with monkeypatch.context() as patched:
        interrupted(bench, patched, at, ends)
        bench.settle()
    found = kept(bench)
    assert ("Dora", 1, 1) in bench.listed()
    bench.recompute()
    assert kept(bench) == found


@pytest.mark.parametrize("at", [2, 10, 30])
def test_a_person_who_is_deleted_meanwhile_does_not_come_back(
    in_parts: Bench, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    own = asyncio.run(in_parts.ladder.own("ben"))
    in_parts.recompute()
    changes = in_parts.rows(schema.ladder_change)
    with in_parts.store.engine.begin() as connection:
        connection.execute(delete(schema.ladder_version))

    def deleted() -> None:
        with in_parts.store.engine.begin() as connection:
            take_off(connection, "ben")

    with monkeypatch.context() as patched:
        writes = interrupted(in_parts, patched, at, deleted)
        in_parts.settle()
    assert writes[0] > 30
    for rows in kept(in_parts):
        assert not any(own in row for row in rows)
    # The others keep their ratings.
    assert in_parts.rows(schema.ladder_change) == changes


def test_a_server_that_is_overtaken_by_another_one_changes_nothing_more(
    in_parts: Bench, monkeypatch: pytest.MonkeyPatch, database: str
) -> None:
    outdated(in_parts)

    def other() -> None:
        with closing(Store(database)) as second:
            asyncio.run(settle(second))
            again = Bench(second)
            again.games = in_parts.games
            again.game(("ada", 1, 90), ("ben", 2, 80))
            asyncio.run(settle(second))

    with monkeypatch.context() as patched:
        writes = interrupted(in_parts, patched, 10, other)
        in_parts.settle()
    assert writes[0] == 10
    found = kept(in_parts)
    in_parts.recompute()
    assert kept(in_parts) == found


def test_nothing_is_rated_while_a_later_version_computes_all_again(bench: Bench) -> None:
    bench.join("ada", "ben")
    bench.game(("ada", 1, 90), ("ben", 2, 80))
    bench.settle()
    with bench.store.engine.begin() as connection:
        connection.execute(update(schema.ladder_version).values(version=-ratings.VERSION - 1))
    before = kept(bench)
    bench.settle()
    assert kept(bench) == before


def on_sqlite(bench: Bench, words: str) -> None:
    if bench.store.engine.dialect.name != "sqlite":
        pytest.skip("only SQLite keeps any value in any column")
    with bench.store.engine.begin() as connection:
        connection.exec_driver_sql(words)


@pytest.mark.parametrize(
    "damage",
    [
        "mu = 'x'",
        "sigma = X'00'",
        "mu = 9e999",
        "sigma = 0.0",
        "sigma = -1.0",
        "mu = 1e200",
        "games = 'many'",
    ],
)
def test_damaged_ratings_are_computed_again(bench: Bench, damage: str) -> None:
    bench.join("ada", "ben")
    for _ in range(2):
        bench.game(("ada", 1, 90), ("ben", 2, 80))
    bench.settle()
    on_sqlite(bench, f"UPDATE ladder_standing SET {damage} WHERE edition = '' AND players = 0")
    bench.game(("ben", 1, 90), ("ada", 2, 80))
    assert sorted(bench.listed()) == [("Ada", 3, 2), ("Ben", 3, 1)]
    found = kept(bench)
    bench.recompute()
    assert kept(bench) == found


def test_a_damaged_rating_of_a_deleted_person_counts_as_new(bench: Bench) -> None:
    bench.join("ada", "ben", "cleo")
    for other in ("ben", "cleo"):
        bench.game(("ada", 1, 90), (other, 2, 80))
    bench.settle()
    assert asyncio.run(AccountStore(bench.store).delete("ada"))
    on_sqlite(bench, "UPDATE ladder_change SET mu_before = 'x'")
    bench.recompute()
    assert sorted(bench.listed()) == [("Ben", 1, 0), ("Cleo", 1, 0)]
    assert bench.rating("ben") == bench.rating("cleo") == new(("a", 1), ("b", 2))[1]


def test_requests_do_not_wait_for_long(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "PATIENCE", 0.01)

    async def looked() -> None:
        goes_on, begun = asyncio.Event(), 0

        async def slow(_: Store) -> None:
            nonlocal begun
            begun += 1
            await goes_on.wait()

        monkeypatch.setattr(hosting, "settle", slow)
        tables: Any = None
        ladder = Ladder(bench.store, tables)
        # Neither the request that began it nor a later one waits until it is done.
        for _ in range(3):
            await ladder.settle()
        assert begun == 1
        goes_on.set()
        await ladder.settle()
        assert begun == 2
        goes_on.clear()
        await ladder.settle()
        await ladder.close()

    asyncio.run(looked())


def test_results_against_others_are_read_one_request_at_a_time_in_turns(bench: Bench) -> None:
    tables: Any = None
    ladder = Ladder(bench.store, tables)
    reading: list[str] = []
    most = done = 0

    async def slow(player: str, *_: object) -> list[Rival]:
        nonlocal most
        reading.append(player)
        most = max(most, len(reading) - done)
        await asyncio.sleep(0)
        return []

    async def asked(payer: Payer) -> None:
        nonlocal done
        await ladder.rivals(payer, payer.person, EVERYTHING, "", None, 0, 50)
        done += 1

    async def together() -> None:
        kept: Any = ladder.kept
        kept.rivals = slow
        crowd = [Payer(f"eve{number}", "crowd") for number in range(20)]
        await asyncio.gather(*map(asked, [*crowd, Payer("ada", "home")]))

    asyncio.run(together())
    assert most == 1
    assert reading.index("ada") <= 2


# On a server ---------------------------------------------------------------------------------


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with Running(sqlite(tmp_path)) as running:
        yield running


def joined(server: Running, *names: str) -> list[Person]:
    people = [server.person(name) for name in names]
    for person in people:
        assert person.posted("/api/ladder/join") == {"joined": True}
    return people


def together(people: Sequence[Person], *bots: str, **options: Any) -> str:
    """A game of these people on London's board; the first of them is the host."""
    table = people[0].new_table("london", "me", *["open"] * (len(people) - 1), *bots, **options)
    for one in people[1:]:
        one.posted(f"/api/tables/{table}/join", {})
    return table


def play(table: str, *players: Person) -> None:
    """Random moves until the game is over."""
    random = Random(4)
    while True:
        for player in players:
            found = player.table(table)
            if found["table"]["state"] == "over":
                return
            if found["legal"]:
                words = random.choice(found["legal"])["words"]
                player.post(f"/api/tables/{table}/actions", move(words, found["version"]))


def counts(person: Person, table: str) -> str | None:
    """Why a game does not count; None = it does."""
    found = person.got(f"/api/tables/{table}/ladder")
    assert found["counts"] is (found["why_not"] is None)
    if not found["counts"]:
        assert found["changes"] == []
    return found["why_not"]


def names(found: Json) -> list[str]:
    return [row["bot"] or row["name"] for row in found["rows"]]


def test_from_joining_to_being_deleted(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    empty = ada.got("/api/ladder")
    assert (empty["joined"], empty["rows"], empty["mine"], empty["seasons"]) == (
        False,
        [],
        None,
        [],
    )
    ada.posted("/api/ladder/join")
    early = together((ada, ben), "random")
    assert counts(ben, early) == "not_joined"
    ben.posted("/api/ladder/join")
    assert counts(ben, early) == "not_joined"
    waiting = ada.new_table("london", "me", "open")
    assert counts(ada, waiting) is None
    table = together((ada, ben), "random")
    assert ada.got(f"/api/tables/{table}/ladder") == {
        "counts": True,
        "why_not": None,
        "joined": True,
        "changes": [],
    }
    play(table, ada, ben)
    changes = server.person().got(f"/api/tables/{table}/ladder")["changes"]
    assert [one["seat"] for one in changes] == [0, 1, 2]
    assert {one["before"] for one in changes} == {1500}
    told = ada.got("/api/ladder?edition=london&players=3")
    assert sorted(names(told)) == ["Ada", "Ben", "random"]
    after = {one["player"]: (one["after"], one["uncertainty"]) for one in changes}
    assert {row["id"]: (row["rating"], row["uncertainty"]) for row in told["rows"]} == after
    assert all(row["provisional"] and row["rank"] is None for row in told["rows"])
    assert told["mine"]["name"] == "Ada"
    assert told["mine"]["you"] is told["joined"] is True
    assert [row["you"] for row in told["rows"]].count(True) == 1
    season = told["seasons"][0]
    assert names(ada.got(f"/api/ladder?season={season}")) == names(told)
    assert ada.got("/api/ladder?edition=usa")["rows"] == []
    own = told["mine"]["id"]
    (bens,) = [row["id"] for row in told["rows"] if row["name"] == "Ben"]
    page = ben.got(f"/api/ladder/people/{own}")
    assert page["player"] == {"id": own, "name": "Ada", "bot": None, "you": False}
    assert [(one["edition"], one["players"]) for one in page["ratings"]] == [
        (None, None),
        (None, 3),
        ("london", None),
        ("london", 3),
    ]
    assert {one["player"]["bot"] for one in page["against"]} == {None, "random"}
    (pair,) = ben.got(f"/api/ladder/people/{own}?against={bens}&edition=london")["against"]
    assert pair["player"] == {"id": bens, "name": "Ben", "bot": None, "you": True}
    totals = ada.got(f"/api/tables/{table}/sheet")["totals"]
    assert pair["margin"] == totals[0] - totals[1]
    exported = ada.got("/api/me/everything")["ladder"]
    assert exported["id"] == own
    assert len(exported["ratings"]) == 4
    ada.posted("/api/ladder/leave")
    assert sorted(names(ben.got("/api/ladder"))) == ["Ben", "random"]
    assert ben.http.get(f"/api/ladder/people/{own}").json()["code"] == "no_player"
    assert ada.got("/api/me/everything")["ladder"]["since"] is None
    ada.posted("/api/ladder/join")
    assert sorted(names(ben.got("/api/ladder"))) == ["Ada", "Ben", "random"]
    ada.posted("/api/me/forget", {"sure": True})
    assert sorted(names(ben.got("/api/ladder"))) == ["Ben", "random"]
    changes = ben.got(f"/api/tables/{table}/ladder")["changes"]
    assert [one["seat"] for one in changes] == [1, 2]


def test_no_list_has_the_secret_id_of_a_person(server: Running) -> None:
    ada, ben = joined(server, "Ada", "Ben")
    table = together((ada, ben), "random")
    for person in (ada, ben):
        person.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        following.until_over()
    told = ada.http.get("/api/ladder")
    own = told.json()["mine"]["id"]
    texts = [
        told.text,
        ada.http.get(f"/api/ladder/people/{own}").text,
        ada.http.get(f"/api/tables/{table}/ladder").text,
    ]
    with server.store.engine.connect() as connection:
        people = [*connection.scalars(select(schema.person.c.id))]
    assert len(people) >= 2
    assert not any(person in text for person in people for text in texts)


def test_who_resigns_comes_last(server: Running) -> None:
    ada, ben = joined(server, "Ada", "Ben")
    table = together((ada, ben), "random")
    ada.posted(f"/api/tables/{table}/resign")
    assert counts(ada, table) is None
    play(table, ben)
    with server.store.engine.connect() as connection:
        rows = connection.execute(select(schema.ladder_result).order_by("seat")).all()
    assert (rows[0].place, rows[0].given_up) == (3, True)
    assert sorted(row.place for row in rows[1:]) in ([1, 2], [1, 1])
    assert not any(row.given_up for row in rows[1:])


def test_a_game_that_a_bot_has_played_for_a_person_is_given_up(server: Running) -> None:
    ada, ben = joined(server, "Ada", "Ben")
    table = together((ada, ben), standin_after=0)
    with ada.follow(table):
        play(table, ada)
    with server.store.engine.connect() as connection:
        rows = connection.execute(select(schema.ladder_result).order_by("seat")).all()
    assert [(row.place, row.given_up) for row in rows] == [(1, False), (2, True)]


def test_who_has_had_another_person_in_the_seat_has_given_up(server: Running) -> None:
    ada, ben = joined(server, "Ada", "Ben")
    table = together((ada, ben))
    cleo = server.person("Cleo")
    for giver, taker in ((ben, cleo), (cleo, ben)):
        taker.posted(f"/api/tables/{table}/seats/take", {"seat": 1, "key": key_of(giver, table, 1)})
    play(table, ada, ben)
    with server.store.engine.connect() as connection:
        rows = connection.execute(select(schema.ladder_result).order_by("seat")).all()
    assert [(row.place, row.given_up) for row in rows] == [(1, False), (2, True)]


def test_a_host_cannot_choose_whom_they_have_beaten(server: Running) -> None:
    ada, ben = joined(server, "Ada", "Ben")
    alone = together((ada,), "random", bot_pace="relaxed")
    assert counts(ada, alone) is None
    for bot in ("beginner", "random"):
        ada.posted(f"/api/tables/{alone}/seats/bot", {"seat": 1, "bot": bot})
        assert counts(ada, alone) == "bots_changed"
    table = together((ada, ben), "random")
    # Neither this nor explanations keep the result from counting for the people.
    ada.posted(f"/api/tables/{table}/seats/bot", {"seat": 2, "bot": "beginner"})
    ada.posted(f"/api/tables/{table}/options", {"explain": True})
    assert counts(ben, table) is None
    play(table, ada, ben)
    with server.store.engine.connect() as connection:
        rows = connection.execute(select(schema.ladder_result).order_by("seat")).all()
    assert [(row.table_id, row.seat) for row in rows if row.ended] == [(table, 0), (table, 1)]


def test_games_that_do_not_count(server: Running) -> None:
    (ada,) = joined(server, "Ada")
    assert counts(ada, own_table(ada, TINY, "me", "open")) == "own_board"
    assert counts(ada, ada.new_table("london", "me", "random", hints=True)) == "hints"
    assert counts(ada, ada.new_table("london", "me", "random", explain=True)) == "explained"
    assert counts(ada, ada.new_table("london", "random", "random")) == "only_bots"
    body = {"edition": "london", "seats": [{"kind": "me"}, {"kind": "here", "name": "Cleo"}]}
    assert counts(ada, ada.posted("/api/tables", body)["id"]) == "one_device"
    assert counts(ada, ada.posted("/api/lessons/first", {})["id"]) == "lesson"
    assert counts(ada, ada.posted(f"/api/puzzles/{puzzles()[0].id}", {})["id"]) == "puzzle"
    ben = server.person("Ben")
    assert counts(ada, together((ada, ben))) == "not_joined"
    with server.store.engine.connect() as connection:
        assert connection.execute(select(schema.ladder_result)).all() == []


def test_a_branch_and_a_record_do_not_count(server: Running) -> None:
    ada, ben = joined(server, "Ada", "Ben")
    table = together((ada, ben))
    play(table, ada, ben)
    record = ada.http.get(f"/api/tables/{table}/record").text
    imported = ada.http.post("/api/records", content=record).json()["id"]
    assert counts(ada, imported) == "record"
    body = {"move": 5, "hidden": "same"}
    branch = ada.posted(f"/api/tables/{table}/branches", body)["id"]
    assert counts(ada, branch) == "branch"


def test_hints_explanations_and_moves_taken_back_end_the_counting(server: Running) -> None:
    ada, ben = joined(server, "Ada", "Ben")
    slow = {"bot_pace": "relaxed"}
    hinted = ada.new_table("london", "me", "random", **slow)
    assert counts(ada, hinted) is None
    ada.posted(f"/api/tables/{hinted}/hints", {"allowed": True})
    assert counts(ada, hinted) == "hints"
    told = ada.new_table("london", "me", "random", **slow)
    for explain in (True, False):
        ada.posted(f"/api/tables/{told}/options", {"explain": explain})
        assert counts(ada, told) == "explained"
    # What had shown nothing can be taken back; what had shown something is a second chance.
    table = together((ada, ben))
    ada.act(table, "keep all", ada.table(table)["version"])
    ada.posted(f"/api/tables/{table}/take-back")
    assert counts(ada, table) is None
    for person in (ada, ben):
        person.act(table, "keep all", person.table(table)["version"])
    mover = next(one for one in (ada, ben) if one.table(table)["legal"])
    other = ben if mover is ada else ada
    frame = mover.table(table)
    drawn = next(one["words"] for one in frame["legal"] if one["words"].startswith("draw"))
    mover.act(table, drawn, frame["version"])
    asked = mover.posted(f"/api/tables/{table}/take-back", {"ask": True})
    answer = {"asked": asked["version"], "agrees": True}
    other.posted(f"/api/tables/{table}/take-back/answer", answer)
    assert counts(ada, table) == "taken_back"
    for person in (ada, ben):
        person.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        following.until_over()
    assert ada.got("/api/ladder")["rows"] == []


@pytest.mark.parametrize(
    ("seats", "settings", "why_not"),
    [
        (["me", "bot"], {}, None),
        (["me", "open"], {}, None),
        (["open", "open"], {}, None),
        (["me", "bot"], {"hints": True}, "hints"),
        (["me", "bot"], {"explain": True}, "explained"),
        (["me", "bot"], {"own_board": True}, "own_board"),
        (["me", "here", "bot"], {}, "one_device"),
        (["bot", "bot"], {}, "only_bots"),
        (["bot", "bot"], {"hints": True}, "only_bots"),
    ],
)
def test_before_a_table_is_set_up_it_is_said_whether_its_game_would_count(
    server: Running, seats: list[str], settings: Json, why_not: str | None
) -> None:
    """The answer is that of the table that is then set up with these settings."""
    (ada,) = joined(server, "Ada")
    found = ada.posted("/api/ladder/preview", {"seats": seats, **settings})
    assert found == {"counts": why_not is None, "why_not": why_not, "joined": True}
    wanted: Json = {key: value for key, value in settings.items() if key != "own_board"}
    wanted |= {"edition_text": TINY} if "own_board" in settings else {"edition": "london"}
    choices = [
        {"kind": kind, **({"name": "Cleo"} if kind == "here" else {})}
        | ({"bot": "random"} if kind == "bot" else {})
        for kind in seats
    ]
    table = ada.posted("/api/tables", {"seats": choices, **wanted})["id"]
    assert counts(ada, table) == why_not


def test_a_preview_is_about_the_caller(server: Running) -> None:
    (ada,) = joined(server, "Ada")
    ben = server.person("Ben")
    wanted = {"seats": ["me", "open"]}
    told = {"counts": False, "why_not": "not_joined", "joined": False}
    assert ben.posted("/api/ladder/preview", wanted) == told
    assert server.person().posted("/api/ladder/preview", wanted) == told
    assert ada.posted("/api/ladder/preview", wanted)["counts"]
    for wrong in (
        {},
        {"seats": ["me"]},
        {"seats": ["me"] * 9},
        {"seats": ["me", "cat"]},
        {"seats": ["me", "bot"], "hints": "maybe"},
    ):
        assert ada.post("/api/ladder/preview", wrong).status_code == 400


def test_a_closed_game_does_not_count(server: Running) -> None:
    (ada,) = joined(server, "Ada")
    table = ada.new_table("london", "me", "random", bot_pace="relaxed")
    ada.posted(f"/api/tables/{table}/close")
    assert counts(ada, table) == "closed"
    with server.store.engine.connect() as connection:
        assert connection.execute(select(schema.ladder_result)).all() == []


def test_the_deal_of_the_day_does_not_count(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ready() -> bool:
        return True

    monkeypatch.setattr(server.service.players, "ready", ready)
    (ada,) = joined(server, "Ada")
    assert counts(ada, ada.posted("/api/daily")["id"]) == "daily"


def test_a_rematch_counts(server: Running) -> None:
    ada, ben = joined(server, "Ada", "Ben")
    table = together((ada, ben))
    for person in (ada, ben):
        person.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        following.until_over()
    again = ada.posted(f"/api/tables/{table}/rematch")["id"]
    assert counts(ada, again) is None
    with server.store.engine.connect() as connection:
        found = connection.execute(
            select(schema.ladder_result).where(schema.ladder_result.c.table_id == again)
        ).all()
    assert len(found) == 2


def test_a_repaired_game_does_not_count(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada, ben = joined(server, "Ada", "Ben")
        table = together((ada, ben))
        for person in (ada, ben):
            person.posted(f"/api/tables/{table}/resign")
        with ada.follow(table) as following:
            following.until_over()
        assert len(ada.got("/api/ladder")["rows"]) == 2
    with closing(Store(sqlite(tmp_path))) as store:
        repair.cut(store, table, 3, Listing("open", 1.0, "{}"))
    with Running(sqlite(tmp_path)) as server:
        assert server.person().got("/api/ladder")["rows"] == []


def test_impossible_questions(server: Running) -> None:
    ada = server.person("Ada")
    wrong = {
        "/api/ladder?edition=nowhere": (404, "no_edition"),
        "/api/ladder?players=1": (422, "wrong_number_of_seats"),
        "/api/ladder?players=9": (422, "wrong_number_of_seats"),
        "/api/ladder?edition=london&players=5": (422, "wrong_number_of_seats"),
        "/api/ladder?players=x": (400, "bad_request"),
        "/api/ladder?season=2026": (422, "bad_request"),
        "/api/ladder?season=2026-Q9": (422, "bad_request"),
        "/api/ladder?page=0": (422, "bad_request"),
        "/api/ladder?page=1001": (422, "bad_request"),
        "/api/ladder/people/nobody": (404, "no_player"),
        f"/api/ladder/people/{'x' * 5000}": (404, "no_player"),
        f"/api/ladder/people/{bot_id('skilled')}": (404, "no_player"),
        "/api/tables/nothing-there/ladder": (404, "no_table"),
    }
    for path, expected in wrong.items():
        answer = ada.http.get(path)
        assert (answer.status_code, answer.json()["code"]) == expected, path
    assert ada.got("/api/ladder?page=1000")["rows"] == []


def test_lists_come_in_pages(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "PAGE", 2)
    ada, ben = joined(server, "Ada", "Ben")
    table = together((ada, ben), "random")
    for person in (ada, ben):
        person.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        following.until_over()
    first, second = (ada.got(f"/api/ladder?page={page}") for page in (1, 2))
    assert (len(first["rows"]), first["more"]) == (2, True)
    assert (len(second["rows"]), second["more"]) == (1, False)
    assert sorted(names(first) + names(second)) == ["Ada", "Ben", "random"]
    assert first["people"] == 3
    assert first["mine"]["name"] == second["mine"]["name"] == "Ada"


def test_too_many_questions_are_refused(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), replace(QUICK, rates=0.1)) as server:
        ada = server.person()
        answers = [ada.http.get("/api/ladder").status_code for _ in range(6)]
        assert answers[-1] == 429
        ada = server.person()
        answers = [ada.post("/api/ladder/join").status_code for _ in range(10)]
        assert answers[-1] == 429
