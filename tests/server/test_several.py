"""Several servers over one PostgreSQL: whichever people are connected to, it is the same table."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import psycopg
import pytest
from sqlalchemy.engine import make_url

from tests.server.clocks import DAY, WallClock
from tests.server.databases import NAMED, database
from tests.server.databases import empty as emptied
from tests.server.disk import needs_compiler
from tests.server.pushing import Device, claims
from tests.server.receiving import ChatRoom
from tests.server.serving import PATIENCE, QUICK, Json, Person, Process, Running, move
from tests.server.test_whole_games import check_ended
from whistlestop.server.hosting import absence_times
from whistlestop.server.storage.notify import LONGEST, NAME

DATABASE = database(NAMED)

pytestmark = pytest.mark.skipif(not DATABASE, reason=f"{NAMED} names no database")

Found = TypeVar("Found")

Pair = tuple[Running, Running]


@pytest.fixture
def empty() -> None:
    emptied(DATABASE)


@pytest.fixture
def pair(empty: None) -> Iterator[Pair]:
    """Two servers that know of each other."""
    del empty
    with Running(DATABASE) as one, Running(DATABASE) as other:
        eventually(lambda: one.service.peers.others and other.service.peers.others)
        yield one, other


def eventually(look: Callable[[], Found]) -> Found:
    """What comes to be true, soon."""
    end = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < end, "it did not come to be"
        time.sleep(0.02)
    return found


def at_once(*calls: Callable[[], Found]) -> list[Found]:
    """What several calls give that are made at the same time."""
    with ThreadPoolExecutor(len(calls)) as threads:
        return [future.result() for future in [threads.submit(call) for call in calls]]


def two(pair: Pair, edition: str = "usa", *more: str, **options: Any) -> tuple[Person, Person, str]:
    """Somebody at either server, who play with each other."""
    ada, ben = pair[0].person("Ada"), pair[1].person("Ben")
    table = ada.new_table(edition, "me", "open", *more, **options)
    ben.posted(f"/api/tables/{table}/join")
    eventually(lambda: ada.table(table)["table"]["state"] == "playing")
    return ada, ben, table


def play(update: Json, person: Person, table: str, random: Random) -> int:
    """Take a random legal action; the version that it led to."""
    words = random.choice(update["legal"])["words"]
    return person.act(table, words, update["version"])["version"]


def test_who_polls_at_one_server_is_present_at_all(empty: None) -> None:
    del empty
    settings = replace(QUICK, polling_grace=3600)
    with Running(DATABASE, settings) as one, Running(DATABASE, settings) as other:
        eventually(lambda: one.service.peers.others and other.service.peers.others)
        ada, ben, table = two((one, other))
        eventually(lambda: ada.table(table)["table"]["seats"][1]["present"])
        asked = {"seat": 1}
        assert ada.refused(f"/api/tables/{table}/seats/offer", asked)[1] == "still_there"
        eventually(lambda: ben.table(table)["table"]["seats"][0]["present"])


def test_everybody_agrees_and_comes_back_at_whatever_server(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absence_times, "AWAY", 0.0)
    ada, ben, cleo = pair[0].person("Ada"), pair[1].person("Ben"), pair[1].person("Cleo")
    table = ada.new_table("usa", "me", "open", "open")
    for person in (ben, cleo):
        person.posted(f"/api/tables/{table}/join")
    at = f"/api/tables/{table}/seats"
    eventually(lambda: ada.table(table)["table"]["state"] == "playing")
    entry = ada.posted(f"{at}/offer", {"seat": 1})["version"]
    eventually(lambda: cleo.table(table)["table"]["passing"])
    cleo.posted(f"{at}/answer", {"asked": entry, "agrees": True})
    key = eventually(lambda: ada.posted(f"{at}/offer", {"seat": 1})["key"])
    dora = pair[1].person("Dora")
    eventually(lambda: dora.table(table)["table"]["offered"])
    dora.posted(f"{at}/take", {"seat": 1, "key": key})
    there = ben.moved(pair[0].url)
    eventually(lambda: there.table(table)["table"]["reclaimable"])
    there.posted(f"/api/tables/{table}/return")
    eventually(lambda: dora.table(table)["table"]["you"]["former"] == 1)


def test_a_whole_game_at_two_servers(pair: Pair) -> None:
    """Both hear everything, in order and as it happens; a bot plays along."""
    ada, ben, table = two(pair, "europe", "random")

    def played(person: Person, random: Random) -> list[int]:
        """The numbers of the entries, as they came."""
        told: list[int] = []
        acted, state = 0, ""
        with person.follow(table, 0) as following:
            while state != "over":
                update = following.update()
                state = update["table"]["state"]
                told += [] if update["entry"] is None else [update["entry"]["number"]]
                if update["legal"] and update["version"] > acted:
                    acted = play(update, person, table, random) - 1
        return told

    hers, his = at_once(lambda: played(ada, Random(3)), lambda: played(ben, Random(4)))
    assert hers == his == [*range(1, len(hers) + 1)]
    check_ended(ada, table)
    check_ended(ben, table)
    records = {
        person.http.get(f"/api/tables/{table}/record").text
        for person in (ada, ben, ada.moved(pair[1].url), ben.moved(pair[0].url))
    }
    assert len(records) == 1


def test_who_is_forgotten_at_one_server_is_named_at_none(pair: Pair) -> None:
    """The other one had read the table before, and was followed there."""
    ada, ben, table = two(pair, "london")
    ada.posted("/api/me", {"name": "Zerlina"})
    there = ada.moved(pair[1].url)
    code = ada.posted("/api/me/code")["code"]
    phone = pair[1].person()
    eventually(lambda: "Zerlina" in json.dumps(ben.table(table)))
    assert phone.posted("/api/me/code/use", {"code": code})["name"] == "Zerlina"
    with ben.follow(table) as following, phone.follow(table) as phones:
        following.update()
        phones.update()
        ada.posted("/api/me/forget", {"sure": True})
        while "log" not in following.update() or "Zerlina" in following.texts[-1]:
            pass
        while phones.next()["type"] != "closing":
            pass
    assert "Zerlina" not in json.dumps(ben.table(table))
    assert "Zerlina" not in json.dumps(ada.table(table))
    for device in (ada, there, phone):
        eventually(lambda device=device: device.got("/api/me")["name"] == "")


def test_what_one_plans_is_heard_at_both_by_the_same_eyes_alone(pair: Pair) -> None:
    """Of two at a device, whoever planned is told at the other server; the other one is not."""
    ada = pair[0].person("Ada")
    there = ada.moved(pair[1].url)
    seats = [{"kind": "me"}, {"kind": "here", "name": "Ben"}]
    body = {"edition": "usa", "seats": seats, "shuffle": False}
    table = ada.posted("/api/tables", body)["id"]
    eventually(lambda: there.table(table)["table"]["state"] == "playing")
    with there.follow(table, seat=0) as own, there.follow(table, seat=1) as other:
        own.update()
        other.update()
        said = ada.posted(f"/api/tables/{table}/chat?seat=0", {"phrase": "hello"})["version"]
        for line in (own, other):
            line.until(said)
        path = f"/api/tables/{table}/ahead"
        kept = ada.posted(f"{path}?seat=0", {"marked": ["DEN-OMA"]})
        assert own.update()["entry"] is None
        assert there.got(f"{path}?seat=0") == kept
        assert there.got(f"{path}?seat=1")["marked"] == []
        ada.posted(f"/api/tables/{table}/chat?seat=1", {"phrase": "hello"})
        assert other.update()["version"] == said + 1


def test_one_action_sent_to_both_is_taken_once(pair: Pair) -> None:
    ada, ben, table = two(pair)
    there = ada.moved(pair[1].url)
    versions = at_once(
        lambda: ada.act(table, "keep all", 3, "the same"),
        lambda: there.act(table, "keep all", 3, "the same"),
    )
    assert versions == [{"version": 4}] * 2
    eventually(lambda: ben.table(table)["version"] == 4)
    assert ada.act(table, "keep all", 3, "the same") == {"version": 4}


def test_two_different_actions_at_once_are_one(pair: Pair) -> None:
    """Whoever comes second hears that the game has gone on, at whichever server."""
    ada, _, table = two(pair)
    there = ada.moved(pair[1].url)
    path = f"/api/tables/{table}/actions"
    answers = at_once(
        lambda: ada.post(path, move("keep 1 2", 3)), lambda: there.post(path, move("keep 2 3", 3))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    (refused,) = (answer.json() for answer in answers if answer.status_code == 409)
    assert refused["code"] == "stale_version"


def test_one_seat_wanted_at_both_is_taken_once(pair: Pair) -> None:
    one, other = pair
    ada = one.person("Ada")
    for _ in range(5):
        table = ada.new_table("germany", "me", "open", "open")
        ben, zoe, path = one.person("Ben"), other.person("Zoe"), f"/api/tables/{table}/join"
        answers = at_once(
            partial(ben.post, path, {"seat": 1}), partial(zoe.post, path, {"seat": 1})
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]


def test_a_rematch_wanted_at_both_is_one(pair: Pair) -> None:
    ada, ben, table = two(pair, "newyork")
    for person in (ada, ben):
        person.posted(f"/api/tables/{table}/resign")
    for person in (ada, ben):
        with person.follow(table) as following:
            following.until_over()
    path = f"/api/tables/{table}/rematch"
    made = at_once(lambda: ada.posted(path), lambda: ben.posted(path))
    assert made[0] == made[1]
    assert {row["id"] for row in ada.got("/api/tables")["mine"]} == {table, made[0]["id"]}


def test_whoever_changes_servers_misses_nothing(pair: Pair) -> None:
    """Even if the other server has not heard yet of what they have seen."""
    ada, ben, table = two(pair)
    random = Random(5)
    people = [ada, ben]
    for turn in range(30):
        person = people[turn % 2]
        update = person.table(table)
        if not update["legal"]:
            person = people[1 - turn % 2]
            update = eventually(lambda person=person: (u := person.table(table))["legal"] and u)
        version = play(update, person, table, random)
        there = person.moved(pair[turn % 2].url)
        with there.follow(table, version) as following:
            assert following.update()["version"] >= version


def test_who_is_there_is_known_everywhere(pair: Pair) -> None:
    ada, ben, table = two(pair)

    def seen(person: Person) -> tuple[list[bool], int]:
        told = person.table(table)["table"]
        return [seat["present"] for seat in told["seats"]], told["viewers"]

    with ada.follow(table):
        eventually(lambda: seen(ben) == ([True, False], 0))
        with ben.follow(table), pair[1].person().follow(table):
            eventually(lambda: seen(ada) == ([True, True], 1))
            assert seen(ben) == ([True, True], 1)
        eventually(lambda: seen(ada) == ([True, False], 0))


def test_a_server_that_comes_later_hears_who_is_there(empty: None) -> None:
    del empty
    with Running(DATABASE) as one:
        ada = one.person("Ada")
        table = ada.new_table("usa", "me", "open")
        with ada.follow(table), Running(DATABASE) as other:
            there = ada.moved(other.url)
            eventually(lambda: there.table(table)["table"]["seats"][0]["present"])


def test_a_new_name_is_known_everywhere(pair: Pair) -> None:
    ada = pair[0].person("Ada")
    there = ada.moved(pair[1].url)
    assert there.got("/api/me")["name"] == "Ada"
    ada.posted("/api/me", {"name": "Countess"})
    eventually(lambda: there.got("/api/me")["name"] == "Countess")


def test_own_tables_are_listed_wherever_they_are_played(pair: Pair) -> None:
    ada, ben, table = two(pair)
    (mine,) = ada.moved(pair[1].url).got("/api/tables")["mine"]
    assert (mine["id"], mine["your_turn"]) == (table, True)
    ada.act(table, "keep all", ada.table(table)["version"])
    eventually(lambda: not ada.moved(pair[1].url).got("/api/tables")["mine"][0]["your_turn"])
    assert ben.moved(pair[0].url).got("/api/tables")["mine"][0]["your_turn"]


def test_one_server_moves_the_bots(pair: Pair) -> None:
    """Every table has one that does; among many tables, both have some."""
    ada = pair[0].person("Ada")
    tables = [ada.new_table("newyork", "random", "random") for _ in range(12)]
    minding = [[server.service.peers.minds(table) for server in pair] for table in tables]
    assert all(sum(minds) == 1 for minds in minding)
    assert {minds[0] for minds in minding} == {True, False}
    for table in tables:
        with ada.moved(pair[1].url).follow(table) as following:
            following.until_over()
        eventually(lambda table=table: ada.table(table)["table"]["state"] == "over")
        check_ended(ada, table)


def is_asleep(server: Running, table: str) -> bool:
    room = server.service.tables.in_memory(table)
    if room is None or room.autoplay is None:
        return False
    return room.table is None and room.autoplay.done()


def test_who_comes_to_one_server_wakes_a_table_that_sleeps_at_the_other(empty: None) -> None:
    """The server that minds a table lets bots stand in there, whichever server people are at."""
    del empty
    sleepy = replace(QUICK, sleep_after=0.05)
    with Running(DATABASE, sleepy) as one, Running(DATABASE, sleepy) as other:
        eventually(lambda: one.service.peers.others and other.service.peers.others)
        for _ in range(3):
            ada, ben, table = two((one, other), standin_after=0.05)
            minding, watching = (one, other) if one.service.peers.minds(table) else (other, one)
            eventually(lambda: is_asleep(minding, table))  # noqa: B023
            with ada.moved(watching.url).follow(table) as following:
                while not following.update()["table"]["seats"][1]["standin"]:
                    pass
                assert not is_asleep(minding, table)
            assert not ben.table(table)["table"]["seats"][0]["standin"]


def test_a_table_counts_at_every_server(empty: None) -> None:
    del empty
    limited = replace(QUICK, rates=1, tables_by_person=2)
    with Running(DATABASE, limited) as one, Running(DATABASE, limited) as other:
        ada = one.person("Ada")
        there = ada.moved(other.url)
        ada.new_table("usa", "me", "open")
        there.new_table("usa", "me", "open")
        body = {"edition": "usa", "seats": [{"kind": "open"}] * 2}
        for person in (ada, there):
            assert person.refused("/api/tables", body) == (429, "too_many_tables")


def test_a_clock_at_zero_is_seen_once(pair: Pair) -> None:
    """Both servers show the same clocks; one of them lets a bot stand in."""
    pace = {"kind": "minutes", "amount": 0.02}
    ada, ben, table = two(pair, pace=pace)
    for person in (ada, ben):
        eventually(
            lambda person=person: (
                [seat["standin"] for seat in person.table(table)["table"]["seats"]] == [True, True]
            )
        )
    eventually(lambda: ada.table(table)["version"] == ben.table(table)["version"])
    log = ada.table(table)["log"]
    started = [e for entry in log for e in entry["events"] if e["type"] == "StandinStarted"]
    assert len(started) == 2
    assert not any(e["type"] == "ClocksResumed" for entry in log for e in entry["events"])


def test_clocks_rest_only_while_nobody_serves(empty: None) -> None:
    del empty
    pace = {"kind": "minutes", "amount": 30}

    def resumed(person: Person, table: str) -> int:
        log = person.table(table)["log"]
        return sum(e["type"] == "ClocksResumed" for entry in log for e in entry["events"])

    with Running(DATABASE) as one:
        ada, ben = one.person("Ada"), one.person("Ben")
        table = ada.new_table("usa", "me", "open", pace=pace)
        ben.posted(f"/api/tables/{table}/join")
        with Running(DATABASE) as other:
            assert resumed(ada.moved(other.url), table) == 0
            one.stop()
            assert resumed(ada.moved(other.url), table) == 0
            with Running(DATABASE) as third:
                assert resumed(ada.moved(third.url), table) == 0
    with Running(DATABASE) as alone, Running(DATABASE) as other:
        for server in (alone, other):
            assert resumed(ada.moved(server.url), table) == 1
        clocks = [ada.moved(server.url).table(table)["clocks"] for server in (alone, other)]
        assert all(left > 1780 for both in clocks for left in both)


@needs_compiler
@pytest.mark.parametrize("jump", [3 * DAY, -3 * DAY])
def test_a_newcomer_takes_the_time_of_those_who_are_there(
    empty: None, tmp_path: Path, jump: float
) -> None:
    """Its own wall clock is wrong by days, and it is left alone with a game that has a clock."""
    del empty
    wall = WallClock(tmp_path)
    arguments = ("--database", DATABASE)
    with Process(tmp_path / "a", *arguments) as one:
        ada, ben = Person(one.url, "Ada"), Person(one.url, "Ben")
        pace = {"kind": "minutes", "amount": 10}
        table = ada.new_table("usa", "me", "open", pace=pace)
        ben.posted(f"/api/tables/{table}/join")
        ada.act(table, "keep all", ada.table(table)["version"])
        wall.set(jump)
        with Process(tmp_path / "b", *arguments, **wall.environment) as other:
            ben = ben.moved(other.url)
            version = ben.table(table)["version"]
            one.kill()
            with ben.follow(table):
                eventually(lambda: "servers 1.0\n" in ben.http.get("/metrics").text)
                ben.act(table, "keep all", version)
                found = ben.table(table)
            told = [event["type"] for entry in found["log"] for event in entry["events"]]
            assert "StandinStarted" not in told
            # No server stopped serving: nobody's clock began anew, and none has jumped.
            assert "ClocksResumed" not in told
            assert all(0 < left <= 600 for left in found["clocks"])
            moments = [entry["at"] for entry in found["log"]]
            assert moments == sorted(moments)
            first, newest = (datetime.fromisoformat(at) for at in (moments[0], moments[-1]))
            assert newest - first < timedelta(days=1)
            assert ben.got("/api/me")["name"] == "Ben"


def test_a_killed_server_leaves_its_games_to_the_others(empty: None, tmp_path: Path) -> None:
    """Bots go on at the other server, from exactly where they were."""
    del empty
    arguments = ("--database", DATABASE)
    slow = {"WHISTLESTOP_BOT_PAUSE": "0.02"}
    with (
        Process(tmp_path / "a", *arguments, **slow) as one,
        Process(tmp_path / "b", *arguments, **slow) as other,
    ):
        ada = Person(one.url, "Ada")
        there = ada.moved(other.url)
        tables = [ada.new_table("usa", "random", "random") for _ in range(6)]
        eventually(lambda: all(ada.table(table)["version"] > 20 for table in tables))
        before = {table: moments(ada, table) for table in tables}
        one.kill()
        for table in tables:
            with there.follow(table) as following:
                following.until_over()
            assert moments(there, table)[: len(before[table])] == before[table]
            check_ended(there, table)


def test_what_was_said_while_the_line_was_cut_is_made_up_for(pair: Pair) -> None:
    ada, ben, table = two(pair)
    with ben.follow(table) as his:
        his.update()
        with psycopg.connect(plain(DATABASE), autocommit=True) as connection:
            cut = connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND query LIKE %s",
                ("SELECT objid%",),
            ).fetchall()
        assert len(cut) == 2
        version = ada.act(table, "keep all", 3)["version"]
        # Whoever asks with a version that this server does not know is not told less.
        with ben.follow(table, version) as again:
            assert again.update()["version"] == version
        assert his.until(version)["entry"]["events"][0]["type"] == "TicketsAnswered"
    eventually(lambda: all(server.service.peers.others for server in pair))
    for server in pair:
        eventually(lambda server=server: server.person().http.get("/health").status_code == 200)


def test_notifications_hold_no_secrets(pair: Pair) -> None:
    """Ids and numbers alone go over the channel, and they are short."""
    heard: list[str] = []
    with psycopg.connect(plain(DATABASE), autocommit=True) as connection:
        connection.execute(f"LISTEN {NAME}")
        ada, ben, table = two(pair, "germany", "random")
        with ada.follow(table), ben.follow(table):
            for person in (ada, ben):
                person.posted(f"/api/tables/{table}/resign")
            with ada.follow(table) as following:
                version = following.until_over()["version"]
        for notice in connection.notifies(timeout=PATIENCE):
            heard.append(notice.payload)
            if json.loads(notice.payload).get("version") == version:
                break
    messages = [json.loads(payload) for payload in heard]
    assert {message["type"] for message in messages} >= {"entries", "connected"}
    assert max(map(len, heard)) < LONGEST
    fields = {
        "entries": {"type", "server", "table", "version"},
        "connected": {"type", "server", "table", "present", "viewers"},
        "person": {"type", "server", "person"},
        "hello": {"type", "server"},
        "welcome": {"type", "server", "since", "now"},
        "goodbye": {"type", "server"},
    }
    assert all(set(message) == fields[message["type"]] for message in messages)


def test_two_servers_may_start_at_once_on_an_empty_database(empty: None) -> None:
    del empty
    servers = at_once(lambda: Running(DATABASE), lambda: Running(DATABASE))
    with servers[0] as one, servers[1] as other:
        eventually(lambda: one.service.peers.others and other.service.peers.others)


def test_servers_share_the_key_for_messages_and_the_devices(empty: None) -> None:
    del empty
    with ChatRoom(201) as service:
        settings = replace(
            QUICK, push="ada@games.example", webhook_hosts=(service.host,), webhook_grace=0
        )
        servers = at_once(lambda: Running(DATABASE, settings), lambda: Running(DATABASE, settings))
        with servers[0] as one, servers[1] as other:
            eventually(lambda: one.service.peers.others and other.service.peers.others)
            ada = one.person("Ada")
            there = ada.moved(other.url)
            key = ada.got("/api/me/push")["key"]
            assert there.got("/api/me/push")["key"] == key
            device = Device(service)
            (saved,) = device.switch_on(ada)["devices"]
            there.posted("/api/me/push/try", {"device": saved["id"]})
            assert claims(service.calls.get(timeout=PATIENCE))[1] == key
            # Whichever server runs the table, the turn is told once.
            ben = other.person("Ben")
            table = ada.new_table("usa", "me", "open")
            ben.posted(f"/api/tables/{table}/join")
            assert device.next()["path"] == f"/t/{table}"
            there.posted("/api/me/push/remove", {"device": saved["id"]})
            second = ada.new_table("usa", "me", "open")
            ben.posted(f"/api/tables/{second}/join")
            eventually(lambda: ada.table(second)["table"]["state"] == "playing")
            assert service.calls.empty()


def moments(person: Person, table: str) -> list[tuple[int, str]]:
    """When each entry was written: what it says is shown openly only in the end."""
    return [(entry["number"], entry["at"]) for entry in person.table(table)["log"]]


def plain(url: str) -> str:
    """The URL as the database's own library reads it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
