"""What the maker of updates keeps from one update to the next is what it would make anew."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections import defaultdict
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.keep import FOLDER
from tests.server.test_kept import KEPT
from whistlestop.server.sent.presence import Absence, Caller, Presence
from whistlestop.server.sent.update import MOST_CALLERS, MOST_UPDATES, UpdateMaker
from whistlestop.server.storage.store import KeptEntry
from whistlestop.server.table.entries import Entry, from_kept
from whistlestop.server.table.table import Table


def entries(name: str, folder: Path) -> dict[str, list[Entry]]:
    """The entries of a kept database, by table."""
    file = folder / "tables.sqlite3"
    file.write_bytes(gzip.decompress((FOLDER / f"{name}.sqlite3.gz").read_bytes()))
    found: defaultdict[str, list[Entry]] = defaultdict(list)
    with closing(sqlite3.connect(file)) as database:
        columns = "table_id, number, kind, data, secret, at"
        for row in database.execute(f"SELECT {columns} FROM entry ORDER BY table_id, number"):
            found[row[0]].append(from_kept(KeptEntry(*row[1:])))
    return found


def callers(table: Table) -> list[Caller]:
    """Everybody who is told something of their own, as themselves and at each of their seats."""
    people = {seat.person for seat in table.seats} | {table.host, *table.holders.former, None}
    people |= {owner.person for owners in table.holders.owners.values() for owner in owners}
    there = [Caller(person, "Somebody") for person in sorted(people, key=str)]
    return there + [
        Caller(one.person, one.name, seat) for one in there for seat in table.seats_of(one.person)
    ]


@pytest.mark.parametrize("name", KEPT)
def test_what_is_kept_is_what_would_be_made_anew(name: str, tmp_path: Path) -> None:
    """After every entry that was ever written, to everybody: no change of the table is missed."""
    compared = 0
    for table_id, written in entries(name, tmp_path).items():
        table, maker = Table(table_id, exact=False), UpdateMaker()
        for entry in written:
            table.apply(entry)
            told = table.log[-1]
            presence = Presence(frozenset(filter(None, (table.host,))), entry.number // 5 % 2)
            for caller in callers(table):
                kept = maker.update(table, caller, presence, (), 5.0, told)
                anew = UpdateMaker().update(table, caller, presence, (), 5.0, told)
                assert kept == anew or json.loads(kept) == json.loads(anew)
                compared += 1
    assert compared > 100


def test_many_callers_are_not_remembered_for_ever(tmp_path: Path) -> None:
    """Whoever looks on once is forgotten while a game goes on, and then told the same again."""
    table_id, written = next(iter(entries(KEPT[0], tmp_path).items()))
    table, maker = Table(table_id, exact=False), UpdateMaker()
    for entry in written[:8]:
        table.apply(entry)
    told = table.log[-1]

    def updates(number: int) -> list[bytes]:
        callers = [Caller(f"{each}", f"N{each}") for each in range(number)]
        return [maker.update(table, caller, Presence(), (), 5.0, told) for caller in callers]

    first = updates(3)
    updates(3 * MOST_CALLERS)
    assert len(maker._callers) <= MOST_CALLERS + 1  # pyright: ignore[reportPrivateUsage]
    assert updates(3) == first


def test_updates_of_every_second_are_not_kept(tmp_path: Path) -> None:
    """Whoever asks again and again while nothing happens, and somebody is waited for."""
    table_id, written = next(iter(entries(KEPT[0], tmp_path).items()))
    table, maker = Table(table_id, exact=False), UpdateMaker()
    for entry in written[:8]:
        table.apply(entry)
    for seconds in range(3 * MOST_UPDATES):
        waited = (Absence(1, "standin", seconds),)
        made = maker.update(table, Caller(), Presence(), waited, 5.0, None)
        assert json.loads(made)["absences"] == [{"seat": 1, "then": "standin", "seconds": seconds}]
        assert len(maker._updates) <= MOST_UPDATES  # pyright: ignore[reportPrivateUsage]
