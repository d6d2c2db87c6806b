from __future__ import annotations

from dataclasses import replace

import pytest

from whistlestop.arena import simulate as module
from whistlestop.arena.match import play_match
from whistlestop.arena.simulate import Simulation, simulate
from whistlestop.bots.registry import BotError, make_bot
from whistlestop.play.game import Game


def _without_time(simulation: Simulation) -> Simulation:
    return replace(simulation, seconds=0.0)


def test_repeats_itself_on_any_number_of_processes() -> None:
    once, again = (simulate("london", ["planner", "random"], games=6, seed=9) for _ in range(2))
    both = simulate("london", ["planner", "random"], games=6, seed=9, jobs=2)
    assert _without_time(once) == _without_time(again) == _without_time(both)
    other = simulate("london", ["planner", "random"], games=6, seed=10)
    assert other.summary != once.summary


def test_sums_up() -> None:
    done: list[int] = []
    simulation = simulate(
        "germany", ["planner", "random"], players=3, games=3, jobs=1, on_progress=done.append
    )
    summary = simulation.summary
    assert summary is not None
    assert done == [1, 2, 3]
    assert not simulation.interrupted
    assert simulation.games_a_second > 0
    assert [entrant.name for entrant in summary.entrants] == ["planner", "random", "random"]
    assert sum(entrant.wins.value for entrant in summary.entrants) == pytest.approx(1)
    for entrant in summary.entrants:
        assert entrant.wins.low <= entrant.wins.value <= entrant.wins.high
        assert entrant.completed <= entrant.tickets
        assert entrant.longest_path == 0


def test_counts_doubly_joined_tickets() -> None:
    """B-10"""
    simulation = simulate("india", ["planner", "racer"], games=4, seed=3, jobs=1)
    summary = simulation.summary
    assert summary is not None
    counted = [[game.entrants[at].doubly_joined for game in simulation.results] for at in (0, 1)]
    assert [one.doubly_joined for one in summary.entrants] == [sum(each) / 4 for each in counted]
    assert sum(counted[0]) > 0


def test_everybody_sits_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []

    def spied(game: Game, bots: list[object], names: list[str], *, seconds: float) -> object:
        del bots, seconds
        seen.append(names)
        return play_match(game, [make_bot("random", 0) for _ in names])

    monkeypatch.setattr(module, "play_match", spied)
    simulate("london", ["planner", "random"], players=3, games=3, jobs=1)
    assert sorted(seen) == sorted(
        [
            ["planner", "random", "random"],
            ["random", "planner", "random"],
            ["random", "random", "planner"],
        ]
    )


@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupt_keeps_what_is_complete(jobs: int) -> None:
    def stop(done: int) -> None:
        if done >= 2:
            raise KeyboardInterrupt

    simulation = simulate("london", ["random"], players=2, games=500, jobs=jobs, on_progress=stop)
    assert simulation.interrupted
    assert simulation.summary is not None
    assert 2 <= simulation.summary.games <= 3
    assert simulation.asked == 500


@pytest.mark.parametrize(
    ("bots", "numbers", "message"),
    [
        ([], {"players": 2}, "at least one bot"),
        (["random"], {"players": 6}, "2 to 4 players, not 6"),
        (["random"] * 3, {"players": 2}, "3 bots are too many for 2"),
        (["random"], {"players": 2, "games": 0}, "at least 1, not 0"),
        (["random"], {"players": 2, "jobs": 0}, "at least 1, not 0"),
        (["random"], {"players": 2, "seed": -1}, "from 0 to"),
    ],
)
def test_impossible_wishes(bots: list[str], numbers: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        simulate("london", bots, **numbers)  # pyright: ignore[reportArgumentType]


def test_unknown_bot_is_refused_before_playing() -> None:
    with pytest.raises(BotError, match="no bot 'rundom'"):
        simulate("london", ["planner", "rundom"], jobs=2)


def test_match_needs_a_bot_for_every_seat() -> None:
    with pytest.raises(ValueError, match="3 seats"):
        play_match(Game.new("london", 3, seed=1), [make_bot("random", 0)])
