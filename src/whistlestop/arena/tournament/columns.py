"""Write the results of a tournament as a table with one row for every seat of every game.

The table is an Apache Parquet file. Writing it needs PyArrow, which the extra `arena` installs.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from whistlestop.arena.tournament.folder import record_path
from whistlestop.arena.tournament.matchups import Tournament, deal_seed
from whistlestop.arena.tournament.results import DealOutcome
from whistlestop.arena.tournament.standings import margin

FORMAT: Final = "whistlestop results 5"
"""The version of the columns. It is in the file's metadata, as `schema.metadata[b"whistlestop"]`.

Version 4 had no column `doubly_joined`. In version 3, there were no columns for luck either. In
version 2, `margin` was the score minus the mean score of the other seats. Version 1 also counted
seats from 1, and its column `decisions` had the decisions of the seat alone. Version 1 had no entry
in the metadata.
"""

COLUMNS: Final = {
    "edition": "string",
    "players": "int8",
    "matchup": "int32",
    "deal": "int32",
    "deal_seed": "uint64",
    "rotation": "int8",
    "seat": "int8",
    "bot": "string",
    "score": "int32",
    "rank": "int8",
    "victory": "float64",
    "margin": "float64",
    "luck_chance": "float64",
    "luck_points": "float64",
    "tickets": "int16",
    "completed": "int16",
    "failed_tickets": "int16",
    "path": "int16",
    "longest_path": "bool",
    "most_tickets": "bool",
    "districts": "int8",
    "doubly_joined": "int16",
    "turns": "int16",
    "decisions": "int16",
    "seat_decisions": "int16",
    "seconds": "float64",
    "slowest": "float64",
    "late": "int16",
    "failed": "int16",
    "record": "string",
}
"""The columns with their Arrow types. `docs/simulations.md` describes them."""


def rows(tournament: Tournament, outcomes: Iterable[DealOutcome]) -> Iterator[dict[str, Any]]:
    """Yield a row for every seat of every game. A row has its values by the names in `COLUMNS`."""
    for outcome in outcomes:
        matchup = tournament.matchups[outcome.matchup]
        for rotation, game in enumerate(outcome.games):
            for number, seat in enumerate(game.seats):
                result, thinking = seat.result, seat.thinking
                yield {
                    "edition": matchup.edition.name,
                    "players": matchup.players,
                    "matchup": matchup.number + 1,
                    "deal": outcome.deal + 1,
                    "deal_seed": deal_seed(tournament.seed, outcome.deal),
                    "rotation": rotation + 1,
                    "seat": number,
                    "bot": tournament.contestants[seat.contestant].name,
                    "score": result.score,
                    "rank": result.rank,
                    "victory": result.victory,
                    "margin": margin(game, seat),
                    "luck_chance": seat.luck and seat.luck.chance,
                    "luck_points": seat.luck and seat.luck.points,
                    "tickets": result.tickets,
                    "completed": result.completed,
                    "failed_tickets": result.tickets - result.completed,
                    "path": result.path,
                    "longest_path": result.longest_path,
                    "most_tickets": result.most_tickets,
                    "districts": result.districts,
                    "doubly_joined": result.doubly_joined,
                    "turns": game.turns,
                    "decisions": game.decisions,
                    "seat_decisions": thinking.decisions,
                    "seconds": thinking.seconds,
                    "slowest": thinking.slowest,
                    "late": thinking.late,
                    "failed": thinking.failed,
                    "record": record_path(matchup, outcome.deal, rotation).as_posix(),
                }


def write_parquet(file: Path, tournament: Tournament, outcomes: Iterable[DealOutcome]) -> None:
    """Write the results as a Parquet file, which replaces an existing file when it is complete.

    Args:
        file: the file.
        tournament: the tournament that was played.
        outcomes: the outcomes of its deals.

    Raises:
        ModuleNotFoundError: PyArrow is not installed.
        OSError: the file cannot be written.
    """
    arrow: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    types = {"string": arrow.string(), "bool": arrow.bool_()}
    schema = arrow.schema(
        [(name, types.get(kind) or getattr(arrow, kind)()) for name, kind in COLUMNS.items()],
        metadata={"whistlestop": FORMAT},
    )
    begun = file.with_suffix(".new")
    parquet.write_table(
        arrow.Table.from_pylist(list(rows(tournament, outcomes)), schema=schema), begun
    )
    begun.replace(file)
