from __future__ import annotations

import re
from pathlib import Path

import pytest

from whistlestop.actions import claims_by_route
from whistlestop.arena.match import play_match
from whistlestop.arena.tournament.contestants import read_contestants
from whistlestop.bots.files import sources
from whistlestop.bots.policy import PolicyBot
from whistlestop.bots.registry import (
    USUAL_LEVEL,
    BotError,
    bot_names,
    check_choosing,
    make_bot,
    needs_compiling,
    takes_playouts,
)
from whistlestop.bots.thinker import ThinkerBot
from whistlestop.judge.search import Settings
from whistlestop.play.game import Game

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

class Late:
    def __init__(self):
        self.choose = lambda view, legal, seconds: legal[0]

def mute():
    return Mute()

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


def test_options_change_weights() -> None:
    view = Game.new("london", 2, seed=1).view(0)
    bots = [make_bot(name, 0) for name in ("planner", "planner:locomotive=3.5:turn=2", "expert")]
    found: list[tuple[float, float]] = []
    for bot in bots:
        assert isinstance(bot, PolicyBot)
        bot.decide(view)
        weights = bot.minds["planner"]["weights"][0]
        found.append((float(weights["locomotive"]), float(weights["turn"])))
    assert found[1] == (3.5, 2.0)
    assert found[0] == found[2] != found[1]


def test_options_change_a_level_and_a_search() -> None:
    view = Game.new("london", 2, seed=1).view(0)
    bot = make_bot("beginner:prudence=0.5", 0)
    assert isinstance(bot, PolicyBot)
    bot.decide(view)
    assert bot.minds["planner"]["weights"][0]["prudence"] == 0.5
    thinker = make_bot("champion:horizon=0:candidates=3:threshold=1.5:halving=0", 0)
    assert isinstance(thinker, ThinkerBot)
    assert thinker.settings == Settings(horizon=0, candidates=3, threshold=1.5, halving=False)
    assert takes_playouts("champion:horizon=0")
    assert needs_compiling("planner:turn=2")
    assert not needs_compiling("./my_bot.py:Name")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("planner:locomotiv=3", "no weight 'locomotiv'; did you mean locomotive"),
        ("planner:", "'' is no option; write a weight and its value: weight=1.5"),
        ("planner:turn", "'turn' is no option"),
        ("planner:turn=many", "turn is a number, such as 3.5, not 'many'"),
        ("planner:turn=inf", "turn is a number"),
        ("planner:turn=1:turn=2", "turn is given twice"),
        ("champion:threads=2", "threads changes nothing of what is played"),
        ("planner:turn=-1", "turn is from 0 to 10000, not -1"),
        ("planner:turn=1e3", "turn is a number, such as 3.5, not '1e3'"),
        ("planner:turn=1_0", "turn is a number"),
        ("planner:clock_spaces=0", "clock_spaces is from 0.01"),
        ("planner:piece=20000", "piece is from 0 to 10000"),
        ("champion:halving=2", "halving is 1 for yes or 0 for no"),
        ("champion:horizon=-1", "must not be below 0"),
        ("champion:xyz=2", "no setting .xyz.; there are candidates, threshold"),
        ("champion:horizon=2.5", "horizon is a whole number, not 2.5"),
        ("champion:candidates=0", "candidates and threads must be at least 1"),
        ("champion:margin_share=3", "margin_share must be from 0 to 1"),
        ("random:turn=2", "the bot random has no options"),
        ("racer:turn=2", "the bot racer has no options"),
    ],
)
def test_faulty_options_are_refused(name: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        make_bot(name, 0)


def folder(path: Path, number: int) -> str:
    """A bot's file that imports what lies beside it; the bot's name."""
    path.mkdir()
    (path / "helper.py").write_text(f"NUMBER = {number}\n", encoding="utf-8")
    source = f"from __future__ import annotations\nfrom dataclasses import dataclass\n{OWN_BOTS}"
    source += "\nimport helper\n\n@dataclass\nclass Helped(First):\n"
    source += "    seed: int = 0\n    number: int = helper.NUMBER\n"
    (path / "bot.py").write_text(source, encoding="utf-8")
    return f"{path / 'bot.py'}:Helped"


def test_bots_import_their_neighbours(tmp_path: Path) -> None:
    """Two folders may have neighbours of the same name, and a changed one is loaded again."""
    one, other = folder(tmp_path / "one", 1), folder(tmp_path / "other", 2)
    found = [getattr(make_bot(name, 0), "number", None) for name in (one, other, one)]
    assert found == [1, 2, 1]
    (tmp_path / "one" / "helper.py").write_text("NUMBER = 333\n", encoding="utf-8")
    assert [getattr(make_bot(name, 0), "number", None) for name in (one, other)] == [333, 2]


def test_two_classes_of_a_file_share_it(own: Path) -> None:
    seeded, first = make_bot(f"{own}:Seeded", 1), make_bot(f"{own}:First", 1)
    assert isinstance(seeded, type(first))


def test_a_tournament_minds_the_neighbours_of_a_bot(tmp_path: Path) -> None:
    name = folder(tmp_path / "one", 1)
    file = tmp_path / "one" / "bot.py"
    make_bot(name, 0)
    assert [path.name for path in sources(file)] == ["bot.py", "helper.py"]


def test_claims_by_route() -> None:
    game = Game.new("usa", 2, seed=1, starter=0)
    for words in ("keep all", "keep all", *["draw deck"] * 16):
        game.play(words)
    legal = game.legal_actions()
    grouped = claims_by_route(legal)
    assert grouped
    assert sum(map(len, grouped.values())) == sum(str(one).startswith("claim") for one in legal)
    assert all(claim.route == route for route, claims in grouped.items() for claim in claims)
    assert max(map(len, grouped.values())) > 1


@pytest.mark.parametrize("name", ["Mute", "mute"])
def test_what_cannot_choose_is_refused_before_it_plays(own: Path, name: str) -> None:
    with pytest.raises(BotError, match=r"no method choose\(view, legal, seconds\)"):
        check_choosing(f"{own}:{name}")
    with pytest.raises(BotError, match="is no bot"):
        read_contestants([f"{own}:{name}@5ms", "random"], 1.0)


def test_a_bot_that_may_choose_is_not_made_beforehand(own: Path) -> None:
    for name in ("First", "Late", "factory"):
        check_choosing(f"{own}:{name}")
    check_choosing("planner")


@pytest.mark.parametrize("name", ["planner@1x", "planner@", "planner@5 ms", "random@soon"])
def test_what_is_no_budget_is_named(name: str) -> None:
    bot, _, budget = name.partition("@")
    with pytest.raises(ValueError, match=f"'{budget}' is no budget for the bot {bot}: write"):
        read_contestants([name], 1.0)


def test_a_file_may_lie_in_a_folder_with_that_sign(tmp_path: Path) -> None:
    folder = tmp_path / "a@b"
    folder.mkdir()
    (folder / "own.py").write_text(OWN_BOTS, encoding="utf-8")
    name = f"{folder}/own.py:First"
    assert read_contestants([name], 1.0)[0].bot == name


ODD_BOTS = """
class Short:
    def choose(self, view):
        return view

class Long:
    def choose(self, view, legal, seconds, mood):
        return legal[0]

class Later:
    async def choose(self, view, legal, seconds):
        return legal[0]

class Deaf:
    def choose(self, view, legal, seconds):
        return legal[0]
    def observe(self):
        pass

class Any:
    def choose(self, *asked):
        return asked[1][0]
    def observe(self, events, more=()):
        pass

class Static:
    @staticmethod
    def choose(view, legal, seconds=1.0):
        return legal[0]

class Leaving:
    def __init__(self):
        raise SystemExit(3)
    def choose(self, view, legal, seconds):
        return legal[0]

def short():
    return Short()
"""


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Short", r"cannot be asked: its method choose.* does not take \(view, legal, seconds\)"),
        ("Long", "missing a required argument: 'mood'; write def choose"),
        ("short", r"write def choose\(self, view, legal, seconds\)"),
        ("Later", "its method choose is asynchronous"),
    ],
)
def test_a_bot_that_cannot_be_asked_is_refused_before_it_plays(
    tmp_path: Path, name: str, message: str
) -> None:
    path = tmp_path / "odd.py"
    path.write_text(ODD_BOTS, encoding="utf-8")
    with pytest.raises(BotError, match=f"odd.py:{name} .*{message}"):
        check_choosing(f"{path}:{name}")
    with pytest.raises(BotError, match=f"odd.py:{name} .*{message}"):
        make_bot(f"{path}:{name}", 0)


def test_what_a_bot_takes_besides_is_its_own_affair(tmp_path: Path) -> None:
    path = tmp_path / "odd.py"
    path.write_text(ODD_BOTS, encoding="utf-8")
    bots = [make_bot(f"{path}:{name}", 0) for name in ("Any", "Static")]
    assert play_match(Game.new("london", 2, seed=1), bots).sheet.winners
    for name, message in (("Deaf", r"observe.*\(events\)"), ("Leaving", "SystemExit: 3")):
        check_choosing(f"{path}:{name}")
        with pytest.raises(BotError, match=f"odd.py:{name} .*{message}"):
            make_bot(f"{path}:{name}", 0)


@pytest.mark.parametrize("budget", ["1s", "100ms", "500playouts", "soon"])
def test_a_budget_is_for_the_arena(own: Path, budget: str) -> None:
    for bot in ("planner", "champion:horizon=0", f"{own}:First"):
        message = rf"the bot {re.escape(bot)}@{budget} has a budget .* only the arena takes"
        with pytest.raises(BotError, match=message):
            make_bot(f"{bot}@{budget}", 0)
