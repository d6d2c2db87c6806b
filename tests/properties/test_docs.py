"""The examples of docs/notation.md and docs/researchers.md are run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.pages import run_blocks
from whistlestop import REFEREE, read_position, read_record, write_position, write_record
from whistlestop.play.notation import COMMANDS
from whistlestop.play.record import Reader
from whistlestop.rules import actions
from whistlestop.rules.state import PHASES

DOCS = Path(__file__).parents[2] / "docs"


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def marked(name: str, mark: str, language: str) -> list[str]:
    pattern = rf"<!-- test: {mark} -->\n```{language}\n(.*?)```"
    return re.findall(pattern, page(name), re.DOTALL)


@pytest.mark.parametrize("name", ["notation.md", "researchers.md"])
def test_the_python_examples_run(name: str, tmp_path: Path) -> None:
    assert page(name).count("```python\n") >= 6
    run_blocks(DOCS / name, tmp_path)


def test_the_record_is_read_and_written_back() -> None:
    (record,) = marked("notation.md", "record", "text")
    date = Reader(record).headers().date
    assert write_record(read_record(record), date=date) == record


def test_the_position_is_read() -> None:
    (position,) = marked("notation.md", "position", "json")
    game = read_position(position, seed=1)
    assert [player.cards for player in game.view(REFEREE).players] == [5, 6]
    assert read_position(write_position(game)).state.tobytes() == game.state.tobytes()


def test_every_word_is_explained() -> None:
    text = page("notation.md")
    for command in COMMANDS:
        assert re.search(rf"`{command}\b", text), command
    for phase in PHASES:
        assert f"`{phase}`" in text or phase == "payment"
    for key in re.findall(r'"(\w+)":', write_position(read_position(
        marked("notation.md", "position", "json")[0], seed=1
    ))):  # fmt: skip
        if key.islower() and key not in ("red", "blue", "green", "white", "black", "yellow"):
            assert f"`{key}`" in text or key in ("purple", "orange", "locomotive"), key


def test_the_numbers_are_the_numbers() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| (\d+) \| (\d+) \|", page("researchers.md"), re.MULTILINE)
    expected = 0
    for name, first, number in rows:
        assert getattr(actions, name) == int(first) == expected, name
        expected += int(number)
    assert expected == actions.ACTIONS
