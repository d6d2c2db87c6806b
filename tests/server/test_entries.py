"""What tables keep for ever: typed in memory, words in the database, and both described."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET

from tests.server.keep import FOLDER
from tests.server.test_kept import KEPT
from whistlestop.actions import DrawDeck
from whistlestop.play.game import Game
from whistlestop.server.storage.store import KeptEntry
from whistlestop.server.table.entries import Entry, EntryError, from_kept, to_keep
from whistlestop.server.table.happenings import (
    HAPPENINGS,
    ClocksResumed,
    Created,
    Moved,
    Said,
    Started,
)
from whistlestop.server.table.happenings.happening import kind_of
from whistlestop.server.table.happenings.playing import SpokenAction
from whistlestop.server.table.happenings.setting_up import CreationSecret
from whistlestop.server.table.happenings.starting import StartSecret
from whistlestop.server.table.seats import Options, Seat
from whistlestop.server.table.table import Table

DOCS = Path(__file__).parents[2] / "docs"

KINDS = {kind_of(kind): kind for kind in HAPPENINGS}


OF_A_GAME = ("standin", "resigned")
"""What becomes of a seat is not part of how it was set up."""


def rows(name: str, folder: Path) -> list[KeptEntry]:
    """All entries of a kept database."""
    file = folder / "tables.sqlite3"
    file.write_bytes(gzip.decompress((FOLDER / f"{name}.sqlite3.gz").read_bytes()))
    with closing(sqlite3.connect(file)) as database:
        found = database.execute("SELECT number, kind, data, secret, at FROM entry")
        return [KeptEntry(*row) for row in found]


@pytest.mark.parametrize("name", KEPT)
def test_what_was_written_is_written_again(name: str, tmp_path: Path) -> None:
    """To the letter, but for the order of fields in what was read from a record."""
    for before in rows(name, tmp_path):
        again = to_keep(from_kept(before))
        if '"by":"record"' in before.data or '"starter"' in before.data:
            assert json.loads(again.data) == json.loads(before.data)
        else:
            assert again == before


def test_all_that_is_ever_written_is_in_a_database_that_is_kept(tmp_path: Path) -> None:
    """Every kind with every field: whoever adds one keeps a database that has it."""
    kinds: set[str] = set()
    found: set[tuple[str, str]] = set()
    for name in KEPT:
        for entry in rows(name, tmp_path):
            kinds.add(entry.kind)
            parts = {entry.kind: json.loads(entry.data)}
            parts[f"{entry.kind} secret"] = json.loads(entry.secret or "{}")
            if entry.kind == "created":
                parts["options"] = parts["created"]["options"]
                parts |= {f"seat {at}": seat for at, seat in enumerate(parts["created"]["seats"])}
            for part, fields in parts.items():
                part = part.split(" ")[0] if part.startswith("seat ") else part
                found |= {(part, field) for field, value in fields.items() if value is not None}
    wanted = {(name, field) for name, kind in KINDS.items() for field in fields_of(kind)}
    wanted |= {("created secret", field) for field in fields_of(CreationSecret)}
    wanted |= {("started secret", field) for field in fields_of(StartSecret)}
    wanted |= {("options", field) for field in Options.__dataclass_fields__}
    wanted |= {("seat", field) for field in fields_of(Seat) if field not in OF_A_GAME}
    assert wanted - found == set()
    assert kinds == KINDS.keys()


def test_an_action_is_kept_in_words() -> None:
    moved = Moved(1, SpokenAction("draw deck", DrawDeck()), "person", "a", 1.5, ["red"])
    kept = to_keep(Entry(7, moved, 2.0))
    data = '{"seat":1,"action":"draw deck","by":"person","id":"a","spent":1.5,"outcomes":["red"]}'
    assert kept == KeptEntry(7, "move", data, None, 2.0)
    read = from_kept(kept).content
    assert isinstance(read, Moved)
    assert (read.action.words, read.action.known) == ("draw deck", "draw deck")
    assert moved.action.known == DrawDeck()


def test_an_entry_without_fields_is_kept() -> None:
    kept = to_keep(Entry(3, ClocksResumed(), 1.0))
    assert kept == KeptEntry(3, "resumed", "{}", None, 1.0)
    assert from_kept(kept).content == ClocksResumed()


def test_what_a_later_version_adds_to_an_entry_is_passed_over() -> None:
    kept = KeptEntry(2, "chat", '{"seat":0,"phrase":"hello","loud":true}', None, 1.0)
    assert from_kept(kept).content == Said(0, "hello")


@pytest.mark.parametrize(
    ("kind", "data", "secret", "words"),
    [
        ("sung", "{}", None, "entry 4 is of the kind 'sung', which this version does not know"),
        ("chat", '{"seat":"a","phrase":"b"}', None, "entry 4 (chat) is damaged: Expected `int`"),
        ("chat", '{"seat":1', None, "entry 4 (chat) is damaged"),
        ("left", "{}", None, "entry 4 (left) is damaged: Object missing required field `seat`"),
        ("move", '{"seat":1,"action":3,"by":"bot"}', None, "entry 4 (move) is damaged"),
        ("started", '{"order":[0],"bot":""}', '{"seed":""}', "entry 4 (started) is damaged"),
    ],
)
def test_an_entry_that_cannot_be_read_is_named(
    kind: str, data: str, secret: str | None, words: str
) -> None:
    with pytest.raises(EntryError, match=f"^{re.escape(words)}"):
        from_kept(KeptEntry(4, kind, data, secret, 1.0))


def test_names_stay_as_they_were_when_the_game_began() -> None:
    """Whatever a later version thinks of names that look alike."""
    seats = [Seat("person", "a", "Ada"), Seat("person", "b", "\N{CYRILLIC CAPITAL LETTER A}da")]

    def names(*, kept: list[str] | None = None, begun: bool) -> tuple[str, ...]:
        table = Table("x")
        created = Created("usa", seats, Options(), "a")
        table.apply(Entry(1, created, 1.0))
        secret = StartSecret(dealt=dealt) if begun else StartSecret(1, "salt")
        started = Started([0, 1], "random", names=kept or UNSET, secret=secret)
        table.exact = not begun
        done = table.apply(Entry(2, started, 2.0)).content
        assert isinstance(done, Started)
        assert table.game is not None
        assert done.names == [*table.game.seats]
        return table.game.seats

    game = Game.new("usa", 2, seed=1)
    dealt = [chance.word for chance in game.dealt]
    assert names(begun=False) == ("Ada", "\N{CYRILLIC CAPITAL LETTER A}da 2")
    assert names(begun=True) == ("Ada", "\N{CYRILLIC CAPITAL LETTER A}da")
    assert names(kept=["Ada", "Bea"], begun=True) == ("Ada", "Bea")


def test_every_kind_and_field_is_documented() -> None:
    """One section for each kind, in whose table every field has a line; and no line too many."""
    text = (DOCS / "entries.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## `(\w+)`\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE))
    assert list(sections) == list(KINDS)
    for name, kind in KINDS.items():
        assert documented(sections[name]) == fields_of(kind), name


def test_what_entries_hold_is_documented() -> None:
    text = (DOCS / "entries.md").read_text(encoding="utf-8")
    parts = dict(re.findall(r"^### ([\w ]+)\n(.*?)(?=^##|\Z)", text, re.DOTALL | re.MULTILINE))
    assert documented(parts["Seats"]) == [n for n in fields_of(Seat) if n not in OF_A_GAME]
    assert documented(parts["Options"]) == list(Options.__dataclass_fields__)
    assert documented(parts["The secret of a new table"]) == fields_of(CreationSecret)
    assert documented(parts["The secret of the start"]) == fields_of(StartSecret)


def documented(section: str) -> list[str]:
    """The fields in a section's own table."""
    own = section.partition("\n### ")[0]
    return re.findall(r"^\| `(\w+)` °? ?\|", own, re.MULTILINE)


def fields_of(kind: type[msgspec.Struct]) -> list[str]:
    return [field.name for field in msgspec.structs.fields(kind) if field.name != "secret"]
