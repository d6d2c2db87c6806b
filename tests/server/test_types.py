"""What is sent has the types that documents and the page's types are made from."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections import Counter
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from tools.wire import files

from tests.server.serving import Json, Person, Running, move, sqlite
from whistlestop import reasons
from whistlestop.bots import motives
from whistlestop.editions.load import names
from whistlestop.editions.reading import COMMON
from whistlestop.play.lessons import lesson_names
from whistlestop.play.record import FAULTS
from whistlestop.server.app import HANDLERS
from whistlestop.server.errors import EditionValues, Values
from whistlestop.server.http.openapi import message_types
from whistlestop.server.http.routes.catalogue import Bot
from whistlestop.server.http.routes.editions import Checked
from whistlestop.server.http.routes.history import Sheet
from whistlestop.server.http.routes.people import Me
from whistlestop.server.http.routes.playing import WhyNot
from whistlestop.server.http.routes.retelling import Turns
from whistlestop.server.http.routes.tables import Lists
from whistlestop.server.sent.choices import Action
from whistlestop.server.sent.editions import Board, Facts, Geometry
from whistlestop.server.sent.entries import Entry
from whistlestop.server.sent.lessons import Lesson, LessonTitle
from whistlestop.server.sent.update import Moment, Snapshot, Update

ROOT = Path(__file__).parents[2]
GOLDEN = sorted((ROOT / "tests" / "golden").glob("*-2.record"))
ALIKE = 3
"""So many samples of one kind are enough."""

KINDS: dict[str, Any] = {
    "Snapshot": Snapshot,
    "Moment": Moment,
    "Update": Update,
    "Entry": Entry,
    "Action": Action,
    "Sheet": Sheet,
    "Turns": Turns,
    "Lists": Lists,
    "Me": Me,
    "Bot": Bot,
    "WhyNot": WhyNot,
    "Board": Board,
    "Facts": Facts,
    "Geometry": Geometry,
    "LessonTitle": LessonTitle,
    "Lesson": Lesson,
    "Checked": Checked,
}

Samples = list[tuple[str, Any]]
"""Pairs of type and value."""


def of_records(person: Person) -> Samples:
    """Whole games, and moments of them."""
    found: Samples = []
    for file in GOLDEN:
        sent = person.http.post("/api/records", content=file.read_bytes()).json()["id"]
        snapshot = person.table(sent)
        found.append(("Sent.Snapshot", snapshot))
        found.append(("Sent.Sheet", person.got(f"/api/tables/{sent}/sheet")))
        found.append(("Sent.Turns", person.got(f"/api/tables/{sent}/turns")))
        found.append(("Sent.Entry[]", person.got(f"/api/tables/{sent}/log?eyes=1")))
        last = snapshot["table"]["moves"]
        for moves in (0, last // 2, last):
            found.append(("Sent.Moment", person.got(f"/api/tables/{sent}/at/{moves}")))
    return found


def of_games(person: Person) -> Samples:
    """Moments of every phase, and legal actions of every kind."""
    found: Samples = []
    for edition in names():
        random, seen = Random(edition), Counter[str]()
        table = person.new_table(edition, "me", "random")
        for frame in person.frames(table):
            if frame["position"] is None:
                continue
            legal: list[Json] = frame["legal"]
            values: Samples = [("Update", {**frame, "legal": []})]
            values += [("Action", action) for action in legal]
            for kind, value in values:
                about = value["kind"] if kind == "Action" else value["position"]["phase"]
                seen[about] += 1
                if seen[about] <= ALIKE:
                    found.append((f"Sent.{kind}", value))
            if frame["table"]["state"] == "over":
                break
            if legal:
                words = random.choice(legal)["words"]
                person.post(f"/api/tables/{table}/actions", move(words, frame["version"]))
    return found


def of_a_table(server: Running) -> Samples:
    """Everything that can happen at a table besides the game."""
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.new_table("europe", "me", "open", "open", "random")
    waiting = ada.table(table)
    for path, body in (
        ("join", {"seat": 1}),
        ("leave", None),
        ("join", {"seat": 2}),
        ("chat", {"phrase": "hello"}),
    ):
        ben.posted(f"/api/tables/{table}/{path}", body)
    ben.posted("/api/me", {"name": "Bea"})
    ben.posted("/api/me", {"colour": "black"})
    listed = ben.got("/api/tables")
    ada.posted(f"/api/tables/{table}/standin-after", {"seconds": 60})
    ada.posted(f"/api/tables/{table}/options", {"bot_pace": "relaxed", "explain": True})
    ada.posted(f"/api/tables/{table}/start")
    ada.act(table, ada.table(table)["legal"][0]["words"], 1)
    route = "/why?route=PAR-DIE"
    found: Samples = [
        ("Sent.Snapshot", waiting),
        ("Sent.Lists", listed),
        ("Sent.Me", ada.got("/api/me")),
        ("Sent.Bot[]", ada.got("/api/bots")),
        ("Sent.WhyNot", ben.got(f"/api/tables/{table}{route}")),
    ]
    ben.posted(f"/api/tables/{table}/resign")
    return [*found, ("Sent.Snapshot", ada.table(table)), ("Sent.Lists", ada.got("/api/tables"))]


def of_editions(person: Person) -> Samples:
    """Facts, where everything stands, and lessons."""
    found: Samples = [
        ("Sent.Facts[]", person.got("/api/editions")),
        ("Sent.Board[]", person.got("/api/boards")),
    ]
    for name in names():
        found.append(("Sent.Geometry", person.got(f"/drawings/{name}/geometry.json")))
    text = (ROOT / "src/whistlestop/editions/usa.toml").read_bytes()
    found.append(("Sent.LessonTitle[]", person.got("/api/lessons")))
    for name in lesson_names():
        found.append(("Sent.Lesson", person.got(f"/api/lessons/{name}")))
    table = person.posted("/api/lessons/london")["id"]
    found.append(("Sent.Snapshot", person.table(table)))
    found.append(("Sent.Lists", person.got("/api/tables")))
    found.append(("Sent.Checked", person.http.post("/api/editions", content=text).json()))
    return found


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Samples:
    with Running(sqlite(tmp_path_factory.mktemp("samples"))) as server:
        ada = server.person("Ada")
        return [*of_records(ada), *of_games(ada), *of_a_table(server), *of_editions(ada)]


def test_what_is_made_from_the_types_is_up_to_date() -> None:
    for path, text in files.generated().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run `make wire`"


def test_what_is_sent_can_be_read_as_its_type(samples: Samples) -> None:
    """Nothing is lost: a field that the type does not have would be."""
    for kind, value in samples:
        name = kind.removeprefix("Sent.").removesuffix("[]")
        type_ = list[KINDS[name]] if kind.endswith("[]") else KINDS[name]
        read = msgspec.json.decode(msgspec.json.encode(value), type=type_)
        assert msgspec.json.decode(msgspec.json.encode(read)) == value, kind


def test_every_name_of_a_value_has_a_type() -> None:
    named = {name for names in (reasons.VALUES, motives.VALUES) for name in names.values()}
    assert {*chain.from_iterable(named)} <= {*Values.__annotations__}
    in_records = {*chain.from_iterable(FAULTS.values()), "reason", "values"}
    assert in_records <= {*Values.__annotations__}
    assert {*chain.from_iterable(COMMON.values())} == {*EditionValues.__annotations__}


def test_names_of_messages_are_unique() -> None:
    """Two types of one name would get long names in the OpenAPI description."""
    app = Litestar(route_handlers=HANDLERS, openapi_config=None, logging_config=None)
    _, types = msgspec.json.schema_components(message_types(app))
    assert [name for name in types if not name.isalnum()] == []


def test_a_docstring_becomes_a_comment() -> None:
    """And an alias keeps its name."""
    text = files.TYPES.read_text(encoding="utf-8")
    assert "    /** The cards that pay for the route. */\n    cards: Cards;\n" in text
    assert (
        '    type: "CardDrawn";\n    /** The seat that drew the card. */\n    seat: number;\n'
        in text
    )
    assert "    card: string | null;\n" in text
    assert "  interface Snapshot {" in text


def test_what_is_sent_has_the_types_that_the_page_knows(samples: Samples, tmp_path: Path) -> None:
    compiler = shutil.which("tsc")
    if compiler is None:
        if os.environ.get("CI"):
            pytest.fail("there is no tsc: install Debian's package node-typescript")
        pytest.skip("there is no tsc on this machine")
    lines = [
        f"export const sample{number}: {kind} = {json.dumps(value)};"
        for number, (kind, value) in enumerate(samples)
    ]
    file = tmp_path / "samples.ts"
    file.write_text("\n".join(lines), encoding="utf-8")
    told = subprocess.run(
        [compiler, "--noEmit", "--strict", "--target", "es2022", files.TYPES, file],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout[:4000]
