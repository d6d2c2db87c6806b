"""Taking a seat before the game begins, and giving it back."""

from __future__ import annotations

import threading

from tests.server.at_a_table import seats
from tests.server.serving import Person, Running


def test_whoever_opens_the_link_takes_an_open_seat(server: Running) -> None:
    ada, ben, cleo = (server.person(name) for name in ("Ada", "Ben", "Cleo"))
    table = ada.new_table("germany", "me", "open", "open")
    assert ada.table(table)["position"] is None
    watching = ben.table(table)
    assert watching["table"]["you"] == {
        "seat": None,
        "name": "Ben",
        "seats": [],
        "former": None,
    }
    assert watching["table"]["host"] is False
    ben.posted(f"/api/tables/{table}/join", {"seat": 2})
    # Once more is no mistake; a second seat is.
    ben.posted(f"/api/tables/{table}/join")
    assert ben.refused(f"/api/tables/{table}/join", {"seat": 1}) == (409, "already_seated")
    assert cleo.refused(f"/api/tables/{table}/join", {"seat": 2}) == (409, "seat_taken")
    assert cleo.refused(f"/api/tables/{table}/join", {"seat": 9}) == (404, "no_such_seat")
    cleo.posted(f"/api/tables/{table}/join", {"seat": None})
    update = cleo.table(table)
    assert update["table"]["state"] == "playing"
    assert seats(update) == [("person", "Ada"), ("person", "Cleo"), ("person", "Ben")]
    late = server.person()
    assert late.refused(f"/api/tables/{table}/join") == (409, "already_started")
    assert late.table(table)["position"]["viewer"] == -1


def test_many_people_claim_the_last_seat_at_once(server: Running) -> None:
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "open")
    others = [server.person(f"Guest {number}") for number in range(6)]
    results: list[tuple[int, Person]] = []

    def join(person: Person) -> None:
        results.append((person.post(f"/api/tables/{table}/join").status_code, person))

    threads = [threading.Thread(target=join, args=(person,)) for person in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(status for status, _ in results) == [200, 409, 409, 409, 409, 409]
    winner = next(person for status, person in results if status == 200)
    assert winner.table(table)["table"]["you"]["seat"] == 1
    assert ada.table(table)["table"]["state"] == "playing"


def test_leaving_before_the_start(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open", "open")
    ben.posted(f"/api/tables/{table}/join")
    ben.posted(f"/api/tables/{table}/leave")
    assert seats(ada.table(table))[1:] == [("open", ""), ("open", "")]
    assert ben.refused(f"/api/tables/{table}/leave") == (403, "not_your_seat")
    ada.posted(f"/api/tables/{table}/start")
    assert ada.refused(f"/api/tables/{table}/leave") == (409, "already_started")


def test_a_host_who_leaves_hands_the_table_on(server: Running) -> None:
    """To the next person at the table, or else to the next one who sits down."""
    ada, ben, cleo = (server.person(name) for name in ("Ada", "Ben", "Cleo"))
    table = ada.new_table("usa", "me", "open", "open", "open")
    for person, seat in ((ben, 3), (cleo, 1)):
        person.posted(f"/api/tables/{table}/join", {"seat": seat})

    def hosts() -> list[bool]:
        return [person.table(table)["table"]["host"] for person in (ada, ben, cleo)]

    assert hosts() == [True, False, False]
    ben.posted(f"/api/tables/{table}/leave")
    assert hosts() == [True, False, False]
    ben.posted(f"/api/tables/{table}/join", {"seat": 3})
    ada.posted(f"/api/tables/{table}/leave")
    assert hosts() == [False, False, True]
    assert ada.refused(f"/api/tables/{table}/start") == (403, "not_host")
    cleo.posted(f"/api/tables/{table}/leave")
    assert hosts() == [False, True, False]
    ben.posted(f"/api/tables/{table}/leave")
    assert hosts() == [False, False, False]
    assert ben.refused(f"/api/tables/{table}/start") == (403, "not_host")
    cleo.posted(f"/api/tables/{table}/join")
    ada.posted(f"/api/tables/{table}/join")
    assert hosts() == [False, False, True]
    server.service.tables._rooms.pop(table)  # pyright: ignore[reportPrivateUsage]
    assert hosts() == [False, False, True]
    cleo.posted(f"/api/tables/{table}/start")
    assert ada.table(table)["table"]["state"] == "playing"


def test_a_host_without_a_seat_stays_the_host(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "open", "open")
    for way in ("join", "leave", "join"):
        ben.posted(f"/api/tables/{table}/{way}")
    assert ben.refused(f"/api/tables/{table}/start") == (403, "not_host")
    ada.posted(f"/api/tables/{table}/start")
