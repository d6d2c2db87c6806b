"""What is told about players who are away: what happens next to their seats, and when."""

from __future__ import annotations

from tests.server.clocks import Clock
from tests.server.serving import Json, Person, Running


def left(person: Person, table: str) -> list[Json]:
    """What a new reader of a table is told."""
    return person.table(table)["absences"]


def seated(server: Running, **options: object) -> tuple[Person, Person, str]:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open", **options)
    ben.posted(f"/api/tables/{table}/join")
    return ada, ben, table


def test_a_bot_will_move_for_who_has_to_decide(server: Running, clock: Clock) -> None:
    ada, ben, table = seated(server, standin_after=5000)
    with ada.follow(table) as hers:
        while not (found := hers.update()["absences"]):
            pass
        assert [(one["seat"], one["then"]) for one in found] == [(1, "standin")]
        # Ada has gone nowhere: a table tells of others, and of the same time to everybody.
        assert 4000 < found[0]["seconds"] <= 5000
        clock.forward(1000)
        (later,) = left(server.person("Cleo"), table)
        assert 900 < found[0]["seconds"] - later["seconds"] < 2000
        # A new choice counts from the moment it was made.
        ada.posted(f"/api/tables/{table}/standin-after", {"seconds": 9000})
        while not any(one["seconds"] > 8000 for one in hers.update()["absences"] or ()):
            pass
        with ben.follow(table):
            while hers.update()["absences"]:
                pass


def test_a_seat_can_be_given_away_some_time(server: Running, clock: Clock) -> None:
    """Where no bot stands in, or nothing is to be decided; the moment is not told for ever."""
    ada, _, table = seated(server, standin_after=None)
    with ada.follow(table) as hers:
        while not (found := hers.update()["absences"]):
            pass
        assert [(one["seat"], one["then"]) for one in found] == [(1, "offer")]
        assert 0 < found[0]["seconds"] <= 120
        clock.forward(200)
        assert left(ada, table) == []
        assert not ada.table(table)["table"]["seats"][1]["present"]


def test_who_chose_is_not_waited_for(server: Running) -> None:
    ada, ben, table = seated(server, standin_after=5000)
    words = ben.table(table)["legal"][0]["words"]
    ben.act(table, words, ben.table(table)["version"])
    with ada.follow(table) as hers:
        while not (found := hers.update()["absences"]):
            pass
        assert [(one["seat"], one["then"]) for one in found] == [(1, "offer")]
        assert 4000 < found[0]["seconds"] <= 5000


def test_of_bots_and_of_seats_that_bots_hold_nothing_is_told(server: Running) -> None:
    ada, ben, table = seated(server, standin_after=5000)
    ben.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as hers:
        while (update := hers.update())["table"]["seats"][1]["present"]:
            pass
        assert update["absences"] == []
