"""Find puzzles in games between bots, choose those that come with the program, and check them.

    python tools/make_puzzles.py find london --minutes 10 --out found/london.jsonl
    python tools/make_puzzles.py choose london found/london.jsonl --most 150
    python tools/make_puzzles.py check london --worlds 4000

`find` appends to its file, so that you can interrupt it and start it again with another seed.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path
from random import Random

import msgspec

from whistlestop import Game
from whistlestop.analysis.puzzles import puzzle as package
from whistlestop.analysis.puzzles.finding import holds, puzzles_in, source_of
from whistlestop.analysis.puzzles.puzzle import Puzzle, Source, sources
from whistlestop.arena.match import play_match
from whistlestop.bots.levels import LEVELS
from whistlestop.bots.registry import make_bot

DATA = Path(package.__file__).parent / "data"

MOST_OF_A_GAME = 4
"""The maximum number of puzzles that are kept of one game."""

SHARES = {"claim": 0.45, "keep": 0.2, "cards": 0.2}
"""The maximum share of a topic among the puzzles of a board, if there are enough of other topics.
Other topics are not limited."""


def found_in_a_game(edition: str, seed: int) -> Source | None:
    """Return a game between two levels without search, with its puzzles; None if it has none."""
    random = Random(seed)
    names = [
        random.choice([level.name for level in LEVELS if not level.searches][1:]) for _ in "12"
    ]
    game = Game.new(edition, ("Ann", "Ben"), seed=seed)
    play_match(game, [make_bot(name, seed + seat) for seat, name in enumerate(names)])
    found = list(puzzles_in(game, seed << 20))
    if not found:
        return None
    kept = random.sample(found, min(MOST_OF_A_GAME, len(found)))
    return source_of(game, sorted(kept, key=lambda puzzle: puzzle.move))


def find(options: argparse.Namespace) -> None:
    """Append games with puzzles to a file, until the time is over."""
    end, seed, number = time.monotonic() + 60 * options.minutes, options.seed, 0
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with options.out.open("ab") as file:
        while time.monotonic() < end:
            source = found_in_a_game(options.edition, seed)
            seed += 1
            if source is not None:
                file.write(msgspec.json.encode(source) + b"\n")
                file.flush()
                number += len(source.puzzles)
            print(f"{options.edition}: {number} puzzles in {seed - options.seed} games", flush=True)


def read(files: Iterable[Path]) -> list[Source]:
    """Return all games in some files."""
    return [
        msgspec.json.decode(line, type=Source)
        for file in files
        for line in file.read_bytes().splitlines()
    ]


def chosen(found: list[Source], most: int) -> list[Source]:
    """Choose puzzles of many topics and difficulties. Return their games with these puzzles only.

    Puzzles are taken in turn from each topic and difficulty, the clearest first. A topic gets more
    than its share only if there are not enough puzzles of other topics.
    """
    puzzles = {puzzle.id: puzzle for source in found for puzzle in source.puzzles}
    kept: set[str] = set()
    topics: Counter[str] = Counter()
    for shares in (SHARES, {}):
        for puzzle in in_turn(one for one in puzzles.values() if one.id not in kept):
            full = topics[puzzle.topic] >= shares.get(puzzle.topic, 1) * most
            if not full and len(kept) < most:
                kept.add(puzzle.id)
                topics[puzzle.topic] += 1
    sources: list[Source] = []
    for source in found:
        here = tuple(puzzle for puzzle in source.puzzles if puzzle.id in kept)
        # A game that was searched twice has its puzzles twice.
        kept -= {puzzle.id for puzzle in here}
        if here:
            sources.append(Source(source.record, here))
    return sources


def in_turn(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Return puzzles in turn from each topic and difficulty, the clearest first."""
    groups: dict[tuple[str, int], list[Puzzle]] = {}
    for puzzle in sorted(puzzles, key=lambda puzzle: -puzzle.others[0].loss):
        groups.setdefault((puzzle.topic, puzzle.difficulty), []).append(puzzle)
    rounds = zip_longest(*(group for _, group in sorted(groups.items())))
    return [puzzle for one in rounds for puzzle in one if puzzle is not None]


def choose(options: argparse.Namespace) -> None:
    """Write the puzzles of a board that come with the program."""
    found = chosen(read(options.files), options.most)
    file = DATA / f"{options.edition}.jsonl"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"".join(msgspec.json.encode(source) + b"\n" for source in found))
    every = [puzzle for source in found for puzzle in source.puzzles]
    print(f"{options.edition}: {len(every)} puzzles in {len(found)} games, {file.stat().st_size} B")
    print("  topics:", dict(Counter(puzzle.topic for puzzle in every)))
    print("  difficulties:", dict(sorted(Counter(puzzle.difficulty for puzzle in every).items())))


def check(options: argparse.Namespace) -> None:
    """Play the actions of all puzzles in new worlds, and print how many puzzles are confirmed."""
    for edition in options.editions:
        pairs = [(source, puzzle) for source in sources(edition) for puzzle in source.puzzles]
        wrong = [
            puzzle.id
            for number, (source, puzzle) in enumerate(pairs)
            if not holds(source, puzzle, options.worlds, options.seed + number)
        ]
        print(f"{edition}: {len(pairs) - len(wrong)} of {len(pairs)} confirmed", *wrong, flush=True)


def main() -> None:
    """Read the command line, and carry out the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(required=True)
    finding = commands.add_parser("find", help="look for puzzles in new games")
    finding.add_argument("edition")
    finding.add_argument("--minutes", type=float, default=10)
    finding.add_argument("--seed", type=int, default=1, help="the seed of the first game")
    finding.add_argument("--out", type=Path, required=True)
    finding.set_defaults(run=find)
    choosing = commands.add_parser("choose", help="write the puzzles of a board")
    choosing.add_argument("edition")
    choosing.add_argument("files", type=Path, nargs="+")
    choosing.add_argument("--most", type=int, default=150)
    choosing.set_defaults(run=choose)
    checking = commands.add_parser("check", help="confirm the puzzles in new worlds")
    checking.add_argument("editions", nargs="+")
    checking.add_argument("--worlds", type=int, default=4000)
    checking.add_argument("--seed", type=int, default=9)
    checking.set_defaults(run=check)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
