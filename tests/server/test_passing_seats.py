"""Seats of people who are away: who can have them, who has to agree, how their owners return."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.at_a_table import hand, key_of, last, posted, refused, seated
from tests.server.clocks import Clock
from tests.server.serving import QUICK, Json, Person, Running, sqlite
from whistlestop.server.hosting import changing_hands

pytestmark = pytest.mark.usefixtures("soon")


@pytest.fixture
def polled(tmp_path: Path) -> Iterator[Running]:
    """A server at which requests count as presence for a long time."""
    with Running(sqlite(tmp_path), replace(QUICK, polling_grace=3600)) as server:
        yield server


def asked(host: Person, table: str, seat: int) -> int:
    """Ask for a seat; the version at which it was asked."""
    answer = host.posted(f"/api/tables/{table}/seats/offer", {"seat": seat})
    assert answer["key"] is None
    return answer["version"]


def agree(person: Person, table: str, entry: int) -> Json:
    return posted(person, table, "seats/answer", asked=entry, agrees=True)


# Presence -----------------------------------------------------------------------------------


def test_who_only_polls_is_present(polled: Running) -> None:
    (ada, ben), table = seated(polled, "Ada", "Ben")
    assert ben.table(table)["table"]["seats"][1]["present"]
    for verb, body in (("seats/offer", {}), ("seats/bot", {"bot": "random"})):
        assert refused(ada, table, verb, seat=1, **body) == "still_there"
    # Strangers are nobody whom the others miss.
    stranger = polled.person()
    assert stranger.table(table)["table"]["viewers"] == 0


def test_who_stops_polling_is_away_after_a_while(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), replace(QUICK, polling_grace=0.2)) as server:
        (ada, ben), table = seated(server, "Ada", "Ben")
        ben.got(f"/api/tables/{table}")
        with ada.follow(table) as following:
            while following.update()["table"]["seats"][1]["present"]:
                pass
        asked(ada, table, 1)


def test_the_end_of_a_connection_ends_what_was_polled_before(polled: Running) -> None:
    (ada, ben), table = seated(polled, "Ada", "Ben")
    assert ada.table(table)["table"]["seats"][1]["present"]
    with ben.follow(table) as following:
        following.update()
    with ada.follow(table) as following:
        while following.update()["table"]["seats"][1]["present"]:
            pass


# Consent ------------------------------------------------------------------------------------


def test_a_host_alone_gets_no_link_to_a_hand(server: Running) -> None:
    """The host asks, asks again, uses a bot in between, and sits down as a second person."""
    (ada, ben), table = seated(server, "Ada", "Ben")
    spy = server.person("Spy")
    asked(ada, table, 1)
    for _ in range(3):
        asked(ada, table, 1)
    assert refused(spy, table, "seats/take", seat=1, key="") == "no_such_offer"
    posted(ada, table, "seats/withdraw", seat=1)
    posted(ada, table, "seats/bot", seat=1, bot="random")
    assert refused(ada, table, "seats/offer", seat=1) == "asked_lately"
    assert ada.table(table)["table"]["offered"] == []
    # Ben comes back, whatever has become of his seat.
    back = posted(ben, table, "return")
    assert (back["table"]["you"]["seat"], back["table"]["reclaimable"]) == (1, [])
    assert hand(back, 1)


def test_everybody_else_agrees_before_there_is_a_link(server: Running) -> None:
    (ada, _, cleo, dora), table = seated(server, "Ada", "Ben", "Cleo", "Dora")
    entry = asked(ada, table, 1)
    shown = cleo.table(table)
    assert shown["table"]["passing"] == {
        "entry": entry,
        "seat": 1,
        "asker": 0,
        "awaited": [2, 3],
        "alone": False,
    }
    assert last(shown) == {"type": "SeatAsked", "seat": 1, "name": "Ben"}
    agree(cleo, table, entry)
    assert ada.posted(f"/api/tables/{table}/seats/offer", {"seat": 1})["key"] is None
    # The host cannot answer for others, and a stranger has no say.
    agree(ada, table, entry)
    stranger = server.person("Erik")
    assert refused(stranger, table, "seats/answer", asked=entry, agrees=True) == "not_your_seat"
    assert refused(dora, table, "seats/answer", asked=entry + 1, agrees=True) == "not_asked"
    answered = agree(dora, table, entry)
    assert last(answered) == {
        "type": "SeatAnswered",
        "seat": 3,
        "owner": "Ben",
        "agrees": True,
        "role": "other",
    }
    taken = posted(stranger, table, "seats/take", seat=1, key=key_of(ada, table, 1))
    assert taken["table"]["you"]["seat"] == 1
    assert taken["table"]["passing"] is None


def test_a_refusal_ends_it_for_a_while(server: Running, clock: Clock) -> None:
    (ada, _, cleo, dora), table = seated(server, "Ada", "Ben", "Cleo", "Dora")
    entry = asked(ada, table, 1)
    agree(cleo, table, entry)
    refusal = posted(dora, table, "seats/answer", asked=entry, agrees=False)
    assert refusal["table"]["passing"] is None
    assert refused(ada, table, "seats/offer", seat=1) == "asked_lately"
    assert refused(cleo, table, "seats/answer", asked=entry, agrees=True) == "not_asked"
    # For another seat it can ask, but only for one at a time.
    asked(ada, table, 2)
    clock.forward(changing_hands.PAUSE)
    assert refused(ada, table, "seats/offer", seat=1) == "already_asked"
    posted(ada, table, "seats/withdraw", seat=2)
    asked(ada, table, 1)


def test_consent_can_be_taken_back_until_the_seat_is_taken(server: Running) -> None:
    (ada, _, cleo), table = seated(server, "Ada", "Ben", "Cleo")
    entry = asked(ada, table, 1)
    agree(cleo, table, entry)
    key = key_of(ada, table, 1)
    posted(cleo, table, "seats/answer", asked=entry, agrees=False)
    assert cleo.table(table)["table"]["offered"] == []
    assert refused(server.person(), table, "seats/take", seat=1, key=key) == "no_such_offer"


def test_somebody_new_at_the_table_has_agreed_to_nothing(server: Running) -> None:
    (ada, _, cleo), table = seated(server, "Ada", "Ben", "Cleo")
    entry = asked(ada, table, 1)
    agree(cleo, table, entry)
    key, dora = key_of(ada, table, 1), server.person("Dora")
    posted(dora, table, "seats/take", seat=2, key=key_of(cleo, table, 2))
    erik = server.person("Erik")
    assert refused(erik, table, "seats/take", seat=1, key=key) == "needs_consent"
    agree(dora, table, entry)
    posted(erik, table, "seats/take", seat=1, key=key)


def test_who_leaves_while_asked_does_not_leave_consent_behind(server: Running) -> None:
    (ada, _, cleo), table = seated(server, "Ada", "Ben", "Cleo")
    asked(ada, table, 1)
    cleo.posted(f"/api/tables/{table}/resign")
    # Now only bots are left: a day has to pass.
    assert ada.table(table)["table"]["passing"]["alone"]
    assert ada.posted(f"/api/tables/{table}/seats/offer", {"seat": 1})["key"] is None


def test_another_host_has_asked_for_nothing(server: Running) -> None:
    (ada, _, cleo), table = seated(server, "Ada", "Ben", "Cleo")
    entry = asked(ada, table, 1)
    agree(cleo, table, entry)
    key = key_of(ada, table, 1)
    changed = posted(ada, table, "host", seat=2)
    assert (changed["table"]["passing"], changed["table"]["offered"]) == (None, [])
    assert refused(server.person(), table, "seats/take", seat=1, key=key) == "no_such_offer"


def test_those_at_the_host_s_device_agree_to_nothing(server: Running) -> None:
    ada, ben, spy = (server.person(name) for name in ("Ada", "Ben", "Spy"))
    seats = [{"kind": "me"}, {"kind": "here", "name": "Anton"}, {"kind": "open"}]
    body = {"edition": "usa", "seats": seats, "shuffle": False}
    table = ada.posted("/api/tables", body)["id"]
    ben.posted(f"/api/tables/{table}/join")
    entry = asked(ada, table, 2)
    assert ada.table(table)["table"]["passing"]["alone"]
    posted(ada, table, "seats/answer", asked=entry, agrees=True)
    assert ada.posted(f"/api/tables/{table}/seats/offer", {"seat": 2})["key"] is None
    assert refused(spy, table, "seats/take", seat=2, key="") == "no_such_offer"


def test_a_shared_device_is_asked_once_and_gets_each_seat_back(server: Running) -> None:
    ada, cleo, dora = (server.person(name) for name in ("Ada", "Cleo", "Dora"))
    table = ada.new_table("usa", "me", "open", "open", "open")
    cleo.posted(f"/api/tables/{table}/join")
    cleo.posted(f"/api/tables/{table}/join", {"beside": "Clara"})
    dora.posted(f"/api/tables/{table}/join")
    entry = asked(ada, table, 3)
    assert ada.table(table)["table"]["passing"]["awaited"] == [1]
    posted(ada, table, "seats/withdraw", seat=3)
    entry = asked(ada, table, 2)
    assert ada.table(table)["table"]["passing"]["awaited"] == [3]
    agree(dora, table, entry)
    erik = server.person("Erik")
    posted(erik, table, "seats/take", seat=2, key=key_of(ada, table, 2))
    assert cleo.table(table)["table"]["reclaimable"] == [2]
    seats = posted(cleo, table, "return")["table"]["seats"]
    assert (seats[2]["name"], seats[2]["beside"], seats[1]["beside"]) == ("Clara", True, False)


def test_the_seat_of_a_bot_needs_consent_of_those_who_play(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open", "random", bot_pace="relaxed")
    ben.posted(f"/api/tables/{table}/join")
    entry = asked(ada, table, 2)
    agree(ben, table, entry)
    posted(server.person("Cleo"), table, "seats/take", seat=2, key=key_of(ada, table, 2))
    # Alone with bots there is nobody whose game it is.
    alone = ada.new_table("usa", "me", "random", bot_pace="relaxed")
    key_of(ada, alone, 1)


# A day ---------------------------------------------------------------------------------------


def test_with_bots_alone_a_day_has_to_pass(server: Running, clock: Clock) -> None:
    ada, ben, cleo = (server.person(name) for name in ("Ada", "Ben", "Cleo"))
    table = ada.new_table("usa", "me", "open", "random", bot_pace="relaxed")
    ben.posted(f"/api/tables/{table}/join")
    asked(ada, table, 1)
    clock.forward(changing_hands.DAY - 100)
    assert ada.posted(f"/api/tables/{table}/seats/offer", {"seat": 1})["key"] is None
    clock.forward(100)
    key = key_of(ada, table, 1)
    with ben.follow(table) as following:
        following.update()
        assert refused(cleo, table, "seats/take", seat=1, key=key) == "still_there"
    while ada.table(table)["table"]["seats"][1]["present"]:
        pass
    # He was there: the day begins anew.
    assert refused(cleo, table, "seats/take", seat=1, key=key) == "needs_consent"
    clock.forward(changing_hands.DAY)
    posted(cleo, table, "seats/take", seat=1, key=key)


def test_a_day_of_absence_goes_on_across_restarts(tmp_path: Path, clock: Clock) -> None:
    with Running(sqlite(tmp_path)) as server:
        (ada, _), table = seated(server, "Ada", "Ben")
        asked(ada, table, 1)
    clock.forward(changing_hands.DAY)
    with Running(sqlite(tmp_path)) as server:
        ada = ada.moved(server.url)
        # Nobody could come back while no server ran, and its clock may have been set meanwhile.
        assert ada.posted(f"/api/tables/{table}/seats/offer", {"seat": 1})["key"] is None
        clock.forward(changing_hands.COMING)
        key_of(ada, table, 1)


# Coming back ---------------------------------------------------------------------------------


def passed_on(server: Running) -> tuple[Person, Person, Person, Person, str]:
    """A table at which Dora has Ben's seat."""
    (ada, ben, cleo), table = seated(server, "Ada", "Ben", "Cleo")
    agree(cleo, table, asked(ada, table, 1))
    dora = server.person("Dora")
    posted(dora, table, "seats/take", seat=1, key=key_of(ada, table, 1))
    return ada, ben, cleo, dora, table


def test_an_owner_is_told_and_keeps_the_seat(server: Running) -> None:
    (ada, ben, cleo), table = seated(server, "Ada", "Ben", "Cleo")
    entry = asked(ada, table, 1)
    agree(cleo, table, entry)
    key = key_of(ada, table, 1)
    told = ben.table(table)
    assert told["table"]["passing"]["seat"] == told["table"]["you"]["seat"] == 1
    # He cannot be made to agree, and one request keeps the seat.
    assert refused(ben, table, "seats/answer", asked=entry, agrees=True) == "not_asked"
    kept = posted(ben, table, "return")
    assert (kept["table"]["passing"], kept["table"]["offered"]) == (None, [])
    assert last(kept) == {
        "type": "SeatAnswered",
        "seat": 1,
        "owner": "Ben",
        "agrees": False,
        "role": "owner",
    }
    assert refused(server.person(), table, "seats/take", seat=1, key=key) == "no_such_offer"


def test_a_move_of_the_owner_keeps_the_seat(server: Running) -> None:
    (ada, ben, _), table = seated(server, "Ada", "Ben", "Cleo")
    asked(ada, table, 1)
    ben.act(table, "keep all", ben.table(table)["version"])
    assert ada.table(table)["table"]["passing"] is None


def test_an_owner_takes_the_seat_back_from_another_person(server: Running) -> None:
    ada, ben, _, dora, table = passed_on(server)
    lost = ben.table(table)["table"]
    assert (lost["you"]["seat"], lost["you"]["former"], lost["reclaimable"]) == (None, 1, [1])
    assert dora.table(table)["table"]["reclaimable"] == []
    back = posted(ben, table, "return")
    assert back["table"]["you"]["seat"] == 1
    assert hand(back, 1)
    assert last(back) == {
        "type": "TakenOver",
        "seat": 1,
        "name": "Ben",
        "before": "Dora",
        "back": True,
    }
    # Dora has seen a hand: she looks on, and can have no other seat.
    watching = dora.table(table)
    assert (watching["table"]["you"]["former"], hand(watching, 1)) == (1, None)
    assert refused(dora, table, "seats/take", seat=0, key=key_of(ada, table, 0)) == "knows_a_hand"
    assert refused(dora, table, "return") == "not_your_seat"
    posted(ben, table, "return")


def test_an_owner_who_looks_on_is_there(server: Running) -> None:
    ada, ben, cleo, dora, table = passed_on(server)
    dora.posted(f"/api/tables/{table}/resign")
    with ben.follow(table) as following:
        following.update()
        assert refused(ada, table, "seats/offer", seat=1) == "still_there"
    assert cleo.table(table)["table"]["reclaimable"] == []


def test_a_seat_handed_over_by_its_owner_is_gone(server: Running) -> None:
    (_, ben), table = seated(server, "Ada", "Ben")
    posted(server.person("Cleo"), table, "seats/take", seat=1, key=key_of(ben, table, 1))
    assert ben.table(table)["table"]["reclaimable"] == []
    assert refused(ben, table, "return") == "not_your_seat"


def test_who_is_forgotten_owns_nothing(server: Running) -> None:
    ada, ben, _, dora, table = passed_on(server)
    ben.posted("/api/me/forget", {"sure": True})
    assert dora.table(table)["table"]["seats"][1]["name"] == "Dora"
    room = server.service.tables.in_memory(table)
    assert room is not None
    assert room.table is not None
    assert not any(room.table.holders.owners.values())
    # It reads the same from the beginning.
    assert ada.table(table)["table"]["you"]["seat"] == 0


def test_all_of_it_is_there_after_a_restart(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada, ben, cleo, dora, table = passed_on(server)
        entry = asked(ada, table, 2)
        before = dora.table(table)
    with Running(sqlite(tmp_path)) as server:
        ada, ben, cleo, dora = (one.moved(server.url) for one in (ada, ben, cleo, dora))
        after = dora.table(table)
        assert json.dumps(after["log"]) == json.dumps(before["log"])
        assert after["table"]["passing"] == before["table"]["passing"]
        assert agree(dora, table, entry)["table"]["passing"]["awaited"] == []
        assert posted(ben, table, "return")["table"]["you"]["seat"] == 1
        # What Dora agreed to is not what Ben agrees to.
        assert ada.posted(f"/api/tables/{table}/seats/offer", {"seat": 2})["key"] is None
