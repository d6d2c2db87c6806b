from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from whistlestop.cli.arena import arena
from whistlestop.cli.failures import Failure
from whistlestop.cli.simulate import simulate

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


def test_names_are_not_broken_inside_words() -> None:
    bots = "destination-hungry-as-described,route-focused-as-described,random"
    words = ["--bots", bots, "--editions", "newyork", "--games", "1", "--jobs", "1"]
    result = CliRunner().invoke(arena_app, [*words, "--players", "2,3"])
    assert result.exit_code == 0, result.output
    parts = {part for line in result.output.splitlines() for part in re.split(r"[│┃|]", line)}
    broken = {part.strip() for part in parts if "hungry" in part or "focused" in part}
    assert broken <= {"destination-", "hungry-as-", "described", "destination-hungry-as-"} | {
        "route-focused-as-",
        "route-focused-",
        "hungry-as-described",
    }
    assert "hungry-as-" in broken


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
