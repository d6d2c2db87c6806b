"""Hidden information never leaves: every frame is searched, and twin worlds look alike."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.properties.playing import STYLES, choose
from tests.server.serving import Following, Json, Running
from tests.server.test_whole_games import EDITIONS
from whistlestop import load_edition, read_record
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.play.game import Game
from whistlestop.server.sent.presence import Caller, Presence
from whistlestop.server.sent.update import UpdateMaker
from whistlestop.server.table.commitment import Luck, new_luck
from whistlestop.server.table.entries import Entry
from whistlestop.server.table.happenings import Created, Moved, Started
from whistlestop.server.table.happenings.playing import SpokenAction
from whistlestop.server.table.happenings.setting_up import CreationSecret
from whistlestop.server.table.seats import Options, Seat
from whistlestop.server.table.table import Table

API = Path(__file__).parents[2] / "docs" / "api.md"

GAMES = int(os.environ.get("WHISTLESTOP_TEST_GAMES", "1"))
"""Games of every edition that are searched; a few hundred take some minutes."""

SECRET = re.compile(r"[0-9a-f]{32,}")
"""Ids of people, salts, hashes and tokens are long; of these only the commitment is public."""


def people(seats: int) -> list[str]:
    return [f"{seat:032x}" for seat in range(1, seats + 1)]


def begun(edition: str, seats: int, luck: Luck) -> Table:
    """A table of people whose game has begun."""
    table = Table("table")
    sitting = [Seat("person", person, f"Player {n}") for n, person in enumerate(people(seats))]
    host = people(seats)[0]
    secret = CreationSecret(luck.seed, luck.salt)
    created = Created(edition, sitting, Options(), host, luck="f" * 64, secret=secret)
    table.apply(Entry(1, created, 1.0))
    table.apply(Entry(2, Started([*range(seats)], "random"), 2.0))
    return table


def move(table: Table, seat: int, words: str) -> None:
    moved = Moved(seat, SpokenAction(words), "person")
    table.apply(Entry(table.version + 1, moved, 3.0))


def game_of(table: Table) -> Game:
    assert table.game is not None
    return table.game


def check_frame(frame: str, edition: str, mine: set[str], commitment: str) -> None:
    """A frame names no ticket that its viewer never saw, and nothing long and random."""
    index = gazetteer(load_edition(edition))
    words = set(re.findall(r'"([^"]*)"', frame))
    tickets = words & set(index.ticket_codes) - set(index.route_codes)
    assert tickets <= mine
    assert set(SECRET.findall(frame)) <= {commitment}
    assert '"seed":null' in frame


def check_structure(frame: Json, seat: int | None) -> None:
    """Everything that belongs to others alone is null."""
    position: Json | None = frame["position"]
    if position:
        for number, player in enumerate(position["players"]):
            if number != seat:
                hidden = (player[key] for key in ("hand", "tickets", "offer", "answer"))
                assert all(value is None for value in hidden)
        assert position["deck_cards"] is position["stack_tickets"] is None
        for entry in position["returned"]:
            assert (entry["ticket"] is None) == (entry["seat"] != seat)
    for entry in (*frame.get("log", ()), *([frame["entry"]] if frame["entry"] else ())):
        for event in entry["events"]:
            hides = event.get("seat") != seat
            match event["type"]:
                case "CardsDealt":
                    assert (event["cards"] is None) == hides
                case "CardDrawn":
                    assert (event["card"] is None) == (hides and event["slot"] is None)
                case "TicketsOffered":
                    assert (event["tickets"] is None) == hides
                case "TicketsKept":
                    assert (event["kept"] is None) == (event["returned"] is None) == hides
                case _:
                    pass


def seen_tickets(game: Game, seat: int | None) -> set[str]:
    """Every ticket that was ever offered to a seat."""
    found: set[str] = set()
    for event in game.events:
        if type(event).__name__ == "TicketsOffered" and getattr(event, "seat", None) == seat:
            found |= set(getattr(event, "tickets", None) or ())
    return found


@pytest.mark.parametrize(
    ("edition", "seats", "number"),
    [(edition, seats, number) for edition, seats in EDITIONS.items() for number in range(GAMES)],
)
def test_no_frame_of_a_game_tells_a_secret(edition: str, seats: int, number: int) -> None:
    """Every update to every viewer, a spectator included, from the deal to the last move."""
    random = Random(f"{edition} {number}")
    style = STYLES[(number + len(edition)) % len(STYLES)]
    table = begun(edition, seats, new_luck())
    maker, game = UpdateMaker(), game_of(table)
    assert table.luck is not None
    commitment = table.luck.commitment
    viewers: list[int | None] = [None, *range(seats)]
    while True:
        for seat in viewers if random.random() < 0.1 else [random.choice(viewers)]:
            caller = Caller() if seat is None else Caller(people(seats)[seat], f"Player {seat}")
            told = table.log[-1]
            texts = [
                maker.update(table, caller, Presence(), (), 5.0, told).decode(),
                maker.missed(table, caller, Presence(), told).decode(),
            ]
            if random.random() < 0.01:
                texts.append(maker.snapshot(table, caller, Presence(), (), 5.0).decode())
            mine = seen_tickets(game, seat)
            for text in texts:
                check_frame(text, edition, mine, commitment)
                check_structure(json.loads(text), seat)
        seat = random.choice(game.deciding)
        move(table, seat, str(choose(random, game.legal_actions(seat), style)))
        if game.over:
            break
    opened = maker.snapshot(table, Caller(), Presence(), (), 5.0).decode()
    assert f'"seed":"{table.luck.opened}"' in opened
    assert all(player["hand"] is not None for player in json.loads(opened)["position"]["players"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_frame_on_the_wire_tells_a_secret(server: Running, edition: str) -> None:
    """As it is sent: by WebSocket, to a player and to somebody who looks on."""
    ada, cleo = server.person("Ada"), server.person("Cleo")
    table = ada.new_table(edition, "me", "planner")
    random = Random(edition)

    def check(following: Following, seat: int | None, mine: set[str], hashed: str) -> None:
        for text in following.texts:
            frame = json.loads(text)
            if frame["type"] == "update" and frame["table"]["state"] != "over":
                check_frame(text, edition, mine, hashed)
                check_structure(frame, seat)

    with ada.follow(table) as hers, cleo.follow(table) as watching:
        while (update := hers.update())["table"]["state"] != "over":
            if update["legal"]:
                words = random.choice(update["legal"])["words"]
                ada.post(
                    f"/api/tables/{table}/actions",
                    {"id": str(update["version"]), "version": update["version"], "action": words},
                )
        watching.until_over()
        hashed = update["table"]["commitment"]
        game = read_record(ada.http.get(f"/api/tables/{table}/record").text)
        check(hers, 0, seen_tickets(game, 0), hashed)
        check(watching, None, set(), hashed)


def test_a_record_of_a_running_game_is_redacted(server: Running) -> None:
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "random")
    offer = ada.table(table)["position"]["players"][0]["offer"]
    mine = ada.http.get(f"/api/tables/{table}/record").text
    others = server.person().http.get(f"/api/tables/{table}/record").text
    assert all(code in mine for code in offer)
    assert not any(code in others for code in offer)
    assert "? ? ?" in mine
    assert ada.http.get(f"/api/tables/{table}/at/0").json()["position"]["viewer"] == 0
    stranger = server.person().http.get(f"/api/tables/{table}/at/0")
    assert stranger.json()["position"]["viewer"] == -1
    assert not any(code in stranger.text for code in offer)


def test_who_has_resigned_sees_what_a_spectator_sees(server: Running) -> None:
    """At every way out; their former hand is the bot's until the game is over."""
    ada, ben, cleo = (server.person(name) for name in ("Ada", "Ben", "Cleo"))
    table = ada.new_table("usa", "me", "open")
    ben.posted(f"/api/tables/{table}/join")
    version = ada.table(table)["version"]
    assert ada.table(table)["position"]["players"][0]["hand"]
    with ada.follow(table) as following:
        following.update()
        version = ada.posted(f"/api/tables/{table}/resign")["version"]
        update = following.until(version)
        assert update["position"]["players"][0]["hand"] is None
        # The bot that plays there now chooses its tickets.
        update = following.until(version + 1)
        assert update["position"]["players"][0]["offer"] is None
    hers, others = ada.table(table), cleo.table(table)
    assert hers["table"]["you"]["seat"] == 0
    for kept in ("position", "log", "legal", "ways", "districts", "deciding"):
        assert hers[kept] == others[kept], kept
    for path in ("at/0", "at/1", "at/1?x=1"):
        found = ada.got(f"/api/tables/{table}/{path}"), cleo.got(f"/api/tables/{table}/{path}")
        assert found[0]["position"] == found[1]["position"]
        assert found[0]["entry"] == found[1]["entry"]
        assert found[0]["ways"] == found[1]["ways"]
    path = f"/api/tables/{table}/record"
    assert ada.http.get(path).text == cleo.http.get(path).text
    for missed in (1, 2):
        frames = [next(person.frames(table, missed)) for person in (ada, cleo)]
        assert frames[0]["entry"] == frames[1]["entry"]
    answer = ada.http.get(f"/api/tables/{table}/why?route=DEN-OMA")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")
    ben.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        over = following.until_over()
    assert over["position"]["players"][0]["hand"] is not None
    assert ada.table(table)["ways"]


def documented_check() -> Any:
    """`fair` of docs/api.md."""
    space: dict[str, Any] = {}
    (snippet,) = re.findall(r"```python\n(.*?)```", API.read_text(encoding="utf-8"), re.DOTALL)
    exec(snippet, space)
    return space["fair"]


@pytest.mark.parametrize("shuffle", [True, False])
def test_the_luck_that_was_promised_is_the_luck_that_was_dealt(
    server: Running, shuffle: bool
) -> None:
    """As docs/api.md checks it: the hash, the order of seats, and the whole game from the seed."""
    fair = documented_check()
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("europe", "me", "planner", "open", "random", shuffle=shuffle, luck="a")
    promised = ben.table(table)["table"]["commitment"]
    mine = "3c9_-Z"
    ben.posted(f"/api/tables/{table}/join", {"luck": mine})
    begun = ben.table(table)["table"]
    assert (begun["state"], begun["commitment"]) == ("playing", promised)
    assert begun["luck"] is begun["seed"] is None
    for person in (ada, ben):
        person.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        over = following.until_over()["table"]
    assert (over["commitment"], over["shuffle"]) == (promised, shuffle)
    assert over["luck"]["values"] == ["a", "", mine, ""]
    names = ["Ada", "Planner", "Ben", "Random"]
    assert [seat["name"] for seat in over["seats"]] == [names[at] for at in over["luck"]["order"]]
    record = ada.http.get(f"/api/tables/{table}/record").text
    assert fair(promised, over, record)
    assert fair(promised, over, record, mine)
    assert not fair(promised, over, record, "another")
    assert not fair(promised, {**over, "seed": f"1{over['seed']}"}, record)
    assert not fair(hashlib.sha256(b"1:1").hexdigest(), {**over, "seed": "1:1"}, record)
    for wrong in (["b", "", mine, ""], ["a", "", "", ""]):
        assert not fair(promised, {**over, "luck": {**over["luck"], "values": wrong}}, record)
    another = [*over["luck"]["order"][1:], over["luck"]["order"][0]]
    assert not fair(promised, {**over, "luck": {**over["luck"], "order": another}}, record)


def test_every_value_changes_the_order_and_the_deal() -> None:
    luck = new_luck()
    mixed = [replace(luck, values=("a", f"{value}")) for value in range(100)]
    assert len({one.commitment for one in mixed}) == 1
    assert len({one.deal for one in mixed}) == 100
    assert len({tuple(one.order(5)) for one in mixed}) > 30
    assert {tuple(one.order(2)) for one in mixed} == {(0, 1), (1, 0)}
    # As in tables from before: nothing is mixed in.
    assert luck.deal == luck.seed


def test_what_somebody_added_goes_when_they_leave(server: Running) -> None:
    ada, ben, cleo = (server.person(name) for name in ("Ada", "Ben", "Cleo"))
    table = ada.new_table("london", "me", "open", luck="a")
    promised = ada.table(table)["table"]["commitment"]
    assert promised is not None
    table = ada.new_table("london", "me", "open", "open", luck="a")
    assert ada.table(table)["table"]["commitment"] not in (None, promised)
    ben.posted(f"/api/tables/{table}/join", {"seat": 1, "luck": "b"})
    ben.posted(f"/api/tables/{table}/leave")
    cleo.posted(f"/api/tables/{table}/join", {"seat": 1})
    ada.posted(f"/api/tables/{table}/start")
    for person in (ada, cleo):
        person.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        assert following.until_over()["table"]["luck"]["values"] == ["a", "", ""]
    again = cleo.posted(f"/api/tables/{table}/rematch", {"luck": "c"})["id"]
    added = server.service.tables.in_memory(again)
    assert added is not None
    assert added.table is not None
    assert added.table.added == {0: "c"}


@pytest.mark.parametrize("luck", ["", "a b", "ä", "a" * 65, "a:b", 7])
def test_a_value_that_is_none_is_refused(server: Running, luck: object) -> None:
    ada = server.person("Ada")
    body = {"edition": "usa", "seats": [{"kind": "me"}, {"kind": "open"}], "luck": luck}
    assert ada.refused("/api/tables", body) == (400, "bad_request")


def test_every_game_has_luck_of_its_own() -> None:
    made = {new_luck() for _ in range(100)}
    assert len({luck.seed for luck in made}) == len({luck.commitment for luck in made}) == 100
    assert len({luck.part(word) for luck in made for word in ("0", "1", "0:1")}) == 300


# Twin worlds --------------------------------------------------------------------------------


def twins(edition: str, seats: int, style: str) -> Iterator[tuple[Table, Table, int, int]]:
    """Two tables that differ only in what a viewer cannot know, and whose turn it is there."""
    random = Random(f"twins {edition} {style}")
    luck = new_luck()
    table = begun(edition, seats, luck)
    while not game_of(table).over:
        game = game_of(table)
        seat = random.choice(game.deciding)
        viewer = random.randrange(seats)
        if viewer != seat and random.random() < 0.25:
            pair: list[Table] = []
            for world in (game.copy(seed=1), Game.sampled(game.view(viewer), seed=2)):
                twin = Table("table", options=table.options, seats=table.seats, luck=luck)
                twin.edition, twin.game = table.edition, world
                # A sampled world begins in the middle, and has no past to count.
                twin.version, twin.log = table.version, list(table.log)
                world._past.clear()  # pyright: ignore[reportPrivateUsage]
                pair.append(twin)
            yield pair[0], pair[1], viewer, seat
        move(table, seat, str(choose(random, game.legal_actions(seat), style)))


def frames(table: Table, viewer: int) -> list[bytes]:
    """What the viewer is sent."""
    person = table.seats[viewer].person
    caller, maker = Caller(person, "Somebody"), UpdateMaker()
    told = table.log[-1]
    return [
        maker.update(table, caller, Presence(), (), 5.0, told),
        maker.missed(table, caller, Presence(), told),
        maker.snapshot(table, caller, Presence(), (), 5.0),
    ]


@pytest.mark.parametrize(("edition", "seats"), [("usa", 3), ("germany", 4), ("europe", 3)])
def test_twin_worlds_look_alike(edition: str, seats: int) -> None:
    """Before and after another seat's hidden doings: byte for byte the same."""
    compared = 0
    for one, other, viewer, seat in twins(edition, seats, "hoards"):
        assert frames(one, viewer) == frames(other, viewer)
        for words in ("draw deck", "keep all", "tickets 2 short 2 long", "tickets"):
            if all(hidden_from(table, seat, words) for table in (one, other)):
                for table in (one, other):
                    move(table, seat, words)
                assert frames(one, viewer) == frames(other, viewer)
                compared += 1
                break
        if compared == 12:
            break
    assert compared > 5


def hidden_from(table: Table, seat: int, words: str) -> bool:
    """Whether an action is legal, and brings nothing that all see (a new deck, say)."""
    game = game_of(table)
    view = game.view(seat)
    if words == "draw deck" and view.deck < 2:
        return False
    if words == "keep all":
        return view.phase in ("keep", "opening_keep") and len(game.deciding) > 1
    legal = {str(action) for action in game.legal_actions(seat)}
    return words in legal and not (words.startswith("tickets") and view.returned)
