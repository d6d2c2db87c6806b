"""A person's address is called when a table waits for the person, and contains nothing hidden."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import logging
import re
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from tests.server.receiving import ChatRoom
from tests.server.serving import PATIENCE, QUICK, Json, Person, Running, sqlite
from tests.server.test_accounts import rows
from tests.server.test_several import eventually
from tests.server.test_thinking import until
from tests.server.test_twin_worlds import differently_many, other_cards
from whistlestop.language import LANGUAGES, catalogue
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting import call_queue, webhooks
from whistlestop.server.hosting.call_queue import (
    MOST_AT_HOST,
    MOST_OF_PERSON,
    MOST_SLOW,
    MOST_WAITING,
    CallQueue,
    Outward,
)
from whistlestop.server.hosting.outgoing import Address, Outcome, Overloaded
from whistlestop.server.hosting.turn_calls import TurnCall, awaited
from whistlestop.server.hosting.webhooks import MOST_FAILURES, Webhooks, body_of, signature
from whistlestop.server.metrics import Metrics
from whistlestop.server.rate_limits import Rate, RateLimits
from whistlestop.server.settings import Settings, SettingsError, from_environment
from whistlestop.server.storage import schema
from whistlestop.server.storage.webhooks import KeptWebhook
from whistlestop.server.table.entries import from_kept, to_keep
from whistlestop.server.table.table import played

DOCS = Path(__file__).parents[2] / "docs"


def calling(*rooms: ChatRoom, **settings: float) -> Settings:
    """Settings with which people's addresses in these rooms are called at once."""
    hosts = tuple(room.host for room in rooms)
    return replace(QUICK, webhooks=True, webhook_hosts=hosts, webhook_grace=0, **settings)


@contextmanager
def at_rooms(folder: Path) -> Generator[tuple[Running, ChatRoom, ChatRoom]]:
    """A server that calls, and two chat rooms."""
    with (
        ChatRoom() as one,
        ChatRoom() as other,
        Running(sqlite(folder), calling(one, other)) as server,
    ):
        yield server, one, other


def enter(person: Person, room: ChatRoom, language: str = "en") -> Json:
    """Save the address of a room."""
    body = {"address": room.address, "language": language}
    return person.posted("/api/me/webhook", body)


def claimed(server: Running) -> set[tuple[str, str, int]]:
    """The table, the kind and the mark of every call."""
    columns = schema.turn_call.c
    with server.store.engine.connect() as connection:
        found = connection.execute(select(columns.table_id, columns.kind, columns.mark))
        return {(row[0], row[1], row[2]) for row in found}


def playing(server: Running, ada: Person, ben: Person) -> str:
    table = ada.new_table("usa", "me", "open")
    ben.posted(f"/api/tables/{table}/join")
    return table


def keep(person: Person, table: str) -> None:
    update = person.table(table)
    person.act(table, update["legal"][0]["words"], update["version"])


def draw(person: Person, table: str) -> None:
    person.act(table, "draw deck", person.table(table)["version"])


def test_each_turn_of_an_absent_person_is_called_once(tmp_path: Path) -> None:
    with at_rooms(tmp_path) as (server, one, other):
        ada, ben = server.person("Ada"), server.person("Ben")
        enter(ada, one)
        enter(ben, other, "de")
        table = playing(server, ada, ben)
        # Both are offered tickets.
        first = one.next()
        assert first == {
            "type": "turn",
            "text": f"It is your turn, on the board USA: {server.url}/t/{table}",
            "content": first["text"],
            "url": f"{server.url}/t/{table}",
            "table": table,
            "title": "USA",
            "edition": "usa",
        }
        assert other.next()["text"].startswith("Du bist am Zug, auf dem Spielplan USA: http")
        # What others do does not call a second time.
        ada.posted(f"/api/tables/{table}/chat", {"phrase": "hello"})
        keep(ada, table)
        keep(ben, table)
        # Chance decides who begins.
        begins = bool(ada.table(table)["legal"])
        player, here, there = (ada, one, other) if begins else (ben, other, one)
        assert here.next()["table"] == table
        draw(player, table)
        assert here.next()["table"] == table
        draw(player, table)
        assert there.next()["table"] == table
        assert one.calls.empty()
        assert other.calls.empty()
        # The server counts a call when its answer has come.
        counted = 'whistlestop_webhook_calls_total{result="sent"} 5.0'
        eventually(lambda: counted in httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text)
        before = claimed(server)
        assert before == {(table, "turn", mark) for _, _, mark in before}
        assert len(before) == 2


def test_a_turn_that_came_while_no_server_ran_is_called_after_the_start(tmp_path: Path) -> None:
    with ChatRoom() as room, ChatRoom() as other:
        quiet = replace(calling(room, other), webhook_grace=3600)
        with Running(sqlite(tmp_path), quiet) as server:
            ada, ben = server.person("Ada"), server.person("Ben")
            enter(ben, room)
            table = playing(server, ada, ben)
            assert claimed(server) == set()
        with Running(sqlite(tmp_path), calling(room, other)):
            assert room.next()["table"] == table
        # Once is enough. After the next start, this turn is found again, and not called.
        with Running(sqlite(tmp_path), calling(room, other)) as server:
            found = eventually(lambda: server.service.tables.in_memory(table))
            eventually(lambda: found is not None and found.called)
            ada, ben = ada.moved(server.url), ben.moved(server.url)
            second = playing(server, ada, ben)
            assert room.next()["table"] == second


def test_nobody_is_called_who_is_connected_until_they_leave(tmp_path: Path) -> None:
    with at_rooms(tmp_path) as (server, one, other):
        ada, ben = server.person("Ada"), server.person("Ben")
        enter(ada, one)
        enter(ben, other)
        table = ada.new_table("usa", "me", "open")
        with ada.follow(table) as following:
            following.update()
            ben.posted(f"/api/tables/{table}/join")
            assert other.next()["table"] == table
            # Ada's seat comes first, so her call would have been noted before Ben's.
            assert len(claimed(server)) == 1
        assert one.next()["table"] == table


def test_alone_with_bots_a_seen_turn_is_never_called(tmp_path: Path) -> None:
    with at_rooms(tmp_path) as (server, one, _):
        ada = server.person("Ada")
        enter(ada, one)
        table = ada.new_table("usa", "me", "random")
        room = server.service.tables.in_memory(table)
        assert room is not None
        with ada.follow(table) as following:
            following.update()
            keep(ada, table)
            while not following.update()["legal"]:
                pass
        # She has left. Her turn at another table is called, and this one was noted as seen.
        second = ada.new_table("usa", "me", "random")
        keep(ada, second)
        assert one.next()["table"] == second
        assert {mark[0] for mark in claimed(server)} == {second}
        assert room.called


def test_a_fault_about_one_person_keeps_no_other_from_being_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_rooms(tmp_path) as (server, one, other):
        ada, ben = server.person("Ada"), server.person("Ben")
        enter(ada, one)
        enter(ben, other)
        # Ada's seat comes first.
        asked: list[str] = []
        wants = server.service.webhooks.wants

        async def failing(person: str, since: float) -> bool:
            asked.append(person)
            if person == asked[0]:
                raise RuntimeError("a fault about one person")
            return await wants(person, since)

        monkeypatch.setattr(server.service.webhooks, "wants", failing)
        table = playing(server, ada, ben)
        assert other.next()["table"] == table
        assert one.calls.empty()


def test_requests_of_others_are_called(tmp_path: Path) -> None:
    with at_rooms(tmp_path) as (server, one, other):
        ada, ben = server.person("Ada"), server.person("Ben")
        enter(ada, one)
        enter(ben, other)
        table = playing(server, ada, ben)
        assert one.next()["type"] == other.next()["type"] == "turn"
        ada.posted(f"/api/tables/{table}/close")
        asked = other.next()
        assert asked["type"] == "request"
        assert asked["text"].startswith("The other players need your answer, on the board USA: ")
        # Whoever asks is not called for it.
        assert one.calls.empty()


# The address ----------------------------------------------------------------------------------


def test_an_address_is_entered_tried_and_removed(tmp_path: Path) -> None:
    with at_rooms(tmp_path) as (server, one, other):
        ada = server.person("Ada")
        nothing = ada.got("/api/me/webhook")
        assert nothing == {
            "address": None,
            "secret": None,
            "language": None,
            "failures": 0,
            "off": False,
            "last": None,
        }
        assert ada.refused("/api/me/webhook/try") == (404, "no_webhook")
        saved = enter(ada, one, "fr")
        assert (saved["address"], saved["language"], saved["last"]) == (one.address, "fr", None)
        tried = ada.posted("/api/me/webhook/try")
        assert (tried["last"]["result"], tried["last"]["status"]) == ("sent", 204)
        call = one.calls.get()
        assert call.json["type"] == "test"
        assert call.json["text"] == call.json["content"]
        assert call.json["text"].startswith("Ceci est un essai.")
        assert (call.json["table"], call.json["url"]) == (None, f"{server.url}/me")
        # The specification Standard Webhooks, written out.
        key = base64.b64decode(saved["secret"].removeprefix("whsec_"))
        assert len(key) == 32
        signed = f"{call.headers['webhook-id']}.{call.headers['webhook-timestamp']}.".encode()
        digest = hmac.new(key, signed + call.body, hashlib.sha256).digest()
        assert call.headers["webhook-signature"] == f"v1,{base64.b64encode(digest).decode()}"
        # The same address keeps its secret, and another one gets another.
        assert enter(ada, one)["secret"] == saved["secret"]
        assert enter(ada, other)["secret"] != saved["secret"]
        assert ada.posted("/api/me/webhook/remove") == nothing
        assert ada.got("/api/me/webhook") == nothing


def test_the_signature_is_that_of_the_specification() -> None:
    # The example of https://github.com/standard-webhooks/standard-webhooks.
    headers = signature(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        b'{"test": 2432232314}',
    )
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_the_check_in_the_documents_knows_calls_of_the_server() -> None:
    text = (DOCS / "writing-a-bot.md").read_text(encoding="utf-8")
    code = next(one for one in re.findall(r"```python\n(.*?)```", text, re.S) if "whsec_" in one)
    names: dict[str, Any] = {}
    exec(code, names)
    secret, body = "whsec_" + base64.b64encode(bytes(32)).decode(), b"{}"
    headers = signature(secret, "msg_1", 1, body)
    assert names["is_genuine"](secret, headers, body)
    assert not names["is_genuine"](secret, headers, b"{ }")
    assert not names["is_genuine"](secret, {**headers, "webhook-timestamp": "2"}, body)


def test_what_came_of_a_call_is_told_without_the_answer(tmp_path: Path) -> None:
    with ChatRoom(404) as room, Running(sqlite(tmp_path), calling(room)) as server:
        ada = server.person("Ada")
        enter(ada, room)
        for failures in range(1, MOST_FAILURES + 1):
            tried = ada.posted("/api/me/webhook/try")
            assert (tried["last"]["result"], tried["last"]["status"]) == ("status", 404)
            assert tried["failures"] == failures
            assert tried["off"] == (failures == MOST_FAILURES)
        room.status = 302
        assert ada.posted("/api/me/webhook/try")["last"]["result"] == "redirect"
        # An address that is switched off is not called, until a test arrives.
        ben = server.person("Ben")
        table = playing(server, ada, ben)
        ben.table(table)
        assert claimed(server) == set()
        room.status = 204
        mended = ada.posted("/api/me/webhook/try")
        assert (mended["failures"], mended["off"]) == (0, False)
        while room.calls.get().json["type"] == "test" and not room.calls.empty():
            pass
        second = playing(server, ada, ben)
        assert room.next()["table"] == second


@pytest.mark.parametrize(
    ("address", "case"),
    [
        ("nonsense", "form"),
        ("http://rooms.example/", "https"),
        ("https://ada:word@rooms.example/", "user"),
        ("https://rooms.example:25/", "port"),
        ("https://127.0.0.1/", "inside"),
    ],
)
def test_bad_addresses_are_refused(tmp_path: Path, address: str, case: str) -> None:
    with Running(sqlite(tmp_path), calling()) as server:
        ada = server.person("Ada")
        answer = ada.post("/api/me/webhook", {"address": address}).json()
        assert (answer["code"], answer["details"]) == ("bad_webhook", {"case": case})
        assert ada.refused("/api/me/webhook", {"address": "x" * 2001})[0] == 400


def test_names_of_the_own_network_are_not_called(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), calling()) as server:
        ada = server.person("Ada")
        ada.posted("/api/me/webhook", {"address": "https://localhost/"})
        assert ada.posted("/api/me/webhook/try")["last"]["result"] == "inside"


def test_a_host_that_is_no_longer_allowed_is_not_called(tmp_path: Path) -> None:
    with ChatRoom() as room:
        with Running(sqlite(tmp_path), calling(room)) as server:
            ada = server.person("Ada")
            enter(ada, room)
        with Running(sqlite(tmp_path), calling()) as server:
            tried = ada.moved(server.url).posted("/api/me/webhook/try")
            assert tried["last"]["result"] == "inside"
        assert room.calls.empty()


def test_programs_see_the_secret_parts_only_when_they_save_them(tmp_path: Path) -> None:
    with at_rooms(tmp_path) as (server, one, _):
        ada = server.person("Ada")
        enter(ada, one)
        program = Person(server.url, token=ada.posted("/api/tokens")["token"])
        seen = program.got("/api/me/webhook")
        assert (seen["address"], seen["secret"]) == (f"http://{one.host}", None)
        assert program.got("/api/me/everything")["webhook"] == f"http://{one.host}"
        assert program.posted("/api/me/webhook/try")["address"] == f"http://{one.host}"
        saved = enter(program, one)
        assert saved["address"] == one.address
        assert saved["secret"].startswith("whsec_")
        # The person's own page has both.
        assert ada.got("/api/me/webhook")["secret"] == saved["secret"]
        everything = ada.got("/api/me/everything")
        assert everything["webhook"] == one.address
        assert saved["secret"] not in json.dumps(everything)


def test_a_deleted_person_is_not_called(tmp_path: Path) -> None:
    with at_rooms(tmp_path) as (server, one, _):
        ada, ben = server.person("Ada"), server.person("Ben")
        enter(ada, one)
        playing(server, ada, ben)
        one.next()
        assert one.address in rows(server)
        ada.posted("/api/me/forget", {"sure": True})
        assert one.address not in rows(server)
        assert claimed(server) == set()


def test_without_the_setting_nothing_is_offered(server: Running) -> None:
    ada = server.person("Ada")
    assert ada.got("/api/me")["webhooks"] is False
    assert ada.http.get("/api/me/webhook").json()["code"] == "webhooks_off"
    for path in ("", "/try", "/remove"):
        body = {"address": "https://rooms.example/"} if not path else {}
        assert ada.refused(f"/api/me/webhook{path}", body) == (403, "webhooks_off")


def test_the_settings_name_hosts() -> None:
    environment = {"WHISTLESTOP_WEBHOOKS": "1", "WHISTLESTOP_WEBHOOK_HOSTS": "chat.home, [::1]:80"}
    found = from_environment(environment)
    assert (found.webhooks, found.webhook_hosts) == (True, ("chat.home", "[::1]:80"))
    for wrong in ("http://chat.home/", "chat.home:65536"):
        with pytest.raises(SettingsError, match="WHISTLESTOP_WEBHOOK_HOSTS must name hosts"):
            from_environment({"WHISTLESTOP_WEBHOOK_HOSTS": wrong})


# Limits ---------------------------------------------------------------------------------------


def test_too_many_calls_are_dropped_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(call_queue, "MOST_WAITING", 2)
    with Running(sqlite(tmp_path), calling()) as server:
        call = TurnCall("nobody", "turn", "12345678", "usa", "USA", own_edition=False)
        hooks = server.service.webhooks
        for worker in hooks._queue._workers:  # pyright: ignore[reportPrivateUsage]
            worker.get_loop().call_soon_threadsafe(worker.cancel)
        for _ in range(5):
            hooks.take(call)
        assert server.service.metrics.webhook_calls["dropped"] == 3


def test_one_person_is_not_called_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "CALLS", Rate(2, 0))
    with ChatRoom() as room, Running(sqlite(tmp_path), calling(room, rates=1)) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        enter(ada, room)
        for _ in range(2):
            playing(server, ada, ben)
            room.next()
        playing(server, ada, ben)
        eventually(lambda: server.service.metrics.webhook_calls["dropped"])
        assert room.calls.empty()


def test_no_address_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "whistlestop.server")
    with ChatRoom(500) as room, Running(sqlite(tmp_path), calling(room)) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        enter(ada, room)
        ada.posted("/api/me/webhook/try")
        playing(server, ada, ben)
        room.next()
        room.next()
        with server.store.engine.begin() as connection:
            schema.webhook.drop(connection)
        assert ada.refused("/api/me/webhook", {"address": room.address})[0] >= 500
    said = [
        f"{record.getMessage()} {record.__dict__} {record.exc_text}" for record in caplog.records
    ]
    said += [str(record.exc_info[1]) for record in caplog.records if record.exc_info]
    assert said
    assert "hooks/1" not in "\n".join(said)
    assert "whsec_" not in "\n".join(said)


# Fair turns -----------------------------------------------------------------------------------


class Addresses:
    """The addresses of people in memory, instead of the database: `NAME@HOST` has one at HOST."""

    def __init__(self) -> None:
        self.noted: list[tuple[str, str]] = []

    async def get(self, person: str) -> KeptWebhook:
        return replace(KEPT, address=f"https://{person.partition('@')[2]}/", secret="whsec_AAAA")

    async def note(
        self, person: str, address: str, result: str, status: int | None, at: float
    ) -> None:
        self.noted.append((person, result))


class Receivers:
    """All receivers of calls. Those whose hosts are in `slow` answer after `go_on`."""

    def __init__(self) -> None:
        self.slow: set[str] = set()
        self.go_on = asyncio.Event()
        self.begun: list[str] = []
        self.running: Counter[str] = Counter()
        self.overloaded = 0

    async def post(self, address: Address, body: bytes, _: object) -> Outcome:
        if self.overloaded:
            self.overloaded -= 1
            raise Overloaded
        self.begun.append(address.host)
        self.running[address.host] += 1
        if address.host in self.slow:
            await self.go_on.wait()
        self.running[address.host] -= 1
        return Outcome("sent", 200)


def hooks_and_receivers() -> tuple[Webhooks, Addresses, Receivers]:
    """Webhooks that call nobody in truth. They have been started."""
    receivers: Any = Receivers()
    addresses: Any = Addresses()
    store: Any = None
    settings = replace(QUICK, webhooks=True)
    hooks = Webhooks(settings, store, Metrics(), RateLimits(0), receivers)
    hooks.kept = addresses
    hooks.start()
    return hooks, addresses, receivers


def to(person: str) -> TurnCall:
    return TurnCall(person, "turn", "12345678", "usa", "USA", own_edition=False)


def test_a_slow_receiver_delays_only_itself() -> None:
    async def called() -> None:
        hooks, addresses, receivers = hooks_and_receivers()
        receivers.slow = {"slow"}
        for number in range(30):
            hooks.take(to(f"{number}@slow"))
        hooks.take(to("ada@quick"))
        await until(lambda: ("ada@quick", "sent") in addresses.noted)
        assert receivers.running["slow"] == MOST_AT_HOST
        receivers.go_on.set()
        await until(lambda: len(addresses.noted) == 31)
        hooks.close()

    asyncio.run(called())


def test_many_slow_receivers_leave_others_room(monkeypatch: pytest.MonkeyPatch) -> None:
    async def called() -> None:
        hooks, addresses, receivers = hooks_and_receivers()
        hosts = [f"slow{number}" for number in range(20)]
        for host in ("quick", *hosts):
            hooks.take(to(f"ben@{host}"))
        await until(lambda: len(addresses.noted) == 21)
        # All hosts were quick. The next calls show that most have become slow.
        monkeypatch.setattr(call_queue, "SLOW", -1)
        for host in hosts:
            hooks.take(to(f"ben@{host}"))
        await until(lambda: len(addresses.noted) == 41)
        receivers.slow = {*hosts}
        for host in hosts:
            hooks.take(to(f"ben@{host}"))
        hooks.take(to("ada@quick"))
        await until(lambda: ("ada@quick", "sent") in addresses.noted)
        assert receivers.running.total() == MOST_SLOW
        receivers.go_on.set()
        await until(lambda: len(addresses.noted) == 62)
        hooks.close()

    asyncio.run(called())


def test_the_people_of_a_host_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(call_queue, "MOST_AT_HOST", 1)

    async def called() -> None:
        hooks, addresses, receivers = hooks_and_receivers()
        receivers.slow = {"chat"}
        for person in ("ada", "ada", "ada", "ben"):
            hooks.take(to(f"{person}@chat"))
        await until(lambda: bool(receivers.begun))
        await until(lambda: sorted_in(hooks))
        receivers.go_on.set()
        await until(lambda: len(addresses.noted) == 4)
        assert [person for person, _ in addresses.noted].index("ben@chat") <= 2
        hooks.close()

    asyncio.run(called())


def test_if_too_many_calls_wait_the_person_with_most_loses_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def called() -> None:
        hooks, addresses, receivers = hooks_and_receivers()
        receivers.slow = {"slow"}
        for _ in range(MOST_OF_PERSON + 5):
            hooks.take(to("ada@slow"))
        await until(lambda: len(receivers.begun) == MOST_OF_PERSON)
        await until(lambda: sorted_in(hooks))
        monkeypatch.setattr(call_queue, "MOST_WAITING", 5)
        # The first takes the place of a call that waits. After that, there is room.
        for number in range(2):
            hooks.take(to(f"{number}@other"))
        await until(lambda: len(addresses.noted) == 2)
        receivers.go_on.set()
        await until(lambda: len(addresses.noted) == MOST_OF_PERSON + 5 + 2 - 1)
        assert dropped(hooks) == 1
        assert [person for person, _ in addresses.noted[:2]] == ["0@other", "1@other"]
        hooks.close()

    asyncio.run(called())


def sorted_in(hooks: Webhooks) -> bool:
    """Whether every call waits for its turn or is being made."""
    return hooks._queue._new.empty()  # pyright: ignore[reportPrivateUsage]


def dropped(hooks: Webhooks) -> int:
    return hooks._metrics.webhook_calls["dropped"]  # pyright: ignore[reportPrivateUsage]


def test_an_overloaded_server_does_not_count_against_a_receiver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(call_queue, "OVERLOADED", 0)

    async def called() -> None:
        hooks, addresses, receivers = hooks_and_receivers()
        receivers.overloaded = 3
        hooks.take(to("ada@quick"))
        await until(lambda: bool(addresses.noted))
        assert addresses.noted == [("ada@quick", "sent")]
        receivers.overloaded = 1
        with pytest.raises(Refusal) as refused:
            await hooks.try_out("ada@quick")
        assert refused.value.code == "too_many_requests"
        assert len(addresses.noted) == 1
        hooks.close()

    asyncio.run(called())


def test_slow_test_calls_leave_others_room() -> None:
    async def called() -> None:
        hooks, _, receivers = hooks_and_receivers()
        receivers.slow = {"slow"}
        trying = [asyncio.create_task(hooks.try_out(f"{one}@slow")) for one in range(MOST_AT_HOST)]
        await until(lambda: receivers.running["slow"] == MOST_AT_HOST)
        with pytest.raises(Refusal):
            await hooks.try_out("ben@slow")
        await hooks.try_out("ada@quick")
        receivers.go_on.set()
        await asyncio.gather(*trying)
        await hooks.try_out("ben@slow")
        hooks.close()

    asyncio.run(called())


def test_test_calls_of_one_person_or_to_new_hosts_leave_others_room() -> None:
    async def called() -> None:
        hooks, _, receivers = hooks_and_receivers()
        await hooks.try_out("ben@quick")
        hosts = [f"slow{number}" for number in range(MOST_SLOW)]
        receivers.slow = {*hosts}
        people = [f"ada@{hosts[0]}"] * MOST_OF_PERSON
        trying = [asyncio.create_task(hooks.try_out(person)) for person in people]
        await until(lambda: receivers.running.total() == MOST_OF_PERSON)
        with pytest.raises(Refusal):
            await hooks.try_out(people[0])
        others = [f"ben@{host}" for host in hosts[MOST_OF_PERSON:]]
        trying += [asyncio.create_task(hooks.try_out(person)) for person in others]
        await until(lambda: receivers.running.total() == MOST_SLOW)
        with pytest.raises(Refusal):
            await hooks.try_out("cleo@new")
        await hooks.try_out("cleo@quick")
        receivers.go_on.set()
        await asyncio.gather(*trying)
        hooks.close()

    asyncio.run(called())


class Messages:
    """A queue of messages to people with several hosts. Those to `slow` hosts end with `go_on`."""

    def __init__(
        self, limits: RateLimits | None = None, rates: tuple[Rate, Rate] | None = None
    ) -> None:
        self.slow: set[str] = set()
        self.go_on = asyncio.Event()
        self.running: list[str] = []
        """The people to whom messages are being sent."""
        self.made: list[str] = []
        """The people to whom messages were sent."""
        self.counts: Counter[str] = Counter()
        self.queue = CallQueue(
            "test",
            self.receivers,
            self.make,
            self.counts,
            Metrics(),
            limits or RateLimits(0),
            rates or (Rate(1, 1), Rate(1, 1)),
        )
        self.queue.start()

    def send(self, person: str, *hosts: str) -> None:
        """Send a message to each of these hosts of a person."""
        self.queue.take(replace(to(person), table=" ".join(hosts)))

    async def receivers(self, call: TurnCall) -> list[Outward[None]]:
        return [Outward(host, call.person, None) for host in call.table.split()]

    async def make(self, one: Outward[None]) -> None:
        with self.queue.timed(one.host):
            self.running.append(one.person)
            if one.host in self.slow:
                await self.go_on.wait()
            self.running.remove(one.person)
        self.made.append(one.person)

    async def known(self, host: str) -> None:
        """Let the queue know that a host is quick."""
        self.send("somebody", host)
        await until(lambda: "somebody" in self.made)
        self.made.clear()


def test_people_with_ever_new_slow_hosts_leave_others_room() -> None:
    async def called() -> None:
        messages = Messages()
        await messages.known("quick")
        people, hosts = 60, 10
        assert people * hosts > MOST_WAITING + MOST_SLOW
        messages.slow = {f"{person}-{host}" for person in range(people) for host in range(hosts)}
        for person in range(people):
            messages.send(str(person), *(f"{person}-{host}" for host in range(hosts)))
        await until(lambda: bool(messages.counts["dropped"]))
        for number in range(20):
            messages.send(f"ada {number}", "quick")
        await until(lambda: len(messages.made) == 20)
        assert len(messages.running) == MOST_SLOW
        # Somebody else with a new host waits for a turn.
        messages.send("ben", "new")
        messages.go_on.set()
        await until(lambda: "ben" in messages.made)
        messages.queue.close()

    asyncio.run(called())


def test_calls_to_new_hosts_make_room_for_calls_to_quick_hosts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(call_queue, "MOST_WAITING", 5)

    async def called() -> None:
        messages = Messages()
        await messages.known("quick")
        messages.slow = {str(number) for number in range(MOST_SLOW + 6)}
        for host in messages.slow:
            # Everybody has one call.
            messages.send(f"with {host}", host)
            await asyncio.sleep(0)
        await until(lambda: messages.counts["dropped"] == 1)
        messages.send("ada", "quick")
        await until(lambda: messages.made == ["ada"])
        assert messages.counts["dropped"] == 2
        messages.queue.close()

    asyncio.run(called())


def test_one_person_gets_few_calls_at_the_same_time() -> None:
    async def called() -> None:
        messages = Messages()
        messages.slow = {"1", "2", "3", "4"}
        messages.send("ada", *messages.slow)
        messages.send("ben", "1")
        await until(lambda: "ben" in messages.running)
        assert messages.running.count("ada") == MOST_OF_PERSON
        messages.go_on.set()
        await until(lambda: len(messages.made) == 5)
        messages.queue.close()

    asyncio.run(called())


def test_calls_beyond_the_limit_of_a_person_do_not_wait() -> None:
    async def called() -> None:
        messages = Messages(RateLimits(1, lambda: 0.0), (Rate(3, 1), Rate(100, 1)))
        messages.slow = {"slow"}
        messages.send("ada", *["slow"] * 10)
        await until(lambda: messages.counts["dropped"] == 7)
        messages.go_on.set()
        await until(lambda: len(messages.made) == 3)
        messages.queue.close()

    asyncio.run(called())


def test_calls_beyond_the_limit_of_all_people_wait_and_take_turns() -> None:
    now = [0.0]

    async def called() -> None:
        messages = Messages(RateLimits(1, lambda: now[0]), (Rate(100, 1), Rate(2, 1000)))
        messages.send("ada", *(str(number) for number in range(10)))
        await until(lambda: len(messages.made) == 2)
        messages.send("ben", "quick")
        for made in range(3, 12):
            # There is time for one more.
            now[0] += 0.001
            await until(lambda made=made: len(messages.made) == made)
        assert "ben" in messages.made[:4]
        assert not messages.counts["dropped"]
        messages.queue.close()

    asyncio.run(called())


# Nothing hidden -------------------------------------------------------------------------------

KEPT = KeptWebhook(
    "https://rooms.example/", "en", "https://games.example", "whsec_", 0, 0, None, None, None
)


@pytest.mark.parametrize("twins", [differently_many, other_cards])
def test_calls_of_twin_games_are_equal(twins: object) -> None:
    make = differently_many if twins is differently_many else other_cards
    table, one, other = make("twin-table-1", "europe", 3, 1)
    found = [played(table.id, map(from_kept, map(to_keep, entries)))[0] for entries in (one, other)]
    waiting = [awaited(each) for each in found]
    assert waiting[0]
    assert waiting[0] == waiting[1]
    bodies = [
        [
            body_of(
                TurnCall(
                    one.person, one.kind, each.id, each.edition_key, each.edition.title, False
                ),
                KEPT,
            )
            for one in awaited(each)
        ]
        for each in found
    ]
    assert bodies[0] == bodies[1]


def test_the_title_of_an_own_edition_is_not_in_the_sentence() -> None:
    call = TurnCall("ada", "turn", "12345678", "table.12345678", "@everyone <!channel>", True)
    body = json.loads(body_of(call, KEPT))
    assert body["title"] == "@everyone <!channel>"
    assert body["text"] == "It is your turn, on a custom board: https://games.example/t/12345678"
    assert body["content"] == body["text"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_sentences(language: str) -> None:
    assert catalogue("calls", language).keys() == catalogue("calls", "en").keys()
    for kind in ("turn", "request"):
        call = TurnCall("ada", kind, "12345678", "europe", "Europe", own_edition=False)
        text = json.loads(body_of(call, replace(KEPT, language=language)))["text"]
        assert text.endswith(": https://games.example/t/12345678")
        assert "{" not in text
