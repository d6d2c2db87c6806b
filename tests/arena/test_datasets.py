"""Series that keep what was played: records, tables and datasets of decisions."""

from __future__ import annotations

import csv
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.pages import run_blocks
from tests.tables import SIZES

from whistlestop import read_record
from whistlestop.arena import datasets
from whistlestop.arena.compiled import tracing
from whistlestop.arena.datasets import COLUMNS, DatasetError, load
from whistlestop.arena.match import play_match
from whistlestop.arena.simulate import simulate
from whistlestop.arena.spreadsheet import COLUMNS as CSV_COLUMNS
from whistlestop.arena.spreadsheet import write_csv
from whistlestop.arena.summary import seat_result
from whistlestop.arena.transcripts import play_at_random, retraced, transcript_of
from whistlestop.bots.random import RandomBot
from whistlestop.editions.load import load as load_edition
from whistlestop.play.game import Game
from whistlestop.play.position import read_view
from whistlestop.rules.actions import ACTIONS
from whistlestop.seen.encoding import legal_numbers
from whistlestop.seen.view import see

DOCUMENT = Path(__file__).parents[2] / "docs" / "simulations.md"


@pytest.mark.parametrize(
    ("name", "seats"), [*(SIZES[i] for i in (0, 7, 8, 12, 14, 17)), ("india", 2)]
)
def test_compiled_games_are_those_of_random_bots(name: str, seats: int) -> None:
    """The same decisions, and the same results, from the same seeds of any size."""
    edition, random = load_edition(name), Random(name)
    for bits in (8, 32, 64):
        seed = random.getrandbits(bits)
        bots = tuple(random.getrandbits(bits) for _ in range(seats))
        game = Game.new(edition, seats, seed=seed)
        match = play_match(game, [RandomBot(each) for each in bots])
        quick = play_at_random(edition, seed, bots)
        assert (quick.turns, quick.decisions) == (match.turns, match.decisions)
        assert quick.results == tuple(seat_result(match.sheet, seat) for seat in range(seats))
        whole = transcript_of(game, seed)
        assert whole.actions.tolist() == quick.transcript.actions.tolist()
        traced = retraced(edition, whole)
        assert traced.states[-1].tobytes() == game.state.tobytes()
        for row in random.sample(range(len(whole.actions)), 10):
            legal = np.unpackbits(traced.legal[row], bitorder="little")
            assert np.flatnonzero(legal).tolist() == legal_numbers(edition, traced.states[row])


def test_a_dataset_tells_every_decision(tmp_path: Path) -> None:
    file = tmp_path / "some.parquet"
    once = simulate("london", ["random"], players=3, games=12, seed=4, dataset=file, jobs=1)
    plain = simulate("london", ["random"], players=3, games=12, seed=4, jobs=1)
    assert once.summary == plain.summary
    dataset = load(file)
    assert (dataset.players, dataset.games, dataset.seed) == (3, 12, 4)
    assert dataset.bots == ("random",) * 3
    assert dataset.edition == load_edition("london")
    rows = 0
    for chunk in dataset.chunks():
        rows += len(chunk)
        assert chunk.legal.shape == (len(chunk), ACTIONS)
        assert chunk.legal[np.arange(len(chunk)), chunk.action].all(), "what was done was legal"
        assert np.allclose(chunk.victory.sum(axis=1), 1)
        states = dataset.positions(chunk)
        assert (states["seat"] == chunk.seat).all()
        first = chunk.game == 0
        assert chunk.decision[first].tolist() == list(range(int(first.sum())))
        for game in range(12):
            result = once.results[game]
            scores = chunk.scores[chunk.game == game][0].tolist()
            assert sorted(scores) == sorted(one.score for one in result.entrants)
    assert rows == len(dataset) > 12 * 60
    table = dataset.table(["game", "bot", "phase"])
    assert table.column_names == ["game", "bot", "phase"]
    assert {"opening_keep", "turn", "payment"} <= {*table["phase"].to_pylist()}


def test_datasets_from_a_time_with_fewer_actions_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their masks have 106 bytes."""
    files = tmp_path / "now.parquet", tmp_path / "once.parquet"
    for file, length in zip(files, (tracing.MASK_BYTES, 106), strict=True):
        monkeypatch.setattr(tracing, "MASK_BYTES", length)
        simulate("london", ["random"], players=2, games=1, seed=4, dataset=file, jobs=1)
    now, once = (next(load(file).chunks()) for file in files)
    assert now.legal.shape[1] == once.legal.shape[1] == ACTIONS
    assert (now.legal == once.legal).all()


def test_games_of_any_bots_with_what_they_saw(tmp_path: Path) -> None:
    file = tmp_path / "some.parquet"
    simulate("usa", ["route-focused", "random"], games=2, dataset=file, positions=True, jobs=1)
    dataset = load(file)
    (chunk,) = dataset.chunks()
    states, table = dataset.positions(chunk), dataset.table()
    assert [*table.column_names] == [*COLUMNS]
    assert {*table["bot"].to_pylist()} == {"route-focused", "random"}
    for row in range(0, len(chunk), 17):
        view = read_view(table["position"][row].as_py())
        assert view.viewer == chunk.seat[row]
        if view.phase == table["phase"][row].as_py():
            assert view == see(dataset.edition, states[row], int(chunk.seat[row]))
        assert all(p.hand is None for p in view.players if p.seat != view.viewer)


def test_an_interrupted_series_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    series: dict[str, Any] = {"players": 2, "games": 25, "seed": 1, "jobs": 1}
    bots = ["route-focused", "random"]
    file, whole = tmp_path / "some.parquet", tmp_path / "whole.parquet"
    first = simulate("london", bots, **series, dataset=file, on_progress=stop)
    assert first.interrupted
    assert len(first.results) == 10
    assert not file.exists()
    with pytest.raises(DatasetError, match=r"beginning of another series \(seed differ\)"):
        simulate("london", bots, players=2, games=25, seed=2, dataset=file)
    written: list[range] = []
    before = datasets.Parts.keep

    def spied(parts: datasets.Parts, numbers: range, content: bytes) -> None:
        written.append(numbers)
        before(parts, numbers, content)

    monkeypatch.setattr(datasets.Parts, "keep", spied)
    again = simulate("london", bots, **series, dataset=file)
    assert written == [range(10, 20), range(20, 25)], "what is there is not played again"
    assert again.results == simulate("london", bots, **series, dataset=whole).results
    assert load(file).table().equals(load(whole).table())
    assert not [*tmp_path.glob("*.parts")]
    with pytest.raises(DatasetError, match="is there already"):
        simulate("london", bots, **series, dataset=file)


def test_what_is_no_dataset(tmp_path: Path) -> None:
    file = tmp_path / "other.parquet"
    file.write_bytes(b"something else altogether")
    with pytest.raises(DatasetError, match="cannot be read"):
        load(file)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nothing.parquet")
    simulate("london", ["random"], players=2, games=1, dataset=tmp_path / "a.parquet", jobs=1)
    with pytest.raises(DatasetError, match="another version of london"):
        load(tmp_path / "a.parquet", edition="usa")


def test_records_and_csv(tmp_path: Path) -> None:
    folder, file = tmp_path / "games", tmp_path / "games.csv"
    simulation = simulate(
        "london", ["route-focused", "random"], games=3, seed=7, records=folder, jobs=2
    )
    write_csv(file, simulation)
    with file.open(encoding="utf-8", newline="") as opened:
        rows = [*csv.DictReader(opened)]
    assert [*rows[0]] == [*CSV_COLUMNS]
    assert len(rows) == 6
    for number in range(3):
        text = (folder / f"game-{number:06d}.record").read_text(encoding="utf-8")
        sheet = read_record(text).score_sheet()
        mine = [row for row in rows if row["game"] == str(number)]
        assert [int(row["score"]) for row in mine] == [*sheet.totals]
        dealt = Game.new("london", 2, seed=int(mine[0]["seed"]))
        assert [chance.word for chance in dealt.dealt] == [
            chance.word for chance in read_record(text).dealt
        ]
    with pytest.raises(ValueError, match="is another game"):
        simulate("london", ["random"], players=2, games=1, seed=8, records=folder, jobs=1)


def test_results_count_doubly_joined_tickets(tmp_path: Path) -> None:
    """B-10. The CSV file has the numbers of the score sheets."""
    folder, file = tmp_path / "games", tmp_path / "games.csv"
    write_csv(file, simulate("india", ["planner"], players=2, games=4, seed=3, records=folder))
    with file.open(encoding="utf-8", newline="") as opened:
        told = [int(row["doubly_joined"]) for row in csv.DictReader(opened)]
    sheets = [
        read_record(path.read_text("utf-8")).score_sheet() for path in sorted(folder.iterdir())
    ]
    assert told == [player.doubly_joined for sheet in sheets for player in sheet.players]
    assert sum(told) > 0


def test_its_page_names_all_columns_and_its_examples_run(tmp_path: Path) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for name in (*COLUMNS, *CSV_COLUMNS):
        assert f"`{name}`" in text, name
    for name, meaning in COLUMNS.items():
        assert f"| `{name}` | {meaning} |" in text
    simulate("usa", ["random"], players=2, games=4, dataset=tmp_path / "random.parquet", jobs=1)
    run_blocks(DOCUMENT, tmp_path)
