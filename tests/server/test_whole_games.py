"""Whole games over the API: by two programs, by bots alone, and by the example bot."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tests.properties.playing import TABLES, decisions
from tests.server.serving import PATIENCE, Json, Person, Running, play_on
from whistlestop import load_edition, read_record
from whistlestop.server.sent.choices import action_sent

EDITIONS = dict(TABLES)
"""Every edition with its largest table."""
NOTICES = ("TableCreated", "SeatTaken", "Resigned")
EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_programs_play_a_game(server: Running, edition: str) -> None:
    """One follows by WebSocket, the other by lines; both have seen the same at the end."""
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table(edition, "me", "open")
    ben.posted(f"/api/tables/{table}/join", {"seat": 1})
    ends: dict[str, Json] = {}

    def bens() -> None:
        ends["ben"] = play_on(ben, table, ben.frames(table), Random(2))

    thread = threading.Thread(target=bens)
    thread.start()
    with ada.follow(table) as following:
        ends["ada"] = play_on(ada, table, iter(following.update, None), Random(1))
    thread.join(PATIENCE)
    assert ends["ada"]["version"] == ends["ben"]["version"]
    assert ends["ada"]["position"] == ends["ben"]["position"]
    check_ended(ada, table)


@pytest.mark.parametrize(("edition", "seats"), EDITIONS.items())
def test_bots_play_a_game(server: Running, edition: str, seats: int) -> None:
    ada = server.person()
    bots = ["planner", *["random"] * (seats - 1)]
    table = ada.new_table(edition, *bots)
    with ada.follow(table) as following:
        following.until_over()
    check_ended(ada, table)


def check_ended(person: Person, table: str) -> None:
    """Record, score sheet and last position of a finished game agree."""
    update = person.table(table)
    game = read_record(person.http.get(f"/api/tables/{table}/record").text)
    assert game.over
    sheet = person.got(f"/api/tables/{table}/sheet")
    assert tuple(sheet["totals"]) == game.score_sheet().totals
    assert [player["rank"] for player in sheet["players"]].count(1) == len(sheet["winners"])
    hands = [player["hand"] for player in update["position"]["players"]]
    assert hands == [dict(player.hand or {}) for player in game.view().players]
    assert update["table"]["moves"] == len(game.moves)
    assert update["table"]["seats"][0]["name"] == game.seats[0]
    told = [event["type"] for entry in update["log"] for event in entry["events"]]
    assert [word for word in told if word not in NOTICES] == [type(e).__name__ for e in game.events]


@pytest.mark.skipif(not EXAMPLE.exists(), reason="examples are not part of this copy")
def test_the_example_bot_plays_a_game(server: Running) -> None:
    """As its users start it; it takes the open seat of a table and plays to the end."""
    ada = server.person("Ada")
    table = ada.new_table("london", "random", "open")
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), server.url, table],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "ended" in done.stdout
    check_ended(ada, table)
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 60


def test_legal_actions_are_told_in_parts() -> None:
    """What the page shows of an action is what its words say."""
    kinds: set[str] = set()
    for edition, style in (("germany", "travels"), ("europe", "travels"), ("europe", "claims")):
        for _, _, legal, _ in decisions(edition, 3, 1, style):
            for action in legal:
                data = msgspec.to_builtins(action_sent(action))
                kinds.add(data["kind"])
                assert words_of(data) == data["words"] == str(action)
    assert kinds == {
        *("draw", "tickets", "keep", "claim", "passenger", "move", "go", "stop"),
        *("pay", "withdraw", "station"),
    }


def words_of(action: dict[str, Any]) -> str:
    """An action's words, from its parts."""
    cards = " ".join(f"{number} {card}" for card, number in action.get("cards", ()))
    match action["kind"]:
        case "draw":
            return f"draw {action['card'] or 'deck'}"
        case "tickets":
            mix = " ".join(f"{number} {stack}" for stack, number in action["mix"])
            return f"tickets {mix}".strip()
        case "keep":
            return f"keep {' '.join(action['tickets']) or 'none'}"
        case "claim":
            return f"claim {action['route']} with {cards}"
        case "station":
            return f"station {action['city']} with {cards}"
        case "pay":
            return f"pay {cards}"
        case "passenger":
            return f"passenger {action['city'] or 'none'}"
        case "move":
            return f"move {action['city']}"
        case "go":
            return f"go {action['route']}"
        case kind:
            return str(kind)


def test_ways_and_districts_are_ones_own(server: Running) -> None:
    """Progress is told for one's own tickets, and for every district."""
    ada = server.person()
    table = ada.new_table("london", "me", "random")
    update = ada.table(table)
    offer = update["position"]["players"][0]["offer"]
    assert set(update["ways"]) == set(offer)
    assert all(way["pieces"] > 0 and way["routes"] for way in update["ways"].values())
    districts = load_edition("london").districts
    assert [entry["name"] for entry in update["districts"]] == [d.name for d in districts]
    assert not any(entry["linked"] for entry in update["districts"])
    watching = server.person().table(table)
    assert (watching["ways"], watching["districts"], watching["legal"]) == ({}, [], [])
