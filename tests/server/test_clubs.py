"""Clubs: who is in them, who sees what, and how their members are ranked."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import insert, select, update

from tests.server.clocks import Clock
from tests.server.serving import PATIENCE, QUICK, Json, Person, Running, sqlite
from tests.server.test_accounts import play, rows
from whistlestop.player_names import LONGEST_NAME
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting import clubs
from whistlestop.server.hosting.people import Person as KnownPerson
from whistlestop.server.http.routes import clubs as routes
from whistlestop.server.rate_limits import CLUB_STANDINGS, Rate, RateLimits
from whistlestop.server.storage import repair, schema
from whistlestop.server.storage.accounts import AccountStore
from whistlestop.server.storage.clubs import ClubStore, KeptClub, KeptSeat
from whistlestop.server.storage.ratings import Placed, Rating, rated
from whistlestop.server.storage.standings import (
    LEAST_MEMBERS,
    Standings,
    does_count,
    standings_of,
)
from whistlestop.server.storage.store import Listing, Store


def founded(person: Person, name: str = "Sunday") -> str:
    return person.posted("/api/clubs", {"name": name})["id"]


def key_of(founder: Person, club: str) -> str:
    link: str = founder.got(f"/api/clubs/{club}/link")["link"]
    address, _, key = link.partition("#")
    assert address.endswith(f"/club/{club}")
    return key


def joined(server: Running, founder: Person, club: str, *names: str) -> list[Person]:
    """New people who join a club by its link."""
    key = key_of(founder, club)
    people = [server.person(name) for name in names]
    for person in people:
        person.posted(f"/api/clubs/{club}/join", {"key": key})
    return people


def club_of(server: Running, *names: str) -> tuple[list[Person], str]:
    """A club of people with these names. The first is the founder."""
    founder = server.person(names[0])
    club = founded(founder)
    return [founder, *joined(server, founder, club, *names[1:])], club


def members(person: Person, club: str) -> list[str]:
    return [member["name"] for member in person.got(f"/api/clubs/{club}")["members"]]


def founder_of(person: Person, club: str) -> str:
    (found,) = [one for one in person.got(f"/api/clubs/{club}")["members"] if one["founder"]]
    return found["name"]


def member_id(person: Person, club: str, name: str) -> str:
    found = person.got(f"/api/clubs/{club}")["members"]
    return next(one["id"] for one in found if one["name"] == name)


def refusal(person: Person, path: str) -> tuple[int, str]:
    answer = person.http.get(path)
    return answer.status_code, answer.json()["code"]


def table_of(club: str, person: Person, *others: Person, edition: str = "london") -> str:
    """A table of a club at which these people play. The game has begun."""
    seats = ["me", *["open"] * len(others)]
    table = person.new_table(edition, *seats, club=club, bot_pace="instant")
    for other in others:
        other.posted(f"/api/tables/{table}/join", {})
    return table


def tables_of(server: Running, club: str) -> list[str]:
    """The ids of the tables that the database keeps for a club."""
    columns = schema.club_table.c
    with server.store.engine.connect() as connection:
        return [*connection.scalars(select(columns.table_id).where(columns.club == club))]


# Founding and joining ------------------------------------------------------------------------


def test_a_club_is_founded_and_joined_by_its_link(server: Running) -> None:
    ada, bo = server.person("Ada"), server.person("Bo")
    club = founded(ada, "  Sunday   riders ")
    key = key_of(ada, club)
    shown = bo.posted(f"/api/clubs/{club}/invitation", {"key": key})
    assert shown == {"id": club, "name": "Sunday riders", "founder": "Ada", "member": False}
    assert members(ada, club) == ["Ada"]
    bo.posted(f"/api/clubs/{club}/join", {"key": key})
    bo.posted(f"/api/clubs/{club}/join", {"key": key})
    assert members(bo, club) == ["Ada", "Bo"]
    assert founder_of(bo, club) == "Ada"
    assert bo.posted(f"/api/clubs/{club}/invitation", {"key": key})["member"]
    (own,) = bo.got("/api/clubs")["clubs"]
    assert (own["id"], own["name"], own["founder"], own["members"]) == (
        club,
        "Sunday riders",
        False,
        2,
    )


def test_members_whose_names_look_alike_get_numbers(server: Running) -> None:
    people, club = club_of(server, "Ada", "Bo", "Ada", "\u0410da")
    # The last one has a Cyrillic letter.
    assert members(people[0], club) == ["Ada", "Bo", "Ada 2", "\u0410da 3"]


@pytest.mark.parametrize("name", ["", "   ", "x" * (LONGEST_NAME + 1), "\u200b", "a\x00b"])
def test_a_club_needs_a_name(server: Running, name: str) -> None:
    ada = server.person("Ada")
    assert ada.refused("/api/clubs", {"name": name}) == (422, "bad_name")
    club = founded(ada)
    assert ada.refused(f"/api/clubs/{club}/rename", {"name": name}) == (422, "bad_name")


def test_people_without_a_name_neither_found_nor_join(server: Running) -> None:
    nobody, ada = server.person(), server.person("Ada")
    assert nobody.refused("/api/clubs", {"name": "Sunday"}) == (409, "needs_name")
    club = founded(ada)
    key = key_of(ada, club)
    assert nobody.refused(f"/api/clubs/{club}/join", {"key": key}) == (409, "needs_name")
    assert members(ada, club) == ["Ada"]


@pytest.mark.parametrize("key", ["", "wrong", "ä", "a b", "x" * 100])
def test_a_link_that_is_not_valid_shows_nothing(server: Running, key: str) -> None:
    ada, bo = server.person("Ada"), server.person("Bo")
    for club in (founded(ada), "unknown", "%20", "ä"):
        for verb in ("invitation", "join"):
            path = f"/api/clubs/{club}/{verb}"
            assert bo.refused(path, {"key": key}) == (404, "club_link_ended")


def test_a_club_has_a_maximum_of_members(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clubs, "MOST_MEMBERS", 2)
    (ada, bo), club = club_of(server, "Ada", "Bo")
    cleo = server.person("Cleo")
    join = f"/api/clubs/{club}/join"
    assert cleo.refused(join, {"key": key_of(ada, club)}) == (409, "club_full")
    # Whoever is a member stays one.
    bo.posted(join, {"key": key_of(ada, club)})


def test_a_person_has_a_maximum_of_clubs(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clubs, "MOST_CLUBS", 2)
    ada, bo = server.person("Ada"), server.person("Bo")
    mine = [founded(ada), founded(ada)]
    assert ada.refused("/api/clubs", {"name": "Third"}) == (409, "too_many_clubs")
    other = founded(bo)
    join = f"/api/clubs/{other}/join"
    assert ada.refused(join, {"key": key_of(bo, other)}) == (409, "too_many_clubs")
    ada.posted(f"/api/clubs/{mine[0]}/leave")
    ada.posted(join, {"key": key_of(bo, other)})


def test_the_founding_of_clubs_is_limited_for_an_address(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), replace(QUICK, rates=0.1)) as strict:
        people = [strict.person(f"Ada {number}") for number in range(6)]
        found = [one.post("/api/clubs", {"name": "Sunday"}).status_code for one in people]
        # One for each person, and five for an address.
        assert found == [201, 201, 201, 201, 201, 429]


def test_a_person_who_is_deleted_meanwhile_founds_no_club(tmp_path: Path) -> None:
    store = Store(sqlite(tmp_path))
    gone = KnownPerson("gone", "Ada", 1e10)
    with pytest.raises(Refusal) as refused:
        asyncio.run(clubs.Clubs(store, RateLimits(0)).found(gone, "Sunday"))
    with store.engine.connect() as connection:
        left = connection.execute(select(schema.club)).all()
    store.close()
    # The same refusal as for a person who is not signed in.
    assert (refused.value.status, refused.value.code) == (409, "needs_name")
    assert left == []


# Who sees and does what ----------------------------------------------------------------------

READS = ["", "/games", "/standings", "/daily", "/daily?span=week", "/link"]


def test_only_members_see_a_club(server: Running) -> None:
    (ada, bo), club = club_of(server, "Ada", "Bo")
    stranger = server.person("Cleo")
    for read in READS:
        path = f"/api/clubs/{club}{read}"
        assert refusal(stranger, path) == (404, "no_club")
        # The answer for a club that does not exist is the same.
        assert refusal(stranger, f"/api/clubs/unknown{read}") == (404, "no_club")
        assert ada.http.get(path).status_code == 200
    bo.posted(f"/api/clubs/{club}/leave")
    assert refusal(bo, f"/api/clubs/{club}") == (404, "no_club")
    assert bo.got("/api/clubs")["clubs"] == []


def test_clubs_are_not_read_for_people_who_ask_too_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "LISTS", Rate(0, 0))
    with Running(sqlite(tmp_path), replace(QUICK, rates=1)) as strict:
        stranger = strict.person("Cleo")
        for read in READS:
            # Reading the club would answer `no_club`.
            refused = refusal(stranger, f"/api/clubs/unknown{read}")
            assert refused == (429, "too_many_requests")


CHANGES: list[tuple[str, Json]] = [
    ("link", {}),
    ("rename", {"name": "Other"}),
    ("remove", {"member": "x"}),
    ("hand-over", {"member": "x"}),
    ("close", {"sure": True}),
]


def test_only_the_founder_changes_a_club(server: Running) -> None:
    (ada, bo), club = club_of(server, "Ada", "Bo")
    stranger = server.person("Cleo")
    for verb, body in CHANGES:
        path = f"/api/clubs/{club}/{verb}"
        assert bo.refused(path, body) == (403, "not_founder")
        assert stranger.refused(path, body) == (404, "no_club")
    assert refusal(bo, f"/api/clubs/{club}/link") == (403, "not_founder")
    assert stranger.refused(f"/api/clubs/{club}/leave") == (404, "no_club")
    assert ada.refused(f"/api/clubs/{club}/close", {"sure": False})[0] == 400
    assert members(ada, club) == ["Ada", "Bo"]


def test_programs_read_and_play_and_change_nothing(server: Running) -> None:
    (ada, _), club = club_of(server, "Ada", "Bo")
    program = Person(server.url, token=ada.posted("/api/tokens")["token"])
    assert program.got(f"/api/clubs/{club}")["name"] == "Sunday"
    assert program.new_table("london", "me", "open", club=club)
    for verb, body in [*CHANGES, ("leave", {}), ("join", {"key": key_of(ada, club)})]:
        path = f"/api/clubs/{club}/{verb}"
        assert program.refused(path, body) == (403, "not_for_programs")
    assert program.refused("/api/clubs", {"name": "Other"}) == (403, "not_for_programs")
    assert refusal(program, f"/api/clubs/{club}/link") == (403, "not_for_programs")


def test_the_founder_renames_and_makes_a_new_link(server: Running) -> None:
    (ada, bo), club = club_of(server, "Ada", "Bo")
    ada.posted(f"/api/clubs/{club}/rename", {"name": "Monday"})
    assert bo.got(f"/api/clubs/{club}")["name"] == "Monday"
    old = key_of(ada, club)
    link = ada.posted(f"/api/clubs/{club}/link", {})["link"]
    assert link.endswith(key_of(ada, club))
    cleo = server.person("Cleo")
    join = f"/api/clubs/{club}/join"
    assert cleo.refused(join, {"key": old}) == (404, "club_link_ended")
    cleo.posted(join, {"key": key_of(ada, club)})


def test_a_removed_member_cannot_come_back_by_the_old_link(server: Running) -> None:
    (ada, bo), club = club_of(server, "Ada", "Bo")
    old = key_of(ada, club)
    remove = f"/api/clubs/{club}/remove"
    assert ada.refused(remove, {"member": "unknown"}) == (404, "no_member")
    own = {"member": member_id(ada, club, "Ada")}
    assert ada.refused(remove, own) == (409, "founder_stays")
    ada.posted(remove, {"member": member_id(ada, club, "Bo")})
    assert members(ada, club) == ["Ada"]
    assert refusal(bo, f"/api/clubs/{club}") == (404, "no_club")
    assert bo.refused(f"/api/clubs/{club}/join", {"key": old}) == (404, "club_link_ended")


def test_a_club_is_handed_over(server: Running) -> None:
    (ada, bo), club = club_of(server, "Ada", "Bo")
    hand_over = f"/api/clubs/{club}/hand-over"
    assert ada.refused(hand_over, {"member": "unknown"}) == (404, "no_member")
    ada.posted(hand_over, {"member": member_id(ada, club, "Bo")})
    assert founder_of(ada, club) == "Bo"
    assert ada.refused(f"/api/clubs/{club}/rename", {"name": "Mine"}) == (403, "not_founder")
    bo.posted(f"/api/clubs/{club}/rename", {"name": "Mine"})


def test_the_longest_member_follows_the_founder_and_the_last_one_closes(server: Running) -> None:
    (ada, bo, cleo), club = club_of(server, "Ada", "Bo", "Cleo")
    ada.posted(f"/api/clubs/{club}/leave")
    assert founder_of(cleo, club) == "Bo"
    bo.posted(f"/api/clubs/{club}/leave")
    key = key_of(cleo, club)
    table = cleo.new_table("london", "me", "open", club=club)
    cleo.posted(f"/api/clubs/{club}/leave")
    assert ada.refused(f"/api/clubs/{club}/join", {"key": key}) == (404, "club_link_ended")
    assert club not in rows(server)
    assert cleo.table(table)["table"]["state"] == "open"


def test_a_closed_club_leaves_its_tables(server: Running) -> None:
    (ada, bo), club = club_of(server, "Ada", "Bo")
    table = table_of(club, ada, bo)
    assert ada.posted(f"/api/clubs/{club}/close", {"sure": True})["clubs"] == []
    assert refusal(bo, f"/api/clubs/{club}") == (404, "no_club")
    play(table, ada, bo)
    assert bo.table(table)["table"]["state"] == "over"


def test_a_deleted_person_leaves_all_clubs(server: Running) -> None:
    (ada, bo), club = club_of(server, "Ada", "Bo")
    alone = founded(ada, "Alone")
    table = table_of(club, ada, bo)
    play(table, ada, bo)
    assert [one["name"] for one in ada.got("/api/me/everything")["clubs"]] == ["Sunday", "Alone"]
    ada.posted("/api/me/forget", {"sure": True})
    assert members(bo, club) == ["Bo"]
    assert founder_of(bo, club) == "Bo"
    assert alone not in rows(server)
    (game,) = bo.got(f"/api/clubs/{club}/games")["games"]
    assert "Ada" not in {seat["name"] for seat in game["seats"]}
    assert not game["counts"]
    assert bo.got(f"/api/clubs/{club}/standings")["rows"] == []


# Tables and games ----------------------------------------------------------------------------


def test_only_members_open_tables_for_a_club(server: Running) -> None:
    (ada, _), club = club_of(server, "Ada", "Bo")
    stranger = server.person("Cleo")
    body = {"edition": "london", "seats": [{"kind": "me"}, {"kind": "open"}], "club": club}
    assert stranger.refused("/api/tables", body) == (404, "no_club")
    for wrong in ("unknown", "", "x" * 5000, "\x00"):
        assert ada.refused("/api/tables", {**body, "club": wrong}) == (404, "no_club")
    ada.posted("/api/tables", body)


def test_a_member_who_is_removed_meanwhile_adds_no_table(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    (_, bo), club = club_of(server, "Ada", "Bo")
    check = clubs.Clubs.get

    async def removed_after(self: clubs.Clubs, club: str, person: KnownPerson | None) -> KeptClub:
        found = await check(self, club, person)
        assert person is not None
        assert await self.kept.leave(club, person.id)
        return found

    monkeypatch.setattr(clubs.Clubs, "get", removed_after)
    table = bo.new_table("london", "me", "open", club=club)
    monkeypatch.undo()
    assert bo.table(table)["table"]["state"] == "open"
    assert table not in tables_of(server, club)


def test_only_members_add_rematches_to_a_club(server: Running) -> None:
    (ada, bo), club = club_of(server, "Ada", "Bo")
    stranger = server.person("Cleo")
    for asking, other in ((stranger, ada), (ada, stranger)):
        table = table_of(club, ada, stranger)
        other.posted(f"/api/tables/{table}/resign")
        play(table, asking)
        rematch = asking.posted(f"/api/tables/{table}/rematch", {})["id"]
        assert (rematch in tables_of(server, club)) == (asking is ada)
        shown = [one["id"] for one in bo.got(f"/api/clubs/{club}")["playing"]]
        assert (rematch in shown) == (asking is ada)


def test_tables_without_a_present_member_are_not_listed(server: Running) -> None:
    (ada, bo, cleo), club = club_of(server, "Ada", "Bo", "Cleo")
    waiting = bo.new_table("london", "me", "open", club=club)
    playing = table_of(club, bo, cleo)
    over = table_of(club, bo, cleo)
    bo.posted(f"/api/tables/{over}/resign")
    play(over, cleo)

    def listed() -> list[list[str]]:
        shown, games = ada.got(f"/api/clubs/{club}"), ada.got(f"/api/clubs/{club}/games")["games"]
        return [[one["id"] for one in some] for some in (shown["open"], shown["playing"], games)]

    assert listed() == [[waiting], [playing], [over]]
    bo.posted(f"/api/clubs/{club}/leave")
    assert listed() == [[], [playing], [over]]
    cleo.posted(f"/api/clubs/{club}/leave")
    assert listed() == [[], [], []]


def test_a_table_goes_from_open_to_its_result(server: Running) -> None:
    (ada, bo, cleo), club = club_of(server, "Ada", "Bo", "Cleo")
    other = ada.new_table("london", "me", "open")
    table = ada.new_table("london", "me", "open", club=club)

    def listed(state: str) -> list[str]:
        return [one["id"] for one in cleo.got(f"/api/clubs/{club}")[state]]

    assert (listed("open"), listed("playing")) == ([table], [])
    public = ada.new_table("london", "me", "open", club=club, public=True)
    lines = {one["id"]: one for one in cleo.got("/api/tables")["public"]}
    (line,) = [one for one in cleo.got(f"/api/clubs/{club}")["open"] if one["id"] == public]
    assert line == lines[public]
    ada.posted(f"/api/tables/{public}/close")
    bo.posted(f"/api/tables/{table}/join", {})
    assert (listed("open"), listed("playing")) == ([], [table])
    # Of a running game, the club sees what lists show of open tables.
    assert cleo.got(f"/api/clubs/{club}")["playing"][0].keys() == line.keys()
    play(table, ada, bo)
    assert (listed("open"), listed("playing")) == ([], [])
    (game,) = cleo.got(f"/api/clubs/{club}/games")["games"]
    assert game["id"] == table != other
    assert game["counts"]
    sheet = {
        (one["seat"], one["total"], one["rank"])
        for one in cleo.got(f"/api/tables/{table}/sheet")["players"]
    }
    assert {(one["seat"], one["score"], one["place"]) for one in game["results"]} == sheet
    first = min(game["results"], key=lambda one: one["place"])
    assert first["won"]
    standings = cleo.got(f"/api/clubs/{club}/standings")
    assert standings["games"] == 1
    assert standings["rows"][0]["name"] == game["seats"][first["seat"]]["name"]
    assert standings["rows"][0]["games"] == 1
    assert {row["name"] for row in standings["rows"]} == {"Ada", "Bo"}
    # A rematch belongs to the club, too.
    again = ada.posted(f"/api/tables/{table}/rematch", {})["id"]
    assert again in listed("playing") + listed("open")


def test_those_who_resign_come_last(server: Running) -> None:
    (ada, bo), club = club_of(server, "Ada", "Bo")
    table = table_of(club, ada, bo)
    ada.posted(f"/api/tables/{table}/resign")
    play(table, bo)
    game = bo.got(f"/api/clubs/{club}/games")["games"][0]
    gave_up = [game["seats"][one["seat"]]["name"] for one in game["results"] if one["given_up"]]
    assert gave_up == ["Ada"]
    first, last = bo.got(f"/api/clubs/{club}/standings")["rows"]
    assert (first["name"], first["won"], first["place"]) == ("Bo", 1, 1.0)
    assert (last["name"], last["won"], last["place"]) == ("Ada", 0, 2.0)


def test_all_pages_agree_if_the_bot_of_a_player_who_gave_up_wins(server: Running) -> None:
    (ada, bo), club = club_of(server, "Ada", "Bo")
    table = ada.new_table("london", "me", "open", "random", club=club, bot_pace="instant")
    bo.posted(f"/api/tables/{table}/join", {})
    bo.posted(f"/api/tables/{table}/resign")
    play(table, ada)
    columns = schema.result.c
    with server.store.engine.begin() as connection:
        for number, (place, score) in enumerate([(3, -7), (1, 33), (2, 7)]):
            here = (columns.table_id == table) & (columns.seat == number)
            sheet = update(schema.result).where(here).values(place=place, won=False, score=score)
            connection.execute(sheet)
    (game,) = ada.got(f"/api/clubs/{club}/games")["games"]
    results = game["results"]
    assert [(one["place"], one["won"]) for one in results] == [(2, False), (3, False), (1, True)]
    assert [one["given_up"] for one in results] == [False, True, False]
    places = {row["name"]: row["place"] for row in ada.got(f"/api/clubs/{club}/standings")["rows"]}
    assert places == {"Ada": 2.0, "Bo": 3.0}

    def own(person: Person) -> tuple[Any, ...]:
        (ended,) = person.got("/api/me/games")["games"]
        return ended["place"], ended["score"], ended["given_up"]

    assert own(ada) == (2, -7, False)
    assert own(bo) == (3, None, True)
    lost = {"played": 1, "won": 0}
    told = bo.got("/api/me/results")
    assert told["all"] == lost
    assert told["boards"] == [{**lost, "board": "london", "best": None, "path": 0}]
    assert ada.got("/api/me/results")["boards"][0]["best"] == -7


def test_whoever_remains_has_won_on_all_pages(server: Running) -> None:
    (ada, bo), club = club_of(server, "Ada", "Bo")
    table = table_of(club, ada, bo)
    bo.posted(f"/api/tables/{table}/resign")
    play(table, ada)
    columns = schema.result.c
    with server.store.engine.begin() as connection:
        for number in range(2):
            here = (columns.table_id == table) & (columns.seat == number)
            sheet = update(schema.result).where(here).values(place=2 - number, won=False)
            connection.execute(sheet)
    assert ada.got(f"/api/clubs/{club}/standings")["rows"][0]["won"] == 1
    assert ada.got("/api/me/results")["all"] == {"played": 1, "won": 1}
    assert ada.got("/api/me/games")["games"][0]["place"] == 1
    (game,) = bo.got(f"/api/clubs/{club}/games")["games"]
    assert [one["won"] for one in game["results"]] == [True, False]


def test_only_members_learn_of_the_club_of_a_table(server: Running) -> None:
    (ada, bo), club = club_of(server, "Ada", "Bo")
    guest = server.person("Cleo")
    table = ada.new_table("london", "me", "open", "open", club=club)
    without = ada.new_table("london", "me", "open")
    guest.posted(f"/api/tables/{table}/join", {})
    for member in (ada, bo):
        told = member.got(f"/api/tables/{table}/club")["club"]
        assert told in member.got("/api/clubs")["clubs"]
    nothing = ada.got(f"/api/tables/{without}/club")
    assert nothing == {"club": None}
    for stranger in (guest, server.person()):
        assert stranger.got(f"/api/tables/{table}/club") == nothing
    assert httpx.get(f"{server.url}/api/tables/{table}/club", timeout=PATIENCE).json() == nothing
    bo.posted(f"/api/clubs/{club}/leave")
    assert bo.got(f"/api/tables/{table}/club") == nothing
    assert ada.http.get("/api/tables/none/club").status_code == 404


def test_tables_that_wait_for_too_long_are_not_listed(server: Running, clock: Clock) -> None:
    (ada,), club = club_of(server, "Ada")
    table = ada.new_table("london", "me", "open", club=club)
    assert [one["id"] for one in ada.got(f"/api/clubs/{club}")["open"]] == [table]
    clock.forward(routes.OPEN_FOR + 60)
    assert ada.got(f"/api/clubs/{club}")["open"] == []


def test_a_game_with_one_member_or_a_shared_device_does_not_count(server: Running) -> None:
    (ada, bo), club = club_of(server, "Ada", "Bo")
    stranger = server.person("Cleo")
    alone = table_of(club, ada, stranger)
    play(alone, ada, stranger)
    (game,) = ada.got(f"/api/clubs/{club}/games")["games"]
    assert (game["id"], game["counts"]) == (alone, False)
    assert ada.got(f"/api/clubs/{club}/standings")["games"] == 0
    # As soon as the stranger is a member, it does.
    stranger.posted(f"/api/clubs/{club}/join", {"key": key_of(ada, club)})
    assert [one["counts"] for one in ada.got(f"/api/clubs/{club}/games")["games"]] == [True]
    rows = ada.got(f"/api/clubs/{club}/standings")["rows"]
    assert {row["name"] for row in rows} == {"Ada", "Cleo"}
    assert bo.got(f"/api/clubs/{club}/standings")["rows"] != []


def test_finished_games_come_in_pages(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "PAGE", 2)
    (ada, bo), club = club_of(server, "Ada", "Bo")
    tables: list[str] = []
    for _ in range(3):
        tables.append(table_of(club, ada, bo))
        ada.posted(f"/api/tables/{tables[-1]}/resign")
        play(tables[-1], bo)
    games = f"/api/clubs/{club}/games"
    first = ada.got(games)
    assert [one["id"] for one in first["games"]] == [tables[2], tables[1]]
    second = ada.got(f"{games}?before={first['further']}")
    assert ([one["id"] for one in second["games"]], second["further"]) == ([tables[0]], None)
    for wrong in ("x", "1", "1~x", "~" + "a" * 12):
        assert refusal(ada, f"{games}?before={wrong}") == (422, "bad_request")


def test_the_members_are_ranked_in_the_deal_of_the_day(server: Running) -> None:
    people, club = club_of(server, "Ada", "Bo", "Bo")
    stranger = server.person("Cleo")
    other = founded(stranger)
    day = people[0].got("/api/daily")["day"]
    with server.store.engine.begin() as connection:
        columns = schema.club_member.c
        ids = [*connection.scalars(select(columns.person).where(columns.club == club))]
        ids += connection.scalars(select(columns.person).where(columns.club == other))
        for person, margin in zip(ids, (3, 9, -2, 20), strict=True):
            table = secrets.token_urlsafe(9)
            row = {"id": table, "edition": "london", "public": False, "state": "over"}
            values = {**row, "created": 0.0, "updated": 0.0, "summary": ""}
            connection.execute(insert(schema.game_table).values(**values))
            attempt = {"day": day, "person": person, "table_id": table, "begun": 0.0}
            result = {"ended": 1.0, "counts": True, "given_up": False, "won": margin > 0}
            points = {"place": 1, "score": 50, "margin": margin}
            connection.execute(insert(schema.daily).values(**attempt, **result, **points))
    names = {one["name"] for one in people[0].got(f"/api/clubs/{club}")["members"]}
    for span in ("day", "week", "month"):
        found = people[0].got(f"/api/clubs/{club}/daily?span={span}")
        assert [row["rank"] for row in found["rows"]] == [1, 2, 3]
        assert {row["name"] for row in found["rows"]} == names == {"Ada", "Bo", "Bo 2"}
        assert (found["mine"]["name"], found["people"]) == ("Ada", 3)
    # The first of the club gets the points of a first place.
    assert found["rows"][0]["points"] == 10
    for wrong in ("day=2026-99-99", "span=year", "page=0", "page=1001"):
        assert people[0].http.get(f"/api/clubs/{club}/daily?{wrong}").status_code in (400, 422)


# Standings -----------------------------------------------------------------------------------


def seat(
    person: str | None,
    place: int,
    *,
    bot: str | None = None,
    number: int = 0,
    given_up: bool = False,
) -> KeptSeat:
    return KeptSeat("table", number, person, bot, place, 50, given_up)


US = frozenset(("ada", "bo"))


def test_a_game_counts_if_two_members_play_each_on_one_seat() -> None:
    assert does_count([seat("ada", 1), seat("bo", 2)], US)
    assert does_count([seat("ada", 1), seat("bo", 2), seat("cleo", 3)], US)
    assert not does_count([seat("ada", 1), seat("cleo", 2)], US)
    assert not does_count([seat("ada", 1), seat(None, 2, bot="skilled")], US)
    assert not does_count([seat("ada", 1), seat("bo", 2), seat("bo", 3)], US)
    # People who were deleted are nobody's opponents.
    assert not does_count([seat("ada", 1), seat(None, 2)], US)
    assert not does_count([], US)


def test_members_are_rated_as_on_the_ladder() -> None:
    games = [
        [seat("ada", 1), seat("bo", 2), seat("cleo", 3)],
        [seat("ada", 1, given_up=True), seat("bo", 2), seat(None, 3, bot="skilled")],
    ]
    found = standings_of(games, US)
    first = rated([Placed(name, Rating(), at) for at, name in enumerate(("ada", "bo", "cleo"), 1)])
    second = rated(
        [Placed("ada", first[0], 3), Placed("bo", first[1], 1), Placed("b", Rating(), 2)]
    )
    assert found.games == 2
    assert found.by_person.keys() == US
    ada, bo = found.by_person["ada"], found.by_person["bo"]
    assert (ada.rating, bo.rating) == (second[0], second[1])
    assert (ada.games, ada.won, ada.places) == (2, 1, 1 + 3)
    assert (bo.games, bo.won, bo.places) == (2, 1, 2 + 1)


def test_games_that_do_not_count_change_no_rating() -> None:
    game = [seat("ada", 1), seat("bo", 2)]
    other = [seat("ada", 2), seat("cleo", 1)]
    assert standings_of([game, other], US) == standings_of([game], US)


def test_games_that_do_not_count_push_no_others_out(tmp_path: Path) -> None:
    store = Store(sqlite(tmp_path))
    games = {
        "both": ("ada", "bo", "cleo", None),
        "alone": ("ada", "cleo", None),
        "twice": ("ada", "ada", "bo"),
        "strangers": ("cleo", "dan"),
    }

    async def work() -> list[list[KeptSeat]]:
        kept = ClubStore(store)
        for name in ("ada", "bo", "cleo", "dan"):
            await store.add_person(name, name, name, 1e10, 0.0)
        club = await kept.found("Sunday", "ada", 1.0, 20)
        assert club is not None
        key = await kept.key(club, "ada")
        assert key is not None
        assert await kept.join(club, key, "bo", 2.0, 100, 20) == "joined"
        with store.engine.begin() as connection:
            for ended, (table, people) in enumerate(games.items(), 1):
                row = {"id": table, "edition": "london", "public": False, "state": "over"}
                values = {**row, "created": 0.0, "updated": 0.0, "summary": ""}
                connection.execute(insert(schema.game_table).values(**values))
                ours = {"table_id": table, "club": club, "ended": float(ended)}
                connection.execute(insert(schema.club_table).values(**ours))
                for seat, person in enumerate(people):
                    bot = "casual" if person is None else None
                    player = {"table_id": table, "seat": seat, "person": person, "bot": bot}
                    result = {"place": 1 + seat, "won": seat == 0, "score": 9, "path": 1}
                    connection.execute(insert(schema.result).values(**player, **result))
        return await kept.last_games(club, 1, LEAST_MEMBERS)

    found = asyncio.run(work())
    store.close()
    assert [[one.person for one in seats] for seats in found] == [["ada", "bo", "cleo", None]]


class Counted:
    """A replacement of `standings_of` that notes the members and the thread of each call."""

    def __init__(self) -> None:
        self.members: list[frozenset[str]] = []
        self.threads: list[int] = []

    def __call__(self, games: Sequence[Sequence[KeptSeat]], members: frozenset[str]) -> Standings:
        self.members.append(members)
        self.threads.append(threading.get_ident())
        return standings_of(games, members)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    made = Counted()
    monkeypatch.setattr(clubs, "standings_of", made)
    return made


def test_requests_share_a_computation_beside_the_event_loop(
    tmp_path: Path, counted: Counted
) -> None:
    store = Store(sqlite(tmp_path))

    async def work() -> None:
        all_clubs = clubs.Clubs(store, RateLimits(1))
        asked = [all_clubs.standings("club", ["ada", "bo"]) for _ in range(10)]
        found = await asyncio.gather(*asked)
        assert all(one is found[0] for one in found)
        # A member has joined. Requests from before and from after that get their own members.
        more = [all_clubs.standings("club", ["ada", "bo", "cleo"][: 3 - at]) for at in range(2)]
        await asyncio.gather(*more)

    asyncio.run(work())
    store.close()
    assert counted.members[:2] == [US, US | {"cleo"}]
    assert len(counted.members) <= 3
    assert threading.get_ident() not in counted.threads


def test_an_error_in_a_computation_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(sqlite(tmp_path))

    def fails(*_: object) -> Standings:
        raise ValueError("a failure")

    async def work() -> Standings:
        all_clubs = clubs.Clubs(store, RateLimits(1))
        with monkeypatch.context() as patch:
            patch.setattr(clubs, "standings_of", fails)
            with pytest.raises(ValueError, match="a failure"):
                await all_clubs.standings("club", ["ada"])
        return await all_clubs.standings("club", ["ada"])

    found = asyncio.run(work())
    store.close()
    assert found.games == 0


def test_joining_and_leaving_computes_standings_at_a_limited_rate(
    tmp_path: Path, counted: Counted
) -> None:
    store = Store(sqlite(tmp_path))
    moment = 0.0

    async def work() -> None:
        nonlocal moment
        all_clubs = clubs.Clubs(store, RateLimits(1, lambda: moment))
        for number in range(3 * int(CLUB_STANDINGS.burst)):
            await all_clubs.standings("club", [str(number)])
        assert len(counted.members) == CLUB_STANDINGS.burst
        # Each club has its own limit.
        await all_clubs.standings("other", ["ada"])
        assert counted.members[-1] == {"ada"}
        moment = 1.5 / CLUB_STANDINGS.a_second
        await all_clubs.standings("club", ["bo"])
        assert counted.members[-1] == {"bo"}

    asyncio.run(work())
    store.close()


def test_damaged_results_are_left_out(server: Running) -> None:
    (ada, bo), club = club_of(server, "Ada", "Bo")
    table = table_of(club, ada, bo)
    play(table, ada, bo)
    if server.store.engine.dialect.name != "sqlite":
        return
    with server.store.engine.begin() as connection:
        here = update(schema.result).where(schema.result.c.table_id == table)
        connection.execute(here.values(given_up=schema.result.c.board))
        moment = update(schema.club_member).where(schema.club_member.c.club == club)
        connection.execute(moment.values(joined=schema.club_member.c.id))
    (game,) = ada.got(f"/api/clubs/{club}/games")["games"]
    assert (game["results"], game["counts"]) == ([], False)
    assert ada.got(f"/api/clubs/{club}/standings")["rows"] == []
    assert [one["since"] for one in ada.got(f"/api/clubs/{club}")["members"]] == [None, None]


def test_a_repaired_game_is_not_over_any_more(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as own:
        (ada, bo), club = club_of(own, "Ada", "Bo")
        table = table_of(club, ada, bo)
        play(table, ada, bo)
        assert len(ada.got(f"/api/clubs/{club}/games")["games"]) == 1
        last = own.store
        kept = repair.entries_of(last, table)
    store = Store(sqlite(tmp_path))
    with store.engine.connect() as connection:
        summary = connection.scalar(
            select(schema.game_table.c.summary).where(schema.game_table.c.id == table)
        )
    repair.cut(store, table, kept[-1].number, Listing("playing", kept[-2].at, str(summary)))
    found = asyncio.run(ClubStore(store).extent(club))
    store.close()
    assert found == (0, 0.0)


def test_a_person_who_is_deleted_directly_leaves_no_row(tmp_path: Path) -> None:
    store = Store(sqlite(tmp_path))

    async def work() -> tuple[bool, list[Any]]:
        kept = ClubStore(store)
        for name in ("ada", "bo"):
            await store.add_person(name, name, name, 1e10, 0.0)
        club = await kept.found("Sunday", "ada", 1.0, 20)
        assert club is not None
        key = await kept.key(club, "ada")
        assert key is not None
        assert await kept.join(club, key, "bo", 2.0, 100, 20) == "joined"
        assert await kept.join(club, key, "nobody", 2.0, 100, 20) == "ended"
        gone = await AccountStore(store).delete("ada")
        return gone, await kept.members(club)

    gone, left = asyncio.run(work())
    store.close()
    assert gone
    assert [(one.person, one.founder) for one in left] == [("bo", True)]
