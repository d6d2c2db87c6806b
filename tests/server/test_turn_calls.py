"""Who should be called, and when: decided from a table and the people who are connected to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.serving import sqlite
from tests.server.test_twin_worlds import NOW, Played, begun, id_of
from whistlestop.server import clock
from whistlestop.server.hosting.rooms import Listener, Room
from whistlestop.server.hosting.turn_calls import Awaited, awaited, due_at
from whistlestop.server.sent.presence import Presence
from whistlestop.server.storage import schema
from whistlestop.server.storage.store import Store
from whistlestop.server.storage.webhooks import WebhookStore
from whistlestop.server.table.commitment import new_luck
from whistlestop.server.table.happenings import CloseAsked, Moved
from whistlestop.server.table.happenings.playing import SpokenAction

GRACE = 20.0
ADA, BEN = id_of(0), id_of(1)


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the server stands still."""
    monkeypatch.setattr(clock, "now", lambda: NOW)


def opening(bots: tuple[int, ...] = ()) -> tuple[Room, Played]:
    """A game in which all seats choose opening tickets; the room was opened earlier."""
    found = begun("a-table-1", "usa", 2, new_luck(), bots)
    return Room("a-table-1", opened=NOW - 1000, table=found.table), found


def due(room: Room, found: Played, person: str) -> float | None:
    one = next((one for one in awaited(found.table) if one.person == person), None)
    return None if one is None else due_at(room, found.table, one, GRACE)


def since(found: Played, seat: int) -> float:
    return found.table.clocks.since[seat]


def test_an_absent_person_is_called_after_the_grace() -> None:
    room, found = opening()
    assert due(room, found, ADA) == since(found, 0) + GRACE
    # Who left later has the time from then on.
    room.gone_since[ADA] = NOW - 5
    assert due(room, found, ADA) == NOW - 5 + GRACE
    # After a start of the server, pages have the time to connect again.
    room.opened = NOW - 2
    assert due(room, found, ADA) == NOW - 2 + GRACE


def here(room: Room) -> None:
    room.listeners.add(Listener(ADA, None))


def just_now(room: Room) -> None:
    room.leaving[ADA] += 1


def at_another_server(room: Room) -> None:
    room.elsewhere = lambda: [Presence(frozenset((ADA,)))]


@pytest.mark.parametrize("connect", [here, just_now, at_another_server])
def test_a_connected_person_is_not_called(connect: Callable[[Room], None]) -> None:
    room, found = opening()
    connect(room)
    assert due(room, found, ADA) is None
    assert due(room, found, BEN) is not None
    assert not room.called


def test_polling_is_no_connection() -> None:
    room, found = opening()
    room.polling[ADA] = 0.0
    assert due(room, found, ADA) is not None


def test_a_turn_that_was_called_is_not_due_and_the_next_one_is() -> None:
    room, found = opening()
    (ada, ben) = awaited(found.table)
    assert (ada.person, ben.person, ada.kind) == (ADA, BEN, "turn")
    room.called[ADA, "turn"] = ada.mark
    assert due(room, found, ADA) is None
    # Nothing that others do makes it another turn.
    found.move(str(found.game.legal_actions(1)[0]), 1)
    assert due(room, found, ADA) is None
    assert [one.person for one in awaited(found.table)] == [ADA]
    found.move(str(found.game.legal_actions(0)[0]), 0)
    begins = found.game.seat
    assert begins is not None
    after = next(one for one in awaited(found.table))
    assert after.person == id_of(begins)
    assert after.mark > ada.mark
    assert due_at(room, found.table, after, GRACE) is not None
    # The second card of a turn is a decision, too.
    found.add(Moved(begins, SpokenAction("draw deck"), "person"))
    assert awaited(found.table)[0].mark > after.mark


def watched(room: Room, found: Played) -> None:
    """What the timers of a table do when somebody comes or goes: ask for every awaited person."""
    for one in awaited(found.table):
        due_at(room, found.table, one, GRACE)


def test_alone_with_bots_a_person_who_has_seen_the_turn_is_not_called() -> None:
    room, found = opening(bots=(1,))
    (ada,) = awaited(found.table)
    watched(room, found)
    assert due(room, found, ADA) == since(found, 0) + GRACE
    room.listeners.add(Listener(ADA, None))
    watched(room, found)
    room.listeners.clear()
    assert due(room, found, ADA) is None
    assert room.called == {(ADA, "turn"): ada.mark}


def test_alone_with_bots_a_person_who_left_after_the_turn_came_has_seen_it() -> None:
    """This holds even if nobody asked while the person was connected."""
    room, found = opening(bots=(1,))
    room.disconnected[ADA] = since(found, 0) - 1
    assert due(room, found, ADA) == since(found, 0) + GRACE
    # A person who polls counts as present for some time after the last request.
    room.gone_since[ADA] = since(found, 0) + 1
    assert due(room, found, ADA) == since(found, 0) + GRACE
    room.disconnected[ADA] = since(found, 0)
    assert due(room, found, ADA) is None


def test_with_other_people_a_person_who_has_seen_the_turn_is_called() -> None:
    room, found = opening()
    room.listeners.add(Listener(ADA, None))
    watched(room, found)
    room.listeners.clear()
    assert due(room, found, ADA) == since(found, 0) + GRACE
    assert not room.called


def test_alone_with_bots_a_turn_from_before_a_restart_is_not_called() -> None:
    """Whether the person has seen it is not known."""
    room, found = opening(bots=(1,))
    room.opened = NOW
    assert due(room, found, ADA) is None


def test_seats_of_bots_and_of_people_who_resigned_wait_for_nobody() -> None:
    _, found = opening(bots=(1,))
    assert [one.person for one in awaited(found.table)] == [ADA]
    found.table.seats[0].standin = True
    assert awaited(found.table) == []
    found.table.seats[0].standin, found.table.seats[0].resigned = False, True
    assert awaited(found.table) == []


def test_a_request_waits_for_those_who_have_to_answer() -> None:
    room, found = opening()
    found.add(CloseAsked(0))
    version = found.table.version
    asked = [one for one in awaited(found.table) if one.kind == "request"]
    assert asked == [Awaited(BEN, "request", version, found.table.updated)]
    assert due_at(room, found.table, asked[0], GRACE) == found.table.updated + GRACE
    found.table.state = "closed"
    assert awaited(found.table) == []


def test_a_turn_is_claimed_once(tmp_path: Path) -> None:
    store = Store(sqlite(tmp_path))

    async def work() -> list[bool]:
        for person in (ADA, BEN):
            await store.add_person(person, "", person, NOW, NOW)
        kept = WebhookStore(store)
        found = await asyncio.gather(*(kept.claim("table", ADA, "turn", 7) for _ in range(5)))
        assert sorted(found) == [False] * 4 + [True]
        return [
            await kept.claim("table", ADA, "turn", 7),
            await kept.claim("table", ADA, "turn", 3),
            await kept.claim("table", ADA, "request", 7),
            await kept.claim("table", BEN, "turn", 7),
            await kept.claim("table", ADA, "turn", 9),
            await kept.claim("table", ADA, "turn", 9),
        ]

    with store.engine.begin() as connection:
        values = {"id": "table", "edition": "usa", "public": False, "state": "playing"}
        times = {"created": NOW, "updated": NOW, "summary": ""}
        connection.execute(schema.game_table.insert().values(**values, **times))
    try:
        assert asyncio.run(work()) == [False, False, True, True, True, False]
    finally:
        store.close()
