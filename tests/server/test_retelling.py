"""A game told again: with a seat's eyes, by turns, the ways of its tickets, and as a picture."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from tests.server.serving import Running
from tests.tables import table
from whistlestop import Game, read_record
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.events import MerchandiseCollected, RouteClaimed
from whistlestop.play.position_data import position_data
from whistlestop.play.retelling import ticket_ways
from whistlestop.server.sent.entries import event_sent

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.record"))


def golden(name: str) -> Game:
    return read_record(next(f for f in GOLDEN if f.stem == name).read_text(encoding="utf-8"))


def imported(server: Running, name: str) -> tuple[str, Game]:
    """The table of a golden record, and its game."""
    text = next(file for file in GOLDEN if file.stem == name).read_text(encoding="utf-8")
    ada = server.person("Ada")
    answer = ada.http.post("/api/records", content=text, headers={"Content-Type": "text/plain"})
    return answer.json()["id"], golden(name)


@pytest.mark.parametrize("name", ["usa-3", "germany-2", "switzerland-2"])
def test_a_seats_eyes_see_what_the_seat_saw(server: Running, name: str) -> None:
    """Exactly: cards and tickets of others are as hidden as they were, in position and log."""
    table, game = imported(server, name)
    person = server.person()
    whole = game.length
    logs = {
        seat: person.got(f"/api/tables/{table}/log?eyes={seat}") for seat in range(len(game.seats))
    }
    for seat, log in logs.items():
        moves = [entry for entry in log if entry["move"] is not None]
        assert len(moves) == whole
        for entry, move in zip(moves, game.moves, strict=True):
            seen = [event_sent(event, seat) for event in move.events]
            assert entry["events"] == json.loads(msgspec.json.encode(seen))
    while game.length:
        if game.length % 19 in (0, 1) or game.length == whole:
            for seat in logs:
                update = person.got(f"/api/tables/{table}/at/{game.length}?eyes={seat}")
                view = game.view(seat)
                assert update["position"] == json.loads(msgspec.json.encode(position_data(view)))
                assert update["position"]["viewer"] == seat
                for other, player in enumerate(update["position"]["players"]):
                    # In the end everybody lays down what they have.
                    hidden = other != seat and not game.over
                    assert (player["hand"] is None) == hidden
                    assert (player["tickets"] is None) == hidden
                entry = logs[seat][update["version"] - logs[seat][0]["number"]]
                assert update["entry"] == entry
        game.undo()


def test_eyes_are_ones_own_until_the_end(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("london", "me", "open")
    ben.posted(f"/api/tables/{table}/join")
    for path in ("at/0", "log"):
        own, others = f"/api/tables/{table}/{path}?eyes=0", f"/api/tables/{table}/{path}?eyes=1"
        plain = f"/api/tables/{table}/{path}"
        assert ada.got(own) == ada.got(plain)
        for person, address in ((ada, others), (ben, own), (server.person(), own)):
            refused = person.http.get(address)
            assert (refused.status_code, refused.json()["code"]) == (403, "eyes_secret")
        for seat in (-1, 2, 99):
            refused = ada.http.get(f"{plain}?eyes={seat}")
            assert (refused.status_code, refused.json()["code"]) == (404, "no_such_seat")
    for person in (ada, ben):
        person.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        following.until_over()
    hidden = server.person().got(f"/api/tables/{table}/at/0?eyes=1")["position"]["players"]
    assert hidden[0]["hand"] is None
    assert hidden[1]["hand"] is not None


def test_who_has_resigned_has_no_eyes_left(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("usa", "me", "open")
    ben.posted(f"/api/tables/{table}/join")
    ada.posted(f"/api/tables/{table}/resign")
    assert ada.http.get(f"/api/tables/{table}/at/0?eyes=0").status_code == 403


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_turns_and_overtakings(server: Running, file: Path) -> None:
    """Counted once more from the events alone."""
    table, game = imported(server, file.stem)
    told = server.person().got(f"/api/tables/{table}/turns")
    turns = told["turns"]
    assert len(turns) == game.view().turns
    assert turns[-1]["move"] == game.length
    assert turns[-1]["scores"] == [player.score for player in game.view().players]
    scores, ends = [0] * len(game.seats), {turn["move"]: turn for turn in turns}
    for number, move in enumerate(game.moves, start=1):
        for event in move.events:
            if isinstance(event, RouteClaimed | MerchandiseCollected):
                scores[event.seat] += event.points
        if number in ends:
            assert ends[number]["scores"] == scores
            assert ends[number]["seat"] == move.seat
    leader: int | None = None
    found: list[dict[str, int | None]] = []
    for number, turn in enumerate(turns, start=1):
        ahead = [s for s, score in enumerate(turn["scores"]) if score == max(turn["scores"])]
        if len(ahead) == 1:
            if leader not in (None, ahead[0]):
                found.append({"turn": number, "seat": ahead[0], "passed": leader})
            leader = ahead[0]
    assert told["overtakings"] == found


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_the_ways_of_tickets(server: Running, file: Path) -> None:
    """A completed ticket has a connected way over what its owner may use; a failed one a gap."""
    table, game = imported(server, file.stem)
    sheet = server.person().got(f"/api/tables/{table}/sheet")
    index, view = gazetteer(game.edition), game.view()
    free = {seat: set(view.open_routes(seat)) for seat in range(len(game.seats))}
    for player in sheet["players"]:
        seat: int = player["seat"]
        usable = {*view.players[seat].routes}
        usable |= {line["route"] for line in player["stations"] if line["route"]}
        for line in player["tickets"]:
            way = sheet["ticket_ways"][line["ticket"]]
            assert bool(way["routes"]) == line["completed"]
            assert {*way["routes"]} <= usable
            assert {*way["missing"]} <= free[seat]
            assert not (way["routes"] and way["missing"])
            origin, goals = index.goals(line["ticket"])
            here = {origin}
            for code in way["routes"]:
                ends = {*index.ends(code)}
                assert here & ends
                here = ends - here or ends
            if way["routes"]:
                wanted = {goal for goal, points in goals if points == line["points"]}
                assert here & wanted


def test_both_ways_of_a_doubly_joined_ticket() -> None:
    """B-10: they share no route, and each leads from one city to the other."""
    routes = ["JAI-JOD", "JAI-RAT", "KHA-RAT", "AHM-JOD", "AHM-RAT", "BHO-RAT", "BHO-KHA"]
    own = {"routes": [*routes, "AHM-KHA", "KHA-MNM"], "tickets": ["JOD-KHA", "BHO-MOR"]}
    game = table("india", own, {}, phase="over")
    found = ticket_ways(game.view(), game.score_sheet())
    one, other = found["JOD-KHA"].two_ways
    index = game.view().index
    assert not {*one} & {*other}
    assert {*one, *other} <= {*own["routes"]}
    for way in (one, other):
        here = index.place_of["JOD"]
        for code in way:
            ends = index.route_ends[index.route_of[code]]
            assert here in ends
            here = sum(ends) - here
        assert here == index.place_of["KHA"]
    assert found["BHO-MOR"].two_ways == ()


def test_the_turns_of_a_running_game_are_public(server: Running) -> None:
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "random")
    assert server.person().got(f"/api/tables/{table}/turns") == {"turns": [], "overtakings": []}
    open_table = ada.new_table("usa", "me", "open")
    refused = ada.http.get(f"/api/tables/{open_table}/turns")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_started")


def test_the_result_is_a_picture_in_five_languages(server: Running) -> None:
    table, game = imported(server, "germany-3")
    person = server.person()
    words = {"en": "Goods", "de": "Waren", "fr": "Marchandises", "it": "Merci", "nl": "Goederen"}
    for code, goods in words.items():
        answer = person.http.get(f"/api/tables/{table}/result.svg?language={code}&theme=dark")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("image/svg+xml")
        ElementTree.fromstring(answer.text)
        shown = re.findall(r"<text[^>]*>([^<]*)</text>", answer.text)
        assert goods in shown
        assert {*map(str, game.score_sheet().totals)} <= {*shown}
        assert {*game.seats} <= {*shown}
    assert person.http.get(f"/api/tables/{table}/result.svg?language=xx").status_code == 400
    running = person.new_table("usa", "me", "random")
    refused = person.http.get(f"/api/tables/{running}/result.svg")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_over")


def test_a_result_has_the_colours_that_people_chose(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    ada.posted("/api/me", {"colour": "turquoise"})
    ben.posted("/api/me", {"colour": "yellow"})
    table = ada.new_table("london", "me", "open")
    ben.posted(f"/api/tables/{table}/join")
    for person in (ada, ben):
        person.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        over = following.until_over()
    claimed = {
        seat: len(player["routes"]) for seat, player in enumerate(over["position"]["players"])
    }
    drawn = ada.http.get(f"/api/tables/{table}/result.svg").text
    for seat, colour in ((0, 5), (1, 3)):
        routes = len(re.findall(rf'class="route owned-by-{colour}', drawn))
        assert routes == claimed[seat]
        assert f'id="piece-{colour}"' in drawn
    assert "Ada" in drawn


def test_a_result_says_who_played_for_players_who_gave_up(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("london", "me", "open")
    ben.posted(f"/api/tables/{table}/join")
    for person in (ada, ben):
        person.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        following.until_over()
    assert {seat["bot"] for seat in ada.table(table)["table"]["seats"]} == {"skilled"}
    winners = ada.got(f"/api/tables/{table}/sheet")["winners"]
    for code, name, played, left in (
        ("en", "Skilled", "(for {})", "{0} gave up, and {1} played on for {0}."),
        (
            "de",
            "Könner",
            "(für {})",
            "{0} hat aufgegeben, und {1} hat für {0} weitergespielt.",
        ),
    ):
        drawn = ada.http.get(f"/api/tables/{table}/result.svg?language={code}").text
        shown = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
        for player in ("Ada", "Ben"):
            assert f"{name} {played.format(player)}" in shown
            assert left.format(player, name) in shown
            assert player not in shown
        seats = [one["name"] for one in ada.table(table)["table"]["seats"]]
        (verdict,) = [one for one in shown if one.endswith("!")]
        assert all(f"{name} {played.format(seats[seat])}" in verdict for seat in winners)
