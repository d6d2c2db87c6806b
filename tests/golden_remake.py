"""Remakes the golden files: `make golden`, then read the diff before committing.

A golden file is a whole game: its record, and beside it the final position and the score sheet.
They change when the rules, the data of an edition, the notation or the formats change, and then on
purpose. Which games are played does not matter; that they stay the same does.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random

from whistlestop.actions import Action, ClaimRoute, DrawTickets, StartJourney, TravelRoute
from whistlestop.editions.load import load, names
from whistlestop.play.game import Game
from whistlestop.play.position import write_position
from whistlestop.play.record import write_record

FOLDER = Path(__file__).with_name("golden")
NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eva")
TABLES = [
    (name, seats)
    for name in names()
    for seats in range(load(name).players[0], load(name).players[1] + 1)
]


def path_of(name: str, seats: int, ending: str) -> Path:
    """The golden file of one table."""
    return FOLDER / f"{name}-{seats}.{ending}"


def choose(random: Random, legal: Sequence[Action]) -> Action:
    """Somewhat like a player: claims long routes, sometimes draws tickets, makes long journeys."""
    claims = [action for action in legal if isinstance(action, ClaimRoute)]
    if claims and random.random() < 0.6:
        dear = max(sum(number for _, number in claim.cards) for claim in claims)
        return random.choice(
            [claim for claim in claims if sum(number for _, number in claim.cards) == dear]
        )
    rare = [action for action in legal if isinstance(action, DrawTickets)]
    if rare and random.random() < 0.03:
        return random.choice(rare)
    moves = [action for action in legal if isinstance(action, StartJourney | TravelRoute)]
    if moves and random.random() < 0.7:
        return random.choice(moves)
    usual = [a for a in legal if not isinstance(a, ClaimRoute | DrawTickets | StartJourney)]
    return random.choice(usual or legal)


def played(name: str, seats: int) -> Game:
    """The golden game of one table."""
    random = Random(f"golden {name} {seats}")
    game = Game.new(name, NAMES[:seats], seed=seats)
    while not game.over:
        seat = random.choice(game.deciding)
        game.play(choose(random, game.legal_actions(seat)), seat)
    return game


def files_of(game: Game) -> dict[str, str]:
    """The texts of a golden game, by the ending of the file's name."""
    sheet = json.dumps(asdict(game.score_sheet()), indent=1, ensure_ascii=False)
    return {
        "record": write_record(game, date="2026-11-21"),
        "position.json": write_position(game),
        "sheet.json": sheet + "\n",
    }


def main() -> None:
    """Write all files anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, seats in TABLES:
        for ending, text in files_of(played(name, seats)).items():
            path = path_of(name, seats, ending)
            before = path.read_text(encoding="utf-8") if path.exists() else None
            path.write_text(text, encoding="utf-8", newline="\n")
            if before != text:
                print(f"{'changed' if before is not None else 'new'}: {path.name}")


if __name__ == "__main__":
    main()
