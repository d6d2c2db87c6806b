"""A person's devices get an encrypted message when a table waits for the person."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, insert, select, text, update

from tests.server import databases
from tests.server.pushing import AUTH, Device, claims, coded, origin
from tests.server.receiving import ChatRoom
from tests.server.serving import PATIENCE, QUICK, Person, Running, sqlite
from tests.server.test_accounts import rows
from tests.server.test_several import eventually
from tests.server.test_thinking import until
from tests.server.test_twin_worlds import differently_many, other_cards
from tests.server.test_webhooks import claimed, draw, keep, playing
from whistlestop.language import LANGUAGES, catalogue
from whistlestop.server import clock
from whistlestop.server.hosting import call_queue, push
from whistlestop.server.hosting.push import MOST_DEVICES, MOST_FAILURES, device_of, message_of
from whistlestop.server.hosting.push_messages import ServerKey, is_public_key, is_secret
from whistlestop.server.hosting.turn_calls import TurnCall, awaited
from whistlestop.server.rate_limits import Rate
from whistlestop.server.settings import Settings, SettingsError, from_environment
from whistlestop.server.storage import schema
from whistlestop.server.storage.push import KeptDevice, PushStore
from whistlestop.server.storage.store import Store
from whistlestop.server.table.entries import from_kept, to_keep
from whistlestop.server.table.table import played

POSTGRESQL = databases.database(databases.NAMED)

CONTACT = "ada@games.example"

WANTED = {"language": "en"}
"""What a page adds to the subscription of its browser."""


def pushing(*services: ChatRoom, **settings: Any) -> Settings:
    """Settings with which devices at these push services get messages at once."""
    hosts = tuple(service.host for service in services)
    return replace(QUICK, push=CONTACT, webhook_hosts=hosts, webhook_grace=0, **settings)


@contextmanager
def at_service(folder: Path, status: int = 201) -> Generator[tuple[Running, ChatRoom]]:
    """A server that sends messages, and a push service."""
    with ChatRoom(status) as service, Running(sqlite(folder), pushing(service)) as server:
        yield server, service


@contextmanager
def at_two(folder: Path) -> Generator[tuple[Running, ChatRoom, ChatRoom]]:
    """A server that sends messages, and two push services."""
    with ChatRoom(201) as one, ChatRoom(201) as other:
        settings = pushing(one, other)
        with Running(sqlite(folder), settings) as server:
            yield server, one, other


def devices(person: Person) -> list[dict[str, Any]]:
    return person.got("/api/me/push")["devices"]


def test_each_turn_of_an_absent_person_is_shown_on_their_devices(tmp_path: Path) -> None:
    with at_two(tmp_path) as (server, one, other):
        ada, ben = server.person("Ada"), server.person("Ben")
        phone, laptop = Device(one), Device(other)
        phone.switch_on(ada)
        laptop.switch_on(ben, "de")
        table = playing(server, ada, ben)
        call = one.calls.get(timeout=240)
        assert phone.read(call) == {
            "title": "It is your turn",
            "body": "On the board USA",
            "path": f"/t/{table}",
            "tag": f"{table} turn",
            "language": "en",
        }
        told, key = claims(call)
        assert key == ada.got("/api/me/push")["key"]
        assert told["aud"] == origin(phone)
        assert told["sub"] == f"mailto:{CONTACT}"
        assert clock.now() < told["exp"] <= clock.now() + 86_400
        assert call.headers["ttl"] == "86400"
        assert call.headers["urgency"] == "normal"
        assert len(call.headers["topic"]) <= 32
        assert table not in str(call.headers)
        german = laptop.next()
        assert (german["title"], german["body"]) == ("Du bist am Zug", "Auf dem Spielplan USA")
        # What others do does not send a second message.
        ada.posted(f"/api/tables/{table}/chat", {"phrase": "hello"})
        keep(ada, table)
        keep(ben, table)
        # Chance decides who begins.
        begins = bool(ada.table(table)["legal"])
        player, here, there = (ada, phone, laptop) if begins else (ben, laptop, phone)
        assert here.next()["path"] == f"/t/{table}"
        draw(player, table)
        assert here.next()["path"] == f"/t/{table}"
        draw(player, table)
        assert there.next()["path"] == f"/t/{table}"
        counted = 'whistlestop_push_messages_total{result="sent"} 5.0'
        eventually(lambda: counted in httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text)
        assert one.calls.empty()
        assert other.calls.empty()


def test_nobody_who_looks_at_the_table_gets_a_message(tmp_path: Path) -> None:
    with at_service(tmp_path) as (server, service):
        ada, ben = server.person("Ada"), server.person("Ben")
        phone, laptop = Device(service, "a"), Device(service, "b")
        phone.switch_on(ada)
        laptop.switch_on(ben)
        table = ada.new_table("usa", "me", "open")
        with ada.follow(table) as following:
            following.update()
            ben.posted(f"/api/tables/{table}/join")
            # Ada's seat comes first, so her message would have been noted before Ben's.
            assert laptop.next()["path"] == f"/t/{table}"
            assert len(claimed(server)) == 1
        assert phone.next()["path"] == f"/t/{table}"


def test_requests_of_others_and_own_boards_have_their_own_words(tmp_path: Path) -> None:
    with at_service(tmp_path) as (server, service):
        ada, ben = server.person("Ada"), server.person("Ben")
        laptop = Device(service)
        laptop.switch_on(ben, "fr")
        table = playing(server, ada, ben)
        assert laptop.next()["tag"] == f"{table} turn"
        ada.posted(f"/api/tables/{table}/close")
        asked = laptop.next()
        assert asked["title"] == "Les autres attendent ta réponse"
        assert asked["tag"] == f"{table} request"
    call = TurnCall("ada", "turn", "12345678", "table.12345678", "@everyone", own_edition=True)
    assert message_of(call, "en").body == "On a custom board"


def test_webhooks_and_messages_call_one_turn_together(tmp_path: Path) -> None:
    with ChatRoom(201) as service, ChatRoom() as chat:
        settings = replace(pushing(service, chat), webhooks=True)
        with Running(sqlite(tmp_path), settings) as server:
            ada, ben = server.person("Ada"), server.person("Ben")
            phone = Device(service)
            phone.switch_on(ada)
            ada.posted("/api/me/webhook", {"address": chat.address})
            table = playing(server, ada, ben)
            assert phone.next()["path"] == f"/t/{table}"
            assert chat.next()["table"] == table
            # Removing the address does not let the turn be called again.
            before = claimed(server)
            ada.posted("/api/me/webhook/remove")
            assert claimed(server) == before


# Devices --------------------------------------------------------------------------------------


def test_a_device_is_switched_on_tried_and_switched_off(tmp_path: Path) -> None:
    with at_service(tmp_path) as (server, service):
        ada = server.person("Ada")
        nothing = ada.got("/api/me/push")
        assert (nothing["devices"], nothing["most"]) == ([], MOST_DEVICES)
        assert is_public_key(nothing["key"])
        phone = Device(service)
        (saved,) = phone.switch_on(ada, "it")["devices"]
        assert (saved["here"], saved["language"], saved["last"]) == (True, "it", None)
        (tried,) = ada.posted("/api/me/push/try", {"device": saved["id"]})["devices"]
        assert (tried["last"]["result"], tried["last"]["status"]) == ("sent", 201)
        shown = phone.next()
        assert shown["title"] == "Questa è una prova"
        assert shown["path"] == "/me"
        # The language stays if the browser renews its subscription by itself.
        renewed = Device(service, "2")
        (again,) = renewed.switch_on(ada, None)["devices"]
        assert again["language"] == "it"
        assert again["id"] != saved["id"]
        assert ada.refused("/api/me/push/try", {"device": saved["id"]}) == (404, "no_push_device")
        assert ada.posted("/api/me/push/remove", {"device": again["id"]}) == nothing
        # A browser cannot switch on by itself what its user has switched off.
        body = {**renewed.subscription, "language": None}
        assert ada.refused("/api/me/push", body) == (404, "no_push_device")
        assert ada.refused("/api/me/push/remove", {"device": again["id"]})[0] == 404


def test_devices_are_told_apart_and_switched_off_from_another(tmp_path: Path) -> None:
    with at_service(tmp_path) as (server, service):
        ada = server.person("Ada")
        ada.http.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"
        Device(service, "a").switch_on(ada)
        laptop = carried(ada)
        Device(service, "b").switch_on(laptop)
        first, second = devices(laptop)
        assert (first["browser"], first["system"], first["here"]) == ("firefox", "linux", False)
        assert (second["browser"], second["here"]) == ("other", True)
        # Nobody else can switch it off.
        ben = server.person("Ben")
        assert ben.refused("/api/me/push/remove", {"device": first["id"]})[0] == 404
        (left,) = laptop.posted("/api/me/push/remove", {"device": first["id"]})["devices"]
        assert left["id"] == second["id"]
        assert [one["here"] for one in devices(ada)] == [False]


def carried(person: Person) -> Person:
    """The same person on another device."""
    other = Person(person.url)
    code = person.posted("/api/me/code")["code"]
    other.posted("/api/me/code/use", {"code": code})
    return other


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_forgotten(tmp_path: Path, status: int) -> None:
    with at_service(tmp_path) as (server, service):
        ada, ben = server.person("Ada"), server.person("Ben")
        (saved,) = Device(service).switch_on(ada)["devices"]
        service.status = status
        assert ada.posted("/api/me/push/try", {"device": saved["id"]})["devices"] == []
        # The same for a turn.
        Device(service).switch_on(ada)
        playing(server, ada, ben)
        eventually(lambda: not devices(ada))
        assert server.service.metrics.push_messages == {"ended": 2}


def test_a_device_that_fails_gets_no_more_messages_until_a_test_arrives(tmp_path: Path) -> None:
    with at_service(tmp_path, 500) as (server, service):
        ada, ben = server.person("Ada"), server.person("Ben")
        phone = Device(service)
        (saved,) = phone.switch_on(ada)["devices"]
        for failures in range(1, MOST_FAILURES + 1):
            (tried,) = ada.posted("/api/me/push/try", {"device": saved["id"]})["devices"]
            assert (tried["failures"], tried["off"]) == (failures, failures == MOST_FAILURES)
            assert (tried["last"]["result"], tried["last"]["status"]) == ("status", 500)
            phone.next()
        playing(server, ada, ben)
        assert claimed(server) == set()
        service.status = 201
        (mended,) = ada.posted("/api/me/push/try", {"device": saved["id"]})["devices"]
        assert (mended["failures"], mended["off"]) == (0, False)
        phone.next()
        second = playing(server, ada, ben)
        assert phone.next()["path"] == f"/t/{second}"


def test_messages_end_with_the_session_of_the_device(tmp_path: Path) -> None:
    with at_service(tmp_path) as (server, service):
        ada = server.person("Ada")
        Device(service, "a").switch_on(ada)
        laptop = carried(ada)
        Device(service, "b").switch_on(laptop)
        laptop.posted("/api/me/devices/end")
        assert [one["here"] for one in devices(laptop)] == [True]
        assert kept(server) == 1
        # The device is signed in as another person: that person has not allowed messages here.
        ben = server.person("Ben")
        code = ben.posted("/api/me/code")["code"]
        laptop.posted("/api/me/code/use", {"code": code})
        assert devices(laptop) == []
        assert kept(server) == 0


def test_a_device_whose_session_has_expired_gets_nothing(tmp_path: Path) -> None:
    with at_service(tmp_path) as (server, service):
        ada = server.person("Ada")
        Device(service, "a").switch_on(ada)
        laptop = carried(ada)
        with server.store.engine.begin() as connection:
            longest = select(func.min(schema.push_device.c.session)).scalar_subquery()
            ended = schema.session.c.token == longest
            connection.execute(update(schema.session).where(ended).values(expires=1.0))
        assert devices(laptop) == []
        # It is deleted when another device is switched on.
        Device(service, "b").switch_on(laptop)
        assert kept(server) == 1


def kept(server: Running) -> int:
    with server.store.engine.connect() as connection:
        return connection.execute(select(func.count(schema.push_device.c.id))).scalar_one()


def test_an_endpoint_gets_the_messages_of_one_person_only(tmp_path: Path) -> None:
    with at_service(tmp_path) as (server, service):
        ada, ben = server.person("Ada"), server.person("Ben")
        phone = Device(service)
        phone.switch_on(ada)
        # The cookies were deleted, and somebody else uses the browser.
        phone.switch_on(ben)
        assert (devices(ada), len(devices(ben))) == ([], 1)


def test_a_deleted_person_gets_no_messages(tmp_path: Path) -> None:
    with at_service(tmp_path) as (server, service):
        ada, ben = server.person("Ada"), server.person("Ben")
        phone = Device(service)
        phone.switch_on(ada)
        playing(server, ada, ben)
        phone.next()
        assert phone.subscription["endpoint"] in rows(server)
        ada.posted("/api/me/forget", {"sure": True})
        assert phone.subscription["endpoint"] not in rows(server)
        assert claimed(server) == set()


def test_the_export_names_the_devices_without_secrets(tmp_path: Path) -> None:
    with at_service(tmp_path) as (server, service):
        ada = server.person("Ada")
        phone = Device(service)
        phone.switch_on(ada)
        everything = ada.got("/api/me/everything")
        assert [one["here"] for one in everything["push"]] == [True]
        text = json.dumps([everything, ada.got("/api/me/push")])
        for secret in phone.subscription.values():
            assert secret not in text
        program = Person(server.url, token=ada.posted("/api/tokens")["token"])
        assert [one["here"] for one in program.got("/api/me/push")["devices"]] == [False]
        for path in ("", "/try", "/remove"):
            body = {"device": "x"} if path else phone.subscription
            assert program.refused(f"/api/me/push{path}", body) == (403, "not_for_programs")


# Refusals -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def willing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, ChatRoom]]:
    """A server that sends messages, and a push service."""
    with at_service(tmp_path_factory.mktemp("willing")) as found:
        yield found


OFF_THE_CURVE = coded(b"\x04" + bytes(63) + b"\x07")


@pytest.mark.parametrize(
    ("field", "value", "status", "case"),
    [
        ("endpoint", "nonsense", 422, "endpoint"),
        ("endpoint", "http://push.example/1", 422, "endpoint"),
        ("endpoint", "https://127.0.0.1/1", 422, "endpoint"),
        ("endpoint", "https://[2606:4700::1]/1", 422, "endpoint"),
        ("endpoint", "https://user@push.example/1", 422, "endpoint"),
        ("endpoint", "https://push.example:22/1", 422, "endpoint"),
        ("endpoint", f"https://push.example/{'x' * 2000}", 400, None),
        ("p256dh", "", 422, "p256dh"),
        ("p256dh", "é", 422, "p256dh"),
        ("p256dh", OFF_THE_CURVE, 422, "p256dh"),
        ("p256dh", coded(b"\x04" + bytes(32)), 422, "p256dh"),
        ("p256dh", "A" * 101, 400, None),
        ("auth", "", 422, "auth"),
        ("auth", coded(bytes(15)), 422, "auth"),
        ("auth", "*" * 22, 422, "auth"),
        ("auth", "A" * 33, 400, None),
        ("language", "tlh", 400, None),
    ],
)
def test_bad_subscriptions_are_refused(
    willing: tuple[Running, ChatRoom], field: str, value: str, status: int, case: str | None
) -> None:
    server, service = willing
    ada = server.person("Ada")
    answer = ada.post("/api/me/push", {**WANTED, **Device(service).subscription, field: value})
    assert answer.status_code == status
    if case is not None:
        body = answer.json()
        assert (body["code"], body["details"]) == ("bad_push", {"case": case})
    assert devices(ada) == []


def test_points_and_secrets_may_be_padded() -> None:
    key = ServerKey(ServerKey.new_private()).public
    assert is_public_key(f"{key}=")
    assert is_secret(f"{coded(AUTH)}==")
    assert not is_public_key(OFF_THE_CURVE)


def test_a_person_has_a_bounded_number_of_devices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "MOST_DEVICES", 2)
    with at_service(tmp_path) as (server, service):
        ada = server.person("Ada")
        laptop, tablet = carried(ada), carried(ada)
        Device(service, "a").switch_on(ada)
        Device(service, "b").switch_on(laptop)
        refused = tablet.post("/api/me/push", {**WANTED, **Device(service, "c").subscription})
        assert (refused.status_code, refused.json()["code"]) == (409, "push_full")
        # A new subscription of the same device takes no more room.
        Device(service, "d").switch_on(laptop)
        assert len(devices(ada)) == 2


def test_a_device_removed_at_the_moment_of_its_renewal_stays_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_service(tmp_path) as (server, service):
        ada = server.person("Ada")
        Device(service, "a").switch_on(ada)
        store = server.service.push.kept
        find = store.devices

        async def found_and_removed(person: str, now: float) -> list[KeptDevice]:
            found = await find(person, now)
            for device in found:
                await store.remove(person, device.id)
            return found

        monkeypatch.setattr(store, "devices", found_and_removed)
        body = {**Device(service, "b").subscription, "language": None}
        assert ada.refused("/api/me/push", body) == (404, "no_push_device")
        assert kept(server) == 0


@pytest.mark.skipif(not POSTGRESQL, reason=f"{databases.NAMED} names no database")
def test_two_servers_cannot_give_the_last_place_to_two_devices() -> None:
    databases.empty(POSTGRESQL)
    people = schema.person.c

    async def both(store: Store) -> None:
        with store.engine.begin() as connection:
            person = {"id": "ada", "name": "Ada", "created": 0.0}
            connection.execute(insert(schema.person), person)
            for token in ("one", "two"):
                session = {"token": token, "person": "ada", "expires": 9.0}
                connection.execute(insert(schema.session), session)
        with store.engine.begin() as other:
            # Another server saves a device, and has not committed yet.
            other.execute(select(people.id).where(people.id == "ada").with_for_update())
            other.execute(insert(schema.push_device), {"person": "ada", **asdict(kept_at("one"))})
            put = PushStore(store).put("ada", kept_at("two"), 1, 1.0, renews=False)
            task = asyncio.create_task(put)
            await until(lambda: task.done() or waits_for_lock(store))
        assert await task == "full"

    with closing(Store(POSTGRESQL)) as store:
        asyncio.run(both(store))


def kept_at(session: str) -> KeptDevice:
    """A device of a session."""
    return KeptDevice(
        session,
        id=session,
        fingerprint=session,
        endpoint=f"https://push.example/{session}",
        p256dh="",
        auth="",
        language="en",
        browser="other",
        system="other",
        saved=0.0,
        failures=0,
        result=None,
        status=None,
        called=None,
    )


def waits_for_lock(store: Store) -> bool:
    """Whether a statement waits until another transaction ends."""
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    with store.engine.connect() as connection:
        return bool(connection.execute(waiting).scalar_one())


def test_without_the_setting_nothing_is_offered(server: Running) -> None:
    ada = server.person("Ada")
    assert ada.got("/api/me")["push"] is False
    assert ada.http.get("/api/me/push").json()["code"] == "push_off"
    for path in ("", "/try", "/remove"):
        body = {"device": "x"} if path else {"endpoint": "https://a.b/", "p256dh": "", "auth": ""}
        assert ada.refused(f"/api/me/push{path}", body) == (403, "push_off")
    with server.store.engine.connect() as connection:
        assert connection.execute(select(schema.push_key.c.id)).first() is None


@pytest.mark.parametrize(
    "contact",
    [
        "ada@games.example",
        "mailto:ada+push@games.example",
        "https://games.example",
        "https://games.example:8443/contact?about=push",
    ],
)
def test_a_contact_is_a_mail_address_or_a_web_address(contact: str) -> None:
    assert from_environment({"WHISTLESTOP_PUSH": contact}).push == contact
    key = ServerKey(ServerKey.new_private())
    assert key.authorization("https://push.example", contact, 0).startswith("vapid t=")


@pytest.mark.parametrize(
    "contact",
    ["yes", "ada@", "ada@localhost", "http://games.example", "a b@games.example", "https://games",
     "ada@games.example\n", "x" * 65 + "@games.example"],
)  # fmt: skip
def test_other_contacts_are_refused_with_the_reason(contact: str) -> None:
    with pytest.raises(SettingsError, match=r"WHISTLESTOP_PUSH must be a mail address such as"):
        from_environment({"WHISTLESTOP_PUSH": contact})
    with pytest.raises(SettingsError, match=r"WHISTLESTOP_PUSH must be a mail address such as"):
        from_environment({}, push=contact)


# The key --------------------------------------------------------------------------------------


def test_the_key_survives_a_restart(tmp_path: Path) -> None:
    with ChatRoom(201) as service:
        with Running(sqlite(tmp_path), pushing(service)) as server:
            ada = server.person("Ada")
            phone = Device(service)
            (saved,) = phone.switch_on(ada)["devices"]
            key = ada.got("/api/me/push")["key"]
        with Running(sqlite(tmp_path), pushing(service)) as server:
            ada = ada.moved(server.url)
            assert ada.got("/api/me/push")["key"] == key
            ada.posted("/api/me/push/try", {"device": saved["id"]})
            assert claims(service.calls.get(timeout=240))[1] == key


def test_a_damaged_key_is_replaced_and_devices_begin_again(tmp_path: Path) -> None:
    with ChatRoom(201) as service:
        with Running(sqlite(tmp_path), pushing(service)) as server:
            ada = server.person("Ada")
            Device(service).switch_on(ada)
            key = ada.got("/api/me/push")["key"]
            with server.store.engine.begin() as connection:
                connection.execute(update(schema.push_key).values(private="damaged"))
        with Running(sqlite(tmp_path), pushing(service)) as server:
            ada = ada.moved(server.url)
            now = ada.got("/api/me/push")
            assert now["devices"] == []
            assert now["key"] != key


def test_the_first_key_counts_for_all_servers(tmp_path: Path) -> None:
    async def both(one: PushStore, other: PushStore) -> None:
        assert await one.key() is None
        # Each server makes a key before it sees that of the other.
        assert await one.put_key("first", 1.0) == "first"
        assert await other.put_key("second", 2.0) == "first"
        assert await other.key() == "first"

    one, other = Store(sqlite(tmp_path)), Store(sqlite(tmp_path))
    asyncio.run(both(PushStore(one), PushStore(other)))
    one.close()
    other.close()


# Limits and secrecy ---------------------------------------------------------------------------


def test_one_person_does_not_get_messages_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "PUSH_MESSAGES", Rate(1, 0))
    with ChatRoom(201) as service, Running(sqlite(tmp_path), pushing(service, rates=1)) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        phone = Device(service)
        phone.switch_on(ada)
        playing(server, ada, ben)
        phone.next()
        playing(server, ada, ben)
        eventually(lambda: server.service.metrics.push_messages["dropped"])
        assert service.calls.empty()


def test_changes_are_limited(tmp_path: Path) -> None:
    with ChatRoom(201) as service, Running(sqlite(tmp_path), pushing(service, rates=1)) as server:
        ada = server.person("Ada")
        found = {
            ada.post("/api/me/push/remove", {"device": "nothing"}).status_code for _ in range(60)
        }
        assert found == {404, 429}


def test_nothing_secret_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "whistlestop.server")
    with at_service(tmp_path, 500) as (server, service):
        ada, ben = server.person("Ada"), server.person("Ben")
        phone = Device(service, "secret-endpoint")
        (saved,) = phone.switch_on(ada)["devices"]
        ada.posted("/api/me/push/try", {"device": saved["id"]})
        playing(server, ada, ben)
        phone.next()
        phone.next()
        with server.store.engine.begin() as connection:
            schema.push_device.drop(connection)
        assert ada.refused("/api/me/push", {**WANTED, **phone.subscription})[0] >= 500
    said = [
        f"{record.getMessage()} {record.__dict__} {record.exc_text}" for record in caplog.records
    ]
    said += [str(record.exc_info[1]) for record in caplog.records if record.exc_info]
    assert said
    for secret in ("secret-endpoint", phone.subscription["p256dh"], phone.subscription["auth"]):
        assert secret not in "\n".join(said)


@pytest.mark.parametrize("twins", [differently_many, other_cards])
def test_messages_of_twin_games_are_equal(twins: object) -> None:
    make = differently_many if twins is differently_many else other_cards
    table, one, other = make("twin-table-1", "europe", 3, 1)
    found = [played(table.id, map(from_kept, map(to_keep, entries)))[0] for entries in (one, other)]
    messages = [
        [
            message_of(
                TurnCall(
                    one.person, one.kind, each.id, each.edition_key, each.edition.title, False
                ),
                "en",
            )
            for one in awaited(each)
        ]
        for each in found
    ]
    assert messages[0]
    assert messages[0] == messages[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_words(language: str) -> None:
    assert catalogue("calls", language).keys() == catalogue("calls", "en").keys()
    for kind in ("turn", "request"):
        call = TurnCall("ada", kind, "12345678", "europe", "Europe", own_edition=False)
        shown = message_of(call, language)
        assert shown.language == language
        assert "{" not in shown.title + shown.body


@pytest.mark.parametrize(
    ("agent", "browser", "system"),
    [
        ("", "other", "other"),
        ("curl/8.5.0", "other", "other"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
            "edge",
            "windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
            "SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
            "samsung",
            "android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, "
            "like Gecko) Mobile/15E148",
            "safari",
            "ios",
        ),
        (
            "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/140.0.0.0 Safari/537.36",
            "chrome",
            "chromeos",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Firefox/140.0", "firefox",
         "macos"),
    ],
)  # fmt: skip
def test_browsers_are_named(agent: str, browser: str, system: str) -> None:
    assert device_of(agent) == (browser, system)


def test_too_many_messages_are_dropped_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(call_queue, "MOST_WAITING", 2)
    with at_service(tmp_path) as (server, _):
        call = TurnCall("nobody", "turn", "12345678", "usa", "USA", own_edition=False)
        queue = server.service.push._queue  # pyright: ignore[reportPrivateUsage]
        for worker in queue._workers:  # pyright: ignore[reportPrivateUsage]
            worker.get_loop().call_soon_threadsafe(worker.cancel)
        for _ in range(5):
            server.service.push.take(call)
        assert server.service.metrics.push_messages["dropped"] == 3
