from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.arena.playing import planned, without_time

import whistlestop
from whistlestop import read_record
from whistlestop.arena.tournament import running, stopping
from whistlestop.arena.tournament.columns import COLUMNS, write_parquet
from whistlestop.arena.tournament.engines import local
from whistlestop.arena.tournament.folder import FolderError, deciding_files, opened
from whistlestop.arena.tournament.matchups import Tournament
from whistlestop.arena.tournament.running import Progress, Run, play
from whistlestop.arena.tournament.stopping import Enough

HERE = local(1)


def kept(folder: Path, found: Tournament, games: int, stop_after: int | None = None) -> Run:
    """Play in a folder, and be interrupted after some games."""

    def on_progress(now: Progress) -> None:
        if stop_after is not None and now.games >= stop_after:
            raise KeyboardInterrupt

    with opened(folder, found) as open_folder:
        return play(found, Enough(games), HERE, open_folder, on_progress)


def lines(folder: Path) -> Counter[tuple[int, int]]:
    found = [
        msgspec.json.decode(line) for line in (folder / "deals.jsonl").read_bytes().splitlines()
    ]
    return Counter((line["matchup"], line["deal"]) for line in found)


def test_the_results_do_not_depend_on_processes() -> None:
    found = planned("random", "random@5s", "planner", players=[2, 3])
    once = play(found, Enough(6), HERE)
    twice = play(found, Enough(6), local(2))
    assert without_time(once.outcomes) == without_time(twice.outcomes)
    assert {len(outcome.games) for outcome in once.outcomes} == {2, 3}
    assert not once.interrupted
    other = play(planned("random", "random@5s", "planner", seed=2), Enough(6), HERE)
    assert without_time(other.outcomes)[0] != without_time(once.outcomes)[0]


def test_an_interrupted_tournament_goes_on(tmp_path: Path) -> None:
    found = planned("random", "random@5s", "random@6s")
    whole = play(found, Enough(8), HERE)
    first = kept(tmp_path / "f", found, 8, stop_after=6)
    assert first.interrupted
    assert len(first.outcomes) == 3
    deals = tmp_path / "f" / "deals.jsonl"
    with deals.open("ab") as torn:
        torn.write(deals.read_bytes()[:300])  # what a crash leaves of a line
    second = kept(tmp_path / "f", found, 8)
    assert not second.interrupted
    assert without_time(second.outcomes) == without_time(whole.outcomes)
    assert second.outcomes[0] == first.outcomes[0]  # not played again: it took as long
    assert set(lines(tmp_path / "f").values()) == {1}
    again = kept(tmp_path / "f", found, 8)
    assert again.outcomes == second.outcomes
    more = kept(tmp_path / "f", found, 12)
    assert len(more.outcomes) == 18
    assert [one for one in more.outcomes if one.deal < 4] == list(second.outcomes)
    fewer = kept(tmp_path / "f", found, 2)
    assert [one.deal for one in fewer.outcomes] == [0, 0, 0]


def test_every_game_is_a_record_that_says_what_the_results_say(tmp_path: Path) -> None:
    found = planned("random", "random@5s", "random@6s", editions=["usa"], players=[3])
    run = kept(tmp_path, found, 6)
    write_parquet(tmp_path / "results.parquet", found, run.outcomes)
    parquet: Any = importlib.import_module("pyarrow.parquet")
    table: Any = parquet.read_table(tmp_path / "results.parquet")
    assert table.schema.metadata[b"whistlestop"] == b"whistlestop results 5"
    rows: list[dict[str, Any]] = table.to_pylist()
    assert len(rows) == 18
    assert set(rows[0]) == set(COLUMNS)
    assert len([*tmp_path.glob("records/*/*.record")]) == 6
    for row in rows:
        game = read_record((tmp_path / row["record"]).read_text(encoding="utf-8"))
        sheet = game.score_sheet()
        assert game.over
        assert sheet.totals[row["seat"]] == row["score"]
        column = sheet.players[int(row["seat"])]
        assert (column.rank, column.completed) == (row["rank"], row["completed"])
        assert (column.longest_path, row["edition"], row["players"]) == (row["path"], "usa", 3)
    for game in range(0, 18, 3):
        assert sorted(row["seat"] for row in rows[game : game + 3]) == [0, 1, 2]
        assert len({row["decisions"] for row in rows[game : game + 3]}) == 1
        own = sum(row["seat_decisions"] for row in rows[game : game + 3])
        assert own == rows[game]["decisions"]
        assert sum(row["victory"] for row in rows[game : game + 3]) == pytest.approx(1)
        scores = [row["score"] for row in rows[game : game + 3]]
        for i in range(3):
            others = scores[:i] + scores[i + 1 :]
            assert rows[game + i]["margin"] == scores[i] - max(others)
        assert {row["bot"] for row in rows[game : game + 3]} == {"random", "random@5s", "random@6s"}


def test_records_name_the_bots(tmp_path: Path) -> None:
    kept(tmp_path, planned("random", "random@5s"), 2)
    texts = [file.read_text(encoding="utf-8") for file in tmp_path.glob("records/*/*.record")]
    assert sorted(line for text in texts for line in text.splitlines() if "bots:" in line) == [
        'bots: "random", "random@5s"',
        'bots: "random@5s", "random"',
    ]


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (planned("random", "random@6s"), "the bots changed from .*5s.* to .*6s"),
        (planned("random", "random@5s", seed=2), "the seed changed from 1 to 2"),
        (planned("random", "random@5s", editions=["usa"]), "the matchups changed from"),
    ],
    ids=["bots", "seed", "edition"],
)
def test_other_settings_are_refused(tmp_path: Path, other: Tournament, message: str) -> None:
    kept(tmp_path, planned("random", "random@5s"), 2)
    with pytest.raises(FolderError, match=message):
        kept(tmp_path, other, 2)
    assert set(lines(tmp_path).values()) == {1}


def test_a_changed_bot_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FIRST)
    names = ("random", f"{file}:First")
    kept(tmp_path / "f", planned(*names), 2)
    file.write_text(FIRST.replace("legal[0]", "legal[-1]"))
    with pytest.raises(FolderError, match=r"the code in the file of a bot changed\. Set it back"):
        kept(tmp_path / "f", planned(*names), 2)


FIRST = """
class First:
    def choose(self, view, legal, seconds):
        return legal[0]
"""


def test_folders_that_cannot_be_used(tmp_path: Path) -> None:
    found = planned("random", "random@5s")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("mine")
    with pytest.raises(FolderError, match="has other things in it"):
        kept(tmp_path / "full", found, 2)
    (tmp_path / "file").write_text("")
    with pytest.raises(FolderError, match="cannot be used: "):
        kept(tmp_path / "file", found, 2)
    kept(tmp_path / "f", found, 2)
    whole = (tmp_path / "f" / "deals.jsonl").read_bytes()
    (tmp_path / "f" / "deals.jsonl").write_bytes(b"nonsense\n" + whole)
    with pytest.raises(FolderError, match=r"line 1 of .*deals.jsonl is damaged"):
        kept(tmp_path / "f", found, 2)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no lock there")
def test_two_do_not_play_in_one_folder(tmp_path: Path) -> None:
    found = planned("random", "random@5s")
    with opened(tmp_path, found), pytest.raises(FolderError, match="somebody is playing"):
        kept(tmp_path, found, 2)
    kept(tmp_path, found, 2)


def test_stopping_ends_with_the_same_games_however_they_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stopping, "_FIRST_LOOK", 2)
    monkeypatch.setattr(running, "_AT_ONCE", 3)
    found = planned("planner", "random", seed=3)
    enough = Enough(40, line=0.5)
    once = play(found, enough, HERE)
    deals = len(once.outcomes)
    assert 2 <= deals < 20

    def interrupt(now: Progress) -> None:
        if now.games >= 2:
            raise KeyboardInterrupt

    with opened(tmp_path, found) as folder:
        play(found, enough, HERE, folder, interrupt)
    with opened(tmp_path, found) as folder:
        assert without_time(play(found, enough, HERE, folder).outcomes) == without_time(
            once.outcomes
        )


def test_the_command_goes_on_after_a_kill(tmp_path: Path) -> None:
    """Killed in the middle, without any chance to tidy up."""
    command = [sys.executable, "-m", "whistlestop", "arena", "--bots", "random,random@5s"]
    options = ["--editions", "london", "--jobs", "2", "--think", "600s", "--out", "f", "--json"]
    process = subprocess.Popen(
        [*command, *options, "--games", "100000"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ},
    )
    deals = tmp_path / "f" / "deals.jsonl"
    try:
        while not (deals.exists() and deals.read_bytes().count(b"\n") >= 3):
            assert process.poll() is None, process.communicate()
    finally:
        process.kill()
        process.communicate()
    done = deals.read_bytes().count(b"\n")
    ended = subprocess.run(
        [*command, *options, "--games", str(2 * done + 4), "--jobs", "1"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    (table,) = msgspec.json.decode(ended.stdout)["overall"]
    assert table["games"] == 2 * done + 4
    counted = lines(tmp_path / "f")
    assert set(counted.values()) == {1}
    assert set(counted) >= {(0, deal) for deal in range(done + 2)}


@pytest.mark.parametrize(
    "name",
    ["rules/turns.py", "play/game.py", "seen/view.py", "seen/encoding.py", "actions.py"],
)
def test_what_decides_how_games_go_is_known(name: str) -> None:
    """A tournament is not continued after a change in one of these files."""
    package = Path(whistlestop.__file__).parent
    assert package / name in deciding_files()
