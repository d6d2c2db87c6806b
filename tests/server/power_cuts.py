"""Power cuts in the midst of games: nothing that was answered or shown may be missing afterwards.

    python -m tests.server.power_cuts --cuts 200          20 minutes
    python -m tests.server.power_cuts --cuts 20 --risk    what the other setting loses

A server plays over a disk that forgets at a cut whatever was not written through to it. After each
cut another server goes on with the same games.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, cast

from tests.server.disk import cut_power, shim, watched
from tests.server.serving import PATIENCE, Json, Person, Process, move


@dataclass
class Outcome:
    """What a number of cuts have brought."""

    answered: int = 0
    """Moves that were answered."""
    lost: list[str] = field(default_factory=list[str])
    """What was answered or shown, and is not there."""


class Playing:
    """A person who plays alone with a bot, and somebody who looks on, until the server is gone."""

    def __init__(self, person: Person, table: str, random: Random) -> None:
        self.person = person
        self.table = table
        self.random = random
        self.answered: dict[int, str] = {}
        """Words of moves that were answered, by the table's version."""
        self.shown = 0
        """The newest version that one who looks on was told of."""
        self.log: list[Json] = []
        """What the game was when it was last asked for."""
        self.threads = [threading.Thread(target=self.move), threading.Thread(target=self.look)]
        for thread in self.threads:
            thread.start()

    def move(self) -> None:
        """Move whenever it is one's turn."""
        try:
            while True:
                update = self.person.table(self.table)
                self.log = update["log"]
                if update["table"]["state"] == "over":
                    return
                if update["legal"]:
                    words = self.random.choice(update["legal"])["words"]
                    path = f"/api/tables/{self.table}/actions"
                    answer = self.person.post(path, move(words, update["version"]))
                    if answer.status_code == 200:
                        self.answered[answer.json()["version"]] = words
        except Exception:  # the server is gone
            return

    def look(self) -> None:
        """Follow the first table, and keep what is told."""
        try:
            with self.person.follow(self.table) as following:
                while True:
                    self.shown = following.update()["version"]
        except Exception:  # the server is gone
            return


def agrees(before: Any, after: Any) -> bool:
    """Whether a log tells what it told before; what was secret then may have been laid open."""
    if isinstance(before, dict) and isinstance(after, dict):
        earlier, later = cast(Json, before), cast(Json, after)
        return earlier.keys() == later.keys() and all(
            agrees(value, later[name]) for name, value in earlier.items()
        )
    if isinstance(before, list) and isinstance(after, list):
        entries, others = cast(list[Any], before), cast(list[Any], after)
        return len(entries) == len(others) and all(map(agrees, entries, others))
    return before is None or before == after


def cut(
    folder: Path,
    library: Path,
    players: list[tuple[Person, str]],
    random: Random,
    outcome: Outcome,
    *,
    moves: int,
    risk: bool = False,
) -> None:
    """Play some moves, cut the power, and see what is there; `players` go on the next time."""
    data, images = folder / "data", folder / "images"
    data.mkdir(exist_ok=True)
    safe: dict[str, str] = {"WHISTLESTOP_POWER_CUT_SAFE": "0"} if risk else {}
    with Process(data, **watched(library, data, images), **safe) as server:
        if not players:
            people = [Person(server.url, f"Player {number}") for number in range(3)]
            players += [(person, person.new_table("usa", "me", "random")) for person in people]
        playing = [
            Playing(person.moved(server.url), table, Random(random.random()))
            for person, table in players
        ]
        due = random.randint(moves // 2, moves)
        give_up = time.monotonic() + PATIENCE
        # A game that is over has no moves to wait for.
        while sum(len(one.answered) for one in playing) < due and any(
            one.threads[0].is_alive() for one in playing
        ):
            assert time.monotonic() < give_up, "nobody moves"
            time.sleep(0.005)
        server.kill()
        for one in playing:
            for thread in one.threads:
                thread.join()
    cut_power(data, images)
    players.clear()
    # It is watched, too: a table that is made here has to be there at the next cut.
    with Process(data, **watched(library, data, images), **safe) as server:
        for one in playing:
            outcome.answered += len(one.answered)
            again = one.person.moved(server.url)
            known = max([*one.answered, one.shown], default=0)
            answer = again.http.get(f"/api/tables/{one.table}")
            if answer.status_code != 200:
                outcome.lost.append(f"{one.table}: the table itself ({answer.text})")
                continue
            found = answer.json()
            if found["version"] < known:
                outcome.lost.append(f"{one.table}: {known - found['version']} versions")
            elif not agrees(one.log, found["log"][: len(one.log)]):
                outcome.lost.append(f"{one.table}: what was shown is another game")
            over = found["table"]["state"] == "over"
            table = again.new_table("usa", "me", "random") if over else one.table
            players.append((again, table))


def main() -> None:
    """Cut the power as often as is asked for, and say what was lost."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cuts", type=int, default=200)
    parser.add_argument("--moves", type=int, default=60, help="the most moves before a cut")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--risk", action="store_true", help="with WHISTLESTOP_POWER_CUT_SAFE=0")
    options = parser.parse_args()
    random, outcome = Random(options.seed), Outcome()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        library = shim(folder)
        players: list[tuple[Person, str]] = []
        told = 0
        for number in range(1, options.cuts + 1):
            cut(
                folder,
                library,
                players,
                random,
                outcome,
                moves=options.moves,
                risk=options.risk,
            )
            for words in outcome.lost[told:]:
                print(f"cut {number}: {words}", flush=True)
            told = len(outcome.lost)
            if number % 10 == 0 or number == options.cuts:
                print(
                    f"{number} cuts, {outcome.answered} moves answered, {told} losses", flush=True
                )
    raise SystemExit(1 if outcome.lost and not options.risk else 0)


if __name__ == "__main__":
    main()
