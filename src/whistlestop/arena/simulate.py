"""Play series of many games between bots, in one process or in several.

Every game has its own seed, derived from the seed of the series and the number of the game. In each
game, every bot sits one seat further than in the game before. The results of a series depend
neither on the number of processes nor on whether games of random bots are played inside compiled
code. But bots that think for a time in seconds may decide differently on another machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from os import cpu_count
from pathlib import Path
from typing import Final

import numpy as np

from whistlestop.arena import datasets
from whistlestop.arena.cluster import check_ray, on_cluster, with_whole_path
from whistlestop.arena.match import play_match
from whistlestop.arena.processes import as_they_end, shared_out
from whistlestop.arena.seeds import derived
from whistlestop.arena.summary import GameResult, SeatResult, Summary, seat_result, summarise
from whistlestop.arena.transcripts import Transcript, play_at_random, retraced, transcript_of
from whistlestop.bots.files import sources
from whistlestop.bots.protocol import Factory
from whistlestop.bots.random import RandomBot
from whistlestop.bots.registry import bot_factory, file_of
from whistlestop.editions.arguments import checked_players
from whistlestop.editions.load import load
from whistlestop.editions.model import Edition
from whistlestop.play.game import Game
from whistlestop.play.record import write_record
from whistlestop.whole_numbers import seed_number, whole_number

_BATCH: Final = 2
"""The number of games that a process plays before it reports their results. An interrupt discards
unreported games."""

_COMPILED_BATCH: Final = 250
"""The number of games that a process plays inside compiled code before it reports their results.
Playing them takes less than a tenth of a second.
"""

_PART: Final = 10
"""The number of games in one part of a dataset. An interrupt discards incomplete parts."""

_WORTH_COMPILING: Final = 1000
"""The minimum number of games between random bots for which compiled code plays whole games. With
fewer games, compiling this code takes more time than it saves."""

_WORTH_A_PROCESS: Final = 20
"""The minimum number of games per process. With fewer games per process, starting a process takes
more time than it saves."""


@dataclass(frozen=True, slots=True)
class Series:
    """The settings of a series of games."""

    edition: Edition
    bots: tuple[str, ...]
    """The names of the bots, one for each player."""
    seed: int
    seconds: float
    """The seconds that a bot is given for a decision."""
    games: int = 1
    records: Path | None = None
    """The folder for the records of the games. None if no records are kept."""
    parts: Path | None = None
    """The folder for the parts of a dataset. None if no dataset is written."""
    positions: bool = False
    """Whether the dataset has the column `position`."""

    @property
    def compiled(self) -> bool:
        """Whether whole games are played inside compiled code, instead of move by move in Python.

        This is the case if all bots are random bots, no records are kept, and compiling that code
        is worth the time: the series has a dataset or at least `_WORTH_COMPILING` games.
        """
        worth_it = self.parts is not None or self.games >= _WORTH_COMPILING
        return worth_it and self.records is None and {*self.bots} == {"random"}


@dataclass(frozen=True, slots=True)
class Simulation:
    """The results of a series that has been played or interrupted."""

    edition: str
    seed: int
    asked: int
    """The number of games that were requested."""
    interrupted: bool
    seconds: float
    """The seconds that the series took."""
    summary: Summary | None
    """The summary of the complete games. None if the series was interrupted before the first game
    ended.
    """
    results: tuple[GameResult, ...]
    """The results of the complete games, in order."""

    @property
    def games_a_second(self) -> float:
        """The number of complete games per second."""
        return self.summary.games / self.seconds if self.summary and self.seconds else 0.0


def simulate(
    edition: str | Edition,
    bots: Sequence[str],
    *,
    players: int | None = None,
    games: int = 100,
    seed: int = 0,
    jobs: int | None = None,
    cluster: bool = False,
    seconds: float = 1.0,
    records: Path | None = None,
    dataset: Path | None = None,
    positions: bool = False,
    on_progress: Callable[[int], None] | None = None,
    on_begin: Callable[[Series], None] | None = None,
) -> Simulation:
    """Play many games between bots, and sum up their results.

    An interrupt (Ctrl-C) ends the series. The result then has the games that are complete.

    Args:
        edition: an edition, its name, or the path of an edition file.
        bots: names that `bots.registry.make_bot` accepts. If there are fewer names than players,
            the last bot also takes the remaining seats.
        players: the number of players. If left out, the number of bots.
        games: the number of games.
        seed: the seed of the series, 0 to 2**64 - 1. An equal seed repeats the series, unless a bot
            uses `seconds` to think.
        jobs: the number of processes. 1 = only this process. If left out, as many as save time.
        cluster: whether to play the games on a cluster (see the module `arena.cluster`). `jobs` is
            then the number of processes of a cluster that is started on this machine.
        seconds: the seconds that a bot is given for a decision.
        records: a folder in which the record of every game is kept.
        dataset: a file in which every decision is kept (see `datasets`). After an interrupt, call
            this function again with the same arguments to continue the series.
        positions: whether the dataset also contains what the seats saw, as text. This takes much
            longer.
        on_progress: called from time to time with the number of complete games.
        on_begin: called before the first game with the settings of the series.

    Returns:
        The results of the games and their summary.

    Raises:
        DatasetError: the dataset's file already exists, its folder of parts is of another series,
            or PyArrow is not installed.
        EditionError: there is no such edition, or its file has errors.
        BotError: there is no such bot, or a bot failed or chose an illegal action.
        EngineError: a process ended before its games did, or the cluster cannot be used.
        TypeError: a number is not a whole number.
        ValueError: a number is out of range, there is no bot, there are more bots than players, the
            edition does not allow this number of players, or `records` has a record of another
            game.
    """
    if cluster:
        check_ray()
    chosen = edition if isinstance(edition, Edition) else load(edition)
    entrants = seated(bots, len(bots) if players is None else players, chosen)
    check_numbers(games, jobs, seed)
    seed = seed_number(seed)
    for name in entrants:
        bot_factory(name)  # report a bot that cannot be loaded before any game is played
    parts = None if dataset is None else _begun(dataset)
    series = Series(chosen, entrants, seed, seconds, games, records, parts, positions)
    if parts is not None:
        datasets.Parts(parts).begin(_description(series))
    if on_begin is not None:
        on_begin(series)
    started = time.perf_counter()
    results: list[GameResult] = []
    interrupted = False
    try:
        with closing(_played(series, jobs, cluster)) as batches:
            for batch in batches:
                results += batch
                if on_progress is not None:
                    on_progress(len(results))
        if dataset is not None and parts is not None:
            datasets.Parts(parts).join(dataset, _parts(series), _description(series))
    except KeyboardInterrupt:
        interrupted = True
    results.sort(key=lambda result: result.number)
    return Simulation(
        edition=chosen.name,
        seed=seed,
        asked=games,
        interrupted=interrupted,
        seconds=time.perf_counter() - started,
        summary=summarise(entrants, results),
        results=tuple(results),
    )


def _begun(dataset: Path) -> Path:
    """Return the path of the folder for the parts of a dataset. The folder is not created.

    Args:
        dataset: the file to which the whole dataset will be written.

    Raises:
        DatasetError: the dataset's file already exists, or PyArrow is not installed.
    """
    datasets.check_arrow()
    if dataset.exists():
        raise datasets.DatasetError(f"{dataset} is there already; delete it, or name another file")
    return dataset.with_name(f"{dataset.name}.parts")


def _description(series: Series) -> datasets.Description:
    files = sorted({file for name in series.bots if (file := file_of(name)) is not None})
    return datasets.Description(
        edition=series.edition.name,
        source=series.edition.source,
        players=len(series.bots),
        bots=series.bots,
        seed=series.seed,
        seconds=series.seconds,
        positions=series.positions,
        code=datasets.digest_of([each for file in files for each in sources(Path(file))]),
    )


def seated(bots: Sequence[str], players: int, edition: Edition) -> tuple[str, ...]:
    """Return the name of a bot for every player.

    If there are fewer bots than players, the last bot also takes the remaining seats.

    Raises:
        ValueError: the edition does not allow this number of players, there is no bot, or there are
            more bots than players.
    """
    if not bots:
        raise ValueError("name at least one bot")
    players = checked_players(edition, players)
    if len(bots) > players:
        raise ValueError(f"{len(bots)} bots are too many for {players} players")
    return (*bots, *[bots[-1]] * (players - len(bots)))


def check_numbers(games: int, jobs: int | None, seed: int) -> None:
    """Check the numbers of a series that do not depend on an edition.

    Raises:
        TypeError: a number is not a whole number.
        ValueError: the number of games or processes is below 1, or the seed is out of range.
    """
    whole_number(games, "the number of games", 1)
    if jobs is not None:
        whole_number(jobs, "the number of processes", 1)
    seed_number(seed)


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of the bots in one game of a series, and the seeds of the game."""

    seat_of: tuple[int, ...]
    """The seat of each entrant. Entrants are the bots in the order in which they were given."""
    entrant_on: tuple[int, ...]
    """The number of the entrant on each seat, by seat."""
    seed: int
    bot_seeds: tuple[int, ...]
    """The seed of the bot on each seat, by seat."""


def seating(series: Series, number: int) -> Seating:
    """Return the seats of the bots and the seeds for one game of a series.

    Args:
        series: the series.
        number: the number of the game, from 0.
    """
    players = len(series.bots)
    seat_of = [(entrant + number) % players for entrant in range(players)]
    entrant_on = sorted(range(players), key=lambda entrant: seat_of[entrant])
    return Seating(
        seat_of=tuple(seat_of),
        entrant_on=tuple(entrant_on),
        seed=derived(series.seed, number, 0),
        bot_seeds=tuple(derived(series.seed, number, 1 + entrant) for entrant in entrant_on),
    )


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game of a series."""

    seats: Seating
    result: GameResult
    by_seat: tuple[SeatResult, ...]
    game: Game | None
    """The game. None if the game was played inside compiled code."""
    transcript: Transcript | None
    """The transcript. None if the game was not played inside compiled code."""


def play_game(series: Series, factories: Sequence[Factory], number: int) -> Played:
    """Play one game of a series, and return its results.

    Args:
        series: the series.
        factories: the functions that make the bots, in the order of the series.
        number: the number of the game, from 0. The number determines the seats and the seeds.
    """
    seats = seating(series, number)
    if series.compiled:
        quick = play_at_random(series.edition, seats.seed, seats.bot_seeds)
        by_seat, turns, decisions = quick.results, quick.turns, quick.decisions
        game, transcript = None, quick.transcript
    else:
        game, transcript = Game.new(series.edition, len(series.bots), seed=seats.seed), None
        match = play_match(
            game,
            [
                factories[entrant](seed)
                for entrant, seed in zip(seats.entrant_on, seats.bot_seeds, strict=True)
            ],
            [series.bots[entrant] for entrant in seats.entrant_on],
            seconds=series.seconds,
        )
        by_seat = tuple(seat_result(match.sheet, seat) for seat in range(len(series.bots)))
        turns, decisions = match.turns, match.decisions
    entrants = tuple(by_seat[seat] for seat in seats.seat_of)
    result = GameResult(number=number, turns=turns, decisions=decisions, entrants=entrants)
    return Played(seats, result, by_seat, game, transcript)


@dataclass(frozen=True, slots=True)
class Batch:
    """The results of some games of a series, with the data that is written to disk.

    A batch can be sent between machines.
    """

    numbers: range
    results: list[GameResult]
    records: tuple[str, ...]
    """The record of each game. Empty if no records are kept."""
    part: bytes | None
    """The part of the dataset that these games make up. None if no dataset is written."""


def _batch_of(series: Series, factories: Sequence[Factory], numbers: range) -> Batch:
    """Play some games of a series. Return their results with the data to write to disk."""
    played = [play_game(series, factories, number) for number in numbers]
    bots = [tuple(series.bots[entrant] for entrant in one.seats.entrant_on) for one in played]
    records: list[str] = []
    if series.records is not None:
        for one, seated in zip(played, bots, strict=True):
            assert one.game is not None, "what has records is played as games"
            records.append(write_record(one.game, bots=seated))
    part = None
    if series.parts is not None:
        games = [
            datasets.Game(one.result, _transcript(one), seated, one.by_seat)
            for one, seated in zip(played, bots, strict=True)
        ]
        part = datasets.part(series.edition, games, series.positions)
    return Batch(numbers, [one.result for one in played], tuple(records), part)


def _keep(series: Series, batch: Batch) -> None:
    """Write the data of a batch to disk: its records and its part of the dataset.

    Data that the series does not keep is not written.
    """
    if series.records is not None:
        for number, record in zip(batch.numbers, batch.records, strict=True):
            _write_record(series.records, number, record)
    if series.parts is not None and batch.part is not None:
        datasets.Parts(series.parts).keep(batch.numbers, batch.part)


def _transcript(played: Played) -> Transcript:
    if played.transcript is not None:
        return played.transcript
    assert played.game is not None, "a game is there in one form or the other"
    return transcript_of(played.game, played.seats.seed)


def _write_record(folder: Path, number: int, record: str) -> None:
    """Write the record of a game into a folder, as `game-000000.record` with the game's number.

    Raises:
        ValueError: the file exists and has the record of another game.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"game-{number:06d}.record"
    if file.exists() and file.read_text(encoding="utf-8") != record:
        raise ValueError(f"{file} is there already, and is another game: name another folder")
    begun = file.with_name(f"{file.name}.new")
    begun.write_text(record, encoding="utf-8")
    begun.replace(file)


# In the processes ---------------------------------------------------------------------------

_here: list[tuple[Series, tuple[Factory, ...]]] = []
"""The series that this process plays, with its bots. The list is empty until a series is set, and
then has one element."""


def _begin(series: Series) -> None:
    """Prepare this process to play games of a series: load the series' bots."""
    _here[:] = [(series, _factories(series.bots))]


def _factories(bots: Sequence[str]) -> tuple[Factory, ...]:
    made = {name: bot_factory(name) for name in dict.fromkeys(bots)}
    return tuple(made[name] for name in bots)


def _play_here(numbers: range) -> list[GameResult]:
    series, factories = _here[0]
    return _play(series, factories, numbers)


def _play(series: Series, factories: Sequence[Factory], numbers: range) -> list[GameResult]:
    """Play some games, write their data to disk, and return their results."""
    batch = _batch_of(series, factories, numbers)
    _keep(series, batch)
    return batch.results


@dataclass(frozen=True, slots=True)
class _Sent:
    """A series to send to other machines. In `bots`, the paths of the bots' files are absolute."""

    series: Series
    bots: tuple[str, ...]


def _play_away(sent: _Sent, numbers: range) -> Batch:
    """Play some games on a machine of a cluster, and return their batch.

    This function writes nothing to disk. The machine that started the series writes the data.
    """
    if not _here or _here[0][0] != sent.series:
        _here[:] = [(sent.series, _factories(sent.bots))]
    return _batch_of(*_here[0], numbers)


def warm_up(edition: Edition, players: int) -> None:
    """Compile the rules and store the code on disk, so that other processes can load it.

    The rules are compiled while random bots play a game.

    Args:
        edition: the edition of this game.
        players: the number of players in this game.
    """
    play_match(Game.new(edition, players, seed=0), [RandomBot(0)] * players)


def _warm_up(series: Series) -> None:
    """Compile the rules and all other compiled code that a series needs."""
    warm_up(series.edition, len(series.bots))
    for _, step in steps(series):
        step()


def steps(series: Series) -> list[tuple[str, Callable[[], object]]]:
    """Return the parts of the compiled code that a series needs besides the rules and the bots.

    Nothing is compiled yet.

    Returns:
        A pair for each part: its name for a progress bar, and a function that compiles the part.
    """
    players = len(series.bots)
    none = Transcript(0, players, np.zeros(0, dtype=np.int16))
    found: list[tuple[str, Callable[[], object]]] = []
    if series.compiled:
        found.append(("random games", lambda: play_at_random(series.edition, 0, (0,) * players)))
    if series.parts is not None:
        found.append(("what was legal", lambda: retraced(series.edition, none)))
        if not series.compiled:
            found.append(("what was done", lambda: transcript_of(_one_move(series), 0)))
    return found


def _one_move(series: Series) -> Game:
    """Return a game of the series' edition, with the seed 0, after the first action of seat 0."""
    game = Game.new(series.edition, len(series.bots), seed=0)
    game.play(game.legal_actions(0)[0], 0)
    return game


def _cut(games: int, size: int) -> list[range]:
    """Return the numbers 0 to `games - 1` in ranges of at most `size` numbers."""
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def _parts(series: Series) -> list[range]:
    """Return the numbers of the games in each part of a dataset.

    The parts depend only on the series, so that every machine finds the same parts.
    """
    return _cut(series.games, _COMPILED_BATCH if series.compiled else _PART)


def _played(series: Series, jobs: int | None, cluster: bool) -> Generator[list[GameResult]]:
    """Play the games of a series. Yield the results of each batch of games when it is complete.

    Results of games are yielded in any order. Parts of a dataset that an earlier call finished are
    not played again: their results come first. Records and parts of the dataset are written to disk
    before the results are yielded.
    """
    processes = jobs or min(cpu_count() or 1, max(1, series.games // _WORTH_A_PROCESS))
    if series.parts is not None:
        parts = datasets.Parts(series.parts)
        known = {numbers: parts.results(numbers) for numbers in _parts(series)}
        yield from (results for results in known.values() if results is not None)
        batches = [numbers for numbers, results in known.items() if results is None]
    elif series.compiled:
        batches = _cut(series.games, _COMPILED_BATCH)
    else:
        size = 1 if processes == 1 else max(1, min(_BATCH, series.games // processes))
        batches = _cut(series.games, size)
    if cluster:
        sent = _Sent(series, tuple(map(with_whole_path, series.bots)))
        _warm_up(series)
        with on_cluster(jobs, _play_away, sent) as play:
            for batch in play(batches):
                _keep(series, batch)
                yield batch.results
        return
    processes = min(processes, len(batches))
    if processes <= 1:
        factories = _factories(series.bots)
        for numbers in batches:
            yield _play(series, factories, numbers)
        return
    _warm_up(series)
    advice = "With --dataset the same command goes on"
    with shared_out(processes, _play_here, batches, _begin, (series,)) as futures:
        yield from as_they_end(futures, advice)
