"""The deal of the day on a server: one attempt, the same for all, and nobody looks at it early."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update
from websockets.exceptions import WebSocketException

from tests.server.clocks import DAY, Clock, turned
from tests.server.serving import PATIENCE, QUICK, Json, Person, Running, sqlite
from tests.server.test_twin_worlds import OF_A_TABLE, RESIGNING
from whistlestop.editions.load import load
from whistlestop.play.daily import FIRST_DAY, OTHER_POINTS, POINTS, deal_of
from whistlestop.play.game import Game
from whistlestop.server.http.routes import daily as routes
from whistlestop.server.sent.listing import summary
from whistlestop.server.storage import repair, schema
from whistlestop.server.storage.store import Listing, Store
from whistlestop.server.table.entries import from_kept
from whistlestop.server.table.table import played

TODAY = next(
    day
    for day in (date(2026, 12, 9) + timedelta(days=number) for number in range(30))
    if deal_of(day).edition == "london"
)
"""A day with a short game."""
YESTERDAY = TODAY - timedelta(days=1)


@pytest.fixture
def hands() -> Iterator[Clock]:
    """The clock of the server, at noon of `TODAY`."""
    noon = datetime(TODAY.year, TODAY.month, TODAY.day, 12, tzinfo=UTC).timestamp()
    began = time.monotonic()
    made = Clock(lambda: noon + time.monotonic() - began)
    with turned(made):
        yield made


@pytest.fixture
def server(tmp_path: Path, hands: Clock) -> Iterator[Running]:
    with Running(sqlite(tmp_path)) as running:
        yield running


def begin(person: Person, day: date | None = None) -> str:
    body = None if day is None else {"day": day.isoformat()}
    table: str = person.posted("/api/daily", body)["id"]
    return table


def attempt(person: Person) -> Json:
    found: Json = person.got("/api/daily")["attempt"]
    return found


def resign(person: Person, table: str) -> None:
    """Resign, and wait until the bots have ended the game."""
    person.posted(f"/api/tables/{table}/resign")
    end = time.monotonic() + PATIENCE
    while person.table(table)["table"]["state"] != "over":
        assert time.monotonic() < end
        time.sleep(0.02)


def play(person: Person, table: str, moves: int = 10_000) -> Json:
    """Take the last legal action again and again, until the game is over."""
    end = time.monotonic() + PATIENCE
    while True:
        frame = person.table(table)
        if frame["table"]["state"] == "over" or frame["table"]["moves"] >= moves:
            return frame
        assert time.monotonic() < end
        if frame["legal"]:
            person.act(table, frame["legal"][-1]["words"], frame["version"])
        else:
            time.sleep(0.002)


def story(person: Person, table: str) -> list[Any]:
    """What the player saw happen at a table, without names and times.

    Who answers first about the opening tickets is no part of it: all answers wait for one another.
    """
    update = person.table(table)
    return [
        event
        for entry in update["log"]
        for event in entry["events"]
        if entry["move"] is not None and event["type"] != "TicketsAnswered"
    ]


# Today ---------------------------------------------------------------------------------------


def test_what_today_is(server: Running) -> None:
    told, deal = server.person().got("/api/daily"), deal_of(TODAY)
    assert (told["day"], told["edition"], told["bots"]) == (
        TODAY.isoformat(),
        deal.edition,
        [*deal.bots],
    )
    assert told["title"] == "London"
    assert told["attempt"] is None
    assert told["played"] == told["won"] == {"now": 0, "longest": 0}
    assert told["ends"].startswith((TODAY + timedelta(days=1)).isoformat())


def test_a_table_has_the_deal_and_nothing_can_be_changed(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table, deal = begin(ada), deal_of(TODAY)
    shown = ada.table(table)["table"]
    assert shown["daily"] == {"day": TODAY.isoformat(), "attempt": True}
    assert shown["edition"] == deal.edition
    assert [seat["bot"] for seat in shown["seats"]] == [*deal.seats]
    assert shown["take_back"]["allowed"] is False
    assert (shown["public"], shown["explain"], shown["shuffle"]) == (False, False, False)
    own, bot = deal.seats.index(None), deal.seats.index(deal.bots[0])
    asked: dict[str, Json | None] = {
        "close": None,
        "pace": {"kind": "minutes", "amount": 5},
        "standin-after": {"seconds": 60},
        "options": {"explain": True},
        "seats/offer": {"seat": own},
        "seats/bot": {"seat": bot, "bot": "random"},
        "rematch": None,
    }
    for verb, body in asked.items():
        refused = ada.refused(f"/api/tables/{table}/{verb}", body)
        assert refused == (409, "daily_is_fixed"), verb
    assert ada.refused(f"/api/tables/{table}/take-back")[1] == "no_taking_back"
    # How fast bots move changes no move.
    ada.posted(f"/api/tables/{table}/options", {"bot_pace": "instant"})
    listed = ada.got("/api/tables")["mine"]
    assert [one["daily"] for one in listed] == [TODAY.isoformat()]
    # It is the same deal for Ben.
    first, second = (person.table(begin(person)) for person in (ada, ben))
    hands_dealt = [one["position"]["players"][own]["hand"] for one in (first, second)]
    assert hands_dealt[0] == hands_dealt[1] is not None
    assert first["legal"] == second["legal"] != []


def test_one_attempt_a_day(server: Running, hands: Clock) -> None:
    ada = server.person("Ada")
    table = begin(ada)
    assert begin(ada) == begin(ada, TODAY) == table
    assert attempt(ada)["state"] == "playing"
    resign(ada, table)
    assert begin(ada) == table
    assert attempt(ada)["state"] == "given_up"
    hands.forward(DAY)
    other = begin(ada)
    assert other != table
    assert ada.table(other)["table"]["edition"] != "london"


def test_attempts_begun_together_are_one(server: Running) -> None:
    ada = server.person("Ada")
    with ThreadPoolExecutor(6) as together:
        begun = [*together.map(begin, [ada] * 6)]
    assert len({*begun}) == 1
    assert len(ada.got("/api/tables")["mine"]) == 1


def test_the_same_moves_meet_the_same_moves(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    tables = [(ada, begin(ada)), (ben, begin(ben))]
    for person, table in tables:
        person.posted(f"/api/tables/{table}/options", {"bot_pace": "instant"})
    # Ben's server forgets what its bots had in mind.
    play(ben, tables[1][1], 12)
    in_mind = server.service.autoplay._bots  # pyright: ignore[reportPrivateUsage]
    play(ada, tables[0][1])
    for key in [key for key in in_mind if key[0] == tables[1][1]]:
        del in_mind[key]
    play(ben, tables[1][1])
    assert story(*tables[0]) == story(*tables[1])
    results = [attempt(person) for person in (ada, ben)]
    assert results[0] | {"table": ""} == results[1] | {"table": ""}
    sheet = ada.got(f"/api/tables/{tables[0][1]}/sheet")
    own = deal_of(TODAY).seats.index(None)
    scores = [player["total"] for player in sheet["players"]]
    assert results[0]["state"] == "finished"
    assert results[0]["score"] == scores[own]
    assert results[0]["margin"] == scores[own] - max(scores[:own] + scores[own + 1 :])
    # It counts for the person's own results, too.
    assert ada.got("/api/me/results")["all"]["played"] == 1


def test_the_terminal_deals_the_same(server: Running) -> None:
    ada, deal = server.person("Ada"), deal_of(TODAY)
    game = Game.new(load(deal.edition), ("A", "B", "C"), seed=deal.game_seed)
    seat = deal.seats.index(None)
    offered = game.view(seat).me.offer
    legal = [str(action) for action in game.legal_actions(seat)]
    assert offered
    assert [one["words"] for one in ada.table(begin(ada))["legal"]] == legal


def test_a_restart_changes_nothing(tmp_path: Path, hands: Clock) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        table = begin(ada)
        play(ada, table, 9)
    with Running(sqlite(tmp_path)) as server:
        again, ben = ada.moved(server.url), server.person("Ben")
        assert begin(again) == table
        play(again, table)
        other = begin(ben)
        play(ben, other)
        assert story(again, table) == story(ben, other)


# Other days ----------------------------------------------------------------------------------


def test_past_days_are_practice(server: Running) -> None:
    ada = server.person("Ada")
    table = begin(ada, YESTERDAY)
    shown = ada.table(table)["table"]
    assert shown["daily"] == {"day": YESTERDAY.isoformat(), "attempt": False}
    assert begin(ada, YESTERDAY) == table
    assert attempt(ada) is None
    resign(ada, table)
    assert ada.got(f"/api/daily/ranking?day={YESTERDAY}")["people"] == 0
    assert ada.got("/api/me/results")["all"]["played"] == 0
    assert begin(ada, YESTERDAY) != table


@pytest.mark.parametrize(
    ("day", "refused"),
    [
        ((TODAY + timedelta(days=1)).isoformat(), (404, "no_daily")),
        ((FIRST_DAY - timedelta(days=1)).isoformat(), (404, "no_daily")),
        ("2026-13-01", (422, "bad_request")),
        ("2026-02-30", (422, "bad_request")),
        ("0001-01-01", (422, "bad_request")),
    ],
)
def test_days_without_a_deal(server: Running, day: str, refused: tuple[int, str]) -> None:
    assert server.person().refused("/api/daily", {"day": day}) == refused


def test_an_attempt_can_be_finished_in_the_night(server: Running, hands: Clock) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    early, late = begin(ada), begin(ben)
    hands.forward(12 * 3600 + 60)
    told = ada.got("/api/daily")
    assert told["attempt"] is None
    assert told["unfinished"]["day"] == TODAY.isoformat()
    assert told["unfinished"]["attempt"]["table"] == early
    # What is being played is finished before the same deal is practised.
    assert begin(ada, TODAY) == early
    resign(ada, early)
    ranking = ada.got(f"/api/daily/ranking?day={TODAY}")
    assert [row["name"] for row in ranking["rows"]] == ["Ada"]
    assert ranking["final"] is False
    hands.forward(6 * 3600)
    assert ben.got("/api/daily")["unfinished"] is None
    resign(ben, late)
    ranking = ben.got(f"/api/daily/ranking?day={TODAY}")
    assert [row["name"] for row in ranking["rows"]] == ["Ada"]
    assert ranking["final"] is True
    days = ben.got(f"/api/daily/days?month={TODAY:%Y-%m}")["days"]
    assert [day["attempt"]["state"] for day in days if day["attempt"]] == ["late"]


def test_the_calendar_of_a_month(server: Running) -> None:
    ada = server.person("Ada")
    table = begin(ada)
    told = ada.got("/api/daily/days")
    assert told["month"] == f"{TODAY:%Y-%m}"
    assert [day["day"] for day in told["days"]] == [
        f"{TODAY:%Y-%m}-{number:02}" for number in range(1, TODAY.day + 1)
    ]
    assert told["days"][-1]["attempt"]["table"] == table
    assert (told["earlier"], told["later"]) == ("2026-11", None)
    first = ada.got("/api/daily/days?month=2026-11")
    assert (len(first["days"]), first["earlier"], first["later"]) == (30, None, "2026-12")
    assert ada.got("/api/daily/days?month=2031-05")["days"] == []
    assert ada.http.get("/api/daily/days?month=2026-13").status_code == 422
    assert ada.http.get("/api/daily/days?month=1.2026").status_code in (400, 422)


# Who may look --------------------------------------------------------------------------------


def test_nobody_looks_at_a_game_before_the_day_is_closed(server: Running, hands: Clock) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = begin(ada)
    resign(ada, table)
    begin(ben)
    asked = {**OF_A_TABLE, RESIGNING: ()}
    routes_of_a_table = [
        (method, route)
        for method, route in asked
        if "{table_id}" in route and method in ("GET", "POST")
    ]
    assert len(routes_of_a_table) > 30
    for method, route in routes_of_a_table:
        path = route.replace("{table_id}", table).replace("{moves}", "0")
        for spelled in (path, f"{path}/", path.replace("/api/", "/api//")):
            body: Json | None = {} if method == "POST" else None
            answer = ben.http.request(method, spelled, json=body)
            assert answer.status_code == 403, (method, spelled)
            assert answer.json()["code"] == "daily_hidden"
    with pytest.raises(WebSocketException), ben.follow(table) as line:
        line.next()
    for path in (f"/api/editions/table.{table}", f"/drawings/table.{table}/geometry.json"):
        assert ben.http.get(path).status_code == 403
    # The pages are the same for all tables, and say what the server answers.
    assert ben.http.get(f"/t/{table}").status_code == 200
    assert ben.http.get(f"/replay/{table}").status_code == 200
    assert ben.got("/api/daily/ranking")["rows"][0]["table"] is None
    # The player looks at everything.
    assert ada.got(f"/api/tables/{table}/turns")
    with ada.follow(table) as line:
        assert line.next()
    hands.forward(18 * 3600 - 60)
    assert ben.http.get(f"/api/tables/{table}").status_code == 403
    hands.forward(120)
    assert ben.table(table)["table"]["state"] == "over"
    row = ben.got(f"/api/daily/ranking?day={TODAY}")["rows"][0]
    assert row["table"] == table
    assert ben.http.get(f"/api/tables/{table}/turns").status_code == 200


def test_practice_of_a_day_that_is_not_closed_is_hidden_too(server: Running, hands: Clock) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    hands.forward(13 * 3600)
    table = begin(ada, TODAY)
    assert ada.table(table)["table"]["daily"]["attempt"] is False
    assert ben.http.get(f"/api/tables/{table}").status_code == 403
    assert server.person().http.get("/api/tables/day-20269999-12345678901").status_code == 404
    nobody = f"/api/tables/day-{TODAY:%Y%m%d}-12345678901"
    assert ben.http.get(nobody).json()["code"] == "no_table"


# People --------------------------------------------------------------------------------------


def test_a_deleted_person_leaves_the_ranking(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    for person in (ada, ben):
        resign(person, begin(person))
    assert len(ben.got("/api/daily/ranking")["rows"]) == 2
    everything = ada.got("/api/me/everything")
    assert [one["day"] for one in everything["daily"]] == [TODAY.isoformat()]
    assert ada.posted("/api/me/forget", {"sure": True}) == {"gone": True}
    assert [row["name"] for row in ben.got("/api/daily/ranking")["rows"]] == ["Ben"]


def test_a_person_deleted_during_the_game(server: Running) -> None:
    ada = server.person("Ada")
    table = begin(ada)
    ada.posted("/api/me/forget", {"sure": True})
    end = time.monotonic() + PATIENCE
    room = server.service.tables.in_memory(table)
    while room is None or room.table is None or room.table.state != "over":
        assert time.monotonic() < end
        time.sleep(0.02)
        room = server.service.tables.in_memory(table)
    assert server.person().got("/api/daily/ranking")["people"] == 0


def test_two_devices_of_a_person_share_one_attempt(server: Running) -> None:
    ada, other = server.person("Ada"), server.person()
    table, left = begin(ada), begin(other)
    code = ada.posted("/api/me/code")["code"]
    other.posted("/api/me/code/use", {"code": code})
    assert begin(other) == begin(ada) == table != left
    assert attempt(other)["table"] == table


# Rankings ------------------------------------------------------------------------------------


def put(server: Running, results: dict[str, list[tuple[date, int, int]]]) -> dict[str, Person]:
    """People with finished attempts: the day, the margin and the score; a margin of -999 = gave up.

    Later results of a list ended later.
    """
    people = {name: server.person(name) for name in results}
    with server.store.engine.begin() as connection:
        rows = connection.execute(select(schema.person.c.name, schema.person.c.id)).all()
        ids: dict[str, str] = {row[0]: row[1] for row in rows}
        for number, (name, days) in enumerate(results.items()):
            for day, margin, score in days:
                table = f"day-{day:%Y%m%d}-{number:011}"
                connection.execute(
                    insert(schema.game_table).values(
                        id=table,
                        edition="london",
                        public=False,
                        state="over",
                        created=0.0,
                        updated=0.0,
                        summary="",
                    )
                )
                connection.execute(
                    insert(schema.daily).values(
                        day=day.isoformat(),
                        person=ids[name],
                        table_id=table,
                        begun=0.0,
                        ended=float(number),
                        counts=True,
                        given_up=margin == -999,
                        won=margin > 0,
                        place=1 if margin > 0 else 2,
                        score=score,
                        margin=margin,
                    )
                )
    return people


def test_the_ranking_of_a_day(server: Running) -> None:
    people = put(
        server,
        {
            "Ann": [(TODAY, 5, 30)],
            "Bea": [(TODAY, 12, 20)],
            "Cid": [(TODAY, -999, 50)],
            "Dan": [(TODAY, 5, 31)],
            "Eva": [(TODAY, -3, 25)],
            "Fay": [(TODAY, 5, 30)],
        },
    )
    told = people["Eva"].got("/api/daily/ranking")
    rows = [(row["rank"], row["name"]) for row in told["rows"]]
    assert rows == [(1, "Bea"), (2, "Dan"), (3, "Ann"), (4, "Fay"), (5, "Eva"), (6, "Cid")]
    assert [row["name"] for row in told["rows"] if row["you"]] == ["Eva"]
    assert told["mine"] == told["rows"][4]
    assert told["rows"][5]["given_up"] is True
    assert told["rows"][0]["points"] is None
    assert (told["people"], told["more"], told["final"]) == (6, False, False)


def test_the_rankings_of_weeks_and_months(server: Running) -> None:
    monday = TODAY - timedelta(days=TODAY.weekday())
    sunday, week_after = monday + timedelta(days=6), monday + timedelta(days=7)
    people = put(
        server,
        {
            "Ann": [(monday, 5, 30), (sunday, 1, 30), (week_after, 50, 90)],
            "Bea": [(monday, 4, 20), (sunday, 2, 20)],
            "Cid": [(monday, -999, 50), (sunday, -1, 31)],
        },
    )
    told = people["Cid"].got(f"/api/daily/ranking?span=week&day={TODAY}")
    assert (told["first"], told["last"]) == (monday.isoformat(), sunday.isoformat())
    rows = [
        (row["rank"], row["name"], row["points"], row["days"], row["won"], row["margin"])
        for row in told["rows"]
    ]
    first, second, third = POINTS[:3]
    # Who is equal comes in any order.
    assert sorted(rows) == [
        (1, "Ann", first + second, 2, 2, 6),
        (1, "Bea", first + second, 2, 2, 6),
        (3, "Cid", third, 1, 0, -1),
    ]
    assert told["mine"]["name"] == "Cid"
    assert told["earlier"] == (monday - timedelta(days=1)).isoformat()
    assert told["later"] is None
    month = people["Ann"].got(f"/api/daily/ranking?span=month&day={week_after}")
    in_month = [day for day in (monday, sunday, week_after) if day.month == week_after.month]
    assert month["rows"][0]["days"] == len(in_month)
    other = server.person().got("/api/daily/ranking?span=month&day=2027-06-01")
    assert (other["rows"], other["people"], other["mine"]) == ([], 0, None)


def test_rankings_come_in_pages(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "PAGE", 3)
    people = put(server, {f"P{number}": [(TODAY, number, 10)] for number in range(8)})
    for span in ("day", "week", "month"):
        pages = [
            people["P0"].got(f"/api/daily/ranking?span={span}&page={page}") for page in (1, 2, 3, 4)
        ]
        names = [[row["name"] for row in page["rows"]] for page in pages]
        assert names == [["P7", "P6", "P5"], ["P4", "P3", "P2"], ["P1", "P0"], []]
        assert [page["more"] for page in pages] == [True, True, False, False]
        assert all(page["mine"]["name"] == "P0" for page in pages)
        if span != "day":
            points = [row["points"] for page in pages for row in page["rows"]]
            assert points == [*POINTS, OTHER_POINTS, OTHER_POINTS]
    for wrong in ("page=0", "page=1001", "page=x", "span=year", "day=today"):
        assert people["P0"].http.get(f"/api/daily/ranking?{wrong}").status_code in (400, 422)


def test_streaks_of_a_person(server: Running) -> None:
    days = [TODAY - timedelta(days=number) for number in (1, 2, 3, 5)]
    margins = (4, -2, 3, -999)
    rows = [(day, margin, 10) for day, margin in zip(days, margins, strict=True)]
    ann = put(server, {"Ann": rows})["Ann"]
    told = ann.got("/api/daily")
    assert told["played"] == {"now": 3, "longest": 3}
    assert told["won"] == {"now": 1, "longest": 1}


def test_results_damaged_on_the_disk_are_left_out(server: Running) -> None:
    people = put(server, {"Ann": [(TODAY, 5, 30)], "Bea": [(TODAY, 4, 20)]})
    with server.store.engine.begin() as connection:
        damaged = update(schema.daily).where(schema.daily.c.margin == 5)
        connection.execute(damaged.values(score=schema.daily.c.day))
    assert [row["name"] for row in people["Ann"].got("/api/daily/ranking")["rows"]] == ["Bea"]


def test_a_repaired_game_goes_on_and_counts_then(tmp_path: Path, hands: Clock) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        tables = [begin(ada), begin(ben)]
        for person, table in zip((ada, ben), tables, strict=True):
            resign(person, table)
    store = Store(sqlite(tmp_path))
    kept = repair.entries_of(store, tables[0])
    resigned = next(entry.number for entry in kept if entry.kind == "resigned")
    table, _ = played(tables[0], map(from_kept, kept[: resigned - 1]))
    listing = Listing(table.state, table.updated, summary(table))
    repair.cut(store, tables[0], resigned, listing)
    repair.cut(store, tables[1], 1, None)
    store.close()
    with Running(sqlite(tmp_path)) as server:
        ada, ben = ada.moved(server.url), ben.moved(server.url)
        assert attempt(ada)["state"] == "playing"
        assert ada.got("/api/daily/ranking")["people"] == 0
        resign(ada, tables[0])
        assert attempt(ada)["state"] == "given_up"
        assert begin(ben) not in tables


def test_servers_limit_new_tables_of_the_day_too(tmp_path: Path, hands: Clock) -> None:
    with Running(sqlite(tmp_path), replace(QUICK, rates=1, tables_by_person=1)) as server:
        ada = server.person("Ada")
        ada.new_table("london", "me", "open")
        assert ada.refused("/api/daily")[0] == 429
        assert attempt(ada) is None


def test_a_branch_of_a_deal_of_the_day_is_hidden_with_it(server: Running, hands: Clock) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = begin(ada)
    assert ada.refused(f"/api/tables/{table}/hints", {"allowed": True}) == (409, "daily_is_fixed")
    resign(ada, table)
    branch: str = ada.posted(f"/api/tables/{table}/branches", {"move": 3})["id"]
    told = ada.table(branch)
    assert told["table"]["daily"] is None
    assert told["table"]["state"] == "playing"
    hidden = ben.http.get(f"/api/tables/{branch}")
    assert (hidden.status_code, hidden.json()["code"]) == (403, "daily_hidden")
    hands.forward(DAY)
    assert ben.table(branch)["table"]["branch"]["table"] == table


def test_nobody_waits_at_a_table_for_bots_that_are_being_compiled(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At these tables no interpreted code stands in, so the game could not begin for minutes."""

    async def not_yet() -> bool:
        return False

    ada = server.person("Ada")
    monkeypatch.setattr(server.service.players, "ready", not_yet)
    assert ada.refused("/api/daily") == (503, "players_compiling")
    assert ada.got("/api/daily")["attempt"] is None
    monkeypatch.undo()
    table = begin(ada)
    monkeypatch.setattr(server.service.players, "ready", not_yet)
    # Whoever has begun comes back to the table.
    assert begin(ada) == table
