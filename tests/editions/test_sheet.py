from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.load import load, names
from whistlestop.editions.sheet import overview, sheet

MadeUp = Callable[..., Path]


def printed(what: RenderableType) -> str:
    console = Console(file=io.StringIO(), width=160, color_system=None)
    with console.capture() as capture:
        console.print(what)
    return capture.get()


def test_overview() -> None:
    text = printed(overview())
    for name in names():
        assert name in text


@pytest.mark.parametrize("name", names())
def test_a_sheet_says_everything(name: str) -> None:
    edition = load(name)
    text = printed(sheet(edition))
    words = text.split()
    assert edition.title in text
    for place in (*edition.cities, *edition.countries):
        assert place.code in words
        assert place.name in text
        for alias in place.aliases:
            assert alias in text
    index = gazetteer(edition)
    first_tracks = {code for code in index.route_codes if "/" not in code}
    assert first_tracks | set(index.ticket_codes) <= set(words)
    for colour, _ in edition.cards.colours:
        assert colour in words


def test_a_sheet_of_everything(made_up: MadeUp) -> None:
    text = printed(sheet(load(made_up())))
    for words in (
        "grey ferry with 2",
        "grey tunnel",
        "Aldøy – Frisia (west)",
        "red, grey",
        "Estria or Frisia",
        "7 or 2",
        "2 each, 4 points for each not built",
        "2 near and 1 far; keep 2 or more; the rest leaves the game",
        "joker",
        "north",
        "gold",
        "Made up for the tests.",
    ):
        assert words in text


def test_names_are_not_markup(made_up: MadeUp) -> None:
    text = printed(sheet(load(made_up(('"The Isles"', '"[bold]Isles[/]"')))))
    assert "[bold]Isles[/]" in text


def test_a_sheet_says_what_flags_look_like(made_up: MadeUp) -> None:
    flag = (
        'flag = {bands = ["#ffffff", "#cc0000"], upright = true, cross = "#000000", nordic = true}'
    )
    text = printed(sheet(load(made_up(('name = "Estria"', f'name = "Estria", {flag}')))))
    assert "#ffffff #cc0000 upright, nordic cross #000000" in text
    assert "flag" not in printed(sheet(load(made_up())))
