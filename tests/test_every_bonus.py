"""On a board with everything that gives points, the lines of each score sheet add up to the totals.

The page's sheet is tested in `tests/page/ending.test.js`.
"""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path
from random import Random

import pytest

from tests.properties.playing import choose
from whistlestop import Game
from whistlestop.cli.screens import Screens
from whistlestop.drawing.result import rows as rows_of_result
from whistlestop.drawing.score_sheet import rows as rows_of_sheet
from whistlestop.editions.load import loads
from whistlestop.language import language

SAMPLE = (Path(__file__).parent / "editions" / "sample.toml").read_text(encoding="utf-8")

EVERYTHING = loads(
    SAMPLE.replace(
        "most_tickets = 5\n", "most_tickets = 5\nattraction = 2\ndoubly_joined = [3, 7]\n"
    ).replace("at = [59.5, 4]}", "at = [59.5, 4], attraction = true}")
)
"""A small made-up edition that has every rule and every bonus."""

PARTS = 9
"""The number of things that an edition can give points for."""


def points(text: str) -> int:
    """Return the points in a text: the number with a sign, or else the first number."""
    found = re.search(r"[+−]\d+", text) or re.search(r"\d+", text)
    assert found is not None, text
    return int(found[0].replace("−", "-"))


def played(seed: int) -> Game:
    """Return a game between random players that prefer claims, stations and journeys."""
    game, random = Game.new(EVERYTHING, 2 + seed % 2, seed=seed), Random(seed)
    while not game.over:
        seat = random.choice(game.deciding)
        style = random.choice(("claims", "travels"))
        game.play(choose(random, game.legal_actions(seat), style), seat)
    return game


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [played(seed) for seed in range(30)]


def test_the_games_score_in_every_way(games: list[Game]) -> None:
    players = [player for game in games for player in game.score_sheet().players]
    assert len(players[0].parts) == PARTS
    for part in players[0].parts:
        assert any(player.parts[part] for player in players), part


def test_the_parts_add_up(games: list[Game]) -> None:
    for player in (player for game in games for player in game.score_sheet().players):
        assert sum(player.parts.values()) == player.total
        assert sum(line.points for line in player.routes) == player.route_points
        assert sum(line.points for line in player.tickets) == player.ticket_points
        assert sum(line.points for line in player.districts) == player.district_points


def test_the_rows_of_the_drawn_sheet_add_up(games: list[Game]) -> None:
    for game in games:
        players = game.score_sheet().players
        rows = rows_of_sheet(EVERYTHING, players)
        assert len(rows) == PARTS
        for seat, player in enumerate(players):
            assert sum(points(texts[seat]) for _, texts in rows) == player.total


def test_the_rows_of_the_drawn_result_add_up(games: list[Game]) -> None:
    for game in games:
        players = game.score_sheet().players
        rows = rows_of_result(players, language("en"))
        for seat, player in enumerate(players):
            assert sum(points(texts[seat]) for _, texts in rows) == player.total


def test_the_lines_of_the_terminal_add_up(games: list[Game]) -> None:
    for game in games:
        sheet = game.score_sheet()
        lines = [
            str(line)
            for line in Screens(game.view(), game.seats, language("en")).score_sheet(sheet)
        ]
        for player in sheet.players:
            start = lines.index(f"{player.rank}. {game.seats[player.seat]}: {player.total} points")
            own = takewhile(str, lines[start + 1 :])
            # Single tickets and stations are indented further than what is added up.
            counted = [line for line in own if re.match(r"^ {2}\S", line)]
            without_bonus = [line for line in counted if " space" in line and "+" not in line]
            added = sum(points(line) for line in counted if line not in without_bonus)
            assert added == player.total, lines[start:]
