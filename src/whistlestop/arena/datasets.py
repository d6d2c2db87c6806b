"""Datasets: every decision of many games as one table, for machine learning.

The table is an Apache Parquet file with one row for every decision. `load` opens such a file.
Writing and reading need PyArrow, which the extra `arena` installs. While a series is played, its
finished games are kept in parts in a folder beside the file. So an interrupted series can be
continued.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from whistlestop import __version__
from whistlestop.arena.summary import GameResult, SeatResult
from whistlestop.arena.transcripts import Transcript, retraced
from whistlestop.editions.load import EditionError
from whistlestop.editions.load import load as load_edition
from whistlestop.editions.model import Edition
from whistlestop.play.position import write_position
from whistlestop.rules.actions import ACTIONS
from whistlestop.rules.state import PHASES, STATE, Phase
from whistlestop.seen.view import see

FORMAT: Final = "whistlestop decisions 1"

COLUMNS: Final = {
    "game": "the game's number in the series, from 0",
    "seed": "the game's seed: `Game.new(edition, players, seed=seed)` deals the same",
    "edition": "the edition's name",
    "players": "seats at the table",
    "decision": "the decision's number in its game, from 0",
    "seat": "who decides, from 0",
    "bot": "who plays that seat",
    "phase": "what is decided, as `View.phase` calls it",
    "action": "the number of the action that was taken, see `rules.actions`",
    "legal": "the legal actions as bits: action a is bit a % 8 of byte a // 8",
    "scores": "the final scores, by seat",
    "victory": "the final share of the victory, by seat: 1 = won, a shared one is a fraction",
    "position": "what the seat saw, as the text of a position; only if it was asked for",
}
"""The columns in their order, with a description of each."""


class DatasetError(ValueError):
    """The error for a dataset that cannot be written or read. The message says why."""


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game of a series, with the data that a dataset keeps of the game."""

    result: GameResult
    transcript: Transcript
    bots: tuple[str, ...]
    """The names of the bots, by seat."""
    by_seat: tuple[SeatResult, ...]


# Writing ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Description:
    """The facts that all games of a dataset share."""

    edition: str
    source: str
    """The digest of the edition's file (`Edition.source`)."""
    players: int
    bots: tuple[str, ...]
    seed: int
    seconds: float
    positions: bool
    code: str
    """The digest of the bots' files, as `digest_of` returns it."""

    def document(self) -> dict[str, Any]:
        """Return the facts as JSON values, by the names of this class's fields.

        Two keys are added: `format` has the version of the format, and `version` has the version of
        the package.
        """
        own = json.loads(json.dumps(asdict(self)))
        return {"format": FORMAT, "version": __version__, **own}


def digest_of(files: Sequence[Path]) -> str:
    """Return a digest of the contents of files, which are joined in the given order.

    The result is the first 16 hexadecimal digits of the SHA-256 digest.
    """
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


class Parts:
    """The folder with the finished parts of a dataset whose games are still being played."""

    def __init__(self, folder: Path) -> None:
        """Set the path of the folder. The method `begin` creates the folder."""
        self.folder = folder

    def begin(self, description: Description) -> None:
        """Create the folder and store the description of the series in it.

        If the folder exists, check that its description is equal.

        Raises:
            DatasetError: the folder belongs to another series.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.folder / "series.json"
        document = description.document()
        if file.exists():
            before: dict[str, Any] = {}
            with suppress(ValueError):
                before = json.loads(file.read_text(encoding="utf-8"))
            other = [name for name, value in document.items() if before.get(name) != value]
            if other:
                raise DatasetError(
                    f"{self.folder} has the beginning of another series ({', '.join(other)} "
                    "differ): delete that folder, or name another file"
                )
        else:
            _replace(file, json.dumps(document, indent=1).encode())

    def results(self, numbers: range) -> list[GameResult] | None:
        """Return the results of the games of a part, or None if the part has not been played.

        Args:
            numbers: the numbers of the games in the part.
        """
        file = self._file(numbers)
        if not file.exists():
            return None
        arrow: Any = importlib.import_module("pyarrow")
        with arrow.memory_map(str(file)) as mapped:
            schema: Any = arrow.ipc.open_file(mapped).schema
        return msgspec.json.decode(schema.metadata[b"results"], type=list[GameResult])

    def keep(self, numbers: range, content: bytes) -> None:
        """Write a part into the folder.

        Args:
            numbers: the numbers of the games in the part.
            content: the bytes that `part` returned for these games.
        """
        _replace(self._file(numbers), content)

    def join(self, file: Path, parts: Sequence[range], description: Description) -> None:
        """Join the parts into the file of the whole dataset, then delete the folder of the parts.

        Args:
            file: the file of the dataset.
            parts: the numbers of the games of every part, in order. Each part becomes a row group.
            description: the facts that all games share.

        Raises:
            OSError: the file cannot be written.
        """
        feather: Any = importlib.import_module("pyarrow.feather")
        parquet: Any = importlib.import_module("pyarrow.parquet")
        document = description.document() | {"games": parts[-1].stop}
        begun, writer = file.with_name(f"{file.name}.new"), None
        try:
            for numbers in parts:
                table: Any = feather.read_table(str(self._file(numbers)))
                table = table.replace_schema_metadata({"whistlestop": json.dumps(document)})
                if writer is None:
                    writer = parquet.ParquetWriter(
                        begun,
                        table.schema,
                        compression="zstd",
                        compression_level=1,
                        # The masks of legal actions differ from row to row. A dictionary of masks
                        # would only cost time.
                        use_dictionary=[name for name in COLUMNS if name != "legal"],
                    )
                writer.write_table(table, row_group_size=max(1, table.num_rows))
        finally:
            if writer is not None:
                writer.close()
        begun.replace(file)
        shutil.rmtree(self.folder)

    def _file(self, numbers: range) -> Path:
        return self.folder / f"games-{numbers.start:09d}-{numbers.stop:09d}.arrow"


def check_arrow() -> None:
    """Check that PyArrow is installed.

    Raises:
        DatasetError: PyArrow is not installed.
    """
    try:
        importlib.import_module("pyarrow")
    except ModuleNotFoundError as error:
        raise DatasetError(
            "datasets take PyArrow: pip install 'whistlestop[arena]' brings it"
        ) from error


def _replace(file: Path, content: Any) -> None:
    """Write bytes to a file. The file never has incomplete contents.

    The bytes are written under a temporary name. Then the file is renamed.
    """
    new = file.with_name(f"{file.name}.new")
    new.write_bytes(content)
    new.replace(file)


def part(edition: Edition, games: Sequence[Game], positions: bool) -> bytes:
    """Return the bytes of an Arrow file with a part of a dataset and the results of its games.

    Args:
        edition: the edition that was played.
        games: the games, in order.
        positions: whether the part has the column `position`.
    """
    arrow: Any = importlib.import_module("pyarrow")
    feather: Any = importlib.import_module("pyarrow.feather")
    table = _table(edition, games, positions)
    results = msgspec.json.encode([game.result for game in games])
    sink: Any = arrow.BufferOutputStream()
    feather.write_feather(
        table.replace_schema_metadata({"results": results}), sink, compression="lz4"
    )
    return sink.getvalue().to_pybytes()


def _table(edition: Edition, games: Sequence[Game], positions: bool) -> Any:
    """Return the decisions of some games as an Arrow table with the columns `COLUMNS`.

    Args:
        edition: the edition that was played.
        games: the games, in order. There must be at least one.
        positions: whether the table has the column `position`.
    """
    arrow: Any = importlib.import_module("pyarrow")
    players = games[0].transcript.seats
    traced = [retraced(edition, game.transcript) for game in games]
    counts = np.array([len(game.transcript.actions) for game in games])

    def field(name: str) -> Any:
        """Return the values that a field of the state record has before each decision."""
        return np.concatenate([one.states[name][:-1] for one in traced])

    def each(values: Any) -> Any:
        """Return the given values of the games, each repeated for every decision of its game."""
        return np.repeat(np.asarray(values), counts, axis=0)

    seats = field("seat").astype(np.int8)
    bots = sorted({bot for game in games for bot in game.bots})
    seated = each([[bots.index(bot) for bot in game.bots] for game in games])
    scores = each([[one.score for one in game.by_seat] for game in games]).astype(np.int16)
    victory = each([[one.victory for one in game.by_seat] for game in games]).astype(np.float32)
    legal = np.concatenate([one.legal for one in traced])

    def words(numbers: Any, names: Sequence[str]) -> Any:
        return arrow.DictionaryArray.from_arrays(arrow.array(numbers, arrow.int32()), list(names))

    def by_seat(values: Any, kind: Any) -> Any:
        return arrow.FixedSizeListArray.from_arrays(arrow.array(values.ravel(), kind), players)

    columns: dict[str, Any] = {
        "game": arrow.array(each([game.result.number for game in games]), arrow.int32()),
        "seed": arrow.array(
            each(np.array([game.transcript.seed for game in games], dtype=np.uint64))
        ),
        "edition": words(np.zeros(len(seats), dtype=np.int32), [edition.name]),
        "players": arrow.array(np.full(len(seats), players), arrow.int8()),
        "decision": arrow.array(np.concatenate([*map(np.arange, counts.tolist())]), arrow.int16()),
        "seat": arrow.array(seats),
        "bot": words(seated[np.arange(len(seats)), seats], bots),
        "phase": words(field("phase"), PHASES),
        "action": arrow.array(np.concatenate([game.transcript.actions for game in games])),
        "legal": arrow.FixedSizeBinaryArray.from_buffers(
            arrow.binary(legal.shape[1]),
            len(legal),
            [None, arrow.py_buffer(np.ascontiguousarray(legal))],
        ),
        "scores": by_seat(scores, arrow.int16()),
        "victory": by_seat(victory, arrow.float32()),
    }
    if positions:
        columns["position"] = arrow.array(
            [text for one in traced for text in _positions(edition, one.states[:-1])],
            arrow.string(),
        )
    return arrow.table(columns)


def _positions(edition: Edition, states: npt.NDArray[np.void]) -> Iterator[str]:
    """Yield the deciding seat's view of the position before each decision, as JSON text.

    For a decision about the payment for a route or a station, yield the view in which the seat
    chose what to pay for.

    Args:
        edition: the edition that was played.
        states: the state records before the decisions of one game, in order.
    """
    text = ""
    for state in states:
        if int(state["phase"]) not in (Phase.PAYMENT, Phase.STATION_PAYMENT):
            text = write_position(see(edition, state, int(state["seat"])))
        yield text


# Reading ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """The decisions of one or more whole games, as arrays with one entry for each decision."""

    game: npt.NDArray[np.int32]
    seed: npt.NDArray[np.uint64]
    decision: npt.NDArray[np.int16]
    seat: npt.NDArray[np.int8]
    action: npt.NDArray[np.int16]
    legal: npt.NDArray[np.bool_]
    """`[row, ACTIONS]`: whether each action is legal."""
    scores: npt.NDArray[np.int16]
    """`[row, seat]`: the final score of each seat."""
    victory: npt.NDArray[np.float32]
    """`[row, seat]`: the final share of the victory of each seat, 0 to 1."""

    def __len__(self) -> int:
        return len(self.game)


class Dataset:
    """An open Parquet file of decisions. `load` returns it.

    Attributes:
        edition: the edition that was played.
        players: the number of players in each game.
        bots: the names of the bots, one for each player, in the order given to `simulate`.
        seed: the seed of the series.
        games: the number of games.
    """

    def __init__(self, file: Path, edition: str | Path | Edition | None) -> None:
        """Open a file. Call `load` instead, which also checks that PyArrow is installed.

        Args:
            file: the file.
            edition: the edition that was played. None loads the edition by the name in the file.
        """
        parquet: Any = importlib.import_module("pyarrow.parquet")
        self._file: Any = parquet.ParquetFile(file)
        metadata: Any = self._file.schema_arrow.metadata or {}
        if b"whistlestop" not in metadata:
            raise DatasetError(f"{file} is no dataset of decisions")
        facts: dict[str, Any] = json.loads(metadata[b"whistlestop"])
        if facts["format"] != FORMAT:
            raise DatasetError(f"{file} has the format {facts['format']!r}, expected {FORMAT!r}")
        chosen = facts["edition"] if edition is None else edition
        self.edition = chosen if isinstance(chosen, Edition) else load_edition(chosen)
        if self.edition.source != facts["source"]:
            raise DatasetError(f"{file} was made with another version of {facts['edition']}")
        self.players: int = facts["players"]
        self.bots: tuple[str, ...] = tuple(facts["bots"])
        self.seed: int = facts["seed"]
        self.games: int = facts["games"]

    def __len__(self) -> int:
        """Return the number of decisions."""
        return int(self._file.metadata.num_rows)

    def chunks(self) -> Iterator[Decisions]:
        """Yield all decisions in order, in chunks of whole games that fit into memory."""
        wanted = [name for name in Decisions.__dataclass_fields__ if name in COLUMNS]
        for group in range(self._file.num_row_groups):
            table: Any = self._file.read_row_group(group, columns=wanted).combine_chunks()
            arrays = {name: table.column(name).chunk(0) for name in wanted}
            flat = {
                name: arrays[name].to_numpy(zero_copy_only=False)
                for name in ("game", "seed", "decision", "seat", "action")
            }
            bits = np.frombuffer(arrays["legal"].buffers()[1], dtype=np.uint8)
            legal = np.unpackbits(
                bits.reshape(len(table), -1), axis=1, count=ACTIONS, bitorder="little"
            )
            lists = {
                name: arrays[name].flatten().to_numpy(zero_copy_only=False).reshape(len(table), -1)
                for name in ("scores", "victory")
            }
            yield Decisions(**flat, **lists, legal=legal.view(np.bool_))

    def positions(self, chunk: Decisions) -> npt.NDArray[np.void]:
        """Return the position before each decision of a chunk, as an array of state records.

        `rules.state` describes the records. They contain hidden cards. Use `seen.view.see` to get
        what a seat may know.

        Args:
            chunk: decisions that `chunks` yielded.
        """
        found = np.zeros(len(chunk), dtype=STATE)
        starts = [*np.flatnonzero(chunk.decision == 0).tolist(), len(chunk)]
        for first, after in pairwise(starts):
            game = Transcript(int(chunk.seed[first]), self.players, chunk.action[first:after])
            found[first:after] = retraced(self.edition, game).states[:-1]
        return found

    def table(self, columns: Sequence[str] | None = None) -> Any:
        """Return all rows at once as an Arrow table.

        Pandas, Polars and other libraries accept such tables.

        Args:
            columns: names from `COLUMNS`. If left out, the table has all columns.
        """
        return self._file.read(columns=None if columns is None else list(columns))


def load(file: str | Path, edition: str | Path | Edition | None = None) -> Dataset:
    """Open a dataset of decisions.

    Args:
        file: a file that `whistlestop simulate --dataset` wrote.
        edition: the edition that was played. Needed only if the edition is not built in.

    Returns:
        The dataset. Its rows are read only when you ask for them.

    Raises:
        DatasetError: the file is not a dataset, it was made with another edition, or PyArrow is not
            installed.
        EditionError: there is no such edition.
        OSError: the file cannot be read.
    """
    check_arrow()
    try:
        return Dataset(Path(file), edition)
    except (DatasetError, EditionError, OSError):
        raise
    except ValueError as error:
        raise DatasetError(f"{file} cannot be read: {error}") from error
