"""The list of boards that `GET /api/boards` returns."""

from __future__ import annotations

from tests.server.serving import Person, Running
from whistlestop.editions.load import load, names, variants_of


def test_boards_come_with_the_games_that_can_be_played_on_them(server: Running) -> None:
    """V-11"""
    boards = Person(server.url).got("/api/boards")
    assert [board["name"] for board in boards] == list(names())
    for board in boards:
        edition = load(board["name"])
        assert board["players"] == list(edition.players)
        games = {game["name"]: game for game in [board["base"], *board["variants"]]}
        assert list(games) == [edition.name, *variants_of(edition.name)]
        assert board["base"]["short"] == "base"
        for name, game in games.items():
            played = load(name)
            assert game["title"] == played.title
            assert game["tickets"] == len(played.tickets)
            assert game["opening"]["keep"] == played.opening.keep
            assert game["longest_path_bonus"] == played.longest_path_bonus
