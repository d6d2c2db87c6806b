"""Hidden information never leaves: every frame is searched, and twin worlds look alike."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.properties.playing import STYLES, choose
from tests.server.serving import Following, Json, Running
from tests.server.test_whole_games import EDITIONS
from whistlestop import load_edition, read_record
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.game import Game
from whistlestop.server.luck import Luck, new_luck
from whistlestop.server.seats import Options, Seat
from whistlestop.server.store import Entry
from whistlestop.server.table import Table
from whistlestop.server.update import Caller, Company, Desk

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
    data = {
        "edition": edition,
        "seats": [seat.data() for seat in sitting],
        "options": Options().data(),
        "host": people(seats)[0],
    }
    table.apply(Entry(1, "created", data, None, 1.0))
    start = {"order": [*range(seats)], "bot": "random"}
    secret = {"seed": luck.seed, "salt": luck.salt}
    table.apply(Entry(2, "started", start, secret, 2.0))
    return table


def move(table: Table, seat: int, words: str) -> None:
    data = {"seat": seat, "action": words, "by": "person"}
    table.apply(Entry(table.version + 1, "move", data, None, 3.0))


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
    desk, game = Desk(), game_of(table)
    assert table.luck is not None
    commitment = table.luck.commitment
    viewers: list[int | None] = [None, *range(seats)]
    while True:
        for seat in viewers if random.random() < 0.1 else [random.choice(viewers)]:
            caller = Caller() if seat is None else Caller(people(seats)[seat], f"Player {seat}")
            told = table.told[-1]
            texts = [
                desk.update(table, caller, Company(), 5.0, told).decode(),
                desk.missed(table, caller, Company(), told).decode(),
            ]
            if random.random() < 0.01:
                texts.append(desk.snapshot(table, caller, Company(), 5.0).decode())
            mine = seen_tickets(game, seat)
            for text in texts:
                check_frame(text, edition, mine, commitment)
                check_structure(json.loads(text), seat)
        seat = random.choice(game.deciding)
        move(table, seat, str(choose(random, game.legal_actions(seat), style)))
        if game.over:
            break
    opened = desk.snapshot(table, Caller(), Company(), 5.0).decode()
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


def test_the_luck_that_was_promised_is_the_luck_that_was_dealt(server: Running) -> None:
    """As docs/api.md checks it: the hash, and then the whole game from the seed."""
    ada = server.person("Ada")
    table = ada.new_table("europe", "me", "planner", "random", shuffle=True)
    space: dict[str, Any] = {}
    (snippet,) = re.findall(r"```python\n(.*?)```", API.read_text(encoding="utf-8"), re.DOTALL)
    exec(snippet, space)
    promised = ada.table(table)["table"]["commitment"]
    ada.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        over = following.until_over()
    assert over["table"]["commitment"] == promised
    opened = over["table"]["seed"]
    record = ada.http.get(f"/api/tables/{table}/record").text
    assert space["fair"](promised, opened, record)
    assert not space["fair"](promised, f"1{opened}", record)
    assert not space["fair"](hashlib.sha256(b"1:1").hexdigest(), "1:1", record)


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
                twin.version, twin.told = table.version, list(table.told)
                world._moves.clear()  # pyright: ignore[reportPrivateUsage]
                pair.append(twin)
            yield pair[0], pair[1], viewer, seat
        move(table, seat, str(choose(random, game.legal_actions(seat), style)))


def frames(table: Table, viewer: int) -> list[bytes]:
    """What the viewer is sent."""
    person = table.seats[viewer].person
    caller, desk = Caller(person, "Somebody"), Desk()
    told = table.told[-1]
    return [
        desk.update(table, caller, Company(), 5.0, told),
        desk.missed(table, caller, Company(), told),
        desk.snapshot(table, caller, Company(), 5.0),
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
