"""Find out which entry of a damaged table cannot be read or carried out, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whistlestop.server.storage.store import KeptEntry
from whistlestop.server.table.commitment import LuckDiffers
from whistlestop.server.table.entries import from_kept
from whistlestop.server.table.table import Table


@dataclass(frozen=True, slots=True)
class Damage:
    """The first entry of a table that is missing, cannot be read, or cannot be carried out."""

    entry: int
    reason: str


def good_part(table_id: str, kept: Sequence[KeptEntry]) -> tuple[Table, Damage | None]:
    """Play a table's entries in order until one is bad.

    Args:
        table_id: the table's id.
        kept: its entries, as they are stored.

    Returns:
        The table before the bad entry, and the damage. The damage is None if all entries are good.
    """
    try:
        return _good_part(Table(table_id), kept)
    except LuckDiffers:
        # Another version of the program dealt this game. Play it with the stored outcomes.
        return _good_part(Table(table_id, exact=False), kept)


def _good_part(table: Table, kept: Sequence[KeptEntry]) -> tuple[Table, Damage | None]:
    for number, row in enumerate(kept, start=1):
        if row.number != number:
            return table, Damage(number, "the entry is missing")
        try:
            table.apply(from_kept(row))
        except LuckDiffers as fault:
            if table.exact:
                raise
            return table, Damage(number, f"chance brought something else: {fault}")
        except Exception as fault:
            return table, Damage(number, f"{type(fault).__name__}: {fault}")
    return table, None
