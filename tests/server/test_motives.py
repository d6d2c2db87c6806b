"""Bots say why they made a move when the game is over, or where the host allowed it before."""

from __future__ import annotations

import pytest

from tests.server.serving import Json, Person, Running
from whistlestop.language import catalogue


def motive(person: Person, table: str, move: int) -> tuple[int, Json]:
    answer = person.http.get(f"/api/tables/{table}/at/{move}/motive")
    return answer.status_code, answer.json()


def moves(person: Person, table: str) -> list[Json]:
    """The entries that are moves of the game."""
    return [entry for entry in person.table(table)["log"] if entry["move"] is not None]


def begun(server: Running, **options: object) -> tuple[Person, str]:
    """A table at which a bot has moved, and it is the person's turn again."""
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "casual", **options)
    for words in ("keep all", "draw deck", "draw deck"):
        ada.act(table, words, _alone(ada, table))
    _alone(ada, table)
    return ada, table


def _alone(person: Person, table: str) -> int:
    """The version of the table when only the first seat has to decide."""
    with person.follow(table) as following:
        while following.update()["deciding"] != [0]:
            pass
    return person.table(table)["version"]


def test_when_the_game_is_over_bots_say_why(server: Running) -> None:
    ada = server.person("Ada")
    table = ada.new_table("london", "casual", "random", "me")
    ada.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        following.until_over()
    made = moves(ada, table)
    assert [entry["move"] for entry in made] == [*range(1, len(made) + 1)]
    assert {entry["by"] for entry in made} == {"bot", "standin"}
    codes = dict[int, set[str]]()
    for entry in made[::3]:
        status, told = motive(ada, table, entry["move"])
        assert (status, told["seat"]) == (200, entry["seat"])
        assert f"motive.{told['code']}" in catalogue("motives", "en")
        assert told["message"]
        codes.setdefault(told["seat"], set()).add(told["code"])
    assert codes[1] <= {"random", "only"}
    assert {"way", "card_for", "deck", "card_for_points"} & (codes[0] | codes[2])
    assert motive(server.person(), table, 1)[0] == 200, "nothing is secret any more"
    assert motive(ada, table, len(made) + 1)[1]["code"] == "no_such_move"
    assert motive(ada, table, 0)[1]["code"] == "no_such_move"


def test_during_the_game_they_keep_it_to_themselves(server: Running) -> None:
    ada, table = begun(server)
    for entry in moves(ada, table):
        status, told = motive(ada, table, entry["move"])
        expected = (403, "motive_secret") if entry["by"] == "bot" else (404, "no_such_move")
        assert (status, told["code"]) == expected


def test_unless_the_host_allowed_it(server: Running) -> None:
    ada, table = begun(server, explain=True)
    assert ada.table(table)["table"]["explain"] is True
    told = [
        motive(ada, table, entry["move"]) for entry in moves(ada, table) if entry["by"] == "bot"
    ]
    assert told
    assert {status for status, _ in told} == {200}


def test_what_was_done_before_the_host_allowed_it_stays_untold(server: Running) -> None:
    """Bots made those moves at a table that would not tell their tickets before the end."""
    ada, table = begun(server)
    before = [entry["move"] for entry in moves(ada, table) if entry["by"] == "bot"]
    ada.posted(f"/api/tables/{table}/options", {"explain": True})
    assert {motive(ada, table, number)[0] for number in before} == {403}
    while True:
        update = ada.table(table)
        new = [e for e in moves(ada, table) if e["by"] == "bot" and e["move"] > max(before)]
        if new:
            break
        if update["legal"]:
            draws = [one["words"] for one in update["legal"] if one["words"].startswith("draw ")]
            ada.act(table, (draws or [update["legal"][0]["words"]])[0], update["version"])
    assert motive(ada, table, new[0]["move"])[0] == 200


def test_who_stands_in_for_a_person_says_nothing_of_their_tickets(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open", "casual", explain=True)
    ben.posted(f"/api/tables/{table}/join")
    ben.act(table, "keep all", ben.table(table)["version"])
    ada.posted(f"/api/tables/{table}/resign")
    with ben.follow(table) as following:
        while 1 not in (following.update()["deciding"] or ()):
            pass
    for person in (ada, ben):
        told = {entry["by"]: motive(person, table, entry["move"]) for entry in moves(person, table)}
        assert told["bot"][0] == 200
        assert (told["standin"][0], told["standin"][1]["code"]) == (403, "motive_secret")


def test_a_bot_in_the_seat_of_a_person_says_nothing_of_their_tickets(server: Running) -> None:
    """The person has chosen those tickets, and may come back."""
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open", explain=True)
    ben.posted(f"/api/tables/{table}/join")
    for person in (ada, ben):
        person.act(table, "keep all", person.table(table)["version"])
    ben.posted(f"/api/tables/{table}/resign")
    ada.posted(f"/api/tables/{table}/seats/bot", {"seat": 1, "bot": "casual"})
    while not (made := [entry for entry in moves(ada, table) if entry["by"] == "bot"]):
        update = ada.table(table)
        if update["legal"]:
            ada.act(table, "draw deck", update["version"])
    for person in (ada, server.person()):
        status, told = motive(person, table, made[0]["move"])
        assert (status, told["code"]) == (403, "motive_secret")


def test_what_is_kept_in_the_opening_is_told_after_it(server: Running) -> None:
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "casual", explain=True)
    with ada.follow(table) as following:
        while following.update()["table"]["moves"] < 1:
            pass
    assert motive(ada, table, 1)[1]["code"] == "motive_secret"
    ada.act(table, "keep all", ada.table(table)["version"])
    assert motive(ada, table, 1)[0] == 200


@pytest.mark.parametrize("bot", ["./own.py:Bot", "planner"])
def test_bots_of_a_record_are_asked_by_name_alone(server: Running, bot: str) -> None:
    """In a record a name may also be a file to run."""
    ada = server.person("Ada")
    table = ada.new_table("london", "planner", "random")
    with ada.follow(table) as following:
        following.until_over()
    record = ada.http.get(f"/api/tables/{table}/record").text
    assert '"planner"' in record or "planner" in record
    text = record.replace('bots: "planner"', f'bots: "{bot}"')
    made = ada.http.post("/api/records", content=text).json()["id"]
    first = next(entry for entry in moves(ada, made) if entry["seat"] == 0)
    assert first["by"] == "record"
    assert motive(ada, made, first["move"])[0] == (200 if bot == "planner" else 404)
