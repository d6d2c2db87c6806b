from __future__ import annotations

import json

import pytest
import typer
from typer.testing import CliRunner

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
