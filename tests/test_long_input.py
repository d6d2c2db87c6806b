"""Long input takes time that grows with its length only, and more than could be meant is refused.

Work is counted, not timed: function calls, and the letters that are folded.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from whistlestop import Game, MalformedAction, RecordError, read_position, read_record, write_record
from whistlestop.cli import saving
from whistlestop.cli.failures import Failure
from whistlestop.editions import finding
from whistlestop.editions.finding import NotFound, find_place, find_routes
from whistlestop.editions.load import load, names
from whistlestop.errors import PositionError
from whistlestop.play.notation import LONGEST_ACTION
from whistlestop.play.position import LONGEST_POSITION
from whistlestop.play.record import LONGEST_LINE, LONGEST_RECORD

PIECES = [
    *("A-", "new york ", "st ", "san ", "-", ", ", "to ", "new to york ", "Saint-", "1 ", "/1"),
    *("DEN-OMA ", "ß", "– ", "new york, ", "denver ", "a", "² ", "and ", " - ", "München "),
]


def work(monkeypatch: pytest.MonkeyPatch, doing: Callable[[], Any]) -> int:
    """How much is done: the calls, and the letters folded."""
    done = 0
    fold = finding.fold

    def counting(name: str) -> str:
        nonlocal done
        done += len(name)
        return fold(name)

    def called(*_: Any) -> None:
        nonlocal done
        done += 1

    with monkeypatch.context() as patch:
        patch.setattr(finding, "fold", counting)
        before = sys.getprofile()
        sys.setprofile(called)
        try:
            doing()
        except (NotFound, RecordError, PositionError):
            pass
        finally:
            sys.setprofile(before)
    return done


def assert_linear(
    monkeypatch: pytest.MonkeyPatch, doing: Callable[[str], Any], made: Callable[[int], str]
) -> None:
    """Twice the length is at most about twice the work."""
    texts = [made(length) for length in (2000, 4000, 8000)]
    work(monkeypatch, lambda: doing(texts[0]))
    first, second, third = (work(monkeypatch, lambda text=text: doing(text)) for text in texts)
    assert second < 2.3 * first + 2000, texts[0][:40]
    assert third < 2.3 * second + 2000, texts[0][:40]


@pytest.mark.parametrize("edition", ["usa", "germany"])
def test_names_are_looked_for_in_linear_time(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = load(edition)
    mixes = [Random(seed).choices(PIECES, k=3) for seed in range(12)]
    for pieces in (*([piece] for piece in PIECES), *mixes):

        def made(length: int, pieces: list[str] = pieces) -> str:
            return ("".join(pieces) * length)[:length]

        assert_linear(monkeypatch, lambda words: find_routes(board, words), made)
        assert_linear(monkeypatch, lambda words: find_place(board, words), made)


def test_the_best_split_of_a_misspelt_route_is_told() -> None:
    board = load("usa")
    for words, told in (
        ("new york washingtn", "Did you mean Washington?"),
        ("sanfrancisko los angeles", "Did you mean San Francisco?"),
        ("Saint Louis to Nashvile", "Did you mean Nashville?"),
    ):
        with pytest.raises(NotFound, match="Did you mean") as caught:
            find_routes(board, words)
        assert told in str(caught.value)


@pytest.mark.parametrize("piece", PIECES, ids=repr)
def test_an_action_has_a_bound(piece: str) -> None:
    game = Game.new("usa", 2, seed=1, starter=0)
    game.play("keep all")
    game.play("keep all")
    for command in ("claim ", "go ", "draw ", "keep ", "tickets ", "station "):
        words = (command + piece * LONGEST_ACTION)[: LONGEST_ACTION + 1].rstrip().ljust(401, "x")
        with pytest.raises(MalformedAction, match="at most 400 characters, not 401") as caught:
            game.play(words)
        assert caught.value.reason is not None
        assert caught.value.reason.code == "action_too_long"


def test_the_longest_actions_have_room() -> None:
    """All that a record may write, with room to spare."""
    longest = 0
    for edition in names():
        game = Game.new(edition, 3, seed=3)
        while not game.over and game.length < 60:
            legal = game.legal_actions()
            longest = max(longest, *map(len, map(str, legal)))
            game.play(legal[-1])
    assert longest < LONGEST_ACTION / 4


def a_record() -> str:
    game = Game.new("usa", 2, seed=1, starter=0)
    game.play("keep all")
    game.play("keep all")
    return write_record(game)


LINES: list[Callable[[int], str]] = [
    lambda n: "3 p1: claim " + "A-" * n,
    lambda n: "3 p1: claim " + "new york " * n,
    lambda n: "3 p1: draw deck > " + "red " * n,
    lambda n: "3 p1: " + "draw deck;" * n,
    lambda n: "3 p1: " + ">" * n,
    lambda n: "3 p1:" + " " * n + "draw",
    lambda n: "3 p" + "9" * n + ": draw deck",
    lambda n: "3" * n + " p1: draw deck",
    lambda n: "# \n" * n + "3 p1: dance",
]


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_records_are_read_in_linear_time(
    line: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = a_record()
    assert_linear(monkeypatch, read_record, lambda length: text + line(length) + "\n")


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("x" * (LONGEST_RECORD + 1), "record_too_long", 1),
        ("\n" * (LONGEST_RECORD + 1), "record_too_long", 1),
        ("# a\n" + "#" * (LONGEST_LINE + 1), "line_too_long", 2),
    ],
    ids=["letters", "lines", "line"],
)
def test_records_have_bounds(text: str, code: str, line: int) -> None:
    with pytest.raises(RecordError, match="at most") as caught:
        read_record(text)
    assert (caught.value.code, caught.value.line) == (code, line)


def test_a_fault_does_not_repeat_long_words() -> None:
    """Who sends much to be refused does not get it back three times."""
    deal = re.sub("deal > [^ ]*", "deal > " + "x" * 90_000, a_record())
    edition = a_record().replace("edition: usa 1", f"edition: {'x' * 90_000} 1")
    for text, given in ((deal, None), (edition, load("usa"))):
        with pytest.raises(RecordError) as caught:
            read_record(text, edition=given)
        assert len(str(caught.value)) + len(str(caught.value.values)) < 1000


def test_a_line_has_room_for_all_that_chance_can_bring() -> None:
    assert 4096 * len("locomotive4 ") + LONGEST_ACTION < LONGEST_LINE


def test_positions_have_a_bound() -> None:
    with pytest.raises(PositionError, match=f"at most {LONGEST_POSITION} characters"):
        read_position("[" + "{}," * LONGEST_POSITION + "{}]")


def test_huge_numbers_in_a_position_are_faults_like_others() -> None:
    for digits in (30, 4000, 5000, 100_000):
        data = {"format": "whistlestop position 1", "edition": "usa", "turns": 0}
        text = json.dumps(data).replace('"turns": 0', f'"turns": {"9" * digits}')
        with pytest.raises(PositionError, match=r"turns: expected .* found a huge number"):
            read_position(text)


def test_files_have_a_bound(tmp_path: Path) -> None:
    file = tmp_path / "large.record"
    file.write_bytes(b"#" * (saving.LARGEST_FILE + 1))
    with pytest.raises(Failure, match="too large"):
        saving.read(file)
    file.write_bytes("one\r\ntwo\rthree ä".encode())
    assert saving.read(file) == "one\ntwo\nthree ä"
