"""Many games between bots, on one processor or on all of them.

Every game has a seed of its own, made from the series' seed and the game's number, and the bots
move one seat on from game to game. So a series comes out the same on however many processors.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import as_completed
from contextlib import closing
from dataclasses import dataclass
from os import cpu_count
from typing import Final

from whistlestop.arena.match import play_match
from whistlestop.arena.processes import shared_out
from whistlestop.arena.seeds import derived
from whistlestop.arena.summary import GameResult, Summary, seat_result, summarise
from whistlestop.bots.protocol import Factory
from whistlestop.bots.random import RandomBot
from whistlestop.bots.registry import bot_factory
from whistlestop.editions.load import load
from whistlestop.editions.model import Edition
from whistlestop.game import Game

_BATCH: Final = 2
"""Games that a process plays before it reports; an interrupt discards them."""

_WORTH_A_PROCESS: Final = 20
"""Games for which starting a process pays."""


@dataclass(frozen=True, slots=True)
class Series:
    """A series of games to be played."""

    edition: Edition
    bots: tuple[str, ...]
    """One for each player."""
    seed: int
    seconds: float
    """What a bot is given for a decision."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """A series that has been played, or interrupted."""

    edition: str
    seed: int
    asked: int
    """Games that were to be played."""
    interrupted: bool
    seconds: float
    """How long it took."""
    summary: Summary | None
    """None if it was interrupted before the first game ended."""

    @property
    def games_a_second(self) -> float:
        """Complete games a second."""
        return self.summary.games / self.seconds if self.summary and self.seconds else 0.0


def simulate(
    edition: str | Edition,
    bots: Sequence[str],
    *,
    players: int | None = None,
    games: int = 100,
    seed: int = 0,
    jobs: int | None = None,
    seconds: float = 1.0,
    on_progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play many games and sum them up. An interrupt (Ctrl-C) ends it with the games complete.

    Args:
        edition: an edition, its name, or the path of an edition file.
        bots: names as `bots.registry.make_bot` knows them. With fewer than players the last one
            takes the other seats too.
        players: how many play; as many as there are bots if left out.
        games: how many games.
        seed: repeats the series, 0 to 2**64 - 1.
        jobs: how many processes; 1 = this one. As many as it pays if left out.
        seconds: what a bot is given for a decision.
        on_progress: called with the number of games complete, now and then.

    Raises:
        EditionError: there is no such edition, or its file has faults.
        BotError: there is no such bot, or a bot failed or chose an illegal action.
        ValueError: the numbers do not fit each other or the edition.
    """
    chosen = edition if isinstance(edition, Edition) else load(edition)
    entrants = seated(bots, len(bots) if players is None else players, chosen)
    check_numbers(games, jobs, seed)
    series = Series(chosen, entrants, seed, seconds)
    for name in entrants:
        bot_factory(name)  # says at once what is wrong with it
    processes = jobs or min(cpu_count() or 1, max(1, games // _WORTH_A_PROCESS))
    started = time.perf_counter()
    results: list[GameResult] = []
    interrupted = False
    try:
        with closing(_played(series, games, min(processes, games))) as batches:
            for batch in batches:
                results += batch
                if on_progress is not None:
                    on_progress(len(results))
    except KeyboardInterrupt:
        interrupted = True
    return Simulation(
        edition=chosen.name,
        seed=seed,
        asked=games,
        interrupted=interrupted,
        seconds=time.perf_counter() - started,
        summary=summarise(entrants, results),
    )


def seated(bots: Sequence[str], players: int, edition: Edition) -> tuple[str, ...]:
    """A bot for every player: the last one named takes all seats that are left.

    Raises:
        ValueError: it is no number of players for the edition, or there are more bots than
            players, or none.
    """
    fewest, most = edition.players
    if not bots:
        raise ValueError("name at least one bot")
    if not fewest <= players <= most:
        raise ValueError(f"{edition.title} is for {fewest} to {most} players, not {players}")
    if len(bots) > players:
        raise ValueError(f"{len(bots)} bots are too many for {players} players")
    return (*bots, *[bots[-1]] * (players - len(bots)))


def check_numbers(games: int, jobs: int | None, seed: int) -> None:
    """Refuse numbers that make no sense for any edition.

    Raises:
        ValueError: there are no games or processes, or the seed is out of range.
    """
    if games < 1:
        raise ValueError(f"the number of games must be at least 1, not {games}")
    if jobs is not None and jobs < 1:
        raise ValueError(f"the number of processes must be at least 1, not {jobs}")
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")


def play_game(series: Series, factories: Sequence[Factory], number: int) -> GameResult:
    """One game of a series.

    Args:
        series: the series.
        factories: what makes the bots, in the order of the series.
        number: the game's number, from 0; it says who sits where.
    """
    players = len(series.bots)
    seat_of = [(entrant + number) % players for entrant in range(players)]
    entrant_on = sorted(range(players), key=lambda entrant: seat_of[entrant])
    game = Game.new(series.edition, players, seed=derived(series.seed, number, 0))
    match = play_match(
        game,
        [factories[entrant](derived(series.seed, number, 1 + entrant)) for entrant in entrant_on],
        [series.bots[entrant] for entrant in entrant_on],
        seconds=series.seconds,
    )
    return GameResult(
        number=number,
        turns=match.turns,
        decisions=match.decisions,
        entrants=tuple(seat_result(match.sheet, seat) for seat in seat_of),
    )


# In the processes ---------------------------------------------------------------------------

_here: list[tuple[Series, tuple[Factory, ...]]] = []
"""The series that this process plays, set when it starts; at most one."""


def _begin(series: Series) -> None:
    """Make a process ready to play games of a series."""
    _here[:] = [(series, _factories(series))]


def _factories(series: Series) -> tuple[Factory, ...]:
    made = {name: bot_factory(name) for name in dict.fromkeys(series.bots)}
    return tuple(made[name] for name in series.bots)


def _batch(numbers: range) -> list[GameResult]:
    series, factories = _here[0]
    return [play_game(series, factories, number) for number in numbers]


def warm_up(edition: Edition, players: int) -> None:
    """Have the rules compiled and kept on disk, so that not every process compiles them."""
    play_match(Game.new(edition, players, seed=0), [RandomBot(0)] * players)


def _played(series: Series, games: int, processes: int) -> Generator[list[GameResult]]:
    """The results of all games, in batches, as they come in."""
    if processes == 1:
        factories = _factories(series)
        for number in range(games):
            yield [play_game(series, factories, number)]
        return
    warm_up(series.edition, len(series.bots))
    size = max(1, min(_BATCH, games // processes))
    batches = [range(first, min(first + size, games)) for first in range(0, games, size)]
    with shared_out(processes, _batch, batches, _begin, (series,)) as futures:
        for future in as_completed(futures):
            yield future.result()
