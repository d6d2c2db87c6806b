"""`whistlestop repair`: find damaged tables, and reset a table to its last good entry."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from whistlestop.cli.failures import Failure
from whistlestop.server.settings import from_environment

if TYPE_CHECKING:
    from whistlestop.server.storage.store import Store


def repair(
    table: Annotated[
        str | None,
        typer.Argument(help="The id of the table to repair. [default: look at all tables]"),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(help="The URL of the database. [default: a file in your data folder]"),
    ] = None,
    aside: Annotated[
        Path,
        typer.Option(
            help="The folder for the removed entries. It is created if it does not exist."
        ),
    ] = Path(),
) -> None:
    """Find tables with damaged entries, and repair one of them.

    Without a table, the command lists the damaged ones. With a table, it keeps the entries before
    the first damaged one. It writes the other entries to a file and then deletes them. Stop the
    server first.
    """
    from whistlestop.server.storage.lock import Lock, Locked
    from whistlestop.server.storage.sqlite import sqlite_file
    from whistlestop.server.storage.store import Store, StoreError

    url = from_environment(os.environ, database=database).database_url
    file = sqlite_file(url)
    try:
        lock = None if file is None else Lock(file)
    except (Locked, OSError) as error:
        raise Failure(str(error)) from error
    try:
        store = Store(url)
        if store.loss is not None:
            # Lost entries are detected when the database is opened, and are reported only once.
            print(f"whistlestop: {store.loss}", file=sys.stderr)
        try:
            if table is None:
                _list(store)
            else:
                _cut(store, table, aside)
        finally:
            store.close()
    except StoreError as error:
        raise Failure(str(error)) from error
    finally:
        if lock is not None:
            lock.release()


def _list(store: Store) -> None:
    """Print a line for every damaged table: its id, its first damaged entry, and the reason.

    If no table is damaged, print a sentence that says so.

    Raises:
        Failure: there is a damaged table. The command then ends with exit status 1.
    """
    from whistlestop.server.storage.repair import entries_of, table_ids
    from whistlestop.server.table.damage import good_part

    number = 0
    for table_id in table_ids(store):
        _, damage = good_part(table_id, entries_of(store, table_id))
        if damage is not None:
            number += 1
            print(f"{table_id}: entry {damage.entry}: {damage.reason}")
    if number:
        raise Failure(f"{number} damaged; repair one with 'whistlestop repair -- TABLE'", 1)
    print("No table is damaged.")


def _cut(store: Store, table_id: str, aside: Path) -> None:
    """Delete the first damaged entry of a table and all later entries.

    The entries are first written to a file in the folder `aside`. At the end, a message says how
    many entries were kept and deleted. A table without damage does not change.

    Raises:
        Failure: there is no such table, or the file cannot be written. In both cases
            nothing is deleted.
    """
    from whistlestop.server.sent.listing import summary
    from whistlestop.server.storage.repair import cut, entries_of
    from whistlestop.server.storage.store import Listing
    from whistlestop.server.table.damage import good_part

    kept = entries_of(store, table_id)
    if not kept:
        raise Failure(f"there is no table {table_id!r}")
    table, damage = good_part(table_id, kept)
    if damage is None:
        print("This table is not damaged.")
        return
    bad = [entry for entry in kept if entry.number >= damage.entry]
    file = aside / f"table-{table_id}-from-{damage.entry}.jsonl"
    try:
        aside.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as out:
            # Damage on the disk can turn text into bytes. `repr` writes them as readable text.
            out.writelines(json.dumps(asdict(entry), default=repr) + "\n" for entry in bad)
            out.flush()
            os.fsync(out.fileno())
    except OSError as error:
        raise Failure(f"cannot write {file}: {error.strerror}") from error
    listing = None
    if damage.entry > 1:
        listing = Listing(table.state, table.updated, summary(table))
    cut(store, table_id, damage.entry, listing)
    print(f"Kept {damage.entry - 1} entries; the other {len(bad)} are in {file}.")
