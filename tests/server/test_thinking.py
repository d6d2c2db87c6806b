"""Where bots think: each gets its share of the time, and nobody waits for what is compiled."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import Person, Process
from tests.server.test_own_editions import TINY
from whistlestop import Action, Game, View
from whistlestop.bots import compilation
from whistlestop.bots.asking import Answer, Chosen, Failed
from whistlestop.bots.protocol import Bot
from whistlestop.bots.registry import make_bot
from whistlestop.editions.load import loads
from whistlestop.folders import cache_folder
from whistlestop.rules.compiling import rules_cache
from whistlestop.server.hosting import players
from whistlestop.server.hosting.fair_shares import Payer
from whistlestop.server.hosting.players import Players
from whistlestop.server.hosting.thinking import Question, Thinking
from whistlestop.server.metrics import Metrics

GAME = Game.new("usa", 2, seed=1)
HOURS = 3600.0


def question(bot: Bot, name: str = "random", game: Game = GAME, table: str = "t") -> Question:
    return Question(table, 0, bot, name, 7, game.view(0), tuple(game.legal_actions(0)))


async def until(true: Callable[[], bool]) -> None:
    for _ in range(24_000):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it does not become so")


# Shares -------------------------------------------------------------------------------------


class Waiting:
    """A bot that thinks until it is told to answer."""

    def __init__(self) -> None:
        self.given: list[float] = []
        """The seconds of each decision, in the order in which they began."""
        self.answer = threading.Semaphore(0)

    def choose(self, view: View, legal: tuple[Action, ...], seconds: float) -> Action:
        self.given.append(seconds)
        assert self.answer.acquire(timeout=240)
        return legal[0]


def test_the_more_decisions_are_due_the_less_time_each_is_given() -> None:
    async def run() -> None:
        metrics, bot = Metrics(), Waiting()
        thinking = Thinking(2, HOURS, metrics, Players(metrics))
        assert (thinking.queued, thinking.share) == (0, HOURS)
        asked = [asyncio.create_task(thinking.ask(question(bot))) for _ in range(10)]
        await until(lambda: len(bot.given) == 2)
        assert bot.given == [HOURS, HOURS]
        assert (thinking.queued, thinking.share) == (8, HOURS / 5)
        for begun in range(3, 11):
            bot.answer.release()
            await until(lambda begun=begun: len(bot.given) == begun)
        # One more is given its share when one less is due.
        shares = [HOURS * 2 / due for due in (9, 8, 7, 6, 5, 4, 3)]
        assert bot.given[2:] == pytest.approx([*shares, HOURS])
        bot.answer.release()
        bot.answer.release()
        assert all(isinstance(answer, Chosen) for answer in await asyncio.gather(*asked))
        assert metrics.decisions == {"full": 3, "shortened": 7}
        assert (thinking.queued, thinking.share) == (0, HOURS)
        await thinking.close()

    asyncio.run(run())


def test_sixty_tables_of_one_person_shorten_nobody_elses_decisions() -> None:
    async def run() -> None:
        metrics, many, hers, alone = Metrics(), Waiting(), Waiting(), Waiting()
        thinking = Thinking(2, HOURS, metrics, Players(metrics))
        eve, ada = Payer("eve", "E"), Payer("ada", "A")

        def due(bot: Bot, payer: Payer, awaited: bool = True) -> asyncio.Task[Answer]:
            asked = replace(question(bot), payer=payer, awaited=awaited)
            return asyncio.create_task(thinking.ask(asked))

        asked = [due(alone, Payer("ben", "B"), awaited=False)]
        asked += [due(many, eve) for _ in range(60)]
        await until(lambda: (len(alone.given), len(many.given)) == (1, 1))
        asked.append(due(hers, ada))
        await until(lambda: thinking.queued == 60)
        alone.answer.release()
        # Of those who wait, she is next but one at most, and has all the time there is.
        await until(lambda: len(many.given) + len(hers.given) == 2)
        if not hers.given:
            many.answer.release()
        await until(lambda: len(hers.given) == 1)
        assert hers.given == [HOURS]
        assert len(many.given) <= 2
        for _ in range(60):
            many.answer.release()
        hers.answer.release()
        assert all(isinstance(answer, Chosen) for answer in await asyncio.gather(*asked))
        # She has half of the two threads, and so has each of the sixty a sixtieth of a thread.
        assert min(many.given) == pytest.approx(HOURS * 2 / 2 / 60)
        await thinking.close()

    asyncio.run(run())


def test_a_bot_that_fails_leaves_its_place_to_others() -> None:
    class Failing:
        def choose(self, view: View, legal: tuple[Action, ...], seconds: float) -> Action:
            raise ValueError("out of ideas")

    async def run() -> None:
        metrics = Metrics()
        thinking = Thinking(1, HOURS, metrics, Players(metrics))
        for _ in range(3):
            assert isinstance(await thinking.ask(question(Failing())), Failed)
        assert (thinking.queued, thinking.share) == (0, HOURS)
        await thinking.close()

    asyncio.run(run())


# The first start ----------------------------------------------------------------------------


def first_start(
    monkeypatch: pytest.MonkeyPatch,
    program: str,
    test: Callable[[Thinking, Metrics, list[str]], Coroutine[Any, Any, None]],
) -> None:
    """Run a test in which a program stands for the one that compiles."""

    async def run() -> None:
        metrics, steps = Metrics(), list[str]()
        made = Players(metrics)
        made.on_step = steps.append
        thinking = Thinking(2, HOURS, metrics, made)
        try:
            await test(thinking, metrics, steps)
        finally:
            await thinking.close()

    monkeypatch.setattr(compilation, "is_compiled", lambda: False)
    monkeypatch.setattr(compilation, "load", lambda: None)
    monkeypatch.setattr(players, "COMMAND", (sys.executable, "-c", program))
    asyncio.run(run())


class Ready:
    """A bot that can decide only when all is compiled."""

    def choose(self, view: View, legal: tuple[Action, ...], seconds: float) -> Action:
        return legal[0]


def test_until_bots_are_compiled_they_are_interpreted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = tmp_path / "compiled"
    program = (
        "import pathlib, time\n"
        "print('plans', flush=True)\n"
        f"while not pathlib.Path({str(compiled)!r}).exists(): time.sleep(0.01)\n"
        "print('turns')"
    )
    own = Game.new(loads(TINY, "own.toml"), 2, seed=1)

    async def run(thinking: Thinking, metrics: Metrics, steps: list[str]) -> None:
        for game in (GAME, own):
            planned = make_bot("planner", 7).choose(game.view(0), tuple(game.legal_actions(0)), 1.0)
            # A champion does not think ahead without what it thinks with.
            answers = await asyncio.gather(
                thinking.ask(question(Ready(), "planner", game, "a")),
                thinking.ask(question(Ready(), "champion", game, "b")),
            )
            assert answers == [Chosen(planned), Chosen(planned)]
        await until(lambda: steps == ["plans"])
        compiled.touch()
        await until(lambda: thinking.queued == 0 and steps == ["plans", "turns"])
        ready = question(Ready(), "planner")
        while (answer := await thinking.ask(ready)) != Chosen(ready.legal[0]):
            assert isinstance(answer, Chosen)
        assert not metrics.errors

    first_start(monkeypatch, program, run)


def test_bots_that_cannot_be_compiled_stay_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(thinking: Thinking, metrics: Metrics, steps: list[str]) -> None:
        first = await thinking.ask(question(Ready(), "casual"))
        await until(lambda: metrics.errors == {"players": 1})
        assert await thinking.ask(question(Ready(), "casual")) == first
        assert first != Chosen(GAME.legal_actions(0)[0])
        assert steps == []

    first_start(monkeypatch, "raise SystemExit(3)", run)


def test_a_position_that_cannot_be_is_the_bots_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(thinking: Thinking, metrics: Metrics, steps: list[str]) -> None:
        assert isinstance(await thinking.ask(question(Ready(), "nobody")), Chosen), "it is ready"
        over = Question(
            "t", 0, Ready(), "planner", 7, GAME.view(None), tuple(GAME.legal_actions(0))
        )
        assert isinstance(await thinking.ask(over), Failed)

    first_start(monkeypatch, "import time; time.sleep(600)", run)


def test_nobody_waits_for_the_first_start(tmp_path: Path) -> None:
    """With the rules in the cache, and nothing of what bots decide with."""
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / rules_cache().name).symlink_to(rules_cache())
    assert rules_cache().parent == cache_folder()
    with Process(tmp_path, WHISTLESTOP_CACHE=str(cache)) as server:
        ada = Person(server.url, "Ada")
        table = ada.new_table("europe", "casual", "champion")
        with ada.follow(table) as following:
            while following.update()["table"]["moves"] < 4:
                pass
        text = ada.http.get("/metrics").text
        assert 'whistlestop_errors_total{where="bot"}' not in text
        assert not [*cache.glob("players-*/compiled-by-*")], "it was compiled within four moves"
        # On a busy machine, the process that compiles may say so only after the four moves.
        while "Compiling the bots, once (plans)" not in server.complaints():
            assert server.process.poll() is None
            os.sched_yield()


def test_spare_work_is_done_unless_nobody_wants_it_any_more() -> None:
    async def run() -> None:
        players: Any = None
        thinking = Thinking(1, 1.0, Metrics(), players)
        assert await thinking.spare(Payer("ada"), lambda: 7, lambda: True) == 7
        assert await thinking.spare(Payer("ada"), lambda: 7, lambda: False) is None
        # A place is free only when the thread is.
        held = threading.Event()
        doing = asyncio.create_task(thinking.spare(Payer("ada"), held.wait, lambda: True))
        await until(lambda: thinking.queued == 0 and not doing.done())
        await asyncio.sleep(0)
        doing.cancel()
        other = asyncio.create_task(thinking.spare(Payer("ben"), lambda: 8, lambda: True))
        await until(lambda: thinking.queued == 1)
        held.set()
        assert await other == 8
        assert doing.cancelled()

    asyncio.run(run())
