"""Puzzles are solved at a table, which tells nothing of the solution before the decision."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.server.serving import Person, Running, sqlite
from whistlestop.analysis.puzzles.puzzle import Puzzle, kind_of, puzzle_named, puzzles
from whistlestop.play.game import Game
from whistlestop.play.record import Reader


def position_of(puzzle: Puzzle) -> Game:
    game = Reader(puzzle_named(puzzle.id)[1]).game()
    game.undo_to(puzzle.move)
    return game


PUZZLE = next(puzzle for puzzle in puzzles() if puzzle.move > 10)
GAME = position_of(PUZZLE)


def begun(person: Person, puzzle: Puzzle = PUZZLE) -> str:
    table: str = person.posted(f"/api/puzzles/{puzzle.id}", {})["id"]
    return table


def test_all_puzzles_are_listed_without_their_solutions(server: Running) -> None:
    told = server.person("Ada").got("/api/puzzles")
    assert [one["id"] for one in told["puzzles"]] == [puzzle.id for puzzle in puzzles()]
    assert {key for one in told["puzzles"] for key in one} == {"id", "edition", "difficulty"}
    assert told["today"] in {puzzle.id for puzzle in puzzles()}
    assert server.person().refused("/api/puzzles/usa-nothing", {}) == (404, "no_puzzle")


def test_the_solution_is_told_after_the_decision(server: Running) -> None:
    ada = server.person("Ada")
    table = begun(ada)
    told = ada.table(table)
    assert told["table"]["puzzle"] == PUZZLE.id
    assert told["table"]["you"]["seat"] == PUZZLE.seat
    assert told["table"]["commitment"] is None
    assert told["position"]["players"][1 - PUZZLE.seat]["tickets"] is None
    question = ada.got(f"/api/tables/{table}/puzzle")
    assert question["solution"] is None
    assert question["move"] == PUZZLE.move
    ada.act(table, PUZZLE.others[0].action, told["version"], "wrong")
    wrong = ada.got(f"/api/tables/{table}/puzzle")["solution"]
    assert wrong["right"] is False
    assert wrong["taken"]["words"] == PUZZLE.others[0].action
    assert wrong["loss"] == PUZZLE.others[0].loss
    assert wrong["best"]["words"] == PUZZLE.best
    assert [one["loss"] for one in wrong["others"]] == [other.loss for other in PUZZLE.others]
    assert wrong["levels"] == [*PUZZLE.levels]
    # The solver tries again.
    asked = {"move": PUZZLE.move + 1, "ask": True, "version": None}
    ada.posted(f"/api/tables/{table}/take-back", asked)
    assert ada.got(f"/api/tables/{table}/puzzle")["solution"] is None
    ada.act(table, PUZZLE.best, ada.table(table)["version"], "right")
    right = ada.got(f"/api/tables/{table}/puzzle")["solution"]
    assert right["right"] is True
    assert right["loss"] == 0


def uncompared(puzzle: Puzzle) -> str | None:
    """Return an action with which the best one was not compared; None if there is none."""
    game = position_of(puzzle)
    told = (puzzle.best, *(other.action for other in puzzle.others))
    known = {kind_of(game.parse(words, puzzle.seat)) for words in told}
    others = (one for one in game.legal_actions(puzzle.seat) if kind_of(one) not in known)
    return next(map(str, others), None)


def test_an_action_that_was_not_compared_is_not_right(server: Running) -> None:
    puzzle, words = next((one, words) for one in puzzles() if (words := uncompared(one)))
    ada = server.person("Ada")
    table = begun(ada, puzzle)
    ada.act(table, words, ada.table(table)["version"])
    solution = ada.got(f"/api/tables/{table}/puzzle")["solution"]
    assert (solution["right"], solution["loss"]) == (False, None)


def test_tables_of_puzzles_are_not_listed_and_close_one_another(server: Running) -> None:
    ada = server.person("Ada")
    first = begun(ada)
    usual = ada.new_table("london", "me", "casual")
    second = begun(ada)
    assert ada.table(first)["table"]["state"] == "closed"
    assert ada.table(second)["table"]["state"] == "playing"
    assert [one["id"] for one in ada.got("/api/tables")["mine"]] == [usual]
    refused = ada.http.get(f"/api/tables/{usual}/puzzle")
    assert (refused.status_code, refused.json()["code"]) == (404, "no_puzzle")


def test_of_puzzles_that_are_begun_at_once_one_stays(server: Running) -> None:
    ada = server.person("Ada")
    with ThreadPoolExecutor(4) as together:
        tables = [*together.map(begun, [ada] * 4)]
    states = [ada.table(table)["table"]["state"] for table in tables]
    assert sorted(states) == ["closed"] * 3 + ["playing"]


def test_every_board_has_a_puzzle_that_can_be_solved(server: Running) -> None:
    ada = server.person("Ada")
    for board in sorted({puzzle.edition for puzzle in puzzles()}):
        puzzle = [one for one in puzzles() if one.edition == board][-1]
        table = begun(ada, puzzle)
        ada.act(table, puzzle.best, ada.table(table)["version"])
        told = ada.got(f"/api/tables/{table}/puzzle")
        assert told["puzzle"] == {
            "id": puzzle.id,
            "edition": board,
            "difficulty": puzzle.difficulty,
        }
        assert told["solution"]["right"] is True


def test_a_puzzle_is_the_same_after_a_restart(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        table = begun(ada)
        before = ada.table(table)
    with Running(sqlite(tmp_path)) as server:
        ada = ada.moved(server.url)
        after = ada.table(table)
        assert after["position"] == before["position"]
        assert after["table"]["puzzle"] == PUZZLE.id
        ada.act(table, PUZZLE.best, after["version"])
        assert ada.got(f"/api/tables/{table}/puzzle")["solution"]["right"] is True


def test_a_puzzle_is_solved_without_hints(server: Running) -> None:
    ada = server.person("Ada")
    table = begun(ada)
    assert ada.refused(f"/api/tables/{table}/hints", {"allowed": True}) == (409, "no_hints")


def test_a_bot_does_not_solve_a_puzzle(server: Running) -> None:
    ada = server.person("Ada")
    table = begun(ada)
    with ada.follow(table) as following:
        ada.posted(f"/api/tables/{table}/resign")
        while following.update()["table"]["moves"] <= PUZZLE.move:
            pass
    assert ada.got(f"/api/tables/{table}/puzzle")["solution"] is None


def test_nobody_else_sits_down_at_a_puzzle(server: Running) -> None:
    ada = server.person("Ada")
    table = begun(ada)
    for seat in (0, 1):
        asked = ada.refused(f"/api/tables/{table}/seats/offer", {"seat": seat})
        assert asked == (409, "in_lesson")
