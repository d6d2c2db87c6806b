from __future__ import annotations

from pathlib import Path

import pytest

from whistlestop.arena.match import play_match
from whistlestop.bots.registry import USUAL_LEVEL, BotError, bot_names, make_bot, takes_playouts
from whistlestop.game import Game

OWN_BOTS = """
class First:
    def choose(self, view, legal, seconds):
        return legal[0]

class Seeded(First):
    def __init__(self, seed):
        self.seed = seed

def factory(seed):
    bot = First()
    bot.seed = seed + 1
    return bot

class Wrong:
    def choose(self, view, legal, seconds):
        return "draw deck"

class Broken:
    def __init__(self, seed):
        raise RuntimeError("out of order")

class Failing:
    def choose(self, view, legal, seconds):
        return legal[10**6]

class Mute:
    pass

number = 3
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.py"
    path.write_text(OWN_BOTS, encoding="utf-8")
    return path


def test_built_in_bots() -> None:
    levels = ("beginner", "casual", "skilled", "expert", "champion")
    assert bot_names() == (*levels, "planner", "random")
    assert USUAL_LEVEL in levels
    assert [name for name in bot_names() if takes_playouts(name)] == ["champion"]


@pytest.mark.parametrize(("name", "seed"), [("Seeded", 5), ("factory", 6)])
def test_own_bots_get_their_seed(own: Path, name: str, seed: int) -> None:
    assert getattr(make_bot(f"{own}:{name}", 5), "seed", None) == seed


def test_own_bot_without_seed_plays(own: Path) -> None:
    match = play_match(Game.new("london", 2, seed=1), [make_bot(f"{own}:First", 0)] * 2)
    assert match.sheet.winners


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("plannr", "no bot 'plannr'; did you mean planner"),
        ("long-rout", "did you mean long-route "),
        ("xyzzy", "There are beginner, casual, skilled, expert, champion, planner, random"),
        ("./nowhere.py:Bot", "no bot file ./nowhere.py"),
        ("OWN", "write file and class"),
        ("OWN:Missing", "has no class or function Missing; it has First, Seeded, Wrong"),
        ("OWN:number", "has no class or function number"),
        ("OWN:Mute", "has no method choose"),
        ("OWN:Broken", r"cannot be made: RuntimeError: out of order \(own.py, line"),
    ],
)
def test_faulty_names_are_refused(own: Path, name: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        make_bot(name.replace("OWN", str(own)), 0)


def test_file_that_cannot_be_imported(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("import nothing_of_the_kind\n", encoding="utf-8")
    with pytest.raises(BotError, match=r"bad\.py cannot be imported: ModuleNotFoundError"):
        make_bot(f"{path}:Bot", 0)


@pytest.mark.parametrize(
    ("name", "message"),
    [("Wrong", "chose 'draw deck', which"), ("Failing", r"failed: IndexError: .*own.py, line")],
)
def test_misbehaviour_in_a_game(own: Path, name: str, message: str) -> None:
    bots = [make_bot(f"{own}:{name}", 0)] * 2
    with pytest.raises(BotError, match=message):
        play_match(Game.new("london", 2, seed=1), bots)
