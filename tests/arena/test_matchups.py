from __future__ import annotations

import pytest
from tests.arena.playing import planned

from whistlestop.arena.tournament.contestants import (
    Budget,
    Contestant,
    read_contestants,
    read_seconds,
)
from whistlestop.arena.tournament.matchups import seatings
from whistlestop.arena.tournament.playing import Player, Task
from whistlestop.bots.registry import BotError


def test_everybody_meets_everybody() -> None:
    found = planned("random", "planner", "random@5ms", editions=["london", "usa"], players=[2, 3])
    assert [(one.edition.name, one.players, *one.contestants) for one in found.matchups] == [
        ("london", 2, 0, 1),
        ("london", 2, 0, 2),
        ("london", 2, 1, 2),
        ("london", 3, 0, 1, 2),
        ("usa", 2, 0, 1),
        ("usa", 2, 0, 2),
        ("usa", 2, 1, 2),
        ("usa", 3, 0, 1, 2),
    ]
    assert [(edition.name, players) for edition, players in found.settings] == [
        ("london", 2),
        ("london", 3),
        ("usa", 2),
        ("usa", 3),
    ]


def test_several_of_a_kind_meet_once_in_each_combination() -> None:
    found = planned("planner", "random", "random", players=[2])
    assert [found.names(one) for one in found.matchups] == [
        ("planner", "random"),
        ("random", "random"),
    ]


def test_a_gauntlet_is_the_first_one_against_the_others() -> None:
    found = planned("random", "planner", "random@5ms", gauntlet=True)
    assert [found.names(one) for one in found.matchups] == [
        ("random", "planner"),
        ("random", "random@5ms"),
    ]


@pytest.mark.parametrize(
    ("names", "players", "editions", "message"),
    [
        (["random", "planner"], [5], ["london"], "London is for 2 to 4 players, not 5"),
        (["random", "planner"], [3], ["london"], "3 players need 3 bots, not 2"),
        (["random", "planner"], [2, 2], ["london"], "the number 2 is given twice"),
        (["random", "planner"], [2], ["usa", "usa"], "the edition usa is given twice"),
    ],
)
def test_impossible_tables(
    names: list[str], players: list[int], editions: list[str], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        planned(*names, players=players, editions=editions)


def test_everybody_has_every_seat_of_a_deal_and_everybody_to_the_left() -> None:
    found = planned("random", "planner", "random@5ms", players=[3])
    (matchup,) = found.matchups
    left_of_first: set[int] = set()
    for deal in range(12):
        seated = seatings(matchup, found.seed, deal)
        assert len(seated) == 3
        for seat in range(3):
            assert {game[seat] for game in seated} == {0, 1, 2}
        for game in seated:
            left_of_first.add(game[(game.index(0) + 1) % 3])
        assert seated == seatings(matchup, found.seed, deal)
    assert left_of_first == {1, 2}


def test_a_deal_is_the_same_in_every_seat_and_matchup() -> None:
    found = planned("random", "planner", "random@5ms")
    player = Player(found)
    openings = {
        deal: {
            next(line for line in record.splitlines() if line.startswith("deal"))
            for matchup in found.matchups
            for record in player.play(Task(deal, matchup.number)).records
        }
        for deal in range(2)
    }
    assert [len(lines) for lines in openings.values()] == [1, 1]
    assert openings[0] != openings[1]


def test_contestants_with_budgets_of_their_own() -> None:
    assert read_contestants(["random", "random@100ms", "planner@1.5s"], 1.0) == (
        Contestant("random", "random", Budget(1.0, None)),
        Contestant("random@100ms", "random", Budget(0.1, None)),
        Contestant("planner@1.5s", "planner", Budget(1.5, None)),
    )


def test_playouts_are_for_bots_that_take_them(tmp_path: object) -> None:
    file = f"{tmp_path}/searcher.py"
    with open(file, "w", encoding="utf-8") as opened:  # noqa: PTH123
        opened.write(SEARCHER)
    name = f"{file}:Searcher"
    plain, own, other = read_contestants([name, f"{name}@7playouts", "random"], 1.0, playouts=5)
    assert plain.budget == Budget(None, 5)
    assert own.budget == Budget(None, 7)
    assert other.budget == Budget(1.0, None)
    assert [str(one.budget) for one in (plain, other)] == ["5 playouts", "1 s"]
    assert getattr(plain.factory()(1), "playouts") == 5  # noqa: B009
    assert getattr(own.factory()(1), "playouts") == 7  # noqa: B009
    (timed,) = read_contestants([name], 1.0)
    assert getattr(timed.factory()(1), "playouts") is None  # noqa: B009
    with pytest.raises(BotError, match="random takes no playouts"):
        read_contestants(["random@5playouts"], 1.0)


SEARCHER = """
class Searcher:
    def __init__(self, seed, playouts=None):
        self.playouts = playouts

    def choose(self, view, legal, seconds):
        return legal[0]
"""


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("rundom", "no bot 'rundom'"),
        ("random@", "'' is no budget for the bot random"),
        ("random@0ms", "from 1ms to 3600s, not 0ms"),
        ("random@9999s", "from 1ms to 3600s"),
        ("random@0playouts", "from 1 to 1,000,000,000, not 0"),
        ("random@99999999999999playouts", "from 1 to 1,000,000,000"),
        ("x" * 300, "at most 250 characters"),
        ("a\tb", "can be seen"),
    ],
)
def test_impossible_contestants(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_contestants([name], 1.0)


@pytest.mark.parametrize("text", ["5", "ms", "-5ms", "5 minutes", "1e3s", "٣s"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(ValueError, match="write 5ms, 100ms or 1s"):
        read_seconds(text)
