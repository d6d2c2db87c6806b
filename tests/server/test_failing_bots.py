"""A bot that fails does not stop a table: a random action is taken in its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import Running, sqlite
from whistlestop import read_record
from whistlestop.bots.random import RandomBot


def raises(*_: Any) -> Any:
    raise ValueError("out of ideas")


def leaves(*_: Any) -> Any:
    raise SystemExit(0)


def answers_in_words(*_: Any) -> Any:
    return "draw deck"


def answers_nothing(*_: Any) -> Any:
    return None


@pytest.mark.parametrize("wrong", [raises, leaves, answers_in_words, answers_nothing])
def test_a_game_goes_on_without_its_bots(
    wrong: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(RandomBot, "choose", wrong)
    with Running(sqlite(tmp_path)) as server:
        ada = server.person()
        table = ada.new_table("london", "random", "random")
        with ada.follow(table) as following:
            following.until_over()
        game = read_record(ada.http.get(f"/api/tables/{table}/record").text)
        errors = server.service.metrics.errors
    assert game.over
    assert 0 < errors["bot"] <= game.length
    assert set(errors) == {"bot"}
    logged = [record for record in caplog.records if record.getMessage() == "bot"]
    assert logged
    # Which action was tried may be a secret of the seat.
    assert "draw deck" not in caplog.text
