"""Limits on thinking are kept, whatever a bot does; the game goes on and everything is counted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest
from tests.arena.playing import planned
from tests.cli.running import run

from whistlestop import DrawDeck, Game, read_record
from whistlestop.actions import Action, KeepTickets
from whistlestop.arena.tournament import isolation
from whistlestop.arena.tournament.clock import Clock
from whistlestop.arena.tournament.contestants import Budget, read_contestants
from whistlestop.arena.tournament.limits import Trusted, fallback, limit
from whistlestop.arena.tournament.matchups import Tournament, tournament
from whistlestop.arena.tournament.playing import Player, Task
from whistlestop.arena.tournament.results import PlayedDeal, SeatOutcome
from whistlestop.arena.tournament.running import play
from whistlestop.arena.tournament.standings import results
from whistlestop.arena.tournament.stopping import Enough
from whistlestop.bots.registry import BotError
from whistlestop.editions.load import load, names
from whistlestop.seen.view import View

BOTS = """
import os, time

class Never:
    def choose(self, view, legal, seconds):
        while True:
            pass

class Sleepy:
    asked = 0
    def choose(self, view, legal, seconds):
        self.asked += 1
        if self.asked == 3:
            # Not asleep: busy kernels may count sleep as waiting for a processor.
            begin = time.thread_time()
            while time.thread_time() - begin < 1.5:
                pass
        return legal[-1]

class Faulty:
    asked = 0
    def choose(self, view, legal, seconds):
        self.asked += 1
        if self.asked == 3:
            return "nonsense"
        if self.asked == 5:
            raise KeyError("five")
        if self.asked == 9:
            os._exit(3)
        return legal[0]

class Loud:
    def __init__(self, seed):
        print("made with", seed)
    def choose(self, view, legal, seconds):
        print("thinking")
        return legal[-1]

class Stillborn:
    def __init__(self, seed):
        if seed:
            raise ValueError("not today")
    def choose(self, view, legal, seconds):
        return legal[0]
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    file = tmp_path / "bots.py"
    file.write_text(BOTS)
    return file


def played(bots: Path, name: str, budget: str = "600s") -> tuple[PlayedDeal, list[SeatOutcome]]:
    """A deal against the random bot, and what became of the other's seats."""
    found = planned("random", f"{bots}:{name}@{budget}")
    with Player(found) as player:
        deal = player.play(Task(0, 0))
    seats = [seat for game in deal.outcome.games for seat in game.seats]
    mine = [seat for seat in seats if seat.contestant == 1]
    assert all(one.thinking.late + one.thinking.failed == 0 for one in seats if one not in mine)
    return deal, mine


def test_who_never_answers_holds_nobody_up(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "_PATIENCE", 0.1)
    monkeypatch.setattr(isolation, "TRYING_OUT", 0.1)
    deal, seats = played(bots, "Never", "20ms")
    for seat in seats:
        assert seat.thinking.late == seat.thinking.decisions > 10
        assert seat.thinking.failed == 0
        assert "did not answer within 0.072 seconds" in seat.thinking.complaint
    assert all(read_record(text).over for text in deal.records)


def test_who_is_late_once_loses_that_move_alone(bots: Path) -> None:
    _, seats = played(bots, "Sleepy", "1s")
    for seat in seats:
        assert 1 <= seat.thinking.late < seat.thinking.decisions / 2
        assert seat.thinking.slowest > 1.15


def test_faults_cost_a_move_and_a_process_that_ends_the_rest_of_the_game(bots: Path) -> None:
    deal, seats = played(bots, "Faulty")
    for seat in seats:
        assert seat.thinking.failed == 2 + seat.thinking.decisions - 8
        assert seat.thinking.late == 0
        assert "chose 'nonsense', which is not among its legal actions" in seat.thinking.complaint
    assert all(read_record(text).over for text in deal.records)
    name = f"{bots}:Faulty@600s"
    (table,) = results(planned("random", name), [deal.outcome]).overall
    by_name = {one.name: one for one in table.standings}
    assert (by_name["random"].late, by_name["random"].failed) == (0, 0)
    assert by_name[name].failed == sum(seat.thinking.failed for seat in seats)
    assert "nonsense" in by_name[name].complaint


def test_a_bot_that_cannot_be_made_for_a_game_loses_all_its_moves(bots: Path) -> None:
    _, seats = played(bots, "Stillborn")
    for seat in seats:
        assert seat.thinking.failed == seat.thinking.decisions
        assert "cannot be made: ValueError: not today (bots.py" in seat.thinking.complaint


BROKEN = """
import os, pathlib

class Broken:
    def __init__(self, seed):
        raise RuntimeError("out of order")
    def choose(self, view, legal, seconds):
        return legal[0]

class Gone(Broken):
    def __init__(self, seed):
        os._exit(3)
"""


@pytest.mark.parametrize(
    ("name", "message"),
    [("Broken", "cannot be made: RuntimeError: out of order"), ("Gone", "ends its process")],
)
def test_a_bot_that_cannot_be_made_is_refused_before_the_first_game(
    tmp_path: Path, name: str, message: str
) -> None:
    path = tmp_path / "broken.py"
    path.write_text(BROKEN)
    with pytest.raises(BotError, match=rf"broken\.py:{name}.* {message}"):
        play(planned("random", "random", f"{path}:{name}"), Enough(games=2), _no_engine)


def _no_engine(tournament: Tournament) -> NoReturn:
    raise AssertionError("no game may begin")


def test_several_of_a_kind_share_their_process_but_not_their_memory(bots: Path) -> None:
    name = f"{bots}:Faulty@600s"
    found = tournament(read_contestants([name, name], 1.0), [load("london")], [2], 1)
    with Player(found) as player:
        outcome = player.play(Task(0, 0)).outcome
    for game in outcome.games:
        first, second = (seat.thinking for seat in game.seats)
        # Whoever's ninth question comes first ends the process of both; the other is made anew.
        assert min(first.failed, second.failed) >= 2
        assert first.failed < first.decisions
        assert second.failed < second.decisions


def test_what_bots_print_is_not_mixed_with_the_results(bots: Path) -> None:
    bots.write_text(f"print('read')\n{bots.read_text()}")
    words = ["--bots", f"random,{bots}:Loud", "--editions", "london", "--games", "2", "--think"]
    done = run("arena", *words, "600s", "--jobs", "2", "--json", "--seed", "4")
    assert done.returncode == 0, done.stderr
    (table,) = json.loads(done.stdout)["overall"]
    assert table["games"] == 2
    assert "thinking" in done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_bots_print_does_not_spoil_a_simulation(bots: Path, jobs: str) -> None:
    bots.write_text(f"print('read')\n{bots.read_text()}")
    words = ["london", "--bots", f"{bots}:Loud", "--games", "4", "--jobs", jobs, "--json"]
    done = run("simulate", *words)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["summary"]["games"] == 4
    for word in ("read", "made with", "thinking"):
        assert word in done.stderr
    done = run("balance", "london", "--bot", f"{bots}:Loud", "--games", "1", "--json")
    assert json.loads(done.stdout)["games"] == 1


class Slow:
    """Takes a while for everything."""

    def choose(self, view: View, legal: tuple[Action, ...], seconds: float) -> Action:
        del view
        assert seconds == 0.001
        # Not asleep: busy kernels may count sleep as waiting for a processor.
        begin = time.thread_time()
        while time.thread_time() - begin < 0.06:
            pass
        return legal[-1]


def test_bots_of_the_package_lose_late_moves_too() -> None:
    game = Game.new("london", 2, seed=1)
    budget = Budget(0.001, None)
    assert limit(budget) == pytest.approx(0.0511)
    decision = Trusted("slow", Slow(), budget).decide(game.view(0), game.legal_actions(0))
    assert decision.action is None
    assert decision.late
    assert decision.seconds >= 0.06
    assert decision.complaint == "the bot slow did not answer within 0.051 seconds"


@pytest.mark.parametrize("wait_at", range(8))
def test_a_wait_while_the_clock_is_read_does_not_count(
    wait_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread waits for five seconds before one of the readings, and thinks for two."""
    passed, waited, readings = 100.0, 7.0, 0

    def interrupted() -> None:
        nonlocal passed, waited, readings
        if readings == wait_at:
            passed += 5
            waited += 5
        readings += 1

    def time_now() -> float:
        interrupted()
        return passed

    def time_waited(_: Clock) -> float:
        interrupted()
        return waited

    monkeypatch.setattr("whistlestop.arena.tournament.clock.time.perf_counter", time_now)
    monkeypatch.setattr(Clock, "_waiting", time_waited)
    clock = Clock()
    passed += 2
    assert clock.seconds() == 2


@pytest.mark.skipif(not Path("/proc/thread-self/schedstat").exists(), reason="nobody tells here")
def test_waiting_for_a_processor_does_not_count() -> None:
    """Nine that want one processor: each has it for a ninth of the time."""
    busy = f"import os; os.sched_setaffinity(0, {{{min(os.sched_getaffinity(0))}}})\nwhile 1: pass"
    others = [subprocess.Popen([sys.executable, "-c", busy]) for _ in range(8)]
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(before)})
        begin, clock = time.perf_counter(), Clock()
        own = time.thread_time()
        while time.perf_counter() - begin < 1:
            pass
        thought, passed = clock.seconds(), time.perf_counter() - begin
        assert (time.thread_time() - own) / 2 < thought < 0.8 * passed
    finally:
        os.sched_setaffinity(0, before)
        for other in others:
            other.kill()
            other.wait()


def test_who_waits_for_a_processor_may_begin_later(
    bots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing begins in a hundredth of a second, unless all of it is spent waiting."""
    monkeypatch.setattr(isolation, "_BEGINNING", 0.01)
    found = planned("random", f"{bots}:Loud")
    bot_process = isolation.BotProcess(found.contestants[1], [load("london")])
    with pytest.raises(BotError, match="does not begin"):
        bot_process.ready()

    class Waiting(Clock):
        def seconds(self) -> float:
            return 0.0

    monkeypatch.setattr(isolation, "Clock", Waiting)
    try:
        bot_process.ready()
    finally:
        bot_process.end()


def test_the_fallback_leaves_nothing_to_luck() -> None:
    game = Game.new("usa", 2, seed=1)
    legal = game.legal_actions(0)
    kept = fallback(legal)
    assert isinstance(kept, KeepTickets)
    assert kept == legal[0]
    assert len(kept.tickets) == 2
    game.play("keep all", 0)
    game.play("keep all", 1)
    assert fallback(game.legal_actions()) == DrawDeck()


def positions() -> Iterator[tuple[View, Sequence[Action]]]:
    """Positions of every edition, with what may be done in them."""
    for name in names():
        game, random = Game.new(name, 2, seed=3), Random(name)
        while not game.over:
            seat = random.choice(game.deciding)
            legal = game.legal_actions(seat)
            if game.length % 9 == 0:
                yield game.view(seat), legal
            game.play(random.choice(legal), seat)


def test_a_view_arrives_as_it_was_sent() -> None:
    editions = tuple(load(name) for name in names())
    for sent in positions():
        packed = isolation._packed(sent, editions)  # pyright: ignore[reportPrivateUsage]
        view, legal = isolation._unpacked(packed, editions)  # pyright: ignore[reportPrivateUsage]
        assert (view, legal) == sent
        assert view.edition is sent[0].edition
        with pytest.raises(TypeError):
            view.taken["CHI"] = 1
