"""The board as a picture in the terminal: only where that is sure, and never elsewhere."""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from whistlestop import Game
from whistlestop.cli.images import Way, sequence, way_of
from whistlestop.cli.session import Session
from whistlestop.cli.sketch import drawn_in_characters, legend, picture_of
from whistlestop.drawing.layout.layout import layout_of
from whistlestop.editions.load import load, loads

SAMPLE = (Path(__file__).parents[1] / "editions" / "sample.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("environment", "way"),
    [
        ({"TERM": "xterm-kitty"}, Way.KITTY),
        ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"}, Way.KITTY),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, Way.ITERM),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, Way.ITERM),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"}, Way.KITTY),
        # What is unknown, or stands in between, gets characters.
        ({}, None),
        ({"TERM": "xterm-256color"}, None),
        ({"TERM": "dumb", "KITTY_WINDOW_ID": "1"}, None),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/tmux"}, None),
        ({"TERM": "screen-256color", "TERM_PROGRAM": "iTerm.app"}, None),
        # A terminal that was started from within Kitty.
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "vscode", "KITTY_WINDOW_ID": "1"}, None),
    ],
)
def test_who_shows_pictures(environment: dict[str, str], way: Way | None) -> None:
    assert way_of(environment) == way


def test_kitty_gets_the_picture_in_pieces() -> None:
    png = bytes(range(256)) * 30
    pieces = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", sequence(Way.KITTY, png, 80))
    assert len(pieces) == 3
    assert base64.b64decode("".join(data for _, data in pieces)) == png
    assert all(len(data) <= 4096 for _, data in pieces)
    keys = [dict(pair.split("=") for pair in head.split(",")) for head, _ in pieces]
    assert [one["m"] for one in keys] == ["1", "1", "0"]
    assert (keys[0]["a"], keys[0]["f"], keys[0]["c"]) == ("T", "100", "80")
    assert all(one["q"] == "2" for one in keys), "no answer that would look typed"


def test_iterm_gets_the_picture_whole() -> None:
    found = re.fullmatch(
        r"\x1b\]1337;File=inline=1;size=3;width=80;preserveAspectRatio=1:(.*)\x07\n",
        sequence(Way.ITERM, b"png", 80),
    )
    assert found is not None
    assert base64.b64decode(found[1]) == b"png"


def test_the_picture_holds_nothing_of_anybodys_hand() -> None:
    """Whoever looks, and whatever they hold, it is the same."""
    game = Game.new("london", seats=["Ada", "Ben"], seed=1)
    picture, other = (picture_of(game.view(seat), ("Ada", "Ben"), 40) for seat in (0, 1))
    assert picture.startswith(b"\x89PNG")
    assert picture == other == picture_of(game.view(), ("Ada", "Ben"), 40)
    assert [line.plain for line in legend(("Ada", "Ben"))] == [" 1  Ada", " 2  Ben"]


@pytest.mark.parametrize("terminal", [True, False])
def test_the_board_is_asked_for(terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-kitty")
    monkeypatch.delenv("TMUX", raising=False)
    monkeypatch.delenv("STY", raising=False)
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=terminal, width=60)
    game = Game.new("london", seats=["Ada", "Ben"], seed=1)
    session = Session.__new__(Session)
    session.console, session.game = console, game
    lines = [line.plain for line in session._board(game.view(0))]  # pyright: ignore[reportPrivateUsage]
    assert ("\x1b_G" in screen.getvalue()) == terminal
    assert (lines[0] == " 1  Ada") == terminal


def test_a_board_without_geography_is_not_one_heap() -> None:
    text = re.sub(r", at = \[[^\]]*\]", "", SAMPLE)
    edition = loads(text)
    layout_of(edition)
    view = Game.new(edition, seed=1).view()
    rows = [line.plain for line in drawn_in_characters(view, ("Ada", "Ben"), 80)]
    where = {
        city.code: next((y for y, row in enumerate(rows) if city.code in row), None)
        for city in edition.cities
    }
    assert None not in where.values()
    assert load("usa") != edition
    assert len({*where.values()}) > 1
