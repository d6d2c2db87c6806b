"""What was acknowledged is there after a crash, and every game goes on as if nothing had been."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from tests.server.clocks import Clock
from tests.server.resting import Rests
from tests.server.serving import (
    QUICK,
    Json,
    Person,
    Process,
    Running,
    deal_of,
    move,
    sqlite,
    without_hidden,
)
from whistlestop import Game, read_record, write_record
from whistlestop.server.storage import schema
from whistlestop.server.storage.store import Change, NewTable, Store


def steps(person: Person, table: str, number: int, random: Random) -> Json:
    """Take some random actions; the update after them."""
    update = person.table(table)
    while number and update["table"]["state"] == "playing":
        if update["legal"]:
            person.act(table, random.choice(update["legal"])["words"], update["version"])
            number -= 1
        update = person.table(table)
    return update


def test_a_restart_continues_a_game_exactly(tmp_path: Path) -> None:
    """Same position, same log, and the luck that was promised at the start."""
    random = Random(5)
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        table = ada.new_table("europe", "me", "random")
        steps(ada, table, 12, random)
    # The bot may have moved once more while the server ended.
    with Running(sqlite(tmp_path)) as server:
        first = ada.moved(server.url)
        steps(first, table, 1, random)
    with Running(sqlite(tmp_path)) as server:
        before = steps(ada.moved(server.url), table, 3, random)
    with Running(sqlite(tmp_path)) as server:
        again = ada.moved(server.url)
        after = again.table(table)
        assert after["log"][: len(before["log"])] == before["log"]
        assert after["table"]["you"] == before["table"]["you"]
        again.posted(f"/api/tables/{table}/resign")
        with again.follow(table) as following:
            over = following.until_over()
        record = read_record(again.http.get(f"/api/tables/{table}/record").text)
    fair = Game.new("europe", record.seats, seed=deal_of(over["table"]))
    for taken in record.moves:
        fair.play(taken.action, taken.seat)
    assert write_record(fair) == write_record(record)


def test_a_waiting_table_is_the_same_after_a_restart(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        playing = ada.new_table("usa", "me", "open")
        ben.posted(f"/api/tables/{playing}/join")
        ben.act(playing, "keep 1 2", 3, "sent once")
        waiting = ada.new_table("usa", "me", "open", public=True)
        before = [ada.table(table) for table in (playing, waiting)], ada.got("/api/tables")
    with Running(sqlite(tmp_path)) as server:
        ada, ben = ada.moved(server.url), ben.moved(server.url)
        after = [ada.table(table) for table in (playing, waiting)], ada.got("/api/tables")
        assert after[0] == before[0]
        assert after[1] == before[1]
        # An answer that was lost on the way is given again.
        assert ben.act(playing, "keep 1 2", 3, "sent once") == {"version": 4}


def test_nothing_acknowledged_is_lost_by_a_kill(tmp_path: Path) -> None:
    """Several players move as fast as they can; the process is killed in the midst of it."""
    players: list[Person] = []
    tables: list[str] = []
    acknowledged: dict[str, int] = {}
    stop = threading.Event()

    def play(person: Person, table: str, random: Random) -> None:
        try:
            while not stop.is_set():
                update = person.table(table)
                if not update["legal"]:
                    continue
                words = random.choice(update["legal"])["words"]
                answer = person.post(f"/api/tables/{table}/actions", move(words, 0))
                if answer.status_code == 200:
                    acknowledged[table] = answer.json()["version"]
        except Exception:  # the server is gone
            return

    with Process(tmp_path) as server:
        for number in range(3):
            person = Person(server.url, f"Player {number}")
            players.append(person)
            tables.append(person.new_table(("usa", "germany")[number % 2], "me", "random"))
        threads = [
            threading.Thread(target=play, args=(person, table, Random(table)))
            for person, table in zip(players, tables, strict=True)
        ]
        for thread in threads:
            thread.start()
        while len(acknowledged) < 3 or min(acknowledged.values()) < 30:
            time.sleep(0.01)
        server.kill()
        stop.set()
        for thread in threads:
            thread.join()
    with Process(tmp_path) as server:
        for person, table in zip(players, tables, strict=True):
            again = person.moved(server.url)
            found = again.table(table)
            assert found["version"] >= acknowledged[table]
            again.posted(f"/api/tables/{table}/resign")
            with again.follow(table) as following:
                following.until_over()
            record = read_record(again.http.get(f"/api/tables/{table}/record").text)
            assert record.over


def test_a_kill_between_frames_never_shows_what_is_not_kept(tmp_path: Path) -> None:
    """Whoever followed sees the same entries again, and from there on the next ones."""
    with Process(tmp_path) as server:
        ada = Person(server.url, "Ada")
        table = ada.new_table("germany", "planner", "random", "random")
        seen: list[Json] = []
        with ada.follow(table) as following:
            seen += following.update()["log"]
            while len(seen) < 60:
                entry = following.update()["entry"]
                seen += [entry] if entry else []
            server.kill()
    with Process(tmp_path) as server:
        again = ada.moved(server.url)
        with again.follow(table, len(seen)) as following:
            following.until_over()
        # All is open at the end: what was hidden then is compared as far as it was shown.
        log = again.table(table)["log"]
        assert [entry["at"] for entry in log[: len(seen)]] == [entry["at"] for entry in seen]
        for now, then in zip(log, seen, strict=False):
            for event, shown in zip(now["events"], then["events"], strict=True):
                assert shown == {k: v if shown[k] is not None else None for k, v in event.items()}


def test_bots_continue_after_a_restart(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), replace(QUICK, bot_pause=3600)) as server:
        ada = server.person()
        table = ada.new_table("newyork", "planner", "random")
        assert ada.table(table)["table"]["moves"] == 0
    with Running(sqlite(tmp_path)) as server, ada.moved(server.url).follow(table) as following:
        assert following.until_over()["table"]["moves"] > 20


def test_a_write_that_fails_changes_nothing(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The action is not acknowledged, nobody sees it, and it can be sent again."""
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "open")
    server.person().posted(f"/api/tables/{table}/join")
    before = ada.table(table)
    kept = Store.append
    failing = [True]

    async def append(self: Store, change: Change, new: NewTable | None = None) -> None:
        if failing and change.table_id == table:
            raise OSError("no space left on device")
        await kept(self, change, new)

    monkeypatch.setattr(Store, "append", append)
    with ada.follow(table) as following:
        following.update()
        body = move("keep 1 2", before["version"], "again")
        assert ada.refused(f"/api/tables/{table}/actions", body) == (500, "internal_error")
        assert without_hidden(ada.table(table)) == without_hidden({**before, "log": before["log"]})
        failing.clear()
        assert ada.act(table, "keep 1 2", before["version"], "again") == {"version": 4}
        assert following.until(4)["entry"]["events"] == [{"type": "TicketsAnswered", "seat": 0}]


def test_another_writer_is_noticed(server: Running) -> None:
    """An entry that somebody else wrote comes before the next one; both hold."""
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open")
    ben.posted(f"/api/tables/{table}/join")
    row = {"table_id": table, "number": 4, "kind": "chat", "at": 1.0}
    said = insert(schema.entry).values({**row, "data": '{"seat":1,"phrase":"hello"}'})
    with server.store.engine.begin() as connection:
        connection.execute(said)
    assert ada.act(table, "keep 1 2", 3, "mine") == {"version": 5}
    assert ada.act(table, "keep 1 2", 3, "mine") == {"version": 5}
    assert ada.table(table)["log"][3]["events"][0]["type"] == "Said"


def test_a_game_dealt_by_another_version_goes_on(tmp_path: Path) -> None:
    """Its seed brings something else now: it is played by what is written, with new luck."""
    random = Random(1)
    with Running(sqlite(tmp_path)) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        table = ada.new_table("usa", "me", "open")
        ben.posted(f"/api/tables/{table}/join")
        for _ in range(8):
            for person in (ada, ben):
                if (update_ := person.table(table))["legal"]:
                    words = random.choice(update_["legal"])["words"]
                    person.act(table, words, update_["version"])
        before = ada.table(table)
        with server.store.engine.begin() as connection:
            there = (schema.entry.c.table_id == table) & (schema.entry.c.kind == "created")
            secret = json.loads(connection.scalar(select(schema.entry.c.secret).where(there)) or "")
            secret["seed"] ^= 1
            changed = update(schema.entry).where(there).values(secret=json.dumps(secret))
            connection.execute(changed)
    with Running(sqlite(tmp_path)) as server:
        after = ada.moved(server.url).table(table)
        assert after["log"] == before["log"]
        assert after["position"] == before["position"]
        for person in (ada, ben):
            person.moved(server.url).posted(f"/api/tables/{table}/resign")
        with ada.moved(server.url).follow(table) as following:
            following.until_over()
    with Running(sqlite(tmp_path)) as server:
        again = ada.moved(server.url)
        assert again.table(table)["table"]["state"] == "over"
        assert read_record(again.http.get(f"/api/tables/{table}/record").text).over


# Absence and clocks -------------------------------------------------------------------------


def test_a_bot_stands_in_for_somebody_absent_until_they_return(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open", standin_after=0.2)
    ben.posted(f"/api/tables/{table}/join")
    with ada.follow(table) as hers:
        while True:
            update_ = hers.update()
            if update_["legal"]:
                ada.act(table, update_["legal"][0]["words"], update_["version"])
            entry = update_["entry"]
            if entry and entry["events"][0]["type"] == "StandinStarted":
                assert entry["events"][0] == {"type": "StandinStarted", "seat": 1, "why": "absent"}
                break
        seat = update_["table"]["seats"][1]
        assert (seat["standin"], seat["bot"], seat["present"]) == (True, "skilled", False)
        with ben.follow(table) as his:
            ben.posted(f"/api/tables/{table}/return")
            ben.posted(f"/api/tables/{table}/return")
            assert ben.table(table)["table"]["seats"][1]["standin"] is False
            # Whoever is there is waited for.
            ada.posted(f"/api/tables/{table}/resign")
            while not his.update()["legal"]:
                pass
        assert not ada.table(table)["table"]["seats"][0]["standin"]


def test_where_all_have_left_no_bot_plays(
    server: Running, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands in for those who are away as soon as somebody is there and waits."""
    rests = Rests(monkeypatch)
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open", standin_after=30)
    ben.posted(f"/api/tables/{table}/join")
    clock.forward(60)
    rests.after_now(server, table)
    assert not any(seat["standin"] for seat in ada.table(table)["table"]["seats"])
    with ada.follow(table) as hers:
        while not (seats := hers.update()["table"]["seats"])[1]["standin"]:
            pass
        assert not seats[0]["standin"]


def test_whoever_acts_is_back(server: Running) -> None:
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "open")
    ben = server.person("Ben")
    ben.posted(f"/api/tables/{table}/join")

    async def stand_in() -> None:
        async with server.service.tables.use(table) as (room, found):
            await server.service.commands.standing_in.stand_in(room, found, 0, "absent")

    room = server.service.tables.in_memory(table)
    assert room is not None
    assert room.autoplay is not None
    loop = room.autoplay.get_loop()
    asyncio.run_coroutine_threadsafe(stand_in(), loop).result()
    answer = ada.post(f"/api/tables/{table}/actions", move("keep 1 2", 3))
    if answer.status_code == 200:
        log = [entry["events"][0]["type"] for entry in ada.table(table)["log"][-3:]]
        assert log == ["StandinStarted", "StandinEnded", "TicketsAnswered"]
    else:
        assert answer.json()["code"] == "stale_version"


@pytest.mark.parametrize(
    ("pace", "over"),
    [({"kind": "minutes", "amount": 0.003}, True), ({"kind": "days", "amount": 1e-6}, True)],
)
def test_a_bot_moves_when_time_is_up(server: Running, pace: Json, over: bool) -> None:
    """Both sit there and do nothing; the game ends all the same."""
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("newyork", "me", "open", pace=pace)
    ben.posted(f"/api/tables/{table}/join")
    with ada.follow(table) as hers, ben.follow(table):
        end = hers.until_over()
    log = ada.table(table)["log"]
    why = [entry["events"][0].get("why") for entry in log]
    assert why.count("clock") == 2
    assert (end["table"]["state"] == "over") == over
    assert end["table"]["pace"] == pace


def test_clocks_are_told_and_survive_a_restart(tmp_path: Path) -> None:
    """Time spent on moves is kept; time in which nothing was served counts for nobody."""
    pace = {"kind": "minutes", "amount": 30}
    with Running(sqlite(tmp_path)) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        table = ada.new_table("usa", "me", "open", pace=pace)
        ben.posted(f"/api/tables/{table}/join")
        started = ada.table(table)["clocks"]
        ada.act(table, "keep all", 3)
    assert started == [1800, 1800]
    # As if the first move had taken ten minutes.
    store = Store(sqlite(tmp_path))
    with store.engine.begin() as connection:
        there = (schema.entry.c.table_id == table) & (schema.entry.c.kind == "move")
        data: Any = json.loads(connection.scalar(select(schema.entry.c.data).where(there)) or "")
        changed = update(schema.entry).where(there)
        connection.execute(changed.values(data=json.dumps({**data, "spent": 600.0}), at=1.0))
    store.close()
    with Running(sqlite(tmp_path)) as server:
        clocks = ada.moved(server.url).table(table)["clocks"]
        assert clocks[0] == 1200
        assert 1700 < clocks[1] <= 1800
