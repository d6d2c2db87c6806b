"""The folder of a tournament, from which an interrupted tournament can be continued.

`tournament.json` describes the tournament. `deals.jsonl` has one line for every complete deal;
lines are only ever appended. `records/` has the record of every game. A deal counts when its line
is complete. So interrupted deals do not count, and no deal counts twice.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from whistlestop import __version__
from whistlestop.arena.tournament.matchups import Matchup, Tournament
from whistlestop.arena.tournament.results import DealOutcome, PlayedDeal
from whistlestop.bots.files import sources
from whistlestop.bots.registry import file_of

FORMAT: Final = "whistlestop tournament 1"
"""The format of the folder. Its number increases with every incompatible change."""

_DECIDING: Final = (
    "rules",
    "seen",
    "knowledge",
    "policies",
    "judge",
    "bots",
    "actions.py",
    "play/game.py",
    "play/notation.py",
    "analysis/accounting.py",
    "arena/match.py",
    "arena/seeds.py",
    "arena/tournament/clock.py",
    "arena/tournament/isolation.py",
    "arena/tournament/limits.py",
    "arena/tournament/matchups.py",
    "arena/tournament/playing.py",
)
"""The files and folders of the package whose code must be unchanged to continue a tournament."""


class FolderError(ValueError):
    """An error: a folder cannot be used for a tournament. `str()` says why and what to do."""


class Folder:
    """The folder of a tournament that is being played. Other processes cannot play in it.

    Attributes:
        path: the path of the folder.
        played: the deals that are complete, by the numbers of the matchup and the deal.
    """

    def __init__(self, path: Path, tournament: Tournament, deals: BinaryIO) -> None:
        self.path = path
        self.played: dict[tuple[int, int], DealOutcome] = {}
        self._tournament = tournament
        self._deals = deals
        self._read()

    def _read(self) -> None:
        """Read the complete deals into `played`.

        If the file ends with an incomplete line, remove this line from the file.
        """
        data = self._deals.read()
        end = data.rfind(b"\n") + 1
        for number, line in enumerate(data[:end].splitlines(), start=1):
            try:
                outcome = _DECODER.decode(line)
            except msgspec.MsgspecError as error:
                raise FolderError(
                    f"line {number} of {self.path / 'deals.jsonl'} is damaged ({error}): restore "
                    "the file, or delete that line, and its deal is played again"
                ) from error
            self.played.setdefault((outcome.matchup, outcome.deal), outcome)
        if end < len(data):
            self._deals.truncate(end)
        self._deals.seek(end)

    def add(self, deal: PlayedDeal) -> None:
        """Write the line of a deal and the records of its games.

        When this method returns, the line of the deal is on disk.
        """
        outcome = deal.outcome
        matchup = self._tournament.matchups[outcome.matchup]
        for game, text in enumerate(deal.records):
            file = self.path / record_path(matchup, outcome.deal, game)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        self._deals.write(_ENCODER.encode(outcome) + b"\n")
        self._deals.flush()
        os.fsync(self._deals.fileno())
        self.played[outcome.matchup, outcome.deal] = outcome


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(DealOutcome)


def record_path(matchup: Matchup, deal: int, game: int) -> Path:
    """Return the path of a game's record, relative to the folder of its tournament.

    Args:
        matchup: the matchup.
        deal: the number of the deal, from 0.
        game: the number of the rotation, from 0.
    """
    table = f"{matchup.number + 1:03}-{matchup.edition.name}-{matchup.players}p"
    return Path("records", table, f"{deal + 1:06}-{game + 1}.record")


@contextmanager
def opened(path: Path, tournament: Tournament) -> Generator[Folder]:
    """Open the folder of a tournament, or create it.

    Args:
        path: the folder.
        tournament: the tournament that will be played in the folder.

    Yields:
        The folder. Other processes cannot play in it until the end of the `with` block.

    Raises:
        FolderError: the folder belongs to another tournament, another process is playing in it, it
            has files but no tournament, one of its files is damaged, or it cannot be written.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        settings = path / "tournament.json"
        deals_file = path / "deals.jsonl"
        if not settings.exists() and any(
            file != deals_file or file.stat().st_size for file in path.iterdir()
        ):
            raise FolderError(f"{path} has other things in it: name a new folder, or an empty one")
        with deals_file.open("a+b") as deals:
            if not _locked(deals):
                raise FolderError(f"somebody is playing in {path}: wait, or name another folder")
            _check(settings, _facts(tournament))
            deals.seek(0)
            yield Folder(path, tournament, deals)
    except OSError as error:
        raise FolderError(f"{path} cannot be used: {error.strerror or error}") from error


def _locked(file: BinaryIO) -> bool:
    """Lock a file until it is closed. Return False if another process has locked it."""
    try:
        import fcntl
    except ImportError:  # Windows
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _facts(tournament: Tournament) -> dict[str, Any]:
    """Return the facts that must be unchanged to continue a tournament: JSON values by name."""
    files = {file for one in tournament.contestants if (file := file_of(one.bot)) is not None}
    return {
        "format": FORMAT,
        "version": __version__,
        "code": _digest(*deciding_files()),
        "bots": [one.name for one in tournament.contestants],
        "budgets": [str(one.budget) for one in tournament.contestants],
        "files": {name: _digest(*sources(Path(name))) for name in sorted(files)},
        "editions": {
            edition.name: hashlib.sha256(repr(edition).encode()).hexdigest()[:16]
            for edition, _ in tournament.settings
        },
        "matchups": [[one.edition.name, *one.contestants] for one in tournament.matchups],
        "seed": tournament.seed,
        # Folders of versions that did not measure luck have no such fact, which counts as None.
        "luck": tournament.luck_worlds or None,
    }


def deciding_files() -> list[Path]:
    """Return the files of the package that decide how the games of a tournament go, sorted.

    If one of them changes, a tournament cannot be continued.

    Raises:
        FileNotFoundError: a file or folder of `_DECIDING` does not exist, because it was moved.
    """
    package, files = Path(__file__).parents[2], set[Path]()
    for name in _DECIDING:
        found = package / name
        if not found.exists():
            raise FileNotFoundError(f"{found} decides how games go, but does not exist")
        files |= {found} if found.is_file() else set(found.rglob("*"))
    return sorted(file for file in files if file.is_file() and file.parent.name != "__pycache__")


def _digest(*files: Path) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


_NAMED: Final = {
    "format": "the format of the folder",
    "bots": "the bots",
    "budgets": "what the bots are given for a decision",
    "matchups": "the matchups",
    "seed": "the seed",
    "luck": "the number of worlds in which luck is measured",
    "editions": "the facts of an edition",
    "files": "the code in the file of a bot",
    "version": "the version of whistlestop",
    "code": "the code of rules, bots or tournaments",
}
"""The descriptions of the facts of a tournament in error messages, by the name of the fact."""

_DIGESTS: Final = ("editions", "files", "code")
"""The facts whose values are digests, which messages do not show."""


def _check(file: Path, facts: Mapping[str, Any]) -> None:
    """Check that a file has the facts of a tournament. Write the file if it does not exist.

    Raises:
        FolderError: the file has other facts, or it is damaged.
    """
    if not file.exists():
        text = msgspec.json.format(msgspec.json.encode(facts), indent=1)
        begun = file.with_suffix(".new")
        begun.write_bytes(text + b"\n")
        begun.replace(file)
        return
    try:
        before = msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise FolderError(f"{file} is damaged ({error}): name another folder") from error
    for key, called in _NAMED.items():
        if before.get(key) != facts[key]:
            values = f" from {_shown(before.get(key))} to {_shown(facts[key])}"
            raise FolderError(
                f"{file.parent} has another tournament: {called} changed"
                f"{'' if key in _DIGESTS else values}. Set it back, or name another folder; only "
                "how many games there are, and where they are played, may change"
            )


def _shown(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 100 else text[:97] + "..."
