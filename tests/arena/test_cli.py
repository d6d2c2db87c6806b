from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from whistlestop.cli.arena import arena
from whistlestop.cli.failures import Failure
from whistlestop.cli.simulate import simulate
from whistlestop.cli.tables import Figures, in_lines, show, tables

app = typer.Typer()
app.command()(simulate)


def test_table() -> None:
    result = CliRunner().invoke(app, ["london", "--games", "2", "--players", "3", "--jobs", "1"])
    assert result.exit_code == 0, result.output
    for word in ("London: 2 games", "planner", "random", "Districts", "turns a game"):
        assert word in result.output
    assert "Longest path" not in result.output


def test_json() -> None:
    words = ["usa", "--games", "2", "--bots", "random", "--json", "--seed", "4", "--jobs", "1"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert set(document) == {
        "edition",
        "seed",
        "asked",
        "interrupted",
        "seconds",
        "games_a_second",
        "summary",
    }
    assert document["seed"] == 4
    summary = document["summary"]
    assert set(summary) == {"games", "turns", "decisions", "entrants"}
    assert summary["games"] == 2
    assert len(summary["entrants"]) == 2
    assert set(summary["entrants"][0]) == {
        "name",
        "wins",
        "score",
        "tickets",
        "completed",
        "longest_path",
        "most_tickets",
        "districts",
        "doubly_joined",
    }
    assert set(summary["entrants"][0]["wins"]) == {"value", "low", "high"}
    assert set(summary["entrants"][0]["score"]) == {"mean", "sd"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["atlantis"], "atlantis"),
        (["london", "--players", "5"], "2 to 4 players"),
        (["london", "--bots", "plonner"], "did you mean planner"),
    ],
)
def test_wishes_that_cannot_be_met(words: list[str], message: str) -> None:
    result = CliRunner().invoke(app, words)
    assert isinstance(result.exception, Failure)
    assert message in str(result.exception)


arena_app = typer.Typer()
arena_app.command()(arena)


def test_arena_tables() -> None:
    words = ["--bots", "planner,random,random", "--editions", "usa", "--games", "2", "--jobs", "1"]
    result = CliRunner().invoke(arena_app, [*words, "--players", "2,3"])
    assert result.exit_code == 0, result.output
    for part in ("USA, 2 players: 4 games", "USA, 3 players: 3 games", "Fair share 33.3%"):
        assert part in result.output
    for part in ("Matchups", "Margin", "Failed", "Longest", "turns for each player"):
        assert part in result.output


def test_what_is_no_terminal_gets_names_and_numbers_in_one_piece() -> None:
    bots = "destination-hungry-as-described,route-focused-as-described,random"
    words = ["--bots", bots, "--editions", "newyork", "--games", "1", "--jobs", "1"]
    result = CliRunner().invoke(arena_app, [*words, "--players", "2,3"])
    assert result.exit_code == 0, result.output
    assert "│ destination-hungry-as-described │ route-focused-as-described " in result.output
    assert "…" not in result.output
    series = ["newyork", "--games", "1", "--jobs", "1", "--players", "3", "--bots", bots]
    result = CliRunner().invoke(app, series)
    assert result.exit_code == 0, result.output
    assert "│ destination-hungry-as-described │" in result.output


FIGURES = Figures(
    title="USA, 3 players: 12000 games",
    words=("Bot", "against"),
    numbers=("Games", "Won", "95 %", "Margin", "Score", "Rating", "Time for one"),
    rows=[
        (
            "destination-hungry-as-described",
            "route-focused-as-described, ./bots/my_long_bot.py:Determined@500playouts",
            *("12000", "100.0%", "98.1%–100.0%", "−103.4 ± 12.3", "−113.4", "+1234", "1234.5 ms"),
        ),
        ("random", "planner", "12000", "9.1%", "8.2%–9.9%", "+3.2 ± 1.3", "3.4", "−7", "0.1 ms"),
    ],
    caption="Fair share 33.3%.",
)


def words_of(names: Iterable[str]) -> set[str]:
    """The words that names are made of, without what stands between them."""
    return {word for name in names for word in re.split("[-/:,@_ ]", name) if word}


@pytest.mark.parametrize("width", [60, 66, 72, 79, 80, 81, 100, 120, 160, 200])
@pytest.mark.parametrize("names", [1, 2])
def test_tables_lose_no_digit_at_any_width(width: int, names: int) -> None:
    figures = replace(
        FIGURES,
        words=FIGURES.words[:names],
        rows=[(*row[:names], *row[2:]) for row in FIGURES.rows],
    )
    console = Console(width=width, file=io.StringIO(), force_terminal=False)
    with console.capture() as capture:
        show(console, figures)
    text = capture.get()
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    cells = [cell.strip() for line in text.splitlines() for cell in re.split("[│┃]", line)]
    for row in figures.rows:
        assert {*row[names:]} <= {*cells}
    lines = [re.split("[│┃]", line) for line in text.splitlines()]
    written = [cell for line in lines if len(line) > 2 for cell in line[1 : 1 + names]]
    whole = [*figures.words, *(name for row in figures.rows for name in row[:names])]
    assert words_of(written) == words_of(whole), "no name is broken inside a word"


def test_a_table_that_fits_is_one() -> None:
    assert len([*tables(FIGURES, 200)]) == 1
    assert len([*tables(FIGURES, 60)]) > 1
    assert in_lines("destination-hungry-as-described", 20) == "destination-hungry-\nas-described"


def test_arena_json() -> None:
    words = ["--bots", "random,random", "--editions", "london", "--games", "2", "--jobs", "1"]
    result = CliRunner().invoke(arena_app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert set(document) == {"bots", "seed", "interrupted", "matchups", "overall"}
    (table,) = document["overall"]
    (standing,) = table["standings"]
    assert standing["games"] == 4
    assert standing["wins"]["value"] == 0.5


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bots", "random"], "2 players need 2 bots, not 1"),
        (["--bots", "plonner,random"], "did you mean planner"),
        (["--bots", "random,random", "--editions", "atlantis"], "atlantis"),
        (["--bots", "random,random", "--editions", ","], "nothing is to be played"),
        (["--bots", "random,random", "--players", "two"], "'two' is no number of players"),
        (["--bots", "random,random", "--think", "1h"], "write 5ms, 100ms or 1s"),
        (["--bots", "random,random", "--until", "2 points"], "--until: '2 points' is no share"),
        (["--bots", "random,random", "--at-least", "150%"], "--at-least: '150%' is no share"),
        (["--bots", "random,random", "--at-least", "nan"], "--at-least: 'nan' is no share"),
    ],
)
def test_tournaments_that_cannot_be(words: list[str], message: str) -> None:
    result = CliRunner().invoke(arena_app, words)
    assert isinstance(result.exception, Failure)
    assert message in str(result.exception)


def test_bots_are_given_the_time_that_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "class Punctual:\n"
        "    def choose(self, view, legal, seconds):\n"
        "        assert seconds == 0.25, seconds\n"
        "        return legal[-1]\n",
        encoding="utf-8",
    )
    words = ["london", "--games", "1", "--jobs", "1", "--bots", f"{file}:Punctual", "--think"]
    assert CliRunner().invoke(app, [*words, "250ms"]).exit_code == 0
    assert "0.005" in str(CliRunner().invoke(app, [*words, "5ms"]).exception)
    assert "write 5ms" in str(CliRunner().invoke(app, [*words, "soon"]).exception)
