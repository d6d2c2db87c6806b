"""Write the results of a series as a CSV table with one row for every seat of every game."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Final

from whistlestop.arena.seeds import derived
from whistlestop.arena.simulate import Simulation

COLUMNS: Final = (
    "edition",
    "players",
    "game",
    "seed",
    "seat",
    "bot",
    "score",
    "rank",
    "victory",
    "tickets",
    "completed",
    "path",
    "longest_path",
    "most_tickets",
    "districts",
    "doubly_joined",
    "turns",
    "decisions",
)
"""The names of the columns, in order. `docs/simulations.md` describes them."""


def write_csv(file: Path, simulation: Simulation) -> None:
    """Write the results of a series as a CSV file. An existing file is replaced.

    Args:
        file: the file.
        simulation: the results of the series.

    Raises:
        OSError: the file cannot be written.
    """
    summary = simulation.summary
    names = [entrant.name for entrant in summary.entrants] if summary is not None else []
    begun = file.with_name(f"{file.name}.new")
    with begun.open("w", encoding="utf-8", newline="") as opened:
        table = csv.writer(opened, lineterminator="\n")
        table.writerow(COLUMNS)
        for game in simulation.results:
            seats = {(entrant + game.number) % len(names): entrant for entrant in range(len(names))}
            for seat, entrant in sorted(seats.items()):
                result = game.entrants[entrant]
                table.writerow(
                    (
                        simulation.edition,
                        len(names),
                        game.number,
                        derived(simulation.seed, game.number, 0),
                        seat,
                        names[entrant],
                        result.score,
                        result.rank,
                        result.victory,
                        result.tickets,
                        result.completed,
                        result.path,
                        int(result.longest_path),
                        int(result.most_tickets),
                        result.districts,
                        result.doubly_joined,
                        game.turns,
                        game.decisions,
                    )
                )
    begun.replace(file)
